/* A program that is assembled from pieces of another one, and the tokens that it must then have.
 *
 * Code that changes a program describes the result twice: as text (bytes of the source, or new
 * ones) and as tokens. Then the text is tokenized, and must give exactly these tokens. */
#ifndef AUGMENT_REWRITING_H
#define AUGMENT_REWRITING_H

#include "tokenize/program.h"

enum { REWRITING_NONE = UINT32_MAX };

/* A range of bytes in the source or in `texts`. */
struct rewritten_piece {
    bool is_source;
    uint32_t start, end;
};

/* A token of the new program. */
struct rewritten_token {
    uint32_t old;          /* index of the token in the old program; REWRITING_NONE for a new one */
    uint32_t text, length; /* its new text in `texts`; length 0: the old text */
};

struct rewriting {
    const struct program *program; /* the old one; borrowed */
    ARRAY(struct rewritten_piece) pieces;
    ARRAY(struct rewritten_token) tokens;
    struct str texts;
    char last; /* last byte written; 0: none */
};

/* Starts a new program and reuses the memory. `rewriting` must be zero before the first use. */
void rewriting_begin(struct rewriting *rewriting, const struct program *program);
void rewriting_release(struct rewriting *rewriting);

/* Append the next bytes: the source from `start` to `end`, or a text. If two tokens would become
 * one at the joint, a space is inserted. */
void rewriting_keep(struct rewriting *rewriting, uint32_t start, uint32_t end);
void rewriting_add(struct rewriting *rewriting, const char *text, size_t length);

/* Append the next tokens: the old tokens from `first` to before `end`; an old token with a new
 * text; a new token. */
void rewriting_keep_tokens(struct rewriting *rewriting, uint32_t first, uint32_t end);
void rewriting_change_token(struct rewriting *rewriting, uint32_t token, const char *text,
                            size_t length);
void rewriting_add_token(struct rewriting *rewriting, const char *text);

/* Appends the new program to `out`. */
void rewriting_write(const struct rewriting *rewriting, struct str *out);

/* Returns the index of an old token in the new program, or REWRITING_NONE if it was removed. */
uint32_t rewriting_token(const struct rewriting *rewriting, uint32_t token);

/* Whether the new program has exactly the described tokens. */
bool rewriting_holds(const struct rewriting *rewriting, const struct program *after);

#endif
