/* What two texts alone tell about the difference of two programs: enough for almost all pairs,
 * at a hundredth of the cost of parsing them.
 *
 * The sieve may say "maybe" where a parse would say no. But where the parsed tokens
 * (program_difference) differ in a single edit it says nothing else, and where they are the same
 * "maybe" or "same". */
#ifndef TOKENIZE_SIEVE_H
#define TOKENIZE_SIEVE_H

#include "base/scoped.h"
#include "tokenize/lexer.h"

enum sieve_verdict {
    SIEVE_MAYBE,    /* parse both: the tokens may differ in a single edit, or be the same */
    SIEVE_SAME,     /* the same text, or all that differs is comments, and blanks and line ends that
                        have no meaning */
    SIEVE_MULTI,    /* more than a single edit, whether or not the programs parse */
    SIEVE_TOO_MANY, /* one of the two has more than `max_tokens` tokens, or does not parse */
};

struct sieve; /* opaque; one per thread */

/* `max_tokens` of 0 is no limit. */
struct sieve *sieve_new(const struct language *language, size_t max_tokens);
void sieve_free(struct sieve *sieve);
SCOPED_POINTER(sieve, sieve_free)

/* Compares two sources of less than 4 GiB. */
enum sieve_verdict sieve_compare(struct sieve *sieve, struct token_text buggy,
                                 struct token_text fixed);

/* Whether the two sources of the last comparison, which live on, are cut into tokens that differ in
 * a single edit, for who takes the light scan for a tokenizer: it needs no program that parses. A
 * string with interpolations is one token here. False where the scan is not certain, and where the
 * brackets do not add up, as for Python's tokenizer. */
bool sieve_is_single(const struct sieve *sieve);

#endif
