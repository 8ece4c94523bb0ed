/* Calls that fail, or do only a part, at the n-th of their kind, once or from then on: those that
 * read, write, or want memory or a thread. glibc reports EAGAIN if the memory for a thread is
 * missing, and libarchive has messages of its own. File systems without locks, as on some clusters,
 * do not matter. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

#include <errno.h>

#define NO_MEMORY                                                         \
    "tokfix: out of memory|Cannot allocate memory|libarchive: No memory|" \
    "libarchive: Out of memory|cannot start a thread"
#define NO_THREAD "cannot start a thread: Resource temporarily unavailable"

static const struct fault_rule reading[] = {
    {"read:5:%ld+", FAULT_READ, 4, "Input/output error|disk I/O error"},
    {"read:short:%ld", FAULT_READ, 4, "no reason"},
    {"list:5:%ld", FAULT_LIST, 4, "Input/output error"},
    {"open:5:%ld+", FAULT_OPEN, 4, "Input/output error|unable to open database file"},
    {"open:24:%ld+", FAULT_OPEN, 4, "Too many open files|unable to open database file"},
};

static const struct fault_rule writing[] = {
    {"write:28:%ld+", FAULT_WRITE, 4, "No space left on device|database or disk is full"},
    {"write:5:%ld", FAULT_WRITE, 4, "Input/output error|disk I/O error"},
    {"write:122:%ld+", FAULT_WRITE, 4, "Disk quota exceeded|disk I/O error"},
    {"write:short:%ld", FAULT_WRITE, 4, "disk I/O error|database or disk is full"},
    {"sync:5:%ld", FAULT_SYNC, 4, "Input/output error|disk I/O error"},
    {"rename:5:%ld", FAULT_RENAME, 4, "Input/output error"},
};

static const struct fault_rule starting[] = {
    {"alloc:12:%ld", FAULT_ALLOC, 8, NO_MEMORY},
    {"alloc:12:%ld+", FAULT_ALLOC, 3, NO_MEMORY},
    {"thread:11:%ld", FAULT_THREAD, 4, NO_THREAD},
    {"thread:11:%ld+", FAULT_THREAD, 4, NO_THREAD},
};

static void try_all(const struct fault_rule *rules, size_t n)
{
    if (!faults_can_be_made())
        skip();
    faults_try_all(rules, n);
}

TEST(reading__that_fails_is_said)
{
    try_all(reading, N_ITEMS(reading));
}

TEST(writing__that_fails_leaves_what_was_there)
{
    try_all(writing, N_ITEMS(writing));
}

TEST(memory__that_runs_out_is_said)
{
    try_all(starting, N_ITEMS(starting));
}

/* Several files that replace others: none before all are on the disk. If one cannot be renamed, the
 * message says what was replaced, and the same command, run again, makes all of them. */
TEST(writing__replaces_several_files_when_all_are_written)
{
    static const struct faulty_command command = {
        "export a.db --format messages -o replaced/ --force", false};
    scoped(undisturbed) undisturbed = {0};
    if (!faults_can_be_made())
        skip();
    undisturbed_run(&undisturbed, &command);
    long n_files = undisturbed.after.n[FAULT_RENAME];
    assert_in_range(n_files, 3, 4);
    for (long n = 1; n <= n_files; n++) {
        scoped(outcome) outcome = {0};
        const char *fault = printed("sync:5:%ld", n);
        faults_run(&outcome, &command, fault);
        if (outcome.status != 1 ||
            strcmp(str_text(&outcome.files), str_text(&undisturbed.before)) != 0)
            faults_complain(&undisturbed, fault, &outcome, "other files");
        faults_restore(&undisturbed, &outcome);
        assert_int_equal(
            faults_try(&undisturbed, printed("rename:5:%ld", n),
                       n == 1 ? "Input/output error\n" : "already replaced: run the command"),
            1);
    }
    faults_end();
}

TEST(locks__are_not_needed)
{
    static const int codes[] = {ENOSYS, ENOLCK, ENOTSUP};
    long n_locks = 0;
    if (!faults_can_be_made())
        skip();
    for (const struct faulty_command *command = faulty_commands; command->words; command++) {
        scoped(undisturbed) undisturbed = {0};
        scoped(outcome) outcome = {0};
        undisturbed_run(&undisturbed, command);
        n_locks += undisturbed.after.n[FAULT_LOCK];
        int code = codes[(size_t)(command - faulty_commands) % N_ITEMS(codes)];
        const char *fault = printed("lock:%d:1+", code);
        faults_run(&outcome, command, fault);
        if (outcome.status != undisturbed.after.status ||
            strcmp(str_text(&outcome.files), str_text(&undisturbed.after.files)) != 0 ||
            strcmp(str_text(&outcome.out), str_text(&undisturbed.after.out)) != 0)
            faults_complain(&undisturbed, fault, &outcome, "it is another outcome than with locks");
        faults_restore(&undisturbed, &outcome);
    }
    assert_true(n_locks > 20);
    faults_end();
}
