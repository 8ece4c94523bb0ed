/* Bytes are passed on from the bracket that begins the array of rows to the one that ends it: a
 * comma between two rows becomes a line end, and blanks there are dropped. Of all else only texts
 * and brackets are looked at: whether the rows are JSON, their readers see. */
#include "miner/rows/row_text.h"

#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16 };

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

/* ---- The text ---- */

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
