/* The tables of a store: as JSON, and the same numbers as text beside the published ones. */
#ifndef REPORT_STATS_H
#define REPORT_STATS_H

#include "base/json.h"
#include "db/db.h"
#include "db/query_table.h"
#include "fixes/choice.h"
#include "report/thesis.h"

/* The table of that name with the numbers of mutants, which stands in the place of the one without
 * them; NULL: there is no other. */
const struct query_table *stats_mutants_table(const char *name);

/* Collects every table. `n_edits` bounds the list of most frequent edits. The keys are stable:
 * run, origins, totals, per_problem, categories, test_split, submissions_per_history, funnel,
 * rejects, statuses, status_transitions, edits, patterns, roles, readings, input_errors. Published
 * numbers are null if there are none for the run's language.
 *
 * Published fixes are in programs of at most 1,024 tokens: beside `n`, categories have within_n
 * (and within_percent), and totals a row of the fixes within this limit, which is the one with a
 * published number.
 *
 * per_problem holds the mean files, histories and pairs of a problem. test_split holds the fixes of
 * each category in the split `test`, and n_left, those of them that no mark excludes (the last row,
 * `six`, is their sum); it is empty where there are no splits. readings holds what the thesis
 * leaves open: question, reading, category (one, `six` for the six together, `all` with other),
 * ours (1: the reading of all other tables), n, within_n, pairs (of the question `failing`; null
 * elsewhere). It counts real fixes only, and is empty where only others are counted.
 *
 * Counted are the real fixes, or all where there are none; origins says how many of each. If
 * there are mutants beside real fixes, totals has the row mutants, and categories, edits, patterns
 * and roles have mutant_n and mutant_percent (not edits and roles). Release with json_free(), also
 * after a failure. */
int stats_collect(struct json **out, struct db *db, int n_edits, struct err *err);

/* The same of the fixes that were chosen (made by the selection of a choice, which `filters` tells
 * as options), without what cannot be told of single fixes: per_problem, submissions_per_history,
 * funnel, rejects, statuses, input_errors, of totals problems, files, histories and pairs, and of
 * readings the questions `failing` and `syntax errors`. A further key,
 * filters, holds that text. The connection counts these fixes from then on (store_count_only()). */
int stats_collect_chosen(struct json **out, struct db *db, int n_edits,
                         const struct fix_selection *selection, const char *filters,
                         struct err *err);

/* Writes all tables but run as CSV: a row for each of theirs, its first column the name of its
 * table, and a column for each key that any of them has, empty where a table has it not. */
void stats_print_csv(const struct json *stats, FILE *out);

/* Writes the categories beside the published figures as a table of LaTeX (latex.h). */
void stats_print_latex(const struct json *stats, FILE *out);

/* Prints what stats_collect gathered as aligned tables. */
void stats_print(const struct json *stats, FILE *out);

#endif
