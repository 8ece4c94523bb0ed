/* Cleaning that is killed, stopped, or done twice at a time. */
#include "tests/support/cleaned.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include "base/interrupt.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready =
        has_program("git", "cleaning that is stopped") && has_sandbox("cleaning that is stopped");
    return 0;
}
SUITE_SETUP(set_up, NULL);

static void need_git(void)
{
    if (!is_ready)
        skip();
}

static char big_base[80];

/* A repository whose cleaning takes a few seconds. */
static void make_big(void)
{
    scoped(str) id = {0};
    if (*big_base)
        return;
    run_valid(NULL, "cd \"$SCRATCH\" && python3 \"$SAMPLE/../git/repositories.py\" one --big 3000 "
                    "&& mv one/big r && git -C r tag -am t t main~9 && git -C r rev-parse main~5 "
                    ">base");
    read_test_file(&id, "$SCRATCH/base");
    memcpy(big_base, id.text, id.length - 1);
}

/* Starts a process that cleans r to c. It exits with 0 or 1. */
static pid_t start(void (*prepare)(void))
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid)
        return pid;
    struct err err = {""};
    prepare();
    int status = cleaned_make("r", big_base, "c", &err);
    if (status == ERR && !strstr(err.message, "stopped"))
        fprintf(stderr, "%s\n", err.message);
    _exit(status == ERR);
}

static void wait_ms(int ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

/* Starts one, and signals it after a time. Returns how it ended, as waitpid() does. */
static int stop(void (*prepare)(void), int ms, int signal)
{
    int status;
    pid_t pid = start(prepare);
    wait_ms(ms);
    kill(pid, signal);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void prepare_nothing(void)
{
}

static void prepare_listening(void)
{
    interrupt_guard("test", "nothing was made");
    interrupt_listen();
}

TEST(clean__killed_is_made_by_a_later_run)
{
    need_git();
    make_big();
    int n_kills = 0;
    for (int ms = 20, status = -1; status != 0; ms += ms / 2) {
        status = stop(prepare_nothing, ms, SIGKILL);
        n_kills += status != 0;
        assert_in_range(ms, 0, 60000);
        if (status != 0 && path_exists(scratch_path("c"))) /* killed when it was made */
            run_valid(NULL, "%spast", cleaned_shell);
    }
    run_valid(NULL, "%spast && [ ! -e c.partial ] && rm -rf c", cleaned_shell);
    assert_true(n_kills > 2);
}

TEST(clean__stopped_leaves_nothing)
{
    need_git();
    make_big();
    for (int ms = 50; ms < 1500; ms += ms) {
        int status = stop(prepare_listening, ms, SIGTERM);
        if (status != 0)
            run_valid(NULL, "cd \"$SCRATCH\" && [ ! -e c ] && [ ! -e c.partial ]");
        else
            run_valid(NULL, "%spast && rm -rf c", cleaned_shell);
    }
}

TEST(clean__is_made_by_one_of_two_runs)
{
    int status;
    need_git();
    make_big();
    pid_t first = start(prepare_nothing);
    int second = stop(prepare_nothing, 100, 0);
    assert_int_equal(waitpid(first, &status, 0), first);
    assert_true(status == 0 || second == 0); /* the other one fails, or finds it made */
    run_valid(NULL, "%spast && rm -rf c", cleaned_shell);
}
