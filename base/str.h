/* The string builder: a growable, always zero-terminated text. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/scoped.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct str {
    char *text;      /* zero-terminated once something was added; NULL before */
    size_t length;   /* bytes without the final zero */
    size_t capacity; /* bytes allocated */
};

/* Appends `length` bytes. */
void str_add(struct str *str, const char *bytes, size_t length);

/* Appends a zero-terminated text. */
void str_add_text(struct str *str, const char *text);

/* Appends text made as printf would. */
void str_print(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same in place of the text that is there. */
void str_set(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_print_list(struct str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Room for `length` more bytes behind the text, to be written to directly; str_extend() then takes
 * those that were written as a part of the text. */
char *str_reserve(struct str *str, size_t length);
void str_extend(struct str *str, size_t length);

/* The text, never NULL; valid until the next change. */
const char *str_text(const struct str *str);

/* Empties the text and keeps the memory. */
void str_clear(struct str *str);

/* Gives the memory back. */
void str_release(struct str *str);
SCOPED_VALUE(str, str_release)

/* Whether a text is one of a list that ends with NULL; the list may be NULL. */
bool text_is_one_of(const char *text, const char *const *list);

/* Cuts the characters in `blanks` off both ends of a text, in place; returns where the rest is. */
char *text_cut(char *text, const char *blanks);

/* The word that goes with a number, "1 group", "2 groups": `one` for 1, `many` for any other.
 * Numbers of JSON are doubles. */
const char *plural(double n, const char *one, const char *many);

/* The decimals of a percentage of `n` things, for people: none below 100, one below 10,000, else
 * two, so that none says more than a thing is worth. */
int percent_decimals(double n);

#endif
