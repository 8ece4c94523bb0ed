/* First the fields of the tree are listed by variable, then a variable is drawn, and a change that
 * its fields allow: so a list of a hundred numbers is not changed a hundred times as often as the
 * number before it. */
#include "verify/inputs/input_mutation.h"

#include "base/array.h"

/* A field, and the list that it is in. */
struct target {
    struct input_cell *cell;
    int var;
};

struct targets {
    struct target *items;
    size_t n, capacity;
};

static void list_targets(struct targets *targets, const struct input_shape *shape,
                         struct input_tree *tree)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_step *step = &shape->steps[i];
        struct input_item *item = &tree->items[i];
        for (size_t k = 0; !step->body && k < item->line.n; k++) {
            int var = input_var(step, &item->line, k);
            if (var >= 0)
                array_push(targets, (struct target){&item->line.cells[k], var});
        }
        for (size_t row = 0; step->body && row < item->n_rows; row++)
            list_targets(targets, step->body, &item->rows[row]);
    }
}

/* Draws a variable that the tree has, and lists its fields. */
static int choose_fields(const struct input_source *source, const struct targets *targets,
                         struct input_cell **cells, size_t *n)
{
    bool is_there[INPUT_MAX_VARS] = {false};
    int vars[INPUT_MAX_VARS];
    size_t n_vars = 0;
    for (size_t i = 0; i < targets->n; i++) {
        int var = targets->items[i].var;
        if (!is_there[var])
            vars[n_vars++] = var;
        is_there[var] = true;
    }
    *n = 0;
    if (n_vars == 0)
        return -1;
    int var = vars[dice_below(source->dice, n_vars)];
    for (size_t i = 0; i < targets->n; i++)
        if (targets->items[i].var == var)
            cells[(*n)++] = targets->items[i].cell;
    return var;
}

static void swap_cells(struct input_cell *a, struct input_cell *b)
{
    struct input_cell held = *a;
    *a = *b;
    *b = held;
}

static int compare_values(const void *a, const void *b)
{
    const struct input_cell *x = a, *y = b;
    return COMPARE(x->value, y->value);
}

static void sort_cells(const struct input_source *source, struct input_cell **cells, size_t n)
{
    struct input_cell *sorted = arena_alloc(source->arena, n + 1, sizeof *sorted);
    bool is_falling = dice_chance(source->dice, 0.5);
    for (size_t i = 0; i < n; i++)
        sorted[i] = *cells[i];
    qsort(sorted, n, sizeof *sorted, compare_values);
    for (size_t i = 0; i < n; i++)
        *cells[i] = sorted[is_falling ? n - 1 - i : i];
}

/* Changes a list as a whole. */
static void change_list(const struct input_source *source, int var, struct input_cell **cells,
                        size_t n)
{
    struct input_cell *one = cells[dice_below(source->dice, n)];
    size_t way = dice_below(source->dice, 7);
    if (way == 0) {
        sort_cells(source, cells, n);
        return;
    }
    if (way == 1)
        input_draw_cell(source, var, one);
    for (size_t i = 0; i < n; i++) {
        if (way == 1)
            *cells[i] = *one;
        else if (way == 2)
            swap_cells(cells[i], cells[dice_below(source->dice, n)]);
        else if (way == 3 && i < n / 2)
            swap_cells(cells[i], cells[n - 1 - i]);
        else if (way == 4 && dice_chance(source->dice, 0.5))
            *cells[i] = *one;
        else if (way == 5 && dice_chance(source->dice, 0.3))
            *cells[i] = *cells[dice_below(source->dice, n)];
        else if (way == 6)
            input_draw_cell(source, var, cells[i]);
    }
}

static void change_fields(const struct input_source *source, int var, struct input_cell **cells,
                          size_t n)
{
    struct input_cell *one = cells[dice_below(source->dice, n)];
    struct input_cell *other = cells[dice_below(source->dice, n)];
    const struct input_range *range = input_facts_range(source->facts, var);
    size_t way = dice_below(source->dice, 10);
    bool is_word = !one->is_number || range->is_word;
    if (way < 2 && n > 1)
        swap_cells(one, other);
    else if (way < 4 && n > 1)
        *one = *other;
    else if (way < 6 && n > 1)
        change_list(source, var, cells, n);
    else if (is_word && way == 9 && range->max_length > range->min_length)
        input_draw_word(source, var, one,
                        (size_t)dice_between(source->dice, (int64_t)range->min_length,
                                             (int64_t)range->max_length));
    else
        input_draw_cell(source, var, one);
}

/* Swaps, copies or replaces a row of a block. */
static void change_rows(const struct input_source *source, const struct input_step *step,
                        struct input_item *item, const struct input_item *like)
{
    size_t a = dice_below(source->dice, item->n_rows), b = dice_below(source->dice, item->n_rows);
    struct input_tree held = item->rows[a];
    size_t way = dice_below(source->dice, 3);
    if (way == 0) {
        item->rows[a] = item->rows[b];
        item->rows[b] = held;
    } else if (way == 1 && a != b) {
        input_tree_copy(&item->rows[a], &item->rows[b], step->body, source->arena);
    } else if (like->n_rows) {
        input_tree_copy(&item->rows[a], &like->rows[dice_below(source->dice, like->n_rows)],
                        step->body, source->arena);
    }
}

/* Changes one step of the top as a whole: rows of a block, or a line of another sample. */
static bool change_item(const struct input_source *source, struct input_tree *tree)
{
    const struct input_shape *shape = &source->found->shape;
    const struct input_tree *sample = &source->samples[dice_below(source->dice, source->n_samples)];
    size_t at = dice_below(source->dice, shape->n);
    const struct input_step *step = &shape->steps[at];
    struct input_item *item = &tree->items[at];
    if (step->body && item->n_rows) {
        change_rows(source, step, item, &sample->items[at]);
        return true;
    }
    if (step->body || source->n_samples == 1)
        return false;
    struct input_line *line = &item->line;
    *line = sample->items[at].line;
    struct input_cell *cells = arena_alloc(source->arena, line->n + 1, sizeof *cells);
    memcpy(cells, line->cells, line->n * sizeof *cells);
    line->cells = cells;
    return true;
}

void input_mutate(const struct input_source *source, struct input_tree *tree)
{
    scoped_array struct targets targets = {0};
    if (dice_chance(source->dice, 0.2) && change_item(source, tree))
        return;
    list_targets(&targets, &source->found->shape, tree);
    struct input_cell **cells = arena_alloc(source->arena, targets.n + 1, sizeof(void *));
    size_t n;
    int var = choose_fields(source, &targets, cells, &n);
    if (var >= 0)
        change_fields(source, var, cells, n);
}

void input_redraw(const struct input_source *source, struct input_tree *tree)
{
    scoped_array struct targets targets = {0};
    list_targets(&targets, &source->found->shape, tree);
    for (size_t i = 0; i < targets.n; i++) {
        const struct target *target = &targets.items[i];
        struct input_bounds bounds = input_facts_bounds(source->facts, target->var);
        bool is_size = input_facts_range(source->facts, target->var)->is_size;
        if (is_size && target->cell->is_number && dice_chance(source->dice, 0.7)) {
            int64_t high = bounds.high < bounds.low + 4 ? bounds.high : bounds.low + 4;
            input_cell_set_number(target->cell, dice_between(source->dice, bounds.low, high),
                                  source->arena);
        } else {
            input_draw_cell(source, target->var, target->cell);
        }
    }
}
