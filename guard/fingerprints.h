/* Fingerprints, by which pairs are compared, and the search for pairs that are near each other.
 * Fingerprints are computed once for each program and pair.
 *
 * Most fixed programs follow their buggy ones in the database, and their bags are changes. So with
 * the default preset, a pair takes 128 bytes for both programs and the patch, 168 for its outline
 * and bands, 24 and 12 for each distinct token for its bag, and some 70 for the change. */
#ifndef GUARD_FINGERPRINTS_H
#define GUARD_FINGERPRINTS_H

#include "base/mem.h"
#include "base/table.h"
#include "guard/bag.h"
#include "guard/fix_pairs.h"

/* When two programs are near each other. */
struct near_preset {
    const char *name;
    int ngram_length;          /* tokens in an element of the sets */
    double set_threshold;      /* minimum Jaccard similarity of the sets */
    double multiset_threshold; /* minimum similarity of the multisets; 0: not compared */
    uint32_t min_tokens;       /* a shorter program is never near another one */
};

/* The last entry has no name. The first one is the default.
 *
 *   allamanis  Allamanis, "The adverse effects of code duplication", Onward! 2019: thresholds and
 *              minimum length; over all tokens, where its tool takes identifiers only
 *   buglab     Allamanis and others, BugLab, NeurIPS 2021
 *   bigcode    the deduplication of The Stack (BigCode 2022): n-grams of five tokens
 *
 * Line ends and blocks do not count as tokens here. */
extern const struct near_preset near_presets[];

/* Returns the preset with this name, or NULL. */
const struct near_preset *near_preset_find(const char *name);

/* Reads the preset of the last `tokfix dedup`. If it was never run, sets the default one. */
int near_preset_read(const struct near_preset **out, struct db *db, struct err *err);

struct fingerprint {
    struct digest exact, renamed; /* of the tokens, including line ends and blocks */
    struct changed_bag bag; /* n-grams of the preset's length; a buggy program has no change */
    uint32_t n_tokens;      /* without line ends and blocks */
};

struct fingerprints {
    const struct near_preset *preset;
    struct minhash minhash;
    struct fingerprint *programs; /* by program */
    struct digest *patches;       /* by pair: digest of the edit and the tokens of its line */
    /* By pair, of its buggy program: the outline of its bag, with 0 elements if it is too short to
     * be near another one; otherwise its keys, `n_bands` for each pair. */
    struct bag_outline *outlines;
    uint32_t *bands;
    size_t n_programs;
    /* While they are made: the pairs, and those of each buggy program: by program the first, by
     * pair the next; PAIR_NONE: none. */
    const struct pairs *pairs;
    uint32_t *first_pairs, *next_pairs;
};

/* Returns the keys of the buggy program of a pair; NULL if it is too short. */
const uint32_t *fingerprints_bands(const struct fingerprints *prints, uint32_t pair);

/* Makes a visitor that computes the fingerprints of all pairs while programs_visit() shows it all
 * programs. Until then, `out` and `pairs` must not move. Release with fingerprints_release(). */
void fingerprints_begin(struct fingerprints *out, struct program_visitor *visitor,
                        const struct pairs *pairs, const struct near_preset *preset);

/* Calls fingerprints_begin() and visits all programs. Release with fingerprints_release(), also
 * after a failure. */
int fingerprints_make(struct fingerprints *out, struct db *db, const struct pairs *pairs,
                      const struct near_preset *preset, const struct guard_options *guard,
                      struct err *err);

/* Releases earlier what is only needed to find near pairs: bags, outlines and keys. */
void fingerprints_release_bags(struct fingerprints *fingerprints);
void fingerprints_release(struct fingerprints *fingerprints);
SCOPED_VALUE(fingerprints, fingerprints_release)

/* ---- Near pairs ----
 *
 * MinHash finds candidates, then the similarity of each is computed (near.c). */

/* Compares two pairs. Their similarity is that of the less similar side. Returns whether they are
 * near each other by the preset; only then sets `similarity`. */
bool near_compare(struct similarity *similarity, const struct fingerprints *prints,
                  const struct pair *a, const struct pair *b);

/* Whether the buggy programs of two pairs (numbers) agree in a band before this one. A caller that
 * visits the bands in order has compared such pairs already. With `band` = n_bands: whether they
 * are candidates. */
bool near_agree_before(const struct fingerprints *prints, int band, uint32_t a, uint32_t b);

/* A pair and its key in a band. band_sort() sorts by key; those with the same key keep their order.
 * They form a bucket, which ends at the index that band_bucket_end() returns. */
struct band_key {
    uint32_t key, number;
};
void band_sort(struct band_key *keyed, size_t n);
size_t band_bucket_end(const struct band_key *keyed, size_t n, size_t start);

/* A search for near pairs: what is compared, and who learns of it. */
struct near_search {
    const struct fingerprints *prints;
    const struct pairs *pairs;

    /* Called for each join; `a` is the smaller number. */
    void (*take)(void *context, uint32_t a, uint32_t b, const struct similarity *similarity);
    void *context;

    const struct guard_options *guard; /* NULL: one thread, and no progress is reported */
};

/* Joins the sets of the given pairs (numbers, ascending) where two candidates are near each other.
 * Two pairs that are in one set already are not compared, so the joins are a spanning forest of the
 * near pairs. Uses the threads of `guard`; the joins do not depend on their number. Reports
 * progress as `phase`, in keys: each pair has one key in each band. Fails if no thread can be
 * started. */
int near_join(struct union_find *sets, const struct near_search *search, const uint32_t *numbers,
              size_t n, const char *phase, struct err *err);

#endif
