/* The lines of the token of each side, between the lines around. A line without colours has a row of
 * carets below it. */
#include "report/hunk.h"

#include "report/paint.h"

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
    line.mark_start = line.mark_end = line.focus = line.start;
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
    for (; n < hunk->style->n_context && at > 0; n++) {
        size_t last = at - 1; /* the line end before */
        last -= last > 0 && side->code[last] == '\n' && side->code[last - 1] == '\r';
        at = enclosing_lines(side->code, side->length, last, last).start;
    }
    for (; n > 0; n--) {
        size_t end = enclosing_lines(side->code, side->length, at, at).end;
        add_context_line(hunk, at, side->first_line - n);
        at = enclosing_next_line(side->code, side->length, end);
    }
}

static void add_context_behind(struct hunk *hunk)
{
    const struct side *side = &hunk->sides[SIDE_BUGGY];
    size_t at = enclosing_next_line(side->code, side->length, side->lines.end);
    for (size_t n = 0; n < hunk->style->n_context && at < side->length; n++) {
        size_t end = enclosing_lines(side->code, side->length, at, at).end;
        add_context_line(hunk, at, side->first_line + side->n_lines + n);
        at = enclosing_next_line(side->code, side->length, end);
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
    struct str unmark = {0};
    str_print(&unmark, "%s%s", paint->end, side == SIDE_BUGGY ? paint->removed : paint->added);
    start_token_line(hunk, side, number);
    if (line->end > line->start) {
        str_add_text(hunk->out, " ");
        marked = clip_add(hunk->out, line, first_column, hunk->n_columns, paint->mark,
                          str_text(&unmark));
    }
    end_line(hunk);
    add_carets(hunk, marked);
    str_release(&unmark);
}

/* Lines of a token of many lines, counted from its first one: those where the tokens start and end to
 * differ. */
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
           is_near(line, focus.first, hunk->style->n_context) ||
           is_near(line, focus.last, hunk->style->n_context);
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
    struct focus focus = {side_count_line_ends(side, at, side->focus_start),
                          side_count_line_ends(side, at, side->focus_end)};
    for (size_t i = 0; i < side->n_lines; i++) {
        struct clip_line line = side_line(side, at);
        at = enclosing_next_line(side->code, side->length, line.end);
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

/* Tokens of one line. Where the lines are the same up to them, both are shown from one column on. */
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

/* Makes room for the numbers of all lines that are shown. */
static void set_widths(struct hunk *hunk)
{
    const struct side *buggy = &hunk->sides[SIDE_BUGGY], *fixed = &hunk->sides[SIDE_FIXED];
    size_t below = side_count_line_ends(buggy, buggy->lines.end, buggy->length);
    size_t last = buggy->first_line + buggy->n_lines;
    last += below < hunk->style->n_context ? below : hunk->style->n_context;
    if (fixed->first_line + fixed->n_lines > last)
        last = fixed->first_line + fixed->n_lines;
    hunk->n_digits = count_digits(last - 1) > MIN_DIGITS ? count_digits(last - 1) : MIN_DIGITS;
    size_t gutter = (size_t)hunk->n_digits + GUTTER_COLUMNS;
    hunk->n_columns = hunk->style->n_columns > gutter + CLIP_MIN_COLUMNS
                          ? hunk->style->n_columns - gutter
                          : CLIP_MIN_COLUMNS;
}

void hunk_add(struct str *out, const struct side sides[N_SIDES], const struct diff_style *style)
{
    struct hunk hunk = {
        .out = out, .paint = paint_of(style->has_color), .style = style, .sides = sides};
    set_widths(&hunk);
    add_context_before(&hunk);
    add_token(&hunk);
    add_context_behind(&hunk);
}
