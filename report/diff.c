/* The token's lines of both sides are between the lines around them. Without colours, each of the
 * marked lines has a line of carets below it. Of long tokens that are alike at their ends, only
 * what differs is marked.
 *
 * Only the sixteen colours of a terminal are used. Users choose them, so they are legible on a dark
 * and on a light background. A mark swaps foreground and background, so that blanks are visible,
 * too. */
#include "report/diff.h"

#include "base/str.h"
#include "report/clip.h"
#include "tokenize/code_lines.h"
#include "tokenize/program.h"

#include <string.h>

static const struct paint none = {"", "", "", "", "", ""};
static const struct paint colors = {.title = "\033[1m",
                                    .context = "\033[2m",
                                    .removed = "\033[31m",
                                    .added = "\033[32m",
                                    .mark = "\033[1;7m",
                                    .end = "\033[0m"};

const struct paint *paint_of(bool has_color)
{
    return has_color ? &colors : &none;
}

/* Compares bytes. Then both ends shrink to the next place that is between two characters in both
 * texts. */
static struct common_ends common_ends_of(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t start = 0, end = 0, shorter = n_a < n_b ? n_a : n_b;
    while (start < shorter && a[start] == b[start])
        start++;
    while (start && !(utf8_is_between(a, n_a, start) && utf8_is_between(b, n_b, start)))
        start--;
    while (end < shorter - start && a[n_a - end - 1] == b[n_b - end - 1])
        end++;
    while (end && !(utf8_is_between(a, n_a, n_a - end) && utf8_is_between(b, n_b, n_b - end)))
        end--;
    return (struct common_ends){start, end};
}

enum { MAX_SHORT = 8, MIN_COMMON = 3 };

struct common_ends diff_common_ends(const char *a, size_t n_a, const char *b, size_t n_b)
{
    struct common_ends ends = {0};
    if (utf8_count(a, n_a) > MAX_SHORT && utf8_count(b, n_b) > MAX_SHORT)
        ends = common_ends_of(a, n_a, b, n_b);
    size_t n_common = utf8_count(a, ends.start) + utf8_count(a + n_a - ends.end, ends.end);
    return n_common < MIN_COMMON ? (struct common_ends){0} : ends;
}

/* One of the two programs of a fix, and the lines of its token. */
enum { SIDE_BUGGY, SIDE_FIXED, N_SIDES };

struct side {
    const char *code; /* borrowed from the row */
    size_t length;
    size_t start, end;           /* bytes of the token; equal if there is none */
    size_t mark_start, mark_end; /* the part of the token that is marked: what differs */
    struct byte_range lines;     /* the token's lines, without the last line end */
    size_t first_line, n_lines;  /* the number of the first one, from 1; how many */
};

/* Returns the number of line ends (LF, CRLF or CR) between two bytes. */
static size_t count_line_ends(const struct side *side, size_t start, size_t end)
{
    struct position position = {0};
    text_position_advance(&position, side->code, side->length, start, end);
    return position.line;
}

static struct side side_of(const char *code, size_t length, int64_t start, int64_t end)
{
    struct side side = {.code = code, .length = length, .start = (size_t)start, .end = (size_t)end};
    side.lines = code_lines(code, length, side.start, side.end);
    side.first_line = 1 + count_line_ends(&side, 0, side.lines.start);
    side.n_lines = 1 + count_line_ends(&side, side.lines.start, side.lines.end);
    return side;
}

static void init_sides(struct side sides[N_SIDES], const struct fix *row)
{
    sides[SIDE_BUGGY] = side_of(row->buggy_code, row->buggy_length, row->start_byte, row->end_byte);
    sides[SIDE_FIXED] =
        side_of(row->fixed_code, row->fixed_length, row->fixed_start_byte, row->fixed_end_byte);
    const struct side *a = &sides[SIDE_BUGGY], *b = &sides[SIDE_FIXED];
    struct common_ends ends = diff_common_ends(a->code + a->start, a->end - a->start,
                                               b->code + b->start, b->end - b->start);
    for (int i = 0; i < N_SIDES; i++) {
        sides[i].mark_start = sides[i].start + ends.start;
        sides[i].mark_end = sides[i].end - ends.end;
    }
}

static size_t into_range(size_t at, struct byte_range range)
{
    return at < range.start ? range.start : at > range.end ? range.end : at;
}

/* Returns the line that starts at a byte. Its mark is the part of the side's mark on this line. */
static struct clip_line side_line(const struct side *side, size_t start)
{
    struct byte_range range = code_lines(side->code, side->length, start, start);
    return (struct clip_line){
        .code = side->code,
        .start = range.start,
        .end = range.end,
        .mark_start = into_range(side->mark_start, range),
        .mark_end = into_range(side->mark_end, range),
    };
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The bytes before the token. With `is_cut` (a token is inserted or deleted, and blanks with it),
 * without the blanks at their end. */
static struct token_text part_before(const struct side *side, bool is_cut)
{
    size_t end = side->start;
    while (is_cut && end && is_blank(side->code[end - 1]))
        end--;
    return (struct token_text){side->code, end};
}

static struct token_text part_behind(const struct side *side, bool is_cut)
{
    size_t start = side->end;
    while (is_cut && start < side->length && is_blank(side->code[start]))
        start++;
    return (struct token_text){side->code + start, side->length - start};
}

/* Byte for byte: a line end may differ, too. */
static bool is_equal(struct token_text a, struct token_text b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* Whether the programs differ outside of the token, in comments or layout. */
static bool differ_elsewhere(const struct side sides[N_SIDES])
{
    const struct side *buggy = &sides[SIDE_BUGGY], *fixed = &sides[SIDE_FIXED];
    bool is_cut = buggy->start == buggy->end || fixed->start == fixed->end;
    return !is_equal(part_before(buggy, is_cut), part_before(fixed, is_cut)) ||
           !is_equal(part_behind(buggy, is_cut), part_behind(fixed, is_cut));
}

enum { MIN_DIGITS = 4, GUTTER_COLUMNS = 7 }; /* "  - ", a number, and " | " */

struct hunk {
    struct str *out;
    const struct paint *paint;
    const struct diff_style *style;
    const struct side *sides;
    int n_digits;     /* of line numbers */
    size_t n_columns; /* for code */
};

/* "  -    7 |", or without a number where that is 0. */
static void add_gutter(struct hunk *hunk, char sign, size_t number)
{
    if (number)
        str_print(hunk->out, "  %c %*zu |", sign, hunk->n_digits, number);
    else
        str_print(hunk->out, "  %c %*s |", sign, hunk->n_digits, "");
}

static void end_line(struct hunk *hunk)
{
    str_add_text(hunk->out, hunk->paint->end);
    str_add_text(hunk->out, "\n");
}

static void add_context_line(struct hunk *hunk, size_t start, size_t number)
{
    struct clip_line line = side_line(&hunk->sides[SIDE_BUGGY], start);
    line.mark_start = line.mark_end = line.start;
    str_add_text(hunk->out, hunk->paint->context);
    add_gutter(hunk, ' ', number);
    if (line.end > line.start) {
        str_add_text(hunk->out, " ");
        clip_add(hunk->out, &line, 0, hunk->n_columns, "", "");
    }
    end_line(hunk);
}

static void add_context_before(struct hunk *hunk)
{
    const struct side *side = &hunk->sides[SIDE_BUGGY];
    size_t n = 0, at = side->lines.start;
    for (; n < (size_t)hunk->style->n_context && at > 0; n++) {
        size_t last = at - 1; /* the line end before */
        last -= last > 0 && side->code[last] == '\n' && side->code[last - 1] == '\r';
        at = code_lines(side->code, side->length, last, last).start;
    }
    for (; n > 0; n--) {
        size_t end = code_lines(side->code, side->length, at, at).end;
        add_context_line(hunk, at, side->first_line - n);
        at = code_next_line(side->code, side->length, end);
    }
}

static void add_context_behind(struct hunk *hunk)
{
    const struct side *side = &hunk->sides[SIDE_BUGGY];
    size_t at = code_next_line(side->code, side->length, side->lines.end);
    for (size_t n = 0; n < (size_t)hunk->style->n_context && at < side->length; n++) {
        size_t end = code_lines(side->code, side->length, at, at).end;
        add_context_line(hunk, at, side->first_line + side->n_lines + n);
        at = code_next_line(side->code, side->length, end);
    }
}

static void add_carets(struct hunk *hunk, struct clip_columns marked)
{
    if (hunk->style->has_color || marked.end == marked.start)
        return;
    add_gutter(hunk, ' ', 0);
    str_print(hunk->out, " %*s", (int)marked.start, "");
    for (size_t i = marked.start; i < marked.end; i++)
        str_add_text(hunk->out, "^");
    str_add_text(hunk->out, "\n");
}

static void start_token_line(struct hunk *hunk, int side, size_t number)
{
    str_add_text(hunk->out, side == SIDE_BUGGY ? hunk->paint->removed : hunk->paint->added);
    add_gutter(hunk, side == SIDE_BUGGY ? '-' : '+', number);
}

static void add_token_line(struct hunk *hunk, int side, const struct clip_line *line, size_t number,
                           size_t first_column)
{
    const struct paint *paint = hunk->paint;
    struct clip_columns marked = {0};
    scoped(str) unmark = {0};
    str_print(&unmark, "%s%s", paint->end, side == SIDE_BUGGY ? paint->removed : paint->added);
    start_token_line(hunk, side, number);
    if (line->end > line->start) {
        str_add_text(hunk->out, " ");
        marked = clip_add(hunk->out, line, first_column, hunk->n_columns, paint->mark,
                          str_text(&unmark));
    }
    end_line(hunk);
    add_carets(hunk, marked);
}

/* Lines of a token of many lines, counted from its first one: the first and the last line on which
 * the tokens differ. */
struct focus {
    size_t first, last;
};

static bool is_near(size_t line, size_t place, size_t distance)
{
    return (line > place ? line - place : place - line) <= distance;
}

static bool is_shown(const struct hunk *hunk, const struct side *side, struct focus focus,
                     size_t line)
{
    return line == 0 || line + 1 == side->n_lines ||
           is_near(line, focus.first, (size_t)hunk->style->n_context) ||
           is_near(line, focus.last, (size_t)hunk->style->n_context);
}

static void add_hidden(struct hunk *hunk, int number, size_t n_lines)
{
    start_token_line(hunk, number, 0);
    str_print(hunk->out, " … %zu %s of the token …", n_lines, n_lines == 1 ? "line" : "lines");
    end_line(hunk);
}

static void add_token_lines(struct hunk *hunk, int number)
{
    const struct side *side = &hunk->sides[number];
    size_t at = side->lines.start, n_hidden = 0;
    struct focus focus = {count_line_ends(side, at, side->mark_start),
                          count_line_ends(side, at, side->mark_end)};
    for (size_t i = 0; i < side->n_lines; i++) {
        struct clip_line line = side_line(side, at);
        at = code_next_line(side->code, side->length, line.end);
        if (!is_shown(hunk, side, focus, i)) {
            n_hidden++;
            continue;
        }
        if (n_hidden)
            add_hidden(hunk, number, n_hidden);
        n_hidden = 0;
        add_token_line(hunk, number, &line, side->first_line + i,
                       clip_first_column(&line, hunk->n_columns));
    }
}

/* Appends tokens of one line. If the lines are the same up to the tokens, both are shown from the
 * same column. */
static void add_single_lines(struct hunk *hunk)
{
    struct clip_line lines[N_SIDES];
    size_t first[N_SIDES];
    for (int i = 0; i < N_SIDES; i++) {
        lines[i] = side_line(&hunk->sides[i], hunk->sides[i].lines.start);
        first[i] = clip_first_column(&lines[i], hunk->n_columns);
    }
    if (clip_mark_column(&lines[SIDE_BUGGY]) == clip_mark_column(&lines[SIDE_FIXED]))
        first[SIDE_BUGGY] = first[SIDE_FIXED] =
            first[SIDE_BUGGY] > first[SIDE_FIXED] ? first[SIDE_BUGGY] : first[SIDE_FIXED];
    for (int i = 0; i < N_SIDES; i++)
        add_token_line(hunk, i, &lines[i], hunk->sides[i].first_line, first[i]);
}

static void add_token(struct hunk *hunk)
{
    if (hunk->sides[SIDE_BUGGY].n_lines == 1 && hunk->sides[SIDE_FIXED].n_lines == 1) {
        add_single_lines(hunk);
        return;
    }
    for (int i = 0; i < N_SIDES; i++)
        add_token_lines(hunk, i);
}

static int count_digits(size_t number)
{
    int n = 1;
    for (; number > 9; number /= 10)
        n++;
    return n;
}

/* Sets the widths so that the numbers of all shown lines fit. */
static void set_widths(struct hunk *hunk)
{
    const struct side *buggy = &hunk->sides[SIDE_BUGGY], *fixed = &hunk->sides[SIDE_FIXED];
    size_t below = count_line_ends(buggy, buggy->lines.end, buggy->length);
    size_t last = buggy->first_line + buggy->n_lines;
    last += below < (size_t)hunk->style->n_context ? below : (size_t)hunk->style->n_context;
    if (fixed->first_line + fixed->n_lines > last)
        last = fixed->first_line + fixed->n_lines;
    hunk->n_digits = count_digits(last - 1) > MIN_DIGITS ? count_digits(last - 1) : MIN_DIGITS;
    size_t gutter = (size_t)hunk->n_digits + GUTTER_COLUMNS;
    hunk->n_columns = hunk->style->n_columns > gutter + CLIP_MIN_COLUMNS
                          ? hunk->style->n_columns - gutter
                          : CLIP_MIN_COLUMNS;
}

static void add_sides(struct str *out, const struct side sides[N_SIDES],
                      const struct diff_style *style)
{
    struct hunk hunk = {
        .out = out, .paint = paint_of(style->has_color), .style = style, .sides = sides};
    set_widths(&hunk);
    add_context_before(&hunk);
    add_token(&hunk);
    add_context_behind(&hunk);
}

void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style)
{
    const struct paint *paint = paint_of(style->has_color);
    struct side sides[N_SIDES];
    init_sides(sides, row);
    if (differ_elsewhere(sides))
        str_print(out,
                  "  %s(comments or layout also differ; the surrounding lines are from the buggy "
                  "program)%s\n",
                  paint->context, paint->end);
    add_sides(out, sides, style);
}
