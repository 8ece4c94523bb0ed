/* Hashes of the sources show which of the new submissions are the same program. */
#include "augment/rewrite.h"

#include "base/table.h"
#include "db/fix_names.h"
#include "db/store_log.h"

#include <inttypes.h>
#include <string.h>

struct item {
    struct rewrite_item base;
    int64_t fix_key;
    struct submission_row origins[N_REWRITE_SIDES]; /* without programs and languages */
};

/* A submission that was written. */
struct written {
    char sha256[SHA256_HEX_SIZE];
    int64_t key;
};

struct writing {
    const struct rewrite_run *run;
    struct rewrite_counts *counts;
    struct db *out;
    struct db_statement *fixes; /* reads the fixes */
    struct table ids;           /* problem and id of the written submissions */
    ARRAY(struct written) written;
    uint64_t n_all;
};

static void writing_release(struct writing *writing)
{
    db_finish(writing->fixes);
    table_release(&writing->ids);
    array_release(&writing->written);
}
SCOPED_VALUE(writing, writing_release)

/* Mutants and rewrites are rewritten only if there are no real fixes. */
#define REWRITABLE "(f.origin = 'real' OR NOT EXISTS (SELECT 1 FROM fixes WHERE origin = 'real'))"

/* ?1: enum fix_mark. */
#define LISTED                                                                                 \
    "((?1 & 1 OR NOT m.is_duplicate) AND (?1 & 2 OR NOT m.is_conflicting) AND (?1 & 4 OR NOT " \
    "m.is_excluded) AND (?1 & 8 OR m.is_duplicate OR m.is_conflicting OR m.is_excluded))"

#define FILTERED "f.fix_key IN (SELECT fix_key FROM temp.filtered_fixes)"
#define CHOSEN                                                                       \
    "FROM fixes f JOIN fix_marks m USING (fix_key) WHERE " REWRITABLE " AND " LISTED \
    " AND " FILTERED

static const char count_sql[] = "SELECT count(*) " CHOSEN;
static const char fixes_sql[] =
    "SELECT f.fix_key, " FIX_ID
    ", b.problem_id, b.submission_id, b.user_id, b.original_language, b.status, b.date, bs.code, "
    "a.submission_id, a.user_id, a.original_language, a.status, a.date, fs.code, "
    "f.region, f.verdict_in_comment FROM (SELECT f.* " CHOSEN
    ") f JOIN submissions b ON b.submission_key = f.buggy_submission_key "
    "JOIN submissions a ON a.submission_key = f.fixed_submission_key JOIN sources bs ON "
    "bs.source_key = b.source_key JOIN sources fs ON fs.source_key = a.source_key ORDER BY "
    "f.fix_key";

/* ---- Reading ---- */

/* Reads a submission of the fix from the columns from `column` on. */
static void read_side(struct item *item, int side, struct db_statement *row, int column)
{
    struct arena *arena = &item->base.arena;
    struct submission_row *origin = &item->origins[side];
    *origin = (struct submission_row){
        .problem_id = db_copy_text(row, 2, arena),
        .submission_id = db_copy_text(row, column, arena),
        .user_id = db_copy_text(row, column + 1, arena),
        .original_language = db_copy_text(row, column + 2, arena),
        .status = db_type(row, column + 3) == DB_NULL ? NULL : db_copy_text(row, column + 3, arena),
        .date = db_int(row, column + 4),
    };
    item->base.sides[side] = (struct rewrite_program){
        .original_language = origin->original_language,
        .code = db_copy_text(row, column + 5, arena),
        .length = db_text_length(row, column + 5),
    };
}

static int next(void *context, void *argument, struct err *err)
{
    struct db_statement *row = ((struct writing *)context)->fixes;
    struct item *item = argument;
    int status = db_step(row, err);
    if (status != 1)
        return status;
    item->fix_key = db_int(row, 0);
    item->base.id = db_copy_text(row, 1, &item->base.arena);
    read_side(item, 0, row, 3);
    read_side(item, 1, row, 9);
    item->base.region = db_copy_text(row, 15, &item->base.arena);
    item->base.names_verdict = db_int(row, 16);
    return 1;
}

/* ---- Writing ---- */

/* Adds a submission, and notes it under its name. */
static int add_submission(struct writing *writing, const char *name,
                          const struct submission_row *row, const struct source_row *source,
                          int64_t *key, struct err *err)
{
    if (store_add_program(writing->out, row, source, key, err) != 0)
        return ERR;
    struct written written = {.key = *key};
    memcpy(written.sha256, source->sha256, sizeof written.sha256);
    table_add(&writing->ids, name);
    array_push(&writing->written, written);
    return 0;
}

/* Finds or adds the submission of a rewritten program. An earlier one is used if it is the same
 * program. */
static int submission_of(struct writing *writing, struct item *item, int side,
                         const struct rewrite *rewrite, int64_t *key, struct err *err)
{
    struct arena *arena = &item->base.arena;
    const struct rewrite_program *program = &rewrite->sides[side];
    const struct source_row source = {.sha256 = program->sha256,
                                      .code = program->code,
                                      .n_bytes = program->length,
                                      .n_tokens = program->n_tokens};
    struct submission_row row = item->origins[side];
    row.language = writing->run->choice.language->name;
    for (int number = 1;; number++) {
        row.submission_id =
            arena_print(arena, number > 1 ? "%s~%s%d" : "%s~%s", item->origins[side].submission_id,
                        rewrite_kind_name(rewrite->kind), number);
        const char *name = arena_print(arena, "%s\n%s", row.problem_id, row.submission_id);
        int64_t known = table_find(&writing->ids, name);
        if (known == TABLE_NONE)
            return add_submission(writing, name, &row, &source, key, err);
        if (strcmp(writing->written.items[known].sha256, program->sha256) == 0) {
            *key = writing->written.items[known].key;
            return 0;
        }
    }
}

static int write_rewrite(void *context, void *argument, const struct rewrite *rewrite,
                         struct err *err)
{
    struct writing *writing = context;
    struct item *item = argument;
    struct fix_row row = rewrite->row;
    if (submission_of(writing, item, 0, rewrite, &row.buggy, err) != 0 ||
        submission_of(writing, item, 1, rewrite, &row.fixed, err) != 0 ||
        store_add_fix(writing->out, &row, err) != 0)
        return ERR;
    return db_change(writing->out, err, "INSERT INTO temp.rewrite_sources VALUES (?, ?)", "ii",
                     db_last_id(writing->out), item->fix_key);
}

/* ---- The rest of the database ---- */

/* Copies what the run says of the dataset, without the fixes and their programs. */
static int copy_run(struct db *from, struct db *out, struct err *err)
{
    static const char *const tables[] = {"run",
                                         "run_languages",
                                         "problems",
                                         "problem_runs",
                                         "problem_languages",
                                         "problem_rejects",
                                         "problem_statuses",
                                         "problem_history_sizes",
                                         "problem_descriptions",
                                         "repositories",
                                         "commit_counts",
                                         "root_commits",
                                         "identical_problems",
                                         "input_errors"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        scoped(str) select = {0};
        str_print(&select, "SELECT * FROM %s", tables[i]);
        scoped(db_statement) *rows = db_query(from, err, str_text(&select), NULL);
        scoped(db_statement) *insert = NULL;
        if (db_prepare_insert(&insert, out, "INSERT", tables[i], err) != 0 ||
            db_copy_rows(insert, rows, err) != 0)
            return ERR;
    }
    return store_sum_up(out, err);
}

/* In each set, a rewrite gets the split of its fix. The first rewrite of each group becomes the key
 * of the group. */
static int copy_splits(struct db *from, struct db *out, struct err *err)
{
    static const struct {
        const char *select, *insert;
    } copies[] = {
        {"SELECT split_set, origin, seed, train_ratio, validation_ratio, test_ratio, n_folds, "
         "validation_from, test_from, grouped_by, n_previous FROM split_sets",
         "INSERT INTO split_sets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {"SELECT split_set, fix_key, split, group_key FROM set_splits",
         "INSERT INTO temp.old_splits VALUES (?, ?, ?, ?)"},
        {"SELECT split_set, reason, fix_key FROM set_left_out",
         "INSERT INTO set_left_out SELECT ?1, r.fix_key, ?2 FROM temp.rewrite_sources r "
         "WHERE r.source = ?3"},
    };
    if (db_execute(out,
                   "CREATE TABLE temp.old_splits (split_set TEXT, fix_key INTEGER, split TEXT, "
                   "group_key INTEGER, PRIMARY KEY (fix_key, split_set)) WITHOUT ROWID; "
                   "CREATE INDEX temp.by_source ON rewrite_sources (source)",
                   err) != 0)
        return ERR;
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        scoped(db_statement) *select = db_query(from, err, copies[i].select, NULL);
        scoped(db_statement) *insert = db_query(out, err, copies[i].insert, NULL);
        if (db_copy_rows(insert, select, err) != 0)
            return ERR;
    }
    return db_execute(out,
                      "INSERT INTO set_splits SELECT o.split_set, r.fix_key, o.split, "
                      "min(r.fix_key) OVER (PARTITION BY o.split_set, o.group_key) "
                      "FROM temp.rewrite_sources r JOIN temp.old_splits o ON o.fix_key = r.source "
                      "ORDER BY r.fix_key; DROP TABLE temp.old_splits",
                      err);
}

/* Counts the fixes that the user may miss in the new database. */
static int count_left_out(struct writing *writing, struct db *from, struct err *err)
{
    struct rewrite_counts *counts = writing->counts;
    if (db_get_int(from, &counts->n_made,
                   "SELECT count(*) FROM fixes WHERE origin <> 'real' AND "
                   "EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                   err) != 0 ||
        db_get_int(from, &counts->n_unlisted,
                   "SELECT count(*) FROM fixes f WHERE " REWRITABLE " AND " FILTERED, err) != 0)
        return ERR;
    counts->n_unlisted -= writing->n_all;
    return db_get_int(writing->out, &counts->n_in_no_split,
                      "SELECT count(*) FROM fixes f WHERE EXISTS (SELECT 1 FROM split_sets s WHERE "
                      "NOT EXISTS (SELECT 1 FROM set_splits p WHERE p.fix_key = f.fix_key "
                      "AND p.split_set = s.split_set) AND NOT EXISTS (SELECT 1 FROM set_left_out o "
                      "WHERE o.fix_key = f.fix_key AND o.split_set = s.split_set))",
                      err);
}

static int prepare(struct writing *writing, struct db *from, struct err *err)
{
    struct db *out = writing->out;
    int64_t marks = writing->run->marks;
    scoped(db_statement) *count = db_query(from, err, count_sql, "i", marks);
    if (db_step(count, err) != 1)
        return ERR;
    writing->n_all = (uint64_t)db_int(count, 0);
    if (db_execute(
            out, "CREATE TABLE temp.rewrite_sources (fix_key INTEGER PRIMARY KEY, source INTEGER)",
            err) != 0)
        return ERR;
    writing->fixes = db_query(from, err, fixes_sql, "i", marks);
    return writing->fixes ? 0 : ERR;
}

/* Counts of problems are updated to those of the rewrites, which count in the first run of the
 * problem and language. */
static const char finish_sql[] =
    "UPDATE problem_languages AS p SET n_fixes = (SELECT count(*) FROM fixes JOIN submissions s "
    "ON submission_key = buggy_submission_key WHERE s.problem_id = p.problem_id "
    "AND s.language = p.language AND NOT EXISTS (SELECT 1 FROM problem_languages o "
    "WHERE o.problem_id = p.problem_id AND o.language = p.language AND o.run_key < p.run_key)); "
    "DROP TABLE temp.rewrite_sources";

int rewrite_store(struct db *out, struct db *from, const struct rewrite_run *run,
                  struct rewrite_counts *counts, struct err *err)
{
    scoped(writing) writing = {.run = run, .counts = counts, .out = out};
    *counts = (struct rewrite_counts){0};
    if (fix_select_keys(&counts->account, from, &run->fixes, err) != 0 ||
        prepare(&writing, from, err) != 0 || copy_run(from, out, err) != 0)
        return ERR;
    const struct rewrite_passage passage = {.context = &writing,
                                            .item_size = sizeof(struct item),
                                            .n_items = writing.n_all,
                                            .next = next,
                                            .write = write_rewrite};
    if (rewrite_items(&passage, run, counts, err) != 0 || copy_splits(from, out, err) != 0 ||
        count_left_out(&writing, from, err) != 0 || store_copy_steps(out, from, err) != 0)
        return ERR;
    return db_execute(out, finish_sql, err);
}
