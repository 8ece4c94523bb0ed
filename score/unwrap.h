/* Takes an answer out of the text of a language model.
 *
 * The answer comes after the reasoning (`<think>...</think>`, also without the first tag; one that
 * is not closed goes on to the end), before a token such as `<|im_end|>`, and in the last
 * `<answer>`, if there is one. A mark in quotes is text.
 *
 * Code in it is in blocks: those between fences of ``` or ~~~; the whole if there are none; the
 * texts of a JSON object, which may have fences themselves. If a fence without a language has no
 * partner, what is before it is a block, too: a prompt may have opened it. */
#ifndef SCORE_UNWRAP_H
#define SCORE_UNWRAP_H

#include "base/mem.h"
#include "base/str.h"
#include "tokenize/token.h"

/* Zero it at the start; its memory is reused. */
struct unwrapped {
    const char *whole; /* the text */
    const char *words; /* the answer; of JSON its texts, each in a line, and numbers with their
                          names */
    ARRAY(struct token_text) blocks; /* not blank; the last is the most likely to be the answer */
    bool has_prose; /* some blocks may have prose in them. Those before a block are that with fewer
                       lines of prose at its ends */

    /* private */
    int depth;
    struct str json;
    struct arena arena;
};

/* Reads a text. The result is valid until the next call. */
void unwrap(struct unwrapped *out, const char *text);

void unwrapped_release(struct unwrapped *unwrapped);

#endif
