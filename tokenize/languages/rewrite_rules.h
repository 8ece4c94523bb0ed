/* The names, operators and statements of a language that can be rewritten without a
 * change of the program's meaning. augment/rewrite.h uses these rules.
 *
 * Kinds and fields are those of the language's tree-sitter grammar. Lists end with NULL. Tables end
 * with an entry with NULL as its first member. */
#ifndef TOKENIZE_LANGUAGES_REWRITE_RULES_H
#define TOKENIZE_LANGUAGES_REWRITE_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* Renaming variables. */
struct rename_rules {
    const char *const *builtins;   /* of all dialects: names that mean something unbound */
    const char *const *reflecting; /* names and attributes with which a program may look up names
                                            as text: a program with one of them is not renamed */
    const char *const *reflecting_kinds; /* statements with the same effect */
    const char *const *evaluating;       /* functions that run text, except in `safe_dialect` */
    const char *safe_dialect;            /* its comprehensions also have scopes of their own */
    const char *private_prefix;          /* of names that classes change */
    const char *keyword_argument, *keyword_name; /* `f(name=1)`: a kind, and its field */
    const char *keyword_splat, *arguments;       /* `f(**names)`: a kind, and its parent */
    const char *echo, *echo_parent;    /* `f"{name=}"`: a kind that turns code into text */
    const char *const *ordinary_names; /* new names */
};

struct mirrored_operator {
    const char *kind, *mirrored;
};

/* A child that is a condition. Its field, or the kind of the token before it, decides. */
struct condition_rule {
    const char *parent, *field, *previous;
};

/* Swapping the sides of a comparison. */
struct condition_rules {
    const char *comparison;
    const struct condition_rule *conditions; /* of statements and of expressions */
    const char *const *connectives;          /* kinds that combine conditions into one */
    const struct mirrored_operator *operators;
    const char *const *operands;  /* kinds that the sides may contain: they change nothing */
    const char *const *functions; /* builtins that change nothing */
    const char *const *filling;   /* names with which reading an item may add one */
    const char *const *calling;   /* names with which reading an attribute may run code */
    const char *subscript;
    const char *special_prefix;              /* and suffix: of methods that operators call */
    const char *const *harmless_definitions; /* special methods that no comparison calls */
};

struct rewrite_rules {
    const char *string;                /* a string; in one with interpolations, its text */
    const char *const *interpolations; /* code in strings */
    const char *const *self_reading;   /* names with which a program may read its own text or its
                                          line numbers */
    struct rename_rules rename;
    struct condition_rules condition;
};

#endif
