/* A text is a chain: a file or an entry of an archive, what unpacks it, and what decodes it.
 *
 * Of a JSON document, bytes are passed on from the bracket that begins the array of rows to the one
 * that ends it: a comma between two rows becomes a line end, and blanks there are dropped. Of all
 * else only texts and brackets are looked at: whether the rows are JSON, their readers see.
 *
 * The columns of a Parquet file are like the header of CSV, so a missing one is known at once. Only
 * those that may be fields are read: other columns of a wide table cost nothing. */
#include "miner/rows/row_text.h"

#include "base/encoding.h"
#include "base/interrupt.h"
#include "base/packed.h"
#include "base/sandbox/parquet_rows.h"

#include <stdlib.h>
#include <string.h>

void row_text_close(struct row_text *text)
{
    if (text->context)
        text->close(text->context);
    *text = (struct row_text){0};
}

/* ---- A file, or an entry of an archive ---- */

enum { BLOCK_BYTES = 1 << 16, MAX_MARK = 4 };

struct file_text {
    struct archive_reader *archive; /* whose current entry it is; NULL: it is a file */
    struct packed *packed;
    struct decoder *decoder; /* NULL: UTF-8 */
    char block[BLOCK_BYTES];
    size_t start, end; /* the bytes of `block` that are not yet decoded */
    bool has_ended;    /* the file has no more bytes */
    struct str text;   /* decoded, */
    size_t n_taken;    /* and how much of it was read */
};

/* How texts begin. A byte of the pattern is that of the mark, or 0, or any other one (`x`). */
static const struct {
    const char *encoding, *start;
    size_t length;
    bool is_mark; /* and no character of the text */
} starts[] = {
    {"UTF-8", "\xef\xbb\xbf", 3, true}, {"UTF-32LE", "\xff\xfe\0\0", 4, true},
    {"UTF-16LE", "\xff\xfe", 2, true},  {"UTF-32BE", "\0\0\xfe\xff", 4, true},
    {"UTF-16BE", "\xfe\xff", 2, true},  {"UTF-32LE", "x\0\0\0", 4, false},
    {"UTF-32BE", "\0\0\0x", 4, false},  {"UTF-16LE", "x\0x\0", 4, false},
    {"UTF-16BE", "\0x\0x", 4, false},
};

static bool begins_with(const char *bytes, size_t length, size_t row)
{
    const char *start = starts[row].start;
    if (length < starts[row].length)
        return false;
    for (size_t i = 0; i < starts[row].length; i++)
        if (start[i] == 'x' ? !bytes[i] : bytes[i] != start[i])
            return false;
    return true;
}

const char *row_text_encoding(const char *bytes, size_t length, size_t *n_mark)
{
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins_with(bytes, length, i)) {
            if (n_mark && starts[i].is_mark)
                *n_mark = starts[i].length;
            return starts[i].encoding;
        }
    return NULL;
}

/* A file that is unpacked gives many bytes without waiting. */
static ptrdiff_t read_bytes(struct file_text *file, char *bytes, size_t capacity, struct err *err)
{
    return interrupt_signal() ? err_set(err, "stopped")
                              : packed_read(file->packed, bytes, capacity, err);
}

/* Fills the block as far as there are bytes, but waits only for one. */
static int fill_block(struct file_text *file, size_t least, struct err *err)
{
    memmove(file->block, file->block + file->start, file->end -= file->start);
    file->start = 0;
    while (file->end < least && file->end < BLOCK_BYTES && !file->has_ended) {
        ptrdiff_t n = read_bytes(file, file->block + file->end, BLOCK_BYTES - file->end, err);
        if (n < 0)
            return ERR;
        file->has_ended = n == 0;
        file->end += (size_t)n;
    }
    return 0;
}

static ptrdiff_t read_utf8(struct file_text *file, char *bytes, size_t capacity, struct err *err)
{
    size_t left = file->end - file->start, n = left < capacity ? left : capacity;
    if (!left)
        return file->has_ended ? 0 : read_bytes(file, bytes, capacity, err);
    memcpy(bytes, file->block + file->start, n);
    file->start += n;
    return (ptrdiff_t)n;
}

static ptrdiff_t read_file(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct file_text *file = context;
    if (!file->decoder)
        return read_utf8(file, bytes, capacity, err);
    while (file->n_taken == file->text.length) {
        file->n_taken = 0;
        str_clear(&file->text);
        if (file->has_ended && file->start == file->end)
            return 0;
        if (fill_block(file, file->end - file->start + 1, err) != 0)
            return ERR;
        file->start += decoder_add(file->decoder, &file->text, file->block + file->start,
                                   file->end - file->start, file->has_ended);
    }
    return (ptrdiff_t)str_take(&file->text, &file->n_taken, bytes, capacity);
}

static uint64_t file_position(const void *context)
{
    const struct file_text *file = context;
    return file->archive ? archive_reader_bytes_done(file->archive) : packed_position(file->packed);
}

static void close_file(void *context)
{
    struct file_text *file = context;
    packed_close(file->packed);
    decoder_close(file->decoder);
    str_release(&file->text);
    free(file);
}

static ptrdiff_t read_archive(void *context, char *bytes, size_t capacity, struct err *err)
{
    return archive_reader_read(context, bytes, capacity, err);
}

int row_text_open(struct row_text *out, const char *path, struct archive_reader *archive,
                  struct err *err)
{
    struct file_text *file = mem_alloc(1, sizeof *file);
    file->archive = archive;
    *out = (struct row_text){file, read_file, file_position, close_file, NULL};
    int status = archive ? packed_open_stream(&file->packed, path, read_archive, archive, err)
                         : packed_open(&file->packed, path, err);
    if (status != 0 || fill_block(file, MAX_MARK, err) != 0)
        return ERR;
    out->encoding = row_text_encoding(file->block, file->end, &file->start);
    return out->encoding ? decoder_open(&file->decoder, out->encoding, err) : 0;
}

/* ---- A JSON document as lines ---- */

/* All zero at the start. */
struct document {
    bool has_begun;
    bool is_in_text, is_escaped;
    size_t depth;      /* brackets that are open; of these, */
    size_t n_arrays;   /* those of arrays */
    bool is_at_array;  /* after the bracket of an array that may have the rows */
    bool has_rows;     /* the array was found */
    size_t rows_depth; /* the depth in it; 0: before and after it */
    size_t line;       /* line ends so far */
    const char *error; /* why it cannot be read on */
};

/* The first character in an array that is in no other one. If the outermost value is one, it has
 * the rows, whatever they are. */
static void take_first(struct document *document, char c)
{
    document->is_at_array = false;
    if (c != '{' && document->depth > 1)
        return;
    if (document->has_rows)
        document->error =
            "there is a second array of objects; jq -c '.NAME[]' gives the rows of one";
    document->has_rows = true;
    document->rows_depth = document->depth;
}

/* A character that is neither in a text nor blank. */
static void take_mark(struct document *document, char c)
{
    bool is_array = c == '[' || c == ']';
    if (document->depth == 0 && document->has_begun)
        document->error = "something follows the document; `jq -c .` makes lines of objects";
    document->has_begun = true;
    if (c == '"') {
        document->is_in_text = true;
    } else if (c == '{' || c == '[') {
        document->depth++;
        document->n_arrays += is_array;
        document->is_at_array = is_array && document->n_arrays == 1;
    } else if ((c == '}' || c == ']') && document->depth) {
        document->depth--;
        document->n_arrays -= is_array && document->n_arrays;
        if (document->depth < document->rows_depth)
            document->rows_depth = 0;
    }
}

/* Takes the bytes of a text up to its end, a line end or the end of the bytes. Returns their
 * number. */
static size_t take_text(struct document *document, const char *bytes, size_t length)
{
    size_t n = 0;
    for (bool is_escaped = document->is_escaped; n < length && bytes[n] != '\n'; n++) {
        char c = bytes[n];
        document->is_in_text = c != '"' || is_escaped;
        is_escaped = document->is_escaped = c == '\\' && !is_escaped;
        if (!document->is_in_text)
            return n + 1;
    }
    return n;
}

/* Takes bytes, and writes the lines that they are. Returns the end of what was written, which is
 * not longer. A line end in a row is a blank, and so is the carriage return that it becomes. In a
 * text, neither may be. */
static char *take_bytes(struct document *document, char *out, const char *bytes, size_t length)
{
    for (size_t i = 0, n; i < length && !document->error; i += n) {
        char c = bytes[i];
        bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        bool is_in_text = document->is_in_text;
        n = is_in_text ? take_text(document, bytes + i, length - i) : 0;
        if (n && document->rows_depth)
            out = mempcpy(out, bytes + i, n);
        if (n)
            continue;
        n = 1;
        if (document->is_at_array && !is_blank)
            take_first(document, c);
        bool is_in_rows = document->rows_depth;
        bool is_between = document->depth == document->rows_depth && !is_in_text;
        document->line += c == '\n';
        if (!is_blank)
            take_mark(document, c);
        if (!is_in_rows || (is_between && is_blank))
            continue;
        bool is_end = (is_between && (c == ',' || c == ']'));
        *out++ = is_end ? '\n' : c == '\n' ? '\r' : c;
    }
    return out;
}

static void end(struct document *document)
{
    if (document->depth || !document->has_begun)
        document->error = "it ends before its last bracket";
    else if (!document->has_rows)
        document->error = "it has no array of objects";
}

bool row_text_has_array(const char *bytes, size_t length)
{
    struct document document = {0};
    scoped_memory char *unused = mem_resize(NULL, length + 1, 1);
    take_bytes(&document, unused, bytes, length);
    return document.has_rows;
}

struct lines {
    struct row_text below;
    const char *name;
    struct document document;
    bool has_ended; /* `below` has no more bytes */
    char block[BLOCK_BYTES];
    struct str made;
    size_t n_taken; /* of what was made */
};

static void make(struct lines *lines, const char *bytes, size_t length)
{
    char *start = str_reserve(&lines->made, length);
    str_extend(&lines->made, (size_t)(take_bytes(&lines->document, start, bytes, length) - start));
}

static ptrdiff_t read_lines(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct lines *lines = context;
    while (lines->n_taken == lines->made.length) {
        lines->n_taken = 0;
        str_clear(&lines->made);
        if (lines->document.error)
            return err_set(err, "'%s' cannot be read on from line %zu as JSON: %s", lines->name,
                           lines->document.line + 1, lines->document.error);
        if (lines->has_ended)
            return 0;
        ptrdiff_t n =
            lines->below.read(lines->below.context, lines->block, sizeof lines->block, err);
        if (n < 0)
            return ERR;
        make(lines, lines->block, (size_t)n);
        lines->has_ended = n == 0;
        if (lines->has_ended)
            end(&lines->document);
    }
    return (ptrdiff_t)str_take(&lines->made, &lines->n_taken, bytes, capacity);
}

static uint64_t position(const void *context)
{
    const struct lines *lines = context;
    return lines->below.position(lines->below.context);
}

static void close_lines(void *context)
{
    struct lines *lines = context;
    row_text_close(&lines->below);
    str_release(&lines->made);
    free(lines);
}

void row_text_unfold(struct row_text *text, const char *name, const char *bytes, size_t length)
{
    struct lines *lines = mem_alloc(1, sizeof *lines);
    lines->below = *text;
    lines->name = name;
    make(lines, bytes, length);
    *text = (struct row_text){lines, read_lines, position, close_lines, text->encoding};
}

/* ---- Parquet ---- */

/* Where fields may be inside columns, only the rows show which are missing. */
static int choose(void *context, const char *const *names, size_t n, bool *is_wanted,
                  struct err *err)
{
    const struct row_columns *columns = context;
    int at[N_ROW_SLOTS];
    bool has_more = false;
    for (size_t i = 0; i < n; i++) {
        struct row_column column = row_columns_look(columns, names[i]);
        is_wanted[i] = column.rank >= 0 || column.input >= 0 || column.has_more;
        has_more |= column.has_more;
    }
    return has_more ? 0 : row_columns_find(columns, names, n, true, at, err);
}

static ptrdiff_t read_parquet(void *context, char *bytes, size_t capacity, struct err *err)
{
    return parquet_rows_read(context, bytes, capacity, err);
}

static uint64_t parquet_position(const void *context)
{
    return parquet_rows_position(context);
}

static void close_parquet(void *context)
{
    parquet_rows_close(context);
}

int row_text_open_parquet(struct row_text *out, const char *path, const struct row_columns *columns,
                          struct err *err)
{
    struct parquet_rows *rows;
    struct err reason;
    int status = parquet_rows_open(&rows, path, choose, (void *)columns, &reason);
    if (status == 0)
        *out = (struct row_text){rows, read_parquet, parquet_position, close_parquet, NULL};
    if (status != PARQUET_UNABLE)
        return status == 0 ? 0 : err_pass(err, &reason);
    return err_set(err,
                   "cannot read '%s': %s; or convert the file with DuckDB's command line: duckdb "
                   "-c \"copy (from 'FILE') to 'FILE.jsonl' (format json)\"",
                   path, reason.message);
}
