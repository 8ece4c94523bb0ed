/* The lines of the token on both sides, without the lines at both ends that are the same, are the
 * change. */
#include "export/hunk.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_HEADING = 80 /* bytes */ };

static const char no_line_end[] = "\\ No newline at end of file\n";

/* A program, and the bytes of some of its lines. */
struct lines {
    const char *code;
    size_t length, start, end;
};

static size_t start_of_line(const struct lines *lines, size_t at)
{
    while (at && lines->code[at - 1] != '\n')
        at--;
    return at;
}

/* Returns the byte after the line end. */
static size_t end_of_line(const struct lines *lines, size_t at)
{
    const char *end = memchr(lines->code + at, '\n', lines->length - at);
    return end ? (size_t)(end - lines->code) + 1 : lines->length;
}

static struct lines lines_of(const char *code, size_t length, int64_t start, int64_t end)
{
    struct lines lines = {.code = code, .length = length};
    size_t last = end > start ? (size_t)end - 1 : (size_t)start;
    lines.start = start_of_line(&lines, (size_t)start);
    lines.end = end_of_line(&lines, last);
    return lines;
}

static bool are_same(const struct lines *a, size_t a_start, size_t a_end, const struct lines *b,
                     size_t b_start, size_t b_end)
{
    return a_end - a_start == b_end - b_start &&
           memcmp(a->code + a_start, b->code + b_start, a_end - a_start) == 0;
}

/* Cuts the first lines as long as they are the same. */
static void trim_start(struct lines *a, struct lines *b)
{
    while (a->start < a->end && b->start < b->end) {
        size_t a_end = end_of_line(a, a->start), b_end = end_of_line(b, b->start);
        if (!are_same(a, a->start, a_end, b, b->start, b_end))
            return;
        a->start = a_end;
        b->start = b_end;
    }
}

static void trim_end(struct lines *a, struct lines *b)
{
    while (a->start < a->end && b->start < b->end) {
        size_t a_start = start_of_line(a, a->end - 1), b_start = start_of_line(b, b->end - 1);
        if (!are_same(a, a_start, a->end, b, b_start, b->end))
            return;
        a->end = a_start;
        b->end = b_start;
    }
}

/* Moves both ends away from the change, over lines that both programs have. */
static size_t add_above(struct lines *a, struct lines *b)
{
    size_t n = 0;
    for (; n < HUNK_CONTEXT && a->start && b->start; n++) {
        size_t a_start = start_of_line(a, a->start - 1), b_start = start_of_line(b, b->start - 1);
        if (!are_same(a, a_start, a->start, b, b_start, b->start))
            break;
        a->start = a_start;
        b->start = b_start;
    }
    return n;
}

static size_t add_below(struct lines *a, struct lines *b)
{
    size_t n = 0;
    for (; n < HUNK_CONTEXT && a->end < a->length && b->end < b->length; n++) {
        size_t a_end = end_of_line(a, a->end), b_end = end_of_line(b, b->end);
        if (!are_same(a, a->end, a_end, b, b->end, b_end))
            break;
        a->end = a_end;
        b->end = b_end;
    }
    return n;
}

static size_t count_lines(const struct lines *lines, size_t start, size_t end)
{
    size_t n = 0;
    for (size_t at = start; at < end; n++)
        at = end_of_line(lines, at);
    return n;
}

static void add_lines(struct str *out, char sign, const struct lines *lines, size_t start,
                      size_t end)
{
    while (start < end) {
        size_t next = end_of_line(lines, start);
        str_add(out, &sign, 1);
        str_add(out, lines->code + start, next - start);
        if (lines->code[next - 1] != '\n')
            str_print(out, "\n%s", no_line_end);
        start = next;
    }
}

static bool can_be_heading(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* Appends what git prints after "@@": the last line above that starts with a letter, `_` or `$`. */
static void add_heading(struct str *out, const struct lines *lines)
{
    for (size_t end = lines->start; end;) {
        size_t start = start_of_line(lines, end - 1), length = end - start;
        if (can_be_heading(lines->code[start])) {
            length = length < MAX_HEADING ? length : MAX_HEADING;
            length = utf8_valid_length(lines->code + start, length);
            while (length && strchr(" \t\n\v\f\r", lines->code[start + length - 1]))
                length--;
            str_add_text(out, " ");
            str_add(out, lines->code + start, length);
            return;
        }
        end = start;
    }
}

static void add_range(struct str *out, char sign, const struct lines *lines)
{
    size_t n = count_lines(lines, lines->start, lines->end);
    size_t first = count_lines(lines, 0, lines->start) + (n > 0);
    str_print(out, " %c%zu", sign, first);
    if (n != 1)
        str_print(out, ",%zu", n);
}

size_t hunk_add(struct str *out, const struct fix *row)
{
    struct lines a = lines_of(row->buggy_code, row->buggy_length, row->start_byte, row->end_byte);
    struct lines b =
        lines_of(row->fixed_code, row->fixed_length, row->fixed_start_byte, row->fixed_end_byte);
    trim_start(&a, &b);
    trim_end(&a, &b);
    struct lines changed = a, added = b;
    add_above(&a, &b);
    add_below(&a, &b);
    str_add_text(out, "@@");
    add_range(out, '-', &a);
    add_range(out, '+', &b);
    str_add_text(out, " @@");
    add_heading(out, &a);
    str_add_text(out, "\n");
    add_lines(out, ' ', &a, a.start, changed.start);
    add_lines(out, '-', &a, changed.start, changed.end);
    add_lines(out, '+', &b, added.start, added.end);
    add_lines(out, ' ', &a, changed.end, a.end);
    return count_lines(&a, 0, a.start) + 1;
}

/* Reads " -12,7"; without a comma, one line. Returns the byte after it, or NULL. */
static const char *read_range(const char *text, char sign, unsigned long *n)
{
    static const char digits[] = "0123456789";
    if (text[0] != ' ' || text[1] != sign || !strspn(text + 2, digits))
        return NULL;
    text += 2 + strspn(text + 2, digits);
    *n = 1;
    if (*text != ',')
        return text;
    if (!strspn(text + 1, digits))
        return NULL;
    *n = strtoul(text + 1, NULL, 10);
    return text + 1 + strspn(text + 1, digits);
}

const char *hunk_problem(const char *text, size_t length)
{
    unsigned long n[2], found[2] = {0, 0}, n_changed = 0;
    const char *end = text + length;
    const char *at = strncmp(text, "@@", 2) == 0 ? read_range(text + 2, '-', &n[0]) : NULL;
    at = at ? read_range(at, '+', &n[1]) : NULL;
    if (!at || strncmp(at, " @@", 3) != 0)
        return "it does not begin with @@ -LINE,N +LINE,N @@";
    for (at = strchr(at, '\n'); at && at + 1 < end; at = memchr(at, '\n', (size_t)(end - at))) {
        char sign = *++at;
        if (!strchr(" +-\\", sign))
            return "a line does not begin with a blank, +, - or \\";
        found[0] += sign == ' ' || sign == '-';
        found[1] += sign == ' ' || sign == '+';
        n_changed += sign == '+' || sign == '-';
    }
    if (found[0] != n[0] || found[1] != n[1])
        return "its lines are not as many as its first line says";
    return n_changed ? NULL : "no line is changed";
}
