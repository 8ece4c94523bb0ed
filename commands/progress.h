/* A line on the terminal that shows the progress of a long run. Nothing is shown if standard error
 * is not a terminal, if the terminal is dumb, or with --quiet. */
#ifndef COMMANDS_PROGRESS_H
#define COMMANDS_PROGRESS_H

#include "base/mem.h"
#include "base/meter.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct db;

struct progress {
    const char *label; /* "mining" */
    const char *unit;  /* what is counted: "submissions"; NULL: the elapsed time is shown instead */
    uint64_t total;    /* total work, in any unit of cost; 0: unknown */
    char text[128];    /* shown in place of the count and its rate; "": these are shown */
    bool is_shown;     /* stderr is a terminal */
    bool is_drawn;     /* the line is on the terminal */
    uint64_t done, count;    /* of the last update */
    double start, last_draw; /* clock_seconds() */
    struct db *db;           /* the watched database, or NULL */
};

void progress_start(struct progress *progress, const char *label, const char *unit, uint64_t total);

/* Draws the share of the work done, the count, its rate, and the time left. Draws at most ten
 * times a second, and not in the first second. */
void progress_update(struct progress *progress, uint64_t done, uint64_t count);

/* From now on all lines begin with this text, which the caller keeps: "2/6 dedup  ". */
void progress_lead(const char *text);

/* Appends the text of the line, with the values of the last update. */
void progress_add_line(const struct progress *progress, struct str *out);

/* A meter that draws on the line. A different label starts a new line. */
struct meter progress_meter(struct progress *progress);

/* Shows the label and the elapsed time while a database computes, until progress_clear(). The
 * caller must show no other line in the meantime. */
void progress_watch(struct progress *progress, const char *label, struct db *db);

/* Removes the line, so that a message can be printed. The next update draws it again. */
void progress_pause(struct progress *progress);

/* Removes the line for good. With --verbose, prints the count and the elapsed time. A watched
 * database must still be open. */
void progress_clear(struct progress *progress);
SCOPED_VALUE(progress, progress_clear)

#endif
