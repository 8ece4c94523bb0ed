/* C (grammar: tree-sitter-c), and the tables that C++ and Java share with it. */
#include "tokenize/languages/c_family.h"

#include <stdlib.h>
#include <string.h>

const struct TSLanguage *tree_sitter_c(void);

const char *const c_skipped_kinds[] = {"comment", NULL};
const char *const c_shared_extensions[] = {"h", "inl", NULL};
const char *const c_insertable[] = {"!", NULL};

const struct directive_rule c_directives[] = {
    {"include", DIRECTIVE_INCLUDE, false}, {"include_next", DIRECTIVE_INCLUDE, false},
    {"import", DIRECTIVE_INCLUDE, false},  {"if", DIRECTIVE_IF, true},
    {"ifdef", DIRECTIVE_IF, false},        {"ifndef", DIRECTIVE_IF, false},
    {"elif", DIRECTIVE_ELIF, true},        {"elifdef", DIRECTIVE_ELIF, false},
    {"elifndef", DIRECTIVE_ELIF, false},   {"else", DIRECTIVE_ELSE, false},
    {"endif", DIRECTIVE_ENDIF, false},     {0},
};

/* Digraphs, and the words of <iso646.h>, which are tokens of C++. */
const struct spelling c_spellings[] = {
    {"<:", "["},      {":>", "]"},      {"<%", "{"},
    {"%>", "}"},      {"%:", "#"},      {"%:%:", "##"},
    {"and", "&&"},    {"and_eq", "&="}, {"bitand", "&"},
    {"bitor", "|"},   {"compl", "~"},   {"not", "!"},
    {"not_eq", "!="}, {"or", "||"},     {"or_eq", "|="},
    {"xor", "^"},     {"xor_eq", "^="}, {0},
};

static const char *const form[] = {",", ";", ":", ".", "->", "#", "##", NULL};

const struct comment_form c_comments[] = {{"//", NULL}, {"/*", "*/"}, {0}};

const struct string_form c_strings[] = {{.quote = "\""}, {.quote = "'"}, {0}};

static const struct string_prefix prefixes[] = {{.text = "L", .type = 'L'},
                                                {.text = "u", .type = 'u'},
                                                {.text = "U", .type = 'U'},
                                                {.text = "u8", .type = '8'},
                                                {0}};

/* With the digraphs of C95. */
static const char *const compounds[] = {
    "%:%:", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=",   "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "##", "<:", ":>", "<%", "%>", "%:", NULL};

/* Types, and the words of those of several words. */
const char *const c_type_words[] = {"signed", "unsigned", "short",    "long", "int",
                                    "char",   "double",   "__int128", NULL};

/* All orders of two words, of three, and of a word that occurs twice and two others. */
#define ORDERS(a, b) a " " b, b " " a
#define ORDERS_OF_3(a, b, c) \
    a " " b " " c, a " " c " " b, b " " a " " c, b " " c " " a, c " " a " " b, c " " b " " a
#define ORDERS_TWICE(a, b, c)                                                               \
    a " " a " " b " " c, a " " a " " c " " b, a " " b " " a " " c, a " " b " " c " " a,     \
        a " " c " " a " " b, a " " c " " b " " a, b " " a " " a " " c, b " " a " " c " " a, \
        b " " c " " a " " a, c " " a " " a " " b, c " " a " " b " " a, c " " b " " a " " a
#define TYPES_WITH_SIGN(sign)                                                               \
    ORDERS(sign, "char"), ORDERS(sign, "int"), ORDERS(sign, "short"), ORDERS(sign, "long"), \
        ORDERS(sign, "__int128"), ORDERS_OF_3(sign, "short", "int"),                        \
        ORDERS_OF_3(sign, "long", "int"), sign " long long", "long " sign " long",          \
        "long long " sign, ORDERS_TWICE("long", "int", sign)

/* All runs that are a type. */
const char *const c_types[] = {"long long",
                               "long long int",
                               "long int long",
                               "int long long",
                               ORDERS("long", "int"),
                               ORDERS("short", "int"),
                               ORDERS("long", "double"),
                               TYPES_WITH_SIGN("unsigned"),
                               TYPES_WITH_SIGN("signed"),
                               NULL};

static const char *const keywords[] = {
    /* since C99, and of GNU */
    "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn",
    "_Static_assert", "_Thread_local", "__int128",
    /* with NULL */
    "asm", "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "false", "float", "for", "goto", "if", "inline", "int", "long", "NULL",
    "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
    "true", "typedef", "union", "unsigned", "void", "volatile", "while", NULL};

const char *const c_classes[] = {"struct", "union", "enum", "class", NULL};
const char *const c_containers[] = {"extern", "namespace", NULL};
const char *const c_before_bodies[] = {"else",     "do",    "try",     "const", "override",
                                       "noexcept", "final", "mutable", NULL};
const char *const c_after_bodies[] = {"else", "while", "catch", NULL};
const char *const c_labels[] = {"case", "default", NULL};
static const char *const imports[] = {"#include", "#include_next", "#import", NULL};

static const char *const constants[] = {"NULL", "true", "false", NULL};

/* A number with a sign is one leaf of C and C++. The `=` of a declaration assigns, too. */
const struct operator_rule c_operators[] = {
    {"binary_expression", "&&", CATEGORY_LOGICAL_OPERATOR, true, false},
    {"binary_expression", "||", CATEGORY_LOGICAL_OPERATOR, true, false},
    {"binary_expression", "<", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "<=", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", ">", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", ">=", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "==", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "!=", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", "<=>", CATEGORY_COMPARISON_OPERATOR, true, false},
    {"binary_expression", NULL, CATEGORY_BINARY_OPERATOR, true, false},
    {"assignment_expression", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"update_expression", NULL, CATEGORY_ASSIGNMENT_OPERATOR, false, true},
    {"unary_expression", "!", CATEGORY_LOGICAL_OPERATOR, false, true},
    {"unary_expression", NULL, CATEGORY_OTHER, false, true},
    {"pointer_expression", NULL, CATEGORY_OTHER, false, true},
    {"number_literal", NULL, CATEGORY_OTHER, false, true},
    {"init_declarator", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"declaration", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"field_declaration", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"enumerator", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},
    {"optional_parameter_declaration", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false}, /* C++ */
    {"variable_declarator", "=", CATEGORY_ASSIGNMENT_OPERATOR, false, false},            /* Java */
    {0},
};

const char *const c_comparisons[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
const char *const c_calculations[] = {"+", "-", "*",  "/",  "%",   "&",
                                      "|", "^", "<<", ">>", ">>>", NULL};
const char *const c_logic[] = {"&&", "||", "!", "and", "or", "not", NULL};
const char *const c_assignments[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "++", "--", NULL};

const struct literal_rule c_literals[] = {
    {"number_literal", LITERAL_INTEGER},
    {"char_literal", LITERAL_CHARACTER},
    {"string_literal", LITERAL_STRING},
    {"raw_string_literal", LITERAL_STRING},
    {"true", LITERAL_BOOLEAN},
    {"false", LITERAL_BOOLEAN},
    {"null", LITERAL_NULL},
    {0},
};

const struct number_type c_number_types[] = {
    {"", false, NUMBER_INTEGER, 0, false},   {"u", false, NUMBER_INTEGER, 0, true},
    {"l", false, NUMBER_INTEGER, 1, false},  {"ul", false, NUMBER_INTEGER, 1, true},
    {"lu", false, NUMBER_INTEGER, 1, true},  {"ll", false, NUMBER_INTEGER, 2, false},
    {"ull", false, NUMBER_INTEGER, 2, true}, {"llu", false, NUMBER_INTEGER, 2, true},
    {"", true, NUMBER_DOUBLE, 0, false},     {"f", true, NUMBER_SINGLE, 0, false},
    {"l", true, NUMBER_EXTENDED, 0, false},  {0},
};

/* With the braces of C++23. */
const struct escape_code c_escape_codes[] = {
    {'x', 1, 8, false, BRACED_HEXADECIMAL}, {'u', 4, 4, true, BRACED_HEXADECIMAL},
    {'U', 8, 8, true, BRACED_NONE},         {'o', 0, 0, false, BRACED_OCTAL},
    {'N', 0, 0, true, BRACED_NAME},         {0}};

/* Macros and the vexing parse: in a block, `rep(i, n) {` looks to the grammar like the definition
 * of a function whose parameters have the types i and n, and `dsu d(n);` like its declaration. */
const struct role_rule c_roles[] = {
    {.kind = "type_identifier",
     .parent = "parameter_declaration",
     .ancestor = "compound_statement",
     .is_alone = true,
     .role = ROLE_VARIABLE},
    {.parent = "function_declarator",
     .grandparent = "function_definition",
     .ancestor = "compound_statement",
     .role = ROLE_FUNCTION},
    {.parent = "function_declarator", .role = ROLE_DEFINITION},
    {.kind = "field_identifier", .parent = "function_declarator", .role = ROLE_DEFINITION},
    {.parent = "call_expression", .field = "function", .role = ROLE_FUNCTION},
    {.parent = "template_function", .role = ROLE_FUNCTION},
    {.parent = "qualified_identifier", .grandparent = "call_expression", .role = ROLE_FUNCTION},
    {.parent = "parameter_declaration", .role = ROLE_PARAMETER},
    {.parent = "optional_parameter_declaration", .field = "declarator", .role = ROLE_PARAMETER},
    {.parent = "pointer_declarator", .ancestor = "parameter_declaration", .role = ROLE_PARAMETER},
    {.parent = "reference_declarator", .ancestor = "parameter_declaration", .role = ROLE_PARAMETER},
    {.parent = "array_declarator",
     .field = "declarator",
     .ancestor = "parameter_declaration",
     .role = ROLE_PARAMETER},
    {.parent = "declaration", .field = "declarator", .role = ROLE_DEFINITION},
    {.parent = "init_declarator", .field = "declarator", .role = ROLE_DEFINITION},
    {.parent = "array_declarator", .field = "declarator", .role = ROLE_DEFINITION},
    {.parent = "pointer_declarator", .role = ROLE_DEFINITION},
    {.parent = "reference_declarator", .role = ROLE_DEFINITION},
    {.parent = "for_range_loop", .field = "declarator", .role = ROLE_DEFINITION},
    {.parent = "structured_binding_declarator", .role = ROLE_DEFINITION},
    {.parent = "enumerator", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "preproc_def", .role = ROLE_DEFINITION},
    {.parent = "preproc_function_def", .role = ROLE_DEFINITION},
    {.parent = "preproc_ifdef", .role = ROLE_DEFINITION},
    {.parent = "preproc_params", .role = ROLE_PARAMETER},
    {.parent = "parameter_list", .role = ROLE_PARAMETER}, /* f(a) int a; { } */
    {.parent = "using_declaration", .role = ROLE_IMPORT},
    {.kind = "namespace_identifier", .role = ROLE_IMPORT},
    {.kind = "system_lib_string", .role = ROLE_IMPORT},
    {.kind = "string_literal", .parent = "preproc_include", .role = ROLE_IMPORT},
    {.kind = "type_identifier",
     .parent = "type_definition",
     .field = "declarator",
     .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .parent = "alias_declaration", .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .parent = "type_parameter_declaration", .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .parent = "class_specifier", .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .role = ROLE_TYPE},
    {.kind = "primitive_type", .role = ROLE_TYPE},
    {.kind = "sized_type_specifier", .role = ROLE_TYPE},
    {.kind = "signed", .role = ROLE_TYPE},
    {.kind = "unsigned", .role = ROLE_TYPE},
    {.kind = "short", .role = ROLE_TYPE},
    {.kind = "long", .role = ROLE_TYPE},
    {.kind = "auto", .role = ROLE_TYPE}, /* C++ */
    {.kind = "field_identifier", .role = ROLE_ATTRIBUTE},
    {0},
};

static const char *const declarations[] = {"init_declarator", "function_declarator", "declaration",
                                           NULL};
static const char *const array_sizes[] = {"array_declarator", "new_declarator", NULL};
static const char *const format_functions[] = {
    "printf",  "scanf",    "fprintf", "fscanf",  "sprintf", "snprintf", "sscanf",
    "dprintf", "printf_s", "scanf_s", "wprintf", "wscanf",  NULL};

const struct pattern_rules c_patterns = {
    .own_first = true,
    .declarations = declarations,
    .array_sizes = array_sizes,
    .array_field = NULL,
    .arguments = "argument_list",
    .format_functions = format_functions,
};

static const char *const statements[] = {"throw", NULL};
static const char *const printers[] = {"print", "fprintf.", "put", "fput", "write", "cout.", NULL};
const struct region_rules c_regions = {
    .statements = statements,
    .printers = printers,
    .asserting = usual_asserting,
    .checking = usual_checking,
};

static const char *const dialect_names[] = {"11", "17", "23", NULL};
enum { C11 = 1, C17, C23, C_UNKNOWN };

#define STANDARD(year, dialect)                   \
    {"C" year, dialect}, {"GNU C" year, dialect}, \
    {                                             \
        "GNU GCC C" year, dialect                 \
    }

/* By name, or by the options or defaults of AtCoder's compilers. */
static const struct dialect_name_rule original_languages[] = {
    STANDARD("11", C11), STANDARD("17", C17),
    STANDARD("18", C17), STANDARD("23", C23),
    STANDARD("2x", C23), {"C (GCC 12", C17},
    {"C (GCC 9", C11},   {"C (GCC 5", C11},
    {"C (Clang", C11},   {0},
};

bool c_is_float(const char *text, size_t length)
{
    bool is_hexadecimal = length > 1 && (text[1] | 0x20) == 'x';
    return memchr(text, '.', length) ||
           (is_hexadecimal ? memchr(text, 'p', length) || memchr(text, 'P', length)
                           : memchr(text, 'e', length) || memchr(text, 'E', length));
}

bool c_read_number(double *value, const char *text, size_t length)
{
    char digits[64];
    size_t n = 0;
    bool has_zero = length > 1 && text[0] == '0', is_binary = has_zero && (text[1] | 0x20) == 'b';
    bool is_octal = has_zero && !is_binary && (text[1] | 0x20) != 'x' &&
                    !c_is_float(text, length) && !strchr("fFdD", text[length - 1]);
    if (length == 0 || length >= sizeof digits || !strchr("+-.0123456789", text[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\'' && text[i] != '_')
            digits[n++] = text[i];
    digits[n] = '\0';
    char *end;
    *value = is_octal    ? (double)strtoull(digits, &end, 8)
             : is_binary ? (double)strtoull(digits + 2, &end, 2)
                         : strtod(digits, &end);
    return strspn(end, "uUlLfFdD") == strlen(end);
}

/* ---- How programs are run ---- */

static const char *const compilers[] = {"/usr/bin/gcc", NULL};
static const char *const compile[] = {C_COMPILER, "-o", "main", "main.c", "-lm", NULL};
const char *const c_environment[] = {RUNTIME_ENVIRONMENT, NULL};
const char *const c_run[] = {RUNTIME_FOLDER "/main", NULL};
const char *const c_memory[] = {"std::bad_alloc", NULL};

/* Debian 12's gcc does not know the name gnu23 yet; later ones know both. */
static const struct runtime_standard standards[] = {
    {"17", "-std=gnu17"}, {"23", "-std=gnu2x"}, {NULL, "-std=gnu11"}};
static const struct runtime runtimes[] = {
    {
        .name = "C",
        .package = "gcc",
        .files = compilers,
        .file = "main.c",
        .compile = compile,
        .standards = standards,
        C_RUNTIME,
    },
    {0},
};

static const char *const judge_words[] = {"c", "gcc", "clang", NULL};

static const struct dialect_rules dialects = {
    .names = dialect_names,
    .all = C_UNKNOWN,
    .original_languages = original_languages,
};

const struct language language_c = {
    .name = "c",
    .codenet_name = "C",
    .judge_words = judge_words,
    .extension = "c",
    .grammar_name = "tree-sitter-c",
    .grammar_version = GRAMMAR_VERSION_c,
    .grammar = tree_sitter_c,
    C_LANGUAGE,
    .tokens =
        {
            C_TOKEN_RULES,
            .prefixes = prefixes,
            .numbers = {.is_preprocessing = true, .separator = '\''},
            .compounds = compounds,
            .spellings_header = "iso646.h",
            .keywords = keywords,
            .constants = constants,
            .insertable = c_insertable,
            .form = form,
        },
    .parts = {C_PART_RULES, .imports = imports},
    .values = {C_VALUE_RULES, .character_is_integer = true},
    .dialects = &dialects,
    .runtimes = runtimes,
};
