/* A token: what it is, its text, and how two compare. */
#ifndef TOKENIZE_TOKEN_H
#define TOKENIZE_TOKEN_H

#include "base/str.h"
#include "tokenize/code_lines.h"
#include "tokenize/languages/language.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct token_text {
    const char *bytes; /* borrowed, not zero-terminated */
    size_t length;
};

/* Returns whether two texts are the same. CRLF and CR, which occur only in strings, count as line
 * feeds. */
bool token_text_equal(struct token_text a, struct token_text b);

/* Returns whether a text is this word, byte for byte. */
bool token_text_is(struct token_text text, const char *word);

/* Return the number of bytes that two texts have in common at their start, or before their ends; at
 * most `limit`, which both have. */
size_t token_text_common_start(const char *a, const char *b, size_t limit);
size_t token_text_common_end(const char *a_end, const char *b_end, size_t limit);

/* Appends a text with CRLF and CR as line feeds. */
void token_text_add_folded(struct str *out, struct token_text text);

/* Returns whether a text is in a list that ends with NULL. The list may be NULL. */
bool token_text_is_one_of(struct token_text text, const char *const *list);

/* ---- Tokens of a source ---- */

enum token_kind {
    TOKEN_WORD,   /* a name or a keyword, or several words that are joined to one token */
    TOKEN_NUMBER, /* without sign */
    TOKEN_STRING, /* a whole string, with its prefix and quotes */
    TOKEN_SIGN,   /* an operator, a bracket or punctuation */
    TOKEN_QUOTE,  /* the start (with the prefix) or the end of a string with interpolations */
    TOKEN_TEXT,   /* a run of text in a string with interpolations; in C and C++, a quote without
                   * partner and the rest of its line */
    /* Layout: tokens of one of these kinds are equal and have no text */
    TOKEN_LINE_END,
    TOKEN_BLOCK_OPEN,
    TOKEN_BLOCK_CLOSE,
};

struct token {
    uint32_t start_byte; /* layout: the end of the previous token */
    uint32_t end_byte;   /* exclusive; layout: equal to start_byte */
    uint32_t node;       /* index into the tree of a parsed program (program.h); otherwise 0 */
    uint8_t kind;        /* enum token_kind */
    uint8_t joined;      /* 0: not joined; otherwise 1 + index in the language's list. The text of a
                          * joined token is the entry of the list, whatever is between its words */
    uint8_t spelling; /* of an operator; 0: its own, otherwise 1 + index in the language's list */
};

/* Returns the length of the splice at the start of a text: an escaped line end that is nothing,
 * even in a token. Blanks may be before the line end. Returns 0 if there is none. */
static inline size_t token_splice(const struct language *language, const char *text, size_t length)
{
    if (!language->tokens.has_splices || text[0] != language->tokens.continuation)
        return 0;
    size_t n = 1;
    while (n < length && is_code_blank(text[n]))
        n++;
    if (n == length || !ends_line(text[n]))
        return 0;
    return n + (text[n] == '\r' && n + 1 < length && text[n + 1] == '\n' ? 2 : 1);
}

/* Returns the text of a token: bytes of the source, or the entry of the language's list for a
 * joined token. The text of a layout token is empty. */
struct token_text token_text_of(const struct language *language, const char *source,
                                const struct token *token);

/* Returns the text of a token; if that is another spelling of an operator, the operator: `&&` for
 * `and`, `[` for `<:`. */
struct token_text token_operator_of(const struct language *language, const char *source,
                                    const struct token *token);

/* Reads \u00e9 or \U000000e9 at the start of a text. Returns its length; 0 if it is not there, or
 * is a character that C does not let escape. */
size_t token_escaped_letter(uint32_t *code, struct token_text text);

/* Appends the text of a token as the compiler knows it: line ends are line feeds, splices (escaped
 * line ends) are nothing, letters are not escaped, and a name is in its normal form. */
void token_text_add_known(struct str *out, const struct language *language, enum token_kind kind,
                          struct token_text text);

/* Returns a hash of that text. */
uint64_t token_text_hash(const struct language *language, enum token_kind kind,
                         struct token_text text, uint64_t seed);

/* Returns whether the texts of two tokens of a kind are the same to the compiler. */
bool token_texts_agree(const struct language *language, enum token_kind kind, struct token_text a,
                       struct token_text b);

/* Returns how many bytes of a token are not in splices (escaped line ends). Writes the bytes of the
 * token to `out`, these first, unless that is NULL. They must not overlap. */
size_t token_join(const struct language *language, struct token_text text, char *out);

/* Returns whether two tokens have the same kind, and texts that agree. */
bool tokens_equal(const struct language *language, const char *source_a, const struct token *a,
                  const char *source_b, const struct token *b);

/* Returns whether it is a layout token. */
static inline bool token_is_layout(const struct token *token)
{
    return token->kind >= TOKEN_LINE_END;
}

/* By enum token_kind: word, number, string, sign, quote, text, line_end, block_open,
 * block_close. */
extern const char *const token_kind_names[];

/* By enum token_kind, the letter that stands for the kind in a row. */
extern const char token_kind_letters[];

#endif
