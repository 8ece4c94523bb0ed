/* `tokfix tag`: makes rows with tags (export/tags.h) from the correct programs of a database.
 *
 * The rows are for training and validation, as in the paper. None is from the test set. */
#ifndef EXPORT_TAGGING_H
#define EXPORT_TAGGING_H

#include "base/meter.h"
#include "db/fixes/choice.h"
#include "export/export.h"

enum { TAGGING_MAX_TAGS = 100, TAGGING_MAX_ROWS_PER_FIX = 1000 };

/* The unit of a row. */
enum tag_granularity {
    TAG_PIECES,    /* parts of programs (tokenize/parts.h) */
    TAG_FUNCTIONS, /* only parts that are functions, as the methods of the paper */
    TAG_PROGRAMS,
};

struct tagging_options {
    struct fix_choice choice; /* of the fixes that are counted; their fixed programs are tagged.
                                    Its seed decides all random draws. If it names no splits: train
                                    and validation, if the database has splits. Rows of the split
                                    test are never written */
    double rows_per_fix;      /* 1 in the paper */
    enum tag_granularity granularity;
    size_t max_tags;     /* in a row; 1 to TAGGING_MAX_TAGS */
    bool omits_comments; /* of the programs (db/fixes/bare_fix.h) */
    int n_threads;
    struct meter meter; /* of fixes, programs and rows */
};

struct tagging_counts {
    int64_t n_fixes, n_wanted, n_written;
    int64_t n_wanted_of[N_STRATA]; /* by split: the number of its fixes times rows_per_fix */
    int64_t n_programs;            /* correct programs */
    int64_t n_tagged_programs;     /* correct programs that gave rows */
    int64_t n_holding_mark;        /* left out because they contain <BUG> themselves */
    int64_t n_without_tokens;   /* left out because they cannot be cut into tokens, as programs of
                                      a database should */
    int64_t n_repaired;         /* different pieces left out because a fix repaired them */
    int64_t n_tested;           /* different pieces (or programs) left out because they are in the
                                  test set (tag_units.h) */
    int64_t n_ambiguous;        /* rows left out: their tagged text also comes from other code */
    int64_t n_parts;            /* different pieces (or programs) with a token that can be tagged */
    int64_t n_work, n_done;     /* fixes and programs to read, rows to write; for the progress */
    struct fix_account account; /* of the fixes that are counted */
};

/* Adds `n` to the work that is done, and shows the progress. */
static inline void tagging_step(const struct tagging_options *options,
                                struct tagging_counts *counts, int64_t n)
{
    counts->n_done += n;
    meter_count(&options->meter, (uint64_t)counts->n_done, (uint64_t)counts->n_work);
}

/* Makes the wanted number of rows, or all different rows if there are fewer, in the order of the
 * database. Of parts with the same tokens only one is used, so no two rows are equal. Each part is
 * used once before any part is used twice. No piece that a fix repaired gets a tag. Of the
 * rows of a split with the same tagged text, only the first is written: their answers differ. The
 * other rows of a smaller ratio are among those of a larger one. The output does not depend on the
 * number of threads. */
int tagging_write(struct db *db, const struct tagging_options *options, struct output *output,
                  struct tagging_counts *counts, struct err *err);

#endif
