#include "cli/nearest.h"

#include <string.h>

enum { MAX_LENGTH = 63 }; /* longer words are not compared */

struct nearest nearest_to(const char *word)
{
    return (struct nearest){.word = word};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the distance of two words. cost[i][j] is the distance between the first i letters of `a`
 * and the first j letters of `b`. */
static size_t distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t cost[MAX_LENGTH + 1][MAX_LENGTH + 1];
    for (size_t i = 0; i <= n_a; i++)
        for (size_t j = 0; j <= n_b; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t replaced = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least(replaced, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[n_a][n_b];
}

void nearest_try(struct nearest *nearest, const char *name)
{
    size_t n_word = strlen(nearest->word), n_name = strlen(name);
    if (n_word > MAX_LENGTH || n_name > MAX_LENGTH)
        return;
    size_t found = distance(nearest->word, n_word, name, n_name);
    size_t longer = n_word > n_name ? n_word : n_name;
    int is_begun = n_word >= 3 && strncmp(name, nearest->word, n_word) == 0;
    if (!is_begun && 3 * found > longer)
        return;
    if (!nearest->best || found < nearest->distance) {
        nearest->best = name;
        nearest->distance = found;
    }
}
