/* See mine_report.h. */
#include "commands/mine_report.h"

#include "base/interrupt.h"
#include "cli/tell.h"
#include "codenet/codenet_source.h"

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
    if (!interrupt_wants_line())
        return;
    struct str line = {0};
    progress_add_line(&report->progress, &line);
    if (report->plan)
        str_print(&line, "; %zu of %zu problems, %zu committed",
                  report->plan->n_done + report->mining->n_problems,
                  report->plan->n_done + report->plan->n_wanted,
                  report->plan->n_done + report->mining->n_committed);
    progress_pause(&report->progress);
    tell(report->command, "%s", str_text(&line));
    str_release(&line);
}

void mine_report_reading(void *context, uint64_t done, uint64_t total, uint64_t n_files)
{
    static const char label[] = "reading";
    show(context, label, "files", done, total, n_files);
}

void mine_report_checking(void *context, uint64_t n_done, uint64_t n_all)
{
    static const char label[] = "checking what is done";
    show(context, label, "problems", n_done, n_all, n_done);
}

void mine_report_mining(void *context, const struct mine_progress *progress)
{
    static const char label[] = "mining";
    struct mine_report *report = context;
    show(report, label, "submissions", progress->done_bytes, report->plan->n_bytes,
         progress->n_submissions);
}

void mine_report_writing(void *context, uint64_t n_done, uint64_t n_all)
{
    static const char label[] = "writing";
    show(context, label, "problems", n_done, n_all, n_done);
}

void mine_report_rest(const struct mine_report *report, const char *database)
{
    for (int kind = 0; kind < codenet_kind.n_error_kinds; kind++) {
        const char *name = codenet_kind.error_names[kind];
        if (report->n_of_kind[kind] > MAX_SHOWN && tell_loudness() < LOUDNESS_VERBOSE)
            tell(report->command,
                 "%zu more of the kind %s; all: sqlite3 %s \"select * from input_errors where kind "
                 "= '%s'\"",
                 report->n_of_kind[kind] - MAX_SHOWN, name, database, name);
    }
}
