/* Growable arrays of any type.
 *
 * `ARRAY(struct token) tokens = {0};` declares an array with the members `tokens.items`, `tokens.n`
 * and `tokens.capacity`. Items move when the array grows, so keep indices, not pointers, across a
 * push. The array owns its memory. array_release() releases it and leaves an empty array. */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include "base/mem.h"
#include "base/scoped.h"

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

/* For declarations: releases the items at the end of the block (base/scoped.h). */
#define scoped_array scoped_memory

/* Releases the memory. */
#define array_release(array)                \
    do {                                    \
        free((array)->items);               \
        (array)->items = NULL;              \
        (array)->n = (array)->capacity = 0; \
    } while (0)

#endif
