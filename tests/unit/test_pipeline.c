/* The pipeline gives the same results in the same order for any number of threads. */
#include "base/mem.h"
#include "base/pipeline.h"
#include "tests/support/test.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { NEVER = 1000000 }; /* index of an item that is not reached */

struct item {
    struct scene *scene; /* NULL: it was not produced */
    size_t index;
    size_t square; /* set by work */
    bool is_consumed;
};

/* One run: what the callbacks are to do, and what they saw. Checks follow the run, in the test. */
struct scene {
    size_t n_items;     /* to produce */
    size_t fails_at;    /* index of the item whose consumption fails */
    bool has_end_error; /* production fails where there are no more items */
    size_t waits_for;   /* work on item 0 continues until this many items were alive at once */
    bool is_uneven;     /* work takes longer on some items */
    bool is_watched;    /* the pipeline is to say when it has nothing to consume */
    size_t waits_idle;  /* work goes on until it has said so that often */
    size_t n_produced;  /* by `produce` alone, which must not run twice at once */
    atomic_bool is_producing, has_overlap;
    atomic_size_t n_alive, most_alive;
    atomic_size_t n_workers, n_workers_freed;
    atomic_bool has_strange_thread; /* a worker's state in a thread that is not its own */
    pid_t consumer;
    ARRAY(size_t) consumed;
    ARRAY(size_t) discarded;
    size_t n_wrong; /* items consumed before the work on them was done */
    atomic_size_t n_idle;
};

struct worker {
    struct scene *scene;
    pid_t thread;
};

static void pause_us(long time_us)
{
    nanosleep(&(struct timespec){.tv_nsec = time_us * 1000}, NULL);
}

static int produce(void *context, void *thing, struct err *err)
{
    struct scene *scene = context;
    struct item *item = thing;
    int status = scene->has_end_error ? ERR : 0;
    if (atomic_exchange(&scene->is_producing, true))
        scene->has_overlap = true;
    if (scene->n_produced < scene->n_items) {
        status = 1;
        *item = (struct item){.scene = scene, .index = scene->n_produced++};
        size_t n_alive = ++scene->n_alive, most = scene->most_alive;
        while (n_alive > most && !atomic_compare_exchange_weak(&scene->most_alive, &most, n_alive))
            ;
    } else if (scene->has_end_error) {
        err_set(err, "no item %zu", scene->n_produced);
    }
    scene->is_producing = false;
    return status;
}

static void *worker_new(void *context)
{
    struct scene *scene = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    *worker = (struct worker){.scene = scene, .thread = gettid()};
    scene->n_workers++;
    return worker;
}

static void worker_free(void *state)
{
    struct worker *worker = state;
    worker->scene->n_workers_freed++;
    free(worker);
}

static void work(void *context, void *state, void *thing)
{
    struct scene *scene = context;
    struct worker *worker = state;
    struct item *item = thing;
    if (worker->thread != gettid())
        scene->has_strange_thread = true;
    if (item->index == 0 && scene->waits_for) {
        for (int i = 0; i < 100000 && scene->most_alive < scene->waits_for; i++)
            pause_us(100);
        pause_us(20000); /* time to go past the bound */
    }
    if (scene->is_uneven)
        pause_us(item->index % 16 == 0 ? 3000 : (long)(item->index * 7919 % 5) * 50);
    while (scene->n_idle < scene->waits_idle)
        pause_us(1000);
    item->square = item->index * item->index;
}

static int consume(void *context, void *thing, struct err *err)
{
    struct scene *scene = context;
    struct item *item = thing;
    size_t index = item->index;
    if (gettid() != scene->consumer)
        scene->has_strange_thread = true;
    scene->n_wrong += item->square != index * index;
    array_push(&scene->consumed, index);
    item->is_consumed = true;
    return index == scene->fails_at ? err_set(err, "item %zu is bad", index) : 0;
}

static void release(void *thing)
{
    const struct item *item = thing;
    if (!item->scene)
        return;
    if (!item->is_consumed)
        array_push(&item->scene->discarded, item->index);
    item->scene->n_alive--;
}

static void idle(void *context)
{
    struct scene *scene = context;
    if (gettid() != scene->consumer)
        scene->has_strange_thread = true;
    scene->n_idle++;
}

static int run(struct scene *scene, int n_threads, size_t n_in_flight, struct err *err)
{
    scene->consumer = gettid();
    struct pipeline pipeline = {
        .n_threads = n_threads,
        .n_in_flight = n_in_flight,
        .context = scene,
        .item_size = sizeof(struct item),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .idle = scene->is_watched ? idle : NULL,
        .release = release,
    };
    int status = pipeline_run(&pipeline, err);
    assert_false(scene->has_overlap);
    assert_false(scene->has_strange_thread);
    assert_int_equal(scene->n_alive, 0);
    assert_int_equal(scene->n_wrong, 0);
    assert_in_range(scene->n_workers, 1, n_threads);
    assert_int_equal(scene->n_workers_freed, scene->n_workers);
    return status;
}

static void forget(struct scene *scene)
{
    array_release(&scene->consumed);
    array_release(&scene->discarded);
}

static const int thread_counts[] = {1, 2, 7};

TEST(pipeline__keeps_the_order_with_any_number_of_threads)
{
    static const size_t bounds[] = {0, 1, 3, 1000};
    for (size_t i = 0; i < N_ITEMS(thread_counts); i++)
        for (size_t j = 0; j < N_ITEMS(bounds); j++) {
            struct scene scene = {
                .n_items = 200, .fails_at = NEVER, .is_uneven = true, .is_watched = (i + j) % 2};
            assert_done(run(&scene, thread_counts[i], bounds[j], &err));
            assert_int_equal(scene.consumed.n, scene.n_items);
            for (size_t k = 0; k < scene.consumed.n; k++)
                assert_int_equal(scene.consumed.items[k], k);
            assert_int_equal(scene.discarded.n, 0);
            forget(&scene);
        }
}

TEST(pipeline__reports_that_it_is_idle_during_work)
{
    struct scene scene = {.n_items = 2, .fails_at = NEVER, .is_watched = true, .waits_idle = 3};
    assert_done(run(&scene, 2, 0, &err));
    assert_true(scene.consumed.n == 2 && scene.n_idle >= 3);
    forget(&scene);
}

TEST(pipeline__fills_its_bound_and_stays_within_it)
{
    static const struct {
        int n_threads;
        size_t n_in_flight, most_alive;
    } cases[] = {{2, 2, 2}, {2, 5, 5}, {7, 1, 1}, {7, 3, 3}, {2, 0, 8}, {7, 0, 28}, {2, 100, 100}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct scene scene = {.n_items = 300, .fails_at = NEVER, .waits_for = cases[i].most_alive};
        assert_done(run(&scene, cases[i].n_threads, cases[i].n_in_flight, &err));
        assert_int_equal(scene.most_alive, cases[i].most_alive);
        assert_int_equal(scene.consumed.n, scene.n_items);
        forget(&scene);
    }
}

/* Every item that was produced was either consumed or discarded, once, and in order. */
static void assert_each_item_once(const struct scene *scene)
{
    size_t next = 0;
    for (size_t i = 0; i < scene->consumed.n; i++)
        assert_int_equal(scene->consumed.items[i], next++);
    for (size_t i = 0; i < scene->discarded.n; i++)
        assert_int_equal(scene->discarded.items[i], next++);
    assert_int_equal(scene->n_produced, next);
}

static void expect_error(struct scene scene, int n_threads, size_t n_in_flight, const char *message)
{
    assert_error(run(&scene, n_threads, n_in_flight, &err), message);
    assert_each_item_once(&scene);
    if (scene.fails_at != NEVER)
        assert_int_equal(scene.consumed.n, scene.fails_at + 1);
    else
        assert_int_equal(scene.consumed.n, scene.n_items);
    if (n_in_flight)
        assert_true(scene.n_produced <= scene.fails_at + n_in_flight);
    forget(&scene);
}

/* The items before an error are consumed, those after it are released. An error of the producer
 * comes after the items that it had. */
TEST(pipeline__stops_at_an_error_and_releases_the_rest)
{
    static const size_t failures[] = {0, 1, 10, 57}, ends[] = {0, 7, 14};
    for (size_t i = 0; i < N_ITEMS(thread_counts); i++) {
        int n = thread_counts[i];
        for (size_t j = 0; j < N_ITEMS(failures); j++)
            expect_error(
                (struct scene){.n_items = NEVER, .fails_at = failures[j], .is_uneven = true}, n, 9,
                printed("item %zu is bad", failures[j]));
        for (size_t j = 0; j < N_ITEMS(ends); j++)
            expect_error(
                (struct scene){.n_items = ends[j], .fails_at = NEVER, .has_end_error = true}, n, 0,
                printed("no item %zu", ends[j]));
        expect_error((struct scene){.n_items = 20, .fails_at = 19}, n, 0, "item 19 is bad");
        expect_error((struct scene){.n_items = 20, .fails_at = 19, .has_end_error = true}, n, 0,
                     "item 19 is bad");
    }
}

/* Many short runs, also without items, for what only some interleavings show. */
TEST(pipeline__comes_to_an_end_every_time)
{
    for (size_t i = 0; i < 500; i++) {
        struct scene scene = {.n_items = i % 9, .fails_at = i % 7};
        struct err err;
        bool fails = scene.fails_at < scene.n_items;
        assert_int_equal(run(&scene, 1 + (int)(i % 4), i % 3, &err), fails ? ERR : 0);
        assert_each_item_once(&scene);
        forget(&scene);
    }
}

TEST(pipeline__counts_the_cpus_that_it_may_use)
{
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    assert_int_equal(pipeline_cpu_count(), CPU_COUNT(&all));
    int first = 0;
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(pipeline_cpu_count(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
}

/* Turns of a loop, by number: how often each was made, and in which thread. */
struct turns_made {
    atomic_size_t n_made[1000];
    atomic_size_t n_workers, n_workers_freed, n_strange;
};

struct turner {
    struct turns_made *made;
    pid_t thread;
};

static void *turner_new(void *context)
{
    struct turner *turner = mem_alloc(1, sizeof *turner);
    *turner = (struct turner){context, gettid()};
    turner->made->n_workers++;
    return turner;
}

static void turner_free(void *worker)
{
    struct turner *turner = worker;
    turner->made->n_workers_freed++;
    free(turner);
}

static void make_turn(void *context, void *worker, size_t turn)
{
    struct turns_made *made = context;
    const struct turner *turner = worker;
    made->n_made[turn]++;
    made->n_strange += turner->thread != gettid() || turner->made != made;
}

TEST(parallel_for__makes_every_turn_once)
{
    static const size_t ns[] = {0, 1, 3, 63, 64, 65, 1000};
    for (int n_threads = 1; n_threads <= 8; n_threads *= 2)
        for (size_t i = 0; i < N_ITEMS(ns); i++) {
            struct turns_made made = {0};
            struct parallel_loop loop = {n_threads, &made, turner_new, turner_free, make_turn};
            assert_done(parallel_for(&loop, ns[i], &err));
            for (size_t turn = 0; turn < N_ITEMS(made.n_made); turn++)
                assert_int_equal(made.n_made[turn], turn < ns[i]);
            size_t n_useful = ns[i] < (size_t)n_threads ? ns[i] : (size_t)n_threads;
            assert_int_equal(made.n_workers, n_useful ? n_useful : 1);
            assert_int_equal(made.n_workers_freed, made.n_workers);
            assert_int_equal(made.n_strange, 0);
        }
}
