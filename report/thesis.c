/* See thesis.h. */
#include "report/thesis.h"

#include <stddef.h>
#include <string.h>

const struct thesis thesis = {
    .language = "python",
    .n_files = 3286314,
    .n_histories = 1716162,
    .n_pairs = 1269813,
    .n_fixes = 37819,
    .n_github = 34603,
    .categories =
        {
            {"variable_misuse", 14874, 11228},
            {"binary_operator", 1961, 2236},
            {"comparison_operator", 8640, 8555},
            {"logical_operator", 556, 3137},
            {"assignment_operator", 999, 1395},
            {"literal", 10789, 8052},
        },
    .n_histories_of_size = {1106809, 288544, 128527, 68805, 40515, 25344, 16605,
                            10958,   7709,   5398,   3895,  2923,  2134,  1616,
                            1280,    983,    691,    574,   481,   374,   1997},
};

const struct thesis_category *thesis_category_find(const char *category)
{
    for (size_t i = 0; i < sizeof thesis.categories / sizeof *thesis.categories; i++)
        if (category && strcmp(thesis.categories[i].category, category) == 0)
            return &thesis.categories[i];
    return NULL;
}
