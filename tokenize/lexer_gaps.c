/* What is between tokens, and where a word or a sign ends: line splices may be anywhere. */
#include "tokenize/lexing.h"

#include "base/str.h"

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

bool token_texts_agree(const struct language *language, struct token_text a, struct token_text b)
{
    size_t at_a = 0, at_b = 0, n;
    if (token_text_equal(a, b) || !language->tokens.has_splices)
        return token_text_equal(a, b);
    if (!memchr(a.bytes, language->tokens.continuation, a.length) &&
        !memchr(b.bytes, language->tokens.continuation, b.length))
        return false;
    for (;;) {
        while (at_a < a.length && (n = splice_length(language, a.bytes + at_a, a.length - at_a)))
            at_a += n;
        while (at_b < b.length && (n = splice_length(language, b.bytes + at_b, b.length - at_b)))
            at_b += n;
        if (at_a == a.length || at_b == b.length)
            return at_a == a.length && at_b == b.length;
        if (a.bytes[at_a++] != b.bytes[at_b++])
            return false;
    }
}

size_t token_join(const struct language *language, struct token_text text, char *out)
{
    size_t n = 0, n_splices = 0, n_splice;
    for (size_t at = 0; at < text.length; at += n_splice ? n_splice : 1) {
        n_splice = splice_length(language, text.bytes + at, text.length - at);
        if (out && !n_splice)
            out[n] = text.bytes[at];
        n += !n_splice;
    }
    for (size_t at = 0; out && at < text.length; at += n_splice ? n_splice : 1) {
        n_splice = splice_length(language, text.bytes + at, text.length - at);
        memcpy(out + n + n_splices, text.bytes + at, n_splice);
        n_splices += n_splice;
    }
    return n;
}

/* Returns whether a continuation and its line end may end the text, as they could up to Python 3.7:
 * after a token of its line, or in a line without indentation. In a line that is started, it was
 * refused before. */
static bool may_be_last(const struct lexer *lexer, uint32_t line_start)
{
    bool is_after_token = !line_start && lexer->place.has_line;
    return is_after_token ||
           (!lexer->place.is_started && class_at(lexer, line_start) == BYTE_CONTINUATION);
}

/* Notes a comment, unless the lexer was here before. */
static void note_comment(const struct lexer *lexer, uint32_t start, size_t n)
{
    struct lexer_comments *comments = lexer->comments;
    size_t n_known = comments ? comments->ranges.n : 0;
    if (comments && (n_known == 0 || start >= comments->ranges.items[n_known - 1].end))
        array_push(&comments->ranges, (struct byte_range){start, start + n});
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
            note_comment(lexer, at, n);
            at += (uint32_t)n - 1;
        } else if (lexer->lexical->language->tokens.has_splices) {
            uint32_t end = after_splices(lexer, at);
            if (end == at)
                break;
            at = end - 1;
        } else {
            char next = byte_at(lexer, at + 1);
            uint32_t n = next == '\r' && byte_at(lexer, at + 2) == '\n' ? 2 : 1;
            bool is_last = at + n + 1 >= lexer->length;
            if (!ends_line(next) || (is_last && !may_be_last(lexer, *line_start)))
                break;
            at += n;
        }
    }
    return at;
}

/* Reads \u00e9 or \U000000e9. Returns its length; 0 if it is not there, or is a character that C
 * does not let escape. */
static uint32_t read_escaped(const struct lexer *lexer, uint32_t at, uint32_t *code)
{
    char kind = byte_at(lexer, at + 1);
    uint32_t n = kind == 'u' ? 4 : kind == 'U' ? 8 : 0, n_digits = 0;
    for (*code = 0; n_digits < n; n_digits++) {
        unsigned digit = hex_digit(byte_at(lexer, at + 2 + n_digits));
        if (digit == 16)
            return 0;
        *code = *code << 4 | digit;
    }
    bool is_basic = *code < 0xA0 && *code != '$';
    return n && !is_basic ? 2 + n : 0;
}

static bool is_letter(const struct token_rules *rules, uint32_t code, enum letter letter)
{
    if (code < 0x80)
        return code && rules->letters && strchr(rules->letters, (int)code);
    return letter == LETTER_ANY
               ? !utf8_is_space(code)
               : utf8_is_identifier_part(rules->names, code, letter == LETTER_FIRST);
}

uint32_t lexing_letter(const struct lexer *lexer, uint32_t at, enum letter letter)
{
    const struct token_rules *rules = &lexer->lexical->language->tokens;
    uint32_t code, n;
    if (at >= lexer->length)
        return 0;
    if (lexer->text[at] == '\\')
        n = rules->has_escaped_letters ? read_escaped(lexer, at, &code) : 0;
    else if ((unsigned char)lexer->text[at] >= 0x80)
        n = (uint32_t)utf8_decode(lexer->text + at, lexer->length - at, &code);
    else
        return has_trait_at(lexer, at, TRAIT_PART_OF_WORD);
    return n && is_letter(rules, code, letter) ? n : 0;
}

uint32_t lexing_word_end(const struct lexer *lexer, uint32_t at)
{
    const unsigned char *traits = lexer->lexical->traits;
    const unsigned char *text = (const unsigned char *)lexer->text;
    enum letter more = is_lenient(lexer) ? LETTER_ANY : LETTER_NEXT;
    uint32_t end = at;
    for (;;) {
        while (end < lexer->length && text[end] < 0x80 && (traits[text[end]] & TRAIT_PART_OF_WORD))
            end++;
        if (end < lexer->length && text[end] < 0x80 && text[end] != '\\')
            return end; /* as most words */
        uint32_t next = after_splices(lexer, end);
        uint32_t n = lexing_letter(lexer, next, end == at ? LETTER_FIRST : more);
        if (!n)
            return end;
        end = next + n;
    }
}
