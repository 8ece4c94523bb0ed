/* The search for programs (needles) in other code, token by token.
 *
 * A needle is found if its tokens are in the code as they are or, if it is asked for, after the
 * names of both are numbered by first use. Whole needles in whole programs are the leaks of a
 * benchmark (guard/needles.c), and parts of needles in any text those of training data
 * (guard/training.h). */
#ifndef GUARD_SEARCH_H
#define GUARD_SEARCH_H

#include "guard/sequence.h"

/* A shorter needle is found only if it is all of the code, because short texts match by
 * coincidence. */
enum { SEARCH_MIN_TOKENS = 20 };

struct search_options {
    bool is_renamed;     /* finds needles also after names are numbered */
    bool has_parts;      /* finds also parts of needles, from SEARCH_MIN_TOKENS on */
    bool has_any_length; /* finds shorter needles in longer code, too */
};

struct search_index; /* opaque; shared by all threads */

struct search_index *search_index_new(const struct search_options *options);

/* Adds a needle: a copy of these tokens. Its number is that of needles that were added before. */
void search_index_add(struct search_index *index, const struct sequence_token *tokens, size_t n);

/* Completes the index. No needle can be added then. */
void search_index_finish(struct search_index *index);

const struct sequence *search_index_needle(const struct search_index *index, uint32_t number);
void search_index_free(struct search_index *index);

/* Tokens of a needle that are in the code. */
struct search_match {
    uint32_t needle;
    uint32_t start, n_tokens; /* of the needle */
    uint32_t at;              /* where they are in the code */
    bool is_whole;            /* they are all of the needle */
    bool is_exact;            /* as they are; else renamed */
};

struct search_matches {
    ARRAY(struct search_match) list;
    bool is_cut_short; /* some code was not searched to its end, because that took too long */
};

struct search; /* opaque; one per thread */
struct search *search_new(const struct search_index *index);
void search_free(struct search *search);
SCOPED_POINTER(search, search_free)

/* Adds what is found in the code. Of a whole needle, the first match is added that is exact or, if
 * there is none, the first one; others may be. A part is as long as it can be where it is. A search
 * for parts may be cut short. */
void search_code(struct search_matches *out, struct search *search, const struct sequence *code);

#endif
