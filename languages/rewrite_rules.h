/* Which names, operators, statements and comments of a language may be rewritten with the program
 * meaning the same: what augment/rewrite.h needs to know about it.
 *
 * Kinds and fields are those of the language's tree-sitter grammar; lists end with NULL, tables
 * with an entry whose first member is NULL. */
#ifndef LANGUAGES_REWRITE_RULES_H
#define LANGUAGES_REWRITE_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* Renaming variables. */
struct rename_rules {
    const char *const *builtins;   /* of all dialects: names that mean something unbound */
    const char *const *reflecting; /* names and attributes by which a program may look up names
                                            as text: where one stands nothing is renamed */
    const char *const *reflecting_kinds; /* statements that do */
    const char *const *evaluating;       /* functions that run text, but in `safe_dialect` */
    const char *safe_dialect;            /* its comprehensions have scopes of their own, too */
    const char *private_prefix;          /* names that classes change */
    const char *keyword_argument, *keyword_name; /* `f(name=1)`: a kind, and its field */
    const char *keyword_splat, *arguments;       /* `f(**names)`: a kind, and its parent */
    const char *echo, *echo_parent;              /* `f"{name=}"`: a kind that makes text of code */
    const char *const *ordinary_names;           /* new names */
};

struct mirrored_operator {
    const char *kind, *mirrored;
};

/* A child that is a condition: by its field, or by the kind of the token before it. */
struct condition_rule {
    const char *parent, *field, *previous;
};

/* Swapping the sides of a comparison. */
struct reorder_rules {
    const char *comparison;
    const struct condition_rule *conditions; /* of statements and of expressions */
    const char *const *connectives;          /* kinds that make a condition of other ones */
    const struct mirrored_operator *operators;
    const char *const *operands;  /* kinds of which sides may be made: they change nothing */
    const char *const *functions; /* builtins that change nothing */
    const char *const *filling;   /* names by which reading an item may add one */
    const char *const *calling;   /* names by which reading an attribute may run code */
    const char *subscript;
    const char *special_prefix;              /* ... and suffix of methods that operators call */
    const char *const *harmless_definitions; /* those that no comparison calls */
};

/* Swapping the branches of a conditional statement. */
struct mirror_rules {
    const char *statement, *condition, *alternative; /* a kind and two fields */
    const char *otherwise;                           /* kind of the one alternative */
    const char *opener;                              /* the token before each branch */
    const char *const *negation;                     /* tokens to go before a condition, */
    const char *const *negation_end;                 /* and behind it, to negate it */
    const char *const *ordered; /* statements that must stand before what they are about */
};

/* Deleting comments. */
struct comment_rules {
    const char *comment; /* a kind that ends with its line */
    bool (*is_kept)(const char *bytes, size_t length, size_t line); /* lines are counted from 1 */
};

struct rewrite_rules {
    const char *string;                /* a string, or in one with interpolations its text */
    const char *const *interpolations; /* code in strings */
    const char *const *self_reading;   /* names by which a program may read its own text, or the
                                          numbers of its lines */
    struct rename_rules rename;
    struct reorder_rules reorder;
    struct mirror_rules mirror;
    struct comment_rules comments;
};

#endif
