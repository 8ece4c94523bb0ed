/* Bytes are compared, and then both ends shrink to the next place that is between two characters in
 * both texts. */
#include "report/common_ends.h"

#include "base/str.h"

static struct common_ends common_ends_of(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t start = 0, end = 0, shorter = n_a < n_b ? n_a : n_b;
    while (start < shorter && a[start] == b[start])
        start++;
    while (start && !(utf8_is_between(a, n_a, start) && utf8_is_between(b, n_b, start)))
        start--;
    while (end < shorter - start && a[n_a - end - 1] == b[n_b - end - 1])
        end++;
    while (end && !(utf8_is_between(a, n_a, n_a - end) && utf8_is_between(b, n_b, n_b - end)))
        end--;
    return (struct common_ends){start, end};
}

enum { MAX_SHORT = 8, MIN_COMMON = 3 };

struct common_ends common_ends_of_tokens(const char *a, size_t n_a, const char *b, size_t n_b)
{
    struct common_ends none = {0}, ends = none;
    if (utf8_count(a, n_a) > MAX_SHORT && utf8_count(b, n_b) > MAX_SHORT)
        ends = common_ends_of(a, n_a, b, n_b);
    size_t n_common = utf8_count(a, ends.start) + utf8_count(a + n_a - ends.end, ends.end);
    return n_common < MIN_COMMON ? none : ends;
}
