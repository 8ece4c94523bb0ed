/* Writing that fails, or writes only a part, at any of the calls that write. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct fault_rule faults[] = {
    {"write:28:%ld+", FAULT_WRITE, 4, "No space left on device|database or disk is full"},
    {"write:5:%ld", FAULT_WRITE, 4, "Input/output error|disk I/O error"},
    {"write:122:%ld+", FAULT_WRITE, 4, "Disk quota exceeded|disk I/O error"},
    {"write:short:%ld", FAULT_WRITE, 4, "disk I/O error|database or disk is full"},
    {"sync:5:%ld", FAULT_SYNC, 4, "Input/output error|disk I/O error"},
    {"truncate:5:%ld", FAULT_TRUNCATE, 4, "Input/output error|disk I/O error"},
    {"rename:5:%ld", FAULT_RENAME, 4, "Input/output error"},
};

TEST(writing__that_fails_leaves_what_was_there)
{
    if (!faults_can_be_made())
        skip();
    faults_try_all(faults, N_ITEMS(faults));
}

/* Several files that replace others: none before all are on the disk. If one cannot be renamed, the
 * message says what was replaced, and the same command, run again, makes all of them. */
TEST(writing__replaces_several_files_when_all_are_written)
{
    static const struct faulty_command commands[] = {
        {"export a.db --format messages -o replaced/ --force", false},
    };
    if (!faults_can_be_made())
        skip();
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        scoped(undisturbed) undisturbed = {0};
        char fault[64];
        undisturbed_run(&undisturbed, &commands[i]);
        long n_files = undisturbed.after.n[FAULT_RENAME];
        assert_in_range(n_files, 3, 4);
        for (long n = 1; n <= n_files; n++) {
            scoped(outcome) outcome = {0};
            snprintf(fault, sizeof fault, "sync:5:%ld", n);
            faults_run(&outcome, &commands[i], fault);
            if (outcome.status != 1 ||
                strcmp(str_text(&outcome.files), str_text(&undisturbed.before)) != 0)
                faults_complain(&undisturbed, fault, &outcome, "other files");
            faults_restore(&undisturbed, &outcome);
            snprintf(fault, sizeof fault, "rename:5:%ld", n);
            assert_int_equal(
                faults_try(&undisturbed, fault,
                           n == 1 ? "Input/output error\n" : "already replaced: run the command"),
                1);
        }
    }
    faults_end();
}
