/* The counts of a run are sums over its problems, computed in SQL. */
#include "db/store.h"

#include "base/sha256.h"
#include "base/str.h"

static const char sums[] =
    "INSERT INTO run_counts (name, n)"
    " SELECT 'problems', count(*) FROM problems"
    " UNION ALL SELECT 'problems_without_submissions', count(*) FROM problems"
    " WHERE n_submissions = 0"
    " UNION ALL SELECT 'metadata_rows', coalesce(sum(n_rows), 0) FROM problems"
    " UNION ALL SELECT 'rows_unusable', coalesce(sum(n_unusable), 0) FROM problems"
    " UNION ALL SELECT 'rows_other_languages', coalesce(sum(n_other_languages), 0) FROM problems"
    " UNION ALL SELECT 'submissions', coalesce(sum(n_submissions), 0) FROM problems"
    " UNION ALL SELECT 'submissions_' || classes.column1, coalesce(sum(n_submissions), 0)"
    " FROM (VALUES ('accepted'), ('failing'), ('undecided')) classes"
    " LEFT JOIN problem_statuses ON class = classes.column1 GROUP BY classes.column1"
    " UNION ALL SELECT 'histories', coalesce(sum(n_histories), 0) FROM problems"
    " UNION ALL SELECT 'submissions_compared', coalesce(sum(n_compared), 0) FROM problems"
    " UNION ALL SELECT 'pairs', coalesce(sum(n_pairs), 0) FROM problems;"
    "INSERT INTO rejects"
    " SELECT reason, status, sum(n_pairs) FROM problem_rejects JOIN reject_reasons USING (reason)"
    " GROUP BY reason, status ORDER BY sort_order, status;"
    "INSERT INTO statuses"
    " SELECT status, max(class), sum(n_submissions) FROM problem_statuses"
    " GROUP BY status ORDER BY status;"
    "INSERT INTO history_sizes"
    " SELECT n_submissions, sum(n_histories) FROM problem_history_sizes"
    " GROUP BY n_submissions ORDER BY n_submissions;";

int store_sum_up(struct store *store, struct err *err)
{
    return db_execute(store_db(store), sums, err);
}

/* Computes the hash of the lines of all metadata files that could be read, problem_list.csv first.
 */
static int fingerprint(struct db *db, char hex[SHA256_HEX_SIZE], struct err *err)
{
    scoped(db_statement) *lines =
        db_query(db, err,
                 "SELECT problem_list_sha256 || '  problem_list.csv' || char(10) FROM run "
                 "WHERE problem_list_sha256 IS NOT NULL UNION ALL "
                 "SELECT * FROM (SELECT metadata_sha256 || '  ' || problem_id || '.csv' || "
                 "char(10) FROM problems WHERE metadata_sha256 IS NOT NULL ORDER BY problem_id)",
                 NULL);
    struct sha256 *sha256 = sha256_new();
    int status;
    while ((status = db_step(lines, err)) == 1) {
        const char *line = db_text(lines, 0);
        sha256_add(sha256, line, db_text_length(lines, 0));
    }
    sha256_finish(sha256, hex);
    return status;
}

int store_finish_run(struct store *store, const char *dataset, const char *metadata,
                     struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    if (fingerprint(store_db(store), hex, err) != 0)
        return ERR;
    return db_change(store_db(store), err,
                     "UPDATE run SET dataset = ?, metadata = ?, metadata_sha256 = ?", "ttt",
                     dataset, metadata, hex);
}
