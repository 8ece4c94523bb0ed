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

/* Several files that replace others: all or none, wherever it fails. It works on a
 * file system without hard links. If renaming fails for good, the same command, run again, makes
 * all of them. */
TEST(writing__replaces_several_files_or_none)
{
    static const struct faulty_command commands[] = {
        {"export a.db --format messages -o replaced/ --force", false},
        {"export a.db --format codexglue --split all --files 2 -o replaced/all --force", false},
    };
    static const struct {
        const char *pattern;
        int n_each, status; /* n_each: calls for each file */
    } rules[] = {{"rename:5:%ld", 2, 1}, {"sync:5:%ld", 1, 1}, {"rename@-old:1:%ld", 1, 0}};
    if (!faults_can_be_made())
        skip();
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        scoped(undisturbed) undisturbed = {0};
        char fault[64];
        undisturbed_run(&undisturbed, &commands[i]);
        long n_files = undisturbed.after.n[FAULT_RENAME] / 2; /* each is kept, and then replaced */
        assert_in_range(n_files, 3, 4);
        for (size_t rule = 0; rule < N_ITEMS(rules); rule++)
            for (long n = 1; n <= n_files * rules[rule].n_each; n++) {
                scoped(outcome) outcome = {0};
                const struct str *files =
                    rules[rule].status ? &undisturbed.before : &undisturbed.after.files;
                snprintf(fault, sizeof fault, rules[rule].pattern, n);
                faults_run(&outcome, &commands[i], fault);
                if (outcome.status != rules[rule].status)
                    faults_complain(&undisturbed, fault, &outcome, "another status");
                else if (strcmp(str_text(&outcome.files), str_text(files)) != 0)
                    faults_complain(&undisturbed, fault, &outcome, "other files");
                faults_restore(&undisturbed, &outcome);
            }
        for (long n = 1; n <= 2 * n_files; n++) {
            snprintf(fault, sizeof fault, "rename:5:%ld+", n);
            assert_int_equal(faults_try(&undisturbed, fault, "Input/output error"), 1);
        }
    }
    faults_end();
}
