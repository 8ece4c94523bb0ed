/* See mine_report.h. */
#include "miner/mine_report.h"

#include "cli/tell.h"

enum { MAX_SHOWN = 10 }; /* errors of a kind */

void mine_report_error(void *context, const struct input_error *error)
{
    struct mine_report *report = context;
    if (++report->n_of_kind[error->kind] > MAX_SHOWN && tell_loudness() < LOUDNESS_VERBOSE)
        return;
    progress_pause(&report->progress);
    if (error->line)
        tell(report->command, "%s:%zu: %s", error->file, error->line, error->detail);
    else
        tell(report->command, "%s: %s", error->file, error->detail);
}

/* Another kind of work, or another archive, starts a line of its own. */
static void show(struct mine_report *report, const char *label, const char *unit, uint64_t done,
                 uint64_t work, uint64_t count)
{
    if (report->progress.label != label || report->work != work) {
        progress_clear(&report->progress);
        progress_start(&report->progress, label, unit, work > done ? work - done : 0);
        report->work = work;
        report->done_before = done;
        report->count_before = count;
    }
    progress_update(&report->progress, done - report->done_before, count - report->count_before);
}

void mine_report_reading(void *context, uint64_t done, uint64_t total, uint64_t n_files)
{
    static const char label[] = "reading";
    show(context, label, "files", done, total, n_files);
}

void mine_report_mining(void *context, uint64_t done_bytes, uint64_t n_submissions)
{
    static const char label[] = "mining";
    struct mine_report *report = context;
    show(report, label, "submissions", done_bytes, report->total_bytes, n_submissions);
}

void mine_report_rest(const struct mine_report *report, const char *database)
{
    for (int kind = 0; kind < N_INPUT_ERROR_KINDS; kind++)
        if (report->n_of_kind[kind] > MAX_SHOWN && tell_loudness() < LOUDNESS_VERBOSE)
            tell(report->command,
                 "%zu more of the kind %s; all: sqlite3 %s \"select * from input_errors where kind "
                 "= '%s'\"",
                 report->n_of_kind[kind] - MAX_SHOWN,
                 input_error_kind_name((enum input_error_kind)kind), database,
                 input_error_kind_name((enum input_error_kind)kind));
}
