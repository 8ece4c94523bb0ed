/* The table of the commands, and how one is run. --verbose prints its time and memory. */
#include "commands/command_list.h"
#include "commands/cli/command_line.h"

#include "base/clock.h"
#include "base/interrupt.h"

#include <sys/resource.h>

const char program_summary[] = "single-token bug fixes from programming contest submissions";

const struct command *const commands[] = {
    &command_build,  &command_mine,    &command_merge,   &command_stats, &command_show,
    &command_report, &command_diff,    &command_dedup,   &command_split, &command_check,
    &command_tasks,  &command_mutate,  &command_rewrite, &command_tag,   &command_verify,
    &command_export, &command_publish, &command_score,   NULL,
};

const char *command_list_heading(const struct command *command)
{
    static const struct {
        const struct command *first;
        const char *heading;
    } groups[] = {
        {&command_build, "Collect fixes"},
        {&command_stats, "Look at them"},
        {&command_dedup, "Guard against leaks"},
        {&command_mutate, "Augment"},
        {&command_verify, "Execute"},
        {&command_export, "Deliver"},
        {&command_score, "Measure"},
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i].first == command)
            return groups[i].heading;
    return NULL;
}

static double seconds(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* With --verbose, prints the time and memory used. */
static void tell_usage(const struct command *command, double start)
{
    struct rusage usage, sandboxes;
    getrusage(RUSAGE_SELF, &usage);
    getrusage(RUSAGE_CHILDREN, &sandboxes);
    if (tell_loudness() == LOUDNESS_VERBOSE)
        tell(command, "%.2f s, processors %.2f s, at most %.0f MB of memory",
             clock_seconds() - start,
             seconds(&usage.ru_utime) + seconds(&usage.ru_stime) + seconds(&sandboxes.ru_utime) +
                 seconds(&sandboxes.ru_stime),
             (double)usage.ru_maxrss * 1024 / 1e6);
}

int command_list_run(const struct command *command, int argc, char **argv)
{
    double start = clock_seconds();
    if (command->if_stopped)
        interrupt_guard(command->name, command->if_stopped);
    int status = command_line_run(command, argc, argv);
    tell_usage(command, start);
    return status;
}
