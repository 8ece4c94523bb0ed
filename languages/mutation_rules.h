/* Which tokens of a language a mutant may change into which: BugLab's rewrites, as a table.
 *
 * Allamanis, Jackson-Flux, Brockschmidt, "Self-supervised bug detection and repair", NeurIPS
 * 2021, and its published code. Kinds and fields are those of the language's tree-sitter
 * grammar; lists end with NULL, tables with an entry whose first member is NULL, or
 * MUTATE_NOTHING. */
#ifndef LANGUAGES_MUTATION_RULES_H
#define LANGUAGES_MUTATION_RULES_H

#include "languages/language.h"

/* The six categories of bugs in their order, and one that changes more than one token. */
enum mutation_rule {
    MUTATE_VARIABLE_MISUSE,
    MUTATE_BINARY_OPERATOR,
    MUTATE_COMPARISON_OPERATOR,
    MUTATE_LOGICAL_OPERATOR,
    MUTATE_ASSIGNMENT_OPERATOR,
    MUTATE_LITERAL,
    MUTATE_ARGUMENT_SWAP,
    N_MUTATION_RULES,
    MUTATE_NOTHING = -1,
};

/* The category of a rule's mutants: CATEGORY_OTHER for swapped arguments. */
enum bug_category mutation_rule_category(enum mutation_rule rule);

/* The rule of a category; MUTATE_NOTHING for CATEGORY_OTHER. */
enum mutation_rule mutation_rule_of(enum bug_category category);

/* Its name: the category's, or argument_swap. */
const char *mutation_rule_name(enum mutation_rule rule);

/* A token of `from`, whose node and parent are of these kinds (NULL matches any), may become any
 * other of `to`. The first entry that matches decides. */
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
    const char *const *assignments; /* kinds: none of them becomes another one inside another one */
    const char *const *augmentable; /* kinds of targets that may be added to */
    const char *target_field, *value_field, *type_field; /* of an assignment */
    const struct field_rule *defaults; /* values of parameters: literals in them stay */

    /* `not` is added before, and taken from, what stands in these fields, if it is of these kinds.
     */
    const struct field_rule *tests;
    const char *const *negatable;
    const char *negation_kind, *negation_field; /* of the node with `not`; of what is negated */
    const char *negation;                       /* the word */

    const char *receiver;               /* a name that is never mistaken: `self` */
    const char *arguments_kind;         /* of a call */
    const char *const *named_arguments; /* kinds of arguments that are not told by their place */
};

#endif
