/* A program as a sequence of tokens.
 *
 * Tokens are the leaves of the syntax tree in source order, without comments, blank lines and line
 * continuations. Where the language's layout carries meaning, its line ends and blocks are tokens
 * too, at the places where the reference tokenizer (for Python: Lib/tokenize.py) puts NEWLINE,
 * INDENT and DEDENT. Every byte of the source that is no white space, comment or line continuation
 * belongs to exactly one token: a program for which that does not hold is not tokenized. */
#ifndef TOKENIZE_PROGRAM_H
#define TOKENIZE_PROGRAM_H

#include "base/scoped.h"
#include "tokenize/token_text.h"
#include "tokenize/tree.h"

enum token_class {
    TOKEN_CODE,
    TOKEN_TEXT, /* a run of text in a string with interpolations */
    /* Layout: equal to every other token of the same class, no text of their own */
    TOKEN_LINE_END,
    TOKEN_BLOCK_OPEN,
    TOKEN_BLOCK_CLOSE,
    /* Only inside the tokenizer: comments and line continuations */
    TOKEN_SKIPPED,
};

struct token {
    uint32_t start_byte; /* layout: where the token before ends */
    uint32_t end_byte;   /* exclusive; layout: the same as start_byte */
    uint32_t node;       /* index into the tree; a text's node is its container */
    uint8_t class;       /* enum token_class */
    bool is_joined;      /* its text is the name of its node's kind */
};

struct program {
    const char *source; /* borrowed: must outlive the program */
    uint32_t length;    /* bytes */
    struct syntax_tree tree;
    ARRAY(struct token) tokens;
    uint32_t error_byte; /* of a syntax error: where the first one is, and in words (static) what */
    const char *error;   /* stands there, as far as the grammar does not decide; "" otherwise */
};

enum tokenize_result {
    TOKENIZE_OK,
    TOKENIZE_SYNTAX_ERROR,
    TOKENIZE_TOO_MANY_SYMBOLS, /* see syntax_is_too_large */
};

/* Tokenizes `length` bytes of UTF-8 into `program`, whose memory is reused: zero it before the
 * first use. On any result but TOKENIZE_OK the program has no tokens. `similar` (may be NULL) is a
 * program whose text may be mostly the same, of the same parser's language: it changes nothing but
 * the time (substitute.h). */
enum tokenize_result program_tokenize(struct program *program, struct syntax_parser *parser,
                                      const char *source, size_t length,
                                      const struct program *similar);
void program_release(struct program *program);
SCOPED_VALUE(program, program_release)

/* The token's text: bytes of the source, or the kind's name for a joined token (`not in`, however
 * it is spaced). Empty for layout. */
struct token_text program_token_text(const struct program *program, size_t index);

/* Whether two tokens are the same: same class and same text, CRLF and CR inside strings being line
 * feeds. */
bool program_tokens_equal(const struct program *a, size_t index_a, const struct program *b,
                          size_t index_b);

/* The number of the first token that starts at a byte or after it; tokens.n for none. */
size_t program_token_from(const struct program *program, size_t byte);

/* Whether it is a token of layout. */
bool token_is_layout(const struct token *token);

/* Line (from 1; ended by LF, CRLF or CR) and column (from 0, in code points) of a byte. */
struct position {
    uint32_t line;
    uint32_t column;
};
struct position source_position(const char *source, size_t length, size_t byte);

/* Moves the position of byte `from` on to byte `to`, which is not before it. */
void source_position_advance(struct position *position, const char *source, size_t length,
                             size_t from, size_t to);

#endif
