/* All memory is allocated here.
 *
 * No function here returns NULL. When memory runs out, or a size computed from input overflows, the
 * program ends with a message and exit status 1. Callers need no clean-up code for it. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* Ends the program. For libraries that report the lack of memory themselves. */
_Noreturn void mem_exhausted(void);

/* Allocates `n` items of `size` bytes, zeroed. Release with free(). */
void *mem_alloc(size_t n, size_t size);

/* Resizes `ptr` to `n` items of `size` bytes, or allocates them if it is NULL. New bytes are not
 * initialized. */
void *mem_resize(void *ptr, size_t n, size_t size);

/* Returns a zero-terminated copy of `length` bytes. Release with free(). */
char *mem_copy_text(const char *text, size_t length);

/* Returns a text formatted as by printf. Release with free(). */
char *mem_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Return a + b and a * b for sizes; end the program on overflow. */
size_t mem_add(size_t a, size_t b);
size_t mem_multiply(size_t a, size_t b);

#endif
