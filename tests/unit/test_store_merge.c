/* Problems spread over any databases in any order give the same merged database. */
#include "base/hash.h"
#include "base/interrupt.h"
#include "db/store.h"
#include "db/store_log.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t add_submission(struct db *store, const char *problem, const char *id, int code)
{
    char text[40], hex[SHA256_HEX_SIZE];
    struct source_row source = {.sha256 = hex, .code = text, .n_tokens = 3};
    struct submission_row row = {problem, id, "u", 1, "python", "Python3", "Accepted", NULL};
    int64_t key;
    source.n_bytes = (size_t)snprintf(text, sizeof text, "print(%d)\n", code);
    sha256_hex(text, source.n_bytes, hex);
    assert_done(store_add_program(store, &row, &source, &key, &err));
    return key;
}

/* Problem i: two fixes, whose programs other problems have, too; an error; numbers. */
static void add_problem(struct db *store, int i)
{
    const char *id = printed("p%d", i);
    struct problem_row problem = {.problem_id = id, .metadata_sha256 = id};
    struct problem_language_row counts = {.key = {id, "python"}, .n_submissions = i};
    struct input_error_row error = {"kind", "file", i, "detail", id};
    assert_done(store_add_problem(store, &problem, &err));
    assert_done(store_add_problem_language(store, &counts, &err));
    assert_done(store_add_input_error(store, &error, &err));
    int64_t a = add_submission(store, id, "sa", i % 3), b = add_submission(store, id, "sb", 7);
    int64_t c = add_submission(store, id, "sc", i);
    struct fix_row first = rows_fix_of(&rows_edits[i % N_ROWS_EDITS], c, b);
    struct fix_row second = rows_fix_of(&rows_edits[1], a, b);
    assert_done(store_add_fix(store, &first, &err));
    assert_done(store_add_fix(store, &second, &err));
    assert_done(store_add_problem_description(store, id, "dd", &err));
    assert_done(store_add_problem_reject(store, &counts.key, "identical", "WA", i + 1, &err));
    assert_done(store_add_problem_status(store, &counts.key, "Accepted", "accepted", i + 1, &err));
    assert_done(store_add_problem_history_size(store, &counts.key, i + 1, 1, &err));
}

/* A store with the problems that `text` names by their digits, in that order. */
static struct db *part_of(const char *name, const char *text)
{
    struct db *store = store_with_run(name);
    struct input_error_row error = {"whole", "file", 0, "detail", NULL};
    for (; *text; text++)
        add_problem(store, *text - '0');
    assert_done(store_add_input_error(store, &error, &err));
    assert_done(store_add_identical_problem(store, 3, "p1", &err));
    assert_done(store_add_step(store, "tokfix mine x", name, &err));
    return store_reopened(store, name);
}

/* Makes the merged database $SCRATCH/NAME. */
static int write_merged(const char *name, const struct merged_part *parts, size_t n,
                        const struct run_row *runs, size_t n_runs, const struct meter *meter,
                        struct err *err)
{
    scoped(db) *merge = NULL;
    scoped_memory char *path = mem_print("%s", scratch_path(name));
    unlink(path);
    if (store_merge_begin(&merge, scratch_path("work"), parts, n, err) != 0)
        return ERR;
    assert_false(path_exists(scratch_path("work")));
    return store_merge_write(merge, path, parts, n, runs, n_runs, "out.db", meter, err);
}

static struct merged_part named_part(const char *name, const struct merged_run *runs, size_t n)
{
    return (struct merged_part){strdup(scratch_path(name)), runs, n};
}

static void free_parts(struct merged_part *parts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free((char *)parts[i].path);
}

static const struct merged_run same = {1, 1};

static void on_part(void *context, const struct meter_step *step)
{
    size_t *stop_at = context;
    if (step->done == *stop_at)
        raise(SIGTERM);
}

static int merge(const char *name, const char *const *texts, size_t n, size_t stop_at,
                 struct err *err)
{
    struct merged_part parts[4] = {0};
    struct meter meter = {on_part, &stop_at};
    for (size_t i = 0; i < n; i++) {
        const char *part = printed("part%zu", i);
        db_close(part_of(part, texts[i]));
        parts[i] = named_part(part, &same, 1);
    }
    int status = write_merged(name, parts, n, &rows_run, 1, &meter, err);
    free_parts(parts, n);
    return status;
}

TEST(merge__gives_the_same_bytes_for_every_spread)
{
    static const char *const spreads[][4] = {
        {"012345"}, {"543210"}, {"024", "135"}, {"5", "", "0321", "4"}};
    static const size_t n_parts[] = {1, 1, 2, 4};
    scoped(str) first = {0}, other = {0};
    for (size_t i = 0; i < N_ITEMS(spreads); i++) {
        assert_done(merge("merged", spreads[i], n_parts[i], 0, &err));
        read_test_file(i ? &other : &first, "$SCRATCH/merged");
        if (i) {
            assert_int_equal(other.length, first.length);
            assert_memory_equal(other.text, first.text, first.length);
        }
    }
    scoped(db) *db = store_opened("merged");
    assert_rows(db, "SELECT count(*), count(DISTINCT buggy_submission_key) FROM fixes", "12|12\n");
    assert_rows(
        db, "SELECT code FROM sources ORDER BY source_key",
        "print(0)\n\nprint(7)\n\nprint(1)\n\nprint(2)\n\nprint(3)\n\nprint(4)\n\nprint(5)\n\n");
}

/* A database to join, and the keys of its runs in the new one. */
struct joined {
    const char *name;
    struct merged_run runs[3];
    size_t n_runs;
};

static void join(const char *name, const struct joined *list, size_t n, size_t n_runs)
{
    struct merged_part parts[3];
    const struct run_row runs[] = {rows_run, rows_run, rows_run};
    for (size_t i = 0; i < n; i++)
        parts[i] = named_part(list[i].name, list[i].runs, list[i].n_runs);
    assert_done(write_merged(name, parts, n, runs, n_runs, NULL, &err));
    free_parts(parts, n);
}

/* In any steps, what several runs have is stored once, and the counts of each run are kept. */
TEST(merge__stores_once_what_several_runs_have)
{
    static const char *const texts[] = {"0124", "24", "254"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        const char *name = printed("run%zu", i + 1);
        db_close(part_of(name, texts[i]));
        store_changed(name, printed("UPDATE fixes SET first_failing_date = %zu", 30 - i));
    }
    const struct joined all[] = {
        {"run3", {{1, 3}}, 1}, {"run1", {{1, 1}}, 1}, {"run2", {{1, 2}}, 1}};
    const struct joined some[] = {{"run2", {{1, 1}}, 1}, {"run3", {{1, 2}}, 1}};
    const struct joined rest[] = {{"some", {{1, 2}, {2, 3}}, 2}, {"run1", {{1, 1}}, 1}};
    join("all", all, 3, 3);
    join("some", some, 2, 2);
    join("steps", rest, 2, 3);
    scoped(str) one = test_file("$SCRATCH/all"), other = test_file("$SCRATCH/steps");
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.text, other.text, one.length);
    scoped(db) *db = store_opened("all");
    assert_rows(db, "SELECT count(*) FROM fixes", "10\n");
    assert_rows(db,
                "SELECT problem_id, min(first_failing_date), max(first_failing_date) FROM fixes "
                "JOIN submissions ON submission_key = buggy_submission_key GROUP BY 1",
                "p0|30|30\np1|30|30\np2|28|28\np4|28|28\np5|28|28\n");
    assert_rows(db, "SELECT problem_id, group_concat(run_key) FROM problem_runs GROUP BY 1",
                "p0|1\np1|1\np2|1,2,3\np4|1,2,3\np5|3\n");
    assert_rows(db, "SELECT n FROM run_counts WHERE name = 'submissions'", "24\n");
    assert_rows(db, "SELECT count(*) FROM input_errors WHERE problem_id = 'p4'", "3\n");
    assert_rows(db, "SELECT line FROM steps WHERE step_key > 2",
                "tokfix mine x -o dataset-3.db\ntokfix merge out.db dataset-1.db dataset-2.db "
                "dataset-3.db --same-problems\n");
}

TEST(merge__finds_what_parts_have_in_common)
{
    static const char *const texts[] = {"012", "35", "2431"};
    struct merged_part parts[3];
    struct err why;
    for (size_t i = 0; i < 3; i++) {
        db_close(part_of(printed("of%zu", i), texts[i]));
        parts[i] = named_part(printed("of%zu", i), &same, 1);
    }
    store_changed("of2", "UPDATE submissions SET user_id = 'v' WHERE problem_id = 'p2'");
    scoped(db) *merge = NULL;
    assert_done(store_merge_begin(&merge, scratch_path("work"), parts, 3, &err));
    free_parts(parts, 3);
    scoped(db_statement) *shared = store_merge_shared(merge, &why);
    assert_int_equal(db_step(shared, &why), 1);
    static const int64_t numbers[] = {0, 2, 2, 3, 1};
    for (int i = 0; i < 5; i++)
        assert_int_equal(db_int(shared, i), numbers[i]);
    assert_string_equal(db_text(shared, 5), "p1");
    assert_string_equal(db_text(shared, 6), "p2");
    assert_int_equal(db_step(shared, &why), 1);
    assert_int_equal(db_int(shared, 0) * 10 + db_int(shared, 1), 12);
    assert_int_equal(db_type(shared, 6), DB_NULL);
    assert_int_equal(db_step(shared, &why), 0);
}

/* The last test: the process stays asked to stop. */
TEST(merge__ends_on_request)
{
    static const char *const spread[] = {"012", "345"};
    interrupt_listen();
    assert_error(merge("stopped", spread, 2, 1, &err), "stopped");
}
