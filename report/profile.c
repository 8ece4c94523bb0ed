/* Each chart is one query. A store may come from anywhere, so fixes with impossible numbers are
 * counted at the ends of the scales. */
#include "report/profile.h"

#include "db/store_log.h"
#include "report/stored_reports.h"
#include "db/query_table.h"
#include "report/source_report.h"
#include "report/stats.h"

enum { TOP_EDITS = 1000, TOP_PROBLEMS = 30, TOP_CLUSTERS = 10, TOP_EVIDENCE = 1000 };

static const char charts[] = {
#include "report/sql/charts.sql.inc"
};
static const char of_problems[] = {
#include "report/sql/problems.sql.inc"
};
static const char leakage[] = {
#include "report/sql/leakage.sql.inc"
};

static int add_checks(struct json *profile, struct db *db, struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    if (query_table_collect(profile, db, leakage, "checks", 0, err) != 0 ||
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
    if (add_number(problems, "n", db,
                   "SELECT count(DISTINCT problem_id) FROM counted_fixes JOIN submissions "
                   "ON submission_key = buggy_submission_key",
                   err) != 0)
        return ERR;
    return query_tables_collect(problems, db, of_problems, TOP_PROBLEMS, err);
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
        query_tables_collect(profile, db, charts, 0, err) != 0 ||
        add_problems(profile, db, err) != 0 ||
        add_report(profile, "dedup", db, "SELECT count(*) FROM dedup_run", dedup_report_collect,
                   err) != 0 ||
        add_report(profile, "split", db, "SELECT count(*) FROM split_run", split_report_read,
                   err) != 0 ||
        add_checks(profile, db, err) != 0 ||
        query_table_collect(profile, db, leakage, "leakage", TOP_EVIDENCE, err) != 0)
        return ERR;
    return add_number(profile, "n_excluded", db, "SELECT count(DISTINCT fix_key) FROM exclusions",
                      err);
}
