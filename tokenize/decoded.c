/* Copies the text from one backslash to the next. One after another one that begins no escape does
 * not begin one either, so both are copied at once (JLS 3.3: the number of backslashes before it
 * must be even). Most texts have no escape, and are not copied. */
#include "tokenize/decoded.h"

#include "base/str.h"

#include <string.h>

enum { N_DIGITS = 4 };

/* Reads the digits after `u`. Returns false if there are not enough. */
static bool read_digits(uint32_t *code, const char *digits, size_t length)
{
    *code = 0;
    if (length < N_DIGITS)
        return false;
    for (int i = 0; i < N_DIGITS; i++) {
        if (hex_digit(digits[i]) == 16)
            return false;
        *code = *code * 16 + hex_digit(digits[i]);
    }
    return true;
}

/* Returns the length of the escape at the start of a text, and sets `code`; 0 if there is none. */
static size_t read_escape(uint32_t *code, const char *text, size_t length)
{
    size_t n = 1;
    if (length < 2 || text[0] != '\\')
        return 0;
    while (n < length && text[n] == 'u')
        n++;
    return n > 1 && read_digits(code, text + n, length - n) ? n + N_DIGITS : 0;
}

static bool is_surrogate(uint32_t code, uint32_t first)
{
    return code >= first && code < first + 0x400;
}

/* Does the same for an escape, or two of them that are one character in UTF-16. */
static size_t read_character(uint32_t *code, const char *text, size_t length)
{
    enum { HIGH = 0xd800, LOW = 0xdc00 };
    uint32_t second;
    size_t n = read_escape(code, text, length);
    if (!n || !is_surrogate(*code, HIGH))
        return n;
    size_t n_second = read_escape(&second, text + n, length - n);
    if (!n_second || !is_surrogate(second, LOW))
        return n;
    *code = 0x10000 + ((*code - HIGH) << 10) + (second - LOW);
    return n + n_second;
}

static void add_character(struct str *out, uint32_t code)
{
    char bytes[4] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)),
                     (char)(0x80 | (code & 0x3f))};
    bool is_half = code >= 0xd800 && code < 0xe000;
    size_t n = is_half ? 3 : utf8_encode(bytes, code == '\r' ? '\n' : code);
    str_add(out, bytes, n);
}

/* Decodes all escapes. Returns false at the first that is not valid. */
static bool decode(struct decoded *decoded, struct token_text text, uint32_t *error_byte)
{
    const char *next;
    uint32_t code;
    str_clear(&decoded->text);
    for (size_t at = 0; at < text.length;) {
        next = memchr(text.bytes + at, '\\', text.length - at);
        size_t backslash = next ? (size_t)(next - text.bytes) : text.length;
        str_add(&decoded->text, text.bytes + at, backslash - at);
        at = backslash;
        if (at + 1 >= text.length || text.bytes[at + 1] != 'u') {
            size_t n = text.length - at < 2 ? text.length - at : 2;
            str_add(&decoded->text, text.bytes + at, n);
            at += n;
            continue;
        }
        size_t n = read_character(&code, text.bytes + at, text.length - at);
        *error_byte = (uint32_t)at;
        if (!n)
            return false;
        add_character(&decoded->text, code);
        at += n;
        array_push(&decoded->places, (struct decoded_place){(uint32_t)decoded->text.length,
                                                            (uint32_t)(at - decoded->text.length)});
    }
    return true;
}

static bool has_escape(const struct language *language, struct token_text text)
{
    return language->tokens.has_unicode_escapes && text.length &&
           memmem(text.bytes, text.length, "\\u", 2);
}

static bool decode_any(struct decoded *decoded, const struct language *language,
                       struct token_text *text, uint32_t *error_byte)
{
    array_clear(&decoded->places);
    if (!has_escape(language, *text))
        return true;
    if (!decode(decoded, *text, error_byte)) {
        array_clear(&decoded->places);
        return false;
    }
    *text = (struct token_text){str_text(&decoded->text), decoded->text.length};
    return true;
}

/* Returns the length without the last mark of the end, which only blanks may follow. */
static size_t length_before_end(const struct language *language, struct token_text text)
{
    size_t n = text.length, end = n;
    for (; language->tokens.end_mark && n; n--) {
        char c = text.bytes[n - 1];
        if (c == language->tokens.end_mark)
            end = n - 1;
        else if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            break;
    }
    return end;
}

bool decoded_program(struct decoded *decoded, const struct language *language,
                     struct token_text *text, uint32_t *error_byte)
{
    bool is_valid = decode_any(decoded, language, text, error_byte);
    text->length = length_before_end(language, *text);
    return is_valid;
}

bool decoded_token(struct decoded *decoded, const struct language *language,
                   struct token_text *text)
{
    uint32_t ignored;
    return decode_any(decoded, language, text, &ignored);
}

uint32_t decoded_file_byte(const struct decoded *decoded, uint32_t at)
{
    size_t n;
    bisect(n, decoded->places.n, decoded->places.items[n].at <= at);
    return n ? at + decoded->places.items[n - 1].n_more : at;
}

void decoded_release(struct decoded *decoded)
{
    str_release(&decoded->text);
    array_release(&decoded->places);
}
