/* Operands end at signs and keywords that bind less, and at the brackets around them. Only what is
 * in one line is swapped or taken apart, so no text or comment is cut. */
#include "tasks/plant_edits.h"

#include "base/str.h"

#include <string.h>

void fix_release(struct fix *fix)
{
    for (size_t i = 0; i < fix->n; i++)
        array_release(&fix->files[i].after);
    free(fix->files);
    *fix = (struct fix){0};
}

void fix_push(struct fix *out, const struct fix *fix, struct plant_text text)
{
    const struct fixed_file *from = &fix->files[out->n];
    if (!out->files)
        out->files = mem_alloc(fix->n, sizeof *out->files);
    struct fixed_file *file = &out->files[out->n++];
    *file =
        (struct fixed_file){.path = from->path, .before = from->before, .is_gone = from->is_gone};
    plant_lines_cut(&file->after, text);
    if (file->after.n == from->after.n) {
        for (size_t i = 0; i < from->after.n; i++)
            file->after.items[i].is_changed = from->after.items[i].is_changed;
        return;
    }
    scoped_array struct line_blocks blocks = {0};
    line_blocks_find(&blocks, file->before, &file->after);
    plant_lines_mark(&file->after, &blocks);
}

struct plant_text text_edits_apply(const struct text_edits *edits, struct plant_text text,
                                   struct arena *arena)
{
    scoped(str) out = {0};
    size_t at = 0;
    for (size_t i = 0; i < edits->n; i++) {
        const struct text_edit *edit = &edits->items[i];
        str_add(&out, text.bytes + at, edit->start - at);
        str_add(&out, edit->text.bytes, edit->text.length);
        at = edit->end;
    }
    str_add(&out, text.bytes + at, text.length - at);
    return (struct plant_text){arena_copy_text(arena, str_text(&out), out.length), out.length};
}

/* ---- All files ---- */

/* A file that is edited. */
struct edited {
    const struct fixed_file *file;
    struct plant_text text;
    struct pieces pieces;
    struct text_edits edits;
    struct arena *arena;
};
typedef void edit_file(struct edited *edited);

static bool is_changed(const struct edited *edited, size_t i)
{
    return edited->file->after.items[edited->pieces.items[i].line].is_changed;
}

static bool is_at(const struct edited *edited, size_t i, const char *what)
{
    return piece_is(edited->text, &edited->pieces.items[i], what);
}

static bool is_any_of(const struct edited *edited, size_t i, const char *const *list)
{
    while (*list && !is_at(edited, i, *list))
        list++;
    return *list;
}

/* Whether a piece is an opening bracket, 1, or a closing one, -1. */
static int turn_of(const struct edited *edited, size_t i)
{
    const struct piece *piece = &edited->pieces.items[i];
    char c = edited->text.bytes[piece->start];
    if (piece->kind != PIECE_SIGN || piece->is_inside || piece->end - piece->start != 1)
        return 0;
    return (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
}

static bool edit_fix(struct fix *out, const struct fix *fix, const struct edit_tools *tools,
                     edit_file *edit)
{
    struct edited edited = {.arena = tools->arena};
    size_t n_edits = 0;
    for (size_t i = 0; i < fix->n; i++) {
        edited.file = &fix->files[i];
        edited.text = plant_lines_join(&fix->files[i].after, tools->arena);
        pieces_cut(&edited.pieces, tools->cutter, edited.file->path, edited.text);
        array_clear(&edited.edits);
        edit(&edited);
        n_edits += edited.edits.n;
        fix_push(out, fix, text_edits_apply(&edited.edits, edited.text, tools->arena));
    }
    array_release(&edited.pieces);
    array_release(&edited.edits);
    if (!n_edits)
        fix_release(out);
    return n_edits > 0;
}

/* ---- Operands ---- */

/* Operators, and what they are between swapped operands. */
static const char *const comparisons[][2] = {
    {"==", "=="}, {"!=", "!="}, {"===", "==="}, {"!==", "!=="},
    {"<", ">"},   {">", "<"},   {"<=", ">="},   {">=", "<="},
};
static const char *const junctions[] = {"and", "or", "&&", "||", NULL};

static const char *mirrored(const struct edited *edited, size_t i)
{
    for (size_t c = 0; c < sizeof comparisons / sizeof *comparisons; c++)
        if (is_at(edited, i, comparisons[c][0]))
            return comparisons[c][1];
    return NULL;
}

/* Whether an operand ends before a piece: of a comparison, or of `and` and `or`. */
static bool ends_operand(const struct edited *edited, size_t i, bool is_comparison)
{
    static const char *const ends[] = {
        ",", ";", ":", "=", "?", "+=", "-=", "*=", "/=", ":=", "=>", "&&", "||", NULL};
    static const char *const binding[] = {"not", "in", "is", "not in", "is not", NULL};
    const struct piece *piece = &edited->pieces.items[i];
    if (piece->kind == PIECE_KEYWORD)
        return is_comparison || !is_any_of(edited, i, binding);
    return piece->kind == PIECE_SIGN && !piece->is_inside &&
           (is_any_of(edited, i, ends) || (is_comparison && mirrored(edited, i)));
}

/* Returns the last piece of the operand beside an operator, in the direction; the operator if it
 * has none in its line. */
static size_t operand_end(const struct edited *edited, size_t operator, int direction,
                          bool is_comparison)
{
    const struct pieces *pieces = &edited->pieces;
    size_t end = operator;
    int depth = 0;
    for (size_t i = operator+(size_t) direction; i < pieces->n; i += (size_t)direction) {
        const struct piece *piece = &pieces->items[i];
        int turn = turn_of(edited, i) * direction;
        if (piece->line != pieces->items[operator].line ||
            (!depth && (turn < 0 || ends_operand(edited, i, is_comparison))))
            break;
        depth += turn;
        end = depth ? end : i;
    }
    return end;
}

/* Swaps the operands of an operator; `name`: what it is then. Returns the end of what was edited;
 * `from` if nothing was. */
static uint32_t swap_at(struct edited *edited, size_t operator, const char * name, uint32_t from,
                        bool is_comparison)
{
    const struct piece *pieces = edited->pieces.items;
    const char *bytes = edited->text.bytes;
    size_t first = operand_end(edited, operator, - 1, is_comparison);
    size_t last = operand_end(edited, operator, 1, is_comparison);
    bool is_chain = is_comparison && ((first && mirrored(edited, first - 1)) ||
                                      (last + 1 < edited->pieces.n && mirrored(edited, last + 1)));
    if (first == operator|| last == operator|| is_chain || pieces[first].start<from)
        return from;
    uint32_t a = pieces[first].start, a_end = pieces[operator - 1].end;
    uint32_t b = pieces[operator + 1].start, b_end = pieces[last].end;
    uint32_t op = pieces[operator].start, op_end = pieces[operator].end;
    char *text = arena_print(edited->arena, "%.*s%.*s%s%.*s%.*s", (int)(b_end - b), bytes + b,
                             (int)(op - a_end), bytes + a_end, name, (int)(b - op_end),
                             bytes + op_end, (int)(a_end - a), bytes + a);
    array_push(&edited->edits, ((struct text_edit){a, b_end, {text, strlen(text)}}));
    return b_end;
}

static void swap_comparisons(struct edited *edited)
{
    uint32_t end = 0;
    for (size_t i = 1; i + 1 < edited->pieces.n; i++) {
        const struct piece *piece = &edited->pieces.items[i];
        const char *name = piece->kind == PIECE_SIGN && !piece->is_inside && is_changed(edited, i)
                               ? mirrored(edited, i)
                               : NULL;
        if (name)
            end = swap_at(edited, i, name, end, true);
    }
}

/* Swaps the first ones of each line, unless others bind differently. */
static void swap_junctions(struct edited *edited)
{
    const struct pieces *pieces = &edited->pieces;
    uint32_t end = 0;
    for (size_t i = 1, next; i + 1 < pieces->n; i = next) {
        const struct piece *piece = &pieces->items[i];
        const char *name = NULL;
        bool is_mixed = false;
        size_t first = i;
        for (next = i; next < pieces->n && pieces->items[next].line == piece->line; next++) {
            if (pieces->items[next].is_inside || !is_any_of(edited, next, junctions))
                continue;
            first = name ? first : next;
            for (const char *const *it = junctions; !name && *it; it++)
                name = is_at(edited, next, *it) ? *it : NULL;
            is_mixed = is_mixed || !is_at(edited, next, name);
        }
        if (name && !is_mixed && is_changed(edited, first) && first + 1 < pieces->n)
            end = swap_at(edited, first, name, end, false);
    }
}

bool fix_swap(struct fix *out, const struct fix *fix, const struct edit_tools *tools)
{
    scoped(fix) compared = {0};
    bool has_first = edit_fix(&compared, fix, tools, swap_comparisons);
    if (edit_fix(out, has_first ? &compared : fix, tools, swap_junctions))
        return true;
    *out = compared;
    compared = (struct fix){0};
    return has_first;
}

/* ---- Layout ---- */

static void break_line(struct edited *edited, uint32_t start, uint32_t end, const char *indent)
{
    array_push(&edited->edits, ((struct text_edit){start, end, {indent, strlen(indent)}}));
}

/* Returns the bracket that closes another one in the same line; that one if there is none. */
static size_t closing_of(const struct edited *edited, size_t opening)
{
    const struct piece *pieces = edited->pieces.items;
    int depth = 0;
    for (size_t i = opening; i < edited->pieces.n && pieces[i].line == pieces[opening].line; i++) {
        depth += turn_of(edited, i);
        if (!depth)
            return i;
    }
    return opening;
}

static void break_brackets(struct edited *edited, size_t opening, size_t closing)
{
    const struct piece *pieces = edited->pieces.items;
    const struct plant_line *line = &edited->file->after.items[pieces[opening].line];
    size_t n = 0;
    while (n < line->length && (line->bytes[n] == ' ' || line->bytes[n] == '\t'))
        n++;
    const char *outer = arena_print(edited->arena, "\n%.*s", (int)n, line->bytes);
    const char *inner = arena_print(edited->arena, "%s    ", outer);
    int depth = 0;
    break_line(edited, pieces[opening].end, pieces[opening + 1].start, inner);
    for (size_t i = opening + 1; i < closing; i++) {
        depth += turn_of(edited, i);
        if (!depth && i + 1 < closing && !pieces[i].is_inside && is_at(edited, i, ","))
            break_line(edited, pieces[i].end, pieces[i + 1].start, inner);
    }
    break_line(edited, pieces[closing - 1].end, pieces[closing].start, outer);
}

static void take_apart(struct edited *edited)
{
    for (size_t i = 0; i < edited->pieces.n; i++) {
        if (!is_changed(edited, i) || turn_of(edited, i) <= 0)
            continue;
        size_t closing = closing_of(edited, i);
        if (closing > i + 1)
            break_brackets(edited, i, closing);
        i = closing;
    }
}

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void join(struct edited *edited)
{
    const struct piece *pieces = edited->pieces.items;
    int depth = 0;
    for (size_t i = 0; i + 1 < edited->pieces.n; i++) {
        bool is_brace = is_at(edited, i, "{") || is_at(edited, i, "}");
        int turn = is_brace ? 0 : turn_of(edited, i);
        depth += depth || turn > 0 ? turn : 0;
        uint32_t start = pieces[i].end, end = pieces[i + 1].start;
        const char *gap = edited->text.bytes + start;
        if (!depth || pieces[i].is_inside || !memchr(gap, '\n', end - start) ||
            !(is_changed(edited, i) || is_changed(edited, i + 1)))
            continue;
        bool is_bare = true;
        for (uint32_t at = start; at < end; at++)
            is_bare = is_bare && is_white(edited->text.bytes[at]);
        bool is_tight = turn > 0 || turn_of(edited, i + 1) < 0;
        if (is_bare)
            break_line(edited, start, end, is_tight ? "" : " ");
    }
}

bool fix_take_apart(struct fix *out, const struct fix *fix, const struct edit_tools *tools)
{
    return edit_fix(out, fix, tools, take_apart);
}

bool fix_join(struct fix *out, const struct fix *fix, const struct edit_tools *tools)
{
    return edit_fix(out, fix, tools, join);
}
