/* Copies problem by problem, table by table, and at the end, table by table, what a source says of
 * its dataset and of the problems when all are mined. Each table has a query on a part, and a
 * statement that adds a row of the result. Keys are never copied: rows find the rows that they
 * refer to by ids and hashes. The parts are not attached to one connection, because that takes the
 * same time, as was measured, and SQLite attaches ten databases at most.
 *
 * Rows of a problem that one part has keep their order. If several parts have it, the rows about
 * its fixes are sorted by their first columns, and equal ones are stored once, so that it does not
 * matter in which steps databases are joined. */
#include "db/store_merge.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/interrupt.h"
#include "base/str.h"
#include "db/store_log.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    const char *table;
    const char *select; /* NULL: all columns of the rows of the problem ?1 */
    const char *insert; /* NULL: a value for each column */
    int step;           /* 0: with the other rows of its problem; otherwise at the end */
    bool is_of_run;     /* rows of one run, ?3, with the new key ?2 */
    int n_sorted;       /* the number of its first columns, texts, that identify a row about fixes;
                         * 0: the order does not matter */
};

#define SUBMISSION \
    "(SELECT submission_key FROM submissions WHERE problem_id = ?1 AND submission_id = "

#define COUNTS(name, columns)                                     \
    {                                                             \
        .table = name, .is_of_run = true,                         \
        .select = "SELECT problem_id, ?2, " columns " FROM " name \
                  " WHERE problem_id = ?1 AND run_key = ?3"       \
    }

#define ERRORS(condition)                                                                   \
    "SELECT NULL, ?2, kind, file, line, detail, problem_id FROM input_errors "              \
    "WHERE problem_id = ?1 AND run_key = ?3 AND kind " condition " 'description_unusable' " \
    "ORDER BY input_error_key"

/* Rows of one problem, ?1. The first is the problem itself. The last five are those of its fixes.
 * New keys are NULL. */
static const struct copy of_problem[] = {
    {.table = "problems",
     .select = "SELECT problem_id, ?2, name, contest FROM problems WHERE problem_id = ?1 AND ?3",
     .insert = "INSERT INTO problems VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
               "name = coalesce(min(name, excluded.name), name, excluded.name), "
               "contest = coalesce(min(contest, excluded.contest), contest, excluded.contest)",
     .is_of_run = true},
    COUNTS("problem_runs", "metadata_sha256, n_rows, n_unusable, n_other_languages"),
    COUNTS("problem_languages",
           "language, n_submissions, n_histories, n_pairs, n_fixes, n_compared"),
    COUNTS("problem_rejects", "language, reason, status, n_pairs"),
    COUNTS("problem_statuses", "language, status, class, n_submissions"),
    COUNTS("problem_history_sizes", "language, n_submissions, n_histories"),
    {.table = "problem_descriptions",
     .insert = "INSERT INTO problem_descriptions VALUES (?, ?) ON CONFLICT DO UPDATE SET "
               "sha256 = min(sha256, excluded.sha256)",
     .step = 1},
    {.table = "repositories",
     .insert = "INSERT INTO repositories VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
               "path = min(path, excluded.path), url = coalesce(min(url, excluded.url), url, "
               "excluded.url), license = coalesce(min(license, excluded.license), license, "
               "excluded.license), is_shallow = max(is_shallow, excluded.is_shallow)"},
    COUNTS("commit_counts", "name, n"),
    {.table = "root_commits",
     .insert = "INSERT INTO root_commits VALUES (?, ?) ON CONFLICT DO NOTHING"},
    {.table = "input_errors", .select = ERRORS("<>"), .is_of_run = true},
    {.table = "input_errors", .select = ERRORS("="), .step = 2, .is_of_run = true},
    {.table = "sources",
     .select = "SELECT c.language, c.sha256, c.n_bytes, c.n_tokens, c.code "
               "FROM submissions s JOIN sources c USING (source_key) "
               "WHERE s.problem_id = ?1 ORDER BY s.submission_key",
     .insert = "INSERT OR IGNORE INTO sources VALUES (NULL, ?, ?, ?, ?, ?)",
     .n_sorted = 2},
    {.table = "submissions",
     .select = "SELECT s.problem_id, s.submission_id, s.user_id, s.date, s.language, "
               "s.original_language, s.status, s.judged, s.encoding, c.language, c.sha256 "
               "FROM submissions s JOIN sources c USING (source_key) "
               "WHERE s.problem_id = ?1 ORDER BY s.submission_key",
     .insert = "INSERT INTO submissions VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
               "(SELECT source_key FROM sources WHERE language = ? AND sha256 = ?)) "
               "ON CONFLICT (problem_id, submission_id) DO NOTHING",
     .n_sorted = 2},
    {.table = "commits", /* of two runs with the same commit, each counts other languages */
     .select = "SELECT problem_id, commit_id, parent_id, author_id, author_date, commit_date, "
               "subject, keyword, sweep_size, n_pairs, sweep_kind FROM commits "
               "WHERE problem_id = ?1 ORDER BY commit_key",
     .insert = "INSERT INTO commits VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
               "ON CONFLICT (problem_id, commit_id) DO UPDATE SET "
               "n_pairs = n_pairs + excluded.n_pairs, "
               "sweep_kind = coalesce(sweep_kind, excluded.sweep_kind)",
     .n_sorted = 2},
    {.table = "file_versions",
     .select = "SELECT s.problem_id, s.submission_id, c.commit_id, v.path, v.blob_id, v.is_test, "
               "v.license, v.license_evidence "
               "FROM submissions s JOIN file_versions v USING (submission_key) JOIN commits c "
               "USING (commit_key) WHERE s.problem_id = ?1 ORDER BY s.submission_key",
     .insert =
         "INSERT INTO file_versions VALUES (" SUBMISSION "?2), (SELECT commit_key FROM commits "
         "WHERE problem_id = ?1 AND commit_id = ?3), ?, ?, ?, ?, ?) "
         "ON CONFLICT (submission_key) DO NOTHING",
     .n_sorted = 2},
    {.table = "fixes",
     .select = "SELECT b.problem_id, b.submission_id, a.submission_id" FIX_COLUMN_NAMES
               " FROM submissions b JOIN fixes f ON f.buggy_submission_key = b.submission_key "
               "JOIN submissions a ON a.submission_key = f.fixed_submission_key "
               "WHERE b.problem_id = ?1 ORDER BY f.fix_key",
     .insert = "INSERT INTO fixes (buggy_submission_key, fixed_submission_key" FIX_COLUMN_NAMES
               ") VALUES (" SUBMISSION "?2), " SUBMISSION "?3)" FIX_COLUMN_VALUES ") "
               "ON CONFLICT (buggy_submission_key, fixed_submission_key) DO UPDATE SET "
               "first_failing_date = min(first_failing_date, excluded.first_failing_date)",
     .n_sorted = 3},
};

/* Rows about the whole dataset of a run, ?1, with the new key ?2: those of the steps 1 and 2. */
static const struct copy of_dataset[] = {
    {.table = "identical_problems",
     .select = "SELECT ?2, cluster_line, problem_id FROM identical_problems "
               "WHERE run_key = ?1 ORDER BY rowid"},
    {.table = "input_errors",
     .select = "SELECT NULL, ?2, kind, file, line, detail, NULL FROM input_errors "
               "WHERE run_key = ?1 AND problem_id IS NULL ORDER BY input_error_key"},
};

enum { N_COPIES = sizeof of_problem / sizeof *of_problem, N_COPIES_WITHOUT_FIXES = N_COPIES - 5 };

struct part {
    struct db_statement *selects[N_COPIES];
    struct db_statement *sorted[N_COPIES]; /* NULL until a problem is in several parts */
};

/* A problem in a run of a part. */
struct merged_problem {
    const char *problem_id; /* in the arena */
    size_t part;
    int64_t run_key, new_key; /* in the part, and in the new database */
};

struct merge {
    struct db *out;
    const struct merged_part *parts;
    size_t n_parts;
    int n_copies;          /* the first n of `of_problem` are copied */
    struct part *prepared; /* of each part */
    struct db_statement *inserts[N_COPIES];
    ARRAY(struct merged_problem) problems; /* by id, and by the new run */
    struct arena arena;
};

static int list_problems(struct merge *merge, size_t number, struct err *err)
{
    const struct merged_part *part = &merge->parts[number];
    scoped(db_statement) *s =
        db_query(part->db, err, "SELECT problem_id, run_key FROM problem_runs", NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        size_t run = 0;
        while (run < part->n_runs && part->runs[run].key != db_int(s, 1))
            run++;
        if (run == part->n_runs)
            return err_set(err, "problem %s belongs to no run; mine the dataset again",
                           db_text(s, 0));
        array_push(&merge->problems,
                   (struct merged_problem){db_copy_text(s, 0, &merge->arena), number,
                                           part->runs[run].key, part->runs[run].new_key});
    }
    return status;
}

static int compare_problems(const void *a, const void *b)
{
    const struct merged_problem *x = a, *y = b;
    int order = strcmp(x->problem_id, y->problem_id);
    return order ? order : COMPARE(x->new_key, y->new_key);
}

static int prepare_select(struct db_statement **out, struct db *db, const struct copy *copy,
                          struct err *err)
{
    scoped(str) sql = {0};
    if (copy->select)
        return db_prepare(out, db, copy->select, err);
    str_print(&sql, "SELECT * FROM %s WHERE problem_id = ?1", copy->table);
    return db_prepare(out, db, str_text(&sql), err);
}

static int prepare_insert(struct db_statement **out, struct db *db, const struct copy *copy,
                          struct err *err)
{
    return copy->insert ? db_prepare(out, db, copy->insert, err)
                        : db_prepare_insert(out, db, "INSERT", copy->table, err);
}

static int prepare(struct merge *merge, struct err *err)
{
    for (size_t part = 0; part < merge->n_parts; part++) {
        for (int i = 0; i < N_COPIES; i++)
            if (prepare_select(&merge->prepared[part].selects[i], merge->parts[part].db,
                               &of_problem[i], err) != 0)
                return ERR;
        if (list_problems(merge, part, err) != 0)
            return ERR;
    }
    for (int i = 0; i < N_COPIES; i++)
        if (prepare_insert(&merge->inserts[i], merge->out, &of_problem[i], err) != 0)
            return ERR;
    array_sort(&merge->problems, compare_problems);
    return 0;
}

/* Whether no earlier entry of the problem is of the same part. */
static bool is_first_of_part(const struct merged_problem *list, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (list[i].part == list[at].part)
            return false;
    return true;
}

static int compare_rows(struct db_statement *a, struct db_statement *b, int n_columns)
{
    int order = 0;
    for (int i = 0; i < n_columns && order == 0; i++)
        order = strcmp(db_text(a, i), db_text(b, i));
    return order;
}

/* Sets `out` to the sorted rows of a problem in a part, which are then at the first. Returns
 * whether there is one, or ERR. */
static int open_sorted(struct db_statement **out, struct merge *merge, int number,
                       const struct merged_problem *problem, struct err *err)
{
    struct db_statement **sorted = &merge->prepared[problem->part].sorted[number];
    scoped(str) sql = {0};
    str_print(&sql, "SELECT * FROM (%s) ORDER BY 1, 2, 3", of_problem[number].select);
    if (!*sorted && db_prepare(sorted, merge->parts[problem->part].db, str_text(&sql), err) != 0)
        return ERR;
    *out = *sorted;
    return db_bind(*sorted, err, "t", problem->problem_id) == 0 ? db_step(*sorted, err) : ERR;
}

/* Copies the rows of a problem that several parts have, all in one order. */
static int copy_sorted(struct merge *merge, int number, const struct merged_problem *list, size_t n,
                       struct err *err)
{
    scoped_memory struct db_statement **parts = mem_alloc(n, sizeof *parts);
    size_t n_parts = 0;
    int status = 0;
    for (size_t i = 0; i < n && status >= 0; i++)
        if (is_first_of_part(list, i) &&
            (status = open_sorted(&parts[n_parts], merge, number, &list[i], err)) == 1)
            n_parts++;
    while (n_parts && status >= 0) {
        size_t least = 0;
        for (size_t i = 1; i < n_parts; i++)
            if (compare_rows(parts[i], parts[least], of_problem[number].n_sorted) < 0)
                least = i;
        if (db_copy_row(merge->inserts[number], parts[least], err) != 0)
            return ERR;
        status = db_step(parts[least], err);
        if (status == 0)
            parts[least] = parts[--n_parts];
    }
    return status < 0 ? ERR : 0;
}

/* Copies the rows of a table: those of each run, or of each part. */
static int copy_table(struct merge *merge, int number, const struct merged_problem *list, size_t n,
                      struct err *err)
{
    const struct copy *copy = &of_problem[number];
    for (size_t i = 0; i < n; i++) {
        struct db_statement *select = merge->prepared[list[i].part].selects[number];
        if (!copy->is_of_run && !is_first_of_part(list, i))
            continue;
        if ((copy->is_of_run
                 ? db_bind(select, err, "tii", list[i].problem_id, list[i].new_key, list[i].run_key)
                 : db_bind(select, err, "t", list[i].problem_id)) != 0 ||
            db_copy_rows(merge->inserts[number], select, err) != 0)
            return ERR;
    }
    return 0;
}

/* Copies a problem: all of its entries in the list. */
static int copy_problem(struct merge *merge, const struct merged_problem *list, size_t n, int step,
                        struct err *err)
{
    bool is_in_several = false;
    for (size_t i = 1; i < n; i++)
        is_in_several |= list[i].part != list[0].part;
    for (int i = 0; i < merge->n_copies; i++)
        if (of_problem[i].step == step &&
            (is_in_several && of_problem[i].n_sorted ? copy_sorted(merge, i, list, n, err)
                                                     : copy_table(merge, i, list, n, err)) != 0)
            return ERR;
    return 0;
}

static int copy_problems(struct merge *merge, int step, const struct meter *meter, struct err *err)
{
    const struct merged_problem *list = merge->problems.items;
    for (size_t start = 0, end; start < merge->problems.n; start = end) {
        for (end = start + 1; end < merge->problems.n; end++)
            if (strcmp(list[end].problem_id, list[start].problem_id) != 0)
                break;
        if (copy_problem(merge, &list[start], end - start, step, err) != 0)
            return ERR;
        if (step == 0)
            meter_count(meter, end, merge->problems.n);
        if (interrupt_signal())
            return err_set(err, "stopped");
    }
    return 0;
}

static int copy_dataset(const struct merge *merge, const struct copy *copy, struct db *part,
                        const struct merged_run *run, struct err *err)
{
    scoped(db_statement) *select = db_query(part, err, copy->select, "ii", run->key, run->new_key);
    scoped(db_statement) *insert = NULL;
    return prepare_insert(&insert, merge->out, copy, err) == 0 ? db_copy_rows(insert, select, err)
                                                               : ERR;
}

/* Finds the first part that has problems of a run, and the run there. */
static struct db *find_run(const struct merge *merge, int64_t key, const struct merged_run **run)
{
    for (size_t i = 0; i < merge->n_parts; i++)
        for (size_t k = 0; k < merge->parts[i].n_runs; k++)
            if (merge->parts[i].runs[k].new_key == key) {
                *run = &merge->parts[i].runs[k];
                return merge->parts[i].db;
            }
    return NULL;
}

/* Copies rows of the whole dataset once for each run. */
static int copy_datasets(const struct merge *merge, const struct copy *copy, size_t n_runs,
                         struct err *err)
{
    for (int64_t key = 1; key <= (int64_t)n_runs; key++) {
        const struct merged_run *run = NULL;
        struct db *part = find_run(merge, key, &run);
        if (copy_dataset(merge, copy, part, run, err) != 0)
            return ERR;
    }
    return 0;
}

static void release(struct merge *merge)
{
    for (size_t part = 0; part < merge->n_parts; part++)
        for (int i = 0; i < N_COPIES; i++) {
            db_finish(merge->prepared[part].selects[i]);
            db_finish(merge->prepared[part].sorted[i]);
        }
    for (int i = 0; i < N_COPIES; i++)
        db_finish(merge->inserts[i]);
    array_release(&merge->problems);
    arena_release(&merge->arena);
    free(merge->prepared);
}

static int copy_all(struct merge *merge, size_t n_runs, const struct meter *meter, struct err *err)
{
    enum { N_STEPS = sizeof of_dataset / sizeof *of_dataset };
    int status = copy_problems(merge, 0, meter, err);
    for (int step = 1; step <= N_STEPS && status == 0; step++) {
        status = copy_datasets(merge, &of_dataset[step - 1], n_runs, err);
        status = status == 0 ? copy_problems(merge, step, meter, err) : ERR;
    }
    return status;
}

static int add_runs(struct db *out, const struct run_row *runs, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct run_row unfinished = runs[i];
        unfinished.dataset = unfinished.metadata = unfinished.metadata_sha256 = NULL;
        if (store_add_run(out, &unfinished, err) != 0)
            return ERR;
    }
    return 0;
}

static int finish_runs(struct db *out, const struct run_row *runs, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (store_finish_run(out, (int64_t)i + 1, runs[i].dataset, runs[i].metadata, err) != 0)
            return ERR;
    return 0;
}

/* Adds the lines of mine, and that of merge. --same-problems does no harm where merge does not ask
 * for it, which depends on the order of several merges. */
static int add_lines(const struct merge *merge, size_t n_runs, const char *output, struct err *err)
{
    static const char joining[] =
        "SELECT group_concat(output, ' ') || iif(EXISTS (SELECT 1 FROM problem_runs "
        "GROUP BY problem_id HAVING count(*) > 1), ' --same-problems', '') FROM steps";
    scoped(str) line = {0}, name = {0}, word = {0};
    file_add_name(&name, output);
    shell_add_path(&word, str_text(&name));
    for (int64_t key = 1; key <= (int64_t)n_runs; key++) {
        const struct merged_run *run = NULL;
        struct db *part = find_run(merge, key, &run);
        scoped(db_statement) *s =
            db_query(part, err, "SELECT words FROM steps WHERE step_key = ?", "i", run->key);
        int status = db_step(s, err);
        if (status < 0 ||
            (status &&
             db_change(merge->out, err,
                       "INSERT INTO steps VALUES (?1, ?2, coalesce(?3, 'dataset-' || ?1 || '.db'))",
                       "itt", key, db_text(s, 0), n_runs == 1 ? str_text(&word) : NULL) != 0))
            return ERR;
    }
    if (n_runs == 1)
        return 0;
    scoped(db_statement) *rest = db_query(merge->out, err, joining, NULL);
    if (db_step(rest, err) != 1)
        return ERR;
    str_print(&line, "tokfix merge %s %s", str_text(&word), db_text(rest, 0));
    return store_add_step(merge->out, str_text(&line), NULL, err);
}

static int merge_parts(struct merge *merge, struct db *out, const struct run_row *runs,
                       size_t n_runs, const struct meter *meter, struct err *err)
{
    merge->out = out;
    merge->prepared = mem_alloc(merge->n_parts, sizeof *merge->prepared);
    bool is_merged = add_runs(out, runs, n_runs, err) == 0 && prepare(merge, err) == 0 &&
                     copy_all(merge, n_runs, meter, err) == 0 && store_sum_up(out, err) == 0 &&
                     finish_runs(out, runs, n_runs, err) == 0;
    release(merge);
    return is_merged ? 0 : ERR;
}

int store_merge(struct db *out, const struct merged_part *parts, size_t n_parts,
                const struct run_row *runs, size_t n_runs, const char *output,
                const struct meter *meter, struct err *err)
{
    struct merge merge = {.parts = parts, .n_parts = n_parts, .n_copies = N_COPIES};
    return merge_parts(&merge, out, runs, n_runs, meter, err) == 0
               ? add_lines(&merge, n_runs, output, err)
               : ERR;
}

int store_copy_without_fixes(struct db *out, struct db *from, const struct meter *meter,
                             struct err *err)
{
    scoped(arena) arena = {0};
    struct run_row *runs;
    size_t n_runs;
    if (store_read_runs(from, &runs, &n_runs, &arena, err) != 0)
        return ERR;
    struct merged_run *same = arena_alloc(&arena, n_runs, sizeof *same);
    for (size_t i = 0; i < n_runs; i++)
        same[i] = (struct merged_run){runs[i].run_key, (int64_t)i + 1};
    const struct merged_part part = {from, same, n_runs};
    struct merge merge = {.parts = &part, .n_parts = 1, .n_copies = N_COPIES_WITHOUT_FIXES};
    return merge_parts(&merge, out, runs, n_runs, meter, err);
}
