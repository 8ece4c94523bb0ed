/* The tables. C, C++ and Java share most of theirs. */
#include "tests/grow/grown_language.h"

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The thesis has no figures for types and for ++ and --. */
enum { BINARY = 1961, COMPARISON = 8640, ASSIGNMENT = 999, LOGICAL = 556, LITERAL = 5394 };

static const struct sign_family python_families[] = {
    {LIST("<", "<=", ">", ">=", "==", "!="), COMPARISON, 0, false},
    {LIST("+=", "-=", "*="), ASSIGNMENT, 0, false},
    {LIST("+", "-", "*", "//", "%"), BINARY, BLANKS_AROUND | OPERAND_BEFORE | OPERAND_AFTER, false},
    {LIST("and", "or"), LOGICAL, GAPS_AROUND, false},
    {LIST("is", "is not"), LOGICAL, GAPS_AROUND | OPERAND_AFTER, true},
    {LIST("in", "not in"), LOGICAL, GAPS_AROUND | OPERAND_AFTER | CONDITION_LINE, true},
    {0},
};

#define BETWEEN_OPERANDS (BLANKS_AROUND | OPERAND_BEFORE | OPERAND_AFTER)

#define BRACE_FAMILIES(angles, ...)                                                           \
    {LIST("<", "<=", ">", ">=", "==", "!="), COMPARISON, BETWEEN_OPERANDS | (angles), false}, \
        {LIST("+=", "-=", "*="), ASSIGNMENT, 0, false},                                       \
        {LIST("+", "-", "*", "/", "%"), BINARY, BETWEEN_OPERANDS | NOT_AFTER_CAST, false},    \
        {LIST("&&", "||"), LOGICAL, BLANKS_AROUND, false},                                    \
        {LIST("++", "--"), ASSIGNMENT, BLANKS_AROUND | OPERAND_BEFORE | END_AFTER, false},    \
        {LIST(__VA_ARGS__), ASSIGNMENT, 0, false},                                            \
    {                                                                                         \
        0                                                                                     \
    }

static const struct sign_family c_families[] = {BRACE_FAMILIES(0, "int", "long long", "long")};
static const struct sign_family cpp_families[] = {
    BRACE_FAMILIES(ANGLES_IN_GAPS, "int", "long long", "long")};
static const struct sign_family java_families[] = {BRACE_FAMILIES(ANGLES_IN_GAPS, "int", "long")};

static const struct sign_family characters = {
    LIST("'a'", "'A'", "'0'", "'1'", "' '", "'.'", "'\\n'", "'#'"), LITERAL, 0, false};

/* Runs in any other order or number are refused. */
static const char *const c_type_words[] = {"signed", "unsigned", "short",    "long", "int",
                                           "char",   "double",   "__int128", NULL};
static const char *const c_types[] = {"signed",
                                      "unsigned",
                                      "short",
                                      "long",
                                      "int",
                                      "char",
                                      "double",
                                      "__int128",
                                      "long long",
                                      "long long int",
                                      "long int",
                                      "unsigned long long int",
                                      "unsigned int",
                                      "unsigned long long",
                                      "short int",
                                      "unsigned long",
                                      "unsigned char",
                                      "signed char",
                                      "long double",
                                      "unsigned short",
                                      "unsigned short int",
                                      "signed int",
                                      "unsigned long int",
                                      NULL};

/* Without `#` and `##`, which only directives have. */
static const char *const c_signs[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                      "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                      "*=",  "/=",  "%=",  "&=", "|=", "^=", NULL};
static const char *const cpp_signs[] = {"<<=", ">>=", "...", "->*", "->", "++", "--", "<<", ">>",
                                        "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
                                        "/=",  "%=",  "&=",  "|=",  "^=", "::", ".*", NULL};
static const char *const java_signs[] = {">>>=", ">>>", "<<=", ">>=", "...", "->", "::", "++", "--",
                                         "<<",   ">>",  "<=",  ">=",  "==",  "!=", "&&", "||", "+=",
                                         "-=",   "*=",  "/=",  "%=",  "&=",  "|=", "^=", NULL};

/* Digraphs, and a sign that only the newest C++ has. */
static const char *const c_refused[] = {"<:", ":>", "<%", "%>", "%:", "<=>", NULL};

static const char *const brace_comments[] = {"  // check this", "  // TODO", "  //fixed",
                                             " // why"};
static const char *const brace_lines[] = {"\n", "// debug\n", "    // print(ans);\n", "\n\n",
                                          "  \n"};

/* A class of Java can have fields between braces, so what may be a declaration is not listed. */
#define ASSIGNING "=", "+=", "-=", "*=", "++", "--"

/* What C, C++ and Java have in common. */
#define BRACE_EDITS                                                                             \
    .conditions = LIST("if", "while"), .has_conditions_anywhere = true, .negation = "!",        \
    .negation_gap = "", .condition_bracket = "(", .scope_words = LIST("__asm__"),               \
    .characters = &characters, .statement_end = ";", .statement_breaks = LIST("{", "}"),        \
    .statement_befores = LIST(";", "{", "}"), .comments = brace_comments, .lines = brace_lines, \
    .comment_start = '/'

#define C_KEYWORDS                                                                                 \
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",       \
        "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",       \
        "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",           \
        "typedef", "union", "unsigned", "void", "volatile", "while", "bool", "true", "false",      \
        "NULL", "nullptr", "asm", "defined", "__int128", "__attribute__", "__asm__", "__typeof__", \
        "typeof", "_Bool", "_Complex", "_Imaginary", "_Alignas", "_Alignof", "_Atomic",            \
        "_Generic", "_Noreturn", "_Static_assert", "_Thread_local"

const struct grown_language grown_languages[N_GROWN_LANGUAGES] =
    {
        [GROWN_CPP] =
            {
                .name = "cpp",
                .codenet_name = "C++",
                .extension = "cpp",
                .n_submissions = 8008527,
                .read = brace_words_read,
                .keywords = LIST(
                    C_KEYWORDS, "alignas", "alignof", "and", "and_eq", "bitand", "bitor", "catch",
                    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
                    "compl", "concept", "const_cast", "consteval", "constexpr", "constinit",
                    "decltype", "delete", "dynamic_cast", "explicit", "export", "final", "friend",
                    "import", "module", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
                    "operator", "or", "or_eq", "override", "private", "protected", "public",
                    "reinterpret_cast", "requires", "static_assert", "static_cast", "template",
                    "this", "thread_local", "throw", "try", "typeid", "typename", "using",
                    "virtual", "wchar_t", "xor", "xor_eq"),
                .signs = cpp_signs,
                .single_signs = "+-*/%&|^~<>()[]{},:;.=!?",
                .refused_signs = c_refused,
                .type_words = c_type_words,
                .types = c_types,
                .number_suffixes = "uUlLfF",
                .most_suffixes = 3,
                .has_directives = true,
                .binding = LIST("using", "namespace", "class", "struct", "enum", "union",
                                "template", "typedef", "operator", "goto"),
                .families = cpp_families,
                .statement_seconds = LIST(ASSIGNING, "(", ".", "<<", ">>"),
                BRACE_EDITS,
            },
        [GROWN_PYTHON] =
            {
                .name = "python",
                .codenet_name = "Python",
                .extension = "py",
                .n_submissions = 3286314,
                .read = python_words_read,
                .keywords = LIST("False", "None", "True", "and", "as", "assert", "break", "class",
                                 "continue", "def", "del", "elif", "else", "except", "finally",
                                 "for", "from", "global", "if", "import", "in", "is", "lambda",
                                 "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
                                 "with", "yield", "async", "await", "print",
                                 "exec", "match", "case", "type", "_", "__debug__"),
                .signs = LIST("**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<",
                              "<=", ">=", "==", "!=", "->",
                              ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="),
                .single_signs = "+-*/%@&|^~<>()[]{},:.;=",
                .refused_signs = LIST("<>"),
                .binding = LIST("import", "from", "global", "nonlocal", "def", "class", "lambda",
                                "async", "match", "case", "type", "@", ":="),
                .scope_words = LIST("global", "nonlocal"),
                .conditions = LIST("if", "elif", "while"),
                .negation = "not",
                .negation_gap = " ",
                .families = python_families,
                .statement_breaks = LIST(":", ";"),
                .comments = LIST("  # check this", "  # TODO", "  #fixed", "# why"),
                .lines = LIST("\n", "# debug\n", "    # print(ans)\n", "\n\n", "  \n"),
                .comment_start = '#',
            },
        [GROWN_C] =
            {
                .name = "c",
                .codenet_name = "C",
                .extension = "c",
                .n_submissions = 754058,
                .read = brace_words_read,
                .keywords = LIST(C_KEYWORDS),
                .signs = c_signs,
                .single_signs = "+-*/%&|^~<>()[]{},:;.=!?",
                .refused_signs = c_refused,
                .type_words = c_type_words,
                .types = c_types,
                .number_suffixes = "uUlLfF",
                .most_suffixes = 3,
                .has_directives = true,
                .binding = LIST("struct", "enum", "union", "typedef", "goto"),
                .families = c_families,
                .statement_seconds = LIST(ASSIGNING, "(", "."),
                BRACE_EDITS,
            },
        [GROWN_JAVA] =
            {
                .name = "java",
                .codenet_name = "Java",
                .extension = "java",
                .n_submissions = 712153,
                .read = brace_words_read,
                .keywords =
                    LIST("abstract", "assert", "boolean", "break", "byte", "case", "catch", "char",
                         "class", "const", "continue", "default", "do", "double", "else", "enum",
                         "extends", "final", "finally", "float", "for", "goto", "if", "implements",
                         "import", "instanceof", "int", "interface", "long", "native", "new",
                         "package", "private", "protected", "public", "return", "short", "static",
                         "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
                         "transient", "try", "void", "volatile", "while", "true", "false", "null",
                         "_", "exports", "module", "non", "open", "opens", "permits", "provides",
                         "record", "requires", "sealed", "to", "transitive", "uses", "var", "when",
                         "with", "yield"),
                .signs = java_signs,
                .single_signs = "+-*/%&|^~<>()[]{},:;.=!?@",
                .number_suffixes = "lLfFdD",
                .most_suffixes = 1,
                .binding = LIST("import", "package", "class", "interface", "enum",
                                "extends", "implements", "@", "break", "continue"),
                .families = java_families,
                .statement_seconds = LIST(ASSIGNING, "."),
                BRACE_EDITS,
            },
};
