/* Blocks of a megabyte and more that are not cleared: there are buffers only of that size, and
 * clearing them takes longer than most inputs. */
#include <stddef.h>
#include <stdlib.h>

void *__wrap_calloc(size_t n, size_t size);
void *__real_calloc(size_t n, size_t size);

void *__wrap_calloc(size_t n, size_t size)
{
    enum { LARGE = 1 << 20 };
    return size == 1 && n >= LARGE ? malloc(n) : __real_calloc(n, size);
}
