/* What tokfix dedup, split and leak have found of a fix. */
#ifndef REPORT_MARKS_H
#define REPORT_MARKS_H

#include "base/arena.h"
#include "db/db.h"

#include <stdbool.h>

struct marks {
    const char *split;          /* "" for none */
    const char *duplicate_of;   /* id of the fix that stands for its exact cluster; "" for none */
    const char *conflicts_with; /* id of one that mends the same program otherwise; "" for none */
    const char *excluded;       /* one of the reasons, and its evidence; "" for none */
    int64_t n_more_reasons;     /* beside that one */
};

struct marks_reader; /* opaque */

/* Starts to read from a store that is open; it must outlive the reader. */
int marks_open(struct marks_reader **out, struct db *db, struct err *err);
void marks_close(struct marks_reader *reader); /* NULL is ignored */

/* The marks of a fix, whose texts are in the arena and may be any bytes without a zero. */
int marks_get(struct marks_reader *reader, int64_t fix_id, struct marks *marks, struct arena *arena,
              struct err *err);

#endif
