/* The rows about git repositories in the database (schema.sql). */
#ifndef DB_GIT_ROWS_H
#define DB_GIT_ROWS_H

#include "db/store.h"

struct repository_row {
    const char *problem_id;
    const char *path;
    const char *url, *license; /* may be NULL */
    int64_t is_shallow;
};

struct commit_row {
    const char *problem_id;
    const char *commit_id, *parent_id; /* hexadecimal */
    const char *author_id;
    int64_t author_date, commit_date;
    const char *subject;
    const char *keyword; /* may be NULL */
    int64_t sweep_size, n_pairs;
};

struct file_version_row {
    int64_t submission_key;
    const char *path, *blob_id;
    int64_t is_test;
    const char *license, *license_evidence; /* may be NULL */
};

int store_add_repository(struct store *store, const struct repository_row *row, struct err *err);
int store_add_root_commit(struct store *store, const char *problem_id, const char *commit_id,
                          struct err *err);
int store_add_commit_count(struct store *store, const char *problem_id, const char *name, int64_t n,
                           struct err *err);

/* Adds the git side of a stored submission, and its commit unless that is already stored. */
int store_add_file_version(struct store *store, const struct commit_row *commit,
                           const struct file_version_row *row, struct err *err);

#endif
