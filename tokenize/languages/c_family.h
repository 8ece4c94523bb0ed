/* The tables that C++ and Java share with C (c.c). A row about a node that a grammar does not have
 * matches nothing there. */
#ifndef TOKENIZE_LANGUAGES_C_FAMILY_H
#define TOKENIZE_LANGUAGES_C_FAMILY_H

#include "tokenize/languages/language.h"
#include "tokenize/languages/runtime.h"

extern const char *const c_insertable[];
extern const char *const c_labels[];
extern const struct comment_form c_comments[];
extern const struct operator_rule c_operators[];
extern const char *const c_comparisons[], *const c_calculations[], *const c_logic[];
extern const char *const c_assignments[];

/* The operators of C, C++ and Java. */
#define C_OPERATOR_TEXTS                                                                       \
    {                                                                                          \
        [CATEGORY_BINARY_OPERATOR] = c_calculations,                                           \
        [CATEGORY_COMPARISON_OPERATOR] = c_comparisons, [CATEGORY_LOGICAL_OPERATOR] = c_logic, \
        [CATEGORY_ASSIGNMENT_OPERATOR] = c_assignments,                                        \
    }

/* Of C and C++. */
extern const char *const c_skipped_kinds[];
extern const char *const c_shared_extensions[];
extern const struct directive_rule c_directives[];
extern const struct spelling c_spellings[];
extern const char *const c_type_words[], *const c_types[];
extern const struct string_form c_strings[];
extern const struct role_rule c_roles[];
extern const struct literal_rule c_literals[];
extern const struct number_type c_number_types[];
extern const struct escape_code c_escape_codes[];
extern const struct pattern_rules c_patterns;
extern const struct region_rules c_regions;
extern const char *const c_classes[], *const c_containers[];
extern const char *const c_before_bodies[], *const c_after_bodies[];

/* Reads numbers with the separators and suffixes of C, C++ or Java. */
bool c_read_number(double *value, const char *text, size_t length);

/* Returns whether a number has a dot or an exponent. */
bool c_is_float(const char *text, size_t length);

/* The rules of C and C++ for tokens, ... */
#define C_TOKEN_RULES                                                                         \
    .comments = c_comments, .strings = c_strings, .prefixes_have_case = true, .escape = '\\', \
    .letters = "$", .has_escaped_letters = true, .signs = "()[]{},:;.+-*/%&|^~<>=!?#",        \
    .spellings = c_spellings, .joined = c_types, .opening = "([{", .closing = ")]}",          \
    .blanks = "\v", .continuation = '\\', .has_splices = true, .directive = '#',              \
    .directives = c_directives, .zero = "false"

/* ... for parts, roles and categories. */
#define C_PART_RULES                                                            \
    .classes = c_classes, .containers = c_containers, .class_ends_later = true, \
    .before_bodies = c_before_bodies, .after_bodies = c_after_bodies, .labels = c_labels
#define C_LANGUAGE                                                              \
    .shared_extensions = c_shared_extensions, .skipped_kinds = c_skipped_kinds, \
    .may_have_errors = true, .has_any_encoding = true, .roles = C_ROLE_RULES,   \
    .categories = C_CATEGORY_RULES, .patterns = &c_patterns, .regions = &c_regions
#define C_ROLE_RULES                                                               \
    {                                                                              \
        .identifier_kind = "identifier", .call_kind = "call_expression",           \
        .call_function_field = "function", .attribute_kind = "field_expression",   \
        .attribute_object_field = "argument", .attribute_name_field = "field",     \
        .macro_kind = "preproc_arg", .type_words = c_type_words, .rules = c_roles, \
    }
#define C_CATEGORY_RULES                                                             \
    {                                                                                \
        .operators = c_operators, .literals = c_literals, .texts = C_OPERATOR_TEXTS, \
        .number = c_read_number, .is_float = c_is_float,                             \
    }
#define C_ESCAPES "a\ab\bf\fn\nr\rt\tv\ve\033\\\\''\"\"??"
#define C_VALUE_RULES                                                                       \
    .numbers = c_number_types, .has_octal = true, .integers_grow = true, .character = '\'', \
    .escapes = C_ESCAPES, .codes = c_escape_codes, .max_octal = 0777, .units = UNITS_UTF8

/* ... and for running programs. */
#define C_COMPILER RUNTIME_EXECUTABLE, RUNTIME_STANDARD, "-O2", "-w", "-D" RUNTIME_JUDGE
#define C_RUNTIME                                                                                  \
    .version_argument = "--version", .run = c_run, .environments = {c_environment, c_environment}, \
    .own_memory = 16 * RUNTIME_MIB, .own_addresses = 128 * RUNTIME_MIB, .memory_errors = c_memory
extern const char *const c_environment[], *const c_run[], *const c_memory[];

#endif
