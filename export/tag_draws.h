/* Token tagging: tokens of correct code are replaced by <BUG>, and the original code is the answer.
 *
 * Hu and Lee, "Applying Token Tagging to Augment Dataset for Automatic Program Repair", Journal of
 * Information Processing Systems 18(5), 2022, doi 10.3745/JIPS.04.0251, section 3.1. The methods
 * without a bug in buggy files are tagged. The number of rows is that of the pairs, and they are
 * mixed with the pairs, for training and validation only. The number of tags and the tokens are
 * chosen at random. Tokens that only carry form are not tagged. The paper gives no range for the
 * number of tags; 1 to N is our choice. */
#ifndef EXPORT_TAG_DRAWS_H
#define EXPORT_TAG_DRAWS_H

#include "base/str.h"
#include "base/table.h"
#include "tokenize/parts.h"

/* The text that replaces a token: "<BUG>". */
extern const char tag_mark[];

/* The tokens of a part that can be tagged. */
struct tag_ground {
    uint32_t first_token;   /* the part's first token, in the program */
    ARRAY(uint32_t) tokens; /* their indices in the program, ascending */
};

/* Finds the tokens of a part that can be tagged, except those in the parts `without` (may be NULL).
 * Earlier contents of `ground` are dropped, and the memory is reused. */
void tag_ground_find(struct tag_ground *ground, const struct program *program,
                     const struct program_part *part, const struct program_parts *without);
void tag_ground_release(struct tag_ground *ground);
SCOPED_VALUE(tag_ground, tag_ground_release)

/* Returns the number of different sets of 1 to `max_tags` tokens out of `n_tokens`. The set of all
 * tokens does not count, because it would leave no context. INT64_MAX means 10^17 or more. */
int64_t tag_count_sets(size_t n_tokens, size_t max_tags);

/* Some of the tokens that can be tagged, as indices in the ground, ascending. */
struct tag_set {
    ARRAY(uint32_t) numbers;
};

/* Draws sets at random: first a number of tags from 1 to `max_tags` (and less than all tokens),
 * then that many tokens, each with equal probability. The same seed gives the same sets in the same
 * order. No set is drawn twice. */
struct tag_draws {
    size_t n_tokens, max_tags;
    uint64_t seed, n_random; /* random numbers drawn so far */
    struct table seen;       /* sets as texts */
};
void tag_draws_start(struct tag_draws *draws, size_t n_tokens, size_t max_tags, uint64_t seed);
void tag_draws_release(struct tag_draws *draws);
SCOPED_VALUE(tag_draws, tag_draws_release)

/* Draws the next set. Do not call it more often than tag_count_sets() says. Earlier contents of
 * `set` are dropped, and the memory is reused. Release with array_release(). */
void tag_draws_next(struct tag_draws *draws, struct tag_set *set);

/* Appends the part, with a tag in place of each token of the set. */
void tag_apply(struct str *out, const struct program *program, const struct program_part *part,
               const struct tag_ground *ground, const struct tag_set *set);

#endif
