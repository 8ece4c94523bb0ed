/* A light scan that cuts a text into lexemes: its tokens, as far as they can be found without a
 * parse. The language's table drives the scan.
 *
 * For a text that parses cleanly, the lexemes are the tokens of program.h, with two exceptions. A
 * string with interpolations is one lexeme, and the grammar may divide a divisible lexeme. The scan
 * returns LEXER_UNCLEAR where it is not certain: at an unterminated string, a nested quote in an
 * f-string, a number that runs into a word, or a character that starts no token. */
#ifndef TOKENIZE_LEXER_H
#define TOKENIZE_LEXER_H

#include "tokenize/lexeme_end.h"
#include "tokenize/token_text.h"

#include <stdint.h>

enum lexer_result {
    LEXER_LEXEME,
    LEXER_END,
    LEXER_UNCLEAR, /* a parse is needed */
};

struct lexeme {
    uint32_t start_byte, end_byte;
    uint32_t line_start; /* if is_new_line: start of the last line that begins between the previous
                            lexeme and this one */
    bool is_new_line;    /* a line end, not escaped by a continuation character, precedes it */
    bool is_joined;      /* of a joined kind */
    bool is_divisible;   /* may be several tokens: a joined kind (`for not in x`), or a sign */
    bool has_code; /* a string with interpolations, in which white space may have no meaning */
    struct token_text text; /* for a joined kind (`not in`): its name, whatever the spacing */
};

struct lexer {
    struct scan scan;
    uint32_t at; /* where the search for the next lexeme starts: outside strings and comments */
};

/* Gets the next lexeme. `lexeme` is set only if the result is LEXER_LEXEME. */
enum lexer_result lexer_next(struct lexer *lexer, struct lexeme *lexeme);

/* Returns whether two lexemes may be the same tokens. False is certain. */
bool lexemes_may_be_equal(const struct lexeme *a, const struct lexeme *b);

/* Moves the lexer forward to the start of the last line up to byte `end` that begins outside a
 * string. The lexer stays if no such line starts after its place. Returns LEXER_UNCLEAR if the scan
 * is not certain. */
enum lexer_result lexer_skip_lines(struct lexer *lexer, uint32_t end);

#endif
