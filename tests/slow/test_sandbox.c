/* Programs that want out, fresh and warm, as the user of the tests and as one without rights; and
 * what ends in the middle. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include "base/file.h"
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

/* What a program must not find: a variable and open files of tokfix. */
static int plant_secrets(void **state)
{
    (void)state;
    setenv("TOKFIX_SECRET", "secret", 1);
    write_test_file(scratch_path("secret"), "secret", 6);
    int fd = open(scratch_path("secret"), O_RDWR);
    return fd < 0 || dup2(fd, 40) < 0 || dup2(fd, 100) < 0 ? -1 : 0;
}
SUITE_SETUP(plant_secrets, NULL);

static int check_hostile(void)
{
    scoped(sandbox) *sandbox = sandboxed_open();
    scoped(str) shared_lines = {0};
    struct err err;
    if (file_read(&shared_lines, "tests/sandbox/prelude.py", &err) != 0)
        return 1;
    return sandboxed_table(sandbox, "tests/sandbox/hostile.py", str_text(&shared_lines));
}

static int check_ordinary(void)
{
    scoped(sandbox) *sandbox = sandboxed_open();
    return sandboxed_table(sandbox, "tests/sandbox/ordinary.py", NULL);
}

TEST(sandbox__walls_hold_and_the_zygote_is_like_a_fresh_interpreter)
{
    if (!has_sandbox("the walls of the sandbox"))
        skip();
    assert_int_equal(check_hostile(), 0);
    assert_int_equal(check_ordinary(), 0);
}

TEST(sandbox__of_a_user_without_rights_is_the_same)
{
    if (!has_sandbox("a user's sandbox") || !can_be_user("a user's sandbox"))
        skip();
    assert_int_equal(sandboxed_as_user(check_hostile), 0);
    assert_int_equal(sandboxed_as_user(check_ordinary), 0);
}

/* ---- What ends in the middle: the zygote, the warden, the program that uses the sandbox ---- */

enum { MAX_PROCESSES = 64 };

/* Processes of a sandbox: the warden, and its children. */
struct processes {
    pid_t warden, children[MAX_PROCESSES];
    int n;
};

/* Calls a function for each process whose parent this is. */
static void each_child(pid_t parent, void (*found)(pid_t pid, void *context), void *context)
{
    scoped(str) list = output_of("ps -o pid= --ppid %d || true", (int)parent);
    for (char *rest = list.text, *line; rest && (line = strsep(&rest, "\n"));)
        if (*line)
            found((pid_t)strtol(line, NULL, 10), context);
}

static void add_child(pid_t pid, void *context)
{
    struct processes *processes = context;
    if (processes->n < MAX_PROCESSES)
        processes->children[processes->n++] = pid;
}

/* Children that have a child: the warden has, but not the `ps` of this search. */
static void find_warden(pid_t pid, void *context)
{
    struct processes *processes = context;
    scoped(str) name = output_of("readlink /proc/%d/ns/pid_for_children || true", (int)pid);
    scoped(str) own = output_of("readlink /proc/self/ns/pid_for_children");
    if (name.length && strcmp(name.text, own.text) != 0)
        processes->warden = pid;
}

/* Waits until the sandbox of this process has `n` processes beside its warden. */
static struct processes processes_of(pid_t user, int n)
{
    struct processes processes = {0};
    for (int i = 0; i < 100; i++) {
        processes = (struct processes){0};
        each_child(user, find_warden, &processes);
        if (processes.warden)
            each_child(processes.warden, add_child, &processes);
        if (processes.n >= n)
            return processes;
        usleep(50000);
    }
    fail_msg("%d processes in the sandbox, expected %d", processes.n, n);
    return processes;
}

static bool is_there(pid_t pid)
{
    return kill(pid, 0) == 0;
}

/* Waits until none of them is there. Returns how many are left after a while. */
static int wait_for_end(const struct processes *processes)
{
    int n_left = 0;
    for (int i = 0; i < 100; i++) {
        n_left = is_there(processes->warden);
        for (int j = 0; j < processes->n; j++)
            n_left += is_there(processes->children[j]);
        if (n_left == 0)
            return 0;
        usleep(50000);
    }
    return n_left;
}

TEST(sandbox__starts_a_killed_zygote_again)
{
    if (!has_sandbox("a killed zygote"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    for (int i = 0; i < 3; i++) {
        sandboxed_expect(sandbox, "print(1)", true, 0, "1\n");
        struct processes processes = processes_of(getpid(), 1);
        assert_int_equal(processes.n, 1);
        assert_int_equal(kill(processes.children[0], SIGKILL), 0);
    }
    sandboxed_expect(sandbox, "print(2)", true, 0, "2\n");
}

TEST(sandbox__says_that_its_warden_was_killed)
{
    if (!has_sandbox("a killed warden"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    struct sandbox_execute run = sandboxed_run(false);
    struct sandbox_result result;
    sandboxed_expect(sandbox, "print(1)", false, 0, "1\n");
    kill(processes_of(getpid(), 0).warden, SIGKILL);
    for (int i = 0; i < 2; i++)
        assert_error_with(sandbox_execute(sandbox, &run, &result, &err), "ended unexpectedly");
}

/* In the middle of a run. */
TEST(sandbox__does_not_wait_for_a_killed_warden)
{
    if (!has_sandbox("a warden that is killed in a run"))
        skip();
    for (int is_warm = 0; is_warm < 2; is_warm++) {
        struct sandbox *sandbox = sandboxed_open();
        struct sandbox_execute run = sandboxed_run(is_warm);
        struct sandbox_result result;
        const char text[] = "while True: pass";
        struct processes processes = processes_of(getpid(), 0);
        assert_done(sandbox_place(sandbox, 0, "main.py", text, strlen(text), NULL, NULL, &err));
        pid_t killer = fork();
        if (killer == 0) {
            usleep(500000);
            kill(processes.warden, SIGKILL);
            _exit(0);
        }
        assert_error_with(sandbox_execute(sandbox, &run, &result, &err), "ended unexpectedly");
        waitpid(killer, NULL, 0);
        sandbox_close(sandbox); /* waits for the warden */
        assert_int_equal(wait_for_end(&processes), 0);
    }
}

/* In a new process: opens a sandbox, and runs a program that does not end. */
static pid_t start_user(bool is_warm, const char *text)
{
    pid_t user = fork();
    if (user == 0) {
        struct sandbox *sandbox = sandboxed_open();
        struct sandbox_execute run = sandboxed_run(is_warm);
        struct sandbox_result result;
        _exit(sandboxed_try(sandbox, text, &run, &result) != 0);
    }
    return user;
}

TEST(sandbox__nothing_outlives_the_user)
{
    static const char *const texts[] = {
        "import time; time.sleep(1000)", "while True: pass",
        "import os, time; os.closerange(0, 99); time.sleep(1000)",
        "import os, signal; signal.pthread_sigmask(0, range(1, 65)); os.kill(0, 19)"};
    if (!has_sandbox("a killed user of the sandbox"))
        skip();
    for (size_t i = 0; i < N_ITEMS(texts); i++)
        for (int is_warm = 0; is_warm < 2; is_warm++) {
            pid_t user = start_user(is_warm, texts[i]);
            struct processes processes = processes_of(user, 1 + is_warm);
            kill(user, SIGKILL);
            waitpid(user, NULL, 0);
            if (wait_for_end(&processes) != 0)
                fail_msg("processes are left: %s", texts[i]);
        }
}

TEST(sandbox__programs_of_root_are_nobody_outside)
{
    if (!has_sandbox("the user of a program") ||
        !can_test(geteuid() == 0, "root's sandbox", "these tests do not run as root"))
        skip();
    for (int is_warm = 0; is_warm < 2; is_warm++) {
        pid_t user = start_user(is_warm, "import time; time.sleep(1000)");
        struct processes processes = processes_of(user, 1 + is_warm);
        for (int i = 0; i < processes.n; i++) {
            scoped(str) status = output_of("grep -E '^(Uid|Gid|Groups)' /proc/%d/status",
                                           (int)processes.children[i]);
            assert_string_equal(status.text, "Uid:\t65534\t65534\t65534\t65534\n"
                                             "Gid:\t65534\t65534\t65534\t65534\nGroups:\t \n");
        }
        kill(user, SIGKILL);
        waitpid(user, NULL, 0);
        assert_int_equal(wait_for_end(&processes), 0);
    }
}

/* Whatever a compiler starts. */
TEST(sandbox__nothing_outlives_a_compiler)
{
    static const char *const words[] = {"/usr/bin/python3", "main.py", NULL};
    static const char text[] = "import os, time\n"
                               "for i in range(5):\n"
                               "    if os.fork() == 0:\n"
                               "        os.fork()\n"
                               "        time.sleep(1000)\n"
                               "print(os.getcwd())\n";
    if (!has_sandbox("what a compiler starts"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    struct sandbox_execute compile = sandboxed_run(false);
    struct sandbox_result result;
    compile.arguments = words;
    assert_done(sandbox_place(sandbox, 3, "main.py", text, strlen(text), &compile, &result, &err));
    assert_string_equal(sandboxed_end(&result), "exited 0");
    assert_memory_equal(result.output, "/programs/3\n", 12);
    assert_int_equal(processes_of(getpid(), 0).n, 0);
}

/* ---- Threads ---- */

static void *run_many(void *sandbox)
{
    for (int i = 0; i < 40; i++) {
        struct sandbox_execute run = sandboxed_run(i % 2);
        struct sandbox_result result;
        scoped(str) text = str_of("open('/tmp/x', 'x'); print(%d)", i);
        scoped(str) expected = str_of("%d\n", i);
        if (sandboxed_try(sandbox, text.text, &run, &result) != 0 ||
            result.n_output != expected.length ||
            memcmp(result.output, expected.text, expected.length) != 0)
            return "failed";
    }
    return NULL;
}

/* Opens its own while others run. */
static void *open_and_run(void *out)
{
    struct sandbox **sandbox = out;
    return sandboxed_make(sandbox) == 0 ? run_many(*sandbox) : "not opened";
}

TEST(sandbox__several_threads_have_one_each)
{
    pthread_t threads[3];
    struct sandbox *sandboxes[3] = {NULL};
    void *failed[3];
    if (!has_sandbox("sandboxes in threads"))
        skip();
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_run, &sandboxes[i]), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], &failed[i]);
    for (int i = 0; i < 3; i++) {
        sandbox_close(sandboxes[i]);
        assert_null(failed[i]);
    }
}

/* ---- On machines that lack something ---- */

static bool write_to(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    bool is_written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && is_written;
}

/* What a machine lacks, for a process and those that it starts. */
struct lack {
    long call; /* a system call that fails; 0: user namespaces */
    int error;
    const char *expected;
};

/* The machine stays as it is: this makes a user namespace that allows no other. */
static bool forbid_namespaces(void)
{
    char text[32];
    snprintf(text, sizeof text, "0 %u 1\n", geteuid());
    return unshare(CLONE_NEWUSER) == 0 && write_to("/proc/self/uid_map", text) &&
           write_to("/proc/sys/user/max_user_namespaces", "0");
}

static bool forbid_call(const struct lack *lack)
{
    struct sock_filter rows[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)lack->call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)lack->error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {N_ITEMS(rows), rows};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* Returns the message of sandbox_open() in a new process. */
static struct str message_without(const struct lack *lack)
{
    struct str message = {0};
    char part[1024];
    int ends[2];
    ssize_t n;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        static const struct sandbox_setup setup = {.output_bytes = 1, .together = {1 << 30, 64}};
        struct sandbox *sandbox;
        struct err err = {"it is open"};
        if (lack->call ? forbid_call(lack) : forbid_namespaces())
            sandbox_open(&sandbox, &setup, &err);
        else
            snprintf(err.message, sizeof err.message, "impossible");
        (void)!write(ends[1], err.message, strlen(err.message));
        _exit(0);
    }
    close(ends[1]);
    while ((n = read(ends[0], part, sizeof part)) > 0)
        str_add(&message, part, (size_t)n);
    close(ends[0]);
    waitpid(child, NULL, 0);
    return message;
}

/* The processes that it leaves become children of this one. */
TEST(sandbox__ends_with_tokfix_at_any_moment_of_its_opening)
{
    enum { ROUNDS = 100, STEP_US = 100, WAIT_US = 1000, MAX_WAITS = 10000 };
    if (!has_sandbox("the end of tokfix"))
        skip();
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    for (int i = 0; i < ROUNDS; i++) {
        int n_waits = 0;
        pid_t user = fork();
        if (user == 0) {
            sandboxed_open();
            for (;;)
                pause();
        }
        usleep((useconds_t)i * STEP_US);
        kill(user, SIGKILL);
        while (waitpid(-1, NULL, WNOHANG | __WALL) >= 0 && n_waits++ < MAX_WAITS)
            usleep(WAIT_US);
        assert_true(n_waits < MAX_WAITS);
    }
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0), 0);
}

/* Not only at the first run of a program. */
TEST(sandbox__says_at_its_opening_what_to_do_about_a_step_that_fails)
{
    static const struct lack lacks[] = {
        {SYS_clone, EPERM, "sysctl user.max_user_namespaces=10000"},
        {SYS_clone, EACCES, "kernel.apparmor_restrict_unprivileged_userns=0"},
        {SYS_clone, EINVAL, "CONFIG_USER_NS. The kernel says: Invalid argument"},
        {SYS_sethostname, EPERM, "kernel.apparmor_restrict_unprivileged_userns=0"},
        {SYS_mount, EACCES, "kernel.apparmor_restrict_unprivileged_userns=0"},
        {SYS_mount, EPERM, "in a container, allow clone(), mount()"},
        {SYS_close_range, ENOSYS, "Linux 5.12 or later is needed"},
        {SYS_pivot_root, EPERM, "The kernel says to pivot_root: Operation not permitted"},
        {SYS_mount_setattr, ENOSYS, "Linux 5.12 or later is needed"},
        {SYS_open_tree, ENOSYS, "mount_setattr() in its seccomp profile"},
        {SYS_pidfd_open, ENOSYS, "The kernel says to pidfd_open: Function not implemented"},
        {SYS_seccomp, EINVAL, "CONFIG_SECCOMP_FILTER"},
        {SYS_seccomp, ENOSYS, "CONFIG_SECCOMP_FILTER"},
        {SYS_mount, ENOMEM, "a step of the sandbox failed. The kernel says to mount(/, MS_"},
    };
    if (!has_sandbox("the messages of steps that fail"))
        skip();
    for (size_t i = 0; i < N_ITEMS(lacks); i++) {
        scoped(str) message = message_without(&lacks[i]);
        assert_contains(str_text(&message), "cannot isolate programs: ");
        assert_contains(str_text(&message), lacks[i].expected);
    }
}

TEST(sandbox__says_what_to_do_without_user_namespaces)
{
    scoped(str) before = output_of("cat /proc/sys/user/max_user_namespaces");
    scoped(str) message = message_without(&(struct lack){0});
    scoped(str) after = output_of("cat /proc/sys/user/max_user_namespaces");
    assert_string_equal(before.text, after.text);
    if (!can_test(strcmp(message.text, "impossible") != 0, "the message without user namespaces",
                  "there are none for this test, either"))
        skip();
    assert_string_equal(
        message.text,
        "cannot isolate programs: this machine gives no user namespaces to this user. As root, "
        "allow them: sysctl user.max_user_namespaces=10000 (or, if it exists, "
        "kernel.unprivileged_userns_clone=1); in a container, allow clone() and mount() in its "
        "seccomp profile (--security-opt seccomp=unconfined). The kernel says: No space left on "
        "device");
}
