/* A build that is stopped, killed or fails at any moment continues with the same command, and what
 * it makes is then what an undisturbed one makes, byte for byte. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

enum { N_COPIES = 8 };

#define BUILD "\"$TOKFIX\" build many/Project_CodeNet --publish '--license mit' -q -o "
#define SMALL "\"$TOKFIX\" build \"$SAMPLE/Project_CodeNet\" --publish '--license mit' -q -o "

static int set_up(void **state)
{
    (void)state;
    interrupted_tree(N_COPIES);
    run_valid(NULL, "cd \"$SCRATCH\"; rm -rf whole small; " BUILD "whole && " SMALL "small");
    return 0;
}

/* Continues, and compares all that is made. */
static void continue_as(const char *whole, const char *build)
{
    run_valid(NULL, "cd \"$SCRATCH\"; %s f && diff -r -x log.txt f %s && rm -r f", build, whole);
}

TEST(build__after_kills_makes_the_same)
{
    scoped(str) output = {0};
    int n_kills = 0, status = 137;
    run_shell(NULL, "rm -rf \"$SCRATCH/f\"");
    for (int ms = 20; status == 137 && ms < 30000; ms += ms / 6) {
        status = run_shell(&output,
                           "cd \"$SCRATCH\"; " BUILD "f -j %d & p=$!; sleep %d.%03d; kill -9 $p; "
                           "wait $p",
                           1 + n_kills % 3, ms / 1000, ms % 1000);
        n_kills += status == 137;
    }
    assert_int_equal(status, 0);
    assert_true(n_kills > 3);
    printf("note: %d times killed\n", n_kills);
    continue_as("whole", BUILD);
}

TEST(build__that_is_stopped_says_how_to_continue)
{
    static const struct {
        const char *name;
        int mining, status;
    } signals[] = {{"INT", 75, 130}, {"TERM", 75, 143}};
    for (size_t i = 0; i < N_ITEMS(signals); i++) {
        scoped(str) output = {0};
        int n_stops = 0, status = 75;
        for (int ms = 20; status && ms < 30000; ms += ms / 4) {
            status = run_shell(&output,
                               "cd \"$SCRATCH\"; env --default-signal \"$TOKFIX\" build "
                               "many/Project_CodeNet --publish '--license mit' -o f & p=$!; "
                               "sleep %d.%03d; kill -%s $p; wait $p",
                               ms / 1000, ms % 1000, signals[i].name);
            n_stops += strstr(str_text(&output), "the same command continues") != NULL;
            if (status && status != signals[i].mining && status != signals[i].status)
                fail_msg("status %d: %s", status, str_text(&output));
        }
        assert_int_equal(status, 0);
        assert_true(n_stops > 0);
        continue_as("whole", BUILD);
    }
}

/* At any call that writes, in any of the processes. */
TEST(build__that_fails_to_write_continues)
{
    static const char *const faults[] = {"write:28:%d+", "write:5:%d", "sync:5:%d", "rename:5:%d",
                                         "open:24:%d"};
    int n_failed = 0;
    if (!can_run("LD_PRELOAD=\"$FAULTS\" \"$TOKFIX\" --version >\"$SCRATCH/version\"", "faults",
                 "the library cannot be preloaded"))
        skip();
    for (size_t i = 0; i < N_ITEMS(faults); i++)
        for (int n = 1; n < 60; n += 1 + n / 3) {
            scoped(str) output = {0};
            const char *fault = printed(faults[i], n);
            int status = run_shell(
                &output, "cd \"$SCRATCH\"; rm -rf f; FAULT=%s LD_PRELOAD=\"$FAULTS\" " SMALL "f",
                fault);
            if (status > 1 || (status == 1 && !strstr(str_text(&output), "tokfix ")))
                fail_msg("%s: status %d: %s", fault, status, str_text(&output));
            n_failed += status == 1;
            continue_as("small", SMALL);
        }
    assert_true(n_failed > 20);
    printf("note: %d builds failed\n", n_failed);
}

TEST(build__takes_git_repositories)
{
    if (!has_program("git", "a build of a git repository") ||
        !has_sandbox("a build of a git repository"))
        skip();
    run_valid(
        NULL,
        "cd \"$SCRATCH\"; rm -rf repository g; git init -q repository; cd repository; "
        "git config user.name a; git config user.email a@b; "
        "printf 'def f(a, b):\\n    return a - b\\n' > a.py; git add a.py; git commit -qm start; "
        "sed -i s/-/+/ a.py; git commit -qam 'fix a bug'; cd ..; "
        "\"$TOKFIX\" build repository --mine '--git --salt x' -o g --publish '--license other "
        "--code-license any' "
        "&& grep 'salt SALT' g/log.txt && ! grep -r 'salt x' g/log.txt g/dataset");
}

SUITE_SETUP(set_up, NULL);
