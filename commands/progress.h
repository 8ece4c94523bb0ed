/* A line on the terminal that tells how far a long run is, and nothing where stderr is none, or
 * dumb, or the command is to be quiet. */
#ifndef COMMANDS_PROGRESS_H
#define COMMANDS_PROGRESS_H

#include "base/meter.h"
#include "base/scoped.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct db;

struct progress {
    const char *label; /* "mining" */
    const char *
        unit; /* what is counted: "submissions"; NULL: nothing, the time that has passed is shown */
    uint64_t total;       /* work to do, in any measure of cost; 0: not known */
    bool is_shown;        /* stderr is a terminal */
    bool is_drawn;        /* a line stands there */
    uint64_t done, count; /* the last that was told */
    struct timespec start, last_draw;
    struct db *db; /* that is watched; or NULL */
};

void progress_start(struct progress *progress, const char *label, const char *unit, uint64_t total);

/* Draws at most ten times a second, and not in the first second: done of the total, the count,
 * its rate, and the time left. */
void progress_update(struct progress *progress, uint64_t done, uint64_t count);

/* Appends the line that is drawn, with what was told last. */
void progress_add_line(const struct progress *progress, struct str *out);

/* A meter on the line: another label starts another line. */
struct meter progress_meter(struct progress *progress);

/* Shows the label and the time that has passed while a database computes, until progress_clear().
 * No other line is to be shown meanwhile. */
void progress_watch(struct progress *progress, const char *label, struct db *db);

/* Takes the line away, so that a message can be printed; the next update draws it again. */
void progress_pause(struct progress *progress);

/* Takes the line away for good; when verbose, tells what was done in which time. The database that
 * is watched must still be open. */
void progress_clear(struct progress *progress);
SCOPED_VALUE(progress, progress_clear)

#endif
