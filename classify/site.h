/* A token and its meaning at its place in the syntax tree. */
#ifndef CLASSIFY_SITE_H
#define CLASSIFY_SITE_H

#include "tokenize/difference.h"

struct site {
    struct token_text text;           /* of the token */
    const struct operator_rule *rule; /* NULL: not an operator */
    enum identifier_role role;        /* ROLE_NONE: not an identifier */
    enum literal_kind literal;        /* LITERAL_NONE: not a literal */
    bool is_operand;                  /* of an operator that has operands */
    bool is_called;                   /* the name of a called function or method */
    bool is_caller;                   /* the object of a method call */

    /* Set only if the language has rules for patterns */
    bool is_name;          /* a word that is not a keyword */
    bool is_third_operand; /* or a later one, of one operator: the c of a + b + c */
    bool is_postfix;       /* an operator after its operand */
    bool is_declared;      /* directly in a declaration */
    bool is_modifier;      /* `static` */
    bool is_array_size;    /* where an array is made */
    bool is_format;        /* the format of a call such as printf("%d", x) */
};

/* Returns the site of a token in a parsed program. */
struct site site_of(const struct program *program, size_t token);

/* The sites of the changed token in both programs of an edit. */
struct edit_sites {
    struct site before, after; /* of the token in the buggy program, and in the fixed one; empty if
                                * the token is not in this program */
};

/* Finds the sites of an edit. One of the programs may be unparsed if the changed token has the same
 * place in both trees (edit_keeps_tree); an inserted or deleted token is then the language's
 * negation. */
struct edit_sites edit_sites_of(const struct program *buggy, const struct program *fixed,
                                const struct token_edit *edit);

/* Returns the category of the token at this site; CATEGORY_OTHER if it has none. */
enum bug_category site_category(const struct site *site);

#endif
