/* Reading that fails, or gives fewer bytes than requested, at any of the calls that read. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct fault_rule faults[] = {
    {"read:5:%ld+", FAULT_READ, 4, "Input/output error|disk I/O error"},
    {"read:short:%ld", FAULT_READ, 4, "no reason"},
    {"list:5:%ld", FAULT_LIST, 4, "Input/output error"},
    {"open:5:%ld+", FAULT_OPEN, 4, "Input/output error|unable to open database file"},
    {"open:24:%ld+", FAULT_OPEN, 4, "Too many open files|unable to open database file"},
};

TEST(reading__that_fails_is_said)
{
    if (!faults_can_be_made())
        skip();
    faults_try_all(faults, N_ITEMS(faults));
}
