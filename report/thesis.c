#include "report/thesis.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const struct thesis thesis = {
    .language = "python",
    .n_problems = 4053,
    .n_files = 3286314,
    .n_histories = 1716162,
    .n_pairs = 1269813,
    .n_fixes = 37819,
    .n_github = 34603,
    .n_test = 1799,
    .categories =
        {
            {"variable_misuse", 14874, 11228, 1098},
            {"binary_operator", 1961, 2236, 73},
            {"comparison_operator", 8640, 8555, 361},
            {"logical_operator", 556, 3137, 178},
            {"assignment_operator", 999, 1395, 35},
            {"literal", 10789, 8052, 54},
        },
    .detectors =
        {
            {"1", "mutants", 21.4, NAN, NAN, 25.2},
            {"1", "real", 10.9, NAN, NAN, 12.1},
            {"1", "mixed", 24.5, NAN, NAN, 27.0},
            {"1", "fine-tuned", 32.2, NAN, NAN, 26.7},
            {"1", "more mutants", 24.9, NAN, NAN, 30.0},
            {"1", "more mutants, fine-tuned", 36.7, NAN, NAN, 22.0},
            {"6", "no fine-tuning", 19.01, 25.79, 54.64, NAN},
            {"6", "GitHub", 29.07, 37.24, 65.43, NAN},
            {"6", "contest", 2.78, 3.11, 58.64, NAN},
            {"6", "both", 27.74, 33.07, 66.43, NAN},
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

double thesis_mean(int64_t sum, int64_t n)
{
    return (double)(int64_t)(100.0 * (double)sum / (double)n + 0.5) / 100;
}

void thesis_set(struct json *row, const char *key, bool is_known, double number)
{
    json_set(row, key, is_known ? json_double_value(number) : json_text_value(NULL));
}

void thesis_set_share(struct json *row, const char *key, const char *share, bool is_known,
                      int64_t n, int64_t whole)
{
    thesis_set(row, key, is_known, (double)n);
    thesis_set(row, share, is_known, thesis_mean(100 * n, whole));
}

void thesis_set_category(struct json *row, bool is_known)
{
    static const struct thesis_category none;
    const struct thesis_category *found = thesis_category_find(json_text_at(row, "category"));
    const struct thesis_category *known = found ? found : &none;
    is_known = is_known && found;
    thesis_set_share(row, "thesis_n", "thesis_percent", is_known, known->n_fixes, thesis.n_fixes);
    thesis_set_share(row, "github_n", "github_percent", is_known, known->n_github, thesis.n_github);
}
