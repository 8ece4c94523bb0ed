/* A machine of a few states goes through the objects around the rows. It steps over any other value
 * at once, by its brackets, and so over a row. */
#include "sources/rows/json_rows.h"

#include <string.h>

enum {
    MAX_LEVELS = 16, /* of objects around the rows */
    MAX_NAME = 200,  /* bytes; longer ones are cut */
    LONGEST_NAME = 64 << 10,
};

enum { AT_START, AT_VALUE, AT_ARRAY, IN_VALUE, AT_NAME, AT_COLON, AFTER_VALUE, AT_ROW, AFTER_ROW };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t blanks(const char *bytes, size_t length)
{
    size_t n = 0;
    while (n < length && is_blank(bytes[n]))
        n++;
    return n;
}

size_t json_rows_gap(const char *bytes, size_t length)
{
    size_t n = blanks(bytes, length);
    if (n < length && bytes[n] == ',')
        n += 1 + blanks(bytes + n + 1, length - n - 1);
    return n;
}

static enum json_rows_step fail(struct json_rows *rows, const char *error)
{
    rows->error = error;
    return JSON_ROWS_WRONG;
}

static enum json_rows_step go_to(struct json_rows *rows, int state)
{
    rows->state = state;
    return JSON_ROWS_OUTSIDE;
}

/* Takes the value over which it steps, or a row. Returns whether it ends. */
static bool take_value(struct json_rows *rows, const char *bytes, size_t length, bool is_end)
{
    return json_end_scan(&rows->value, bytes, length) ||
           (is_end && rows->value.state == JSON_END_WORD);
}

static enum json_rows_step step_over(struct json_rows *rows, const char *bytes, size_t length,
                                     bool is_end, size_t *n)
{
    bool has_ended = take_value(rows, bytes, length, is_end);
    *n = rows->value.n_bytes;
    rows->value.n_bytes = 0;
    if (!has_ended)
        return *n ? JSON_ROWS_OUTSIDE : JSON_ROWS_MORE;
    rows->value = (struct json_end){0};
    return go_to(rows, AFTER_VALUE);
}

/* The name before a value, with its quotes. */
static enum json_rows_step take_name(struct json_rows *rows, const char *bytes, size_t length,
                                     size_t *n)
{
    if (!json_end_scan(&rows->value, bytes, length))
        return length > LONGEST_NAME ? fail(rows, "the name of a member is larger than 64 KiB")
                                     : JSON_ROWS_MORE;
    size_t n_bytes = rows->value.n_bytes - 2;
    size_t end = rows->ends[rows->depth - 1];
    rows->path.length = end;
    str_print(&rows->path, "%s%.*s", end ? "." : "", (int)(n_bytes < MAX_NAME ? n_bytes : MAX_NAME),
              bytes + 1);
    *n = rows->value.n_bytes;
    rows->value = (struct json_end){0};
    return go_to(rows, AT_COLON);
}

/* An array: whether it has the rows. `first` is the character after the bracket. */
static enum json_rows_step take_array(struct json_rows *rows, char first)
{
    bool is_wanted = first == '{' || rows->depth == 0;
    if (is_wanted && first == '[')
        return fail(rows, "the rows are arrays, and must be objects that name their values");
    if (is_wanted) {
        str_print(&rows->choices, "%s%s", rows->choices.length ? ", " : "", str_text(&rows->path));
        if (rows->has_rows)
            return fail(rows, NULL);
        rows->has_rows = true;
        return go_to(rows, AT_ROW);
    }
    rows->value = (struct json_end){.depth = 1, .state = JSON_END_INSIDE};
    return go_to(rows, IN_VALUE);
}

static enum json_rows_step enter(struct json_rows *rows, char c, size_t *n)
{
    *n = 0;
    if ((c != '{' || rows->depth == MAX_LEVELS) && c != '[') {
        if (rows->depth == 0)
            return fail(rows, "it is neither an object nor an array");
        return go_to(rows, IN_VALUE);
    }
    *n = 1;
    if (c == '[')
        return go_to(rows, AT_ARRAY);
    str_add_text(&rows->path, "");
    rows->ends[rows->depth++] = rows->path.length;
    return go_to(rows, AT_NAME);
}

/* A character between values. */
static enum json_rows_step take_mark(struct json_rows *rows, char c, size_t *n)
{
    *n = 1;
    if (rows->state == AT_COLON)
        return c == ':' ? go_to(rows, AT_VALUE) : fail(rows, "a colon is missing");
    if (rows->depth == 0)
        return fail(rows, "something follows the document; `jq -c .` makes lines of objects");
    if (c == ',' && rows->state == AFTER_VALUE)
        return go_to(rows, AT_NAME);
    if (c != '}')
        return fail(rows, rows->state == AT_NAME ? "the name of a member is missing"
                                                 : "a comma or a closing bracket is missing");
    rows->path.length = rows->ends[--rows->depth];
    rows->path.text[rows->path.length] = '\0';
    return go_to(rows, AFTER_VALUE);
}

static enum json_rows_step take_row(struct json_rows *rows, const char *bytes, size_t length,
                                    bool is_end, size_t *n)
{
    if (!take_value(rows, bytes, length, is_end))
        return is_end ? fail(rows, "it ends in a row") : JSON_ROWS_MORE;
    *n = rows->value.n_bytes;
    rows->value = (struct json_end){0};
    rows->state = AFTER_ROW;
    return JSON_ROWS_ROW;
}

/* Before or after a row of an array, at a character that is not blank. */
static enum json_rows_step go_on_in_array(struct json_rows *rows, const char *bytes, size_t length,
                                          size_t at, bool is_end, size_t *n)
{
    if (bytes[at] == ']') {
        *n = at + 1;
        return go_to(rows, AFTER_VALUE);
    }
    *n = at;
    if (rows->state == AFTER_ROW && bytes[at] != ',')
        return fail(rows, "a comma or a closing bracket is missing after a row");
    if (rows->state == AFTER_ROW)
        rows->value.n_bytes = at + 1;
    size_t gap = json_rows_gap(bytes, length);
    rows->state = AT_ROW;
    if (gap < length && bytes[gap] != ']')
        return take_row(rows, bytes, length, is_end, n);
    rows->value.n_bytes = 0;
    *n = gap;
    return JSON_ROWS_OUTSIDE;
}

static enum json_rows_step go_on(struct json_rows *rows, const char *bytes, size_t length,
                                 bool is_end, size_t *n)
{
    size_t at = blanks(bytes, length);
    if (at == length) {
        *n = at;
        if (!is_end)
            return at ? JSON_ROWS_OUTSIDE : JSON_ROWS_MORE;
        bool is_whole = rows->state == AFTER_VALUE && rows->depth == 0;
        return is_whole ? JSON_ROWS_END : fail(rows, "it ends before its last bracket");
    }
    if (rows->state == AT_ROW || rows->state == AFTER_ROW)
        return go_on_in_array(rows, bytes, length, at, is_end, n);
    if (at) {
        *n = at;
        return JSON_ROWS_OUTSIDE;
    }
    if (rows->state == AT_START || rows->state == AT_VALUE)
        return enter(rows, *bytes, n);
    if (rows->state == AT_ARRAY)
        return take_array(rows, *bytes);
    if (rows->state == AT_NAME && *bytes == '"')
        return take_name(rows, bytes, length, n);
    return take_mark(rows, *bytes, n);
}

enum json_rows_step json_rows_next(struct json_rows *rows, const char *bytes, size_t length,
                                   bool is_end, size_t *n)
{
    *n = 0;
    enum json_rows_step step;
    bool is_in_row =
        rows->state != AT_NAME && (rows->value.n_bytes || rows->value.state != JSON_END_BEFORE);
    if (rows->state == IN_VALUE)
        step = step_over(rows, bytes, length, is_end, n);
    else if (is_in_row)
        step = take_row(rows, bytes, length, is_end, n);
    else
        step = go_on(rows, bytes, length, is_end, n);
    if (step == JSON_ROWS_MORE && is_end)
        return fail(rows, "it ends before its last bracket");
    return step;
}

void json_rows_release(struct json_rows *rows)
{
    str_release(&rows->choices);
    str_release(&rows->path);
}
