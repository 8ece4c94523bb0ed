/* The rewrites of one fix. */
#ifndef AUGMENT_REWRITE_FIX_H
#define AUGMENT_REWRITE_FIX_H

#include "augment/rewrite.h"
#include "base/arena.h"
#include "base/sha256.h"
#include "db/store.h"

struct rewrite_choice {
    const struct language *language;
    unsigned kinds;      /* 1 << enum rewrite_kind */
    int64_t least, most; /* rewrites of one fix by one kind, or of one program: as many as are drawn
                            between these, and as there are */
    int64_t max_tokens;  /* of the buggy program, or the program: longer ones are left alone; 0: no
                           limit */
    const char *seed;
};

/* Whether the program is longer than the choice has it. */
bool rewrite_choice_is_exceeded(const struct rewrite_choice *choice, const struct program *program);

/* How many rewrites are wanted of a fix by a kind, by the draw of both. */
int64_t rewrite_choice_number(const struct rewrite_choice *choice, uint64_t draw);

/* How it went, by kind, over fixes or programs. */
struct rewrite_counts {
    int64_t n_read;
    int64_t n_rewritten[N_REWRITE_KINDS]; /* with a rewrite or more */
    int64_t n_rewrites[N_REWRITE_KINDS];
    int64_t
        n_fewer[N_REWRITE_KINDS]; /* with one or more, but fewer than the least that is wanted */
    int64_t n_refused[N_REWRITE_KINDS][N_REWRITE_REASONS]; /* without, by the reason */

    /* Of a store: fixes that were not looked at, being excluded, or made beside real ones; and
     * rewrites that are in no split, though the store has some. */
    int64_t n_unlisted, n_made, n_in_no_split;
};

/* A program that is to be rewritten, or was. Texts are borrowed. */
struct rewrite_program {
    const char *code;
    size_t length;
    int64_t n_tokens;
    char sha256[SHA256_HEX_SIZE]; /* of a rewritten one */
};

struct rewritten_fix {
    enum rewrite_kind kind;
    struct rewrite_program buggy, fixed;
    struct fix_row row; /* without submissions */
};

struct rewritten_fixes {
    ARRAY(struct rewritten_fix) list;
    enum rewrite_reason reasons[N_REWRITE_KINDS]; /* REWRITE_DONE: there are some */
};

/* A thread's own memory. */
struct fix_rewriter; /* opaque */
struct fix_rewriter *fix_rewriter_new(const struct language *language);
void fix_rewriter_free(struct fix_rewriter *rewriter);

/* Rewrites a fix by each of the kinds. `id` is the fix's, with which the choice is drawn;
 * `original_languages` are those of its two submissions, the buggy one first. What is appended to
 * `out` lives in the arena. */
void fix_rewrite(struct fix_rewriter *rewriter, struct rewritten_fixes *out, struct arena *arena,
                 const struct rewrite_choice *choice, const char *id,
                 const struct rewrite_program *buggy, const struct rewrite_program *fixed,
                 const char *const original_languages[2]);

/* Counts what became of a fix, or a program, by one kind: how many rewrites there are, or why there
 * are none. */
void rewrite_counts_add(struct rewrite_counts *counts, const struct rewrite_choice *choice,
                        enum rewrite_kind kind, int64_t n_rewrites, enum rewrite_reason reason);

#endif
