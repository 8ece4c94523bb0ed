/* The statistics of a store: tables as JSON, text, CSV and LaTeX, with published numbers beside
 * them. */
#ifndef REPORT_STATS_H
#define REPORT_STATS_H

#include "base/json.h"
#include "db/db.h"
#include "db/fixes/choice.h"

/* What to collect. */
struct stats_choice {
    int64_t n_edits;           /* most rows of the list of most frequent edits */
    const char *const *tables; /* names of the only tables, up to a NULL; NULL: all. run, runs,
                                * origins and categories are always there */
    /* Of these fixes only; NULL: all */
    const struct fix_selection *selection;
    const char *filters; /* the options that made the selection */
};

/* Returns the name of a table: 0, 1, ...; NULL after the last. `tokfix stats --help` lists them. */
const char *stats_table_name(int number);

/* Collects the tables. The keys are stable: run, runs, and the names of tables. Published numbers
 * are null if there are none for the run's language, and if the run has several languages; in
 * totals and per_problem also if all fixes are of git.
 *
 * run describes the first run, with the names of all datasets. runs has a row for each: dataset,
 * source, options (of its source), tool_version, pairing, failing, max_tokens, max_bytes, max_pairs
 * (pairing, failing and max_pairs are null for git), shard, n_shards, metadata_sha256.
 *
 * Published fixes are in programs of at most 1,024 tokens. To compare with them, categories have
 * within_n and within_percent in addition to n and percent, and totals has a row for the fixes
 * within this limit. This row has the published number.
 *
 * Exports take some regions by default (view taken_fixes):
 * categories have taken_n, taken_percent, taken_within_n and taken_within_percent, and totals has a
 * row for these fixes. Published figures count all. regions contains n and percent of each region
 * that occurs, and whether it is taken: yes or no.
 *
 * per_problem contains the mean numbers of files, histories and pairs of a problem.
 *
 * test_split contains, for each category, the fixes in the split `test` (n) and those of them
 * that are taken and have no mark (n_left). The last row, `six`, is their sum. The table is empty
 * if there are no splits.
 *
 * readings contains what the thesis leaves open: question, reading, category (a category; `all`:
 * the six and other), ours (1: the reading that all other tables use), n, within_n. It counts only
 * real fixes, and is empty if no real fixes are counted.
 *
 * languages has a row for each language of the run: its grammar; submissions, histories, pairs;
 * fixes; six (fixes in the six categories); a number for each category; parses (fixes whose two
 * programs parse without an error around the edit) and parses_percent of fixes.
 *
 * The tables count the real fixes, or all fixes if none is real; origins has the number of each
 * origin. If there are both real fixes and mutants, totals has the row mutants, categories and
 * patterns have mutant_n and mutant_percent, and edits and roles have mutant_n.
 *
 * With a selection, the tables count only its fixes, and so does the connection from then on
 * (store_count_only()). The key filters has `filters`. What does not count single fixes is omitted:
 * per_problem, submissions_per_history, funnel, rejects, statuses, input_errors; in totals the rows
 * problems, files, histories and pairs; in languages submissions, histories and pairs; in readings
 * the question `syntax errors`.
 *
 * Release `*out` with json_free(), also after a failure. */
int stats_collect(struct json **out, struct db *db, const struct stats_choice *choice,
                  struct err *err);

/* Print the tables of a list of names that ends with NULL; NULL: all. As text: with the run and
 * what is counted before them if `has_head`. As CSV, one table: the first column is the name of the
 * table, the others are the keys of all tables; a value is nothing if its table lacks the key. Of
 * one named table, only its own columns. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it. As LaTeX: tables that have rows, with the shares and the published figures
 * beside the numbers; `tables` must be given. */
void stats_print(const struct json *stats, const char *const *tables, bool has_head, FILE *out);
void stats_print_csv(const struct json *stats, const char *const *tables, FILE *out);
void stats_print_latex(const struct json *stats, const char *const *tables, FILE *out);

#endif
