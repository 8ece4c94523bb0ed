/* The token changes that mutants of a language may make: BugLab's rewrites, as a table.
 *
 * The rewrites follow Allamanis, Jackson-Flux, Brockschmidt, "Self-supervised bug detection and
 * repair", NeurIPS 2021, and the published code of that paper. Kinds and fields are those of the
 * language's tree-sitter grammar. Lists end with NULL. Tables end with an entry with NULL or
 * MUTATE_NOTHING as its first member. */
#ifndef TOKENIZE_LANGUAGES_MUTATION_RULES_H
#define TOKENIZE_LANGUAGES_MUTATION_RULES_H

#include "tokenize/languages/language.h"

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

#endif
