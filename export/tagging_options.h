/* Options and counts of `tokfix tag`. */
#ifndef EXPORT_TAGGING_OPTIONS_H
#define EXPORT_TAGGING_OPTIONS_H

#include "base/meter.h"
#include "export/format.h"
#include "fixes/fix_item.h"

enum { TAGGING_MAX_TAGS = 100, TAGGING_MAX_ROWS_PER_FIX = 1000 };

/* The unit of a row. */
enum tag_granularity {
    TAG_PIECES,    /* parts of programs (augment/parts.h) */
    TAG_FUNCTIONS, /* of these the functions: the methods of the paper */
    TAG_PROGRAMS,
};

struct tagging_options {
    struct fix_choice choice; /* of the fixes that are counted, and whose fixed programs are
                                    tagged; its seed decides all that is by chance. Without splits:
                                    train and validation, if the store has splits. Rows of the split
                                    test are never written */
    double rows_per_fix;      /* rows, as a multiple of the fixes; 1 in the paper */
    enum tag_granularity granularity;
    size_t max_tags;                    /* in a row; 1 to TAGGING_MAX_TAGS */
    const struct export_format *format; /* export_format_tags, or one that shows a prompt */
    const struct template *template;    /* of the prompt */
    int n_threads;
    struct meter meter; /* of fixes, programs and rows */
};

struct tagging_counts {
    int64_t n_fixes, n_wanted, n_written;
    int64_t n_wanted_of[N_STRATA]; /* by split: as many as its fixes, times the ratio */
    int64_t n_programs;            /* correct ones that there are */
    int64_t n_tagged_programs;     /* of these, those that rows are of */
    int64_t n_holding_mark;        /* left out, for they hold <BUG> themselves */
    int64_t n_unparsed;            /* left out, for they do not parse, as a store's programs do */
    int64_t n_repaired;            /* different pieces left out, for a fix repaired them */
    int64_t n_tested;           /* different pieces (or programs) left out, for they are in the test
                                  set (tag_refused.h) */
    int64_t n_ambiguous;        /* rows left out: their tagged text also comes from other code */
    int64_t n_parts;            /* different pieces (or programs) with a token that can be tagged */
    int64_t n_work, n_done;     /* fixes and programs to read, rows to write; for the progress */
    struct fix_account account; /* of the fixes that are counted */
};

/* Notes that so much of the work is done, and shows the progress. */
static inline void tagging_step(const struct tagging_options *options,
                                struct tagging_counts *counts, int64_t n)
{
    counts->n_done += n;
    meter_count(&options->meter, (uint64_t)counts->n_done, (uint64_t)counts->n_work);
}

#endif
