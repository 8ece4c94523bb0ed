/* The names of categories, roles and mutation rules. The rules are in the order of the categories
 * after CATEGORY_OTHER, which is the first category. */
#include "languages/mutation_rules.h"

#include <string.h>

static const char *const category_names[N_CATEGORIES] = {
    [CATEGORY_OTHER] = "other",
    [CATEGORY_VARIABLE_MISUSE] = "variable_misuse",
    [CATEGORY_BINARY_OPERATOR] = "binary_operator",
    [CATEGORY_COMPARISON_OPERATOR] = "comparison_operator",
    [CATEGORY_LOGICAL_OPERATOR] = "logical_operator",
    [CATEGORY_ASSIGNMENT_OPERATOR] = "assignment_operator",
    [CATEGORY_LITERAL] = "literal",
    [CATEGORY_TYPE] = "type",
};

static const char *const role_names[N_ROLES] = {
    [ROLE_NONE] = NULL,
    [ROLE_VARIABLE] = "variable",
    [ROLE_FUNCTION] = "function",
    [ROLE_ATTRIBUTE] = "attribute",
    [ROLE_KEYWORD_ARGUMENT] = "keyword_argument",
    [ROLE_PARAMETER] = "parameter",
    [ROLE_IMPORT] = "import",
    [ROLE_TYPE] = "type",
    [ROLE_DEFINITION] = "definition",
};

const char *bug_category_name(enum bug_category category)
{
    return category_names[category];
}

const char *identifier_role_name(enum identifier_role role)
{
    return role_names[role];
}

int bug_category_find(const char *name)
{
    for (int category = 0; category < N_CATEGORIES; category++)
        if (strcmp(category_names[category], name) == 0)
            return category;
    return -1;
}

enum bug_category mutation_rule_category(enum mutation_rule rule)
{
    return rule == MUTATE_ARGUMENT_SWAP ? CATEGORY_OTHER : (enum bug_category)(rule + 1);
}

enum mutation_rule mutation_rule_of(enum bug_category category)
{
    bool has_rule = category != CATEGORY_OTHER && category <= CATEGORY_LITERAL;
    return has_rule ? (enum mutation_rule)(category - 1) : MUTATE_NOTHING;
}

const char *mutation_rule_name(enum mutation_rule rule)
{
    return rule == MUTATE_ARGUMENT_SWAP ? "argument_swap"
                                        : bug_category_name(mutation_rule_category(rule));
}
