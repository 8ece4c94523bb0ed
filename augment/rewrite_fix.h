/* Makes the rewrites of one fix. */
#ifndef AUGMENT_REWRITE_FIX_H
#define AUGMENT_REWRITE_FIX_H

#include "augment/rewrite.h"
#include "base/arena.h"
#include "base/sha256.h"
#include "db/store.h"

struct rewrite_choice {
    const struct language *language;
    unsigned kinds;      /* 1 << enum rewrite_kind */
    int64_t least, most; /* minimum and maximum number of rewrites of one fix (or program) by one
                          * kind. The number is drawn between them, and there may be fewer */
    int64_t max_tokens;  /* of the (buggy) program; longer ones are skipped; 0: no limit */
    const char *seed;
};

/* Whether the program is longer than `max_tokens`. */
bool rewrite_choice_is_exceeded(const struct rewrite_choice *choice, const struct program *program);

/* Returns how many rewrites of a fix by a kind are wanted. `draw` is that of the fix and the kind.
 */
int64_t rewrite_choice_number(const struct rewrite_choice *choice, uint64_t draw);

/* Counts of fixes or programs, by kind. */
struct rewrite_counts {
    int64_t n_read;
    int64_t n_rewritten[N_REWRITE_KINDS]; /* with at least one rewrite */
    int64_t n_rewrites[N_REWRITE_KINDS];
    int64_t n_fewer[N_REWRITE_KINDS]; /* with at least one rewrite, but fewer than `least` */
    int64_t n_refused[N_REWRITE_KINDS][N_REWRITE_REASONS]; /* without a rewrite, by reason */

    /* For a database: fixes that were skipped because the run does not list one of their marks, or
     * because they are mutants or rewrites in a database with real fixes; and rewrites in no split,
     * if the database has splits. */
    int64_t n_unlisted, n_made, n_in_no_split;
};

/* A program before or after the rewrite. Texts are borrowed. */
struct rewrite_program {
    const char *code;
    size_t length;
    int64_t n_tokens;
    char sha256[SHA256_HEX_SIZE]; /* of a rewritten program */
};

struct rewritten_fix {
    enum rewrite_kind kind;
    struct rewrite_program buggy, fixed;
    struct fix_row row; /* without submissions */
};

struct rewritten_fixes {
    ARRAY(struct rewritten_fix) list;
    enum rewrite_reason reasons[N_REWRITE_KINDS]; /* REWRITE_DONE: there is a rewrite */
};

/* The memory of one thread. */
struct fix_rewriter; /* opaque */
struct fix_rewriter *fix_rewriter_new(const struct language *language);
void fix_rewriter_free(struct fix_rewriter *rewriter);

/* Rewrites a fix by each kind of the choice. `id` is the fix's id, which the draws use.
 * `original_languages` are those of its two submissions, the buggy one first. The data of the
 * rewrites in `out` is in the arena. */
void fix_rewrite(struct fix_rewriter *rewriter, struct rewritten_fixes *out, struct arena *arena,
                 const struct rewrite_choice *choice, const char *id,
                 const struct rewrite_program *buggy, const struct rewrite_program *fixed,
                 const char *const original_languages[2]);

/* Counts the result for one fix (or program) and one kind: the number of rewrites, or the reason
 * why there are none. */
void rewrite_counts_add(struct rewrite_counts *counts, const struct rewrite_choice *choice,
                        enum rewrite_kind kind, int64_t n_rewrites, enum rewrite_reason reason);

#endif
