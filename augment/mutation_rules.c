/* See mutation_rules.h. The categories stand in the order of the rules, CATEGORY_OTHER first. */
#include "augment/mutation_rules.h"

enum bug_category mutation_rule_category(enum mutation_rule rule)
{
    return rule == MUTATE_ARGUMENT_SWAP ? CATEGORY_OTHER : (enum bug_category)(rule + 1);
}

enum mutation_rule mutation_rule_of(enum bug_category category)
{
    return category == CATEGORY_OTHER ? MUTATE_NOTHING : (enum mutation_rule)(category - 1);
}

const char *mutation_rule_name(enum mutation_rule rule)
{
    return rule == MUTATE_ARGUMENT_SWAP ? "argument_swap"
                                        : bug_category_name(mutation_rule_category(rule));
}
