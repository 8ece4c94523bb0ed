/* Checked allocation; see mem.h. */
#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void mem_exhausted(void)
{
    fputs("tokfix: out of memory\n", stderr);
    _Exit(1);
}

size_t mem_add(size_t a, size_t b)
{
    size_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        mem_exhausted();
    return sum;
}

size_t mem_multiply(size_t a, size_t b)
{
    size_t product;
    if (__builtin_mul_overflow(a, b, &product))
        mem_exhausted();
    return product;
}

void *mem_alloc(size_t n, size_t size)
{
    void *ptr = calloc(n ? n : 1, size ? size : 1);
    if (!ptr)
        mem_exhausted();
    return ptr;
}

void *mem_resize(void *ptr, size_t n, size_t size)
{
    size_t bytes = mem_multiply(n, size);
    void *resized = realloc(ptr, bytes ? bytes : 1);
    if (!resized)
        mem_exhausted();
    return resized;
}

char *mem_copy_text(const char *text, size_t length)
{
    char *copy = mem_alloc(mem_add(length, 1), 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *mem_print(const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        mem_exhausted();
    va_end(args);
    return text;
}
