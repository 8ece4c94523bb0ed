/* Python 2 and 3 (grammar: tree-sitter-python, which reads both). */
#include "base/mem.h"
#include "tokenize/languages/language.h"
#include "tokenize/languages/runtime.h"

#include <ctype.h>
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

/* `<>` is Python 2. */
static const char *const comparisons[] = {
    "<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not", "<>", NULL};
static const char *const calculations[] = {"+", "-", "*", "/", "//", "%",  "**",
                                           "@", "&", "|", "^", "<<", ">>", NULL};
static const char *const logic[] = {"and", "or", "not", NULL};
static const char *const assignments[] = {"=",  "+=", "-=", "*=",  "/=",  "//=", "%=", "**=",
                                          "&=", "|=", "^=", "<<=", ">>=", "@=",  ":=", NULL};

static const char *const statements[] = {"assert", "raise", "print", NULL};
static const char *const printers[] = {"print", "write", NULL};
static const struct region_rules regions = {
    .statements = statements,
    .printers = printers,
    .asserting = usual_asserting,
    .checking = usual_checking,
    .key_sign = ":",
    .has_docstrings = true,
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

/* ---- The encoding (PEP 263) ---- */

/* As CPython's tokenizer does, which is stricter about the blanks before the name than PEP 263, and
 * looks at the beginning of two names only, because editors append -unix and the like. */
static bool is_in_name(char c)
{
    return c && (isalnum((unsigned char)c) || strchr("-_.", c));
}

/* Finds the name of an encoding in a comment: coding[:=]\s*([-\w.]+). Returns its length; 0 if
 * there is none. */
static size_t encoding_in_comment(const char **name, const char *bytes, size_t length)
{
    static const char word[] = "coding";
    enum { N_WORD = sizeof word - 1 };
    for (size_t i = 0; i + N_WORD < length; i++) {
        size_t start = i + N_WORD, end;
        if (memcmp(bytes + i, word, N_WORD) != 0 || !strchr(":=", bytes[start]) || !bytes[start])
            continue;
        for (start++; start < length && (bytes[start] == ' ' || bytes[start] == '\t');)
            start++;
        for (end = start; end < length && is_in_name(bytes[end]);)
            end++;
        *name = bytes + start;
        if (end > start)
            return end - start;
    }
    return 0;
}

/* Whether a comment names the interpreter or the encoding. Lines count from 1. */
static bool keeps_comment(const char *bytes, size_t length, size_t line)
{
    const char *name;
    bool is_interpreter = line == 1 && length > 1 && bytes[1] == '!';
    return is_interpreter || (line <= 2 && encoding_in_comment(&name, bytes, length));
}

/* Returns the length of the name without what follows it: utf-8-unix. */
static size_t normal_length(const char *name, size_t length)
{
    static const char *const names[] = {"utf-8", "latin-1", "iso-8859-1", "iso-latin-1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = 0;
        while (n < length && names[i][n] &&
               (name[n] == '_' ? '-' : tolower((unsigned char)name[n])) == names[i][n])
            n++;
        if (!names[i][n] && n < length && (name[n] == '-' || name[n] == '_'))
            return n;
    }
    return length;
}

/* Finds the name in a program without its byte order mark: in the first line, or in the second if
 * the first has only blanks and a comment. */
static size_t find_encoding(const char **name, const char *bytes, size_t length)
{
    size_t i = 0;
    for (int line = 1; line <= 2; line++) {
        while (i < length && strchr(" \t\f", bytes[i]) && bytes[i])
            i++;
        size_t start = i;
        if (i < length && bytes[i] == '#')
            while (i < length && bytes[i] != '\n' && bytes[i] != '\r')
                i++;
        size_t n = encoding_in_comment(name, bytes + start, i - start);
        if (n)
            return normal_length(*name, n);
        if (i == length || (bytes[i] != '\n' && bytes[i] != '\r'))
            return 0;
        i += bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n' ? 2 : 1;
    }
    return 0;
}

/* ---- How programs are run ---- */

static const char *const python3_files[] = {"/usr/bin/python3", NULL};
static const char *const python2_files[] = {"/usr/bin/python2", "/usr/bin/python2.7",
                                            "/usr/bin/pypy", NULL};
static const char *const pypy3_files[] = {"/usr/bin/pypy3", NULL};
/* PyPy takes 1.3 KB of memory for each call that the limit allows, so 10**7, which many programs
 * set, would be more than there is. */
static const char *const pypy3_run[] = {
    RUNTIME_EXECUTABLE, "-c",
    "import sys; sys.setrecursionlimit = (lambda f: lambda n: f(min(n, 5 * 10**5)))("
    "sys.setrecursionlimit); sys.argv = sys.argv[1:]; __file__ = sys.argv[0]; "
    "exec(compile(open(__file__, 'rb').read(), __file__, 'exec'))",
    RUNTIME_FOLDER "/main.py", NULL};
/* The libraries of numpy are links through it. */
static const char *const python_paths[] = {"/etc/alternatives", NULL};
static const char *const python_run[] = {RUNTIME_EXECUTABLE, RUNTIME_FOLDER "/main.py", NULL};

/* The standard modules that contest programs import most. */
#define PYTHON_ZYGOTE                                                                          \
    RUNTIME_EXECUTABLE, RUNTIME_ZYGOTE, "collections", "math", "bisect", "itertools", "heapq", \
        "functools", "copy", "typing", "random", "operator", "re", "decimal", "string", "io",  \
        "fractions", "time", "queue", "array", "datetime", "cmath", "statistics"
static const char *const python_modules[] = {PYTHON_ZYGOTE, NULL};
static const char *const python_numpy_modules[] = {PYTHON_ZYGOTE, "numpy", NULL};
/* These import numpy, which is slow to import, and which makes each fork slower. */
static const char *const python_numpy_words[] = {"numpy", "scipy", "numba", "pandas", NULL};
static const struct runtime_zygote python_zygotes[] = {{python_numpy_words, python_numpy_modules},
                                                       {NULL, python_modules}};

/* Hashes of strings, and so the order of sets, depend on the seed. A judge's Python converts
 * numbers of any length. */
#define PYTHON                                                            \
    RUNTIME_ENVIRONMENT, "PYPY_GC_NURSERY=4M", "PYTHONINTMAXSTRDIGITS=0", \
        "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1"
static const char *const python_seed[] = {PYTHON, "PYTHONHASHSEED=0", NULL};
static const char *const python_other_seed[] = {PYTHON, "PYTHONHASHSEED=1", NULL};

static const char *const python_memory[] = {"MemoryError", NULL};
static const char *const python_start[] = {
    "ModuleNotFoundError:", "ImportError:", "SyntaxError:", NULL};

/* What all versions have in common. */
#define PYTHON_ROW                                                                    \
    .version_argument = "--version", .file = "main.py", .paths = python_paths,        \
    .environments = {python_seed, python_other_seed}, .memory_errors = python_memory, \
    .start_errors = python_start
#define CPYTHON_ROW                                                \
    PYTHON_ROW, .run = python_run, .own_memory = 64 * RUNTIME_MIB, \
                .own_addresses = 512 * RUNTIME_MIB

static const struct runtime runtimes[] = {
    {
        .name = "Python 2",
        .package = "python2",
        .dialect = "2",
        .files = python2_files,
        CPYTHON_ROW,
    },
    {
        .name = "PyPy 3",
        .package = "pypy3",
        .judge_word = "pypy",
        .files = pypy3_files,
        .run = pypy3_run,
        .own_memory = 2048 * RUNTIME_MIB,
        .own_addresses = 4096 * RUNTIME_MIB,
        PYTHON_ROW,
    },
    {
        .name = "Python 3",
        .package = "python3",
        .files = python3_files,
        .zygotes = python_zygotes,
        CPYTHON_ROW,
    },
    {0},
};

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
    .find_encoding = find_encoding,
    .tokens =
        {
            .comments = comments,
            .keeps_comment = keeps_comment,
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
            .texts =
                {
                    [CATEGORY_BINARY_OPERATOR] = calculations,
                    [CATEGORY_COMPARISON_OPERATOR] = comparisons,
                    [CATEGORY_LOGICAL_OPERATOR] = logic,
                    [CATEGORY_ASSIGNMENT_OPERATOR] = assignments,
                },
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
    .regions = &regions,
    .nbf = &nbf,
    .scopes = &scope_rules_python,
    .mutations = &mutation_rules_python,
    .rewrites = &rewrite_rules_python,
    .runtimes = runtimes,
};
