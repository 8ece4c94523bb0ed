/* Bytes are compared eight at a time, then one by one. */
#include "tokenize/text_edit.h"

#include <stddef.h>
#include <string.h>

typedef uint64_t word;

static word word_at(const char *bytes)
{
    word result;
    memcpy(&result, bytes, sizeof result);
    return result;
}

uint32_t text_common_start(const char *a, const char *b, uint32_t limit)
{
    uint32_t n = 0;
    while (limit - n >= sizeof(word) && word_at(a + n) == word_at(b + n))
        n += sizeof(word);
    while (n < limit && a[n] == b[n])
        n++;
    return n;
}

uint32_t text_common_end(const char *a_end, const char *b_end, uint32_t limit)
{
    uint32_t n = 0;
    while (limit - n >= sizeof(word) &&
           word_at(a_end - n - sizeof(word)) == word_at(b_end - n - sizeof(word)))
        n += sizeof(word);
    while (n < limit && a_end[-1 - (ptrdiff_t)n] == b_end[-1 - (ptrdiff_t)n])
        n++;
    return n;
}

struct text_edit text_edit_between(const char *before, uint32_t before_length, const char *after,
                                   uint32_t after_length)
{
    uint32_t limit = before_length < after_length ? before_length : after_length;
    uint32_t start = text_common_start(before, after, limit);
    uint32_t rest = text_common_end(before + before_length, after + after_length, limit - start);
    return (struct text_edit){start, before_length - rest, after_length - rest};
}
