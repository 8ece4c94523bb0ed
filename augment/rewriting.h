/* A program written anew from pieces of itself, and what its tokens must then be.
 *
 * Whoever changes a program says it twice: as text (bytes of the source, or new ones) and as
 * tokens. Afterwards the text is tokenized, and its tokens must be those that were said. */
#ifndef AUGMENT_REWRITING_H
#define AUGMENT_REWRITING_H

#include "tokenize/program.h"

enum { REWRITING_NONE = UINT32_MAX };

/* A run of bytes of the source, or of `texts`. */
struct rewritten_piece {
    bool is_source;
    uint32_t start, end;
};

/* A token of the new program. */
struct rewritten_token {
    uint32_t old;          /* token of the old program; REWRITING_NONE for a new one */
    uint32_t text, length; /* its new text in `texts`; length 0: the old one's */
};

struct rewriting {
    const struct program *program; /* the old one, borrowed */
    ARRAY(struct rewritten_piece) pieces;
    ARRAY(struct rewritten_token) tokens;
    struct str texts;
    char last; /* byte written; 0: none */
};

/* Begins anew, with memory that is reused: zero it before the first use. */
void rewriting_begin(struct rewriting *rewriting, const struct program *program);
void rewriting_release(struct rewriting *rewriting);

/* The next bytes: those of the source from `start` to `end`, or a text. Where two tokens would
 * become one at a joint, a space goes between them. */
void rewriting_keep(struct rewriting *rewriting, uint32_t start, uint32_t end);
void rewriting_add(struct rewriting *rewriting, const char *text, size_t length);

/* The next tokens: the old ones from `first` to before `end`; an old one with another text; a new
 * one. */
void rewriting_keep_tokens(struct rewriting *rewriting, uint32_t first, uint32_t end);
void rewriting_change_token(struct rewriting *rewriting, uint32_t token, const char *text,
                            size_t length);
void rewriting_add_token(struct rewriting *rewriting, const char *text);

/* Appends the new program. */
void rewriting_write(const struct rewriting *rewriting, struct str *out);

/* The index in the new program of an old token; REWRITING_NONE for one that is gone. */
uint32_t rewriting_token(const struct rewriting *rewriting, uint32_t token);

/* Whether the tokens of the new program are those that were said. */
bool rewriting_holds(const struct rewriting *rewriting, const struct program *after);

#endif
