/* Published figures to compare with. They are from 高田智生 (Takada), "Improving a bug detector by
 * fine-tuning on programming-contest data" (in Japanese), bachelor's report, School of Engineering
 * Science, Osaka University, 7 February 2024, on Project CodeNet's Python submissions. The thesis
 * compares them with single-token fixes from GitHub (Richter and Wehrheim, ASE 2023). */
#ifndef REPORT_THESIS_H
#define REPORT_THESIS_H

#include "base/json.h"

#include <stdbool.h>
#include <stdint.h>

enum { THESIS_N_HISTORY_SIZES = 21 }; /* 1 to 20, and 21 or more */

/* The most tokens of a program: its detector's limit (ASE 2023); the thesis itself does not give a
 * number. The queries and texts of report/ have it, too. */
#define THESIS_MAX_TOKENS_TEXT "1,024"

struct thesis_category {
    const char *category;
    int64_t n_fixes;
    int64_t n_github;
    int64_t n_test; /* of its test split (table 5) */
};

/* The results of a detector in percent. NAN: not reported. */
struct thesis_detector {
    const char *table;      /* 1 or 6 */
    const char *training;   /* on which fixes it was trained, or fine-tuned */
    double joint;           /* bugs with the right place and the right repair */
    double localisation;    /* bugs with the right place */
    double repair_at_place; /* bugs with the right repair, if the place is given */
    double false_positives; /* correct programs in which it reports a bug */
};

struct thesis {
    const char *language; /* tokfix's name of it */
    int64_t n_problems, n_files, n_histories, n_pairs, n_fixes, n_github, n_test;
    struct thesis_category categories[6];
    struct thesis_detector detectors[10];
    int64_t n_histories_of_size[THESIS_N_HISTORY_SIZES];
};

extern const struct thesis thesis;

/* Returns the figures of a category; NULL for NULL and for a category that the thesis lacks. */
const struct thesis_category *thesis_category_find(const char *category);

/* Returns a mean with two decimals, as in the store's views. */
double thesis_mean(int64_t sum, int64_t n);

/* Sets a published number in a row, or null if it is not known or cannot be compared. */
void thesis_set(struct json *row, const char *key, bool is_known, double number);

/* Sets a published number, and its share of a whole. */
void thesis_set_share(struct json *row, const char *key, const char *share, bool is_known,
                      int64_t n, int64_t whole);

/* Sets the two columns of the thesis's table 4 in a row with a `category`: thesis_n and
 * thesis_percent of CodeNet, github_n and github_percent of GitHub. */
void thesis_set_category(struct json *row, bool is_known);

#endif
