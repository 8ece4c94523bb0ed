/* A form is decided from strict signs, and each reader stops at the first byte that does not fit,
 * so that a program costs little. */
#include "miner/rows/code_form.h"

#include "base/json.h"
#include "miner/rows/json_flat.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_BASE64 = 8,  /* bytes; a shorter word of Base64 may be any word */
    LEAST_WORD = 6,    /* bytes; a shorter word, such as `print`, may be a program */
    LEAST_LONG = 16,   /* the same, with operators, such as bytes in Base64 */
    MOST_WITHOUT = 20, /* of so many values at least one has entities, if the column has */
};

const char *const code_form_words[N_CODE_FORMS] = {
    [CODE_NOTEBOOK] = "notebooks", [CODE_BASE64] = "Base64", [CODE_ENTITIES] = "entities of HTML",
    [CODE_JSON] = "JSON",          [CODE_HTML] = "HTML",     [CODE_WORD] = "single words",
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* ---- Base64 ---- */

/* Returns the value of a digit of either alphabet; -1: it is none. */
static int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

static bool add_base64(struct str *out, const char *text, size_t length)
{
    unsigned bits = 0;
    size_t n = 0, n_padding = 0, start = out->length;
    char *to = str_reserve(out, length);
    for (size_t i = 0; i < length; i++) {
        int digit = digit_of(text[i]);
        size_t place = n % 4;
        if (text[i] == '\n' || text[i] == '\r')
            continue;
        n_padding += text[i] == '=';
        if (text[i] == '=')
            continue;
        if (digit < 0 || n_padding)
            return false;
        bits = bits << 6 | (unsigned)digit;
        n++;
        if (place)
            *to++ = (char)(bits >> (6 - 2 * place));
    }
    size_t n_last = n % 4; /* the bits that these digits have too many are zero */
    if (n_last == 1 || n_padding > 2 || (n_padding && n_last + n_padding != 4) ||
        (n_last && bits & ((1U << (8 - 2 * n_last)) - 1)))
        return false;
    str_extend(out, (size_t)(to - out->text) - start);
    return n > 0;
}

static bool is_text(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] < ' ' && !is_blank(bytes[i]) && bytes[i] != '\f')
            return false;
    return utf8_is_valid(bytes, length);
}

static bool is_base64(const char *text, size_t length)
{
    scoped(str) decoded = {0};
    size_t n = 0;
    while (n < LEAST_BASE64 && n < length && digit_of(text[n]) >= 0)
        n++;
    return n == LEAST_BASE64 && add_base64(&decoded, text, length) &&
           is_text(str_text(&decoded), decoded.length);
}

/* ---- HTML ---- */

/* Reads the entity at the start of a text. Returns its length, 0 if there is none. */
static size_t take_entity(const char *text, uint32_t *code)
{
    static const char *const names[] = {"&lt;",   "&gt;",   "&amp;", "&quot;",
                                        "&apos;", "&nbsp;", NULL};
    for (int i = 0; names[i]; i++)
        if (strncmp(text, names[i], strlen(names[i])) == 0) {
            *code = (unsigned char)"<>&\"' "[i];
            return strlen(names[i]);
        }
    bool is_hex = text[1] == '#' && (text[2] | ' ') == 'x';
    const char *digits = text + 2 + is_hex;
    char *end;
    if (text[1] != '#' || !isxdigit((unsigned char)*digits))
        return 0;
    *code = (uint32_t)strtoul(digits, &end, is_hex ? 16 : 10);
    bool is_character = *code >= '\t' && *code < 0x110000 && *code >> 11 != 0xd800 >> 11;
    return *end == ';' && is_character ? (size_t)(end + 1 - text) : 0;
}

static bool has_signs(const char *text, size_t length)
{
    return memchr(text, '<', length) || memchr(text, '>', length);
}

static bool add_entities(struct str *out, const char *text, size_t length)
{
    const char *end = text + length, *sign = memchr(text, '&', length);
    if (!sign || has_signs(text, length))
        return false;
    while (sign) {
        uint32_t code;
        char character[4];
        size_t n = take_entity(sign, &code);
        if (!n)
            return false;
        str_add(out, text, (size_t)(sign - text));
        str_add(out, character, utf8_encode(character, code));
        text = sign + n;
        sign = memchr(text, '&', (size_t)(end - text));
    }
    str_add(out, text, (size_t)(end - text));
    return true;
}

/* PHP is in a page. */
static bool is_html(const char *text, size_t length)
{
    return length > 2 && text[0] == '<' && (isalpha((unsigned char)text[1]) || text[1] == '!') &&
           text[length - 1] == '>' && !memmem(text, length, "<?", 2);
}

/* ---- Others ---- */

static bool is_json(const char *text, size_t length)
{
    scoped(json_flat) flat = {0};
    return (*text == '{' || *text == '[') && json_flat_read(&flat, text, length) && flat.members.n;
}

static bool is_notebook(const char *text, size_t length)
{
    return *text == '{' && memmem(text, length, "\"nbformat\"", 10) &&
           memmem(text, length, "\"cell_type\"", 11);
}

/* Whether the text has none of what programs have: blanks, brackets and quotes, or if it is short,
 * operators. */
static bool is_word(const char *text, size_t length)
{
    const char *others =
        length < LEAST_LONG ? " \t\r\n;()[]{}<>\"'=+*,!&|^@" : " \t\r\n;()[]{}<>\"'";
    return length >= LEAST_WORD && strcspn(text, others) >= length;
}

enum code_form code_form_of(const char *text, size_t length)
{
    static bool (*const are[N_CODE_FORMS])(const char *text, size_t length) = {
        [CODE_NOTEBOOK] = is_notebook, [CODE_BASE64] = is_base64, [CODE_JSON] = is_json,
        [CODE_HTML] = is_html,         [CODE_WORD] = is_word,
    };
    scoped(str) decoded = {0};
    while (length && is_blank(*text))
        text++, length--;
    while (length && is_blank(text[length - 1]))
        length--;
    if (length < LEAST_WORD)
        return CODE_UNKNOWN;
    if (add_entities(&decoded, text, length))
        return CODE_ENTITIES;
    for (int form = CODE_NOTEBOOK; form < N_CODE_FORMS; form++)
        if (are[form] && are[form](text, length))
            return (enum code_form)form;
    return has_signs(text, length) || memchr(text, '&', length) ? CODE_SIGNS : CODE_PLAIN;
}

/* Values without signs do not say whether signs are entities. */
enum code_form code_form_most(const size_t n[N_CODE_FORMS])
{
    size_t n_all = 0;
    for (int form = CODE_PLAIN; form < N_CODE_FORMS; form++)
        n_all += n[form];
    for (int form = CODE_NOTEBOOK; form < N_CODE_FORMS; form++)
        if (2 * n[form] > n_all)
            return (enum code_form)form;
    bool has_entities = n[CODE_ENTITIES] > n[CODE_SIGNS] && MOST_WITHOUT * n[CODE_ENTITIES] > n_all;
    return has_entities ? CODE_ENTITIES : CODE_PLAIN;
}

bool code_form_decode(struct str *out, enum code_form form, const char *text, size_t length)
{
    while (length && is_blank(text[length - 1]))
        length--;
    if (form == CODE_BASE64)
        return add_base64(out, text, length);
    return form == CODE_ENTITIES && add_entities(out, text, length);
}

/* ---- Notebooks ---- */

/* Adds the lines of a cell. */
static void add_cell(struct str *out, const struct json *source)
{
    scoped(str) text = {0};
    str_add_text(&text, json_kind(source) == JSON_TEXT ? json_text(source) : "");
    if (json_kind(source) == JSON_ARRAY)
        json_each(part, source)
            str_add_text(&text, json_text(part) ? json_text(part) : "");
    for (const char *at = str_text(&text), *end; *at; at = *end ? end + 1 : end) {
        end = strchrnul(at, '\n');
        str_print(out, "%s%.*s\n", *at == '%' || *at == '!' ? "# " : "", (int)(end - at), at);
    }
}

void code_take_notebook(struct str *text)
{
    scoped(json) *whole = NULL;
    scoped(str) program = {0};
    struct err why;
    const char *start = str_text(text);
    size_t n_blank = strspn(start, " \t\r\n");
    if (!is_notebook(start + n_blank, text->length - n_blank) ||
        json_parse(&whole, start, text->length, &why) != 0)
        return;
    const struct json *cells = json_get(whole, "cells");
    cells = cells ? cells : json_get(json_item(json_get(whole, "worksheets"), 0), "cells");
    json_each(cell, cells) {
        const char *type = json_text_at(cell, "cell_type");
        const struct json *source = json_get(cell, "source");
        if (type && strcmp(type, "code") == 0)
            add_cell(&program, source ? source : json_get(cell, "input"));
    }
    str_clear(text);
    str_add(text, str_text(&program), program.length);
}
