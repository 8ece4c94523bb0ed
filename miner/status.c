/* A table; whatever is not in it is undecided. */
#include "miner/status.h"

#include <string.h>

static const char *const failing[N_FAILING_STATUSES] = {
    "Compile Error",         "Wrong Answer",           "Time Limit Exceeded",
    "Memory Limit Exceeded", "Output Limit Exceeded",  "Query Limit Exceeded",
    "Runtime Error",         "WA: Presentation Error",
};

const char *status_failing_text(int number)
{
    return failing[number];
}

int status_failing_number(const char *status)
{
    for (int i = 0; i < N_FAILING_STATUSES; i++)
        if (strcmp(status, failing[i]) == 0)
            return i;
    return -1;
}

enum status_class status_class_of(const char *status)
{
    if (strcmp(status, "Accepted") == 0)
        return STATUS_ACCEPTED;
    return status_failing_number(status) >= 0 ? STATUS_FAILING : STATUS_UNDECIDED;
}

const char *status_class_name(enum status_class class)
{
    static const char *const names[] = {"accepted", "failing", "undecided"};
    return names[class];
}
