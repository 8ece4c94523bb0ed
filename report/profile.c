/* Each chart is one query. A store may come from anywhere: every fix is counted, one with numbers
 * that cannot be in the bin at the end. */
#include "report/profile.h"

#include "report/dedup_report.h"
#include "report/query_table.h"
#include "report/split_report.h"
#include "report/stats.h"

enum { TOP_PROBLEMS = 30, TOP_CLUSTERS = 10 };

static const struct query_table tokens = {
    .name = "tokens",
    .sql = "WITH widths (width) AS (VALUES (1), (2), (5), (10), (20), (50), (100), (200), (500), "
           "(1000), (2000), (5000), (10000), (20000), (50000), (100000)), "
           "chosen AS (SELECT coalesce(min(width), 100000) AS width FROM widths "
           "WHERE width * 40 > (SELECT max(n_tokens) FROM fixes)), "
           "bins AS (SELECT max(min(n_tokens / width, 39), 0) AS bin, width FROM fixes, chosen) "
           "SELECT bin * width, (bin + 1) * width, count(*) FROM bins GROUP BY bin ORDER BY bin",
    .keys = {"from", "to", "n"},
};

static const struct query_table place = {
    .name = "place",
    .sql = "SELECT CASE WHEN n_tokens > 0 THEN "
           "max(min(CAST(20.0 * token_index / n_tokens AS INTEGER), 19), 0) ELSE 0 END AS bin, "
           "category, count(*) FROM fixes JOIN categories USING (category) "
           "GROUP BY bin, category ORDER BY bin, position",
    .keys = {"bin", "category", "n"},
};

static const struct query_table months = {
    .name = "months",
    .sql = "SELECT strftime('%Y-%m', max(min(date, 253402300799), -62167219200), 'unixepoch') "
           "AS month, category, count(*) "
           "FROM fixes JOIN submissions ON submission_key = fixed "
           "JOIN categories USING (category) GROUP BY month, category ORDER BY month, position",
    .keys = {"month", "category", "n"},
};

#define WITH_FIXES_OF_PROBLEMS                                                     \
    "WITH found AS (SELECT problem_id, count(*) AS n FROM fixes JOIN submissions " \
    "ON submission_key = buggy GROUP BY problem_id) "

static const struct query_table top_problems = {
    .name = "top",
    .sql = WITH_FIXES_OF_PROBLEMS
    "SELECT problem_id, name, contest, n_submissions, n_pairs, n "
    "FROM found LEFT JOIN problems USING (problem_id) ORDER BY n DESC, problem_id LIMIT ?",
    .keys = {"problem_id", "name", "contest", "n_submissions", "n_pairs", "n"},
    .has_limit = true,
};

/* Of many problems, those at which another 99th of them is complete. */
static const struct query_table concentration = {
    .name = "concentration",
    .sql = WITH_FIXES_OF_PROBLEMS
    ", ranked AS (SELECT row_number() OVER most AS place, sum(n) OVER most AS fixes, "
    "count(*) OVER () AS total FROM found "
    "WINDOW most AS (ORDER BY n DESC, problem_id ROWS UNBOUNDED PRECEDING)) "
    "SELECT 0, 0 UNION ALL SELECT place, fixes FROM ranked "
    "WHERE place * 99 / total > (place - 1) * 99 / total",
    .keys = {"problems", "fixes"},
};

static const struct query_table leakage = {
    .name = "leakage",
    .sql = "SELECT reason, CASE WHEN length(evidence) > 80 THEN substr(evidence, 1, 79) || '…' "
           "ELSE evidence END AS evidence, count(*) AS n FROM exclusions "
           "GROUP BY reason, evidence ORDER BY n DESC, reason, evidence LIMIT ?",
    .keys = {"reason", "evidence", "n"},
    .has_limit = true,
};

static int add_number(struct json *object, struct db *db, const char *name, const char *sql,
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
    if (add_number(problems, db, "n",
                   "SELECT count(DISTINCT problem_id) FROM fixes JOIN submissions "
                   "ON submission_key = buggy",
                   err) != 0 ||
        query_table_collect(problems, db, &top_problems, TOP_PROBLEMS, err) != 0)
        return ERR;
    return query_table_collect(problems, db, &concentration, 0, err);
}

static int add_stats(struct json *profile, struct db *db, struct err *err)
{
    struct json *stats;
    if (stats_collect(&stats, db, 0, err) != 0)
        return ERR;
    json_set(profile, "stats", stats);
    return 0;
}

static int add_dedup(struct json *profile, struct db *db, struct err *err)
{
    int64_t n_runs;
    struct json *dedup;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    if (n_runs && dedup_report_collect(&dedup, db, TOP_CLUSTERS, err) != 0)
        return ERR;
    if (n_runs)
        json_set(profile, "dedup", dedup);
    return 0;
}

int profile_collect(struct json **out, struct db *db, struct err *err)
{
    struct json *profile = json_object();
    if (add_stats(profile, db, err) != 0 ||
        query_table_collect(profile, db, &tokens, 0, err) != 0 ||
        query_table_collect(profile, db, &place, 0, err) != 0 ||
        query_table_collect(profile, db, &months, 0, err) != 0 ||
        add_problems(profile, db, err) != 0 || add_dedup(profile, db, err) != 0 ||
        query_table_collect(profile, db, &leakage, 1000, err) != 0 ||
        add_number(profile, db, "n_excluded", "SELECT count(DISTINCT fix_id) FROM exclusions",
                   err) != 0) {
        json_free(profile);
        return ERR;
    }
    *out = profile;
    return 0;
}
