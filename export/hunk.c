/* The lines of the token on both sides, without the lines at both ends that are the same, are the
 * change. */
#include "export/hunk.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_HEADING = 80 /* bytes */ };

static const char no_line_end[] = "\\ No newline at end of file\n";

/* The lines of a program, and some of them: numbers from 0, `end` exclusive. */
struct lines {
    const char *code;
    ARRAY(size_t) starts; /* in bytes, and the end of the program */
    size_t start, end;
};

static void lines_release(struct lines *lines)
{
    array_release(&lines->starts);
}
SCOPED_VALUE(lines, lines_release)

/* The number of lines. */
static size_t count(const struct lines *lines)
{
    return lines->starts.n - 1;
}

static size_t length_of(const struct lines *lines, size_t line)
{
    return lines->starts.items[line + 1] - lines->starts.items[line];
}

static const char *text_of(const struct lines *lines, size_t line)
{
    return lines->code + lines->starts.items[line];
}

/* Takes the lines of the bytes from `start` to `end`: none after the last line end. */
static struct lines lines_of(const char *code, size_t length, int64_t start, int64_t end)
{
    struct lines lines = {.code = code};
    int64_t last = end > start ? end - 1 : start;
    for (size_t at = 0; at < length;) {
        const char *feed = memchr(code + at, '\n', length - at);
        size_t next = feed ? (size_t)(feed - code) + 1 : length;
        array_push(&lines.starts, at);
        lines.start += feed && (int64_t)next <= start;
        lines.end += feed && (int64_t)next <= last;
        at = next;
    }
    array_push(&lines.starts, length);
    lines.end += lines.end < count(&lines);
    return lines;
}

static bool are_same(const struct lines *a, size_t a_line, const struct lines *b, size_t b_line)
{
    return length_of(a, a_line) == length_of(b, b_line) &&
           memcmp(text_of(a, a_line), text_of(b, b_line), length_of(a, a_line)) == 0;
}

/* Cuts lines at both ends as long as they are the same. */
static void trim(struct lines *a, struct lines *b)
{
    while (a->start < a->end && b->start < b->end && are_same(a, a->start, b, b->start)) {
        a->start++;
        b->start++;
    }
    while (a->start < a->end && b->start < b->end && are_same(a, a->end - 1, b, b->end - 1)) {
        a->end--;
        b->end--;
    }
}

/* Return the number of lines above and below the change that both programs have. */
static size_t count_above(const struct lines *a, const struct lines *b)
{
    size_t n = 0;
    while (n < HUNK_CONTEXT && n < a->start && n < b->start &&
           are_same(a, a->start - n - 1, b, b->start - n - 1))
        n++;
    return n;
}

static size_t count_below(const struct lines *a, const struct lines *b)
{
    size_t n = 0;
    while (n < HUNK_CONTEXT && a->end + n < count(a) && b->end + n < count(b) &&
           are_same(a, a->end + n, b, b->end + n))
        n++;
    return n;
}

static void add_lines(struct str *out, char sign, const struct lines *lines, size_t start,
                      size_t end)
{
    for (size_t line = start; line < end; line++) {
        size_t length = length_of(lines, line);
        str_add(out, &sign, 1);
        str_add(out, text_of(lines, line), length);
        if (text_of(lines, line)[length - 1] != '\n')
            str_print(out, "\n%s", no_line_end);
    }
}

static bool can_be_heading(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* Appends what git prints after "@@": the last line above that starts with a letter, `_` or `$`. */
static void add_heading(struct str *out, const struct lines *lines, size_t line)
{
    while (line && !can_be_heading(*text_of(lines, line - 1)))
        line--;
    if (!line--)
        return;
    const char *text = text_of(lines, line);
    size_t length = length_of(lines, line) < MAX_HEADING ? length_of(lines, line) : MAX_HEADING;
    length = utf8_valid_length(text, length);
    while (length && strchr(" \t\n\v\f\r", text[length - 1]))
        length--;
    str_add_text(out, " ");
    str_add(out, text, length);
}

static void add_range(struct str *out, char sign, size_t start, size_t n)
{
    str_print(out, " %c%zu", sign, start + (n > 0));
    if (n != 1)
        str_print(out, ",%zu", n);
}

size_t hunk_add(struct str *out, const struct fix *row)
{
    scoped(lines) a = lines_of(row->buggy_code, row->buggy_length, row->start_byte, row->end_byte);
    scoped(lines) b =
        lines_of(row->fixed_code, row->fixed_length, row->fixed_start_byte, row->fixed_end_byte);
    trim(&a, &b);
    size_t above = count_above(&a, &b), below = count_below(&a, &b), first = a.start - above;
    str_add_text(out, "@@");
    add_range(out, '-', first, a.end + below - first);
    add_range(out, '+', b.start - above, b.end + below - (b.start - above));
    str_add_text(out, " @@");
    add_heading(out, &a, first);
    str_add_text(out, "\n");
    add_lines(out, ' ', &a, first, a.start);
    add_lines(out, '-', &a, a.start, a.end);
    add_lines(out, '+', &b, b.start, b.end);
    add_lines(out, ' ', &a, a.end, a.end + below);
    return first + 1;
}
