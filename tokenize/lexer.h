/* A light scan that cuts a text into lexemes, the tokens as far as they show without a parse.
 *
 * Driven by the language's table. For a text that parses cleanly the lexemes are the tokens of
 * program.h, except that a string with interpolations is one lexeme, and that the grammar may take
 * a divisible lexeme apart. Where the scan cannot be certain of that, it says so: an unterminated
 * string, a nested quote in an f-string, a number that runs into a word, a character that no token
 * starts with. */
#ifndef TOKENIZE_LEXER_H
#define TOKENIZE_LEXER_H

#include "tokenize/lexeme_end.h"
#include "tokenize/token_text.h"

#include <stdint.h>

enum lexer_result {
    LEXER_LEXEME,
    LEXER_END,
    LEXER_UNCLEAR, /* only a parse can tell */
};

struct lexeme {
    uint32_t start_byte, end_byte;
    uint32_t line_start; /* where the last line between the lexeme before and this one starts; only
                            when is_new_line */
    bool is_new_line;    /* a line end stands before it, which no continuation character escapes */
    bool is_joined;      /* of a joined kind */
    bool is_divisible;   /* may be several tokens: a joined kind (`for not in x`), or a sign */
    bool has_code; /* a string with interpolations, in which white space may have no meaning */
    struct token_text text; /* of a joined kind (`not in`): the kind's name, however it is spaced */
};

struct lexer {
    struct scan scan;
    uint32_t at; /* where the next lexeme is looked for: outside strings and comments */
};

/* The next lexeme. */
enum lexer_result lexer_next(struct lexer *lexer, struct lexeme *lexeme);

/* Whether two lexemes may be the same tokens; false is certain. */
bool lexemes_may_be_equal(const struct lexeme *a, const struct lexeme *b);

/* Moves the lexer to the start of the last line up to byte `end` that begins outside a string, if
 * one starts behind the place where it is. LEXER_UNCLEAR when the scan is not certain. */
enum lexer_result lexer_skip_lines(struct lexer *lexer, uint32_t end);

#endif
