/* Memory for one batch of work: many small allocations that are released together. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/scoped.h"

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first; NULL before the first allocation */
};

/* Allocates `n` items of `size` bytes, zeroed and aligned for any type. They live until
 * arena_release(). */
void *arena_alloc(struct arena *arena, size_t n, size_t size);

/* Returns a zero-terminated copy of `length` bytes. `text` may be NULL when `length` is 0. */
char *arena_copy_text(struct arena *arena, const char *text, size_t length);

/* Returns a copy of a whole text, or NULL for NULL. */
char *arena_text(struct arena *arena, const char *text);

/* Returns a zero-terminated text, formatted as by printf. */
char *arena_print(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Releases everything. The arena is then empty and can be used again. */
void arena_release(struct arena *arena);
SCOPED_VALUE(arena, arena_release)

#endif
