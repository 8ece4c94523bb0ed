/* What is between tokens, and where a word or a sign ends: line splices may be anywhere. */
#include "tokenize/lexing.h"

size_t lexing_sign_at(const struct language *language, const char *text, size_t length,
                      const char *sign)
{
    for (size_t at = 0, n; at < length && text[at] == *sign; at++) {
        if (!*++sign)
            return at + 1;
        while (at + 1 < length && (n = splice_length(language, text + at + 1, length - at - 1)))
            at += n;
    }
    return 0;
}

size_t lexer_comment(const struct language *language, const char *text, size_t length)
{
    for (const struct comment_form *form = language->tokens.comments; form && form->open; form++) {
        size_t n = lexing_sign_at(language, text, length, form->open), n_close = 0;
        if (!n)
            continue;
        if (form->close) {
            for (; n < length && !n_close; n += n_close ? n_close : 1) {
                const char *close = memchr(text + n, form->close[0], length - n);
                n = close ? (size_t)(close - text) : length;
                n_close = lexing_sign_at(language, text + n, length - n, form->close);
            }
            return n_close ? n : SIZE_MAX;
        }
        while (n < length && text[n] != '\n' && text[n] != '\r') {
            size_t n_splice = splice_length(language, text + n, length - n);
            n += n_splice ? n_splice : 1;
        }
        return n;
    }
    return 0;
}

uint32_t lexing_skip_gap(const struct lexer *lexer, uint32_t at, uint32_t *line_start)
{
    for (; at < lexer->length; at++) {
        unsigned char class = class_at(lexer, at);
        if (class == BYTE_BLANK)
            continue;
        if (class < BYTE_BLANK)
            break;
        if (class == BYTE_LINE_END) {
            *line_start = at + 1;
        } else if (class == BYTE_COMMENT) {
            size_t n =
                lexer_comment(lexer->lexical->language, lexer->text + at, lexer->length - at);
            if (n == 0 || n == SIZE_MAX)
                break;
            at += (uint32_t)n - 1;
        } else if (lexer->lexical->language->tokens.has_splices) {
            uint32_t end = after_splices(lexer, at);
            if (end == at)
                break;
            at = end - 1;
        } else {
            char next = byte_at(lexer, at + 1);
            uint32_t n = next == '\r' && byte_at(lexer, at + 2) == '\n' ? 2 : 1;
            if ((next != '\n' && next != '\r') || at + n + 1 >= lexer->length)
                break;
            at += n;
        }
    }
    return at;
}

uint32_t lexing_word_end(const struct lexer *lexer, uint32_t at, unsigned char *any)
{
    const unsigned char *traits = lexer->lexical->traits;
    const unsigned char *text = (const unsigned char *)lexer->text;
    uint32_t end = at;
    for (;;) {
        while (end < lexer->length && (traits[text[end]] & TRAIT_PART_OF_WORD))
            *any |= text[end++];
        uint32_t next = after_splices(lexer, end);
        if (next == end || !has_trait_at(lexer, next, TRAIT_PART_OF_WORD))
            return end;
        end = next;
    }
}
