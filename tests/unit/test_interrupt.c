/* The effects of signals on a process that handles them. */
#include "base/interrupt.h"
#include "tests/support/test.h"

#include <signal.h>
#include <sys/wait.h>

enum { MAX_SIGNALS = 3, LATER = -1 };

/* Who runs this in the background may have them ignored, which interrupt_listen() respects. */
static int hear_signals(void **state)
{
    (void)state;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGUSR1, SIG_DFL);
    return 0;
}

/* The exit status of a child that listens and is sent these signals, ended by 0, one at once after
 * the other, or LATER: the signal that asked it to stop, if it is still there then. */
static int status_after(const int *signals)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        interrupt_listen();
        for (int i = 0; i < MAX_SIGNALS && signals[i]; i++)
            if (signals[i] == LATER)
                usleep(300000);
            else
                raise(signals[i]);
        _exit(interrupt_signal());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(interrupt__asks_to_stop_and_ends_when_asked_again_but_by_an_echo)
{
    static const struct {
        int signals[MAX_SIGNALS], status;
    } cases[] = {
        {{0}, 0},
        {{SIGINT}, SIGINT},
        {{SIGTERM}, SIGTERM},
        {{SIGINT, SIGINT}, SIGINT},
        {{SIGINT, LATER, SIGINT}, 130},
        {{SIGTERM, SIGINT}, 130},
        {{SIGTERM, SIGTERM, SIGTERM}, SIGTERM},
        {{SIGINT, SIGTERM}, 143},
        {{SIGUSR1}, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (status_after(cases[i].signals) != cases[i].status)
            fail_msg("case %zu: not %d", i, cases[i].status);
}

TEST(interrupt__reports_a_requested_line_once)
{
    interrupt_listen();
    assert_false(interrupt_wants_line());
    raise(SIGUSR1);
    assert_true(interrupt_wants_line());
    assert_false(interrupt_wants_line());
    assert_int_equal(interrupt_signal(), 0);
}

SUITE_SETUP(hear_signals, NULL);
