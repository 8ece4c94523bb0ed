/* The report page: one HTML file that shows a store in a browser. It needs no network.
 *
 * Its parts are in report/page/ and are compiled in. Its content security policy allows one script,
 * by its SHA-256. The same store gives the same bytes. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/page_fixes.h"

/* Writes the page, and sets `counts` to what it shows. If this fails, the output is incomplete. The
 * caller checks `out` for errors (ferror).
 *
 * The data of the page are one JSON object (script_json.h) with the keys version, database, those
 * of the charts, language, fixes (the columns), and samples. If `tokfix verify` was run, there is
 * also evidence of the fixes with samples; if `tokfix leak --tasks` was, tasks, the tables of
 * report/sql/page_tasks.sql. With options.filters, there is also filters, the same text. If the
 * store has several languages, there is also languages: for each, its name in the store (key), and
 * the same as for the whole store: the charts, and language. The store then appears as one of the
 * last language (store_view_language()).
 *
 * The charts:
 *
 *     stats         (stats.h, without edits; of the repositories, the first: source_report.h)
 *     examples      three fixes to begin with (page_fixes.h)
 *     words         what the sources call things (source_report.h)
 *     edits         the most frequent edits, with the columns of stats.h
 *     tokens        a histogram of the buggy programs' tokens: from, to (exclusive), n
 *     place         the place of the token in the buggy program, in twentieths of its tokens: bin,
 *                   category, n
 *     months        the months of the fixed submissions, UTC: month, category, n
 *     steps         the commands that made the store after tokfix mine: command, options
 *     problems      n; top; concentration: the number of fixes in the first N problems, for some N
 *     groups        user, contest, week: the first 100 users, 500 contests and 2,000 weeks
 *                   (groups.h) without the keys of users and some columns; absent if there is one
 *     dedup, split  (stored_reports.h); absent if the command was not run
 *     checks        what check and leak searched for: subject, name, options, items, unread, found,
 *                   marked, and the fingerprint of the store at that time
 *     fingerprint   of the store now
 *     leakage       why fixes are excluded: reason, evidence, n
 *     n_excluded    the number of excluded fixes
 *
 * tokens, place, months and problems count the real fixes, or all fixes if none is real. */
int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err);

#endif
