/* The tables that C++ and Java share with C (c.c). A row about a node that a grammar does not have
 * matches nothing there. */
#ifndef LANGUAGES_C_FAMILY_H
#define LANGUAGES_C_FAMILY_H

#include "languages/language.h"

extern const char *const c_insertable[];
extern const struct comment_form c_comments[];
extern const struct operator_rule c_operators[];
extern const struct operator_text c_operator_texts[];

/* Of C and C++. */
extern const char *const c_skipped_kinds[];
extern const char *const c_headers[];
extern const char *const c_type_words[], *const c_types[];
extern const struct string_form c_strings[];
extern const struct role_rule c_roles[];
extern const struct literal_rule c_literals[];
extern const struct pattern_rules c_patterns;
extern const char *const c_classes[], *const c_containers[];

/* Reads numbers with the separators and suffixes of C, C++ or Java. Octal and binary ones have no
 * value here. */
bool c_read_number(double *value, const char *text, size_t length);

/* Returns whether a number has a dot or an exponent. */
bool c_is_float(const char *text, size_t length);

/* The rules of C and C++ for roles and categories. */
#define C_ROLE_RULES                                                             \
    {                                                                            \
        .identifier_kind = "identifier", .call_kind = "call_expression",         \
        .call_function_field = "function", .attribute_kind = "field_expression", \
        .attribute_object_field = "argument", .attribute_name_field = "field",   \
        .macro_kind = "preproc_arg", .rules = c_roles,                           \
    }
#define C_CATEGORY_RULES                                                             \
    {                                                                                \
        .operators = c_operators, .literals = c_literals, .texts = c_operator_texts, \
        .number = c_read_number, .is_float = c_is_float,                             \
    }

#endif
