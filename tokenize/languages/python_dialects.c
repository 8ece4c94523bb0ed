/* What only Python 2 or only Python 3 accepts. */
#include "tokenize/languages/language.h"

#include <ctype.h>
#include <string.h>

enum { PYTHON2 = 1, PYTHON3 = 2 };

/* 0777 and 10L; 0, 00 and 0_0 are Python 3 too. */
static bool is_python2_integer(const char *bytes, size_t length)
{
    if (memchr("lL", bytes[length - 1], 2))
        return true;
    if (length < 2 || bytes[0] != '0')
        return false;
    bool only_digits = true, only_zeros = true;
    for (size_t i = 0; i < length; i++) {
        only_digits = only_digits && bytes[i] >= '0' && bytes[i] <= '9';
        only_zeros = only_zeros && bytes[i] == '0';
    }
    return only_digits && !only_zeros;
}

static bool has_underscore(const char *bytes, size_t length)
{
    return memchr(bytes, '_', length) != NULL;
}

static bool has_non_ascii(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80)
            return true;
    return false;
}

/* f"...", t"..." and rb"..." */
static bool is_python3_string_start(const char *bytes, size_t length)
{
    bool is_raw_bytes = length > 2 && (bytes[0] | 0x20) == 'r' && (bytes[1] | 0x20) == 'b';
    for (size_t i = 0; i < length && !is_raw_bytes; i++)
        if (memchr("fFtT", bytes[i], 4))
            return true;
    return is_raw_bytes;
}

static bool is_bytes_start(const char *bytes, size_t length)
{
    return memchr(bytes, 'b', length) || memchr(bytes, 'B', length);
}

/* Returns whether the escape of a character at a backslash names none. */
static bool is_broken_escape(const char *bytes, size_t length)
{
    size_t n = 2, n_digits = length < 2 ? 0 : bytes[1] == 'u' ? 4 : bytes[1] == 'U' ? 8 : 0;
    while (n < length && isxdigit((unsigned char)bytes[n]))
        n++;
    return n < 2 + n_digits || (length > 1 && bytes[1] == 'N' && (length < 3 || bytes[2] != '{'));
}

/* Python 3 reads '\u0061', and refuses '\users' and b'\xc3' in its own letters. */
static bool is_python2_string(const char *bytes, size_t length)
{
    size_t n_prefix = 0;
    while (n_prefix < length && isalpha((unsigned char)bytes[n_prefix]))
        n_prefix++;
    bool is_plain = n_prefix == 0 && length && *bytes != '`';
    for (size_t i = 0; is_plain && i < length; i += bytes[i] == '\\' ? 2 : 1)
        if (bytes[i] == '\\' && is_broken_escape(bytes + i, length - i))
            return true;
    return is_bytes_start(bytes, n_prefix) && has_non_ascii(bytes, length);
}

/* ur"...", and `x`, which the grammar takes for a string. */
static bool is_python2_string_start(const char *bytes, size_t length)
{
    bool has_u = memchr(bytes, 'u', length) || memchr(bytes, 'U', length);
    bool has_r = memchr(bytes, 'r', length) || memchr(bytes, 'R', length);
    return (has_u && has_r) || bytes[0] == '`';
}

/* A name after a comma in an except clause, which Python 2 binds. Python 3.14 catches two
 * exceptions; Python 2 would bind the second name, which was not meant. */
static bool is_bound_name(const char *bytes, size_t length)
{
    static const char *const endings[] = {"Error", "Exception", "Warning",   "Exit",
                                          "Group", "Interrupt", "Iteration", NULL};
    for (const char *const *ending = endings; *ending; ending++) {
        size_t n = strlen(*ending);
        if (length >= n && memcmp(bytes + length - n, *ending, n) == 0)
            return false;
    }
    return true;
}

static const char *const dialect_names[] = {"2", "3", "both", NULL};

/* With `from __future__ import print_function` Python 2 has these too. */
static const char print_function[] = "print_function";

static const char *const print_word[] = {"print", NULL}, *const exec_word[] = {"exec", NULL};
/* Builtins that Python 3 does not have. */
static const char *const python2_builtins[] = {"raw_input",  "xrange", "unicode",  "unichr",
                                               "basestring", "long",   "execfile", NULL};
/* Modules of __future__ that Python 2 does not have. */
static const char *const python3_future[] = {"annotations", "generator_stop", NULL};

static const struct dialect_rule only_python2[] = {
    {.kind = "print_statement"},
    {.kind = "exec_statement"},
    {.kind = "<>", .parent = "comparison_operator"},
    {.kind = "integer", .text = is_python2_integer},
    {.kind = "string_start", .text = is_python2_string_start},
    {.kind = "string", .text = is_python2_string},
    {.kind = "identifier", .parent = "except_clause", .previous = ",", .text = is_bound_name},
    {.kind = "tuple", .parent = "except_clause", .previous = ","},
    {.kind = "expression_list", .parent = "raise_statement"},
    {.kind = "tuple_pattern", .parent = "parameters"},
    {.kind = "tuple_pattern", .parent = "lambda_parameters"},
    {.kind = "tuple_pattern", .parent = "default_parameter"},
    {.kind = ",", .parent = "for_in_clause"}, /* [a for a in b, c] */
    {0},
};

static const struct dialect_rule only_python3[] = {
    {.kind = "call", .parent = "except_clause", .previous = ","},
    {.kind = "string_start", .text = is_python3_string_start},
    {.kind = "integer", .text = has_underscore},
    {.kind = "float", .text = has_underscore},
    {.kind = "identifier", .text = has_non_ascii},
    {.kind = "list_splat", .parent = "argument_list", .called = "print", .unless = print_function},
    {.kind = "dictionary_splat",
     .parent = "argument_list",
     .called = "print",
     .unless = print_function},
    {.kind = "keyword_argument",
     .parent = "argument_list",
     .called = "print",
     .unless = print_function},
    {.kind = "keyword_argument", .parent = "argument_list", .grandparent = "class_definition"},
    {.kind = "list_splat", .parent = "argument_list", .grandparent = "class_definition"},
    {.kind = "dictionary_splat", .parent = "argument_list", .grandparent = "class_definition"},
    /* print and exec begin statements in Python 2 */
    {.kind = "identifier", .parent = "assignment", .words = print_word, .unless = print_function},
    {.kind = "identifier",
     .parent = "augmented_assignment",
     .words = print_word,
     .unless = print_function},
    {.kind = "identifier", .parent = "assignment", .words = exec_word},
    {.kind = "identifier", .parent = "augmented_assignment", .words = exec_word},
    {.kind = "identifier", .parent = "attribute", .words = print_word, .unless = print_function},
    /* with (a as b, c as d): */
    {.kind = "(", .parent = "with_clause"},
    {.kind = "as_pattern", .parent = "parenthesized_expression"},
    {.kind = "as_pattern", .parent = "tuple"},
    /* The grammar may read `*f()` as the call of `*f`. */
    {.kind = "list_splat", .parent = "subscript"},
    {.kind = "list_splat", .parent = "call"},
    {.kind = "list_splat", .parent = "attribute"},
    {.kind = "dotted_name", .parent = "future_import_statement", .words = python3_future},
    {.kind = "named_expression"},
    {.kind = "nonlocal_statement"},
    {.kind = "await"},
    {.kind = "async"},
    {.kind = "type"},
    {.kind = "keyword_separator"},
    {.kind = "positional_separator"},
    {.kind = "match_statement"},
    {.kind = "except_group_clause"},
    {.kind = "list_splat", .parent = "except_clause"},
    {.kind = "list_splat", .parent = "as_pattern", .grandparent = "except_clause"},
    {.kind = "from", .parent = "yield"},
    {.kind = "from", .parent = "raise_statement"},
    {.kind = "@", .parent = "binary_operator"},
    {.kind = "@=", .parent = "augmented_assignment"},
    {.kind = "list_splat_pattern", .parent = "pattern_list"},
    {.kind = "list_splat_pattern", .parent = "tuple_pattern"},
    {.kind = "list_splat_pattern", .parent = "list_pattern"},
    {.kind = "list_splat", .parent = "list"},
    {.kind = "list_splat", .parent = "tuple"},
    {.kind = "list_splat", .parent = "set"},
    {.kind = "dictionary_splat", .parent = "dictionary"},
    {.kind = "list_splat", .parent = "expression_list"},
    {0},
};
/* What all lines with such constructs have, but not what most have: `print (a), b` is an
 * expression, `for a in b(c, d):` a loop. */
static const char *const signs[] = {
    "^.*(\\b(print|exec)[ \t]*[^ \t(=.,):]|<>|`|"
    "\\b0[0-9]|\\b[0-9][0-9a-fA-FxX]*[lL]\\b|"
    "\\b[uU][rR]['\"]|\\\\[uUN]|\\b[bB][rR]?['\"].*[^\x01-\x7f]|"
    "\\b(raise|except)\\b.*,|"
    "\\b(def|lambda)\\b.*[(,][ \t]*\\(|\\blambda[ \t]*\\(|"
    "\\bfor\\b.*,.*(]|[^:]$))",

    "^.*([^\x01-\x7f]|\\b([fFtT][rR]?|[rR][fFtTbB])['\"]|\\b[0-9][0-9a-zA-Z.]*_|"
    "\\b(print|exec|nonlocal|await|async|match|type|__future__)\\b|"
    "\\bclass\\b.*[=[]|\\bdef\\b.*\\[|\\bexcept\\b.*,|\\bwith\\b.*\\(|"
    "(^|[[(,={;:]|\\b(return|yield|in|except|as))[ \t]*\\*|[(,][ \t]*/|"
    ":=|->|:[ \t]*[^ \t#]|[])\"'a-zA-Z0-9_][ \t]*@|"
    "\\b(yield|raise)\\b.*\\bfrom\\b)",
    NULL,
};

static const struct dialect_rule *const rules[] = {only_python2, only_python3, NULL};

static const struct dialect_name_rule original_languages[] = {
    {"PyPy2", PYTHON2},
    {"PyPy3", PYTHON3},
    {"Python2", PYTHON2},
    {"Python3", PYTHON3},
    {"Python (2.", PYTHON2},
    {"Python (3.", PYTHON3},
    {"Python (CPython 2", PYTHON2}, /* AtCoder since 2023 */
    {"Python (CPython 3", PYTHON3},
    {"Python (PyPy 2", PYTHON2},
    {"Python (PyPy 3", PYTHON3},
    {"Python (Mypy", PYTHON3},
    {"CPython 2", PYTHON2},
    {"CPython 3", PYTHON3},
    {"py2", PYTHON2},
    {"py3", PYTHON3},
    {0},
};

const struct dialect_rules dialect_rules_python = {
    .names = dialect_names,
    .all = PYTHON2 | PYTHON3,
    .rules = rules,
    .signs = signs,
    .builtins = python2_builtins,
    .with_builtins = PYTHON2,
    .unstated = PYTHON3,
    .original_languages = original_languages,
};
