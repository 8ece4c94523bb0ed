/* The names of categories, patterns and roles. */
#include "classify/classify.h"

#include <string.h>

static const char *const category_names[N_CATEGORIES] = {
    [CATEGORY_OTHER] = "other",
    [CATEGORY_VARIABLE_MISUSE] = "variable_misuse",
    [CATEGORY_BINARY_OPERATOR] = "binary_operator",
    [CATEGORY_COMPARISON_OPERATOR] = "comparison_operator",
    [CATEGORY_LOGICAL_OPERATOR] = "logical_operator",
    [CATEGORY_ASSIGNMENT_OPERATOR] = "assignment_operator",
    [CATEGORY_LITERAL] = "literal",
};

static const char *const pattern_names[N_PATTERNS] = {
    [PATTERN_WRONG_FUNCTION_NAME] = "WRONG_FUNCTION_NAME",
    [PATTERN_CHANGE_CONSTANT_TYPE] = "CHANGE_CONSTANT_TYPE",
    [PATTERN_CHANGE_NUMERIC_LITERAL] = "CHANGE_NUMERIC_LITERAL",
    [PATTERN_CHANGE_BOOLEAN_LITERAL] = "CHANGE_BOOLEAN_LITERAL",
    [PATTERN_CHANGE_ATTRIBUTE_USED] = "CHANGE_ATTRIBUTE_USED",
    [PATTERN_CHANGE_KEYWORD_ARGUMENT_USED] = "CHANGE_KEYWORD_ARGUMENT_USED",
    [PATTERN_SAME_FUNCTION_WRONG_CALLER] = "SAME_FUNCTION_WRONG_CALLER",
    [PATTERN_CHANGE_BINARY_OPERATOR] = "CHANGE_BINARY_OPERATOR",
    [PATTERN_CHANGE_UNARY_OPERATOR] = "CHANGE_UNARY_OPERATOR",
    [PATTERN_CHANGE_OPERAND] = "CHANGE_OPERAND",
    [PATTERN_CHANGE_IDENTIFIER_USED] = "CHANGE_IDENTIFIER_USED",
    [PATTERN_CHANGE_STRING_LITERAL] = "CHANGE_STRING_LITERAL",
    [PATTERN_SINGLE_TOKEN] = "SINGLE_TOKEN",
    [PATTERN_SWAP_ARGUMENTS] = "SWAP_ARGUMENTS",
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

const char *sstub_pattern_name(enum sstub_pattern pattern)
{
    return pattern_names[pattern];
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
