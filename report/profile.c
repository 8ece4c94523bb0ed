/* Each chart is one query. A store may come from anywhere, so fixes with impossible numbers are
 * counted at the ends of the scales. */
#include "report/profile.h"

#include "db/store_log.h"
#include "report/dedup_report.h"
#include "db/query_table.h"
#include "report/source_report.h"
#include "report/source_words.h"
#include "report/split_report.h"
#include "report/stats.h"

enum { TOP_EDITS = 1000, TOP_PROBLEMS = 30, TOP_CLUSTERS = 10, TOP_EVIDENCE = 1000 };

/* `tokens` has at most 40 bins. Their width is 1, 2, 5, 10, 20, 50 ...; of these numbers 2, 20,
 * 200 ... have the remainder 2 when divided by 9. `months`: SQLite knows the years 0 to 9999. */
static const struct query_table charts[] = {
    {.name = "tokens",
     .sql = "WITH RECURSIVE widths (width) AS (SELECT 1 UNION ALL "
            "SELECT iif(width % 9 = 2, width / 2 * 5, width * 2) FROM widths "
            "WHERE width * 40 <= (SELECT max(n_tokens) FROM counted_fixes)), "
            "chosen AS (SELECT max(width) AS width FROM widths), "
            "bins AS (SELECT max(n_tokens / width, 0) AS bin, width FROM counted_fixes, chosen) "
            "SELECT bin * width, (bin + 1) * width, count(*) FROM bins GROUP BY bin ORDER BY bin",
     .keys = {"from", "to", "n"}},
    {.name = "place",
     .sql = "SELECT coalesce(max(min(CAST(token_index * 20 / n_tokens AS INTEGER), 19), 0), 0) "
            "AS bin, category, count(*) FROM counted_fixes LEFT JOIN categories USING (category) "
            "GROUP BY bin, category ORDER BY bin, sort_order, category",
     .keys = {"bin", "category", "n"}},
    {.name = "months",
     .sql = "SELECT strftime('%Y-%m', max(min(coalesce(date, 0), 253402300799), -62167219200), "
            "'unixepoch') AS month, category, count(*) "
            "FROM counted_fixes LEFT JOIN submissions ON submission_key = fixed_submission_key "
            "LEFT JOIN categories USING (category) GROUP BY month, category "
            "ORDER BY month, sort_order, category",
     .keys = {"month", "category", "n"}},
};

#define WITH_FOUND                                                                         \
    "WITH found AS (SELECT problem_id, count(*) AS n FROM counted_fixes JOIN submissions " \
    "ON submission_key = buggy_submission_key GROUP BY problem_id) "

/* `concentration` has at most 100 points: 0, and those at which another 99th of the problems is
 * complete. */
static const struct query_table of_problems[] = {
    {.name = "top",
     .sql = WITH_FOUND
     "SELECT problem_id, name, contest, n_submissions, n_pairs, n FROM found "
     "LEFT JOIN problem_totals USING (problem_id) ORDER BY n DESC, problem_id LIMIT ?",
     .keys = {"problem_id", "name", "contest", "n_submissions", "n_pairs", "n"},
     .has_limit = true},
    {.name = "concentration",
     .sql = WITH_FOUND ", ranked AS (SELECT row_number() OVER most AS place, "
                       "sum(n) OVER most AS n_fixes, count(*) OVER () AS n_problems FROM found "
                       "WINDOW most AS (ORDER BY n DESC, problem_id ROWS UNBOUNDED PRECEDING)) "
                       "SELECT 0 AS place, 0 UNION ALL SELECT place, n_fixes FROM ranked "
                       "WHERE place * 99 / n_problems > (place - 1) * 99 / n_problems "
                       "ORDER BY place",
     .keys = {"problems", "fixes"}},
};

static const struct query_table leakage = {
    .name = "leakage",
    .sql = "SELECT reason, evidence, count(*) AS n FROM exclusions "
           "GROUP BY reason, evidence ORDER BY n DESC, reason, evidence LIMIT ?",
    .keys = {"reason", "evidence", "n"},
    .has_limit = true,
};

/* What check and leak searched for, and the fingerprint of the store at that time. */
static const struct query_table checks = {
    .name = "checks",
    .sql = "SELECT subject, name, options, n_items, n_unread, n_found, n_marked, fingerprint "
           "FROM checks ORDER BY subject, name, options",
    .keys = {"subject", "name", "options", "items", "unread", "found", "marked", "fingerprint"},
};

static int add_checks(struct json *profile, struct db *db, struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    if (query_table_collect(profile, db, &checks, 0, err) != 0 ||
        store_fingerprint(hex, db, err) != 0)
        return ERR;
    json_set_text(profile, "fingerprint", hex);
    return 0;
}

static int add_stats(struct json *profile, struct db *db, struct err *err)
{
    struct json *stats;
    int status = stats_collect(&stats, db, TOP_EDITS, err);
    json_set(profile, "stats", stats);
    json_set(profile, "words", source_words(stats));
    if (status == 0)
        json_set(profile, "edits", json_take(stats, "edits"));
    scoped(json) *repositories = json_take(stats, "repositories");
    if (repositories)
        json_set(stats, "repositories", source_report_first_repositories(repositories));
    return status;
}

static int add_number(struct json *object, const char *name, struct db *db, const char *sql,
                      struct err *err)
{
    int64_t n;
    if (db_get_int(db, &n, sql, err) != 0)
        return ERR;
    json_set_int(object, name, n);
    return 0;
}

static int add_problems(struct json *profile, struct db *db, struct err *err)
{
    struct json *problems = json_object();
    json_set(profile, "problems", problems);
    if (add_number(problems, "n", db, WITH_FOUND "SELECT count(*) FROM found", err) != 0)
        return ERR;
    return query_tables_collect(problems, db, of_problems, 2, TOP_PROBLEMS, err);
}

/* Adds the report of a command that stores its result, if it was run: `runs` counts its runs. */
static int add_report(struct json *profile, const char *name, struct db *db, const char *runs,
                      int (*collect)(struct json **out, struct db *db, int64_t top,
                                     struct err *err),
                      struct err *err)
{
    int64_t n_runs;
    struct json *report = NULL;
    int status = db_get_int(db, &n_runs, runs, err);
    if (status == 0 && n_runs)
        status = collect(&report, db, TOP_CLUSTERS, err);
    if (report)
        json_set(profile, name, report);
    return status;
}

int profile_collect(struct json **out, struct db *db, struct err *err)
{
    struct json *profile = *out = json_object();
    if (add_stats(profile, db, err) != 0 ||
        query_tables_collect(profile, db, charts, sizeof charts / sizeof *charts, 0, err) != 0 ||
        add_problems(profile, db, err) != 0 ||
        add_report(profile, "dedup", db, "SELECT count(*) FROM dedup_run", dedup_report_collect,
                   err) != 0 ||
        add_report(profile, "split", db, "SELECT count(*) FROM split_run", split_report_read,
                   err) != 0 ||
        add_checks(profile, db, err) != 0 ||
        query_table_collect(profile, db, &leakage, TOP_EVIDENCE, err) != 0)
        return ERR;
    return add_number(profile, "n_excluded", db, "SELECT count(DISTINCT fix_key) FROM exclusions",
                      err);
}
