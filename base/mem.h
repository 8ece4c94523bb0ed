/* Memory: variables that release themselves, allocation, arrays, arenas. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Variables that are released at the end of their block, whichever way the block is left.
 *
 *     scoped(str) names = {0};            a value: str_release(&names)
 *     scoped(json) *report = NULL;        a pointer: json_free(report)
 *     scoped_memory char *path = NULL;    memory of malloc(), a pointer to any type: free(path)
 *     scoped_array ARRAY(int) ids = {0};  an array (see below), without what its items own
 *     scoped_file FILE *file = NULL;      a stream that was read: fclose(file)
 *     scoped_fd int fd = -1;              a descriptor: close(fd)
 *     *out = hand_over(report);           passes a pointer on
 *
 * The variable must be valid from its declaration on: zeroed, NULL, or set by its initializer. The
 * variables of a block are released in reverse order. For `cleanup` see "Common Variable
 * Attributes" in the manuals of GCC and Clang. */

/* Returns the pointer in a variable, and sets the variable to NULL. */
#define hand_over(variable) ((__typeof__(variable))scoped_take(&(variable)))

#define scoped(type)  __attribute__((cleanup(type##_scoped))) struct type
#define scoped_memory __attribute__((cleanup(memory_scoped)))
#define scoped_array  scoped_memory
#define scoped_file   __attribute__((cleanup(file_scoped)))
#define scoped_fd     __attribute__((cleanup(fd_scoped)))

/* Used in the header of a type, after its release function: makes scoped() available for values of
 * `struct type`, or for pointers to it. */
#define SCOPED_VALUE(type, release)                       \
    static inline void type##_scoped(struct type *scoped) \
    {                                                     \
        release(scoped);                                  \
    }
#define SCOPED_POINTER(type, release)                      \
    static inline void type##_scoped(struct type **scoped) \
    {                                                      \
        release(*scoped);                                  \
    }

static inline void *scoped_take(void *variable)
{
    void *held;
    memcpy(&held, variable, sizeof held);
    memset(variable, 0, sizeof held);
    return held;
}

/* For a pointer to any type, or an array, which begins with a pointer. */
static inline void memory_scoped(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof memory);
    free(memory);
}

static inline void file_scoped(FILE **file)
{
    if (*file)
        fclose(*file);
}

static inline void fd_scoped(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

/* Closes a descriptor that may be closed (-1), and notes that it is. */
static inline void fd_close(int *fd)
{
    fd_scoped(fd);
    *fd = -1;
}

/* All memory is allocated here.
 *
 * No function here returns NULL. When memory runs out, or a size computed from input overflows, the
 * program ends with a message and exit status 1. Callers need no clean-up code for it. */

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

static inline size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Growable arrays of any type.
 *
 * `ARRAY(struct token) tokens = {0};` declares an array with the members `tokens.items`, `tokens.n`
 * and `tokens.capacity`. Items move when the array grows, so keep indices, not pointers, across a
 * push. The array owns its memory. array_release() releases it and leaves an empty array. */

#define ARRAY(type)                                                            \
    struct {                                                                   \
        type *items;     /* the first `n` are in use */                        \
        size_t n;        /* number of items */                                 \
        size_t capacity; /* number of items that fit before the next growth */ \
    }

/* A list of texts that others own. */
struct text_list {
    const char **items;
    size_t n, capacity;
};

/* Makes room for one more item at the end. */
#define array_reserve_one(array)                                                             \
    do {                                                                                     \
        if ((array)->n == (array)->capacity) {                                               \
            (array)->capacity = (array)->capacity ? mem_multiply((array)->capacity, 2) : 16; \
            (array)->items =                                                                 \
                mem_resize((array)->items, (array)->capacity, sizeof *(array)->items);       \
        }                                                                                    \
    } while (0)

/* Appends a copy of an item. */
#define array_push(array, ...)                        \
    do {                                              \
        array_reserve_one(array);                     \
        (array)->items[(array)->n++] = (__VA_ARGS__); \
    } while (0)

/* Removes the items and keeps the memory. */
#define array_clear(array) ((array)->n = 0)

/* Sorts the items with qsort(). */
#define array_sort(array, compare)                                              \
    do {                                                                        \
        if ((array)->n)                                                         \
            qsort((array)->items, (array)->n, sizeof *(array)->items, compare); \
    } while (0)

/* Returns -1, 0 or 1, for comparison functions of array_sort(). Evaluates its arguments twice. */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* Binary search. Sets `at` to the first of 0 .. n - 1 for which `is_before`, an expression in `at`,
 * is false, or to `n` if there is none. `is_before` must be true for all smaller numbers and false
 * for all larger ones. */
#define bisect(at, n, is_before)              \
    do {                                      \
        size_t from_ = 0, to_ = (n);          \
        while (from_ < to_) {                 \
            (at) = from_ + (to_ - from_) / 2; \
            if (is_before)                    \
                from_ = (at) + 1;             \
            else                              \
                to_ = (at);                   \
        }                                     \
        (at) = from_;                         \
    } while (0)

/* Releases the memory. */
#define array_release(array)                \
    do {                                    \
        free((array)->items);               \
        (array)->items = NULL;              \
        (array)->n = (array)->capacity = 0; \
    } while (0)

/* Memory for one batch of work: many small allocations that are released together. */

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
