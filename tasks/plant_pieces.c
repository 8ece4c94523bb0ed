#include "tasks/plant_pieces.h"

#include "base/table.h"
#include "tokenize/lexer.h"

#include <string.h>

enum { MAX_KEYWORD = 31 };

struct piece_cutter {
    struct lexical *of[MAX_LANGUAGES]; /* for fragments; made when they are first needed */
    struct table keywords;             /* of all languages */
};

struct piece_cutter *piece_cutter_new(void)
{
    struct piece_cutter *cutter = mem_alloc(1, sizeof *cutter);
    for (int i = 0; languages[i]; i++)
        for (const char *const *word = languages[i]->tokens.keywords; *word; word++)
            table_add(&cutter->keywords, *word);
    return cutter;
}

void piece_cutter_free(struct piece_cutter *cutter)
{
    if (!cutter)
        return;
    for (int i = 0; i < MAX_LANGUAGES; i++)
        lexical_free(cutter->of[i]);
    table_release(&cutter->keywords);
    free(cutter);
}

bool piece_is(struct plant_text text, const struct piece *piece, const char *what)
{
    size_t length = strlen(what);
    return piece->end - piece->start == length &&
           memcmp(text.bytes + piece->start, what, length) == 0;
}

bool piece_is_member(struct plant_text text, const struct pieces *pieces, size_t number)
{
    const struct piece *before = number ? &pieces->items[number - 1] : NULL;
    return before && (piece_is(text, before, ".") || piece_is(text, before, "->") ||
                      piece_is(text, before, "::"));
}

/* ---- With a lexer ---- */

static enum piece_kind kind_of(const struct lexical *lexical, const char *bytes,
                               const struct token *token)
{
    struct token_text text = {bytes + token->start_byte, token->end_byte - token->start_byte};
    if (token->kind == TOKEN_SIGN)
        return PIECE_SIGN;
    if (token->kind != TOKEN_WORD)
        return PIECE_VALUE;
    if (token->joined)
        return PIECE_KEYWORD;
    if (token_text_is_one_of(text, lexical->language->tokens.constants))
        return PIECE_VALUE;
    return lexical_is_keyword(lexical, text) ? PIECE_KEYWORD : PIECE_NAME;
}

/* Returns false if the lexer does not read the whole text. */
static bool cut_tokens(struct pieces *out, const struct lexical *lexical, struct plant_text text)
{
    struct lexer lexer;
    struct token token;
    uint32_t line = 0, at = 0;
    enum lexer_result result;
    lexer_start(&lexer, lexical, text.bytes, (uint32_t)text.length);
    while ((result = lexer_next(&lexer, &token)) == LEXER_TOKEN) {
        if (token_is_layout(&token))
            continue;
        for (; at < token.start_byte; at++)
            line += text.bytes[at] == '\n';
        bool is_long = memchr(text.bytes + at, '\n', token.end_byte - token.start_byte);
        array_push(out, ((struct piece){.start = token.start_byte,
                                        .end = token.end_byte,
                                        .line = line,
                                        .kind = (uint8_t)kind_of(lexical, text.bytes, &token),
                                        .is_inside = lexer.place.n_texts || is_long}));
    }
    return result == LEXER_END;
}

/* ---- Without ---- */

static bool is_part_of_word(char c)
{
    return is_ascii_word(c) || (unsigned char)c >= 0x80;
}

static uint8_t kind_of_word(const struct piece_cutter *cutter, const char *word, size_t length)
{
    char text[MAX_KEYWORD + 1] = {0};
    if (*word >= '0' && *word <= '9')
        return PIECE_VALUE;
    if (length > MAX_KEYWORD)
        return PIECE_NAME;
    memcpy(text, word, length);
    return table_find(&cutter->keywords, text) == TABLE_NONE ? PIECE_NAME : PIECE_KEYWORD;
}

/* Returns the length of a text in quotes; 0 if it is not closed in the line. */
static size_t quoted_length(const char *bytes, size_t length)
{
    for (size_t i = 1; i < length && bytes[i] != '\n'; i++) {
        if (bytes[i] == *bytes)
            return i + 1;
        i += bytes[i] == '\\' && i + 1 < length && bytes[i + 1] != '\n';
    }
    return 0;
}

static size_t sign_length(const char *bytes, size_t length)
{
    static const char *const signs[] = {"===", "!==", "==", "!=", "<=", ">=", "&&", "||", "->",
                                        "::",  ":=",  "+=", "-=", "*=", "/=", "=>", NULL};
    for (const char *const *sign = signs; *sign; sign++) {
        size_t n = strlen(*sign);
        if (n <= length && memcmp(bytes, *sign, n) == 0)
            return n;
    }
    return 1;
}

static void cut_lines(struct pieces *out, const struct piece_cutter *cutter, struct plant_text text)
{
    uint32_t line = 0;
    for (size_t at = 0, n; at < text.length; at += n) {
        const char *bytes = text.bytes + at;
        size_t left = text.length - at;
        uint8_t kind = PIECE_VALUE;
        line += *bytes == '\n';
        for (n = 0; n < left && is_part_of_word(bytes[n]); n++)
            ;
        bool is_quote = *bytes == '"' || *bytes == '\'';
        if (n) {
            kind = kind_of_word(cutter, bytes, n);
        } else if (!is_quote || (n = quoted_length(bytes, left)) == 0) {
            n = sign_length(bytes, left);
            kind = PIECE_SIGN;
        }
        if (*bytes != ' ' && (*bytes < '\t' || *bytes > '\r'))
            array_push(out, ((struct piece){(uint32_t)at, (uint32_t)(at + n), line, kind, false}));
    }
}

void pieces_cut(struct pieces *out, struct piece_cutter *cutter, const char *path,
                struct plant_text text)
{
    const struct language *language = language_of_extension(~0U, path);
    array_clear(out);
    if (language) {
        struct lexical **lexical = &cutter->of[language_number(language)];
        if (!*lexical)
            *lexical = lexical_new_for_fragments(language);
        if (cut_tokens(out, *lexical, text))
            return;
        array_clear(out);
    }
    cut_lines(out, cutter, text);
}
