/* Python 2 and 3 (grammar: tree-sitter-python, which reads both). */
#include "languages/runtime.h"
#include "base/mem.h"
#include "languages/language.h"
#include "languages/python_encoding.h"

#include <stdlib.h>
#include <string.h>

const struct TSLanguage *tree_sitter_python(void);

extern const struct dialect_rules dialect_rules_python;
extern const struct scope_rules scope_rules_python;
extern const struct mutation_rules mutation_rules_python;
extern const struct rewrite_rules rewrite_rules_python;

static const char *const skipped_kinds[] = {"comment", "line_continuation", NULL};
static const char *const imports[] = {"import", "from", NULL};
static const char *const import_all[] = {"*", NULL};
static const char *const functions[] = {"def", NULL};
static const char *const classes[] = {"class", NULL};
static const char *const modifiers[] = {"async", NULL};
static const struct line_rule lines[] = {
    {"elif", "if 1: pass\n", NULL, false},
    {"else", "if 1: pass\n", NULL, false},
    {"try", NULL, "\nfinally: pass", false},
    {"except", "try: pass\n", NULL, false},
    {"finally", "try: pass\n", NULL, false},
    {"@", NULL, "\ndef a(): pass", false},
    {"match", NULL, NULL, true},
    {"case", "match 1:\n ", NULL, true},
    {0},
};
static const char *const form[] = {",", ":", ";", ".", "->", NULL};
static const char *const insertable[] = {"not", NULL};

static const struct comment_form comments[] = {{"#", NULL}, {0}};

static const struct string_form strings[] = {
    {"\"\"\"", true}, {"'''", true}, {"\"", false}, {"'", false}, {0},
};

/* ur"..." is Python 2. */
static const struct string_prefix prefixes[] = {
    {.text = "r", .is_raw = true},
    {.text = "u", .type = 'u', .dialect = "2"},
    {.text = "b", .type = 'b'},
    {.text = "f", .has_fields = true},
    {.text = "br", .is_raw = true, .type = 'b'},
    {.text = "rb", .is_raw = true, .type = 'b'},
    {.text = "ur", .is_raw = true, .type = 'u'},
    {.text = "fr", .is_raw = true, .has_fields = true},
    {.text = "rf", .is_raw = true, .has_fields = true},
    {.text = "t", .has_fields = true, .type = 't'},
    {.text = "tr", .is_raw = true, .has_fields = true, .type = 't'},
    {.text = "rt", .is_raw = true, .has_fields = true, .type = 't'},
    {0},
};

static const char *const compounds[] = {"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<",
                                        "<=",  ">=",  "==",  "!=",  "<>",  "->", ":=", "+=", "-=",
                                        "*=",  "/=",  "%=",  "@=",  "&=",  "|=", "^=", NULL};

static const char *const followers[] = {"and", "else", "for", "if", "in", "is", "not", "or", NULL};

static const char *const joined[] = {"not in", "is not", NULL};

/* `print` and `exec` are names in Python 3; `match`, `case` and `type` may be names. */
static const char *const keywords[] = {
    "and",  "as",     "assert", "async",  "await",  "break",   "class",    "continue", "def",
    "del",  "elif",   "else",   "except", "False",  "finally", "for",      "from",     "global",
    "if",   "import", "in",     "is",     "lambda", "None",    "nonlocal", "not",      "or",
    "pass", "raise",  "return", "True",   "try",    "while",   "with",     "yield",    NULL};

/* `match` and `case` are read well. */
static const char *const soft[] = {"type", NULL};

static const char *const constants[] = {"True", "False", "None", NULL};

static const struct operator_rule operators[] = {
    {"binary_operator", NULL, CATEGORY_BINARY_OPERATOR, true, false},
    {"comparison_operator", NULL, CATEGORY_COMPARISON_OPERATOR, true, false},
    {"boolean_operator", NULL, CATEGORY_LOGICAL_OPERATOR, true, false},
    {"not_operator", NULL, CATEGORY_LOGICAL_OPERATOR, false, true},
    {"unary_operator", NULL, CATEGORY_OTHER, false, true},
    {"augmented_assignment", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"assignment", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false}, /* its ":" precedes a type */
    {0},
};

/* Matrices are rare in contests. <> is Python 2 only. */
static const struct operator_text operator_texts[] = {
    {"<", CATEGORY_COMPARISON_OPERATOR, false},
    {"<=", CATEGORY_COMPARISON_OPERATOR, false},
    {">", CATEGORY_COMPARISON_OPERATOR, false},
    {">=", CATEGORY_COMPARISON_OPERATOR, false},
    {"==", CATEGORY_COMPARISON_OPERATOR, false},
    {"!=", CATEGORY_COMPARISON_OPERATOR, false},
    {"in", CATEGORY_COMPARISON_OPERATOR, false},
    {"not in", CATEGORY_COMPARISON_OPERATOR, false},
    {"is", CATEGORY_COMPARISON_OPERATOR, false},
    {"is not", CATEGORY_COMPARISON_OPERATOR, false},
    {"<>", CATEGORY_COMPARISON_OPERATOR, true},
    {"+", CATEGORY_BINARY_OPERATOR, false},
    {"-", CATEGORY_BINARY_OPERATOR, false},
    {"*", CATEGORY_BINARY_OPERATOR, false},
    {"/", CATEGORY_BINARY_OPERATOR, false},
    {"//", CATEGORY_BINARY_OPERATOR, false},
    {"%", CATEGORY_BINARY_OPERATOR, false},
    {"**", CATEGORY_BINARY_OPERATOR, false},
    {"@", CATEGORY_BINARY_OPERATOR, true},
    {"&", CATEGORY_BINARY_OPERATOR, false},
    {"|", CATEGORY_BINARY_OPERATOR, false},
    {"^", CATEGORY_BINARY_OPERATOR, false},
    {"<<", CATEGORY_BINARY_OPERATOR, false},
    {">>", CATEGORY_BINARY_OPERATOR, false},
    {"and", CATEGORY_LOGICAL_OPERATOR, false},
    {"or", CATEGORY_LOGICAL_OPERATOR, false},
    {"not", CATEGORY_LOGICAL_OPERATOR, false},
    {"=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"+=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"-=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"*=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"/=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"//=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"%=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"**=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"&=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"|=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"^=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"<<=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {">>=", CATEGORY_ASSIGNMENT_OPERATOR, false},
    {"@=", CATEGORY_ASSIGNMENT_OPERATOR, true},
    {":=", CATEGORY_ASSIGNMENT_OPERATOR, true},
    {0},
};

static const char *const truths[] = {"True", "False", NULL};
static const struct nbf_rules nbf = {.negation = "not", .truths = truths};

static const struct role_rule roles[] = {
    {.parent = "attribute", .field = "attribute", .role = ROLE_ATTRIBUTE},
    {.parent = "call", .field = "function", .role = ROLE_FUNCTION},
    {.parent = "keyword_argument", .field = "name", .role = ROLE_KEYWORD_ARGUMENT},
    {.parent = "keyword_pattern", .role = ROLE_KEYWORD_ARGUMENT},
    {.parent = "function_definition", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "class_definition", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "parameters", .role = ROLE_PARAMETER},
    {.parent = "lambda_parameters", .role = ROLE_PARAMETER},
    {.parent = "default_parameter", .field = "name", .role = ROLE_PARAMETER},
    {.parent = "typed_parameter", .role = ROLE_PARAMETER},
    {.parent = "typed_default_parameter", .field = "name", .role = ROLE_PARAMETER},
    {.parent = "list_splat_pattern", .grandparent = "parameters", .role = ROLE_PARAMETER},
    {.parent = "list_splat_pattern", .grandparent = "lambda_parameters", .role = ROLE_PARAMETER},
    {.parent = "list_splat_pattern", .grandparent = "typed_parameter", .role = ROLE_PARAMETER},
    {.parent = "dictionary_splat_pattern", .grandparent = "parameters", .role = ROLE_PARAMETER},
    {.parent = "dictionary_splat_pattern",
     .grandparent = "lambda_parameters",
     .role = ROLE_PARAMETER},
    {.parent = "dictionary_splat_pattern",
     .grandparent = "typed_parameter",
     .role = ROLE_PARAMETER},
    {.parent = "tuple_pattern", .grandparent = "parameters", .role = ROLE_PARAMETER}, /* Python 2 */
    {.parent = "aliased_import", .role = ROLE_IMPORT},
    {.parent = "dotted_name", .grandparent = "aliased_import", .role = ROLE_IMPORT},
    {.parent = "dotted_name", .grandparent = "import_statement", .role = ROLE_IMPORT},
    {.parent = "dotted_name", .grandparent = "import_from_statement", .role = ROLE_IMPORT},
    {.parent = "dotted_name", .grandparent = "future_import_statement", .role = ROLE_IMPORT},
    {.parent = "dotted_name", .grandparent = "relative_import", .role = ROLE_IMPORT},
    {.parent = "dotted_name", .previous = ".", .role = ROLE_ATTRIBUTE}, /* in a pattern */
    {0},
};

static const struct literal_rule literals[] = {
    {"integer", LITERAL_INTEGER},
    {"float", LITERAL_FLOAT},
    {"true", LITERAL_BOOLEAN},
    {"false", LITERAL_BOOLEAN},
    {"none", LITERAL_NULL},
    {"string", LITERAL_STRING},
    {0},
};

/* 10L is Python 2. */
static const struct number_type number_types[] = {
    {"", false, NUMBER_INTEGER, 0, false},
    {"", true, NUMBER_DOUBLE, 0, false},
    {"j", false, NUMBER_IMAGINARY, 0, false},
    {"j", true, NUMBER_IMAGINARY, 0, false},
    {0},
};
static const struct escape_code escape_codes[] = {
    {'x', 2, 2, false}, {'u', 4, 4, true}, {'U', 8, 8, true}, {'N', 0, 0, true}, {0}};

/* Reads decimal and hexadecimal numbers as in C. Digits with `_`, 0o7 and 10L have no value here.
 */
static bool read_number(double *value, const char *text, size_t length)
{
    if (length == 0 || !strchr("+-.0123456789", text[0]))
        return false;
    char *copy = mem_copy_text(text, length), *end;
    *value = strtod(copy, &end);
    bool is_whole = *end == '\0';
    free(copy);
    return is_whole;
}

static const char *const judge_words[] = {"python", "py", "pypy", "cpython", NULL};

const struct language language_python = {
    .name = "python",
    .codenet_name = "Python",
    .judge_words = judge_words,
    .extension = "py",
    .grammar_name = "tree-sitter-python",
    .grammar_version = GRAMMAR_VERSION_python,
    .grammar = tree_sitter_python,
    .skipped_kinds = skipped_kinds,
    .find_encoding = python_find_encoding,
    .tokens =
        {
            .comments = comments,
            .keeps_comment = python_keeps_comment,
            .strings = strings,
            .prefixes = prefixes,
            .escape = '\\',
            .numbers = {.bases = "xXoObB",
                        .separator = '_',
                        .suffixes = "jJ",
                        .integer_suffixes = "lL",
                        .followers = followers},
            .signs = "()[]{},:;.+-*/%@&|^~<>=`",
            .compounds = compounds,
            .joined = joined,
            .opening = "([{",
            .closing = ")]}",
            .continuation = '\\',
            .layout_has_meaning = true,
            .soft = soft,
            .conversion = '!',
            .keywords = keywords,
            .constants = constants,
            .insertable = insertable,
            .form = form,
        },
    .parts =
        {
            .functions = functions,
            .classes = classes,
            .imports = imports,
            .import_all = import_all,
            .modifiers = modifiers,
            .decorator = "@",
            .lines = lines,
        },
    .roles =
        {
            .identifier_kind = "identifier",
            .call_kind = "call",
            .call_function_field = "function",
            .attribute_kind = "attribute",
            .attribute_object_field = "object",
            .attribute_name_field = "attribute",
            .type_kind = "type",
            .rules = roles,
        },
    .categories =
        {
            .operators = operators,
            .literals = literals,
            .texts = operator_texts,
            .number = read_number,
        },
    .values =
        {
            .numbers = number_types,
            .escapes = "a\ab\bf\fn\nr\rt\tv\v\\\\''\"\"",
            .codes = escape_codes,
            .max_octal = 0777,
            .keeps_escapes = true,
            .bytes = 'b',
            .bytes_dialect = "2",
        },
    .dialects = &dialect_rules_python,
    .nbf = &nbf,
    .scopes = &scope_rules_python,
    .mutations = &mutation_rules_python,
    .rewrites = &rewrite_rules_python,
    .runtimes = runtimes_python,
};
