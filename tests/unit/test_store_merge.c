/* Problems spread over any databases in any order give the same merged database. */
#include "db/store_log.h"
#include "db/store_merge.h"
#include "base/interrupt.h"
#include "base/hash.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <signal.h>

enum { N_PROBLEMS = 6 };

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

static void on_problem(void *context, const struct meter_step *step)
{
    size_t *stop_at = context;
    assert_int_equal(step->total, N_PROBLEMS);
    if (step->done == *stop_at)
        raise(SIGTERM);
}

static int merge(const char *name, const char *const *texts, size_t n, size_t stop_at,
                 struct err *err)
{
    static const struct merged_run same = {1, 1};
    struct merged_part parts[4];
    struct db *out = store_made(name);
    struct meter meter = {on_problem, &stop_at};
    for (size_t i = 0; i < n; i++) {
        parts[i] = (struct merged_part){part_of(printed("part%zu", i), texts[i]), &same, 1};
    }
    int status = store_merge(out, parts, n, &rows_run, 1, name, &meter, err);
    for (size_t i = 0; i < n; i++)
        db_close(parts[i].db);
    if (status == 0)
        return store_finish(out, err);
    db_close(out);
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
    struct db *out = store_made(name);
    for (size_t i = 0; i < n; i++)
        parts[i] = (struct merged_part){store_opened(list[i].name), list[i].runs, list[i].n_runs};
    assert_done(store_merge(out, parts, n, runs, n_runs, "out.db", &(struct meter){0}, &err));
    assert_done(store_finish(out, &err));
    for (size_t i = 0; i < n; i++)
        db_close(parts[i].db);
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
    static const struct merged_run same = {1, 1};
    scoped(merge_overlaps) overlaps = {0};
    struct merged_part parts[] = {{part_of("one", "012"), &same, 1},
                                  {part_of("two", "35"), &same, 1},
                                  {part_of("three", "2431"), &same, 1}};
    db_close(parts[2].db);
    store_changed("three", "UPDATE submissions SET user_id = 'v' WHERE problem_id = 'p2'");
    parts[2].db = store_opened("three");
    assert_done(merge_overlaps_find(&overlaps, parts, 3, &err));
    for (size_t i = 0; i < 3; i++)
        db_close(parts[i].db);
    assert_int_equal(overlaps.list.n, 2);
    const struct merge_overlap *overlap = &overlaps.list.items[0];
    assert_int_equal(overlap->parts[0] * 10 + overlap->parts[1], 2);
    assert_int_equal(overlap->n_problems, 2);
    assert_int_equal(overlap->n_same, 3);
    assert_int_equal(overlap->n_clashing, 1);
    assert_string_equal(overlap->example, "p1");
    assert_string_equal(overlap->clash, "p2");
    assert_int_equal(overlaps.list.items[1].parts[0] * 10 + overlaps.list.items[1].parts[1], 12);
}

/* The last test: the process stays asked to stop. */
TEST(merge__ends_on_request)
{
    static const char *const spread[] = {"012", "345"};
    interrupt_listen();
    assert_error(merge("stopped", spread, 2, 3, &err), "stopped");
}
