#include "tests/fuzz/target.h"

#include <malloc.h>

void target_keep_memory(void)
{
    enum { BLOCK_BYTES = 16 << 20, TOP_BYTES = 64 << 20 };
    mallopt(M_MMAP_THRESHOLD, BLOCK_BYTES);
    mallopt(M_TRIM_THRESHOLD, TOP_BYTES);
}

bool is_same_text(const struct str *a, const struct str *b)
{
    return a->length == b->length && memcmp(str_text(a), str_text(b), a->length) == 0;
}

_Noreturn void target_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}
