/* A token and what its place in the syntax tree makes of it. Internal to classify/. */
#ifndef CLASSIFY_SITE_H
#define CLASSIFY_SITE_H

#include "tokenize/program.h"

struct site {
    struct token_text text;           /* of the token */
    const struct operator_rule *rule; /* the operator that it is, NULL for none */
    enum identifier_role role;        /* ROLE_NONE for no identifier */
    enum literal_kind literal;        /* LITERAL_NONE for no literal */
    bool is_operand;                  /* of an operator that has operands */
    bool is_called;                   /* name of a called function or method */
    bool is_caller;                   /* object whose method is called */
};

struct site site_of(const struct program *program, size_t token);

/* The category whose kind of token stands here; CATEGORY_OTHER for none. */
enum bug_category site_category(const struct site *site);

#endif
