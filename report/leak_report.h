/* Reports of leaks from a benchmark, or from held-out splits, into training data. */
#ifndef REPORT_LEAK_REPORT_H
#define REPORT_LEAK_REPORT_H

#include "base/json.h"
#include "guard/ancestry.h"
#include "guard/leak.h"

/* Returns the report of a search for a benchmark. Lists have at most `limit` rows; SIZE_MAX: all.
 * Keys: name, options (as words of a command line), items, programs, fixes, match, similarity,
 * threshold, min_tokens, summary (a row for each kind, and one for `any`; a pair leak also counts
 * in the rows buggy and fixed), leaks (without implied ones; the member `kinds` of a row names all
 * kinds), n_leaks, n_rejected, rejected. Release with json_free(). */
struct json *leak_report_make(const struct leaks *leaks, const struct pairs *pairs,
                              const struct benchmark *benchmark, const struct needles *needles,
                              size_t limit);
void leak_report_print(const struct json *report, FILE *out);

/* Adds the key `veracity` to such a report; leak_report_print() prints it. Its keys: kind; perf_o,
 * perf_l, perf_t; pv as a fraction (null: undefined); pair, buggy and fixed, the number of repaired
 * items with a leak of that kind; unsearched; and after retraining lost, lost_besides, gained. */
void leak_report_add_veracity(struct json *report, const struct veracity *veracity);

/* Returns the report of relatives of held-out pairs: those in train, or in validation for a test
 * pair. Keys: held_out, held_out_made, leaking, has_duplicates, n_leaks, leaks (at most `limit`
 * rows). Release with json_free(). */
struct json *ancestry_report_make(const struct ancestry *ancestry, const struct pairs *pairs,
                                  size_t limit);
void ancestry_report_print(const struct json *report, FILE *out);

#endif
