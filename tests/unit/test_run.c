/* Shards; and units that are done in parallel and kept in order, also by a run that is stopped. */
#include "base/run.h"

#include "base/mem.h"
#include "tests/support/test.h"

/* printf p00001 | sha256sum begins with these digits; the other ids are alike. */
TEST(shard__of_a_problem_comes_from_the_hash_of_its_id)
{
    static const struct {
        const char *problem_id;
        int64_t digits;
    } cases[] = {{"p00000", 0x128ba222}, {"p00001", 0x0722e157}, {"p04052", 0x56ab1516}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int64_t n = 1; n < 100; n++)
            assert_true(
                shard_has(&(struct shard){cases[i].digits % n + 1, n}, cases[i].problem_id));
}

TEST(shard__has_each_problem_once)
{
    int n_of[17] = {0};
    for (int i = 0; i < 4053; i++) {
        int n = 0;
        for (int64_t number = 1; number <= 16; number++) {
            bool has = shard_has(&(struct shard){number, 16}, printed("p%05d", i));
            n += has;
            n_of[number] += has;
        }
        assert_int_equal(n, 1);
    }
    for (int i = 1; i <= 16; i++)
        assert_in_range(n_of[i], 200, 310); /* 253 on average */
}

/* Units that count themselves. The result of each is its number. */
struct counting {
    int kept[40], n_kept, n_committed, stop_after;
};

struct number {
    size_t unit, result;
};

static int take_number(void *context, size_t unit, void *item, struct err *err)
{
    (void)context;
    (void)err;
    ((struct number *)item)->unit = unit;
    return 0;
}

static void *worker_new(void *context)
{
    return context;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static void square(void *context, void *worker, void *item)
{
    struct number *number = item;
    assert_ptr_equal(context, worker);
    number->result = number->unit * number->unit;
}

static int keep(void *context, void *item, struct err *err)
{
    struct counting *counted = context;
    (void)err;
    if (counted->n_kept == counted->stop_after)
        return RUN_STOPPED;
    counted->kept[counted->n_kept++] = (int)((struct number *)item)->result;
    return 0;
}

static int commit(void *context, struct err *err)
{
    struct counting *counted = context;
    (void)err;
    counted->n_committed = counted->n_kept;
    return 0;
}

static int count(struct counting *counted, const struct run_plan *plan, int n_jobs)
{
    const struct run_work work = {
        .context = counted,
        .n_jobs = n_jobs,
        .item_size = sizeof(struct number),
        .take = take_number,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = square,
        .keep = keep,
        .commit = commit,
    };
    struct err err;
    int status = run_units(plan, &work, &err);
    assert_int_not_equal(status, ERR);
    return status;
}

TEST(run__does_the_wanted_units_in_order_with_any_number_of_jobs)
{
    for (int n_jobs = 1; n_jobs < 9; n_jobs *= 2) {
        scoped(run_plan) plan = {0};
        struct counting counted = {.stop_after = -1};
        run_plan_make(&plan, 40);
        for (size_t i = 0; i < 40; i += 2)
            run_plan_want(&plan, i);
        run_plan_done(&plan, 4);
        assert_int_equal(plan.n_wanted, 19);
        assert_int_equal(plan.n_done, 1);
        assert_false(run_plan_wants(&plan, 4));
        assert_int_equal(count(&counted, &plan, n_jobs), 0);
        assert_int_equal(counted.n_committed, 19);
        for (int i = 0; i < counted.n_kept; i++) {
            int unit = 2 * (i + (i > 1));
            assert_int_equal(counted.kept[i], unit * unit);
        }
    }
}

TEST(run__commits_what_was_kept_before_a_unit_that_was_broken_off)
{
    scoped(run_plan) plan = {0};
    struct counting counted = {.stop_after = 3};
    run_plan_make(&plan, 40);
    for (size_t i = 0; i < 40; i++)
        run_plan_want(&plan, i);
    count(&counted, &plan, 4);
    assert_int_equal(counted.n_committed, 3);
}

TEST(run_file__stays_only_if_it_is_kept)
{
    const char *path = scratch_path("a.unfinished");
    for (int i = 0; i < 3; i++) { /* it is kept the first time, and removed the second time */
        scoped(run_file) file = {0};
        struct err err;
        assert_success(run_file_open(&file, mem_print("%s", path), "no ", "", &err), err);
        assert_int_equal(file.is_new, i != 1);
        assert_int_equal(file.is_kept, i == 1);
        file.is_kept = i == 0;
    }
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST(run_file__says_why_it_cannot_be_written)
{
    scoped(run_file) file = {0};
    run_valid(NULL, "mkfifo \"$SCRATCH/fifo\"");
    assert_error_with(run_file_open(&file, mem_print("%s", scratch_path("missing/file")),
                                    "cannot write ", ", really", &err),
                      "missing/file', really: No such file");
    assert_null(file.path);
    assert_error_with(
        run_file_open(&file, mem_print("%s", scratch_path("fifo")), "cannot write ", "", &err),
        "fifo' is not a regular file");
}
