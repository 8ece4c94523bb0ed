/* A table; whatever is not in it is undecided. */
#include "codenet/status.h"

#include <stddef.h>
#include <string.h>

enum status_class status_class_of(const char *status)
{
    static const char *const failing[] = {
        "Compile Error",         "Wrong Answer",           "Time Limit Exceeded",
        "Memory Limit Exceeded", "Output Limit Exceeded",  "Query Limit Exceeded",
        "Runtime Error",         "WA: Presentation Error",
    };
    if (strcmp(status, "Accepted") == 0)
        return STATUS_ACCEPTED;
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
        if (strcmp(status, failing[i]) == 0)
            return STATUS_FAILING;
    return STATUS_UNDECIDED;
}

bool status_is_failing(enum failing failing, enum status_class class)
{
    return (unsigned)failing >> class & 1;
}

const char *failing_name(enum failing failing)
{
    return failing == FAILING_JUDGED ? "judged" : failing == FAILING_ALL ? "all" : NULL;
}

int failing_find(const char *name)
{
    static const enum failing all[] = {FAILING_JUDGED, FAILING_ALL};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(failing_name(all[i]), name) == 0)
            return (int)all[i];
    return -1;
}

const char *status_class_name(enum status_class class)
{
    static const char *const names[] = {"accepted", "failing", "undecided"};
    return names[class];
}
