/* Go (grammar: tree-sitter-go). Tokens are those of go/scanner: after a name, a literal and some
 * keywords and signs, a line end is a semicolon (The Go Programming Language Specification,
 * "Semicolons"). */
#include "tokenize/languages/c_family.h"

#include <string.h>

const struct TSLanguage *tree_sitter_go(void);

static const char *const skipped_kinds[] = {"comment", NULL};
static const char *const form[] = {",", ";", ":", ".", NULL};

static const struct string_form strings[] = {
    {.quote = "\""}, {.quote = "`", .has_lines = true, .is_raw = true}, {.quote = "'"}, {0}};
static const struct string_prefix prefixes[] = {{0}};

static const char *const compounds[] = {"<<=", ">>=", "&^=", "...", "&&", "||", "<-", "++", "--",
                                        "==",  "!=",  "<=",  ">=",  ":=", "+=", "-=", "*=", "/=",
                                        "%=",  "&=",  "|=",  "^=",  "<<", ">>", "&^", NULL};
static const char *const joined[] = {NULL};

static const char *const keywords[] = {
    "break",     "case", "chan", "const",   "continue", "default",     "defer",  "else",
    "false",     "for",  "func", "go",      "goto",     "fallthrough", "if",     "import",
    "interface", "map",  "nil",  "package", "range",    "return",      "select", "struct",
    "switch",    "true", "type", "var",     NULL};
static const char *const constants[] = {"nil", "true", "false", NULL};
static const char *const line_enders[] = {"break", "continue", "fallthrough", "return", "nil",
                                          "true",  "false",    "++",          "--",     ")",
                                          "]",     "}",        NULL};

static const char *const classes[] = {"struct", "interface", NULL};
static const char *const functions[] = {"func", NULL};
static const char *const imports[] = {"import", "package", NULL};
static const char *const import_all[] = {"package", NULL};
static const char *const after_bodies[] = {"else", NULL};

/* A range clause and a select also assign. */
static const struct operator_rule operators[] = {
    {"binary_expression", "&&", CATEGORY_LOGICAL_OPERATOR, true, false},
    {"binary_expression", "||", CATEGORY_LOGICAL_OPERATOR, true, false},
    {"binary_expression", "<", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "<=", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", ">", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", ">=", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "==", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "!=", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", NULL, CATEGORY_BINARY_OPERATOR, true, false},
    {"unary_expression", "!", CATEGORY_LOGICAL_OPERATOR, false, true},
    {"unary_expression", NULL, CATEGORY_OTHER, false, true},
    {"assignment_statement", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"short_var_declaration", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"inc_statement", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, true},
    {"dec_statement", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, true},
    {"var_spec", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"const_spec", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"range_clause", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"range_clause", ":=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"receive_statement", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"receive_statement", ":=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {0},
};

static const char *const calculations[] = {"+", "-", "*",  "/",  "%",  "&",
                                           "|", "^", "<<", ">>", "&^", NULL};
static const char *const logic[] = {"&&", "||", "!", NULL};
static const char *const assignments[] = {"=",  ":=", "+=",  "-=",  "*=",  "/=", "%=", "&=",
                                          "|=", "^=", "<<=", ">>=", "&^=", "++", "--", NULL};

static const struct literal_rule literals[] = {
    {"int_literal", LITERAL_INTEGER},
    {"float_literal", LITERAL_FLOAT},
    {"imaginary_literal", LITERAL_FLOAT},
    {"rune_literal", LITERAL_CHARACTER},
    {"interpreted_string_literal", LITERAL_STRING},
    {"raw_string_literal", LITERAL_STRING},
    {"true", LITERAL_BOOLEAN},
    {"false", LITERAL_BOOLEAN},
    {"nil", LITERAL_NULL},
    {0},
};

static const struct number_type number_types[] = {
    {"", false, NUMBER_INTEGER, 0, false},
    {"", true, NUMBER_DOUBLE, 0, false},
    {"i", false, NUMBER_IMAGINARY, 0, false},
    {"i", true, NUMBER_IMAGINARY, 0, false},
    {0},
};
static const struct escape_code escape_codes[] = {{'x', 2, 2, false, BRACED_NONE},
                                                  {'u', 4, 4, true, BRACED_NONE},
                                                  {'U', 8, 8, true, BRACED_NONE},
                                                  {0}};

/* int64(x) is a call to the grammar. */
static const char *const types[] = {
    "bool", "byte",  "complex64", "complex128", "error",  "float32", "float64",
    "int",  "int8",  "int16",     "int32",      "int64",  "rune",    "string",
    "uint", "uint8", "uint16",    "uint32",     "uint64", "uintptr", NULL};

/* The grammar does not tell the package in `fmt.Println` from a variable. */
static const struct role_rule roles[] = {
    {.parent = "call_expression", .field = "function", .words = types, .role = ROLE_TYPE},
    {.parent = "call_expression", .field = "function", .role = ROLE_FUNCTION},
    {.parent = "parameter_declaration", .field = "name", .role = ROLE_PARAMETER},
    {.parent = "variadic_parameter_declaration", .field = "name", .role = ROLE_PARAMETER},
    {.parent = "var_spec", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "const_spec", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "expression_list", .after = ":=", .role = ROLE_DEFINITION},
    {.parent = "function_declaration", .role = ROLE_DEFINITION},
    {.parent = "type_parameter_declaration", .role = ROLE_DEFINITION},
    {.kind = "field_identifier", .parent = "method_declaration", .role = ROLE_DEFINITION},
    {.kind = "field_identifier", .parent = "method_elem", .role = ROLE_DEFINITION},
    {.kind = "field_identifier", .parent = "field_declaration", .role = ROLE_DEFINITION},
    {.kind = "field_identifier", .role = ROLE_ATTRIBUTE},
    {.kind = "label_name", .role = ROLE_DEFINITION},
    {.kind = "package_identifier", .role = ROLE_IMPORT},
    {.kind = "type_identifier", .parent = "type_spec", .field = "name", .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .parent = "type_alias", .field = "name", .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .role = ROLE_TYPE},
    {0},
};

static const char *const declarations[] = {
    "var_spec", "const_spec", "type_spec", "function_declaration", "method_declaration", NULL};
static const char *const array_sizes[] = {"array_type", NULL};
static const char *const format_functions[] = {"Printf", "Sprintf", "Fprintf", "Errorf", "Fatalf",
                                               "Scanf",  "Sscanf",  "Fscanf",  NULL};
static const struct pattern_rules patterns = {
    .own_first = true,
    .declarations = declarations,
    .array_sizes = array_sizes,
    .array_field = "length",
    .arguments = "argument_list",
    .format_functions = format_functions,
};

static const char *const statements[] = {"panic", NULL};
static const char *const printers[] = {"print", "fprint.", "write", NULL};
static const struct region_rules regions = {
    .statements = statements,
    .printers = printers,
    .asserting = usual_asserting,
    .checking = usual_checking,
};

/* Whether a comment is for the compiler: //go:embed, //go:build. */
static bool keeps_comment(const char *bytes, size_t length, size_t line)
{
    (void)line;
    return length > 5 && memcmp(bytes, "//go:", 5) == 0;
}

static const char *const judge_words[] = {"go", "golang", NULL};
static const struct dialect_rules dialects = {.names = NULL};

const struct language language_go = {
    .name = "go",
    .codenet_name = "Go",
    .judge_words = judge_words,
    .extension = "go",
    .grammar_name = "tree-sitter-go",
    .grammar_version = GRAMMAR_VERSION_go,
    .grammar = tree_sitter_go,
    .skipped_kinds = skipped_kinds,
    .tokens =
        {
            .comments = c_comments,
            .keeps_comment = keeps_comment,
            .strings = strings,
            .prefixes = prefixes,
            .escape = '\\',
            .numbers = {.is_preprocessing = true, .separator = '_'},
            .signs = "()[]{},:;.+-*/%&|^~<>=!",
            .compounds = compounds,
            .joined = joined,
            .opening = "([{",
            .closing = ")]}",
            .line_enders = line_enders,
            .keywords = keywords,
            .constants = constants,
            .insertable = c_insertable,
            .form = form,
        },
    .parts =
        {
            .classes = classes,
            .imports = imports,
            .import_all = import_all,
            .functions = functions,
            .after_bodies = after_bodies,
            .labels = c_labels,
        },
    .roles =
        {
            .identifier_kind = "identifier",
            .call_kind = "call_expression",
            .call_function_field = "function",
            .attribute_kind = "selector_expression",
            .attribute_object_field = "operand",
            .attribute_name_field = "field",
            .rules = roles,
        },
    .categories =
        {
            .operators = operators,
            .literals = literals,
            .texts = {[CATEGORY_BINARY_OPERATOR] = calculations,
                      [CATEGORY_COMPARISON_OPERATOR] = c_comparisons,
                      [CATEGORY_LOGICAL_OPERATOR] = logic,
                      [CATEGORY_ASSIGNMENT_OPERATOR] = assignments},
            .number = c_read_number,
        },
    .values =
        {
            .numbers = number_types,
            .has_octal = true,
            .character = '\'',
            .escapes = "a\ab\bf\fn\nr\rt\tv\v\\\\''\"\"",
            .codes = escape_codes,
            .max_octal = 0377,
            .units = UNITS_UTF8,
        },
    .dialects = &dialects,
    .patterns = &patterns,
    .regions = &regions,
};
