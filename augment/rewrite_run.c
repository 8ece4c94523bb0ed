/* Rewrites of many programs: those of the fixes of a database, and those in a folder.
 *
 * The items go through an ordered pipeline: one thread reads them, many rewrite them, and they are
 * written in order. The sites of the (buggy) program are tried in the drawn order, until there are
 * as many rewrites as are wanted. */
#include "augment/rewrite.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "base/table.h"
#include "classify/classify.h"
#include "db/fix_names.h"
#include "db/store_log.h"
#include "tokenize/comments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A program before or after the rewrite. Texts are borrowed. */
struct rewrite_program {
    const char *code; /* NULL: none */
    size_t length;
    const char *original_language; /* before the rewrite; may be NULL */
    int64_t n_tokens;              /* after the rewrite, as the next */
    char sha256[SHA256_HEX_SIZE];
};

/* The two programs of a fix, the buggy one first; or one program and none. */
enum { N_REWRITE_SIDES = 2 };

struct rewrite {
    enum rewrite_kind kind;
    int number; /* among those of the kind, from 1 */
    struct rewrite_program sides[N_REWRITE_SIDES];
    struct fix_row row; /* of two programs, without submissions */
};

/* What is rewritten. */
struct rewrite_item {
    struct arena arena;
    const char *id;     /* of the fix, or the path of the program; used by the draws */
    const char *region; /* of the fix; NULL: there is none */
    bool names_verdict; /* in a comment of the fix, not of a file */
    struct rewrite_program sides[N_REWRITE_SIDES];
    enum rewrite_reason reason; /* REWRITE_DONE, or why the programs cannot be read */
    struct err failure;         /* of the machine; "": none */
    /* The result: */
    ARRAY(struct rewrite) rewrites; /* their data is in the arena */
    enum rewrite_reason reasons[N_REWRITE_KINDS];
};

/* How the items are read, and their rewrites written and counted. */
struct passage {
    void *context;    /* for all functions */
    size_t item_size; /* of what begins with a struct rewrite_item, and owns only its arena */
    uint64_t n_items;
    int (*next)(void *context, void *item, struct err *err); /* `produce` of a pipeline */
    void (*load)(void *context, void *item); /* called by many threads at once; NULL: nothing */
    int (*write)(void *context, void *item, const struct rewrite *rewrite, struct err *err);
    const struct rewrite_run *run;
    struct rewrite_counts *counts;
};

/* ---- One item ---- */

/* The memory of one thread. */
struct worker {
    struct rewrite_tools *tools;
    struct rewrite_side sides[N_REWRITE_SIDES];
    struct rewrite_tries tries;
};

static void *worker_new(void *context)
{
    const struct passage *passage = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->tools = rewrite_tools_new(passage->run->choice.language);
    return worker;
}

static void worker_free(void *memory)
{
    struct worker *worker = memory;
    rewrite_tools_free(worker->tools);
    for (int i = 0; i < N_REWRITE_SIDES; i++)
        rewrite_side_release(&worker->sides[i]);
    rewrite_tries_release(&worker->tries);
    free(worker);
}

static bool is_same(const struct rewrite *a, const struct rewrite *b)
{
    return a->kind == b->kind && strcmp(a->sides[0].sha256, b->sides[0].sha256) == 0 &&
           strcmp(a->sides[1].sha256, b->sides[1].sha256) == 0;
}

/* Keeps the current rewrite, unless an earlier one of its kind is the same. `edit`: the difference
 * between the two programs. */
static bool keep(struct worker *worker, struct rewrite_item *item, struct rewrite *rewrite,
                 const struct token_edit *edit)
{
    for (int i = 0; i < N_REWRITE_SIDES && item->sides[i].code; i++) {
        const struct rewrite_side *side = &worker->sides[i];
        struct rewrite_program *program = &rewrite->sides[i];
        program->code = arena_copy_text(&item->arena, str_text(&side->text), side->text.length);
        program->length = side->text.length;
        program->n_tokens = (int64_t)side->after.tokens.n;
        sha256_hex(program->code, program->length, program->sha256);
    }
    for (size_t i = 0; i < item->rewrites.n; i++)
        if (is_same(&item->rewrites.items[i], rewrite))
            return false;
    if (item->sides[1].code) {
        rewrite->row =
            fix_row_of(&worker->sides[0].after, &worker->sides[1].after, edit, NULL, &item->arena);
        rewrite->row.origin = "rewrite";
        rewrite->row.region = item->region;
        rewrite->row.dialect = worker->sides[0].dialect;
        rewrite->row.verdict_in_comment =
            item->names_verdict && (comments_name_verdict(&worker->sides[0].after) ||
                                    comments_name_verdict(&worker->sides[1].after));
    }
    array_push(&item->rewrites, *rewrite);
    return true;
}

/* Makes the rewrite of the tries, in both programs if there are two; `edit` is their difference. */
static enum rewrite_reason make(struct worker *worker, const struct rewrite_item *item,
                                const struct token_edit *edit, struct token_edit *after)
{
    struct rewrite_side *sides = worker->sides;
    const struct rewrite_place *place = &worker->tries.place;
    if (item->sides[1].code)
        return rewrite_pair(after, &sides[0], &sides[1], worker->tools, place, edit);
    return rewrite_side_make(&sides[0], worker->tools, place, NULL) ? REWRITE_DONE : REWRITE_TOKENS;
}

/* Returns how many rewrites of an item by a kind are wanted. */
static int64_t draw_number(const struct rewrite_choice *choice, uint64_t draw)
{
    uint64_t n_numbers = (uint64_t)(choice->most - choice->least) + 1;
    return choice->least + (int64_t)(hash_pair(draw, n_numbers) % n_numbers);
}

/* Returns REWRITE_DONE, or why the item is not rewritten. */
static enum rewrite_reason rewrite_by(struct worker *worker, struct rewrite_item *item,
                                      const struct rewrite_choice *choice, enum rewrite_kind kind,
                                      const struct token_edit *edit)
{
    uint64_t draw = rewrite_draw(choice->seed, item->id, kind);
    struct rewrite_tries *tries = &worker->tries;
    enum rewrite_reason reason = rewrite_tries_begin(tries, &worker->sides[0], kind, draw);
    if (reason != REWRITE_DONE)
        return reason;
    int64_t n_wanted = draw_number(choice, draw);
    struct rewrite rewrite = {.kind = kind, .number = 1};
    while (rewrite.number <= n_wanted && rewrite_tries_next(tries)) {
        struct token_edit after;
        enum rewrite_reason refused = make(worker, item, edit, &after);
        if (refused == REWRITE_DONE) {
            rewrite.number += keep(worker, item, &rewrite, &after);
            continue;
        }
        if (reason == REWRITE_DONE)
            reason = refused;
        rewrite_tries_refuse(tries);
    }
    return rewrite.number > 1 ? REWRITE_DONE : reason;
}

/* Reads the programs, and finds the difference between two. */
static enum rewrite_reason read_sides(struct worker *worker, const struct rewrite_item *item,
                                      struct token_edit *edit)
{
    struct rewrite_side *sides = worker->sides;
    for (int i = 0; i < N_REWRITE_SIDES && item->sides[i].code; i++) {
        const struct rewrite_program *program = &item->sides[i];
        enum rewrite_reason reason = rewrite_side_read(&sides[i], worker->tools, program->code,
                                                       program->length, program->original_language);
        if (reason != REWRITE_DONE)
            return reason;
    }
    bool is_single =
        !item->sides[1].code ||
        program_difference(&sides[0].program, &sides[1].program, edit) == DIFFERENCE_SINGLE;
    return is_single ? REWRITE_DONE : REWRITE_EDIT;
}

static void work(void *context, void *worker, void *argument)
{
    const struct passage *passage = context;
    const struct rewrite_choice *choice = &passage->run->choice;
    struct rewrite_item *item = argument;
    struct token_edit edit;
    if (passage->load)
        passage->load(passage->context, item);
    if (item->reason == REWRITE_DONE)
        item->reason = read_sides(worker, item, &edit);
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        item->reasons[kind] = item->reason;
        if (item->reason == REWRITE_DONE && choice->kinds & (1u << kind))
            item->reasons[kind] = rewrite_by(worker, item, choice, kind, &edit);
    }
}

static void count(struct rewrite_counts *counts, const struct rewrite_item *item,
                  const struct rewrite_choice *choice)
{
    int64_t n_rewrites[N_REWRITE_KINDS] = {0};
    counts->n_read++;
    for (size_t i = 0; i < item->rewrites.n; i++)
        n_rewrites[item->rewrites.items[i].kind]++;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        if (!(choice->kinds & (1u << kind)))
            continue;
        counts->n_rewrites[kind] += n_rewrites[kind];
        counts->n_rewritten[kind] += n_rewrites[kind] > 0;
        counts->n_fewer[kind] += n_rewrites[kind] && n_rewrites[kind] < choice->least;
        if (!n_rewrites[kind])
            counts->n_refused[kind][item->reasons[kind]]++;
    }
}

static int consume(void *context, void *argument, struct err *err)
{
    const struct passage *passage = context;
    struct rewrite_item *item = argument;
    if (item->failure.message[0])
        return err_pass(err, &item->failure);
    for (size_t i = 0; i < item->rewrites.n; i++)
        if (passage->write(passage->context, item, &item->rewrites.items[i], err) != 0)
            return ERR;
    count(passage->counts, item, &passage->run->choice);
    meter_count(&passage->run->meter, (uint64_t)passage->counts->n_read, passage->n_items);
    return 0;
}

static int produce(void *context, void *item, struct err *err)
{
    const struct passage *passage = context;
    return passage->next(passage->context, item, err);
}

static void release(void *argument)
{
    struct rewrite_item *item = argument;
    array_release(&item->rewrites);
    arena_release(&item->arena);
}

/* Rewrites all items by each kind of the choice, and writes and counts the rewrites in their order.
 * Fails if an item has a failure. */
static int rewrite_items(struct passage *passage, struct err *err)
{
    struct pipeline pipeline = {
        .n_threads = passage->run->n_jobs,
        .context = passage,
        .item_size = passage->item_size,
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return pipeline_run(&pipeline, err);
}

/* ---- A database ----
 *
 * Hashes of the sources show which of the new submissions are the same program. */

struct stored_item {
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

/* If there are real fixes, only these are rewritten. */
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

/* Reads a submission of the fix from the columns from `column` on. */
static void read_side(struct stored_item *item, int side, struct db_statement *row, int column)
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

static int next_fix(void *context, void *argument, struct err *err)
{
    struct db_statement *row = ((struct writing *)context)->fixes;
    struct stored_item *item = argument;
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
static int submission_of(struct writing *writing, struct stored_item *item, int side,
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
    struct stored_item *item = argument;
    struct fix_row row = rewrite->row;
    if (submission_of(writing, item, 0, rewrite, &row.buggy, err) != 0 ||
        submission_of(writing, item, 1, rewrite, &row.fixed, err) != 0 ||
        store_add_fix(writing->out, &row, err) != 0)
        return ERR;
    return db_change(writing->out, err, "INSERT INTO temp.rewrite_sources VALUES (?, ?)", "ii",
                     db_last_id(writing->out), item->fix_key);
}

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

/* In each set, a rewrite gets the split of its fix. The first rewrite of each cluster becomes the
 * key of the cluster. */
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

static int begin_writing(struct writing *writing, struct db *from, struct err *err)
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
        begin_writing(&writing, from, err) != 0 || copy_run(from, out, err) != 0)
        return ERR;
    struct passage passage = {.run = run,
                              .counts = counts,
                              .context = &writing,
                              .item_size = sizeof(struct stored_item),
                              .n_items = writing.n_all,
                              .next = next_fix,
                              .write = write_rewrite};
    if (rewrite_items(&passage, err) != 0 || copy_splits(from, out, err) != 0 ||
        count_left_out(&writing, from, err) != 0 || store_copy_steps(out, from, err) != 0)
        return ERR;
    return db_execute(out, finish_sql, err);
}

/* ---- A folder ----
 *
 * All paths are listed first, in order. Files are read by the threads that rewrite them. */

enum { MAX_BYTES = 1 << 20 };

struct file_item {
    struct rewrite_item base; /* its id is the path relative to the tree, borrowed */
    bool has_mark;            /* a byte order mark, which is not a part of the program */
};

struct walking {
    const struct target *out;
    struct beneath_folder root;
    ARRAY(const char *) paths;
    struct arena arena; /* owns the paths */
    size_t n_begun;
};

static void walking_release(struct walking *walking)
{
    beneath_close(&walking->root);
    array_release(&walking->paths);
    arena_release(&walking->arena);
}
SCOPED_VALUE(walking, walking_release)

/* Lists the programs in a folder and below it. `folder` is relative to the tree, "" for the
 * tree. */
static int list_files(struct walking *walking, const char *tree, const char *folder,
                      const char *extension, struct err *err)
{
    scoped(str) path = {0};
    scoped_array struct text_list names = {0};
    str_print(&path, "%s/%s", tree, folder);
    if (file_list(&names, &walking->arena, str_text(&path), err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++) {
        struct stat info;
        const char *name =
            arena_print(&walking->arena, "%s%s%s", folder, *folder ? "/" : "", names.items[i]);
        str_set(&path, "%s/%s", tree, name);
        if (lstat(str_text(&path), &info) != 0)
            return err_set_errno(err, "cannot read '%s'", str_text(&path));
        if (S_ISDIR(info.st_mode) && list_files(walking, tree, name, extension, err) != 0)
            return ERR;
        if (S_ISREG(info.st_mode) && file_has_extension(names.items[i], extension))
            array_push(&walking->paths, name);
    }
    return 0;
}

static int next_file(void *context, void *item, struct err *err)
{
    struct walking *walking = context;
    (void)err;
    if (walking->n_begun == walking->paths.n)
        return 0;
    ((struct file_item *)item)->base.id = walking->paths.items[walking->n_begun++];
    return 1;
}

static enum beneath_result read_file(struct str *content, const struct beneath_folder *root,
                                     const char *path, struct err *err)
{
    scoped(beneath_folder) folder = {.fd = -1};
    const char *slash = strrchr(path, '/');
    if (!slash)
        return beneath_read(content, root, path, MAX_BYTES, err);
    scoped_memory char *parent = mem_copy_text(path, (size_t)(slash - path));
    enum beneath_result result = beneath_open(&folder, root, parent, err);
    return result == BENEATH_OK ? beneath_read(content, &folder, slash + 1, MAX_BYTES, err)
                                : result;
}

static void load_file(void *context, void *argument)
{
    const struct walking *walking = context;
    struct file_item *item = argument;
    struct rewrite_item *base = &item->base;
    struct err reason;
    scoped(str) content = {0};
    enum beneath_result result = read_file(&content, &walking->root, base->id, &reason);
    if (result == BENEATH_BROKEN)
        err_set(&base->failure, "cannot read '%s': %s", base->id, reason.message);
    if (result != BENEATH_OK || !utf8_is_valid(str_text(&content), content.length)) {
        base->reason = REWRITE_UNREADABLE;
        return;
    }
    size_t n_mark = utf8_byte_order_mark(str_text(&content), content.length);
    item->has_mark = n_mark > 0;
    base->sides[0].length = content.length - n_mark;
    base->sides[0].code =
        arena_copy_text(&base->arena, str_text(&content) + n_mark, base->sides[0].length);
}

static int write_file(void *context, void *argument, const struct rewrite *rewrite, struct err *err)
{
    const struct walking *walking = context;
    const struct file_item *item = argument;
    const struct rewrite_program *program = &rewrite->sides[0];
    scoped(str) name = {0}, text = {0};
    str_print(&name, rewrite->number > 1 ? "%s%d" : "%s", rewrite_kind_name(rewrite->kind),
              rewrite->number);
    str_print(&name, "/%s", item->base.id);
    str_add_text(&text, item->has_mark ? "\xef\xbb\xbf" : "");
    str_add(&text, program->code, program->length);
    return target_write(walking->out, str_text(&name), str_text(&text), text.length, err);
}

int rewrite_tree(const struct target *out, const char *tree, const struct rewrite_run *run,
                 struct rewrite_counts *counts, struct err *err)
{
    scoped(walking) walking = {.out = out, .root = {.fd = -1}};
    const struct language *language = run->choice.language;
    struct err reason;
    *counts = (struct rewrite_counts){0};
    if (!language->rewrites)
        return err_set(err, "there are no rules for rewriting %s", language->name);
    if (beneath_open_root(&walking.root, tree, &reason) != BENEATH_OK)
        return err_set(err, "cannot open the folder '%s': %s", tree, reason.message);
    if (list_files(&walking, tree, "", language->extension, err) != 0)
        return ERR;
    array_sort(&walking.paths, text_compare);
    struct passage passage = {.run = run,
                              .counts = counts,
                              .context = &walking,
                              .item_size = sizeof(struct file_item),
                              .n_items = walking.paths.n,
                              .next = next_file,
                              .load = load_file,
                              .write = write_file};
    return rewrite_items(&passage, err);
}

/* Whether a name is that of a folder for a kind. A run that was killed leaves such folders. */
static bool is_own(const char *name)
{
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        size_t length = strlen(rewrite_kind_name(kind));
        if (strncmp(name, rewrite_kind_name(kind), length) == 0 &&
            name[length + strspn(name + length, "0123456789")] == '\0')
            return true;
    }
    return false;
}

static int look(const char *path, char **foreign, size_t *n, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    *foreign = NULL;
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n && !*foreign; i++)
        if (!is_own(names.items[i]))
            *foreign = mem_copy_text(names.items[i], strlen(names.items[i]));
    *n = names.n;
    return 0;
}

const struct folder_rules rewrite_tree_rules = {look, NULL, NULL};
