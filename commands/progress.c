/* The line is drawn from one second after the start of a step, ten times a second at most. It
 * is cut to the width of the terminal, because a line that the terminal breaks cannot be drawn
 * over. */
#include "commands/progress.h"

#include "base/clock.h"
#include "base/terminal.h"
#include "commands/cli/command.h"
#include "db/db.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *lead = ""; /* before each line */

void progress_lead(const char *text)
{
    lead = text;
}

void progress_start(struct progress *progress, const char *label, const char *unit, uint64_t total)
{
    *progress = (struct progress){.label = label, .unit = unit, .total = total};
    progress->is_shown =
        isatty(STDERR_FILENO) && tell_loudness() > LOUDNESS_QUIET && !terminal_is_dumb();
    progress->start = progress->last_draw = clock_seconds();
}

static void add_duration(struct str *out, double seconds)
{
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s >= 3600)
        str_print(out, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60, s % 60);
    else
        str_print(out, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
}

void progress_add_line(const struct progress *progress, struct str *out)
{
    double elapsed = clock_seconds() - progress->start;
    double share = progress->total ? (double)progress->done / (double)progress->total : 0;
    str_print(out, "%s%s ", lead, progress->label);
    if (!progress->unit) {
        add_duration(out, elapsed);
        return;
    }
    if (progress->total)
        str_print(out, "%3.0f%%  ", 100 * share);
    double rate = elapsed > 0 ? (double)progress->count / elapsed : 0;
    if (*progress->text)
        str_add_text(out, progress->text);
    else
        str_print(out, "%" PRIu64 " %s  %.*f/s", progress->count, progress->unit, rate < 1 ? 2 : 0,
                  rate);
    if (share > 0.01 || (share > 0 && elapsed > 60)) {
        str_add_text(out, "  ");
        add_duration(out, elapsed * (1 - share) / share);
        str_add_text(out, " left");
    }
}

/* A line that the terminal breaks could not be drawn anew. */
static void draw(struct progress *progress)
{
    scoped(str) whole = {0}, line = {0};
    size_t columns = terminal_columns(stderr, 0);
    progress_add_line(progress, &whole);
    terminal_add_safe(&line, str_text(&whole), whole.length, columns > 1 ? columns - 1 : 0);
    fprintf(stderr, "\r\033[K%s", str_text(&line));
    fflush(stderr);
    progress->is_drawn = true;
    progress->last_draw = clock_seconds();
}

void progress_update(struct progress *progress, uint64_t done, uint64_t count)
{
    progress->done = done;
    progress->count = count;
    if (done > progress->total) /* the total was wrong, because a file grew */
        progress->total = 0;
    if (progress->is_shown && clock_seconds() - progress->start >= 1 &&
        clock_seconds() - progress->last_draw >= 0.1)
        draw(progress);
}

static void show_step(void *context, const struct meter_step *step)
{
    struct progress *progress = context;
    if (step->label && strcmp(progress->label, step->label) != 0) {
        progress_clear(progress);
        progress_start(progress, step->label, step->unit, step->total);
    }
    progress->total = step->total;
    progress_update(progress, step->done, step->count);
}

struct meter progress_meter(struct progress *progress)
{
    return (struct meter){show_step, progress};
}

static void show_time(void *context)
{
    progress_update(context, 0, 0);
}

void progress_watch(struct progress *progress, const char *label, struct db *db)
{
    progress_start(progress, label, NULL, 0);
    if (progress->is_shown)
        db_on_work(progress->db = db, show_time, progress);
}

void progress_pause(struct progress *progress)
{
    if (progress->is_drawn)
        fputs("\r\033[K", stderr);
    progress->is_drawn = false;
}

void progress_clear(struct progress *progress)
{
    if (progress->db)
        db_on_work(progress->db, NULL, NULL);
    progress->db = NULL;
    progress_pause(progress);
    if (tell_loudness() == LOUDNESS_VERBOSE && progress->count)
        fprintf(stderr, "%s: %" PRIu64 " %s, %.2f s\n", progress->label, progress->count,
                progress->unit, clock_seconds() - progress->start);
    progress->count = 0;
}
