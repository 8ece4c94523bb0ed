/* What leaks from a benchmark, and from held-out splits, into training data. */
#ifndef REPORT_LEAK_REPORT_H
#define REPORT_LEAK_REPORT_H

#include "base/json.h"
#include "guard/ancestry.h"
#include "guard/leak.h"
#include "guard/veracity.h"

/* Lists have at most `limit` rows; SIZE_MAX: all. Keys: name, options (as of a command line), items,
 * programs, fixes, match, threshold, min_tokens, summary (a row for each kind, and `any`; a pair
 * leak is in those of buggy and fixed too), leaks (without those that are implied; `kinds` of a row
 * has them), n_leaks, rejected. Release with json_free(). */
struct json *leak_report_make(const struct leaks *leaks, const struct pairs *pairs,
                              const struct benchmark *benchmark, const struct needles *needles,
                              size_t limit);
void leak_report_print(const struct json *report, FILE *out);

/* Adds the key `veracity` to such a report; leak_report_print() shows it. Its keys: kind; perf_o,
 * perf_l, perf_t, and pv as a fraction (null: undefined); pair, buggy and fixed, how many repaired
 * items leak so; unsearched; after retraining lost, lost_besides, gained. */
void leak_report_add_veracity(struct json *report, const struct veracity *veracity);

/* Relatives of held-out pairs in splits that are held out less. */

/* Keys: held_out, leaking, has_duplicates, n_leaks, leaks (at most `limit` rows). Release with
 * json_free(). */
struct json *ancestry_report_make(const struct ancestry *ancestry, const struct pairs *pairs,
                                  size_t limit);
void ancestry_report_print(const struct json *report, FILE *out);

#endif
