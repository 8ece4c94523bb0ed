/* `tokfix tag`: from the correct programs of a store to rows with tags (augment/tags.h). */
#ifndef EXPORT_TAGGING_H
#define EXPORT_TAGGING_H

#include "export/choice.h"
#include "export/output.h"

enum { TAGGING_MAX_TAGS = 100, TAGGING_MAX_RATIO = 1000 };

struct tagging_options {
    struct export_choice choice; /* of the fixes that are counted, and whose fixed programs are
                                            tagged; its seed decides all that is by chance */
    double ratio;                /* rows, as a multiple of the fixes */
    bool by_function;            /* rows are of the parts of programs (augment/parts.h), and
                                            not of programs */
    size_t max_tags;             /* in a row; 1 to TAGGING_MAX_TAGS */
    const struct export_format *format; /* export_format_tags, or one that shows a prompt */
    const struct template *template;    /* of the prompt */
    int n_threads;
    void (*on_progress)(void *context, uint64_t done, uint64_t total); /* may be NULL */
    void *context;
};

struct tagging_counts {
    int64_t n_fixes, n_wanted, n_written;
    int64_t n_programs;        /* correct ones that there are */
    int64_t n_tagged_programs; /* of these, those that rows are of */
    int64_t n_holding_mark;    /* left out, for they hold <BUG> themselves */
    int64_t n_unparsed;        /* left out, for they do not parse, as a store's programs do */
    int64_t n_ambiguous;       /* rows left out, whose tagged text other code has been taken for */
    int64_t n_parts;           /* different parts (or programs) with a token that can be tagged */
    struct export_account account; /* of the fixes that are counted */
};

/* Writes as many rows as are wanted, or as many different ones as there are, in the order of the
 * store. Of two equal parts one is taken, so that no two rows are equal; each part once before any
 * is taken twice. Of two rows with one tagged text and different code the first is taken: by rounds
 * over the parts, in an order that the seed and their texts make. Rows of a smaller ratio are among
 * those of a larger one. Nothing depends on the number of threads. */
int tagging_write(struct db *db, const struct tagging_options *options, struct output *output,
                  struct tagging_counts *counts, struct err *err);

#endif
