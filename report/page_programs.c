/* A window of the program is shown: all of it, or as many bytes as are allowed with the start of the
 * token in the middle. The ends of that then move inwards, to where lines begin. */
#include "report/page_programs.h"

#include "report/script_json.h"

#include <string.h>

struct window {
    size_t from, to; /* bytes of the program */
};

/* Whether a line of the program begins there. Lines end in LF, CRLF or CR. */
static bool is_line_start(const struct page_program *program, size_t byte)
{
    if (byte == 0 || program->code[byte - 1] == '\n')
        return true;
    return program->code[byte - 1] == '\r' &&
           (byte == program->length || program->code[byte] != '\n');
}

static bool is_inside_character(const struct page_program *program, size_t byte)
{
    return byte < program->length && ((unsigned char)program->code[byte] & 0xc0) == 0x80;
}

/* The first line start from `byte` to the token; where there is none, the first character there. */
static size_t move_in(const struct page_program *program, size_t byte)
{
    for (size_t at = byte; at <= program->start_byte; at++)
        if (is_line_start(program, at))
            return at;
    while (is_inside_character(program, byte))
        byte++;
    return byte;
}

/* The last line start from behind the token to `byte`; where there is none, the last character. */
static size_t move_back(const struct page_program *program, size_t byte)
{
    for (size_t at = byte; at > program->end_byte; at--)
        if (is_line_start(program, at))
            return at;
    while (is_inside_character(program, byte))
        byte--;
    return byte;
}

static struct window window_of(const struct page_program *program)
{
    struct window window = {0, program->length};
    if (program->length <= PAGE_MAX_PROGRAM)
        return window;
    if (program->start_byte > PAGE_MAX_PROGRAM / 2)
        window.from = program->start_byte - PAGE_MAX_PROGRAM / 2;
    if (window.from > program->length - PAGE_MAX_PROGRAM)
        window.from = program->length - PAGE_MAX_PROGRAM;
    window.to = window.from + PAGE_MAX_PROGRAM;
    return (struct window){move_in(program, window.from), move_back(program, window.to)};
}

static size_t line_of(const struct page_program *program, size_t byte)
{
    size_t line = 1;
    for (size_t at = 1; at <= byte; at++)
        line += is_line_start(program, at);
    return line;
}

static void add_piece(struct str *out, const struct page_program *program, size_t from, size_t to)
{
    script_json_add_text(out, program->code + from, to - from);
}

/* What stands before the token, the token, and what stands behind it. */
static void add_pieces(struct str *out, const struct page_program *program, struct window window)
{
    size_t end = program->end_byte < window.to ? program->end_byte : window.to;
    str_add_text(out, "[");
    add_piece(out, program, window.from, program->start_byte);
    str_add_text(out, ",");
    add_piece(out, program, program->start_byte, end);
    str_add_text(out, ",");
    add_piece(out, program, end, window.to);
    str_add_text(out, "]");
}

/* Whether the programs are the same before and behind the token. */
static bool is_same_around(const struct page_program *a, const struct page_program *b)
{
    size_t behind = a->length - a->end_byte;
    return a->start_byte == b->start_byte && behind == b->length - b->end_byte &&
           memcmp(a->code, b->code, a->start_byte) == 0 &&
           memcmp(a->code + a->end_byte, b->code + b->end_byte, behind) == 0;
}

static bool is_whole(const struct page_program *program, struct window window)
{
    return window.to - window.from == program->length;
}

void page_programs_add(struct str *out, const struct page_program *buggy,
                       const struct page_program *fixed)
{
    struct window shown = window_of(buggy), shown_fixed = window_of(fixed);
    bool is_token_enough =
        is_same_around(buggy, fixed) && fixed->end_byte - fixed->start_byte <= PAGE_MAX_PROGRAM / 2;
    bool is_cut = !is_whole(buggy, shown) || (!is_token_enough && !is_whole(fixed, shown_fixed));
    str_print(out, "{\"line\":%zu,\"cut\":%s,\"buggy\":", line_of(buggy, shown.from),
              is_cut ? "true" : "false");
    add_pieces(out, buggy, shown);
    str_add_text(out, ",\"fixed\":");
    if (is_token_enough)
        add_piece(out, fixed, fixed->start_byte, fixed->end_byte);
    else
        add_pieces(out, fixed, shown_fixed);
    str_add_text(out, "}");
}
