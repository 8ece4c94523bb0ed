/* Limits of all processes of a sandbox together, on a machine that allows cgroups. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define MIB ((uint64_t)1 << 20)

static const char *const zygote[] = {"/usr/bin/python3", SANDBOX_ZYGOTE_SCRIPT, NULL};
static const char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
static const struct sandbox_setup setup = {
    .zygote = zygote,
    .environment = environment,
    .output_bytes = 1 << 16,
    .together = {.memory_bytes = 96 * MIB, .n_processes = 16},
};

static struct sandbox *open_small(void)
{
    struct sandbox *sandbox = NULL;
    assert_done(sandbox_open(&sandbox, &setup, &err));
    return sandbox;
}

/* The folders of the cgroups that a process has made for its sandboxes, one a line. */
static struct str groups_of(pid_t user)
{
    return output_of("awk '$0 ~ / - cgroup2? / {print $5}' /proc/self/mountinfo | "
                     "xargs -r -I{} find {} -depth -name 'tokfix-%d-[1-9]*' 2>/dev/null || true",
                     (int)user);
}

/* The memory of a sanitizer would be most of what these groups allow. */
static bool has_cgroup(const char *what)
{
    if (!has_sandbox(what) || !is_release(what))
        return false;
    scoped(sandbox) *sandbox = open_small();
    scoped(str) groups = groups_of(getpid());
    return can_test(groups.length > 0, what, "no cgroup can be made beneath the one of this test");
}

/* Runs a text as a compiler, which may start processes. Its memory is limited to less than that of
 * the sandbox. */
static struct sandbox_result compile_text(struct sandbox *sandbox, const char *text)
{
    static const char *const words[] = {"/usr/bin/python3", "main.py", NULL};
    struct sandbox_execute compile = sandboxed_run(false);
    struct sandbox_result result;
    compile.arguments = words;
    compile.limits.memory_bytes = 128 * MIB;
    assert_done(sandbox_place(sandbox, 1, "main.py", text, strlen(text), &compile, &result, &err));
    return result;
}

/* Each of N processes takes 24 MiB, and waits for the others. */
#define TAKE(N, LAST)                        \
    "import os, sys\n"                       \
    "children = []\n"                        \
    "for i in range(" #N "):\n"              \
    "    children.append(os.fork())\n"       \
    "    if children[-1] == 0:\n"            \
    "        taken = b'x' * (24 << 20)\n"    \
    "        os.read(0, 1)\n"                \
    "        import time; time.sleep(0.5)\n" \
    "        os._exit(0)\n"                  \
    "failed = sum(os.waitpid(i, 0)[1] != 0 for i in children)\n" LAST

TEST(cgroup__ends_a_compiler_whose_processes_take_too_much_together)
{
    if (!has_cgroup("the memory of a compiler"))
        skip();
    scoped(sandbox) *sandbox = open_small();
    struct sandbox_result few = compile_text(sandbox, TAKE(2, "sys.exit(failed)"));
    assert_string_equal(sandboxed_end(&few), "exited 0");
    struct sandbox_result many = compile_text(sandbox, TAKE(5, "sys.exit(failed)"));
    assert_string_equal(sandboxed_end(&many), "memory");
    struct sandbox_result content = compile_text(sandbox, TAKE(5, "sys.exit(0)"));
    assert_string_equal(sandboxed_end(&content), "exited 0");
    sandboxed_expect(sandbox, "import sys; sys.exit(3)", false, 3, ""); /* not for lack of memory */
}

TEST(cgroup__memory_of_a_program_is_not_a_crash)
{
    static const char text[] = "taken = b'x' * (128 << 20)";
    if (!has_cgroup("the memory of a program"))
        skip();
    scoped(sandbox) *sandbox = open_small();
    for (int is_warm = 0; is_warm < 2; is_warm++) {
        struct sandbox_execute run = sandboxed_run(is_warm);
        struct sandbox_result result;
        run.limits.memory_bytes = 512 * MIB;
        assert_int_equal(sandboxed_try(sandbox, text, &run, &result), 0);
        assert_string_equal(sandboxed_end(&result), "memory");
        sandboxed_expect(sandbox, "print(1)", is_warm, 0, "1\n");
    }
}

TEST(cgroup__limits_the_number_of_processes)
{
    static const char text[] = "import os, time\n"
                               "for i in range(40):\n"
                               "    if os.fork() == 0:\n"
                               "        time.sleep(1000)\n";
    if (!has_cgroup("the number of processes"))
        skip();
    scoped(sandbox) *sandbox = open_small();
    struct sandbox_result result = compile_text(sandbox, text);
    assert_string_equal(sandboxed_end(&result), "exited 1");
    scoped(str) errors = {0};
    str_add(&errors, result.errors, result.n_errors);
    assert_contains(str_text(&errors), "BlockingIOError");
}

TEST(cgroup__is_removed_with_its_sandbox)
{
    if (!has_cgroup("the end of a cgroup"))
        skip();
    struct sandbox *sandboxes[] = {open_small(), open_small()};
    for (int i = 0; i < 2; i++)
        sandboxed_expect(sandboxes[i], "print(1)", true, 0, "1\n");
    sandbox_close(sandboxes[0]);
    scoped(str) one = groups_of(getpid());
    assert_true(one.length > 0);
    sandbox_close(sandboxes[1]);
    scoped(str) none = groups_of(getpid());
    assert_string_equal(str_text(&none), "");
}

/* Starts a process that opens a sandbox, and kills it. Returns the id of the ended process. */
static pid_t kill_user(void)
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t user = fork();
    if (user == 0) {
        open_small();
        (void)!write(ends[1], "", 1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    close(ends[1]);
    kill(user, SIGKILL);
    waitpid(user, NULL, 0);
    return user;
}

/* Others are not touched: those of processes that run, and those with other names. */
TEST(cgroup__of_a_killed_user_is_removed_by_the_next)
{
    static const char *const others[] = {"tokfix-1-1", "tokfix-mine", "tokfix-999999999-1-old"};
    if (!has_cgroup("what a killed user leaves"))
        skip();
    pid_t user = kill_user();
    scoped(str) left = groups_of(user);
    assert_true(left.length > 0);
    left.text[strcspn(left.text, "\n")] = 0;
    scoped(str) parent = str_of("%.*s", (int)(strrchr(left.text, '/') - left.text), left.text);
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_int_equal(mkdir(printed("%s/%s", parent.text, others[i]), 0755), 0);
    for (int i = 0; i < 100 && left.length; i++) { /* its processes end in a moment */
        sandbox_close(open_small());
        str_release(&left);
        left = groups_of(user);
    }
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_int_equal(rmdir(printed("%s/%s", parent.text, others[i])), 0);
    assert_string_equal(str_text(&left), "");
}
