/* File systems without locks, as on some clusters: everything works as with them. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

#include <errno.h>

TEST(locks__are_not_needed)
{
    static const int codes[] = {ENOSYS, ENOLCK, ENOTSUP};
    long n_locks = 0;
    if (!faults_can_be_made())
        skip();
    for (const struct faulty_command *command = faulty_commands; command->words; command++) {
        scoped(undisturbed) undisturbed = {0};
        scoped(outcome) outcome = {0};
        char fault[32];
        undisturbed_run(&undisturbed, command);
        n_locks += undisturbed.after.n[FAULT_LOCK];
        snprintf(fault, sizeof fault, "lock:%d:1+",
                 codes[(size_t)(command - faulty_commands) % N_ITEMS(codes)]);
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

static int set_up(void **state)
{
    (void)state;
    faults_given();
    return 0;
}

SUITE_SETUP(set_up, NULL);
