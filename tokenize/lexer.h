/* Cuts a source into tokens, from its start to its end, by the table of its language.
 *
 * The tokens of Python are those of CPython's tokenizer (Lib/tokenize.py, Python 3.12), with line
 * ends and blocks at the places of its NEWLINE, INDENT and DEDENT, and without comments, blank
 * lines and line continuations. Differences: two words that are one operator (`not in`) are one
 * token; in an f-string, text with doubled braces is not divided; the forms of Python 2 are read,
 * too, and so is a continuation at the end of the text (Python 3.7).
 *
 * The tokens of C and C++ are those of clang's raw lexer, and those of Java are those of javac's
 * scanner, but for Unicode escapes outside of strings, which are refused. Differences in C and C++:
 * a run of words such as `unsigned long long` is one token, and so is the name of a header; a sign
 * is in a hexadecimal number only after `p`; a directive ends with a line end. A group that is
 * certainly not compiled has no tokens: that of `#if 0`, or of an #elif or #else after `#if 1`. In
 * a directive, and in a group that may not be compiled, a quote needs no partner, and any character
 * may occur.
 *
 * Every byte that is not white space, a comment, a line continuation or in such a group is part of
 * exactly one token.
 *
 * Only what a token looks like counts, not its place in the grammar. A program that does not parse
 * can have tokens. */
#ifndef TOKENIZE_LEXER_H
#define TOKENIZE_LEXER_H

#include "base/mem.h"
#include "tokenize/lexical.h"
#include "tokenize/token.h"

#include <stdbool.h>
#include <stdint.h>

/* What cannot be cut into tokens. */
enum lexical_error {
    LEXICAL_OK,
    LEXICAL_UNCLOSED,    /* a string or comment is not closed */
    LEXICAL_BRACKET,     /* a bracket is not closed, or closes none of its kind */
    LEXICAL_INDENTATION, /* a line has the indentation of no open block */
    LEXICAL_CHARACTER,   /* no token starts with this character */
    LEXICAL_NUMBER,      /* a number without digits, or one that runs into a word */
    LEXICAL_NESTING,     /* too many open brackets, blocks or strings in strings */
    LEXICAL_LENGTH,      /* more than LEXER_MAX_BYTES */
};

#define LEXER_MAX_BYTES (UINT32_MAX - 64) /* of a text */

/* Limits of CPython's tokenizer. */
enum { LEXER_MAX_BRACKETS = 200, LEXER_MAX_BLOCKS = 99, LEXER_MAX_TEXTS = 149 };

/* An open text with interpolations: a string, or the format of an interpolation in one. The lexer
 * is in the code of an interpolation if more brackets are open than around the text. */
struct open_text {
    uint32_t start_byte;
    uint32_t n_brackets;            /* open brackets around the text */
    const struct string_form *form; /* of the string */
    bool is_raw;
    bool is_format;
};

/* Where the lexer is in a line of the preprocessor. */
enum directive_part {
    DIRECTIVE_NONE,
    DIRECTIVE_NAME,      /* before its name */
    DIRECTIVE_HEADER,    /* before what may be a header name in angle brackets */
    DIRECTIVE_CONDITION, /* in a condition that is a number so far */
    DIRECTIVE_REST,
};

/* What is known about the condition of a directive. */
enum condition { CONDITION_UNKNOWN, CONDITION_FALSE, CONDITION_TRUE };

/* Groups are those of #if up to #endif. Of deeper ones nothing is known after their #elif. */
enum { LEXER_KNOWN_GROUPS = 64 };

/* The place of a lexer. One step back is a copy of this from before lexer_next(). */
struct lexer_place {
    uint32_t at;         /* next byte to read */
    uint32_t previous;   /* end of the last token that is not layout */
    uint32_t n_brackets; /* open brackets */
    uint16_t n_blocks;   /* open blocks */
    uint16_t n_texts;    /* open texts with interpolations */
    uint16_t n_closing;  /* blocks to close before the token at `at` */
    uint32_t n_groups;   /* open groups */
    uint64_t taken;      /* a bit for each: one of its branches is certainly compiled */
    uint8_t directive;   /* enum directive_part */
    uint8_t kind;        /* of this directive, enum directive_kind */
    uint8_t condition;   /* of this directive, enum condition */
    bool is_dead;        /* what follows, or follows this directive, is not compiled */
    bool has_spellings;  /* the words among them are operators, because of a header */
    bool is_opening;     /* a block opens before the token at `at` */
    bool has_line;       /* the current logical line has a token */
    bool is_started;     /* the layout before the token at `at` is decided */
    bool may_end_line;   /* a line end before the token at `at` is a token */
};

struct lexer {
    const struct lexical *lexical;
    const char *text;
    uint32_t length;
    uint32_t seen; /* the last token does not depend on bytes from here on */
    struct lexer_place place;
    enum lexical_error error;
    uint32_t error_byte;
    struct byte_range hidden; /* the last bytes that mean nothing to a grammar: of a group that is
                               * not compiled, or of a quote without partner and its line */
    struct byte_ranges *comments;          /* that it passes; NULL: they are not noted */
    uint32_t brackets[LEXER_MAX_BRACKETS]; /* bytes of the open brackets */
    uint32_t columns[LEXER_MAX_BLOCKS];    /* of the open blocks, ascending */
    struct open_text texts[LEXER_MAX_TEXTS];
};

enum lexer_result { LEXER_TOKEN, LEXER_END, LEXER_ERROR };

/* Starts at the beginning of a text, which is borrowed. */
void lexer_start(struct lexer *lexer, const struct lexical *lexical, const char *text,
                 uint32_t length);

/* Gets the next token. `token` is set only if the result is LEXER_TOKEN. After LEXER_ERROR, `error`
 * and `error_byte` are set, and the lexer must not be used again. */
enum lexer_result lexer_next(struct lexer *lexer, struct token *token);

/* Moves two lexers that agree forward, in less time than by getting the tokens, over the next `n`
 * bytes, which are the same in both texts. They stop at a place before a token at which nothing
 * before depends on later bytes, or before that. If they pass numbers unchecked, that is mostly at
 * the last line that starts in these bytes, and malformed numbers in between are not seen. `b` may
 * be one that was only started. */
void lexers_skip(struct lexer *a, struct lexer *b, uint32_t n, bool passes_numbers);

/* Returns whether two lexers at bytes with the same rest of the text get the same tokens. */
bool lexers_agree(const struct lexer *a, const struct lexer *b);

/* Returns what the directive with this name does. */
enum directive_kind directive_kind_of(const struct language *language, struct token_text name);

/* By enum lexical_error, what it means: "a malformed number". */
extern const char *const lexical_error_texts[];

/* Returns the length of the comment at the start of a text: up to the line end, or including the
 * mark that closes the comment. Returns 0 if the text does not start with a comment, SIZE_MAX if
 * the comment is not closed. */
size_t lexer_comment(const struct language *language, const char *text, size_t length);

#endif
