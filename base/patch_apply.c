/* As apply_fragments() of git's apply.c: the place of a hunk is searched forwards and backwards, a
 * line further each time. Here the text before stays as it is, and the place is a line of it, so
 * that only lines after those of the hunk before are searched. */
#include "base/patch.h"

#include <string.h>

enum { MAX_COMPARISONS = 1 << 27 };

/* The lines of a text. Line `i` has the bytes from starts[i] to starts[i + 1]. */
struct text_lines {
    const char *text;
    ARRAY(size_t) starts;
    size_t n;
};

/* A hunk whose place is searched. */
struct piece {
    const struct patch_line *lines;
    size_t n_lines;
    char gone; /* the kind of lines that only the text before has */
    ARRAY(const struct patch_line *) before;
    size_t n_after;
    uint32_t line[N_PATCH_SIDES];
    bool is_at_start, is_at_end; /* it only matches there */
    bool has_context;
};

struct applying {
    struct text_lines lines;
    struct piece piece;
    size_t floor;     /* the first line that no hunk has matched */
    ptrdiff_t growth; /* lines that the hunks have added */
    size_t n_comparisons;
};

static void cut_lines(struct text_lines *lines, const char *text, size_t length)
{
    lines->text = text;
    for (size_t at = 0; at < length; lines->n++) {
        const char *feed = memchr(text + at, '\n', length - at);
        array_push(&lines->starts, at);
        at = feed ? (size_t)(feed - text) + 1 : length;
    }
    array_push(&lines->starts, length);
}

static void set_piece(struct piece *piece, const struct patch *patch, const struct patch_hunk *hunk,
                      bool is_reverse)
{
    bool has_trailing = false;
    piece->lines = patch->lines.items + hunk->first_line;
    piece->n_lines = hunk->n_lines;
    piece->gone = is_reverse ? '+' : '-';
    piece->has_context = false;
    piece->line[PATCH_BEFORE] = hunk->line[is_reverse ? PATCH_AFTER : PATCH_BEFORE];
    piece->line[PATCH_AFTER] = hunk->line[is_reverse ? PATCH_BEFORE : PATCH_AFTER];
    piece->n_after = 0;
    array_clear(&piece->before);
    for (size_t i = 0; i < piece->n_lines; i++) {
        const struct patch_line *line = &piece->lines[i];
        has_trailing = line->kind == ' ';
        piece->has_context |= has_trailing;
        piece->n_after += line->kind != piece->gone;
        if (has_trailing || line->kind == piece->gone)
            array_push(&piece->before, line);
    }
    piece->is_at_start = piece->line[PATCH_BEFORE] <= 1;
    piece->is_at_end = !has_trailing;
}

static bool is_equal(const struct text_lines *lines, size_t i, const struct patch_line *line)
{
    const char *text = lines->text + lines->starts.items[i];
    size_t length = lines->starts.items[i + 1] - lines->starts.items[i];
    bool has_end = text[length - 1] == '\n';
    length -= has_end;
    return has_end != line->has_no_end && length == line->length &&
           memcmp(text, line->text, length) == 0;
}

static bool matches(struct applying *applying, ptrdiff_t place)
{
    const struct piece *piece = &applying->piece;
    size_t n = piece->before.n, first = (size_t)place, i = 0;
    if (place < (ptrdiff_t)applying->floor || first > applying->lines.n ||
        n > applying->lines.n - first)
        return false;
    applying->n_comparisons++;
    while (i < n && is_equal(&applying->lines, first + i, piece->before.items[i]))
        i++;
    applying->n_comparisons += i;
    return i == n;
}

/* Finds the place that is nearest to a line, the later one of two. */
static bool search(struct applying *applying, ptrdiff_t line, ptrdiff_t *place)
{
    ptrdiff_t floor = (ptrdiff_t)applying->floor, n = (ptrdiff_t)applying->lines.n;
    ptrdiff_t distance = line < floor ? floor - line : line > n ? line - n : 0;
    for (; line + distance <= n || line - distance >= floor; distance++) {
        if (applying->n_comparisons > MAX_COMPARISONS)
            return false;
        *place = line + distance;
        if (matches(applying, *place))
            return true;
        *place = line - distance;
        if (matches(applying, *place))
            return true;
    }
    return false;
}

/* Sets the place of the hunk. */
static bool find_place(struct applying *applying, bool is_exact, ptrdiff_t *place)
{
    const struct piece *piece = &applying->piece;
    ptrdiff_t n = (ptrdiff_t)applying->lines.n, n_before = (ptrdiff_t)piece->before.n;
    if (is_exact) {
        *place = (ptrdiff_t)piece->line[PATCH_BEFORE] - (n_before > 0);
        return matches(applying, *place);
    }
    if (piece->is_at_start || piece->is_at_end) {
        *place = piece->is_at_start ? -applying->growth : n - n_before;
        return (!piece->is_at_end || *place + n_before == n) && matches(applying, *place);
    }
    ptrdiff_t line = (ptrdiff_t)piece->line[PATCH_AFTER];
    return search(applying, line - (line > 0) - applying->growth, place);
}

static void add_after(struct str *out, const struct piece *piece)
{
    for (size_t i = 0; i < piece->n_lines; i++) {
        const struct patch_line *line = &piece->lines[i];
        if (line->kind == piece->gone)
            continue;
        str_add(out, line->text, line->length);
        if (!line->has_no_end)
            str_add(out, "\n", 1);
    }
}

/* Whether the last line of the hunk after has no end. */
static bool has_no_end(const struct piece *piece)
{
    for (size_t i = piece->n_lines; i-- > 0;)
        if (piece->lines[i].kind != piece->gone)
            return piece->lines[i].has_no_end;
    return false;
}

/* Applies the hunk at its place. */
static bool apply_piece(struct applying *applying, bool is_exact, struct str *out)
{
    const struct text_lines *lines = &applying->lines;
    const struct piece *piece = &applying->piece;
    ptrdiff_t place;
    if (!find_place(applying, is_exact, &place))
        return false;
    size_t from = lines->starts.items[applying->floor], to = lines->starts.items[place];
    str_add(out, lines->text + from, to - from);
    add_after(out, piece);
    applying->floor = (size_t)place + piece->before.n;
    applying->growth += (ptrdiff_t)piece->n_after - (ptrdiff_t)piece->before.n;
    return !has_no_end(piece) || applying->floor == lines->n;
}

/* Whether the lines of the hunks alone say where they belong: none has context, and it is not one
 * hunk that replaces the whole text. */
static bool is_without_context(struct applying *applying, const struct patch *patch,
                               const struct patch_file *file, bool is_reverse)
{
    struct piece *piece = &applying->piece;
    for (uint32_t i = 0; i < file->n_hunks; i++) {
        set_piece(piece, patch, &patch->hunks.items[file->first_hunk + i], is_reverse);
        if (piece->has_context || (file->n_hunks == 1 && piece->is_at_start))
            return false;
    }
    return true;
}

bool patch_apply(struct str *out, const struct patch *patch, const struct patch_file *file,
                 const char *text, size_t length, bool is_reverse)
{
    struct applying applying = {0};
    scoped(str) result = {0};
    bool is_applied = true;
    cut_lines(&applying.lines, text, length);
    bool is_exact = is_without_context(&applying, patch, file, is_reverse);
    for (uint32_t i = 0; is_applied && i < file->n_hunks; i++) {
        set_piece(&applying.piece, patch, &patch->hunks.items[file->first_hunk + i], is_reverse);
        is_applied = apply_piece(&applying, is_exact, &result);
    }
    if (is_applied) {
        size_t from = applying.lines.starts.items[applying.floor];
        str_add(out, str_text(&result), result.length);
        str_add(out, text + from, length - from);
    }
    array_release(&applying.lines.starts);
    array_release(&applying.piece.before);
    return is_applied;
}
