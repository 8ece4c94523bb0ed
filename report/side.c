/* See side.h. */
#include "report/side.h"

#include "tokenize/program.h"

#include <string.h>

size_t side_count_line_ends(const struct side *side, size_t start, size_t end)
{
    struct position position = {0};
    source_position_advance(&position, side->code, side->length, start, end);
    return position.line;
}

static struct side side_of(const char *code, size_t length, int64_t start, int64_t end)
{
    struct side side = {.code = code, .length = length, .start = (size_t)start, .end = (size_t)end};
    side.lines = enclosing_lines(code, length, side.start, side.end);
    side.first_line = 1 + side_count_line_ends(&side, 0, side.lines.start);
    side.n_lines = 1 + side_count_line_ends(&side, side.lines.start, side.lines.end);
    return side;
}

/* Whether no character is cut at that byte of the token. */
static bool is_between_characters(const struct side *side, size_t at)
{
    return at == side->end || ((unsigned char)side->code[at] & 0xC0) != 0x80;
}

/* What both tokens start with, and what they end with, is out of focus. */
static void find_focus(struct side *a, struct side *b)
{
    size_t start = 0, end = 0, length_a = a->end - a->start, length_b = b->end - b->start;
    size_t shorter = length_a < length_b ? length_a : length_b;
    while (start < shorter && a->code[a->start + start] == b->code[b->start + start])
        start++;
    while (start && !(is_between_characters(a, a->start + start) &&
                      is_between_characters(b, b->start + start)))
        start--;
    while (end < shorter - start && a->code[a->end - end - 1] == b->code[b->end - end - 1])
        end++;
    while (end &&
           !(is_between_characters(a, a->end - end) && is_between_characters(b, b->end - end)))
        end--;
    a->focus_start = a->start + start;
    b->focus_start = b->start + start;
    a->focus_end = a->end - end;
    b->focus_end = b->end - end;
}

void sides_init(struct side sides[N_SIDES], const struct fix *row)
{
    sides[SIDE_BUGGY] = side_of(row->buggy_code, row->buggy_length, row->start_byte, row->end_byte);
    sides[SIDE_FIXED] =
        side_of(row->fixed_code, row->fixed_length, row->fixed_start_byte, row->fixed_end_byte);
    find_focus(&sides[SIDE_BUGGY], &sides[SIDE_FIXED]);
}

static size_t into_range(size_t at, struct byte_range range)
{
    return at < range.start ? range.start : at > range.end ? range.end : at;
}

struct clip_line side_line(const struct side *side, size_t start)
{
    struct byte_range range = enclosing_lines(side->code, side->length, start, start);
    struct clip_line line = {
        .code = side->code,
        .start = range.start,
        .end = range.end,
        .mark_start = into_range(side->start, range),
        .mark_end = into_range(side->end, range),
    };
    line.focus = into_range(side->focus_start, (struct byte_range){line.mark_start, line.mark_end});
    return line;
}

/* Bytes of a program. */
struct part {
    const char *bytes;
    size_t length;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* What stands before the token; without the blanks at its end where a token comes or goes, which
 * brings its own. */
static struct part part_before(const struct side *side, bool is_cut)
{
    size_t end = side->start;
    while (is_cut && end && is_blank(side->code[end - 1]))
        end--;
    return (struct part){side->code, end};
}

static struct part part_behind(const struct side *side, bool is_cut)
{
    size_t start = side->end;
    while (is_cut && start < side->length && is_blank(side->code[start]))
        start++;
    return (struct part){side->code + start, side->length - start};
}

static bool is_equal(struct part a, struct part b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

bool sides_differ_elsewhere(const struct side sides[N_SIDES])
{
    const struct side *buggy = &sides[SIDE_BUGGY], *fixed = &sides[SIDE_FIXED];
    bool is_cut = buggy->start == buggy->end || fixed->start == fixed->end;
    return !is_equal(part_before(buggy, is_cut), part_before(fixed, is_cut)) ||
           !is_equal(part_behind(buggy, is_cut), part_behind(fixed, is_cut));
}
