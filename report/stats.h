/* The statistics of a store: tables as JSON, text, CSV and LaTeX, with published numbers beside
 * them; and its fixes by user, problem and so on. */
#ifndef REPORT_STATS_H
#define REPORT_STATS_H

#include "base/json.h"
#include "db/db.h"
#include "db/fixes/choice.h"

/* What to collect. */
struct stats_request {
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
 * sources (source, dataset, problems, pairs, fixes, six: fixes in the six categories) has a row for
 * each run. source_categories (category, then codenet, rows, pairs, git, each with _percent of the
 * six; null: not a source of the store) has the distributions side by side, and beside them those
 * of table 4 of the thesis (thesis_n, github_n, each with _percent; null unless all fixes of git
 * are in the thesis's language). Both are missing if the store was mined from one source that is
 * not git.
 *
 * For git, counts of the real fixes: repositories (repository, url, commits, with_one_parent, used,
 * pairs, fixes, per_thousand: fixes of 1,000 commits with one parent), commits (name, n), from all
 * commits to those that are used, keywords (keyword or "", n), sweeps (size, n: fixes of commits
 * that change so many files), places (place, n, percent), licenses (license of the fixed version or
 * "unknown", n). If there are other sources, too: contests (name, n), the counts of the funnel from
 * metadata_rows to submissions_compared, without those of git.
 *
 * The tables of verify are those of verify_summary_collect() (report/summaries.h).
 *
 * With a selection, the tables count only its fixes, and so does the connection from then on
 * (store_count_only()). The key filters has `filters`. What does not count single fixes is omitted:
 * per_problem, submissions_per_history, funnel, rejects, statuses, input_errors, the tables by
 * source and of verify; in totals the rows problems, files, histories and pairs; in languages
 * submissions, histories and pairs; in readings the question `syntax errors`.
 *
 * Release `*out` with json_free(), also after a failure. */
int stats_collect(struct json **out, struct db *db, const struct stats_request *request,
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

/* ---- By a key: user, problem, contest, week and so on ---- */

/* Returns the name of a key: 0, 1, ...; NULL after the last. */
const char *stats_by_name(int key);

/* Whether the rows of a key are in its own order, and not by number of fixes: weeks. */
bool stats_by_has_order(int key);

/* Collects a row for each value of a key, and its most frequent edit, of the fixes that
 * stats_collect() counts. `limit` is the most rows. A week is that of ISO 8601, from the date of
 * the fixed program in UTC: 2010-W45. Release `*out` with json_free(), also after a failure.
 * Members:
 *
 *     by           name of the key
 *     groups       rows:
 *         key, name            null if unknown; name: title of a problem
 *         fixes, six           six: those in the six categories; and a number for each category
 *         users, problems
 *         n_timed              fixes with a known time from the user's first failure to the fix
 *         quartile_seconds, median_seconds, upper_quartile_seconds
 *                              times at places n/4, n/2, 3n/4, rounded up; or null
 *         category, category_n the most frequent category
 *         edit_category, edit, before, after, edit_n
 *                              the most frequent edit
 *         example              id of its first fix
 *     n_groups     number of all rows; n_known: without the row of the fixes that lack the key */
int stats_by_collect(struct json **out, struct db *db, int key, int64_t limit, struct err *err);

/* Prints the rows as aligned tables, with the words of `stats` for fixes. */
void stats_by_print(const struct json *by, int key, const struct json *stats, FILE *out);

#endif
