/* Most bytes are in quoted fields, which are searched for the next quote at once. */
#include "base/csv_row.h"

#include <string.h>

/* Returns the first byte of a plain field that ends it, or `length`. */
static size_t plain_end(const char *bytes, size_t at, size_t length)
{
    while (at < length && bytes[at] != ',' && bytes[at] != '\n')
        at++;
    return at;
}

static size_t quote_at(const char *bytes, size_t at, size_t length)
{
    const char *quote = memchr(bytes + at, '"', length - at);
    return quote ? (size_t)(quote - bytes) : length;
}

bool csv_scan(struct csv_scan *scan, const char *bytes, size_t length)
{
    size_t at = scan->n_bytes;
    while (at < length) {
        if (scan->state == CSV_QUOTED) {
            at = quote_at(bytes, at, length);
            if (at < length)
                scan->state = CSV_QUOTE;
            at += at < length;
            continue;
        }
        if (scan->state == CSV_PLAIN) {
            at = plain_end(bytes, at, length);
            if (at == length)
                break;
        }
        char c = bytes[at++];
        if (c == '\n') {
            scan->n_bytes = at;
            return true;
        }
        if (c == ',')
            scan->state = CSV_START;
        else if (c == '"' && (scan->state == CSV_START || scan->state == CSV_QUOTE))
            scan->state = CSV_QUOTED;
        else
            scan->state = CSV_PLAIN;
    }
    scan->n_bytes = at;
    return false;
}

/* Takes a quoted field, without its quotes, to the front of its own bytes. Returns where it ends in
 * the row, after the closing quote, or 0 if it is not closed. */
static size_t cut_quoted(char *row, size_t start, size_t length, size_t *field_length)
{
    size_t at = start + 1, end = at;
    for (;;) {
        size_t quote = quote_at(row, at, length);
        if (end != at)
            memmove(row + end, row + at, quote - at);
        end += quote - at;
        if (quote == length)
            return 0;
        at = quote + 1;
        if (at == length || row[at] != '"') {
            *field_length = end - start - 1;
            return at;
        }
        row[end++] = '"';
        at++;
    }
}

static void push(struct csv_fields *out, const char *text, size_t length)
{
    if (out->n++ < MAX_DELIMITED_FIELDS)
        array_push(&out->list, (struct delimited_field){text, length});
}

bool csv_cut(struct csv_fields *out, char *row, size_t length)
{
    array_clear(&out->list);
    out->n = 0;
    length -= length && row[length - 1] == '\n';
    length -= length && row[length - 1] == '\r';
    for (size_t at = 0;; at++) {
        size_t start = at, n = 0;
        if (at < length && row[at] == '"') {
            at = cut_quoted(row, start++, length, &n);
            if (at == 0 || (at < length && row[at] != ','))
                return false;
        } else {
            const char *comma = memchr(row + at, ',', length - at);
            at = comma ? (size_t)(comma - row) : length;
            n = at - start;
        }
        row[start + n] = '\0';
        push(out, row + start, n);
        if (at >= length)
            return true;
        row[at] = '\0';
    }
}

void csv_add_cell(struct str *out, const char *text)
{
    const char *mark = *text && strchr("=+-@\t\r", *text) ? "'" : "";
    if (*text && !text[strcspn(text, ",\"\r\n")]) {
        str_print(out, "%s%s", mark, text);
        return;
    }
    str_print(out, "\"%s", mark);
    for (; *text; text++)
        str_add(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    str_add_text(out, "\"");
}
