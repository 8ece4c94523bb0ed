/* Every program of a database is visited once, by any number of threads, or the message says why
 * not. */
#include "db/fixes/fix_reader.h"
#include "guard/fix_pairs.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

#include <stdatomic.h>

enum { N_FIXES = 100, N_PROGRAMS = 2 * N_FIXES };

struct visits {
    atomic_int n_visits[N_PROGRAMS];
    atomic_int n_workers, n_freed, n_wrong;
    uint64_t last_done, last_total;
};

static void *worker_new(void *context)
{
    struct visits *visits = context;
    visits->n_workers++;
    return visits;
}

static void worker_free(void *worker)
{
    ((struct visits *)worker)->n_freed++;
}

/* The program says its number: "n = 12". */
static void visit(void *context, void *worker, uint32_t number, struct program *program)
{
    struct visits *visits = context;
    struct token_text text = program_token_text(program, 2);
    char expected[16];
    int length = snprintf(expected, sizeof expected, "%u", number);
    visits->n_visits[number]++;
    if (worker != context || text.length != (size_t)length ||
        memcmp(text.bytes, expected, text.length) != 0)
        visits->n_wrong++;
}

static void show(void *context, const struct meter_step *step)
{
    struct visits *visits = context;
    assert_string_equal(step->label, "reading");
    assert_string_equal(step->unit, "programs");
    assert_true(step->done >= visits->last_done);
    visits->last_done = step->done;
    visits->last_total = step->total;
}

static struct db *numbered_store(const char *name)
{
    static char texts[N_PROGRAMS][32];
    struct guarded_fix fixes[N_FIXES];
    for (int i = 0; i < N_PROGRAMS; i++)
        snprintf(texts[i], sizeof texts[i], "n = %d\n", i);
    for (int i = 0; i < N_FIXES; i++)
        fixes[i] = (struct guarded_fix){.buggy = texts[2 * i], .fixed = texts[2 * i + 1]};
    return guarded_store(name, fixes, N_FIXES);
}

static int visit_all(struct visits *visits, struct db *db, int n_jobs, struct err *err)
{
    scoped(pairs) pairs = {0};
    struct program_visitor visitor = {visits, worker_new, worker_free, visit};
    struct guard_options options = {.n_jobs = n_jobs, .meter = {show, visits}};
    memset(visits, 0, sizeof *visits);
    assert_success(pairs_read(&pairs, db, true, err), *err);
    int status = programs_visit(db, &pairs, &visitor, 1, &options, err);
    return status;
}

TEST(programs__are_visited_once_each)
{
    scoped(db) *db = numbered_store("visited");
    for (int n_jobs = 1; n_jobs <= 9; n_jobs += 4) {
        struct visits visits;
        assert_done(visit_all(&visits, db, n_jobs, &err));
        for (int i = 0; i < N_PROGRAMS; i++)
            assert_int_equal(visits.n_visits[i], 1);
        assert_int_equal(visits.n_wrong, 0);
        assert_int_equal(visits.n_workers, visits.n_freed);
        assert_int_equal(visits.last_done, N_PROGRAMS);
        assert_int_equal(visits.last_total, N_PROGRAMS);
    }
}

TEST(programs__must_have_tokens)
{
    static const int broken[] = {1, 32, 33, 150, N_PROGRAMS};
    for (size_t i = 0; i < N_ITEMS(broken); i++) {
        scoped(db) *db = numbered_store("broken");
        struct visits visits;
        const char *sql = printed("UPDATE sources SET code = 'n = (' WHERE source_key IN (%d, %d)",
                                  broken[i], N_PROGRAMS);
        const char *message =
            printed("source %d in the database has no tokens; mine the dataset again", broken[i]);
        assert_done(db_execute(db, sql, &err));
        for (int n_jobs = 1; n_jobs <= 5; n_jobs += 4) {
            assert_error(visit_all(&visits, db, n_jobs, &err), message);
            assert_int_equal(visits.n_workers, visits.n_freed);
        }
    }
}

/* As texts that are only put after each other would not be. */
TEST(pairs__distinguish_edits)
{
    static const struct guarded_fix fixes[] = {
        {.buggy = "ab\n", .fixed = "c\n"},
        {.buggy = "a\n", .fixed = "bc\n"},
        {.buggy = "a\n", .fixed = "b\n"},
        {.buggy = "b\n", .fixed = "a\n"},
        {.buggy = "if x: y\n", .fixed = "if not x: y\n"},
        {.buggy = "if not x: y\n", .fixed = "if x: y\n"},
    };
    scoped(guarded) guarded = {0};
    guarded_open(&guarded, "edits", fixes, N_ITEMS(fixes), guarded_preset("allamanis"));
    for (size_t i = 0; i < N_ITEMS(fixes); i++)
        for (size_t k = 0; k < i; k++)
            assert_true(guarded.pairs.list.items[i].edit != guarded.pairs.list.items[k].edit);
}
