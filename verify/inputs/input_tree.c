/* Reading follows the shape: sizes say how many lines a block has. What a line's fields mean is not
 * needed to read it, so a shape can be tried on the samples before the forms of its lines are
 * known. */
#include "verify/inputs/inputs.h"

#include <inttypes.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Whether a field is a number; sets its value. */
static bool read_number(struct input_cell *cell)
{
    size_t sign = cell->length && cell->text[0] == '-';
    size_t n = cell->length - sign;
    int64_t value = 0;
    if (n == 0 || n > 19 || (cell->text[sign] == '0' && (n > 1 || sign)))
        return false;
    for (size_t i = sign; i < cell->length; i++) {
        if (cell->text[i] < '0' || cell->text[i] > '9' || value > INPUT_MAX_NUMBER / 10)
            return false;
        value = value * 10 + (cell->text[i] - '0');
    }
    if (value > INPUT_MAX_NUMBER)
        return false;
    cell->value = sign ? -value : value;
    return true;
}

void input_cell_set_word(struct input_cell *cell, const char *text, size_t length)
{
    *cell = (struct input_cell){.text = text, .length = length};
    cell->is_number = read_number(cell);
}

void input_cell_set_number(struct input_cell *cell, int64_t value, struct arena *arena)
{
    const char *text = arena_print(arena, "%" PRId64, value);
    input_cell_set_word(cell, text, strlen(text));
}

bool input_cells_equal(const struct input_cell *a, const struct input_cell *b)
{
    if (a->is_number || b->is_number)
        return a->is_number && b->is_number && a->value == b->value;
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

size_t input_cells_find(const struct input_cell *cells, size_t n, const struct input_cell *cell)
{
    size_t i = 0;
    while (i < n && !input_cells_equal(&cells[i], cell))
        i++;
    return i;
}

static struct input_line split_line(struct arena *arena, const char *text, const char *end)
{
    struct input_line line = {arena_alloc(arena, (size_t)(end - text) / 2 + 1, sizeof *line.cells),
                              0};
    while (text < end) {
        const char *start = text;
        while (text < end && !is_blank(*text))
            text++;
        if (text > start)
            input_cell_set_word(&line.cells[line.n++], start, (size_t)(text - start));
        else
            text++;
    }
    return line;
}

static bool is_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' && text[i] != '\n' && !is_blank(text[i]))
            return false;
    return true;
}

bool input_lines_read(struct input_lines *lines, struct arena *arena, const char *text,
                      size_t length)
{
    enum { MAX_BYTES = 1 << 16 };
    while (length && (is_blank(text[length - 1]) || text[length - 1] == '\n'))
        length--;
    *lines = (struct input_lines){0};
    if (length == 0 || length > MAX_BYTES || !is_text(text, length))
        return false;
    size_t n = 1;
    for (size_t i = 0; i < length; i++)
        n += text[i] == '\n';
    if (n > INPUT_MAX_CELLS)
        return false;
    lines->lines = arena_alloc(arena, n, sizeof *lines->lines);
    const char *end = text + length;
    while (lines->n < n) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        lines->lines[lines->n] = split_line(arena, text, stop);
        lines->n_cells += lines->lines[lines->n++].n;
        text = stop + 1;
    }
    return lines->n_cells <= INPUT_MAX_CELLS;
}

/* Whether a scalar is known and could be part of a size. */
static bool small_scalar(const struct input_scope *scope, int scalar, int64_t *value)
{
    *value = scope->value[scalar];
    return scope->is_known[scalar] && *value >= 0 && *value <= 2 * INPUT_MAX_CELLS;
}

bool input_size_value(const struct input_size *size, const struct input_scope *scope, size_t rest,
                      size_t *n)
{
    int64_t value = size->plus, a = 0, b = 0;
    if (size->kind == SIZE_FREE) {
        *n = rest;
        return true;
    }
    bool has_two = size->kind == SIZE_PRODUCT || size->kind == SIZE_SUM;
    if ((size->kind != SIZE_CONSTANT && !small_scalar(scope, size->a, &a)) ||
        (has_two && !small_scalar(scope, size->b, &b)))
        return false;
    if (size->kind == SIZE_SCALAR)
        value = a * size->times + size->plus;
    else if (size->kind == SIZE_PRODUCT)
        value = a * b;
    else if (size->kind == SIZE_SUM)
        value = a + b;
    else if (size->kind == SIZE_PAIRS)
        value = a * (a - 1) / 2;
    if (value < 0 || value > INPUT_MAX_CELLS)
        return false;
    *n = (size_t)value;
    return true;
}

void input_scope_enter(struct input_scope *scope, const struct input_step *step,
                       const struct input_line *line)
{
    bool has_fixed = step->form == FORM_FIXED || step->form == FORM_LIST;
    size_t n = has_fixed ? step->n_fixed : step->form == FORM_FREE ? 0 : line->n;
    for (size_t i = 0; i < INPUT_MAX_FIELDS; i++) {
        bool is_known = i < n && i < line->n && line->cells[i].is_number;
        scope->is_known[(size_t)step->first_scalar + i] = is_known;
        scope->value[(size_t)step->first_scalar + i] = is_known ? line->cells[i].value : 0;
    }
}

int input_var(const struct input_step *step, const struct input_line *line, size_t i)
{
    size_t at = i < step->n_fixed ? i : step->n_fixed;
    if (step->form == FORM_FIXED && i >= step->n_fixed)
        return -1;
    if (step->form == FORM_FREE)
        at = 0;
    if (step->form == FORM_TAGGED) {
        size_t tag = input_cells_find(step->tags, step->n_tags, &line->cells[0]);
        if (tag == step->n_tags)
            return -1;
        at = tag * INPUT_MAX_FIELDS + (i < INPUT_MAX_FIELDS ? i : INPUT_MAX_FIELDS - 1);
    }
    return step->first_var + (int)at;
}

size_t input_step_vars(const struct input_step *step)
{
    return step->form == FORM_FIXED    ? step->n_fixed
           : step->form == FORM_LIST   ? step->n_fixed + 1
           : step->form == FORM_TAGGED ? step->n_tags * INPUT_MAX_FIELDS
                                       : 1;
}

bool input_item_read(struct input_item *item, const struct input_step *step,
                     const struct input_lines *lines, size_t *at, struct input_scope *scope,
                     struct arena *arena)
{
    if (!step->body) {
        if (*at >= lines->n)
            return false;
        item->line = lines->lines[(*at)++];
        input_scope_enter(scope, step, &item->line);
        return true;
    }
    size_t rest = (lines->n - *at) / step->body->n;
    if (!input_size_value(&step->size, scope, rest, &item->n_rows) || item->n_rows > rest)
        return false;
    item->rows = arena_alloc(arena, item->n_rows + 1, sizeof *item->rows);
    for (size_t i = 0; i < item->n_rows; i++)
        if (!input_tree_read(&item->rows[i], step->body, lines, at, scope, arena))
            return false;
    return true;
}

bool input_tree_read(struct input_tree *tree, const struct input_shape *shape,
                     const struct input_lines *lines, size_t *at, struct input_scope *scope,
                     struct arena *arena)
{
    tree->items = arena_alloc(arena, shape->n, sizeof *tree->items);
    for (size_t i = 0; i < shape->n; i++)
        if (!input_item_read(&tree->items[i], &shape->steps[i], lines, at, scope, arena))
            return false;
    return true;
}

void input_tree_copy(struct input_tree *copy, const struct input_tree *tree,
                     const struct input_shape *shape, struct arena *arena)
{
    copy->items = arena_alloc(arena, shape->n, sizeof *copy->items);
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_item *from = &tree->items[i];
        struct input_item *to = &copy->items[i];
        *to = *from;
        if (!shape->steps[i].body) {
            to->line.cells = arena_alloc(arena, from->line.n + 1, sizeof *to->line.cells);
            memcpy(to->line.cells, from->line.cells, from->line.n * sizeof *to->line.cells);
            continue;
        }
        to->rows = arena_alloc(arena, from->n_rows + 1, sizeof *to->rows);
        for (size_t row = 0; row < from->n_rows; row++)
            input_tree_copy(&to->rows[row], &from->rows[row], shape->steps[i].body, arena);
    }
}

void input_tree_write(struct str *out, const struct input_tree *tree,
                      const struct input_shape *shape)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_item *item = &tree->items[i];
        for (size_t k = 0; !shape->steps[i].body && k < item->line.n; k++) {
            str_add(out, " ", k > 0);
            str_add(out, item->line.cells[k].text, item->line.cells[k].length);
        }
        str_add(out, "\n", !shape->steps[i].body);
        for (size_t row = 0; shape->steps[i].body && row < item->n_rows; row++)
            input_tree_write(out, &item->rows[row], shape->steps[i].body);
    }
}
