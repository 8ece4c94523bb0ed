/* The names of categories, patterns and roles are those of the database and of the exports. */
#include "classify/classify.h"
#include "tests/support/test.h"

TEST(names__of_categories)
{
    static const char *const names[] = {
        "other",
        "variable_misuse",
        "binary_operator",
        "comparison_operator",
        "logical_operator",
        "assignment_operator",
        "literal",
        "type",
    };
    assert_int_equal(N_ITEMS(names), N_CATEGORIES);
    for (int i = 0; i < N_CATEGORIES; i++) {
        assert_string_equal(bug_category_name((enum bug_category)i), names[i]);
        assert_int_equal(bug_category_find(names[i]), i);
    }
}

TEST(names__of_no_category_find_nothing)
{
    static const char *const names[] = {
        "", "Other", "literals", "liter", "variable misuse", "BINARY_OPERATOR", " other",
    };
    for (size_t i = 0; i < N_ITEMS(names); i++)
        assert_int_equal(bug_category_find(names[i]), -1);
}

TEST(names__of_patterns)
{
    static const char *const names[] = {
        "WRONG_FUNCTION_NAME",
        "CHANGE_CONSTANT_TYPE",
        "CHANGE_NUMERIC_LITERAL",
        "CHANGE_BOOLEAN_LITERAL",
        "CHANGE_ATTRIBUTE_USED",
        "CHANGE_KEYWORD_ARGUMENT_USED",
        "SAME_FUNCTION_WRONG_CALLER",
        "CHANGE_BINARY_OPERATOR",
        "CHANGE_UNARY_OPERATOR",
        "CHANGE_OPERAND",
        "CHANGE_IDENTIFIER_USED",
        "CHANGE_STRING_LITERAL",
        "DIFFERENT_METHOD_SAME_ARGS",
        "CHANGE_CALLER_IN_FUNCTION_CALL",
        "SWAP_BOOLEAN_LITERAL",
        "CHANGE_NUMERAL",
        "CHANGE_OPERATOR",
        "CHANGE_MODIFIER",
        "CHANGE_IDENTIFIER",
        "CHANGE_FORMAT_STRING",
        "CHANGE_ARRAY_SIZE",
        "CHANGE_INCREMENT",
        "CHANGE_TYPE",
        "SWAP_ASSIGNMENT_EQUALITY",
        "SINGLE_TOKEN",
    };
    assert_int_equal(N_ITEMS(names), N_PATTERNS);
    for (int i = 0; i < N_PATTERNS; i++)
        assert_string_equal(sstub_pattern_name(i), names[i]);
}

TEST(names__of_roles)
{
    static const struct {
        enum identifier_role role;
        const char *name;
    } roles[] = {
        {ROLE_VARIABLE, "variable"},   {ROLE_FUNCTION, "function"},
        {ROLE_ATTRIBUTE, "attribute"}, {ROLE_KEYWORD_ARGUMENT, "keyword_argument"},
        {ROLE_PARAMETER, "parameter"}, {ROLE_IMPORT, "import"},
        {ROLE_TYPE, "type"},           {ROLE_DEFINITION, "definition"},
    };
    assert_int_equal(N_ITEMS(roles) + 1, N_ROLES);
    assert_null(identifier_role_name(ROLE_NONE));
    for (size_t i = 0; i < N_ITEMS(roles); i++)
        assert_string_equal(identifier_role_name(roles[i].role), roles[i].name);
}
