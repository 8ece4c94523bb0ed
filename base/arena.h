/* Memory for one batch of work: many small allocations, given back together. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/scoped.h"

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first; NULL while nothing was allocated */
};

/* `n` items of `size` bytes, zeroed, aligned for any type; lives until arena_release(). */
void *arena_alloc(struct arena *arena, size_t n, size_t size);

/* A zero-terminated copy of `length` bytes; `text` may be NULL when `length` is 0. */
char *arena_copy_text(struct arena *arena, const char *text, size_t length);

/* The same of a whole text; NULL of NULL. */
char *arena_text(struct arena *arena, const char *text);

/* A zero-terminated text made as printf would. */
char *arena_print(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Gives everything back; the arena is empty and may be used again. */
void arena_release(struct arena *arena);
SCOPED_VALUE(arena, arena_release)

#endif
