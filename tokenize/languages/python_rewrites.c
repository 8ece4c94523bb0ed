/* Rewrites of Python: the names, operators and statements that they may change. */
#include "tokenize/languages/rewrite_rules.h"

#include <string.h>

/* ---- Renaming ---- */

/* Functions, types and exceptions of Python 2.7 and 3.13 (`dir(builtins)`), without keywords and
 * without names that begin with `_`. */
static const char *const builtins[] = {
#include "tokenize/languages/words/python_builtins.words.inc"
    NULL};

static const char *const reflecting[] = {
#include "tokenize/languages/words/python_reflecting.words.inc"
    NULL};

static const char *const reflecting_kinds[] = {"exec_statement", NULL};

/* Python 2's input() is eval(raw_input()). */
static const char *const evaluating[] = {"input", NULL};

static const char *const ordinary_names[] = {
    "value", "item",  "result", "count", "index",  "total",   "current", "data",  "number",
    "left",  "right", "start",  "stop",  "size",   "length",  "first",   "last",  "key",
    "entry", "node",  "temp",   "limit", "offset", "amount",  "score",   "state", "previous",
    "other", "line",  "row",    "level", "flag",   "element", "answer",  NULL};

/* ---- Swapping the sides of a comparison ---- */

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

static const char *const connectives[] = {"parenthesized_expression", "boolean_operator",
                                          "not_operator", NULL};

/* Includes the kinds that the operands consist of. */
static const char *const operands[] = {
#include "tokenize/languages/words/python_operands.words.inc"
    NULL};

/* None of these takes an item from an iterator, or calls a method that `harmless_definitions`
 * allows a program to define. */
static const char *const harmless_functions[] = {
    "abs", "bin",  "bool", "chr", "complex", "divmod", "float", "hex",    "int", "isinstance",
    "len", "long", "oct",  "ord", "pow",     "round",  "type",  "unichr", NULL};

static const char *const filling[] = {"defaultdict", "__missing__", NULL};
static const char *const calling[] = {"property",         "cached_property", "__getattr__",
                                      "__getattribute__", "__get__",         NULL};
static const char *const harmless_definitions[] = {"__init__", "__str__", "__repr__", NULL};

/* ---- The table ---- */

static const char *const self_reading[] = {"__file__",       "argv",      "inspect",  "traceback",
                                           "_getframe",      "linecache", "f_lineno", "tb_lineno",
                                           "co_firstlineno", NULL};

static const char *const interpolations[] = {"interpolation", "format_expression", NULL};

const struct rewrite_rules rewrite_rules_python = {
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
            .echo_parent = "interpolation",
            .ordinary_names = ordinary_names,
        },
    .condition =
        {
            .comparison = "comparison_operator",
            .conditions = conditions,
            .connectives = connectives,
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
