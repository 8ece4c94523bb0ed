/* What pairs are compared by, computed once for each program and pair. */
#ifndef GUARD_FINGERPRINTS_H
#define GUARD_FINGERPRINTS_H

#include "base/scoped.h"
#include "guard/bag.h"
#include "guard/minhash.h"
#include "guard/programs.h"

/* When two programs are near each other. */
struct near_preset {
    const char *name;
    int run_length;            /* tokens in an element of the sets */
    double set_threshold;      /* least Jaccard similarity of the sets */
    double multiset_threshold; /* the same with counts; 0: not looked at */
    uint32_t min_tokens;       /* shorter programs are near no other */
};

/* Ended by an entry without a name; the first is the default.
 *
 *   allamanis  Allamanis, "The adverse effects of code duplication", Onward! 2019: thresholds and
 *              least length; over all tokens, where its tool takes identifiers only
 *   buglab     Allamanis and others, BugLab, NeurIPS 2021
 *   bigcode    the deduplication of The Stack (BigCode 2022): runs of five tokens
 *
 * Line ends and blocks are no tokens here. */
extern const struct near_preset near_presets[];

/* The preset of that name, or NULL. */
const struct near_preset *near_preset_find(const char *name);

struct fingerprint_options {
    const struct near_preset *preset;
    bool renames_literals; /* `renamed` is up to the literals, too */
};

/* Those that dedup was run with; the first preset, where it never was. */
int fingerprint_options_read(struct fingerprint_options *out, struct db *db, struct err *err);

struct fingerprint {
    struct digest exact, renamed; /* of the tokens, line ends and blocks included */
    struct bag bag;               /* as the preset wants it */
    uint32_t n_tokens;            /* without line ends and blocks */
    uint32_t *bands; /* n_bands keys; NULL for a program that is no buggy one, or short */
};

struct fingerprints {
    struct fingerprint_options options;
    struct fingerprinting *making; /* what the visitor shares between threads */
    struct minhash minhash;
    struct fingerprint *programs; /* by program */
    struct digest *patches;       /* by pair: of the edit and the tokens of its line */
    size_t n_programs;
};

/* Makes the visitor that computes them for all pairs while programs_visit() shows it all programs:
 * until then `out` and `pairs` are to stay where they are. Release with fingerprints_release(),
 * also after a failure. */
int fingerprints_begin(struct fingerprints *out, struct program_visitor *visitor, struct db *db,
                       const struct pairs *pairs, const struct fingerprint_options *options,
                       struct err *err);

/* Begins, and visits all programs. */
int fingerprints_make(struct fingerprints *out, struct db *db, const struct pairs *pairs,
                      const struct fingerprint_options *options, const struct guard_options *guard,
                      struct err *err);
void fingerprints_release(struct fingerprints *fingerprints);
SCOPED_VALUE(fingerprints, fingerprints_release)

#endif
