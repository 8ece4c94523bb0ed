/* What tells the region of a token in each language. */
#include "languages/region_rules.h"

#include <stddef.h>

/* ---- Python ---- */

static const char *const python_imports[] = {"import", "from", NULL};
static const char *const python_import_all[] = {"*", NULL};
static const char *const python_documents[] = {"add_newdoc", "DocstringComponents", "Substitution",
                                               NULL};
static const char *const python_printers[] = {"print", "write", "writelines", NULL};
static const char *const python_regexes[] = {"compile", "match",     "search",   "sub",  "findall",
                                             "split",   "fullmatch", "finditer", "subn", NULL};
static const char *const python_regex_owners[] = {"re", "regex", NULL};
static const char *const python_formats[] = {"format", "strftime", "strptime",    "pack", "unpack",
                                             "Struct", "calcsize", "unpack_from", NULL};
static const char *const python_receivers[] = {"self", "cls", "np",    "npt", "testing",
                                               "tm",   "pd",  "numpy", "tc",  NULL};

const struct region_rules region_rules_python = {
    .imports = python_imports,
    .import_all = python_import_all,
    .import_from = "from",
    .documents = python_documents,
    .printers = python_printers,
    .regexes = python_regexes,
    .regex_owners = python_regex_owners,
    .formats = python_formats,
    .receivers = python_receivers,
    .annotations = ANNOTATION_TYPE,
    .dictionary = ':',
    .has_string_statements = true,
};

/* ---- C and C++ ---- */

static const char *const c_imports[] = {"#include", "#include_next", "#import", NULL};
static const char *const cpp_imports[] = {"#include", "#include_next", "#import", "using", NULL};
static const char *const cpp_import_all[] = {"namespace", NULL};
static const char *const c_attributes[] = {"__attribute__", "__attribute", "__declspec", "_Pragma",
                                           NULL};
static const char *const c_pragmas[] = {"diagnostic", "warning", "warn", NULL};
static const char *const c_documents[] = {"PyDoc_STRVAR", "PyDoc_STR", NULL};
static const char *const c_printers[] = {
    "printf", "puts", "putchar", "fputs",         "putchar_unlocked", "fprintf", "cout",  "write",
    "fwrite", "putc", "fputc",   "puts_unlocked", "printf_s",         "println", "print", NULL};
static const char *const c_regexes[] = {"regex",  "regcomp",      "basic_regex", "RE2",
                                        "wregex", "pcre_compile", NULL};
static const char *const c_formats[] = {
    "sprintf",      "snprintf", "vsprintf", "vsnprintf", "swprintf", "sprintf_s",
    "snprintf_s",   "scanf",    "sscanf",   "fscanf",    "scanf_s",  "sscanf_s",
    "strftime",     "strptime", "asprintf", "_snprintf", "format",   "format_to",
    "StringPrintf", "put_time", "get_time", NULL};
static const char *const c_receivers[] = {"testing", NULL};

#define C_REGIONS                                                                                 \
    .attributes = c_attributes, .pragmas = c_pragmas, .documents = c_documents,                   \
    .printers = c_printers, .regexes = c_regexes, .formats = c_formats, .receivers = c_receivers, \
    .annotations = ANNOTATION_ATTRIBUTE

const struct region_rules region_rules_c = {C_REGIONS, .imports = c_imports};
const struct region_rules region_rules_cpp = {C_REGIONS, .imports = cpp_imports,
                                              .import_all = cpp_import_all};

/* ---- Java ---- */

static const char *const java_imports[] = {"import", "package", "requires", NULL};
static const char *const java_import_all[] = {"*", "package", NULL};
static const char *const java_printers[] = {"print", "println", "printf", NULL};
static const char *const java_regexes[] = {"compile",      "matches", "replaceAll",
                                           "replaceFirst", "split",   NULL};
static const char *const java_formats[] = {
    "format",        "SimpleDateFormat", "ofPattern",     "formatted",
    "DecimalFormat", "getInstance",      "MessageFormat", NULL};
static const char *const java_receivers[] = {"Assert", "Assertions", "TestCase",
                                             "this",   "super",      NULL};

const struct region_rules region_rules_java = {
    .imports = java_imports,
    .import_all = java_import_all,
    .printers = java_printers,
    .regexes = java_regexes,
    .formats = java_formats,
    .receivers = java_receivers,
    .annotations = ANNOTATION_NAME,
    .expects_first = true,
};
