/* Token tagging: tokens of correct code give way to <BUG>, and the code itself is the answer.
 *
 * Hu and Lee, "Applying Token Tagging to Augment Dataset for Automatic Program Repair", Journal of
 * Information Processing Systems 18(5), 2022, doi 10.3745/JIPS.04.0251, section 3.1: of buggy
 * files the methods that have no bug are tagged, as many rows as there are pairs, and mixed with
 * these; for training and validation only. Which tokens and how many is by chance; tokens that only
 * carry form are left alone (form.h). The paper gives no range for the number of tags: 1 to N is
 * ours. */
#ifndef AUGMENT_TAGS_H
#define AUGMENT_TAGS_H

#include "augment/parts.h"
#include "base/str.h"
#include "base/table.h"

/* What stands for a token: "<BUG>". */
extern const char tag_mark[];

/* The tokens of a part that can be tagged. */
struct tag_ground {
    uint32_t first_token;   /* of the part, in the program */
    ARRAY(uint32_t) tokens; /* their numbers in the program, ascending */
};

/* Finds them, but for those in the parts `without` (may be NULL). What `ground` held is forgotten,
 * its memory reused. */
void tag_ground_find(struct tag_ground *ground, const struct program *program,
                     const struct program_part *part, const struct program_parts *without);
void tag_ground_release(struct tag_ground *ground);
SCOPED_VALUE(tag_ground, tag_ground_release)

/* The number of different sets of 1 to `max_tags` among `n_tokens`, without the one of all tokens,
 * which would leave nothing to go by; INT64_MAX stands for 10^17 and more. */
int64_t tag_count_sets(size_t n_tokens, size_t max_tags);

/* Some of the tokens that can be tagged, by their numbers in the ground, ascending. */
struct tag_set {
    ARRAY(uint32_t) numbers;
};

/* Sets by chance: a number of tags from 1 to `max_tags` (and less than all tokens), each as
 * likely, then that many tokens, each as likely. The same seed gives the same sets in the same
 * order, none of them twice. */
struct tag_draws {
    size_t n_tokens, max_tags;
    uint64_t seed, n_random; /* numbers drawn so far */
    struct table seen;       /* sets, as texts */
};
void tag_draws_start(struct tag_draws *draws, size_t n_tokens, size_t max_tags, uint64_t seed);
void tag_draws_release(struct tag_draws *draws);
SCOPED_VALUE(tag_draws, tag_draws_release)

/* The next set. To be called no more often than tag_count_sets() says. What `set` held is
 * forgotten, its memory reused; release it with array_release(). */
void tag_draws_next(struct tag_draws *draws, struct tag_set *set);

/* Appends the part with a tag in the place of each token of the set. */
void tag_apply(struct str *out, const struct program *program, const struct program_part *part,
               const struct tag_ground *ground, const struct tag_set *set);

#endif
