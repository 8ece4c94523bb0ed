/* A window of the program is shown: all of it, or as many bytes as a sample may have, with the start
 * of the token in the middle. Its ends then move inwards, to where lines begin and end. */
#include "report/sample.h"

#include "report/script_json.h"

#include <inttypes.h>
#include <string.h>

struct window {
    size_t from, to; /* bytes of the program */
};

/* Whether a line of the program begins there. Lines end in LF, CRLF or CR. */
static bool is_line_start(const struct sample_side *side, size_t byte)
{
    if (byte == 0 || side->code[byte - 1] == '\n')
        return true;
    return side->code[byte - 1] == '\r' && (byte == side->length || side->code[byte] != '\n');
}

static bool is_inside_character(const struct sample_side *side, size_t byte)
{
    return byte < side->length && ((unsigned char)side->code[byte] & 0xc0) == 0x80;
}

/* The first line start from `byte` to the token; where there is none, the first character there. */
static size_t move_in(const struct sample_side *side, size_t byte)
{
    for (size_t at = byte; at <= side->start_byte; at++)
        if (is_line_start(side, at))
            return at;
    while (is_inside_character(side, byte))
        byte++;
    return byte;
}

/* The last line start from behind the token to `byte`; where there is none, the last character. */
static size_t move_back(const struct sample_side *side, size_t byte)
{
    for (size_t at = byte; at > side->end_byte; at--)
        if (is_line_start(side, at))
            return at;
    while (is_inside_character(side, byte))
        byte--;
    return byte;
}

static struct window window_of(const struct sample_side *side)
{
    struct window window = {0, side->length};
    if (side->length <= SAMPLE_MAX_BYTES)
        return window;
    if (side->start_byte > SAMPLE_MAX_BYTES / 2)
        window.from = side->start_byte - SAMPLE_MAX_BYTES / 2;
    if (window.from > side->length - SAMPLE_MAX_BYTES)
        window.from = side->length - SAMPLE_MAX_BYTES;
    window.to = window.from + SAMPLE_MAX_BYTES;
    return (struct window){move_in(side, window.from), move_back(side, window.to)};
}

static int64_t line_of(const struct sample_side *side, size_t byte)
{
    int64_t line = 1;
    for (size_t at = 1; at <= byte; at++)
        line += is_line_start(side, at);
    return line;
}

static void add_piece(struct str *out, const struct sample_side *side, size_t from, size_t to)
{
    script_json_add_text(out, side->code + from, to - from);
}

/* What stands before the token, the token, and what stands behind it. */
static void add_pieces(struct str *out, const struct sample_side *side, struct window window)
{
    size_t end = side->end_byte < window.to ? side->end_byte : window.to;
    str_add_text(out, "[");
    add_piece(out, side, window.from, side->start_byte);
    str_add_text(out, ",");
    add_piece(out, side, side->start_byte, end);
    str_add_text(out, ",");
    add_piece(out, side, end, window.to);
    str_add_text(out, "]");
}

/* Whether the programs are the same before and behind the token. */
static bool is_same_around(const struct sample_side *a, const struct sample_side *b)
{
    size_t behind = a->length - a->end_byte;
    return a->start_byte == b->start_byte && behind == b->length - b->end_byte &&
           memcmp(a->code, b->code, a->start_byte) == 0 &&
           memcmp(a->code + a->end_byte, b->code + b->end_byte, behind) == 0;
}

static bool is_whole(const struct sample_side *side, struct window window)
{
    return window.to - window.from == side->length;
}

void sample_add(struct str *out, const struct sample_side *buggy, const struct sample_side *fixed)
{
    struct window shown = window_of(buggy), shown_fixed = window_of(fixed);
    bool is_cut = !is_whole(buggy, shown) || !is_whole(fixed, shown_fixed);
    str_print(out, "{\"line\":%" PRId64 ",\"cut\":%s,\"buggy\":", line_of(buggy, shown.from),
              is_cut ? "true" : "false");
    add_pieces(out, buggy, shown);
    str_add_text(out, ",\"fixed\":");
    if (is_same_around(buggy, fixed) && fixed->end_byte - fixed->start_byte <= SAMPLE_MAX_BYTES / 2)
        add_piece(out, fixed, fixed->start_byte, fixed->end_byte);
    else
        add_pieces(out, fixed, shown_fixed);
    str_add_text(out, "}");
}
