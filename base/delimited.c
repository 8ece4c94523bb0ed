/* The only file that uses libcsv. libcsv gets the text line by line, so that the line on which a
 * row began is known even when quoted fields span several lines. A row without quotes is split at
 * its commas here, without libcsv. Almost every line of CodeNet's metadata is such a row. */
#include "base/delimited.h"

#include "base/mem.h"
#include "base/str.h"

#include <csv.h>
#include <string.h>

enum {
    WINDOW = 256,           /* bytes searched at once for the end of a line */
    FIELD_GROWTH = 1 << 16, /* bytes by which libcsv's buffer of one field grows: a field may be
                               as long as the file, and realloc() cannot always extend it in
                               place */
};

struct reader {
    void (*row)(void *context, const struct delimited_row *row);
    void *context;
    struct str text; /* the fields of the current row, each with a final zero */
    ARRAY(size_t)
    starts;          /* where in `text` each of the fields that are passed on starts, and the
                        field after them */
    size_t n_fields; /* counts all fields */
    bool is_binary;  /* a field contains a zero byte or is not UTF-8 */
    ARRAY(struct delimited_field) fields; /* filled when the row is complete */
    size_t line;                          /* the line that is being read */
    size_t row_line;                      /* the line on which the current row began */
    bool is_in_row;
};

static bool is_binary(const char *bytes, size_t length)
{
    return memchr(bytes, '\0', length) || !utf8_is_valid(bytes, length);
}

static void begin_field(struct reader *reader, size_t start)
{
    if (reader->n_fields++ <= MAX_DELIMITED_FIELDS)
        array_push(&reader->starts, start);
}

static void end_field(void *bytes, size_t length, void *context)
{
    struct reader *reader = context;
    begin_field(reader, reader->text.length);
    reader->is_binary = reader->is_binary || (length && is_binary(bytes, length));
    str_add(&reader->text, bytes, length);
    str_add(&reader->text, "", 1);
}

/* Passes on the row of the fields. */
static void give_row(struct reader *reader)
{
    struct delimited_row row = {reader->fields.items, reader->n_fields, reader->row_line,
                                reader->is_binary};
    reader->row(reader->context, &row);
    array_clear(&reader->fields);
    array_clear(&reader->starts);
    str_clear(&reader->text);
    reader->n_fields = 0;
    reader->is_binary = reader->is_in_row = false;
}

static void end_row(int terminator, void *context)
{
    struct reader *reader = context;
    (void)terminator;
    for (size_t i = 0; i < reader->n_fields && i < MAX_DELIMITED_FIELDS; i++) {
        size_t start = reader->starts.items[i];
        size_t end = i + 1 < reader->starts.n ? reader->starts.items[i + 1] : reader->text.length;
        array_push(&reader->fields, (struct delimited_field){.text = reader->text.text + start,
                                                             .length = end - start - 1});
    }
    give_row(reader);
}

/* Splits a row without quotes at its commas. */
static void cut_line(struct reader *reader, const char *line, size_t length)
{
    reader->is_binary = is_binary(line, length);
    str_add(&reader->text, line, length);
    str_add(&reader->text, "", 1);
    char *end = reader->text.text + length;
    for (char *field = reader->text.text, *comma; field; field = comma ? comma + 1 : NULL) {
        comma = memchr(field, ',', (size_t)(end - field));
        size_t n = (size_t)((comma ? comma : end) - field);
        field[n] = '\0';
        if (reader->n_fields++ < MAX_DELIMITED_FIELDS)
            array_push(&reader->fields, (struct delimited_field){field, n});
    }
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

void delimited_read(const char *bytes, size_t length,
                    void (*row)(void *context, const struct delimited_row *row), void *context)
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
    array_release(&reader.starts);
    array_release(&reader.fields);
    str_release(&reader.text);
}

int delimited_column(const struct delimited_row *header, const char *name)
{
    for (size_t i = 0; i < header->n_fields && i < MAX_DELIMITED_FIELDS; i++)
        if (header->fields[i].length == strlen(name) && strcmp(header->fields[i].text, name) == 0)
            return (int)i;
    return -1;
}

void delimited_add_library(struct str *out)
{
    str_print(out, "libcsv %d.%d.%d", CSV_MAJOR, CSV_MINOR, CSV_RELEASE);
}
