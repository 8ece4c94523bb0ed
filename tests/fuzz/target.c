#include "tests/fuzz/target.h"

#include <malloc.h>
#include <sys/mman.h>

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

const char *target_file(int number, const char *bytes, size_t length)
{
    static int files[2];
    static char paths[N_ITEMS(files)][32];
    int *fd = &files[number];
    if (!*fd)
        *fd = memfd_create("input", MFD_CLOEXEC);
    snprintf(paths[number], sizeof paths[number], "/proc/self/fd/%d", *fd);
    REQUIRE(ftruncate(*fd, 0) == 0 && pwrite(*fd, bytes, length, 0) == (ssize_t)length,
            "cannot write the input");
    return paths[number];
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

void target_pair(struct str *first, struct str *second, const char *bytes, size_t length)
{
    enum { IN_BOTH, IN_FIRST, IN_SECOND } where = IN_BOTH;
    str_clear(first);
    str_clear(second);
    for (const char *end = bytes + length; bytes < end;) {
        const char *mark = memchr(bytes, '$', (size_t)(end - bytes));
        size_t n = (size_t)((mark ? mark : end) - bytes);
        if (where != IN_SECOND)
            str_add(first, bytes, n);
        if (where != IN_FIRST)
            str_add(second, bytes, n);
        bytes += n + 1;
        where = where == IN_SECOND ? IN_BOTH : where + 1;
    }
}
