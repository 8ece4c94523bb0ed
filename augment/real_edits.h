/* How often each token became each other token in the real fixes of a database. Edits are reversed,
 * as mutants need them. */
#ifndef AUGMENT_REAL_EDITS_H
#define AUGMENT_REAL_EDITS_H

#include "base/mem.h"
#include "db/db.h"
#include "tokenize/difference.h"
#include "tokenize/languages/change_rules.h"

/* An edit in the direction of a mutant: from the token of the fixed program to that of the buggy
 * one. */
struct real_edit {
    enum mutation_rule rule;
    enum edit_kind kind; /* EDIT_INSERT if the fix deleted the token */
    struct token_text from, to;
    int64_t n; /* number of fixes */
};

struct real_edits {
    ARRAY(struct real_edit)
    list;                              /* of every rule except variable_misuse; sorted by rule and
                                        * `from` */
    int64_t n_fixes[N_MUTATION_RULES]; /* by rule: number of fixes in its category */
    struct arena arena;
};

/* Counts the edits of the real fixes in one language in the six categories. If the database has
 * splits, only fixes in train count, or in the folds in the list `splits` ("": in any); of those,
 * the ones that fix_select_keys() took. Fails if there are none. Release with real_edits_release(),
 * also after a failure. */
int real_edits_read(struct real_edits *out, struct db *db, const char *language, const char *splits,
                    struct err *err);
void real_edits_release(struct real_edits *edits);
SCOPED_VALUE(real_edits, real_edits_release)

/* Finds the edits of a rule that change a token with this text ("": that insert one). Returns the
 * index of the first one in the list, and sets `n` to their number. */
size_t real_edits_of(const struct real_edits *edits, enum mutation_rule rule,
                     struct token_text from, size_t *n);

#endif
