/* Writing that fails, or is cut short, at any of the calls that write. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct fault_rule faults[] = {
    {"write:28:%ld+", FAULT_WRITE, 12, "No space left on device|database or disk is full"},
    {"write:5:%ld", FAULT_WRITE, 12, "Input/output error|disk I/O error"},
    {"write:122:%ld+", FAULT_WRITE, 12, "Disk quota exceeded|disk I/O error"},
    {"write:short:%ld", FAULT_WRITE, 12, "disk I/O error|database or disk is full"},
    {"sync:5:%ld", FAULT_SYNC, 12, "Input/output error|disk I/O error"},
    {"truncate:5:%ld", FAULT_TRUNCATE, 12, "Input/output error|disk I/O error"},
    {"rename:5:%ld", FAULT_RENAME, 12, "Input/output error"},
};

static void writing__that_fails_leaves_what_was_there(void **state)
{
    (void)state;
    if (!faults_can_be_made())
        skip();
    faults_try_all(faults, N_ITEMS(faults));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing__that_fails_leaves_what_was_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
