/* C++ (grammar: tree-sitter-cpp). */
#include "tokenize/languages/c_family.h"

const struct TSLanguage *tree_sitter_cpp(void);

static const char *const insertable[] = {"!", "not", NULL};
static const char *const form[] = {",", ";", ":", "::", ".", "->", "#", "##", NULL};

static const struct string_prefix prefixes[] = {
    {.text = "L", .type = 'L'},
    {.text = "u", .type = 'u'},
    {.text = "U", .type = 'U'},
    {.text = "u8", .type = '8'},
    {.text = "R", .is_delimited = true},
    {.text = "LR", .is_delimited = true, .type = 'L'},
    {.text = "uR", .is_delimited = true, .type = 'u'},
    {.text = "UR", .is_delimited = true, .type = 'U'},
    {.text = "u8R", .is_delimited = true, .type = '8'},
    {0},
};

/* Those of the standard library; others begin with `_`. */
static const char *const suffixes[] = {"s", "sv", NULL};

static const char *const compounds[] = {"%:%:", "<<=", ">>=", "->*", "...", "<=>", "->", "++", "--",
                                        "<<",   ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=",
                                        "-=",   "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "##", "::",
                                        ".*",   "<:",  ":>",  "<%",  "%>",  "%:",  NULL};

static const char *const keywords[] = {
    "__int128",  "alignas",       "alignof",      "and",      "and_eq",
    "asm",       "auto",          "bitand",       "bitor",    "bool",
    "break",     "case",          "catch",        "char",     "char16_t",
    "char32_t",  "char8_t",       "class",        "co_await", "co_return",
    "co_yield",  "compl",         "concept",      "const",    "const_cast",
    "consteval", "constexpr",     "constinit",    "continue", "decltype",
    "default",   "delete",        "do",           "double",   "dynamic_cast",
    "else",      "enum",          "explicit",     "export",   "extern",
    "false",     "float",         "for",          "friend",   "goto",
    "if",        "inline",        "int",          "long",     "mutable",
    "namespace", "new",           "noexcept",     "not",      "not_eq",
    "NULL",      "nullptr",       "operator",     "or",       "or_eq",
    "private",   "protected",     "public",       "register", "reinterpret_cast",
    "requires",  "return",        "short",        "signed",   "sizeof",
    "static",    "static_assert", "static_cast",  "struct",   "switch",
    "template",  "this",          "thread_local", "throw",    "true",
    "try",       "typedef",       "typeid",       "typename", "union",
    "unsigned",  "using",         "virtual",      "void",     "volatile",
    "wchar_t",   "while",         "xor",          "xor_eq",   NULL};

static const char *const constants[] = {"NULL", "nullptr", "true", "false", NULL};

static const char *const unread[] = {"? ~throw", NULL};

static const char *const templates[] = {"template", NULL};
static const char *const operators[] = {"operator", NULL};
static const char *const imports[] = {"#include", "#include_next", "#import", "using", NULL};
static const char *const import_all[] = {"namespace", NULL};

/* ---- How programs are run ---- */

static const char *const compilers[] = {"/usr/bin/g++", NULL};
static const char *const compile[] = {C_COMPILER, "-o", "main", "main.cpp", NULL};
/* Most of the time of a compilation is for the header of all headers: 1.2 of 1.6 seconds. */
#define HEADER RUNTIME_SHARED "/header.hpp"
static const char *const prepare[] = {C_COMPILER,    "-x",   "c++-header", "-o",
                                      HEADER ".gch", HEADER, NULL};
static const char *const compile_prepared[] = {C_COMPILER, "-include", HEADER, "-o",
                                               "main",     "main.cpp", NULL};
static const struct runtime_header header = {
    .name = "<bits/stdc++.h>",
    .shared = {"header.hpp", "#include <bits/stdc++.h>\n", prepare},
    .compile = compile_prepared,
};
static const struct runtime_standard standards[] = {
    {"98", "-std=gnu++98"}, {"11", "-std=gnu++11"}, {"14", "-std=gnu++14"}, {"20", "-std=gnu++20"},
    {"23", "-std=gnu++23"}, {"26", "-std=gnu++26"}, {NULL, "-std=gnu++17"}};

static const struct runtime runtimes[] = {
    {
        .name = "C++",
        .package = "g++",
        .files = compilers,
        .file = "main.cpp",
        .compile = compile,
        .standards = standards,
        .header = &header,
        C_RUNTIME,
    },
    {0},
};

static const char *const dialect_names[] = {"98", "11", "14", "17", "20", "23", "26", NULL};
enum { CPP98 = 1, CPP11, CPP14, CPP17, CPP20, CPP23, CPP26, CPP_UNKNOWN };

/* The standards that judges' compilers use: by their names, or by the defaults of AtCoder's. "G++
 * 11" and "Clang++ 14" may be versions of compilers. */
static const struct dialect_name_rule original_languages[] = {
    {"*++98", CPP98},      {"*++03", CPP98},        {"*++0x", CPP11},      {"*C++11", CPP11},
    {"*GNU++11", CPP11},   {"*GNU G++11", CPP11},   {"*++1y", CPP14},      {"*C++14", CPP14},
    {"*GNU++14", CPP14},   {"*GNU G++14", CPP14},   {"G++14", CPP14},      {"*++1z", CPP17},
    {"*++17", CPP17},      {"*++2a", CPP20},        {"*++20", CPP20},      {"*++2b", CPP23},
    {"*++23", CPP23},      {"*++26", CPP26},        {"C++ (GCC 9", CPP17}, {"C++ (Clang 10", CPP17},
    {"C++ (GCC 5", CPP98}, {"C++ (Clang 3", CPP98}, {"C++ (G++ 4", CPP98}, {"cpp03", CPP98},
    {"cpp98", CPP98},      {"cpp11", CPP11},        {"cpp14", CPP14},      {"cpp17", CPP17},
    {"cpp20", CPP20},      {"cpp23", CPP23},        {"cpp26", CPP26},      {0},
};

static const char *const other_extensions[] = {"cc",  "cp",  "cxx", "c++",  "C",
                                               "hpp", "hh",  "hxx", "h++",  "ipp",
                                               "tpp", "tcc", "ixx", "cppm", NULL};
static const char *const judge_words[] = {"c++",     "cpp", "cxx",    "cc",    "g++",
                                          "clang++", "gpp", "clangx", "gnu++", NULL};

static const struct dialect_rules dialects = {
    .names = dialect_names,
    .all = CPP_UNKNOWN,
    .original_languages = original_languages,
};

const struct language language_cpp = {
    .name = "cpp",
    .codenet_name = "C++",
    .judge_words = judge_words,
    .extension = "cpp",
    .other_extensions = other_extensions,
    .grammar_name = "tree-sitter-cpp",
    .grammar_version = GRAMMAR_VERSION_cpp,
    .grammar = tree_sitter_cpp,
    C_LANGUAGE,
    .tokens =
        {
            C_TOKEN_RULES,
            .prefixes = prefixes,
            .suffixes = suffixes,
            .numbers = {.is_preprocessing = true, .separator = '\''},
            .compounds = compounds,
            .split_compound = "<::",
            .split_unless = ":>",
            .unread = unread,
            .keywords = keywords,
            .constants = constants,
            .insertable = insertable,
            .form = form,
        },
    .parts =
        {
            C_PART_RULES,
            .imports = imports,
            .import_all = import_all,
            .templates = templates,
            .operators = operators,
            .has_declarations = true,
        },
    .values = {C_VALUE_RULES},
    .dialects = &dialects,
    .runtimes = runtimes,
};
