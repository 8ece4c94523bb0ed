/* A program as a sequence of tokens.
 *
 * Tokens are the leaves of the syntax tree in source order, without comments, blank lines and line
 * continuations. If the language's layout carries meaning, its line ends and blocks are tokens too.
 * They are at the places where the reference tokenizer (for Python: Lib/tokenize.py) puts NEWLINE,
 * INDENT and DEDENT. Every byte of the source belongs to exactly one token, except white space,
 * comments and line continuations. A program for which this is not true is not tokenized. */
#ifndef TOKENIZE_PROGRAM_H
#define TOKENIZE_PROGRAM_H

#include "base/scoped.h"
#include "tokenize/token_text.h"
#include "tokenize/tree.h"

enum token_class {
    TOKEN_CODE,
    TOKEN_TEXT, /* a run of text in a string with interpolations */
    /* Layout: tokens of one of these classes are equal and have no text */
    TOKEN_LINE_END,
    TOKEN_BLOCK_OPEN,
    TOKEN_BLOCK_CLOSE,
    /* Only inside the tokenizer: comments and line continuations */
    TOKEN_SKIPPED,
};

struct token {
    uint32_t start_byte; /* layout: the end of the previous token */
    uint32_t end_byte;   /* exclusive; layout: equal to start_byte */
    uint32_t node;       /* index into the tree; the node of a text is its container */
    uint8_t class;       /* enum token_class */
    bool is_joined;      /* the text is the name of the node's kind */
};

struct program {
    const char *source; /* borrowed: must outlive the program */
    uint32_t length;    /* bytes */
    struct syntax_tree tree;
    ARRAY(struct token) tokens;
    uint32_t error_byte; /* place of the first syntax error */
    const char *error;   /* static text that says what is wrong there; "" if the grammar found the
                          * error */
};

enum tokenize_result {
    TOKENIZE_OK,
    TOKENIZE_SYNTAX_ERROR,
    TOKENIZE_TOO_MANY_SYMBOLS, /* see syntax_is_too_large */
};

/* Tokenizes `length` bytes of UTF-8 into `program`. Zero `program` before its first use; later uses
 * reuse its memory. On any result except TOKENIZE_OK the program has no tokens. `similar` is
 * another program of the same language, with a text that may be mostly the same; it may be NULL. It
 * affects only the time (substitute.h). */
enum tokenize_result program_tokenize(struct program *program, struct syntax_parser *parser,
                                      const char *source, size_t length,
                                      const struct program *similar);
void program_release(struct program *program);
SCOPED_VALUE(program, program_release)

/* Returns the token's text: bytes of the source, or the kind's name for a joined token (`not in`,
 * whatever the spacing). The text of a layout token is empty. */
struct token_text program_token_text(const struct program *program, size_t index);

/* Returns whether two tokens have the same class and the same text. CRLF and CR inside strings
 * count as line feeds. */
bool program_tokens_equal(const struct program *a, size_t index_a, const struct program *b,
                          size_t index_b);

/* Returns the index of the first token that starts at a byte or after it; tokens.n if there is
 * none. */
size_t program_token_from(const struct program *program, size_t byte);

/* Returns whether it is a layout token. */
bool token_is_layout(const struct token *token);

/* The line of a byte, counted from 1, and its column, counted from 0 in code points. Lines end with
 * LF, CRLF or CR. */
struct position {
    uint32_t line;
    uint32_t column;
};
struct position source_position(const char *source, size_t length, size_t byte);

/* Advances the position of byte `from` to byte `to`, which must not be before it. */
void source_position_advance(struct position *position, const char *source, size_t length,
                             size_t from, size_t to);

#endif
