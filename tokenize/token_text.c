/* The bytes are compared first, because almost no token contains a carriage return. */
#include "tokenize/token_text.h"

#include <stdint.h>
#include <string.h>

/* Returns the next character of a text, with line ends folded to LF; -1 at the end. */
static int next_folded(struct token_text text, size_t *at)
{
    if (*at == text.length)
        return -1;
    char c = text.bytes[(*at)++];
    if (c == '\r') {
        if (*at < text.length && text.bytes[*at] == '\n')
            ++*at;
        c = '\n';
    }
    return (unsigned char)c;
}

static bool folded_equal(struct token_text a, struct token_text b)
{
    size_t at_a = 0, at_b = 0;
    int c;
    do {
        c = next_folded(a, &at_a);
        if (c != next_folded(b, &at_b))
            return false;
    } while (c >= 0);
    return true;
}

bool token_text_equal(struct token_text a, struct token_text b)
{
    bool differs_at_once = a.length && b.length && *a.bytes != *b.bytes;
    if (differs_at_once && *a.bytes != '\r' && *b.bytes != '\r')
        return false;
    if (a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0)
        return true;
    bool has_cr = memchr(a.bytes, '\r', a.length) || memchr(b.bytes, '\r', b.length);
    return has_cr && folded_equal(a, b);
}

/* Bytes are compared eight at a time, then one by one. */
typedef uint64_t chunk;

static chunk chunk_at(const char *bytes)
{
    chunk result;
    memcpy(&result, bytes, sizeof result);
    return result;
}

size_t token_text_common_start(const char *a, const char *b, size_t limit)
{
    size_t n = 0;
    while (limit - n >= sizeof(chunk) && chunk_at(a + n) == chunk_at(b + n))
        n += sizeof(chunk);
    while (n < limit && a[n] == b[n])
        n++;
    return n;
}

size_t token_text_common_end(const char *a_end, const char *b_end, size_t limit)
{
    size_t n = 0;
    while (limit - n >= sizeof(chunk) &&
           chunk_at(a_end - n - sizeof(chunk)) == chunk_at(b_end - n - sizeof(chunk)))
        n += sizeof(chunk);
    while (n < limit && a_end[-1 - (ptrdiff_t)n] == b_end[-1 - (ptrdiff_t)n])
        n++;
    return n;
}

bool token_text_is(struct token_text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.bytes, word, text.length) == 0;
}

size_t token_text_fold(char *out, struct token_text text)
{
    if (!memchr(text.bytes, '\r', text.length)) {
        memcpy(out, text.bytes, text.length);
        return text.length;
    }
    size_t length = 0;
    int c;
    for (size_t at = 0; (c = next_folded(text, &at)) >= 0;)
        out[length++] = (char)c;
    return length;
}

void token_text_add_folded(struct str *out, struct token_text text)
{
    str_extend(out, token_text_fold(str_reserve(out, text.length), text));
}

bool token_text_is_one_of(struct token_text text, const char *const *list)
{
    char first = text.length ? text.bytes[0] : '\0';
    for (; list && *list; list++)
        if (**list == first && strncmp(*list, text.bytes, text.length) == 0 &&
            (*list)[text.length] == '\0')
            return true;
    return false;
}
