/* What a model reads of a row: the texts under some keys, counted in code points. */
#include "base/utf8.h"
#include "export/format.h"

#include <string.h>

static size_t count(const struct json *value)
{
    const char *text = json_text(value);
    return text ? utf8_count(text, strlen(text)) : 0;
}

/* The text under a key, or those under a key of each in a list: "messages.content". */
static size_t count_key(const struct json *row, const char *key, size_t length)
{
    char list[32] = "", member[32] = "";
    const char *dot = memchr(key, '.', length);
    size_t n = 0, n_list = dot ? (size_t)(dot - key) : length;
    if (length >= sizeof list)
        return 0; /* no key is so long */
    memcpy(list, key, n_list);
    if (!dot)
        return count(json_get(row, list));
    memcpy(member, dot + 1, length - n_list - 1);
    for (const struct json *one = json_first(json_get(row, list)); one; one = json_next(one))
        n += count(json_get(one, member));
    return n;
}

/* The longest of keys that are read one at a time: "chosen|rejected". */
static size_t count_longest(const struct json *row, const char *keys, size_t length)
{
    size_t longest = 0;
    for (const char *key = keys, *end = keys + length; key < end;) {
        size_t n = strcspn(key, "| "), n_read = count_key(row, key, n);
        longest = n_read > longest ? n_read : longest;
        key += n + 1;
    }
    return longest;
}

static size_t count_lines(const struct export_format *format, const struct str *lines)
{
    size_t longest = 0;
    for (size_t part = 0; part < export_format_n_parts(format); part++) {
        size_t n = utf8_count(str_text(&lines[part]), lines[part].length) - 1; /* the line's end */
        longest = n > longest ? n : longest;
    }
    return longest;
}

size_t export_format_count_read(const struct export_format *format, const struct str *lines)
{
    struct json *row;
    struct err ignored; /* the row was written by us */
    size_t n = 0;
    if (!format->reads)
        return count_lines(format, lines);
    if (json_parse(&row, str_text(&lines[0]), lines[0].length, &ignored) != 0)
        return SIZE_MAX;
    for (const char *keys = format->reads; *keys;) {
        size_t length = strcspn(keys, " ");
        n += count_longest(row, keys, length);
        keys += length + (keys[length] == ' ');
    }
    json_free(row);
    return n;
}
