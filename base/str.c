/* The text grows by doubling. */
#include "base/str.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *str_reserve(struct str *str, size_t length)
{
    size_t needed = mem_add(mem_add(str->length, length), 1);
    if (needed <= str->capacity)
        return str->text + str->length;
    size_t capacity = str->capacity ? str->capacity : 64;
    while (capacity < needed)
        capacity = mem_multiply(capacity, 2);
    str->text = mem_resize(str->text, capacity, 1);
    str->capacity = capacity;
    return str->text + str->length;
}

void str_extend(struct str *str, size_t length)
{
    str->length += length;
    str->text[str->length] = '\0';
}

void str_add(struct str *str, const char *bytes, size_t length)
{
    char *end = str_reserve(str, length);
    if (length)
        memcpy(end, bytes, length);
    str_extend(str, length);
}

void str_add_text(struct str *str, const char *text)
{
    str_add(str, text, strlen(text));
}

void str_set(struct str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_clear(str);
    str_print_list(str, format, args);
    va_end(args);
}

void str_print(struct str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_print_list(str, format, args);
    va_end(args);
}

void str_print_list(struct str *str, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        str_reserve(str, (size_t)length);
        vsnprintf(str->text + str->length, (size_t)length + 1, format, again);
        str->length += (size_t)length;
    }
    va_end(again);
}

const char *str_text(const struct str *str)
{
    return str->text ? str->text : "";
}

void str_clear(struct str *str)
{
    str->length = 0;
    if (str->text)
        str->text[0] = '\0';
}

void str_release(struct str *str)
{
    free(str->text);
    *str = (struct str){0};
}

bool text_is_one_of(const char *text, const char *const *list)
{
    for (; list && *list; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

char *text_cut(char *text, const char *blanks)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length && strchr(blanks, text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

const char *plural(double n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

int percent_decimals(double n)
{
    return n < 100 ? 0 : n < 10000 ? 1 : 2;
}
