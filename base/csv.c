/* Most bytes of a text that comes in parts are in quoted fields, which are searched for the next
 * quote at once. Of a whole text, rows with quotes are cut by libcsv. Almost no line of CodeNet's
 * metadata has one. */
#include "base/csv.h"

#include <csv.h>
#include <string.h>

/* ---- The rows of a text that comes in parts ---- */

/* Returns the first byte of a plain field that ends it, or `length`. */
static size_t plain_end(char delimiter, const char *bytes, size_t at, size_t length)
{
    while (at < length && bytes[at] != delimiter && bytes[at] != '\n')
        at++;
    return at;
}

static size_t quote_at(const char *bytes, size_t at, size_t length)
{
    const char *quote = memchr(bytes + at, '"', length - at);
    return quote ? (size_t)(quote - bytes) : length;
}

/* A line end after a backslash does not end the row. */
static bool scan_backslashes(struct csv_scan *scan, const char *bytes, size_t length)
{
    size_t at = scan->n_bytes;
    while (at < length) {
        char c = bytes[at++];
        if (scan->state == CSV_AFTER_BACKSLASH) {
            scan->state = CSV_AT_START;
        } else if (c == '\\') {
            scan->state = CSV_AFTER_BACKSLASH;
        } else if (c == '\n') {
            scan->n_bytes = at;
            return true;
        }
    }
    scan->n_bytes = at;
    return false;
}

bool csv_scan(struct csv_scan *scan, const struct csv_form *form, const char *bytes, size_t length)
{
    const char delimiter = form->delimiter;
    size_t at = scan->n_bytes;
    if (form->has_backslashes)
        return scan_backslashes(scan, bytes, length);
    while (at < length) {
        if (scan->state == CSV_IN_QUOTES) {
            at = quote_at(bytes, at, length);
            if (at < length)
                scan->state = CSV_AFTER_QUOTE;
            at += at < length;
            continue;
        }
        if (scan->state == CSV_IN_PLAIN) {
            at = plain_end(delimiter, bytes, at, length);
            if (at == length)
                break;
        }
        char c = bytes[at++];
        scan->n_after += c == delimiter;
        scan->is_wrong |= scan->state == CSV_AFTER_QUOTE && c != delimiter && !strchr("\"\r\n", c);
        if (c == '\n' || (scan->most && (scan->is_wrong || scan->n_after >= scan->most))) {
            scan->n_bytes = at;
            return true;
        }
        if (c == delimiter)
            scan->state = CSV_AT_START;
        else if (c == '"' && (scan->state == CSV_AT_START || scan->state == CSV_AFTER_QUOTE))
            scan->state = CSV_IN_QUOTES;
        else
            scan->state = CSV_IN_PLAIN;
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
    if (out->n++ < MAX_CSV_FIELDS)
        array_push(&out->list, (struct csv_field){text, length});
}

/* Returns the number of the digits of a base, at most `most`, and sets the value that they have. */
static size_t take_digits(const char *text, size_t length, unsigned base, size_t most, char *value)
{
    unsigned number = 0;
    size_t n = 0;
    for (; n < most && n < length; n++) {
        if (hex_digit(text[n]) >= base)
            break;
        number = number * base + hex_digit(text[n]);
    }
    *value = (char)number;
    return n;
}

/* Sets the character that the bytes after a backslash mean, and returns their number. */
static size_t take_escape(const char *text, size_t length, char *value)
{
    static const char meanings[256] = {
        ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t', ['v'] = '\v'};
    size_t n = take_digits(text, length, 8, 3, value);
    if (n == 0 && length > 1 && *text == 'x' &&
        (n = take_digits(text + 1, length - 1, 16, 2, value)))
        n++;
    if (n)
        return n;
    *value = meanings[(unsigned char)*text] ? meanings[(unsigned char)*text] : *text;
    return 1;
}

/* Cuts text with backslashes. A value is never longer than what is written. */
static bool cut_backslashes(struct csv_fields *out, char delimiter, char *row, size_t length)
{
    size_t start = 0, end = 0, first = 0; /* of the field as it is read, and as it was written */
    for (size_t at = 0;; at++) {
        if (at < length && row[at] == '\\' && at + 1 < length) {
            at += take_escape(row + at + 1, length - at - 1, &row[end]);
            end++;
        } else if (at < length && row[at] != delimiter) {
            row[end++] = row[at];
        } else {
            bool is_null = at - first == 2 && end - start == 1 && row[start] == 'N';
            row[end] = '\0';
            push(out, is_null ? NULL : row + start, is_null ? 0 : end - start);
            if (at >= length)
                return true;
            start = end = first = at + 1;
        }
    }
}

bool csv_cut(struct csv_fields *out, const struct csv_form *form, char *row, size_t length)
{
    const char delimiter = form->delimiter;
    array_clear(&out->list);
    out->n = 0;
    length -= length && row[length - 1] == '\n';
    length -= length && row[length - 1] == '\r';
    if (form->has_backslashes)
        return cut_backslashes(out, delimiter, row, length);
    for (size_t at = 0;; at++) {
        size_t start = at, n = 0;
        if (at < length && row[at] == '"') {
            at = cut_quoted(row, start++, length, &n);
            if (at == 0 || (at < length && row[at] != delimiter))
                return false;
        } else {
            const char *next = memchr(row + at, delimiter, length - at);
            at = next ? (size_t)(next - row) : length;
            n = at - start;
        }
        row[start + n] = '\0';
        push(out, row + start, n);
        if (at >= length)
            return true;
        row[at] = '\0';
    }
}

/* ---- A whole text ---- */

static const struct csv_form commas = {.delimiter = ','};

enum { MAX_RESCANNED = 1 << 28 }; /* bytes; after them, a quote is a character */

/* Returns the length of the row at the start of the bytes. One with a wrong quote ends with its
 * line; `has_quotes` is set for one with quotes that are right. */
static size_t row_length(bool *has_quotes, const char *bytes, size_t length, size_t *n_rescanned)
{
    struct csv_scan scan = {.most = SIZE_MAX};
    const char *feed = memchr(bytes, '\n', length);
    size_t n = feed ? (size_t)(feed - bytes) + 1 : length;
    *has_quotes = false;
    if (*n_rescanned > MAX_RESCANNED || quote_at(bytes, 0, n) == n)
        return n;
    bool has_ended = csv_scan(&scan, &commas, bytes, length);
    *has_quotes = !scan.is_wrong && (has_ended || scan.state != CSV_IN_QUOTES);
    if (*has_quotes)
        return scan.n_bytes;
    *n_rescanned += scan.n_bytes;
    return n;
}

/* Blanks around a field belong to it (RFC 4180), and a row is cut without its line end. */
static int is_none(unsigned char c)
{
    (void)c;
    return 0;
}

struct cutting {
    struct csv_fields *fields;
    char *to; /* no field is longer than what is written */
};

static void take_field(void *bytes, size_t length, void *context)
{
    struct cutting *cutting = context;
    memcpy(cutting->to, bytes, length);
    cutting->to[length] = '\0';
    push(cutting->fields, cutting->to, length);
    cutting->to += length + 1;
}

/* Cuts a row with quotes. Its texts will be at `to`. */
static void cut_quotes(struct csv_fields *out, char *to, const char *row, size_t length)
{
    struct csv_parser parser;
    struct cutting cutting = {out, to};
    array_clear(&out->list);
    out->n = 0;
    if (csv_init(&parser, 0) != 0)
        mem_exhausted();
    csv_set_space_func(&parser, is_none);
    csv_set_term_func(&parser, is_none);
    csv_set_blk_size(&parser, length + 1);
    if (csv_parse(&parser, row, length, take_field, NULL, &cutting) != length)
        mem_exhausted(); /* without strict mode this is the only error */
    csv_fini(&parser, take_field, NULL, &cutting);
    csv_free(&parser);
}

void csv_read(const char *bytes, size_t length,
              void (*row)(void *context, const struct csv_row *row), void *context)
{
    struct csv_fields fields = {0};
    scoped(str) text = {0};
    size_t line = 1, n_rescanned = 0;
    for (size_t at = utf8_byte_order_mark(bytes, length), n; at < length; at += n) {
        bool has_quotes;
        n = row_length(&has_quotes, bytes + at, length - at, &n_rescanned);
        size_t end = n - (bytes[at + n - 1] == '\n');
        end -= end && bytes[at + end - 1] == '\r';
        bool is_binary = memchr(bytes + at, '\0', n) || !utf8_is_valid(bytes + at, n);
        str_clear(&text);
        str_add(&text, bytes + at, n);
        if (has_quotes)
            cut_quotes(&fields, text.text, bytes + at, end);
        else
            csv_cut(&fields, &commas, text.text, n);
        if (end)
            row(context, &(struct csv_row){fields.list.items, fields.n, line, is_binary});
        line += text_count(bytes + at, n, '\n');
    }
    array_release(&fields.list);
}

int csv_column(const struct csv_row *header, const char *name)
{
    for (size_t i = 0; i < header->n_fields && i < MAX_CSV_FIELDS; i++)
        if (header->fields[i].length == strlen(name) && strcmp(header->fields[i].text, name) == 0)
            return (int)i;
    return -1;
}

void csv_add_library(struct str *out)
{
    str_print(out, "libcsv %d.%d.%d", CSV_MAJOR, CSV_MINOR, CSV_RELEASE);
}

/* ---- Cells that are written ---- */

void csv_add_quoted(struct str *out, const char *bytes, size_t length)
{
    str_add_text(out, "\"");
    for (const char *end = bytes + length, *quote; bytes <= end; bytes = quote + 1) {
        quote = bytes < end ? memchr(bytes, '"', (size_t)(end - bytes)) : NULL;
        quote = quote ? quote : end;
        str_add(out, bytes, (size_t)(quote - bytes));
        str_add_text(out, quote < end ? "\"\"" : "");
    }
    str_add_text(out, "\"");
}

/* A field whose ends are blanks would be cut by readers that trim what is not in quotes. */
static bool needs_quotes(const char *text, size_t length)
{
    return !length || strchr(" \t", *text) || strchr(" \t", text[length - 1]) ||
           text[strcspn(text, "\"\r\n,")];
}

void csv_add_text(struct str *out, const char *text)
{
    size_t length = strlen(text);
    if (needs_quotes(text, length))
        csv_add_quoted(out, text, length);
    else
        str_add(out, text, length);
}

void csv_add_safe_text(struct str *out, const char *text)
{
    scoped(str) cell = {0};
    str_print(&cell, "%s%s", *text && strchr("=+-@\t\r\n", *text) ? "'" : "", text);
    csv_add_quoted(out, str_text(&cell), cell.length);
}

void csv_add_value(struct str *out, const struct json *value)
{
    enum json_kind kind = json_kind(value);
    if (kind == JSON_TEXT) {
        csv_add_safe_text(out, json_text(value));
    } else if (kind == JSON_ARRAY || kind == JSON_OBJECT) {
        scoped(str) text = {0};
        json_print(&text, value);
        csv_add_safe_text(out, str_text(&text));
    } else if (kind != JSON_NULL) {
        json_print(out, value);
    }
}
