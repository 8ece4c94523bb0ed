/* A text that comes in parts is cut here: most bytes are in quoted fields, which are searched for
 * the next quote at once. A whole text is cut by libcsv, which gets it line by line, so that the
 * line on which a row began is known even when quoted fields span several lines. Of it, too, a row
 * without quotes is cut here, without libcsv. Almost every line of CodeNet's metadata is such a
 * row. */
#include "base/csv.h"

#include <csv.h>
#include <string.h>

enum {
    WINDOW = 256,           /* bytes searched at once for the end of a line */
    FIELD_GROWTH = 1 << 16, /* bytes by which libcsv's buffer of one field grows: a field may be
                               as long as the file, and realloc() cannot always extend it in
                               place */
};

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

struct reader {
    void (*row)(void *context, const struct csv_row *row);
    void *context;
    struct str text;          /* the fields of the current row, each with a final zero */
    struct csv_fields fields; /* of it; their texts are set when it is complete */
    bool is_binary;           /* a field contains a zero byte or is not UTF-8 */
    size_t line;              /* the line that is being read */
    size_t row_line;          /* the line on which the current row began */
    bool is_in_row;
};

static bool is_binary(const char *bytes, size_t length)
{
    return memchr(bytes, '\0', length) || !utf8_is_valid(bytes, length);
}

static void end_field(void *bytes, size_t length, void *context)
{
    struct reader *reader = context;
    push(&reader->fields, NULL, length);
    reader->is_binary = reader->is_binary || (length && is_binary(bytes, length));
    str_add(&reader->text, bytes, length);
    str_add(&reader->text, "", 1);
}

/* Passes on the row of the fields. */
static void give_row(struct reader *reader)
{
    struct csv_row row = {reader->fields.list.items, reader->fields.n, reader->row_line,
                          reader->is_binary};
    reader->row(reader->context, &row);
    array_clear(&reader->fields.list);
    str_clear(&reader->text);
    reader->fields.n = 0;
    reader->is_binary = reader->is_in_row = false;
}

static void end_row(int terminator, void *context)
{
    struct reader *reader = context;
    const char *at = reader->text.text;
    (void)terminator;
    for (size_t i = 0; i < reader->fields.list.n; i++) {
        reader->fields.list.items[i].text = at;
        at += reader->fields.list.items[i].length + 1;
    }
    give_row(reader);
}

static void cut_line(struct reader *reader, const char *line, size_t length)
{
    static const struct csv_form commas = {.delimiter = ','};
    reader->is_binary = is_binary(line, length);
    str_add(&reader->text, line, length);
    csv_cut(&reader->fields, &commas, reader->text.text, length);
    give_row(reader);
}

/* Returns where the line after the one at `at` starts. Lines end in LF, CRLF or CR. Searches one
 * window at a time, so that a file without LF is not searched to its end for each line. */
static size_t next_line(const char *bytes, size_t length, size_t at)
{
    for (size_t end; at < length; at = end) {
        end = length - at > WINDOW ? at + WINDOW : length;
        const char *feed = memchr(bytes + at, '\n', end - at);
        size_t limit = feed ? (size_t)(feed - bytes) : end;
        const char *carriage_return = memchr(bytes + at, '\r', limit - at);
        size_t next = carriage_return ? (size_t)(carriage_return - bytes) + 1 : limit + 1;
        if (carriage_return && next < length && bytes[next] == '\n')
            next++;
        if (carriage_return || feed)
            return next;
    }
    return length;
}

/* Blanks around a field belong to it (RFC 4180); libcsv would drop them. */
static int is_space(unsigned char c)
{
    (void)c;
    return 0;
}

void csv_read(const char *bytes, size_t length,
              void (*row)(void *context, const struct csv_row *row), void *context)
{
    struct reader reader = {.row = row, .context = context};
    struct csv_parser parser;
    if (csv_init(&parser, 0) != 0)
        mem_exhausted();
    csv_set_space_func(&parser, is_space);
    csv_set_blk_size(&parser, FIELD_GROWTH);
    for (size_t at = utf8_byte_order_mark(bytes, length); at < length;) {
        size_t next = next_line(bytes, length, at), end = next;
        while (end > at && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r'))
            end--;
        reader.line++;
        if (!reader.is_in_row) {
            reader.row_line = reader.line;
            reader.is_in_row = true;
            if (end > at && !memchr(bytes + at, '"', end - at)) {
                cut_line(&reader, bytes + at, end - at);
                at = next;
                continue;
            }
        }
        if (csv_parse(&parser, bytes + at, next - at, end_field, end_row, &reader) != next - at)
            mem_exhausted(); /* without strict mode this is the only error */
        at = next;
        /* A blank line does not end a row. The row starts on the next line. */
        if (parser.pstate == 0)
            reader.is_in_row = false;
    }
    csv_fini(&parser, end_field, end_row, &reader);
    csv_free(&parser);
    array_release(&reader.fields.list);
    str_release(&reader.text);
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
