/* A program with what must be known before it is changed: its names, and where they stand. */
#ifndef AUGMENT_SUBJECT_H
#define AUGMENT_SUBJECT_H

#include "augment/scope.h"
#include "base/table.h"
#include "languages/rewrite_rules.h"

/* Where a node stands, as a bit set. */
enum subject_place {
    PLACE_IN_TEXT = 1, /* code inside a string */
    PLACE_IN_ECHO = 2, /* such code that is text as well: f"{a=}" */
};

struct subject {
    const struct language *language;
    const struct program *program; /* borrowed */
    const char *dialect;           /* as classify/dialect.h tells it; may be NULL */
    struct scopes scopes;
    ARRAY(uint32_t) node_tokens; /* by node: its token, SCOPES_NONE for none */
    ARRAY(unsigned char) places; /* by node: enum subject_place */
    struct table names;          /* all identifiers, attributes among them */
    struct table text_words;     /* all words in strings */
    struct table attributes;     /* identifiers that are no variables */
    bool has_foreign_name;       /* one with a character that is no ASCII: interpreters may take two
                                     spellings for one name */
};

/* Reads a tokenized program, whose language has rules for rewrites, and which must outlive the
 * subject. Zero `subject` before the first use; its memory is reused. */
void subject_read(struct subject *subject, const struct program *program, const char *dialect);
void subject_release(struct subject *subject);

/* Whether one of the names in the list (NULL-terminated) stands in the program. */
bool subject_has_name(const struct subject *subject, const char *const *list);

/* The number of a text in a table, or TABLE_NONE. */
int64_t subject_find(const struct table *table, struct token_text text);

/* The node's text. */
struct token_text subject_text(const struct subject *subject, uint32_t node);

#endif
