/* `tokfix tag`: makes rows with tags (export/tag_draws.h) from the correct programs of a database.
 *
 * The rows are for training and validation, as in the paper. None is from the test set. */
#ifndef EXPORT_TAG_ROWS_H
#define EXPORT_TAG_ROWS_H

#include "base/hash.h"
#include "base/mem.h"
#include "base/meter.h"
#include "db/fixes/choice.h"
#include "export/output.h"
#include "tokenize/parts.h"

enum { TAG_MAX_TAGS = 100, TAG_MAX_ROWS_PER_FIX = 1000 };

/* The unit of a row. */
enum tag_granularity {
    TAG_PIECES,    /* parts of programs (tokenize/parts.h) */
    TAG_FUNCTIONS, /* only parts that are functions, as the methods of the paper */
    TAG_PROGRAMS,
};

struct tag_options {
    /* Of the fixes that are counted; their fixed programs are tagged. Its seed decides all random
     * draws. If it names no splits: train and validation, if the database has splits. Rows of the
     * split test are never written. */
    struct fix_choice choice;
    double rows_per_fix; /* 1 in the paper */
    enum tag_granularity granularity;
    size_t max_tags;     /* in a row; 1 to TAG_MAX_TAGS */
    bool omits_comments; /* of the programs (db/fixes/bare_fix.h) */
    int n_threads;
    struct meter meter; /* of fixes, programs and rows */
};

struct tag_counts {
    int64_t n_fixes, n_wanted, n_written;
    int64_t n_wanted_of[N_STRATA]; /* by split: the number of its fixes times rows_per_fix */
    int64_t n_programs;            /* correct programs */
    int64_t n_tagged_programs;     /* correct programs that gave rows */
    int64_t n_holding_mark;        /* left out because they contain <BUG> themselves */
    int64_t n_without_tokens;   /* left out because they cannot be cut into tokens, as programs of
                                   a database should */
    int64_t n_repaired;         /* different pieces left out because a fix repaired them */
    int64_t n_tested;           /* different pieces (or programs) left out because they are in the
                                   test set (tag_units.c) */
    int64_t n_ambiguous;        /* rows left out: their tagged text also comes from other code */
    int64_t n_parts;            /* different pieces (or programs) with a token that can be tagged */
    int64_t n_work, n_done;     /* fixes and programs to read, rows to write; for the progress */
    struct fix_account account; /* of the fixes that are counted */
};

/* Makes the wanted number of rows, or all different rows if there are fewer, in the order of the
 * database. Of parts with the same tokens only one is used, so no two rows are equal. Each part is
 * used once before any part is used twice. No piece that a fix repaired gets a tag. Of the rows of
 * a split with the same tagged text, only the first is written: their answers differ. The other
 * rows of a smaller ratio are among those of a larger one. The output does not depend on the number
 * of threads. */
int tag_rows_write(struct db *db, const struct tag_options *options, struct output *output,
                   struct tag_counts *counts, struct err *err);

/* The keys of a row, ended by a NULL name: correct code, and the same code with tags in place of
 * some tokens. */
extern const struct export_feature tag_row_features[];

/* Adds `n` to the work that is done, and shows the progress. */
static inline void tag_rows_step(const struct tag_options *options, struct tag_counts *counts,
                                 int64_t n)
{
    counts->n_done += n;
    meter_count(&options->meter, (uint64_t)counts->n_done, (uint64_t)counts->n_work);
}

/* ---- Units: the code that can be tagged, and how many rows are made of each ---- */

/* A correct program, or a part of one. */
struct tag_unit {
    int64_t fix_key;   /* the fix with this fixed program */
    int split;         /* its stratum */
    uint32_t number;   /* of the part in its program, from 1 */
    uint32_t n_tokens; /* tokens that can be tagged, at least two */
    struct program_part part;
    struct program_parts repaired; /* repaired parts in it, which get no tags */
    struct digest digest;          /* of its tokens */
    uint64_t seed;                 /* of its draws; depends only on its tokens and the seed */
    int64_t n_rows;                /* rows that are made from it */
};

struct tag_units {
    ARRAY(struct tag_unit) list; /* in the order of the database */
};

/* Finds the units among the correct programs of the items, except those of the split test, without
 * code that is never tagged: pieces that a fix of the database repaired, and code of the test set.
 * Of units with the same tokens, keeps the one in the split that is held out most, then the first.
 * After that, keeps only units of the chosen splits. So with all splits selected no text is in two
 * of them. Release the result with tag_units_release(), also after a failure. */
int tag_units_find(struct tag_units *units, struct db *db, const struct fix_selection *selection,
                   const struct language *language, const struct tag_options *options,
                   struct tag_counts *counts, struct err *err);
void tag_units_release(struct tag_units *units);
SCOPED_VALUE(tag_units, tag_units_release)

/* Shares `n_rows` among the units of a split (a stratum). Each unit gets one row before any unit
 * gets a second one, and no unit gets more rows than it has different draws. A smaller `n_rows`
 * gives the first rows of a larger one. Returns the number of rows. */
int64_t tag_units_share(struct tag_units *units, int split, int64_t n_rows, size_t max_tags);

#endif
