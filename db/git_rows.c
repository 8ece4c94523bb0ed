#include "db/git_rows.h"

int store_add_repository(struct store *store, const struct repository_row *row, struct err *err)
{
    return db_change(store_db(store), err, "INSERT INTO repositories VALUES (?, ?, ?, ?, ?)",
                     "tttti", row->problem_id, row->path, row->url, row->license, row->is_shallow);
}

int store_add_root_commit(struct store *store, const char *problem_id, const char *commit_id,
                          struct err *err)
{
    return db_change(store_db(store), err, "INSERT OR IGNORE INTO root_commits VALUES (?, ?)", "tt",
                     problem_id, commit_id);
}

int store_add_commit_count(struct store *store, const char *problem_id, const char *name, int64_t n,
                           struct err *err)
{
    return db_change(store_db(store), err, "INSERT INTO commit_counts VALUES (?, ?, ?)", "tti",
                     problem_id, name, n);
}

int store_add_file_version(struct store *store, const struct commit_row *commit,
                           const struct file_version_row *row, struct err *err)
{
    if (db_change(store_db(store), err,
                  "INSERT OR IGNORE INTO commits (problem_id, commit_id, parent_id, author_id, "
                  "author_date, commit_date, subject, keyword, sweep_size, n_pairs) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  "ttttiittii", commit->problem_id, commit->commit_id, commit->parent_id,
                  commit->author_id, commit->author_date, commit->commit_date, commit->subject,
                  commit->keyword, commit->sweep_size, commit->n_pairs) != 0)
        return ERR;
    return db_change(store_db(store), err,
                     "INSERT INTO file_versions VALUES (?, (SELECT commit_key FROM commits "
                     "WHERE problem_id = ? AND commit_id = ?), ?, ?, ?, ?, ?)",
                     "ittttitt", row->submission_key, commit->problem_id, commit->commit_id,
                     row->path, row->blob_id, row->is_test, row->license, row->license_evidence);
}
