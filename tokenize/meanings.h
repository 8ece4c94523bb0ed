/* What the names of a program mean: values or types. Only declarations in the program count, and
 * lists of the standard library. */
#ifndef TOKENIZE_MEANINGS_H
#define TOKENIZE_MEANINGS_H

#include "tokenize/lexer.h"
#include "tokenize/tree.h"

/* A tree with its text, of a language that has rules for readings. Borrowed. */
struct named_tree {
    struct syntax_tree *tree;
    const char *source;
    uint32_t length;       /* bytes */
    const uint32_t *flags; /* of the kinds (syntax_parser_flags) */
};

enum meaning {
    MEANING_UNKNOWN,
    MEANING_VALUE,    /* a variable, a constant, a function */
    MEANING_TEMPLATE, /* a function with template parameters */
    MEANING_TYPE,     /* or a class with template parameters */
};

struct declared_name {
    struct token_text name;
    uint32_t from, to; /* bytes where it is known */
    enum meaning meaning;
    struct token_text alias; /* of a macro: means the same as this name; without text: none */
};

/* All zero before the first use. Later uses reuse its memory. */
struct meanings {
    const struct named_tree *named; /* borrowed */
    ARRAY(struct declared_name) names;
};

/* Finds the declarations in a tree. */
void meanings_find(struct meanings *meanings, const struct named_tree *named);

/* Returns the meaning of a name at a byte: that of the innermost declaration that is known there.
 * If there is none (a macro declares it, or a class whose member is used elsewhere), that of all
 * declarations of the name. */
enum meaning meanings_of(const struct meanings *meanings, struct token_text name, uint32_t byte);

void meanings_release(struct meanings *meanings);
SCOPED_VALUE(meanings, meanings_release)

#endif
