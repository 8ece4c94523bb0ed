/* Python 2 and 3 (grammar: tree-sitter-python, which reads both). */
#include "base/mem.h"
#include "tokenize/languages/change_rules.h"
#include "tokenize/languages/language.h"
#include "tokenize/languages/runtime.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const struct TSLanguage *tree_sitter_python(void);

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
    {.quote = "\"\"\"", .has_lines = true},
    {.quote = "'''", .has_lines = true},
    {.quote = "\""},
    {.quote = "'"},
    {0},
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
static const struct escape_code escape_codes[] = {{'x', 2, 2, false, BRACED_NONE},
                                                  {'u', 4, 4, true, BRACED_NONE},
                                                  {'U', 8, 8, true, BRACED_NONE},
                                                  {'N', 0, 0, true, BRACED_NAME},
                                                  {0}};

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

/* ---- What only Python 2 or only Python 3 accepts ---- */

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
        only_digits = only_digits && is_digit(bytes[i]);
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

static const char *const unread[] = {"{ ~** $ for", NULL};

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
static const char *const dialect_signs[] = {
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

static const struct dialect_rule *const dialect_rules[] = {only_python2, only_python3, NULL};

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

static const struct dialect_rules dialects = {
    .names = dialect_names,
    .all = PYTHON2 | PYTHON3,
    .rules = dialect_rules,
    .signs = dialect_signs,
    .builtins = python2_builtins,
    .with_builtins = PYTHON2,
    .unstated = PYTHON3,
    .original_languages = original_languages,
};

/* ---- Scopes (Language Reference 4.2) ---- */

static const struct scope_rule scopes[] = {
    {"module", SCOPE_MODULE, {NULL}, false},
    {"function_definition", SCOPE_FUNCTION, {"parameters", "body"}, false},
    {"lambda", SCOPE_LAMBDA, {"parameters", "body"}, false},
    {"class_definition", SCOPE_CLASS, {"body"}, true},
    {"list_comprehension", SCOPE_LEAKING, {NULL}, false},
    {"set_comprehension", SCOPE_COMPREHENSION, {NULL}, false},
    {"dictionary_comprehension", SCOPE_COMPREHENSION, {NULL}, false},
    {"generator_expression", SCOPE_COMPREHENSION, {NULL}, false},
    {0},
};

/* The last columns of a rule, by the effect of the names. */
#define BINDS(binding) false, NAME_WRITTEN, binding, PLACE_HERE
#define READS          false, NAME_READ, 0, PLACE_HERE
#define READS_OUTSIDE  false, NAME_READ, 0, PLACE_OUTSIDE
#define IS_NONE        false, NAME_NONE, 0, PLACE_HERE

static const struct name_rule name_rules[] = {
    {"assignment", "left", NULL, NULL, BINDS(BINDING_ASSIGNED)},
    {"augmented_assignment", "left", NULL, NULL, false, NAME_READ_AND_WRITTEN, BINDING_ASSIGNED,
     PLACE_HERE},
    {"named_expression", "name", NULL, NULL, false, NAME_WRITTEN, BINDING_ASSIGNED,
     PLACE_ASSIGNMENT},
    {"type_alias_statement", "left", NULL, NULL, BINDS(BINDING_ASSIGNED)},
    {"delete_statement", NULL, NULL, NULL, BINDS(BINDING_DELETED)},
    {"for_statement", "left", NULL, NULL, BINDS(BINDING_LOOP)},
    {"for_in_clause", "left", NULL, NULL, BINDS(BINDING_COMPREHENSION)},
    {"for_in_clause", "right", NULL, NULL, false, NAME_READ, 0, PLACE_OUTSIDE_OF_FIRST},

    {"as_pattern", "alias", "except_clause", NULL, BINDS(BINDING_EXCEPTION)},
    {"as_pattern", "alias", "except_group_clause", NULL, BINDS(BINDING_EXCEPTION)},
    {"as_pattern", "alias", NULL, NULL, BINDS(BINDING_WITH)},
    {"as_pattern", NULL, NULL, "as", BINDS(BINDING_MATCH)},
    {"except_clause", "alias", NULL, NULL, BINDS(BINDING_EXCEPTION)}, /* Python 2: except E, e */

    {"global_statement", NULL, NULL, NULL, false, NAME_GLOBAL, 0, PLACE_HERE},
    {"nonlocal_statement", NULL, NULL, NULL, false, NAME_OUTER, 0, PLACE_HERE},

    {"function_definition", "name", NULL, NULL, BINDS(BINDING_FUNCTION)},
    {"class_definition", "name", NULL, NULL, BINDS(BINDING_CLASS)},
    {"parameters", NULL, NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"lambda_parameters", NULL, NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"default_parameter", "name", NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"default_parameter", "value", NULL, NULL, READS_OUTSIDE},
    {"typed_default_parameter", "name", NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"typed_default_parameter", NULL, NULL, NULL, READS_OUTSIDE},
    {"typed_parameter", "type", NULL, NULL, READS_OUTSIDE},
    {"typed_parameter", NULL, NULL, NULL, BINDS(BINDING_PARAMETER)},

    {"import_statement", "name", NULL, NULL, BINDS(BINDING_IMPORT)},
    {"import_from_statement", "module_name", NULL, NULL, IS_NONE},
    {"import_from_statement", "name", NULL, NULL, BINDS(BINDING_IMPORT)},
    {"future_import_statement", "name", NULL, NULL, BINDS(BINDING_IMPORT)},
    {"relative_import", NULL, NULL, NULL, IS_NONE},
    {"aliased_import", "name", NULL, NULL, IS_NONE},
    {"aliased_import", "alias", NULL, NULL, BINDS(BINDING_IMPORT)},

    /* The patterns of `case`: a name alone is a capture, one with dots is a value. */
    {"dotted_name", NULL, NULL, ".", IS_NONE},
    {"dotted_name", NULL, "case_pattern", NULL, true, NAME_WRITTEN, BINDING_MATCH, PLACE_HERE},
    {"dotted_name", NULL, "union_pattern", NULL, true, NAME_WRITTEN, BINDING_MATCH, PLACE_HERE},
    {"dotted_name", NULL, "keyword_pattern", NULL, true, NAME_WRITTEN, BINDING_MATCH, PLACE_HERE},
    {"dotted_name", NULL, "keyword_pattern", NULL, READS},
    {"keyword_pattern", NULL, NULL, NULL, IS_NONE},
    {"splat_pattern", NULL, NULL, NULL, BINDS(BINDING_MATCH)},

    {"attribute", "attribute", NULL, NULL, IS_NONE},
    {"keyword_argument", "name", NULL, NULL, IS_NONE},
    {"member_type", NULL, NULL, ".", IS_NONE},
    {0},
};

static const char *const patterns[] = {
    /* targets */
    "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern",
    "dictionary_splat_pattern", "as_pattern_target",
    /* expressions that are targets, of `del`, too; names of imports and of type aliases */
    "expression_list", "parenthesized_expression", "tuple", "list", "list_splat", "dotted_name",
    "type", "generic_type", NULL};

static const char *const binders[] = {
    "=",   "+=",  "-=",     "*=",     "/=",     "//=",    "%=",       "@=",   "&=",   "|=",
    "^=",  ">>=", "<<=",    "**=",    ":=",     ":",      "for",      "as",   "case", "class",
    "def", "del", "except", "global", "import", "lambda", "nonlocal", "type", NULL};

static const struct scope_rules scope_rules = {
    .scopes = scopes,
    .names = name_rules,
    .patterns = patterns,
    .wildcard_import = "wildcard_import",
    .binders = binders,
};

/* ---- Mutants ---- */

/* Of the numbers from -2 to 2, only 0, 1 and 2 are exchanged, because a minus sign is a separate
 * token. */
static const char *const arithmetic[] = {"+",  "-",  "*", "/", "//", "%", "**",
                                         "<<", ">>", "@", "|", "&",  "^", NULL};
static const char *const order[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
static const char *const membership[] = {"in", "not in", NULL};
static const char *const identity[] = {"is", "is not", NULL};
static const char *const connectives[] = {"and", "or", NULL};
static const char *const plain_assignment[] = {"=", NULL};
static const char *const augmented[] = {
    "+=", "-=", "*=", "/=", "//=", "%=", "**=", "<<=", ">>=", "@=", "|=", "&=", "^=", NULL};
static const char *const assigning[] = {
    "=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "<<=", ">>=", "@=", "|=", "&=", "^=", NULL};
static const char *const numbers[] = {"0", "1", "2", NULL};
static const char *const signed_numbers[] = {"1", "2", NULL};

static const struct exchange_rule exchanges[] = {
    {MUTATE_BINARY_OPERATOR, "binary_operator", NULL, arithmetic, arithmetic, false},
    {MUTATE_COMPARISON_OPERATOR, "comparison_operator", NULL, order, order, false},
    {MUTATE_COMPARISON_OPERATOR, "comparison_operator", NULL, membership, membership, false},
    {MUTATE_COMPARISON_OPERATOR, "comparison_operator", NULL, identity, identity, false},
    {MUTATE_LOGICAL_OPERATOR, "boolean_operator", NULL, connectives, connectives, false},
    {MUTATE_ASSIGNMENT_OPERATOR, "augmented_assignment", NULL, augmented, assigning, false},
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

static const struct mutation_rules mutation_rules = {
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

/* ---- Rewrites ---- */

/* Functions, types and exceptions of Python 2.7 and 3.13 (`dir(builtins)`), without keywords and
 * without names that begin with `_`. */
static const char *const builtins[] = {
    /* exceptions */
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup",
    "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError",
    "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
    "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError",
    "Exception", "ExceptionGroup", "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError",
    "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "NotADirectoryError",
    "NotImplemented", "NotImplementedError", "OSError", "OverflowError",
    "PendingDeprecationWarning", "PermissionError", "ProcessLookupError", "PythonFinalizationError",
    "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning",
    "StandardError", "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning",
    "SystemError", "SystemExit", "TabError", "TimeoutError", "TypeError", "UnboundLocalError",
    "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning", "WindowsError", "ZeroDivisionError",
    /* functions and types */
    "abs", "aiter", "all", "anext", "any", "apply", "ascii", "basestring", "bin", "bool",
    "breakpoint", "buffer", "bytearray", "bytes", "callable", "chr", "classmethod", "cmp", "coerce",
    "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate",
    "eval", "exec", "execfile", "exit", "file", "filter", "float", "format", "frozenset", "getattr",
    "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "intern", "isinstance",
    "issubclass", "iter", "len", "license", "list", "locals", "long", "map", "max", "memoryview",
    "min", "next", "object", "oct", "open", "ord", "pow", "print", "property", "quit", "range",
    "raw_input", "reduce", "reload", "repr", "reversed", "round", "set", "setattr", "slice",
    "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "unichr", "unicode", "vars",
    "xrange", "zip", NULL};

static const char *const reflecting[] = {
    /* builtins */
    "globals", "locals", "vars", "dir", "exec", "eval", "execfile", "compile", "getattr", "setattr",
    "delattr", "hasattr",
    /* modules and their functions, and attributes */
    "inspect", "_getframe", "f_locals", "f_globals", "modules", "__import__", "import_module",
    "__dict__", "__all__", "__main__", "__code__", "func_code", "__globals__", "func_globals",
    "__annotations__", "get_type_hints", "signature", "timeit", "doctest", "settrace", "setprofile",
    "tracemalloc", "traceback", NULL};

static const char *const reflecting_kinds[] = {"exec_statement", NULL};

/* Python 2's input() is eval(raw_input()). */
static const char *const evaluating[] = {"input", NULL};

static const char *const ordinary_names[] = {
    "value", "item",  "result", "count", "index",  "total",   "current", "data",  "number",
    "left",  "right", "start",  "stop",  "size",   "length",  "first",   "last",  "key",
    "entry", "node",  "temp",   "limit", "offset", "amount",  "score",   "state", "previous",
    "other", "line",  "row",    "level", "flag",   "element", "answer",  NULL};

static const struct mirrored_operator mirrored_operators[] = {
    {"<", ">"},   {">", "<"},   {"<=", ">="}, {">=", "<="},
    {"==", "=="}, {"!=", "!="}, {"<>", "<>"}, {0},
};

/* The filters of comprehensions are not in the list: Li and others use if, while and conditional
 * expressions. */
static const struct condition_rule conditions[] = {
    {"if_statement", "condition", NULL},
    {"elif_clause", "condition", NULL},
    {"while_statement", "condition", NULL},
    {"conditional_expression", NULL, "if"},
    {0},
};

static const char *const condition_kinds[] = {"parenthesized_expression", "boolean_operator",
                                              "not_operator", NULL};

/* Includes the kinds that the operands consist of. */
static const char *const operands[] = {
    /* names and literals */
    "identifier", "integer", "float", "true", "false", "none", "string", "string_start",
    "string_content", "escape_sequence", "escape_interpolation", "string_end",
    "concatenated_string",
    /* what consists of them */
    "attribute", "subscript", "slice", "binary_operator", "unary_operator",
    "parenthesized_expression", "tuple", "list", "call", "argument_list", "comment",
    "line_continuation", NULL};

/* None of these takes an item from an iterator, or calls a method that `harmless_definitions`
 * allows a program to define. */
static const char *const harmless_functions[] = {
    "abs", "bin",  "bool", "chr", "complex", "divmod", "float", "hex",    "int", "isinstance",
    "len", "long", "oct",  "ord", "pow",     "round",  "type",  "unichr", NULL};

static const char *const filling[] = {"defaultdict", "__missing__", NULL};
static const char *const calling[] = {"property",         "cached_property", "__getattr__",
                                      "__getattribute__", "__get__",         NULL};
static const char *const harmless_definitions[] = {"__init__", "__str__", "__repr__", NULL};

static const char *const self_reading[] = {"__file__",       "argv",      "inspect",  "traceback",
                                           "_getframe",      "linecache", "f_lineno", "tb_lineno",
                                           "co_firstlineno", NULL};

static const char *const interpolations[] = {"interpolation", "format_expression", NULL};

static const struct rewrite_rules rewrite_rules = {
    .string = "string",
    .interpolations = interpolations,
    .self_reading = self_reading,
    .rename =
        {
            .builtins = builtins,
            .reflecting = reflecting,
            .reflecting_kinds = reflecting_kinds,
            .evaluating = evaluating,
            .safe_dialect = "3",
            .private_prefix = "__",
            .keyword_argument = "keyword_argument",
            .keyword_name = "name",
            .keyword_splat = "dictionary_splat",
            .arguments = "argument_list",
            .echo = "=",
            .ordinary_names = ordinary_names,
        },
    .condition =
        {
            .comparison = "comparison_operator",
            .conditions = conditions,
            .connectives = condition_kinds,
            .operators = mirrored_operators,
            .operands = operands,
            .functions = harmless_functions,
            .filling = filling,
            .calling = calling,
            .subscript = "subscript",
            .special_prefix = "__",
            .harmless_definitions = harmless_definitions,
        },
};

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

static const char *const other_extensions[] = {"pyi", "pyw", NULL};
static const char *const judge_words[] = {"python", "py", "pyth", "pypy", "cpython", "ipynb", NULL};

const struct language language_python = {
    .name = "python",
    .codenet_name = "Python",
    .judge_words = judge_words,
    .extension = "py",
    .other_extensions = other_extensions,
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
            .has_normal_names = true,
            .unread = unread,
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
            .wide_mark = "unicode_literals",
            .wide = 'u',
        },
    .dialects = &dialects,
    .regions = &regions,
    .nbf = &nbf,
    .scopes = &scope_rules,
    .mutations = &mutation_rules,
    .rewrites = &rewrite_rules,
    .runtimes = runtimes,
};
