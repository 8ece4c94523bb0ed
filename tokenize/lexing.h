/* What the files of the lexer share: lexer.c goes from token to token, lexer_directives.c knows the
 * lines of the preprocessor, lexer_words.c reads words, numbers and signs, lexer_texts.c reads
 * strings, and lexer_gaps.c what is between tokens. Each calls only those after it. Nothing else
 * includes this. */
#ifndef TOKENIZE_LEXING_H
#define TOKENIZE_LEXING_H

#include "tokenize/lexer.h"

#include <string.h>

/* The longest look at bytes after a token, except after the first word of a joined token: at a
 * letter such as \u{1F600}, with up to eight digits. */
enum { LOOK_AHEAD = 12 };

static inline enum lexer_result fail(struct lexer *lexer, enum lexical_error error, uint32_t byte)
{
    lexer->error = error;
    lexer->error_byte = byte;
    return LEXER_ERROR;
}

/* Returns the byte at `at`; after the end of the text, zero. */
static inline char byte_at(const struct lexer *lexer, uint32_t at)
{
    return at < lexer->length ? lexer->text[at] : '\0';
}

static inline unsigned char class_at(const struct lexer *lexer, uint32_t at)
{
    return lexer->lexical->classes[(unsigned char)lexer->text[at]];
}

static inline bool has_trait_at(const struct lexer *lexer, uint32_t at, unsigned traits)
{
    return at < lexer->length &&
           (lexer->lexical->traits[(unsigned char)lexer->text[at]] & traits) != 0;
}

static inline bool has_text_at(const struct lexer *lexer, uint32_t at, const char *text, size_t n)
{
    return lexer->length - at >= n && memcmp(lexer->text + at, text, n) == 0;
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the length of the splice at the start of a text: an escaped line end that is nothing,
 * even in a token. Blanks may be before the line end. Returns 0 if there is none. */
static inline size_t splice_length(const struct language *language, const char *text, size_t length)
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

/* Returns the byte after the splices at `at`. */
static inline uint32_t after_splices(const struct lexer *lexer, uint32_t at)
{
    size_t n;
    while (at < lexer->length &&
           (n = splice_length(lexer->lexical->language, lexer->text + at, lexer->length - at)))
        at += (uint32_t)n;
    return at;
}

/* Returns the end of a look at LOOK_AHEAD bytes that are not in splices. */
static inline uint32_t end_of_look(const struct lexer *lexer, uint32_t at)
{
    uint32_t end = at + LOOK_AHEAD;
    if (!lexer->lexical->language->tokens.has_splices || end > lexer->length ||
        !memchr(lexer->text + at, lexer->lexical->language->tokens.continuation, LOOK_AHEAD))
        return end;
    for (int i = 0; i < LOOK_AHEAD; i++)
        at = after_splices(lexer, at) + 1;
    return at > end ? at : end;
}

static inline enum lexer_result take(struct lexer *lexer, struct token *token, enum token_kind kind,
                                     uint32_t end)
{
    *token = (struct token){.start_byte = lexer->place.at, .end_byte = end, .kind = (uint8_t)kind};
    lexer->place.at = lexer->place.previous = end;
    uint32_t seen = end_of_look(lexer, end);
    if (lexer->seen < seen)
        lexer->seen = seen;
    return LEXER_TOKEN;
}

/* Returns the open text that the place is in, or in the code of; NULL if there is none. */
static inline const struct open_text *innermost_text(const struct lexer *lexer)
{
    return lexer->place.n_texts ? &lexer->texts[lexer->place.n_texts - 1] : NULL;
}

/* Returns whether the place is in the code of an interpolation, outside brackets in it. */
static inline bool is_in_field(const struct lexer *lexer)
{
    const struct open_text *text = innermost_text(lexer);
    return text && lexer->place.n_brackets == text->n_brackets + 1;
}

/* Returns whether the place may be in text that is not compiled. */
static inline bool is_lenient(const struct lexer *lexer)
{
    return lexer->place.n_groups || lexer->place.directive;
}

/* Skips blanks, comments, escaped line ends and, up to `end`, line ends from byte `at` on. Sets
 * `line_start` to the byte after the last line end, if there is one. Returns the byte after the
 * gap. Stops at a comment that is not closed, and at a continuation character that escapes no line
 * end, or one that may not end the text. */
uint32_t lexing_skip_gap(const struct lexer *lexer, uint32_t at, uint32_t *line_start);

/* Returns the bytes that a sign takes at the start of a text, splices in it included; 0 if it is
 * not there. */
size_t lexing_sign_at(const struct language *language, const char *text, size_t length,
                      const char *sign);

/* What counts as a letter or digit: at the start of a word, in one, or in a word or number that the
 * compiler refuses or does not see. There, all characters but blanks do that are not ASCII. */
enum letter { LETTER_FIRST, LETTER_NEXT, LETTER_ANY };

/* Returns the length of the letter or digit at `at`, which may be escaped; 0 if there is none. */
uint32_t lexing_letter(const struct lexer *lexer, uint32_t at, enum letter letter);

/* Returns the end of the word at `at`; `at` if there is none. */
uint32_t lexing_word_end(const struct lexer *lexer, uint32_t at);

/* Enters a text with interpolations. Returns false if too many are open. */
bool lexing_open_text(struct lexer *lexer, struct open_text text);

/* Gets the token at the current place, in a directive or not. If it is the sign for one at the
 * start of a line, a directive begins. */
enum lexer_result lexing_token(struct lexer *lexer, struct token *token, bool starts_line);

/* Ends a directive: notes what it means for what follows. */
void lexing_end_directive(struct lexer_place *place);

/* Moves over a group that is not compiled, up to the directive that ends it. Returns LEXER_TOKEN,
 * or LEXER_ERROR. */
enum lexer_result lexing_dead_group(struct lexer *lexer);

/* Get the token at the current place. lexing_string() takes a string with its opening quote at
 * `quote`, after a prefix that may be NULL. lexing_text() is for a place in a text with
 * interpolations. */
enum lexer_result lexing_string(struct lexer *lexer, struct token *token, uint32_t quote,
                                const struct string_prefix *prefix);
enum lexer_result lexing_text(struct lexer *lexer, struct token *token);
enum lexer_result lexing_bracket(struct lexer *lexer, struct token *token, bool opens);
enum lexer_result lexing_word(struct lexer *lexer, struct token *token);
enum lexer_result lexing_number(struct lexer *lexer, struct token *token);
enum lexer_result lexing_sign(struct lexer *lexer, struct token *token);

#endif
