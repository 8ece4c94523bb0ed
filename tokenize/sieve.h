/* Compares two programs by their texts, without a parse. This decides almost all pairs, at a
 * hundredth of the cost of parsing them.
 *
 * The sieve may say "maybe" although the parsed tokens (program_difference) differ in more than one
 * edit. If they differ in a single edit, the sieve always says "maybe". If they are the same, it
 * says "maybe" or "same". */
#ifndef TOKENIZE_SIEVE_H
#define TOKENIZE_SIEVE_H

#include "base/scoped.h"
#include "tokenize/lexer.h"

enum sieve_verdict {
    SIEVE_MAYBE,    /* parse both: the tokens may differ in a single edit, or be the same */
    SIEVE_SAME,     /* the same text, or only comments differ, and blanks and line ends without
                     * meaning */
    SIEVE_MULTI,    /* more than a single edit, whether or not the programs parse */
    SIEVE_TOO_MANY, /* one of the two has more than `max_tokens` tokens, or does not parse */
};

struct sieve; /* opaque; one per thread */

/* Returns a new sieve. The caller frees it with sieve_free(). `max_tokens` 0 means no limit. */
struct sieve *sieve_new(const struct language *language, size_t max_tokens);
void sieve_free(struct sieve *sieve);
SCOPED_POINTER(sieve, sieve_free)

/* Compares two sources of less than 4 GiB. */
enum sieve_verdict sieve_compare(struct sieve *sieve, struct token_text buggy,
                                 struct token_text fixed);

/* Returns whether the lexemes of the two sources of the last comparison differ in a single edit.
 * Both sources must still exist. For callers that use the light scan as a tokenizer: the programs
 * do not have to parse. A string with interpolations is one token here. Returns false if the scan
 * is not certain, and if the brackets do not match, as Python's tokenizer does. */
bool sieve_is_single(const struct sieve *sieve);

#endif
