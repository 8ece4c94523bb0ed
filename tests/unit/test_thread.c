/* Threads run, end, and wait for each other without losing a change. */
#include "base/thread.h"
#include "tests/support/test.h"

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
        monitor_leave(&turns->monitor);
    }
    return NULL;
}

TEST(monitor__lets_one_in_at_a_time)
{
    struct turns turns = {0};
    struct thread threads[N_THREADS];
    monitor_init(&turns.monitor);
    for (size_t i = 0; i < N_THREADS; i++)
        assert_done(thread_start(&threads[i], add, &turns, &err));
    for (size_t i = 0; i < N_THREADS; i++)
        thread_join(&threads[i]);
    assert_int_equal(turns.n, N_THREADS * N_TURNS);
    monitor_release(&turns.monitor);
}

TEST(monitor__may_be_called_when_no_thread_waits)
{
    scoped(monitor) monitor = {0};
    monitor_init(&monitor);
    monitor_call(&monitor);
    monitor_enter(&monitor);
    monitor_call(&monitor);
    monitor_leave(&monitor);
}

/* Nobody calls: it comes back, holding the monitor. */
TEST(monitor__waits_briefly_at_most)
{
    struct turns turns = {0};
    struct thread thread;
    monitor_init(&turns.monitor);
    monitor_enter(&turns.monitor);
    assert_done(thread_start(&thread, add, &turns, &err));
    for (int i = 0; i < 3; i++)
        monitor_wait_briefly(&turns.monitor);
    while (turns.n < N_TURNS) /* the other one gets in meanwhile */
        monitor_wait_briefly(&turns.monitor);
    monitor_leave(&turns.monitor);
    thread_join(&thread);
    assert_int_equal(turns.n, N_TURNS);
    monitor_release(&turns.monitor);
}
