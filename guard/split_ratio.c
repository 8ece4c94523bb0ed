/* The parts are read in whole millionths, so that no binary fraction comes in between, and divided
 * by what they have in common. */
#include "guard/split.h"

#include <string.h>

enum { MAX_WHOLE_DIGITS = 11, MAX_PLACES = 6, MAX_TERM = 1000000 };

/* Digits, a point with digits behind it, or both: the value in millionths, or -1. */
static int64_t millionths(const char *text, size_t length)
{
    size_t n_whole = strspn(text, "0123456789");
    bool has_point = n_whole < length && text[n_whole] == '.';
    size_t n_places = has_point ? strspn(text + n_whole + 1, "0123456789") : 0;
    if (n_whole + has_point + n_places != length || has_point != (n_places > 0) ||
        n_whole > MAX_WHOLE_DIGITS || n_places > MAX_PLACES || length == 0)
        return -1;
    int64_t value = 0;
    for (size_t i = 0; i < n_whole; i++)
        value = value * 10 + (text[i] - '0');
    for (size_t i = 0; i < MAX_PLACES; i++)
        value = value * 10 + (i < n_places ? text[n_whole + 1 + i] - '0' : 0);
    return value;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int split_ratio_read(int64_t ratio[N_SPLITS], const char *text)
{
    int64_t parts[N_SPLITS];
    int n = 0;
    for (const char *part = text; part; n++) {
        size_t length = strcspn(part, ":");
        if (n == N_SPLITS || (parts[n] = millionths(part, length)) < 0)
            return ERR;
        part = part[length] ? part + length + 1 : NULL;
    }
    if (n < 2)
        return ERR;
    int64_t terms[N_SPLITS] = {
        [SPLIT_TRAIN] = parts[0],
        [SPLIT_VALIDATION] = n == N_SPLITS ? parts[1] : 0,
        [SPLIT_TEST] = parts[n - 1],
    };
    int64_t divisor = 0;
    for (int split = 0; split < N_SPLITS; split++)
        divisor = common_divisor(terms[split], divisor);
    if (!divisor)
        return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        if (terms[split] / divisor > MAX_TERM)
            return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        ratio[split] = terms[split] / divisor;
    return 0;
}
