/* Threads run, end, and wait for each other without losing a change. */
#include "base/thread.h"
#include "tests/support/test.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { N_THREADS = 5, N_TURNS = 2000 };

/* A number that the threads count up in turns. */
struct turns {
    struct monitor monitor;
    size_t n, n_threads;
};

struct player {
    struct turns *turns;
    size_t place;
    bool is_done;
};

static void *play(void *argument)
{
    struct player *player = argument;
    struct turns *turns = player->turns;
    for (size_t turn = 0; turn < N_TURNS; turn++) {
        monitor_enter(&turns->monitor);
        while (turns->n % turns->n_threads != player->place)
            monitor_wait(&turns->monitor);
        turns->n++;
        monitor_call(&turns->monitor);
        monitor_leave(&turns->monitor);
    }
    player->is_done = true; /* seen by who joins */
    return NULL;
}

TEST(monitor__hands_over_in_turns)
{
    struct turns turns = {.n_threads = N_THREADS};
    struct player players[N_THREADS];
    struct thread threads[N_THREADS];
    monitor_init(&turns.monitor);
    for (size_t i = 0; i < N_THREADS; i++) {
        players[i] = (struct player){&turns, i, false};
        assert_done(thread_start(&threads[i], play, &players[i], &err));
    }
    for (size_t i = 0; i < N_THREADS; i++) {
        thread_join(&threads[i]);
        assert_true(players[i].is_done);
    }
    assert_int_equal(turns.n, N_THREADS * N_TURNS);
    monitor_release(&turns.monitor);
}

/* Each adds without waiting for a turn: what the monitor guards is changed by one at a time. */
static void *add(void *argument)
{
    struct turns *turns = argument;
    for (size_t i = 0; i < N_TURNS; i++) {
        monitor_enter(&turns->monitor);
        turns->n++;
        monitor_call(&turns->monitor); /* though nobody waits */
        monitor_leave(&turns->monitor);
    }
    return NULL;
}

/* A wait that nobody ends comes back, holding the monitor; meanwhile the others get in. */
TEST(monitor__lets_one_in_at_a_time_and_waits_briefly_at_most)
{
    struct turns turns = {0};
    struct thread threads[N_THREADS];
    monitor_init(&turns.monitor);
    monitor_enter(&turns.monitor);
    monitor_wait_briefly(&turns.monitor);
    for (size_t i = 0; i < N_THREADS; i++)
        assert_done(thread_start(&threads[i], add, &turns, &err));
    while (turns.n < N_THREADS * N_TURNS)
        monitor_wait_briefly(&turns.monitor);
    monitor_leave(&turns.monitor);
    for (size_t i = 0; i < N_THREADS; i++)
        thread_join(&threads[i]);
    assert_int_equal(turns.n, N_THREADS * N_TURNS);
    monitor_release(&turns.monitor);
}

/* ---- Items read ahead arrive unchanged, in order, and in a bounded number ---- */

enum { MOST_BYTES = 4 << 20, BLOCK_BYTES = 1 << 18, N_BLOCKS = MOST_BYTES / BLOCK_BYTES };

/* A stream of bytes that follow from their places. */
struct stream {
    uint64_t n_bytes; /* then it ends, or fails */
    bool fails;
    size_t most;   /* bytes a call; 0: any number that is random */
    bool is_slow;  /* now and then */
    uint64_t made; /* by `fill` alone */
    unsigned seed;
    atomic_size_t n_calls, n_taken, most_ahead; /* blocks */
};

static char byte_at(uint64_t place)
{
    return (char)((place * 2654435761u) >> 16);
}

static void pause_us(long time_us)
{
    nanosleep(&(struct timespec){.tv_nsec = time_us * 1000}, NULL);
}

static ptrdiff_t fill(void *context, char *block, size_t capacity, struct err *err)
{
    struct stream *stream = context;
    size_t n_ahead = ++stream->n_calls - stream->n_taken;
    if (n_ahead > stream->most_ahead)
        stream->most_ahead = n_ahead;
    assert_true(capacity > 0);
    if (stream->is_slow && rand_r(&stream->seed) % 4 == 0)
        pause_us(300);
    size_t n = stream->most ? stream->most : (size_t)rand_r(&stream->seed) % capacity + 1;
    if (n > capacity)
        n = capacity;
    if (n > stream->n_bytes - stream->made)
        n = (size_t)(stream->n_bytes - stream->made);
    if (n == 0 && stream->fails)
        return err_set(err, "broke off after %llu bytes", (unsigned long long)stream->made);
    for (size_t i = 0; i < n; i++)
        block[i] = byte_at(stream->made + i);
    stream->made += n;
    return (ptrdiff_t)n;
}

/* Takes all that comes, checks it, and returns the number of bytes. */
static uint64_t take_all(struct read_ahead *ahead, struct stream *stream, bool is_slow,
                         ptrdiff_t *last, struct err *err)
{
    const char *bytes;
    uint64_t taken = 0;
    unsigned seed = 7;
    while ((*last = read_ahead_next(ahead, &bytes, err)) > 0) {
        if (is_slow && rand_r(&seed) % 4 == 0)
            pause_us(300); /* the block must stay as it is */
        for (ptrdiff_t i = 0; i < *last; i++)
            if (bytes[i] != byte_at(taken + (uint64_t)i))
                fail_msg("another byte at %llu", (unsigned long long)taken + (uint64_t)i);
        taken += (uint64_t)*last;
        stream->n_taken++;
    }
    return taken;
}

TEST(read_ahead__gives_the_bytes_in_order)
{
    static const struct {
        uint64_t n_bytes;
        size_t most;
        bool is_slow_fill, is_slow_reader;
    } cases[] = {{0, 0, false, false},
                 {1000, 1, true, false},
                 {1000, 1, false, true},
                 {BLOCK_BYTES, BLOCK_BYTES, false, false},
                 {BLOCK_BYTES + 1, BLOCK_BYTES, false, false},
                 {2 * MOST_BYTES + 17, BLOCK_BYTES, false, false},
                 {2 * MOST_BYTES, 0, false, false},
                 {MOST_BYTES, 0, true, true}};
    for (size_t i = 0; i < 2 * N_ITEMS(cases); i++) {
        struct stream stream = {.n_bytes = cases[i / 2].n_bytes,
                                .most = cases[i / 2].most,
                                .is_slow = cases[i / 2].is_slow_fill,
                                .fails = i % 2,
                                .seed = (unsigned)i};
        scoped(read_ahead) *ahead = NULL;
        struct err err = {""};
        const char *bytes;
        ptrdiff_t last;
        assert_success(read_ahead_start(&ahead, fill, &stream, &err), err);
        uint64_t n = take_all(ahead, &stream, cases[i / 2].is_slow_reader, &last, &err);
        assert_int_equal(n, stream.n_bytes);
        for (int again = 0; again < 3; again++) { /* what was the last stays the last */
            char expected[64];
            snprintf(expected, sizeof expected, "broke off after %llu bytes",
                     (unsigned long long)n);
            assert_int_equal(last, stream.fails ? ERR : 0);
            assert_string_equal(err.message, stream.fails ? expected : "");
            err = (struct err){""};
            last = read_ahead_next(ahead, &bytes, &err);
        }
        assert_true(stream.most_ahead <= N_BLOCKS + 2); /* one is made, one is read */
    }
}

TEST(read_ahead__goes_ahead_as_far_as_it_has_room)
{
    struct stream stream = {.n_bytes = UINT64_MAX, .most = 1};
    scoped(read_ahead) *ahead = NULL;
    struct err err;
    const char *bytes;
    assert_success(read_ahead_start(&ahead, fill, &stream, &err), err);
    while (stream.n_calls < N_BLOCKS) /* nothing was asked for yet */
        sched_yield();
    pause_us(20000);
    assert_int_equal(stream.n_calls, N_BLOCKS);
    for (size_t n = 1; n < 50; n++) {
        assert_int_equal(read_ahead_next(ahead, &bytes, &err), 1);
        assert_true(stream.n_calls <= N_BLOCKS + n - 1); /* the one that is read keeps its place */
    }
}

TEST(read_ahead__can_be_stopped_at_any_time)
{
    read_ahead_stop(NULL);
    for (size_t n = 0; n < 60; n++)
        for (int length = 0; length < 3; length++) {
            struct stream stream = {.n_bytes = length == 0 ? UINT64_MAX : 20 * (uint64_t)length,
                                    .most = 1,
                                    .fails = length == 1,
                                    .is_slow = n % 3 == 0,
                                    .seed = (unsigned)n};
            scoped(read_ahead) *ahead = NULL;
            struct err err;
            const char *bytes;
            assert_success(read_ahead_start(&ahead, fill, &stream, &err), err);
            for (size_t i = 0; i < n; i++)
                read_ahead_next(ahead, &bytes, &err);
        }
}
