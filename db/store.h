/* The tokfix store: plain rows in; out by queries on its tables and views (schema.sql).
 *
 * Texts in rows are borrowed, and copied by the call. Numbers are int64_t throughout, as SQLite's
 * are. */
#ifndef DB_STORE_H
#define DB_STORE_H

#include "base/scoped.h"

#include "db/db.h"

#include <stdbool.h>

enum {
    STORE_APPLICATION_ID = 0x746f6b66, /* "tokf" */
    STORE_SCHEMA_VERSION = 8,
};

/* What `origin` of a fix may be: real, mutant, rewrite; ended by NULL. */
extern const char *const store_origins[];

/* The splits in their order; what is in none of them is a stratum of its own. */
enum {
    NO_SPLIT = -1,
    SPLIT_TRAIN,
    SPLIT_VALIDATION,
    SPLIT_TEST,
    N_SPLITS,
    STRATUM_NONE = N_SPLITS,
    N_STRATA
};
extern const char *const split_names[N_STRATA + 1]; /* of the last stratum: "none"; then NULL */

/* The number of a split. For NULL and other names NO_SPLIT, or STRATUM_NONE. */
int split_find(const char *name);
int split_stratum(const char *name);

struct run_row {
    const char *tool_version, *language;
    const char *grammar, *grammar_version;
    int64_t grammar_abi;
    const char *pairing, *failing;
    int64_t max_tokens; /* of a program; 0: no limit */
    int64_t max_bytes, max_pairs;
    int64_t shard, n_shards; /* 1 of 1: everything */
    int64_t n_listed;
    const char *listing_sha256;
    const char *problem_list_sha256; /* may be NULL */
    const char *source;              /* kind of the dataset: codenet */
    const char *metadata;            /* last part of --metadata; NULL: not given, or unfinished */
    const char *dataset, *metadata_sha256; /* NULL while the run is unfinished */
};

struct problem_row {
    const char *problem_id;
    const char *name, *contest; /* may be NULL */
    int64_t n_submissions, n_histories, n_pairs, n_fixes;
    const char *metadata_sha256; /* may be NULL */
    int64_t n_rows, n_unusable, n_other_languages, n_compared;
    int64_t n_unparsed_single, n_undecided_pairs, n_undecided_fixes;
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
    const char *original_language;
    const char *status; /* NULL: nobody judged it */
    int64_t source_key;
};

/* Where a token stands in one of the two programs. */
struct place_row {
    int64_t start_byte, end_byte, line, column, token_index;
    int64_t token_end_byte; /* end of the token with that index, also where it is not the edit's */
    int64_t n_tokens;       /* of the program */
};

struct fix_row {
    int64_t buggy, fixed; /* submission keys */
    const char *origin;   /* NULL: real */
    const char *edit, *category, *pattern;
    const char *role;                     /* may be NULL */
    const char *before_kind, *after_kind; /* may be NULL */
    const char *before, *after;
    size_t before_length, after_length;
    struct place_row buggy_place, fixed_place;
    int64_t repair_in_program, in_scope;
    const char *dialect; /* may be NULL */
};

struct input_error_row {
    const char *kind, *file;
    int64_t line; /* 0: the file as a whole */
    const char *detail;
    const char *problem_id; /* NULL: of the dataset as a whole */
};

/* Writing. All of it is one transaction, ended by store_finish(): nobody else may use the file, and
 * nothing of it can be used before. */
struct store; /* opaque */
int store_create(struct store **out, const char *path, struct err *err);

/* Writing in steps: a file that others are kept from, and that holds what was there at the last
 * store_commit(), whatever happens. One that is there is resumed if it was begun by this
 * version; `has_run` tells whether a run with problems stands in it. If none does, it is as one
 * that was missing. */
int store_create_in_steps(struct store **out, bool *has_run, const char *path, struct err *err);
int store_commit(struct store *store, struct err *err);

/* The same for a store that is open for changes (store_open_update), in the caller's
 * transaction: it is ended by store_leave(), and the connection stays the caller's. */
int store_extend(struct store **out, struct db *db, struct err *err);
void store_leave(struct store *store); /* NULL is ignored */

/* For queries on what was written; the store's own. */
struct db *store_db(struct store *store);

int store_add_run(struct store *store, const struct run_row *row, struct err *err);

/* Makes the unfinished run a finished one; its metadata_sha256 is that of the problems. `metadata`
 * may be NULL. */
int store_finish_run(struct store *store, const char *dataset, const char *metadata,
                     struct err *err);
int store_add_problem(struct store *store, const struct problem_row *row, struct err *err);

/* Each id once in a cluster, and one description for a problem. */
int store_add_identical_problem(struct store *store, int64_t cluster, const char *problem_id,
                                struct err *err);
int store_add_problem_description(struct store *store, const char *problem_id, const char *sha256,
                                  struct err *err);

/* The same content is stored once; `source_key` is its id either way. */
int store_add_source(struct store *store, const struct source_row *row, int64_t *source_key,
                     struct err *err);
int store_add_submission(struct store *store, const struct submission_row *row, int64_t *key,
                         struct err *err);

/* Adds a submission and its content; `source_key` of the row is ignored. Gives the submission's key.
 */
int store_add_program(struct store *store, const struct submission_row *row,
                      const struct source_row *source, int64_t *key, struct err *err);
int store_add_fix(struct store *store, const struct fix_row *row, struct err *err);
int store_add_input_error(struct store *store, const struct input_error_row *row, struct err *err);
int store_add_problem_reject(struct store *store, const char *problem_id, const char *reason,
                             const char *status, int64_t n_pairs, struct err *err);
int store_add_problem_status(struct store *store, const char *problem_id, const char *status,
                             const char *class, int64_t n_submissions, struct err *err);
int store_add_problem_history_size(struct store *store, const char *problem_id,
                                   int64_t n_submissions, int64_t n_histories, struct err *err);

/* The numbers of the run: `counts`, `rejects`, `statuses` and `history_sizes`, summed up over the
 * problems. */
int store_sum_up(struct store *store, struct err *err);

/* Commits and closes. On failure the file is not usable, and the store is closed too. */
int store_finish(struct store *store, struct err *err);

/* Closes without committing. NULL is ignored. */
void store_abandon(struct store *store);
SCOPED_POINTER(store, store_abandon)

/* The row of the run, into `row`, whose texts live as long as `statement`, which the caller
 * finishes: 1, 0 when there is none, or ERR. */
int store_read_run(struct db *db, struct run_row *row, struct db_statement **statement,
                   struct err *err);

/* Reading: opens a store for queries on its tables and views, which all see it as it is at the
 * first. Fails, saying what to do, when the file is missing, is no tokfix store, or has a schema
 * that this version does not read. */
int store_open(struct db **out, const char *path, struct err *err);

/* The same for changes (db_open_update). */
int store_open_update(struct db **out, const char *path, struct err *err);

/* From now on the view counted_fixes holds, for this connection alone, the fixes with these ids,
 * and the views that count fixes count these. It holds those of the last call. */
int store_count_only(struct db *db, const int64_t *fix_keys, size_t n, struct err *err);

#endif
