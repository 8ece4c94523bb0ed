/* Runs of plain characters are copied at once; other characters are escaped one by one. */
#include "report/script_json.h"

#include "base/str.h"

#include <string.h>

/* Whether a byte needs no escape in a string. */
static bool is_plain(char byte)
{
    unsigned char code = (unsigned char)byte;
    return code >= ' ' && code < 0x80 && byte != '"' && byte != '\\' && byte != '<' &&
           byte != '>' && byte != '&';
}

static void add_ascii(struct str *out, char byte)
{
    static const char letters[] = "\"\"\\\\\nn\rr\tt"; /* characters, each with its escape */
    const char *known = byte ? strchr(letters, byte) : NULL;
    if (known)
        str_print(out, "\\%c", known[1]);
    else
        str_print(out, "\\u%04x", (unsigned)byte);
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

static void add_escaped(struct str *out, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t start = at;
        while (at < length && is_plain(bytes[at]))
            at++;
        str_add(out, bytes + start, at - start);
        if (at == length)
            return;
        if ((unsigned char)bytes[at] < 0x80)
            add_ascii(out, bytes[at++]);
        else
            at += add_character(out, bytes + at, length - at);
    }
}

void script_json_add_text(struct str *out, const char *bytes, size_t length)
{
    str_add_text(out, "\"");
    add_escaped(out, bytes, length);
    str_add_text(out, "\"");
}

/* The length in bytes of the first `max` code points, or of all. */
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
    bool is_clipped = length > max && length_of(bytes, length, max) < length;
    str_add_text(out, "\"");
    add_escaped(out, bytes, is_clipped ? length_of(bytes, length, max - 1) : length);
    str_add_text(out, is_clipped ? "…\"" : "\"");
}

size_t script_json_add_start(struct str *out, const char *bytes, size_t length, size_t max)
{
    size_t at = length_of(bytes, length, max), n_cut = 0;
    script_json_add_text(out, bytes, at);
    for (; at < length; n_cut++)
        at += length_of(bytes + at, length - at, 1);
    return n_cut;
}

static void add_members(struct str *out, const struct json *value, size_t max)
{
    bool is_object = json_kind(value) == JSON_OBJECT;
    str_add_text(out, is_object ? "{" : "[");
    json_each(member, value) {
        if (member != json_first(value))
            str_add_text(out, ",");
        if (is_object) {
            script_json_add_text(out, json_name(member), strlen(json_name(member)));
            str_add_text(out, ":");
        }
        script_json_add(out, member, max);
    }
    str_add_text(out, is_object ? "}" : "]");
}

void script_json_add(struct str *out, const struct json *value, size_t max)
{
    const char *text = json_text(value);
    if (json_kind(value) == JSON_OBJECT || json_kind(value) == JSON_ARRAY)
        add_members(out, value, max);
    else if (text)
        script_json_add_clipped(out, text, strlen(text), max);
    else
        json_print(out, value);
}
