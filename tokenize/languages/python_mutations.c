/* Mutants of Python: the tokens that may replace each other. Of the numbers from -2 to 2, only 0, 1
 * and 2 are exchanged, because a minus sign is a separate token. */
#include "tokenize/languages/mutation_rules.h"

static const char *const arithmetic[] = {"+",  "-",  "*", "/", "//", "%", "**",
                                         "<<", ">>", "@", "|", "&",  "^", NULL};
static const char *const order[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
static const char *const membership[] = {"in", "not in", NULL};
static const char *const identity[] = {"is", "is not", NULL};
static const char *const logic[] = {"and", "or", NULL};
static const char *const plain_assignment[] = {"=", NULL};
static const char *const augmented[] = {
    "+=", "-=", "*=", "/=", "//=", "%=", "**=", "<<=", ">>=", "@=", "|=", "&=", "^=", NULL};
static const char *const assignments[] = {
    "=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "<<=", ">>=", "@=", "|=", "&=", "^=", NULL};
static const char *const numbers[] = {"0", "1", "2", NULL};
static const char *const signed_numbers[] = {"1", "2", NULL};
static const char *const truths[] = {"True", "False", NULL};

static const struct exchange_rule exchanges[] = {
    {MUTATE_BINARY_OPERATOR, "binary_operator", NULL, arithmetic, arithmetic, false},
    {MUTATE_COMPARISON_OPERATOR, "comparison_operator", NULL, order, order, false},
    {MUTATE_COMPARISON_OPERATOR, "comparison_operator", NULL, membership, membership, false},
    {MUTATE_COMPARISON_OPERATOR, "comparison_operator", NULL, identity, identity, false},
    {MUTATE_LOGICAL_OPERATOR, "boolean_operator", NULL, logic, logic, false},
    {MUTATE_ASSIGNMENT_OPERATOR, "augmented_assignment", NULL, augmented, assignments, false},
    {MUTATE_ASSIGNMENT_OPERATOR, "assignment", NULL, plain_assignment, augmented, true},
    {MUTATE_LITERAL, "unary_operator", "integer", signed_numbers, signed_numbers, false},
    {MUTATE_LITERAL, NULL, "integer", numbers, numbers, false},
    {MUTATE_LITERAL, NULL, "true", truths, truths, false},
    {MUTATE_LITERAL, NULL, "false", truths, truths, false},
    {MUTATE_NOTHING, NULL, NULL, NULL, NULL, false},
};

static const char *const assignment_kinds[] = {"assignment", "augmented_assignment", NULL};
static const char *const augmentable[] = {"identifier", "attribute", "subscript", NULL};

static const struct field_rule defaults[] = {
    {"default_parameter", "value"}, {"typed_default_parameter", "value"}, {0}};

static const struct field_rule tests[] = {
    {"if_statement", "condition"}, {"elif_clause", "condition"},  {"while_statement", "condition"},
    {"boolean_operator", "left"},  {"boolean_operator", "right"}, {0},
};

static const char *const negatable[] = {"identifier", "call", NULL};

const struct mutation_rules mutation_rules_python = {
    .exchanges = exchanges,
    .assignments = assignment_kinds,
    .augmentable = augmentable,
    .target_field = "left",
    .value_field = "right",
    .type_field = "type",
    .defaults = defaults,
    .tests = tests,
    .negatable = negatable,
    .negation_kind = "not_operator",
    .negation_field = "argument",
    .negation = "not",
    .receiver = "self",
};
