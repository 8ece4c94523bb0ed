/* Checked allocation, and arenas: lists of blocks, each filled from its start. A request that does
 * not fit opens a new block, larger than the last one up to MAX_BLOCK_SIZE. So an allocation
 * usually costs a few instructions, and a small arena does not zero a large block. */
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

enum { MIN_BLOCK_SIZE = 1024, MAX_BLOCK_SIZE = 64 * 1024, ALIGNMENT = _Alignof(max_align_t) };

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    max_align_t bytes[];
};

void *arena_alloc(struct arena *arena, size_t n, size_t size)
{
    size_t wanted = mem_add(mem_multiply(n, size), ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < wanted) {
        size_t block_size = block ? block->size * 4 : MIN_BLOCK_SIZE;
        block_size = block_size < MAX_BLOCK_SIZE ? block_size : MAX_BLOCK_SIZE;
        block_size = wanted > block_size ? wanted : block_size;
        block = mem_alloc(1, mem_add(sizeof *block, block_size));
        block->size = block_size;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *result = (char *)block->bytes + block->used;
    block->used += wanted;
    return result;
}

char *arena_copy_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, mem_add(length, 1), 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_text(struct arena *arena, const char *text)
{
    return text ? arena_copy_text(arena, text, strlen(text)) : NULL;
}

char *arena_print(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(arena, size, 1);
    vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}

void arena_release(struct arena *arena)
{
    for (struct arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
}
