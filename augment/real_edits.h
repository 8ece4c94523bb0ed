/* How often which token became which in the real fixes of a store, to be made backwards. */
#ifndef AUGMENT_REAL_EDITS_H
#define AUGMENT_REAL_EDITS_H

#include "languages/mutation_rules.h"
#include "tokenize/difference.h"
#include "base/arena.h"
#include "base/array.h"
#include "db/db.h"

/* An edit, as a mutant makes it: from the token of the fixed program to that of the buggy one. */
struct real_edit {
    enum mutation_rule rule;
    enum edit_kind kind; /* EDIT_INSERT where the fix deleted the token */
    struct token_text from, to;
    int64_t n; /* fixes */
};

struct real_edits {
    ARRAY(struct real_edit) list;      /* of every rule but variable_misuse, by rule and `from` */
    int64_t n_fixes[N_MUTATION_RULES]; /* of each rule's category */
    struct arena arena;
};

/* Counts the edits of the real fixes of the six categories: of those in training, when the store
 * has splits. Fails when there are none. Release with real_edits_release(), also after a failure.
 */
int real_edits_read(struct real_edits *out, struct db *db, struct err *err);
void real_edits_release(struct real_edits *edits);
SCOPED_VALUE(real_edits, real_edits_release)

/* The edits of a rule that change a token with this text ("": that insert one): the first of
 * them in the list, and `*n`. */
size_t real_edits_of(const struct real_edits *edits, enum mutation_rule rule,
                     struct token_text from, size_t *n);

#endif
