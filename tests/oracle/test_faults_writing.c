/* Writing that fails, or is cut short, at any of the calls that write. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct {
    const char *pattern;
    enum fault_call call;
    const char *reasons; /* the system's words, and SQLite's */
} faults[] = {
    {"write:28:%ld+", FAULT_WRITE, "No space left on device|database or disk is full"},
    {"write:5:%ld", FAULT_WRITE, "Input/output error|disk I/O error"},
    {"write:122:%ld+", FAULT_WRITE, "Disk quota exceeded|disk I/O error"},
    {"write:short:%ld", FAULT_WRITE, "disk I/O error|database or disk is full"},
    {"sync:5:%ld", FAULT_SYNC, "Input/output error|disk I/O error"},
    {"truncate:5:%ld", FAULT_TRUNCATE, "Input/output error|disk I/O error"},
    {"rename:5:%ld", FAULT_RENAME, "Input/output error"},
};

static void writing__that_fails_leaves_what_was_there(void **state)
{
    (void)state;
    if (!faults_can_be_made())
        skip();
    for (const struct faulty_command *command = faulty_commands; command->words; command++) {
        struct undisturbed undisturbed;
        undisturbed_run(&undisturbed, command);
        for (size_t i = 0; i < N_ITEMS(faults); i++)
            faults_try_many(&undisturbed, faults[i].pattern, faults[i].call, 12, faults[i].reasons);
        undisturbed_release(&undisturbed);
    }
    faults_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing__that_fails_leaves_what_was_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
