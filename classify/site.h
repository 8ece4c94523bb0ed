/* A token and its meaning at its place in the syntax tree. Internal to classify/. */
#ifndef CLASSIFY_SITE_H
#define CLASSIFY_SITE_H

#include "tokenize/program.h"

struct site {
    struct token_text text;           /* of the token */
    const struct operator_rule *rule; /* NULL: not an operator */
    enum identifier_role role;        /* ROLE_NONE: not an identifier */
    enum literal_kind literal;        /* LITERAL_NONE: not a literal */
    bool is_operand;                  /* of an operator that has operands */
    bool is_called;                   /* the name of a called function or method */
    bool is_caller;                   /* the object of a method call */
};

/* Returns the site of a token. */
struct site site_of(const struct program *program, size_t token);

/* Returns the category of the token at this site; CATEGORY_OTHER if it has none. */
enum bug_category site_category(const struct site *site);

#endif
