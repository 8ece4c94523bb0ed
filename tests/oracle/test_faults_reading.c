/* Reading that fails, or gives less than was asked for, at any of the calls that read. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct {
    const char *pattern;
    enum fault_call call;
    const char *reasons; /* the system's words, and SQLite's */
} faults[] = {
    {"read:5:%ld+", FAULT_READ, "Input/output error|disk I/O error"},
    {"read:short:%ld", FAULT_READ, "no reason"},
    {"list:5:%ld", FAULT_LIST, "Input/output error"},
    {"open:5:%ld+", FAULT_OPEN, "Input/output error|unable to open database file"},
    {"open:24:%ld+", FAULT_OPEN, "Too many open files|unable to open database file"},
};

static void reading__that_fails_is_said(void **state)
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
        cmocka_unit_test(reading__that_fails_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
