/* Runs of plain characters are copied; what is none is looked at one by one. In JSON that is written
 * already, the characters of HTML can stand in its strings only, where an escape means the same. */
#include "report/script_json.h"

#include "base/utf8.h"

#include <stdbool.h>

/* Whether a byte is written as it is, in a string. */
static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x80 && byte != '"' && byte != '\\' && byte != '<' &&
           byte != '>' && byte != '&';
}

static void add_ascii(struct str *out, char byte)
{
    switch (byte) {
    case '"':
        str_add_text(out, "\\\"");
        break;
    case '\\':
        str_add_text(out, "\\\\");
        break;
    case '\n':
        str_add_text(out, "\\n");
        break;
    case '\r':
        str_add_text(out, "\\r");
        break;
    case '\t':
        str_add_text(out, "\\t");
        break;
    default:
        str_print(out, "\\u%04x", (unsigned)byte);
    }
}

/* A character beyond ASCII; returns its length in bytes. */
static size_t add_character(struct str *out, const char *bytes, size_t length)
{
    uint32_t code;
    size_t n = utf8_decode(bytes, length, &code);
    if (n == 0)
        str_add_text(out, "\\ufffd");
    else if (code == 0x2028 || code == 0x2029)
        str_print(out, "\\u%04x", (unsigned)code);
    else
        str_add(out, bytes, n);
    return n ? n : 1;
}

/* Appends bytes; of JSON, what is not of HTML stays as it is. */
static void add_escaped(struct str *out, const char *bytes, size_t length, bool is_json)
{
    for (size_t at = 0; at < length;) {
        size_t start = at;
        while (at < length && is_plain((unsigned char)bytes[at]))
            at++;
        str_add(out, bytes + start, at - start);
        if (at == length)
            break;
        if ((unsigned char)bytes[at] >= 0x80) {
            at += add_character(out, bytes + at, length - at);
        } else if (is_json && bytes[at] != '<' && bytes[at] != '>' && bytes[at] != '&') {
            str_add(out, bytes + at++, 1);
        } else {
            add_ascii(out, bytes[at++]);
        }
    }
}

void script_json_add_text(struct str *out, const char *bytes, size_t length)
{
    str_add(out, "\"", 1);
    add_escaped(out, bytes, length, false);
    str_add(out, "\"", 1);
}

/* The bytes of the first `max` code points, or all. */
static size_t length_of(const char *bytes, size_t length, size_t max)
{
    size_t at = 0;
    uint32_t code;
    for (size_t n = 0; n < max && at < length; n++) {
        size_t step = utf8_decode(bytes + at, length - at, &code);
        at += step ? step : 1;
    }
    return at;
}

void script_json_add_clipped(struct str *out, const char *bytes, size_t length, size_t max)
{
    bool is_clipped = length_of(bytes, length, max) < length;
    str_add(out, "\"", 1);
    add_escaped(out, bytes, is_clipped ? length_of(bytes, length, max - 1) : length, false);
    str_add_text(out, is_clipped ? "…\"" : "\"");
}

void script_json_add(struct str *out, const struct json *value)
{
    struct str text = {0};
    json_print(&text, value);
    add_escaped(out, str_text(&text), text.length, true);
    str_release(&text);
}
