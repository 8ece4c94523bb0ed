/* A program with the facts that are needed before a change: its names, and where they occur. */
#ifndef AUGMENT_SUBJECT_H
#define AUGMENT_SUBJECT_H

#include "tokenize/scope.h"
#include "base/table.h"
#include "languages/rewrite_rules.h"

/* Where a node is, as a bit set. */
enum subject_place {
    PLACE_IN_TEXT = 1, /* in code inside a string */
    PLACE_IN_ECHO = 2, /* in code inside a string that is also printed as text: f"{a=}" */
};

struct subject {
    const struct language *language;
    const struct program *program; /* borrowed */
    const char *dialect;           /* as in classify/dialect.h; may be NULL */
    struct scopes scopes;
    ARRAY(uint32_t) node_tokens; /* by node: its token, or SCOPES_NONE */
    ARRAY(unsigned char) places; /* by node: enum subject_place */
    struct table names;          /* all identifiers, including attributes */
    struct table text_words;     /* all words in strings */
    struct table attributes;     /* identifiers that are not variables */
    bool has_foreign_name;       /* a name contains a non-ASCII character: interpreters may treat
                                  * two spellings as one name */
};

/* Reads a tokenized program. Its language must have rules for rewrites, and it must outlive the
 * subject. `subject` must be zero before the first use; its memory is reused. */
void subject_read(struct subject *subject, const struct program *program, const char *dialect);
void subject_release(struct subject *subject);

/* Whether one of the names in a NULL-terminated list occurs in the program. */
bool subject_has_name(const struct subject *subject, const char *const *list);

/* Returns the number of a text in a table, or TABLE_NONE. */
int64_t subject_find(const struct table *table, struct token_text text);

/* Returns the node's text. */
struct token_text subject_text(const struct subject *subject, uint32_t node);

#endif
