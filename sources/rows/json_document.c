/* A machine of a few states goes through the objects around the rows. It steps over any other value
 * at once, by its brackets, and over a row, whose bytes are passed on. */
#include "sources/rows/row_text.h"

#include "base/json_scan.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_LEVELS = 16, /* of objects around the rows */
    MAX_NAME = 200,  /* bytes; longer ones are cut */
    LONGEST_NAME = 64 << 10,
    BLOCK_BYTES = 1 << 16,
};

enum step {
    STEP_MORE,    /* more bytes are needed */
    STEP_ROW,     /* bytes of a row */
    STEP_ROW_END, /* the last of them */
    STEP_OUTSIDE, /* bytes that are in no row */
    STEP_END,
    STEP_WRONG, /* it cannot be read on */
};

enum state {
    AT_START,
    AT_VALUE,
    AT_ARRAY,
    IN_VALUE,
    AT_NAME,
    AT_COLON,
    AFTER_VALUE,
    AT_ROW,
    AFTER_ROW
};

/* All zero at the start. */
struct document {
    struct str choices; /* where the arrays of objects are that were found, separated by commas */
    bool has_rows;      /* the array was found */
    const char *error;  /* after STEP_WRONG; NULL: there is a second array of objects */
    struct json_end value;   /* the row, name or value that is being read */
    struct str path;         /* of the value */
    size_t ends[MAX_LEVELS]; /* of the path, before each name of it */
    size_t depth;
    enum state state;
};

static void document_release(struct document *document)
{
    str_release(&document->choices);
    str_release(&document->path);
}

static size_t blanks(const char *bytes, size_t length)
{
    size_t n = 0;
    while (n < length && bytes[n] && strchr(" \t\r\n", bytes[n]))
        n++;
    return n;
}

static enum step fail(struct document *document, const char *error)
{
    document->error = error;
    return STEP_WRONG;
}

static enum step go_to(struct document *document, enum state state)
{
    document->state = state;
    return STEP_OUTSIDE;
}

/* Goes on in a value. Returns whether it ends; sets `n` to the bytes of it. */
static bool take_bytes(struct document *document, const char *bytes, size_t length, bool is_end,
                       size_t *n)
{
    bool has_ended = json_end_scan(&document->value, bytes, length) ||
                     (is_end && document->value.state == JSON_END_WORD);
    *n = document->value.n_bytes;
    document->value.n_bytes = 0;
    if (has_ended)
        document->value = (struct json_end){0};
    return has_ended;
}

static enum step step_over(struct document *document, const char *bytes, size_t length, bool is_end,
                           size_t *n)
{
    if (take_bytes(document, bytes, length, is_end, n))
        return go_to(document, AFTER_VALUE);
    return *n ? STEP_OUTSIDE : STEP_MORE;
}

static enum step take_row(struct document *document, const char *bytes, size_t length, bool is_end,
                          size_t *n)
{
    if (take_bytes(document, bytes, length, is_end, n)) {
        document->state = AFTER_ROW;
        return STEP_ROW_END;
    }
    if (*n)
        return STEP_ROW;
    return is_end ? fail(document, "it ends in a row") : STEP_MORE;
}

/* The name before a value, with its quotes. */
static enum step take_name(struct document *document, const char *bytes, size_t length, size_t *n)
{
    struct json_end name = {0};
    if (!json_end_scan(&name, bytes, length))
        return length > LONGEST_NAME ? fail(document, "the name of a member is larger than 64 KiB")
                                     : STEP_MORE;
    size_t n_bytes = name.n_bytes - 2, end = document->ends[document->depth - 1];
    document->path.length = end;
    str_print(&document->path, "%s%.*s", end ? "." : "",
              (int)(n_bytes < MAX_NAME ? n_bytes : MAX_NAME), bytes + 1);
    *n = name.n_bytes;
    return go_to(document, AT_COLON);
}

/* An array: whether it has the rows. `first` is the character after the bracket. */
static enum step take_array(struct document *document, char first)
{
    bool is_wanted = first == '{' || document->depth == 0;
    if (is_wanted && first == '[')
        return fail(document, "the rows are arrays, and must be objects that name their values");
    if (is_wanted) {
        str_print(&document->choices, "%s%s", document->choices.length ? ", " : "",
                  str_text(&document->path));
        if (document->has_rows)
            return fail(document, NULL);
        document->has_rows = true;
        return go_to(document, AT_ROW);
    }
    document->value = (struct json_end){.depth = 1, .state = JSON_END_INSIDE};
    return go_to(document, IN_VALUE);
}

static enum step enter(struct document *document, char c, size_t *n)
{
    *n = 0;
    if ((c != '{' || document->depth == MAX_LEVELS) && c != '[') {
        if (document->depth == 0)
            return fail(document, "it is neither an object nor an array");
        return go_to(document, IN_VALUE);
    }
    *n = 1;
    if (c == '[')
        return go_to(document, AT_ARRAY);
    str_add_text(&document->path, "");
    document->ends[document->depth++] = document->path.length;
    return go_to(document, AT_NAME);
}

/* A character between values. */
static enum step take_mark(struct document *document, char c)
{
    enum state state = document->state;
    if (state == AT_COLON)
        return c == ':' ? go_to(document, AT_VALUE) : fail(document, "a colon is missing");
    if (state == AT_ROW || state == AFTER_ROW) {
        if (c == ']')
            return go_to(document, AFTER_VALUE);
        return c == ',' && state == AFTER_ROW
                   ? go_to(document, AT_ROW)
                   : fail(document, "a comma or a closing bracket is missing after a row");
    }
    if (document->depth == 0)
        return fail(document, "something follows the document; `jq -c .` makes lines of objects");
    if (c == ',' && state == AFTER_VALUE)
        return go_to(document, AT_NAME);
    if (c != '}')
        return fail(document, state == AT_NAME ? "the name of a member is missing"
                                               : "a comma or a closing bracket is missing");
    document->path.length = document->ends[--document->depth];
    document->path.text[document->path.length] = '\0';
    return go_to(document, AFTER_VALUE);
}

/* Takes what begins at a character that is not blank. */
static enum step begin(struct document *document, const char *bytes, size_t length, bool is_end,
                       size_t *n)
{
    enum state state = document->state;
    *n = 0;
    if (state == AT_START || state == AT_VALUE)
        return enter(document, *bytes, n);
    if (state == AT_ARRAY)
        return take_array(document, *bytes);
    if (state == AT_NAME && *bytes == '"')
        return take_name(document, bytes, length, n);
    if (state == AT_ROW && *bytes != ']')
        return take_row(document, bytes, length, is_end, n);
    *n = 1;
    return take_mark(document, *bytes);
}

/* Goes on in the document, at `bytes`. Sets `n` to the number of bytes to which the step belongs,
 * and which the next call must not get again; 0 if there are none. `is_end`: the document has no
 * more bytes. */
static enum step next(struct document *document, const char *bytes, size_t length, bool is_end,
                      size_t *n)
{
    enum step step;
    size_t n_blanks = blanks(bytes, length);
    *n = 0;
    if (document->state == IN_VALUE)
        step = step_over(document, bytes, length, is_end, n);
    else if (document->value.state != JSON_END_BEFORE)
        step = take_row(document, bytes, length, is_end, n);
    else if (n_blanks) {
        *n = n_blanks;
        return STEP_OUTSIDE;
    } else if (length)
        step = begin(document, bytes, length, is_end, n);
    else
        step =
            is_end && document->state == AFTER_VALUE && document->depth == 0 ? STEP_END : STEP_MORE;
    return step == STEP_MORE && is_end ? fail(document, "it ends before its last bracket") : step;
}

bool row_text_has_array(const char *bytes, size_t length)
{
    struct document document = {0};
    enum step step = STEP_OUTSIDE;
    for (size_t at = 0, n; step == STEP_OUTSIDE && !document.has_rows; at += n)
        step = next(&document, bytes + at, length - at, false, &n);
    bool has_rows = document.has_rows;
    document_release(&document);
    return has_rows;
}

/* ---- The text ---- */

struct lines {
    struct row_text below;
    const char *name;
    struct document document;
    struct str bytes; /* of the document, that are not yet looked at: */
    size_t at;        /* from here on */
    bool has_ended;   /* `below` has no more bytes */
    bool is_wrong;    /* the document cannot be read on */
    size_t line;      /* of the document, before `at` */
    struct str made;
    size_t n_taken; /* of what was made */
};

static int fail_at(const struct lines *lines, struct err *err)
{
    const struct document *document = &lines->document;
    if (!document->error)
        return err_set(err,
                       "'%s' has several arrays of objects: %s: mine the rows of one: jq -c "
                       "'.NAME[]' FILE | tokfix mine -",
                       lines->name, str_text(&document->choices));
    return err_set(err, "'%s' cannot be read on from line %zu as JSON: %s", lines->name,
                   lines->line + 1, document->error);
}

static int read_more(struct lines *lines, struct err *err)
{
    struct str *bytes = &lines->bytes;
    memmove(bytes->text, bytes->text + lines->at, bytes->length -= lines->at);
    lines->at = 0;
    ptrdiff_t n =
        lines->below.read(lines->below.context, str_reserve(bytes, BLOCK_BYTES), BLOCK_BYTES, err);
    if (n < 0)
        return ERR;
    str_extend(bytes, (size_t)n);
    lines->has_ended = n == 0;
    return 0;
}

/* Appends bytes of a row. A line feed is a blank, and so is the carriage return that it becomes; in
 * a text, neither may be. */
static void add_bytes(struct str *out, const char *bytes, size_t length)
{
    size_t start = out->length;
    str_add(out, bytes, length);
    for (char *feed = out->text + start;
         (feed = memchr(feed, '\n', out->length - (size_t)(feed - out->text)));)
        *feed = '\r';
}

/* Makes lines of the bytes that are there, or reads more. Returns 1, 0 at the end, or ERR. */
static int make(struct lines *lines, struct err *err)
{
    size_t n = 0;
    while (lines->made.length < BLOCK_BYTES) {
        const char *bytes = lines->bytes.text + lines->at;
        enum step step =
            next(&lines->document, bytes, lines->bytes.length - lines->at, lines->has_ended, &n);
        if (step == STEP_ROW || step == STEP_ROW_END)
            add_bytes(&lines->made, bytes, n);
        if (step == STEP_ROW_END)
            str_add_text(&lines->made, "\n");
        lines->line += text_count(bytes, n, '\n');
        lines->at += n;
        if (step == STEP_MORE && read_more(lines, err) != 0)
            return ERR;
        if (step == STEP_END && !lines->document.has_rows)
            return err_set(err, "'%s' has no array of objects", lines->name);
        lines->is_wrong = step == STEP_WRONG;
        if (lines->is_wrong || step == STEP_END)
            break;
    }
    if (lines->is_wrong && !lines->made.length)
        return fail_at(lines, err);
    return lines->made.length > 0;
}

static ptrdiff_t read_lines(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct lines *lines = context;
    if (lines->n_taken == lines->made.length) {
        lines->n_taken = 0;
        str_clear(&lines->made);
        int status = lines->is_wrong ? fail_at(lines, err) : make(lines, err);
        if (status != 1)
            return status;
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
    document_release(&lines->document);
    str_release(&lines->bytes);
    str_release(&lines->made);
    free(lines);
}

void row_text_unfold(struct row_text *text, const char *name, const char *bytes, size_t length)
{
    struct lines *lines = mem_alloc(1, sizeof *lines);
    lines->below = *text;
    lines->name = name;
    str_add(&lines->bytes, bytes, length);
    *text = (struct row_text){lines, read_lines, position, close_lines, text->encoding};
}
