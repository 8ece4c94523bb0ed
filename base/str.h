/* The string builder: a growable text that is always zero-terminated. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/scoped.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct str {
    char *text;      /* zero-terminated; NULL until something is added */
    size_t length;   /* bytes without the final zero */
    size_t capacity; /* bytes allocated */
};

/* Appends `length` bytes. */
void str_add(struct str *str, const char *bytes, size_t length);

/* Appends a zero-terminated text. */
void str_add_text(struct str *str, const char *text);

/* Appends text formatted as by printf. */
void str_print(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, but replaces the text. */
void str_set(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_print_list(struct str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Returns room for `length` more bytes after the text. The caller writes to it directly, and then
 * calls str_extend() with the number of bytes written. */
char *str_reserve(struct str *str, size_t length);
void str_extend(struct str *str, size_t length);

/* Returns the text, never NULL. It is valid until the next change. */
const char *str_text(const struct str *str);

/* Empties the text and keeps the memory. */
void str_clear(struct str *str);

/* Releases the memory. */
void str_release(struct str *str);
SCOPED_VALUE(str, str_release)

/* Whether a text is in a list that ends with NULL. The list may be NULL. */
bool text_is_one_of(const char *text, const char *const *list);

/* Removes the characters in `blanks` from both ends of a text, in place. Returns the start of the
 * rest. */
char *text_cut(char *text, const char *blanks);

/* Returns the noun form for a number, as in "1 group", "2 groups": `one` for 1, `many` for any
 * other number. Numbers of JSON are doubles. */
const char *plural(double n, const char *one, const char *many);

/* Returns the number of decimals in which people see a percentage of `n` things: none below 100,
 * one below 10,000, and two from there on. More would suggest more precision than `n` things
 * give. */
int percent_decimals(double n);

#endif
