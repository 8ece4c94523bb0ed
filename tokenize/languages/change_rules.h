/* What is known about a language for changing its programs, as tables: the scopes and where names
 * are bound (tokenize/scope.h), the token changes of mutants (augment/mutate.h), and what can be
 * rewritten without a change of the program's meaning (augment/rewrite.h).
 *
 * Kinds and fields are those of the language's tree-sitter grammar. Lists end with NULL. Tables end
 * with an entry with NULL or MUTATE_NOTHING as its first member. */
#ifndef TOKENIZE_LANGUAGES_CHANGE_RULES_H
#define TOKENIZE_LANGUAGES_CHANGE_RULES_H

#include "tokenize/languages/language.h"

#include <stdbool.h>

/* ---- Scopes ---- */

enum scope_kind {
    SCOPE_MODULE,
    SCOPE_FUNCTION,
    SCOPE_LAMBDA,
    SCOPE_CLASS,
    SCOPE_COMPREHENSION,
    SCOPE_LEAKING, /* a comprehension that has no scope of its own in some dialects */
};

/* How a variable is bound, as a bit set. */
enum variable_binding {
    BINDING_ASSIGNED = 1 << 0, /* also `+=` and an annotation without a value */
    BINDING_PARAMETER = 1 << 1,
    BINDING_LOOP = 1 << 2,
    BINDING_COMPREHENSION = 1 << 3, /* target of a comprehension's `for` */
    BINDING_WITH = 1 << 4,
    BINDING_EXCEPTION = 1 << 5, /* except ... as */
    BINDING_IMPORT = 1 << 6,
    BINDING_FUNCTION = 1 << 7,
    BINDING_CLASS = 1 << 8,
    BINDING_MATCH = 1 << 9, /* captured by a pattern of `case` */
    BINDING_DELETED = 1 << 10,
};

/* A kind of node that opens a scope. */
struct scope_rule {
    const char *node;
    enum scope_kind kind;
    const char *inside[3]; /* the fields that are in the scope; first one NULL: all children */
    bool hides_names;      /* names that it binds are not visible in the scopes inside it */
};

/* The effect of a name at its place. */
enum name_effect {
    NAME_READ,
    NAME_WRITTEN,
    NAME_READ_AND_WRITTEN,
    NAME_GLOBAL, /* declared as the module's */
    NAME_OUTER,  /* declared as a variable of an enclosing function */
    NAME_NONE,   /* not a variable: an attribute, the name of an argument */
};

/* The scope of a child, relative to its parent's. */
enum name_place {
    PLACE_HERE,             /* the parent's scope */
    PLACE_OUTSIDE,          /* the enclosing scope: the value of a parameter */
    PLACE_OUTSIDE_OF_FIRST, /* the enclosing scope if the parent is the first of its kind in the
                             * scope */
    PLACE_ASSIGNMENT,       /* names are bound in the nearest scope that is not a comprehension */
};

/* The effect of the names in a child. It depends on the kind of its parent, its field in the
 * parent, the kind of its grandparent, and the kind of the sibling before it. NULL matches
 * anything. The first rule that matches decides. All rules of one parent are together. */
struct name_rule {
    const char *parent, *field, *grandparent, *previous;
    bool is_alone; /* the child has no sibling */
    enum name_effect effect;
    unsigned binding; /* enum variable_binding */
    enum name_place place;
};

struct scope_rules {
    const struct scope_rule *scopes; /* the first is that of the root */
    const struct name_rule *names;
    const char *const *patterns; /* kinds whose children have the same effect as the node: a tuple
                                    of targets. In all other kinds, names are read */
    const char *wildcard_import; /* binds names that the program does not list */
    const char *const *binders;  /* words and signs of lines that bind names */
};

/* ---- Mutants ----
 *
 * BugLab's rewrites: Allamanis, Jackson-Flux, Brockschmidt, "Self-supervised bug detection and
 * repair", NeurIPS 2021, and the published code of that paper. */

/* The six categories of bugs, in their order. */
enum mutation_rule {
    MUTATE_VARIABLE_MISUSE,
    MUTATE_BINARY_OPERATOR,
    MUTATE_COMPARISON_OPERATOR,
    MUTATE_LOGICAL_OPERATOR,
    MUTATE_ASSIGNMENT_OPERATOR,
    MUTATE_LITERAL,
    N_MUTATION_RULES,
    MUTATE_NOTHING = -1,
};

/* Returns the category of a rule's mutants. */
enum bug_category mutation_rule_category(enum mutation_rule rule);

/* Returns the rule of a category; MUTATE_NOTHING for CATEGORY_OTHER and CATEGORY_TYPE. */
enum mutation_rule mutation_rule_of(enum bug_category category);

/* Returns the name of a rule, which is that of its category. */
const char *mutation_rule_name(enum mutation_rule rule);

/* A token of `from` may become any other token of `to`, if its node and parent are of these kinds
 * (NULL matches any). The first entry that matches decides. */
struct exchange_rule {
    enum mutation_rule rule;
    const char *parent, *kind;
    const char *const *from, *const *to;
    bool wants_bound_target; /* the parent assigns to one name, which is bound on an earlier line */
};

/* A field of a kind of node. */
struct field_rule {
    const char *node, *field;
};

struct mutation_rules {
    const struct exchange_rule *exchanges;
    const char *const *assignments; /* kinds; if one is inside another, neither operator changes */
    const char *const *augmentable; /* kinds of targets that may be added to */
    const char *target_field, *value_field, *type_field; /* of an assignment */
    const struct field_rule *defaults; /* values of parameters: literals in them do not change */

    /* `not` may be added before a node, or removed from it, if it is in one of the fields `tests`
     * and of one of the kinds `negatable`. */
    const struct field_rule *tests;
    const char *const *negatable;
    const char *negation_kind, *negation_field; /* of the node with `not`; of its operand */
    const char *negation;                       /* the word */

    const char *receiver; /* a name excluded from variable misuse: `self` */
};

/* ---- Rewrites ---- */

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
    const char *echo;                  /* `f"{name=}"`: a kind that turns code into text */
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
