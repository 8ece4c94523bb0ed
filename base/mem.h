/* The one place where memory is asked for.
 *
 * Nothing here returns NULL: when memory runs out, or when a size computed from input overflows,
 * the program ends with a message and exit status 1, so callers need no clean-up code for it. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* Ends the program: for libraries that report the lack of memory themselves. */
_Noreturn void mem_exhausted(void);

/* `n` items of `size` bytes, zeroed. Release with free(). */
void *mem_alloc(size_t n, size_t size);

/* Resizes `ptr` (or allocates, when NULL) to `n` items of `size` bytes; new bytes are not set. */
void *mem_resize(void *ptr, size_t n, size_t size);

/* A zero-terminated copy of `length` bytes. Release with free(). */
char *mem_copy_text(const char *text, size_t length);

/* A text made as printf would. Release with free(). */
char *mem_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* a + b and a * b for sizes; end the program on overflow. */
size_t mem_add(size_t a, size_t b);
size_t mem_multiply(size_t a, size_t b);

#endif
