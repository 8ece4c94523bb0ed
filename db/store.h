/* The database of tokfix: rows are written, a database is opened, viewed and merged. Rows are read
 * by queries on the tables and views (schema.sql). CHECK constraints are evaluated when a database
 * is opened, not when rows are written.
 *
 * Texts in rows are borrowed, and copied by the call. All numbers are int64_t, as in SQLite. */
#ifndef DB_STORE_H
#define DB_STORE_H

#include "base/mem.h"
#include "base/meter.h"
#include "db/db.h"
#include "db/fix_names.h"

#include <stdbool.h>

enum { MAX_RUN_LANGUAGES = 16 };

/* The limits of a run, unless the user wants others. */
#define RUN_MAX_BYTES 1048576 /* of a source */
#define RUN_MAX_PAIRS 1000000 /* of one history */

struct run_language {
    const char *name; /* as in --language */
    const char *grammar, *grammar_version;
    int64_t grammar_abi;
};

struct run_row {
    int64_t run_key; /* when read; ignored when added */
    const char *tool_version;
    struct run_language languages[MAX_RUN_LANGUAGES]; /* the first `n_languages`, in their order */
    size_t n_languages;
    const char *pairing, *failing;
    int64_t max_tokens; /* in a program; 0: no limit */
    int64_t max_bytes, max_pairs;
    int64_t shard, n_shards; /* 1 of 1: all problems */
    int64_t n_listed;
    const char *listing_sha256;
    const char *problem_list_sha256; /* may be NULL */
    const char *source;              /* kind of dataset: codenet, git */
    const char *source_options;      /* that only this kind has; "": none */
    const char *metadata;            /* last part of the path of --metadata; NULL: not given, or
                                      * unfinished */
    const char *dataset, *metadata_sha256; /* NULL while the run is unfinished */
    const char *prefix;                    /* of the ids of its problems; NULL: none */
    const char *files; /* of the dataset, as a list of words (base/str.h); NULL: it is one */
};

struct problem_row {
    const char *problem_id;
    const char *name, *contest;  /* may be NULL */
    const char *metadata_sha256; /* may be NULL */
    int64_t n_rows, n_unusable, n_other_languages;
};

/* The key of the counts of a problem in one language. */
struct problem_language {
    const char *problem_id, *language;
};

struct problem_language_row {
    struct problem_language key;
    int64_t n_submissions, n_histories, n_pairs, n_fixes, n_compared;
};

struct source_row {
    const char *sha256;
    const char *code;
    size_t n_bytes;
    int64_t n_tokens;
};

struct submission_row {
    const char *problem_id, *submission_id, *user_id;
    int64_t date;
    const char *language; /* as in --language */
    const char *original_language;
    const char *status;   /* NULL: no verdict */
    const char *encoding; /* of the file as submitted; NULL: utf-8 */
};

/* Of a git repository. */
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
    const char *commit_id;
    const char *path, *blob_id;
    int64_t is_test;
    const char *license, *license_evidence; /* may be NULL */
};

struct input_error_row {
    const char *kind, *file;
    int64_t line; /* 0: the whole file */
    const char *detail;
    const char *problem_id; /* NULL: the whole dataset */
};

/* Creates a database in one transaction, which store_finish() ends. Until then, no other program
 * may use the file, and its content cannot be used. */
int store_create(struct db **out, const char *path, struct err *err);

/* Creates a database in steps. The file is locked, and always contains the state of the last
 * store_commit(). If the file exists and was started by this version, it is resumed. Sets `has_run`
 * to whether the file contains a run with problems. If it does not, the file is treated as a new
 * one. */
int store_create_in_steps(struct db **out, bool *has_run, const char *path, struct err *err);
int store_commit(struct db *db, struct err *err);

/* The functions that add rows also write to a database that is open for changes
 * (store_open_update), in the caller's transaction. */

/* Adds a run and its languages, with the next key from 1. Adds no language twice. */
int store_add_run(struct db *db, const struct run_row *row, struct err *err);

/* Finishes the run with this key. Its metadata_sha256 is computed from those of its problems.
 * `metadata` may be NULL. */
int store_finish_run(struct db *db, int64_t run_key, const char *dataset, const char *metadata,
                     struct err *err);

/* Problems, their counts, clusters and input errors are those of the first run. Call
 * store_add_identical_problem() once for each id in a cluster, and store_add_problem_description()
 * at most once for a problem. */
int store_add_problem(struct db *db, const struct problem_row *row, struct err *err);
int store_add_problem_language(struct db *db, const struct problem_language_row *row,
                               struct err *err);
int store_add_identical_problem(struct db *db, int64_t cluster, const char *problem_id,
                                struct err *err);
int store_add_problem_description(struct db *db, const char *problem_id, const char *sha256,
                                  struct err *err);

/* Adds a submission, and its source unless it is already stored in the submission's language. Sets
 * `key` to the submission's key. */
int store_add_program(struct db *db, const struct submission_row *row,
                      const struct source_row *source, int64_t *key, struct err *err);

int store_add_fix(struct db *db, const struct fix_row *row, struct err *err);
int store_add_input_error(struct db *db, const struct input_error_row *row, struct err *err);
int store_add_problem_reject(struct db *db, const struct problem_language *key, const char *reason,
                             const char *status, int64_t n_pairs, struct err *err);
int store_add_problem_status(struct db *db, const struct problem_language *key, const char *status,
                             const char *class, int64_t n_submissions, struct err *err);
int store_add_problem_history_size(struct db *db, const struct problem_language *key,
                                   int64_t n_submissions, int64_t n_histories, struct err *err);

int store_add_repository(struct db *db, const struct repository_row *row, struct err *err);
int store_add_root_commit(struct db *db, const char *problem_id, const char *commit_id,
                          struct err *err);
int store_add_commit_count(struct db *db, const char *problem_id, const char *name, int64_t n,
                           struct err *err);

/* Adds a commit unless it is already stored, and the git side of a stored submission, whose commit
 * is stored. */
int store_add_commit(struct db *db, const struct commit_row *row, struct err *err);
int store_add_file_version(struct db *db, const char *problem_id,
                           const struct file_version_row *row, struct err *err);

/* Writes the counts of the run (`run_counts`, `rejects`, `statuses`, `history_sizes`), as sums over
 * the problems. */
int store_sum_up(struct db *db, struct err *err);

/* Commits and closes. On failure, the file cannot be used, and the store is also closed. */
int store_finish(struct db *db, struct err *err);

/* Reads the runs, each with the languages of all, and sets `n` to their number. The list and its
 * texts are in the arena. */
int store_read_runs(struct db *db, struct run_row **list, size_t *n, struct arena *arena,
                    struct err *err);

/* Reads the first run in the same way. Returns 1, 0 if there is no run, or ERR. */
int store_read_run(struct db *db, struct run_row *row, struct arena *arena, struct err *err);

/* Opens a database for reading. All queries on its tables and views see the same state. Fails if
 * the file is missing, is not a tokfix database, has a schema that this version does not read or
 * that was changed, or contains rows that contradict the schema; the message says what to do. */
int store_open(struct db **out, const char *path, struct err *err);

/* Opens a database for changes (db_open_update). Fails as store_open() does. */
int store_open_update(struct db **out, const char *path, struct err *err);

/* From now on, the database appears to this connection as one of only this language: its tables and
 * views contain the same fixes and counts as if only that language had been mined. Exceptions are
 * the rows that cannot be used (`rows_unusable`, input_errors), which include those of the other
 * languages. Statements that change a table must then name it with `main.`. A further call changes
 * the language. Call this before store_count_only(), which then also chooses the rows that these
 * tables and views are about. */
int store_view_language(struct db *db, const char *language, struct err *err);

/* From now on, the views of this connection that are about one split set are about this one. It
 * need not exist; the database then appears to have no splits. A further call changes the set. */
int store_view_split_set(struct db *db, const char *name, struct err *err);

/* The same for the set that a user names; NULL: none, so `default`. Fails if the database has no
 * such set; the message lists those that it has. With NULL, fails only if it `needs` splits and the
 * database has other sets, but not `default`. `path` is that of the database. */
int store_choose_split_set(struct db *db, const char *path, const char *name, bool needs,
                           struct err *err);

/* SQL: the name of that split set, for statements that change it in the tables. */
#define CHOSEN_SPLIT_SET "(SELECT split_set FROM chosen_split_set)"

/* Reads which subsets that split set has, as bits 1 << subset: the three splits, or its folds. 0:
 * it does not exist. */
int store_read_subsets(unsigned *subsets, struct db *db, struct err *err);

/* Fails if the name is that of a split or fold that is not among these. */
int store_check_subset(unsigned subsets, const char *name, struct err *err);

/* From now on, the view counted_fixes of this connection contains only the fixes with these keys,
 * and the views that count fixes count only them. A further call replaces the keys. */
int store_count_only(struct db *db, const int64_t *fix_keys, size_t n, struct err *err);

/* From now on, fixes that this connection reads (db/fixes/fix_reader.h) show users and authors
 * under other ids: the table temp.shown_users (user_id, shown). Without a salt, they are numbers
 * (u0001) in the order of their first submissions in real fixes, which does not depend on how
 * their ids are spelled. With a salt, they are the first 16 digits of SHA-256(salt, a zero byte,
 * the id). */
int store_rename_users(struct db *db, const char *salt, struct err *err);

/* Whether a file may be replaced by a tokfix database, or by a file that is not a database. Returns
 * ERR if the file is of another kind, because then it was surely not meant, or if it cannot be
 * read. A path that is missing, empty or not a regular file is accepted here; opening it decides.
 */
int replacing_is_safe(const char *path, bool by_database, struct err *err);

/* ---- Merging databases of one run or of several ---- */

/* A run in a database to merge, and in the new one. */
struct merged_run {
    int64_t key, new_key;
};

/* A database to merge, which store_open() has accepted. */
struct merged_part {
    const char *path;
    const struct merged_run *runs; /* all of its runs */
    size_t n_runs;
};

/* Creates the database of a merge, in a file that has no name afterwards. `path` is a name that no
 * other file may have. Reads what the parts have, without their programs. Several parts may have
 * the same new run. */
int store_merge_begin(struct db **out, const char *path, const struct merged_part *parts,
                      size_t n_parts, struct err *err);

/* Prepares a query on such a database: the problems that two parts have. Its columns are the
 * numbers of the two; of these problems; of the submissions and first commits that both parts have;
 * and of the problems with a submission that the parts describe differently; then the ids of one of
 * the problems, and of one of the latter, or NULL. NULL on failure. */
struct db_statement *store_merge_shared(struct db *merge, struct err *err);

/* Writes the merged database to the empty file `path`. Its problems are those of the parts, and its
 * runs are `runs`, which get the keys from 1 on in this order; their metadata_sha256 are ignored.
 * Data about a whole dataset comes from the first part of a run. Later findings about the fixes
 * (duplicates, splits, exclusions) are not copied. Of the command lines, those of mine are.
 * `output` is the name of the database that the line of a single run makes. Several runs make
 * dataset-1.db and so on, and a line of merge joins them to `output`.
 *
 * Of a problem that several parts have, the counts of each run are kept, and equal submissions and
 * fixes are stored once. If parts describe a submission differently, that of the first part is
 * stored: the caller has looked at store_merge_shared().
 *
 * The result depends only on the problems. It does not depend on how they are distributed over the
 * parts, nor on their keys, because all rows are numbered again in the order of the problem ids.
 * The meter counts parts. Fails if the process is asked to stop (base/interrupt.h). */
int store_merge_write(struct db *merge, const char *path, const struct merged_part *parts,
                      size_t n_parts, const struct run_row *runs, size_t n_runs, const char *output,
                      const struct meter *meter, struct err *err);

#endif
