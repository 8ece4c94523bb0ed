#include "tests/fuzz/pair_input.h"

#include <string.h>

void pair_input_cut(struct str *first, struct str *second, const char *bytes, size_t length)
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

void pair_input_join(struct str *out, const struct str *first, const struct str *second)
{
    const char *a = str_text(first), *b = str_text(second);
    size_t least = first->length < second->length ? first->length : second->length;
    size_t start = 0, n_after = 0;
    while (start < least && a[start] == b[start])
        start++;
    while (n_after < least - start &&
           a[first->length - 1 - n_after] == b[second->length - 1 - n_after])
        n_after++;
    str_add(out, a, start);
    str_add_text(out, "$");
    str_add(out, a + start, first->length - n_after - start);
    str_add_text(out, "$");
    str_add(out, b + start, second->length - n_after - start);
    str_add_text(out, "$");
    str_add(out, a + first->length - n_after, n_after);
}
