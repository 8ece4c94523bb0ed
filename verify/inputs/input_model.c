/* Generate and test: a sample is changed, repaired, and kept if all facts hold. The more often that
 * fails, the smaller the change that is tried next.
 *
 * For a change, the fields of the tree are listed by variable, then a variable is drawn, and a
 * change that its fields allow: so a list of a hundred numbers is not changed a hundred times as
 * often as the number before it.
 *
 * Bugs show at ends of ranges, at small numbers, at equal ones, and at the numbers that programs
 * name, so these are drawn more often than chance would. A repair is a walk from the first line to
 * the last: the scalars that a size or a bound names are always settled before it is needed. */
#include "verify/inputs/input_model.h"

#include "base/hash.h"
#include "base/table.h"
#include "verify/inputs/inputs.h"

/* What changes of a tree draw from. */
struct input_source {
    const struct input_shape_found *found;
    const struct input_facts *facts;
    const struct input_tree *samples;
    size_t n_samples;
    const int64_t *hints; /* numbers that programs name */
    size_t n_hints;
    struct dice *dice;
    struct arena *arena; /* of the changed tree */
};

/* ---- Drawing fields ---- */

/* Returns one of the values that the samples had for a variable, or NULL if there is none. */
static const struct input_cell *draw_observed(const struct input_source *source, int var)
{
    const struct input_range *range = &source->facts->ranges[var];
    return range->n_values ? &range->values[dice_below(source->dice, range->n_values)] : NULL;
}

/* Returns a number between `low` and `high`, the ends and small numbers more often than others.
 * Returns `low` if there is none. */
static int64_t draw_within(const struct input_source *source, int64_t low, int64_t high)
{
    if (low >= high)
        return low;
    if (dice_chance(source->dice, 0.15))
        return low;
    if (dice_chance(source->dice, 0.15))
        return high;
    if (high - low > 20 && dice_chance(source->dice, 0.4))
        return dice_between(source->dice, low, low + 9);
    /* As many numbers of few digits as of many. */
    if (high - low > 1000 && dice_chance(source->dice, 0.5)) {
        int64_t width = high - low;
        while (width > 1000 && dice_chance(source->dice, 0.75))
            width /= 10;
        return dice_between(source->dice, low, low + width);
    }
    return dice_between(source->dice, low, high);
}

static char draw_char(const struct input_source *source, int var, const struct input_cell *like)
{
    const struct input_range *range = &source->facts->ranges[var];
    unsigned char seen[256];
    size_t n = 0;
    if (like->length && dice_chance(source->dice, 0.3))
        return like->text[dice_below(source->dice, like->length)];
    for (size_t c = 0; c < 256; c++)
        if (range->alphabet[c])
            seen[n++] = (unsigned char)c;
    return n ? (char)seen[dice_below(source->dice, n)] : 'a';
}

/* Fills the digits or letters around a place with one character. */
static void fill_around(char *text, size_t length, size_t at, char c)
{
    uint8_t class = input_char_class(text[at]);
    size_t from = at, to = at + 1;
    if (input_char_class(c) != class)
        c = text[at];
    while (from > 0 && input_char_class(text[from - 1]) == class)
        from--;
    while (to < length && input_char_class(text[to]) == class)
        to++;
    memset(text + from, c, to - from);
}

static void swap_cells(struct input_cell *a, struct input_cell *b)
{
    struct input_cell held = *a;
    *a = *b;
    *b = held;
}

/* Changes a word in one place, or its length. */
static void draw_word(const struct input_source *source, int var, struct input_cell *cell,
                      size_t length)
{
    if (length > INPUT_MAX_CELLS)
        return;
    char *text = arena_alloc(source->arena, length + 1, 1);
    size_t kept = length < cell->length ? length : cell->length;
    if (kept)
        memcpy(text, cell->text, kept);
    for (size_t i = kept; i < length; i++)
        text[i] = draw_char(source, var, cell);
    if (length && length == cell->length) {
        size_t a = dice_below(source->dice, length), b = dice_below(source->dice, length);
        char held = text[a];
        switch (dice_below(source->dice, 8)) {
        case 0:
            text[a] = text[b];
            text[b] = held;
            break;
        case 1:
            text[a] = text[b];
            break;
        case 2:
            memset(text + (a < b ? a : b), held, (a < b ? b - a : a - b) + 1);
            break;
        case 3:
            fill_around(text, length, a, draw_char(source, var, cell));
            break;
        case 4:
            for (size_t i = 0; i < length / 2; i++)
                text[length - 1 - i] = text[i];
            break;
        default:
            text[a] = draw_char(source, var, cell);
        }
    }
    input_cell_set_word(cell, text, length);
}

/* Draws a number that programs name, with either sign, or one beside it, if there is one within the
 * bounds. */
static bool draw_hint(const struct input_source *source, const struct input_bounds *bounds,
                      int64_t *number)
{
    int64_t fitting[64];
    size_t n = 0;
    for (size_t i = 0; i < source->n_hints && n < sizeof fitting / sizeof *fitting; i++) {
        int64_t hint = source->hints[i];
        if (hint < -INPUT_MAX_NUMBER || hint > INPUT_MAX_NUMBER)
            continue;
        bool is_negative = bounds->low < 0 && dice_chance(source->dice, 0.5);
        int64_t value = (is_negative ? -hint : hint) + dice_between(source->dice, -1, 1);
        if (value >= bounds->low && value <= bounds->high)
            fitting[n++] = value;
    }
    if (n == 0)
        return false;
    *number = fitting[dice_below(source->dice, n)];
    return true;
}

/* Replaces a field by one that the variable could have: an observed one, one beside it, an end of
 * its range, or anything in the range. */
static void draw_cell(const struct input_source *source, int var, struct input_cell *cell)
{
    const struct input_range *range = &source->facts->ranges[var];
    struct input_bounds bounds = input_range_bounds(range, source->facts->strictness);
    const struct input_cell *value = draw_observed(source, var);
    if (!cell->is_number || range->is_word) {
        if (bounds.is_closed || (value && dice_chance(source->dice, 0.2)))
            *cell = *value;
        else
            draw_word(source, var, cell, cell->length);
        return;
    }
    if (value && value->is_number && (bounds.is_closed || dice_chance(source->dice, 0.3))) {
        *cell = *value;
        return;
    }
    int64_t number = cell->value, hint = 0;
    if (dice_chance(source->dice, 0.25) && draw_hint(source, &bounds, &hint))
        number = hint;
    else if (dice_chance(source->dice, 0.4))
        number += dice_chance(source->dice, 0.5) ? 1 : -1;
    else
        number = draw_within(source, bounds.low, bounds.high);
    if (range->divisor > 1 && range->n_numbers >= 4)
        number -= number % range->divisor;
    number = number < bounds.low ? bounds.low : number > bounds.high ? bounds.high : number;
    input_cell_set_number(cell, number, source->arena);
}

/* By value, then in the order of the list. */
static int compare_places(const void *a, const void *b)
{
    struct input_cell *const *x = *(struct input_cell *const *const *)a;
    struct input_cell *const *y = *(struct input_cell *const *const *)b;
    return (*x)->value != (*y)->value ? COMPARE((*x)->value, (*y)->value) : COMPARE(x, y);
}

/* Returns the places of the fields of a list in the order of their numbers. */
static struct input_cell *const **sorted_places(struct input_cell *const *cells, size_t n,
                                                struct arena *arena)
{
    struct input_cell *const **places = arena_alloc(arena, n + 1, sizeof *places);
    for (size_t i = 0; i < n; i++)
        places[i] = &cells[i];
    qsort(places, n, sizeof *places, compare_places);
    return places;
}

/* Sorts the values of fields by their numbers. */
static void sort_cells(struct input_cell **cells, size_t n, bool is_falling, struct arena *arena)
{
    struct input_cell *const **places = sorted_places(cells, n, arena);
    struct input_cell *values = arena_alloc(arena, n + 1, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = **places[is_falling ? n - 1 - i : i];
    for (size_t i = 0; i < n; i++)
        *cells[i] = values[i];
}

/* ---- Changing a tree ---- */

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

/* Changes a list as a whole. */
static void change_list(const struct input_source *source, int var, struct input_cell **cells,
                        size_t n)
{
    struct input_cell *one = cells[dice_below(source->dice, n)];
    size_t way = dice_below(source->dice, 7);
    if (way == 0) {
        sort_cells(cells, n, dice_chance(source->dice, 0.5), source->arena);
        return;
    }
    if (way == 1)
        draw_cell(source, var, one);
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
            draw_cell(source, var, cells[i]);
    }
}

static void change_fields(const struct input_source *source, int var, struct input_cell **cells,
                          size_t n)
{
    struct input_cell *one = cells[dice_below(source->dice, n)];
    struct input_cell *other = cells[dice_below(source->dice, n)];
    const struct input_range *range = &source->facts->ranges[var];
    size_t way = dice_below(source->dice, 10);
    bool is_word = !one->is_number || range->is_word;
    if (way < 2 && n > 1)
        swap_cells(one, other);
    else if (way < 4 && n > 1)
        *one = *other;
    else if (way < 6 && n > 1)
        change_list(source, var, cells, n);
    else if (is_word && way == 9 && range->max_length > range->min_length)
        draw_word(source, var, one,
                  (size_t)dice_between(source->dice, (int64_t)range->min_length,
                                       (int64_t)range->max_length));
    else
        draw_cell(source, var, one);
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

/* Changes a tree in one place: a field, a size, a word, a list, a row, or a part of another sample.
 * The tree may no longer fit its shape; repair_tree() follows. */
static void mutate_tree(const struct input_source *source, struct input_tree *tree)
{
    scoped_array struct targets targets = {0};
    if (dice_chance(source->dice, 0.2) && change_item(source, tree))
        return;
    list_targets(&targets, &source->found->shape, tree);
    struct input_cell **cells = arena_alloc(source->arena, targets.n + 1, sizeof(void *));
    int vars[INPUT_MAX_VARS];
    size_t n_vars = 0, n = 0;
    for (size_t i = 0, k; i < targets.n; i++) {
        for (k = 0; k < n_vars && vars[k] != targets.items[i].var;)
            k++;
        vars[k] = targets.items[i].var;
        n_vars += k == n_vars;
    }
    if (n_vars == 0)
        return;
    int var = vars[dice_below(source->dice, n_vars)];
    for (size_t i = 0; i < targets.n; i++)
        if (targets.items[i].var == var)
            cells[n++] = targets.items[i].cell;
    change_fields(source, var, cells, n);
}

/* Draws all fields anew, and small sizes. */
static void redraw_tree(const struct input_source *source, struct input_tree *tree)
{
    scoped_array struct targets targets = {0};
    list_targets(&targets, &source->found->shape, tree);
    for (size_t i = 0; i < targets.n; i++) {
        const struct target *target = &targets.items[i];
        struct input_bounds bounds =
            input_range_bounds(&source->facts->ranges[target->var], source->facts->strictness);
        bool is_size = source->facts->ranges[target->var].is_size;
        if (is_size && target->cell->is_number && dice_chance(source->dice, 0.7)) {
            int64_t high = bounds.high < bounds.low + 4 ? bounds.high : bounds.low + 4;
            input_cell_set_number(target->cell, dice_between(source->dice, bounds.low, high),
                                  source->arena);
        } else {
            draw_cell(source, target->var, target->cell);
        }
    }
}

/* ---- Repairing a tree ---- */

/* Moves a number into what is kept beside the known scalars. */
static void repair_number(const struct input_source *source, int var, struct input_cell *cell,
                          const struct input_scope *scope)
{
    const struct input_range *range = &source->facts->ranges[var];
    struct input_bounds bounds = input_range_bounds(range, source->facts->strictness);
    for (int s = 0; s < (int)source->found->n_scalars; s++) {
        if (!scope->is_known[s])
            continue;
        uint32_t kept = input_facts_scalar(source->facts, var, s);
        int64_t value = scope->value[s];
        int64_t high = kept & HOLDS_LT ? value - 1 : value;
        int64_t low = kept & HOLDS_GT ? value + 1 : value;
        if (kept & (HOLDS_LE | HOLDS_LT | HOLDS_EQ) && high < bounds.high)
            bounds.high = high;
        if (kept & (HOLDS_GE | HOLDS_GT | HOLDS_EQ) && low > bounds.low)
            bounds.low = low;
    }
    if (bounds.low > bounds.high || (cell->value >= bounds.low && cell->value <= bounds.high))
        return;
    int64_t number = draw_within(source, bounds.low, bounds.high);
    if (range->divisor > 1 && range->n_numbers >= 4 &&
        number - number % range->divisor >= bounds.low)
        number -= number % range->divisor;
    input_cell_set_number(cell, number, source->arena);
}

static void repair_word(const struct input_source *source, int var, struct input_cell *cell,
                        const struct input_scope *scope)
{
    for (int s = 0; s < (int)source->found->n_scalars; s++)
        if (scope->is_known[s] && input_facts_scalar(source->facts, var, s) & HOLDS_EQ &&
            scope->value[s] >= 1 && scope->value[s] <= INPUT_MAX_CELLS &&
            (size_t)scope->value[s] != cell->length) {
            draw_word(source, var, cell, (size_t)scope->value[s]);
            return;
        }
}

static void repair_cell(const struct input_source *source, int var, struct input_cell *cell,
                        const struct input_scope *scope)
{
    if (cell->is_number && !source->facts->ranges[var].is_word)
        repair_number(source, var, cell, scope);
    else
        repair_word(source, var, cell, scope);
}

/* Repairs the numbers of a list: distinct numbers, an order. */
static void repair_list(const struct input_source *source, int var, bool is_column,
                        struct input_cell **cells, size_t n, const struct input_scope *scope)
{
    uint32_t kept = source->facts->sites[SITE_LISTS][var * 2 + is_column].kept;
    for (size_t i = 0; i < n; i++)
        if (!cells[i]->is_number)
            return;
    for (int tries = 0; kept & HOLDS_DISTINCT && tries < 6; tries++) {
        struct input_cell *const **places = sorted_places(cells, n, source->arena);
        size_t n_equal = 0;
        for (size_t i = 0; i + 1 < n; i++)
            if ((*places[i])->value == (*places[i + 1])->value) {
                draw_cell(source, var, *places[i]);
                repair_number(source, var, *places[i], scope);
                n_equal++;
            }
        if (n_equal == 0)
            break;
    }
    if (kept & (HOLDS_NONDECREASING | HOLDS_NONINCREASING))
        sort_cells(cells, n, !(kept & HOLDS_NONDECREASING), source->arena);
}

/* Gives a list `n` fields. */
static void resize_line(const struct input_source *source, const struct input_step *step,
                        struct input_line *line, size_t n)
{
    size_t n_fixed = step->n_fixed;
    int var = step->first_var + (int)n_fixed;
    struct input_cell *cells = arena_alloc(source->arena, n_fixed + n + 1, sizeof *cells);
    size_t n_kept = line->n < n_fixed + n ? line->n : n_fixed + n;
    memcpy(cells, line->cells, n_kept * sizeof *cells);
    for (size_t i = n_kept; i < n_fixed + n; i++) {
        const struct input_cell *value = draw_observed(source, var);
        if (i > n_fixed && dice_chance(source->dice, 0.5))
            cells[i] = cells[n_fixed + dice_below(source->dice, i - n_fixed)];
        else if (value)
            cells[i] = *value;
        if (cells[i].length && dice_chance(source->dice, 0.7))
            draw_cell(source, var, &cells[i]);
    }
    line->cells = cells;
    line->n = n_fixed + n;
}

static bool repair_line(const struct input_source *source, const struct input_step *step,
                        struct input_line *line, struct input_scope *scope)
{
    size_t n;
    input_scope_enter(scope, step, &(struct input_line){0});
    for (size_t i = 0; i < line->n && (step->form == FORM_TAGGED || i < step->n_fixed); i++) {
        int var = input_var(step, line, i);
        if (var < 0)
            return false;
        repair_cell(source, var, &line->cells[i], scope);
        input_scope_enter(scope, step, &(struct input_line){line->cells, i + 1});
    }
    if (step->form != FORM_LIST)
        return true;
    if (!input_size_value(&step->size, scope, line->n - step->n_fixed, &n))
        return false;
    if (n + step->n_fixed != line->n)
        resize_line(source, step, line, n);
    struct input_cell **cells = arena_alloc(source->arena, n + 1, sizeof *cells);
    for (size_t i = 0; i < n; i++) {
        cells[i] = &line->cells[step->n_fixed + i];
        repair_cell(source, step->first_var + (int)step->n_fixed, cells[i], scope);
    }
    repair_list(source, step->first_var + (int)step->n_fixed, false, cells, n, scope);
    return true;
}

/* Moves edges that close a cycle between parts of the graph that are not connected. */
static void connect(const struct input_source *source, struct input_line **rows, size_t n,
                    size_t n_nodes, bool is_acyclic)
{
    scoped(union_find) parts = {0};
    size_t *moved = arena_alloc(source->arena, n + 1, sizeof *moved);
    size_t n_moved = 0, n_parts = n_nodes;
    union_find_init(&parts, n_nodes + 1);
    for (size_t i = 0; i < n; i++) {
        const struct input_cell *ends = rows[i]->cells;
        if (!input_is_edge(rows[i], n_nodes))
            return;
        if (union_find_join(&parts, (uint32_t)ends[0].value, (uint32_t)ends[1].value))
            n_parts--;
        else
            moved[n_moved++] = i;
    }
    for (size_t i = 0; i < n_moved && (is_acyclic || n_parts > 1); i++) {
        uint32_t a = 1, b = 1;
        for (int tries = 0; tries < 30 && union_find_root(&parts, a) == union_find_root(&parts, b);
             tries++) {
            a = 1 + (uint32_t)dice_below(source->dice, n_nodes);
            b = 1 + (uint32_t)dice_below(source->dice, n_nodes);
        }
        n_parts -= union_find_join(&parts, a, b);
        input_cell_set_number(&rows[moved[i]]->cells[0], a, source->arena);
        input_cell_set_number(&rows[moved[i]]->cells[1], b, source->arena);
    }
}

static void repair_edges(const struct input_source *source, const struct input_step *step,
                         struct input_line **rows, size_t n, const struct input_scope *scope)
{
    const struct input_step *line = &step->body->steps[0];
    for (int s = 0; s < (int)source->found->n_scalars; s++) {
        size_t site = (size_t)step->number * source->found->n_scalars + (size_t)s;
        uint32_t kept = source->facts->sites[SITE_EDGES][site].kept;
        if (scope->is_known[s] && kept & (HOLDS_CONNECTED | HOLDS_ACYCLIC) && scope->value[s] > 0 &&
            scope->value[s] <= INPUT_MAX_CELLS) {
            connect(source, rows, n, (size_t)scope->value[s], kept & HOLDS_ACYCLIC);
            break;
        }
    }
    uint32_t order = input_facts_scalar(source->facts, line->first_var + 1, line->first_scalar);
    for (size_t i = 0; i < n; i++) {
        struct input_cell *ends = rows[i]->cells;
        bool is_wrong = (order & HOLDS_GE && ends[1].value < ends[0].value) ||
                        (order & HOLDS_LE && ends[1].value > ends[0].value);
        if (ends[0].is_number && ends[1].is_number && is_wrong)
            swap_cells(&ends[0], &ends[1]);
    }
}

/* Repairs what rows have in common: columns, edges. */
static void repair_rows(const struct input_source *source, const struct input_step *step,
                        struct input_item *item, const struct input_scope *scope)
{
    const struct input_step *line = &step->body->steps[0];
    size_t n = item->n_rows;
    if (step->body->n != 1 || line->body || n == 0)
        return;
    struct input_line **rows = arena_alloc(source->arena, n, sizeof *rows);
    struct input_cell **cells = arena_alloc(source->arena, n, sizeof *cells);
    for (size_t i = 0; i < n; i++)
        rows[i] = &item->rows[i].items[0].line;
    if (line->form != FORM_FIXED)
        return;
    for (size_t field = 0; field < line->n_fixed; field++) {
        for (size_t i = 0; i < n; i++)
            cells[i] = &rows[i]->cells[field];
        repair_list(source, line->first_var + (int)field, true, cells, n, scope);
    }
    if (line->n_fixed >= 2)
        repair_edges(source, step, rows, n, scope);
}

/* Finds a row of a block in the samples. */
static const struct input_tree *find_row(const struct input_shape *shape,
                                         const struct input_tree *tree,
                                         const struct input_step *wanted)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_step *step = &shape->steps[i];
        const struct input_item *item = &tree->items[i];
        if (step->number == wanted->number && item->n_rows)
            return &item->rows[0];
        for (size_t row = 0; step->body && row < item->n_rows; row++) {
            const struct input_tree *found = find_row(step->body, &item->rows[row], wanted);
            if (found)
                return found;
        }
    }
    return NULL;
}

static void redraw_lines(const struct input_source *source, const struct input_shape *shape,
                         struct input_tree *tree)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_step *step = &shape->steps[i];
        struct input_line *line = &tree->items[i].line;
        for (size_t k = 0; !step->body && k < line->n; k++) {
            int var = input_var(step, line, k);
            bool is_tag = step->form == FORM_TAGGED && k == 0;
            if (var >= 0 && !is_tag && !source->facts->ranges[var].is_size &&
                dice_chance(source->dice, 0.5))
                draw_cell(source, var, &line->cells[k]);
        }
    }
}

static bool resize_rows(const struct input_source *source, const struct input_step *step,
                        struct input_item *item, size_t n)
{
    const struct input_tree *row = item->n_rows ? &item->rows[0] : NULL;
    for (size_t i = 0; !row && i < source->n_samples; i++)
        row = find_row(&source->found->shape, &source->samples[i], step);
    if (!row)
        return false;
    struct input_tree *rows = arena_alloc(source->arena, n + 1, sizeof *rows);
    size_t n_kept = item->n_rows < n ? item->n_rows : n;
    if (n_kept)
        memcpy(rows, item->rows, n_kept * sizeof *rows);
    for (size_t i = n_kept; i < n; i++) {
        const struct input_tree *like = i ? &rows[dice_below(source->dice, i)] : row;
        input_tree_copy(&rows[i], like, step->body, source->arena);
        if (dice_chance(source->dice, 0.8))
            redraw_lines(source, step->body, &rows[i]);
    }
    item->rows = rows;
    item->n_rows = n;
    return true;
}

/* Gives lists and blocks the sizes that the scalars say, words their lengths, numbers their bounds,
 * and orders lists. It may fail, so ask input_facts_hold(). Returns false if sizes are impossible.
 */
static bool repair_tree(const struct input_source *source, const struct input_shape *shape,
                        struct input_tree *tree, struct input_scope *scope)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_step *step = &shape->steps[i];
        struct input_item *item = &tree->items[i];
        if (!step->body) {
            if (!repair_line(source, step, &item->line, scope))
                return false;
            continue;
        }
        size_t n;
        struct input_scope inner = *scope;
        if (!input_size_value(&step->size, scope, item->n_rows, &n) ||
            (n != item->n_rows && !resize_rows(source, step, item, n)))
            return false;
        for (size_t row = 0; row < n; row++)
            if (!repair_tree(source, step->body, &item->rows[row], &inner))
                return false;
        repair_rows(source, step, item, scope);
    }
    return true;
}

/* ---- The model ---- */

enum { MAX_HINTS = 64 };

struct input_model {
    struct arena arena;
    struct input_shape_found found;
    struct input_facts *facts;
    struct input_tree samples[INPUT_MAX_SAMPLES];
    size_t n_samples; /* 0: the model makes nothing */
    size_t n_cells;   /* of the largest sample */
    int64_t hints[MAX_HINTS];
    size_t n_hints;
};

const char *input_strictness_name(enum input_strictness strictness)
{
    static const char *const names[] = {
        [INPUTS_STRICT] = "strict", [INPUTS_MEDIUM] = "medium", [INPUTS_LOOSE] = "loose"};
    return names[strictness];
}

struct input_model *input_model_new(const struct input_text *samples, size_t n,
                                    enum input_strictness strictness)
{
    struct input_model *model = mem_alloc(1, sizeof *model);
    struct input_lines lines[INPUT_MAX_SAMPLES];
    size_t n_read = 0;
    for (size_t i = 0; i < n && n_read < INPUT_MAX_SAMPLES; i++) {
        const char *text = arena_copy_text(&model->arena, samples[i].text, samples[i].length);
        if (input_lines_read(&lines[n_read], &model->arena, text, samples[i].length)) {
            if (lines[n_read].n_cells > model->n_cells)
                model->n_cells = lines[n_read].n_cells;
            n_read++;
        }
    }
    if (n_read == 0 || !input_shape_infer(&model->found, lines, n_read, &model->arena))
        return model;
    model->facts = input_facts_new(&model->found, &model->arena);
    for (size_t i = 0; i < n_read; i++) {
        struct input_scope scope = {0};
        size_t at = 0;
        if (!input_tree_read(&model->samples[i], &model->found.shape, &lines[i], &at, &scope,
                             &model->arena))
            return model;
        input_facts_learn(model->facts, &model->samples[i]);
    }
    input_facts_settle(model->facts, strictness);
    model->n_samples = n_read;
    return model;
}

void input_model_hint(struct input_model *model, const int64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n && model->n_hints < MAX_HINTS; i++) {
        bool is_known = false;
        for (size_t k = 0; k < model->n_hints; k++)
            is_known = is_known || model->hints[k] == numbers[i];
        if (!is_known)
            model->hints[model->n_hints++] = numbers[i];
    }
}

void input_model_free(struct input_model *model)
{
    if (!model)
        return;
    arena_release(&model->arena);
    free(model);
}

/* Whether a tree is written as a sample is. */
static bool is_sample(const struct input_model *model, const struct str *text)
{
    for (size_t i = 0; i < model->n_samples; i++) {
        scoped(str) sample = {0};
        input_tree_write(&sample, &model->samples[i], &model->found.shape);
        if (sample.length == text->length && memcmp(sample.text, text->text, text->length) == 0)
            return true;
    }
    return false;
}

/* Whether everything that holds in all samples holds in a text: it has their shape, and no fact is
 * broken. True for the samples themselves. */
static bool allows(const struct input_model *model, const char *text, size_t length)
{
    scoped(arena) arena = {0};
    struct input_lines lines;
    struct input_tree tree;
    struct input_scope scope = {0};
    size_t at = 0;
    return model->n_samples > 0 && input_lines_read(&lines, &arena, text, length) &&
           input_tree_read(&tree, &model->found.shape, &lines, &at, &scope, &arena) &&
           at == lines.n && input_facts_hold(model->facts, &tree);
}

/* Changes a sample. `boldness` is the number of changes, at most; 0: all fields are drawn anew. */
static bool try_input(const struct input_model *model, struct dice *dice, size_t sample,
                      size_t boldness, struct str *out)
{
    scoped(arena) arena = {0};
    struct input_source source = {.found = &model->found,
                                  .facts = model->facts,
                                  .samples = model->samples,
                                  .n_samples = model->n_samples,
                                  .hints = model->hints,
                                  .n_hints = model->n_hints,
                                  .dice = dice,
                                  .arena = &arena};
    struct input_tree tree;
    input_tree_copy(&tree, &model->samples[sample], &model->found.shape, &arena);
    size_t n_changes = boldness ? 1 + dice_below(dice, boldness) : 0;
    if (boldness == 0)
        redraw_tree(&source, &tree);
    for (size_t i = 0; i < n_changes; i++)
        mutate_tree(&source, &tree);
    str_clear(out);
    struct input_scope scope = {0};
    if (!repair_tree(&source, &model->found.shape, &tree, &scope) ||
        !input_facts_hold(model->facts, &tree))
        return false;
    input_tree_write(out, &tree, &model->found.shape);
    /* The text is read again: only what a reader sees counts. */
    return allows(model, out->text, out->length) && !is_sample(model, out);
}

bool input_model_make(const struct input_model *model, uint64_t seed, uint32_t number,
                      struct str *out)
{
    enum { MAX_TRIES = 60, MAX_WORK = 60000 }; /* work: fields that were drawn */
    size_t tries = MAX_WORK / (model->n_cells + 1);
    struct dice dice = {hash_pair(seed, number)};
    str_clear(out);
    if (model->n_samples == 0)
        return false;
    tries = tries < 4 ? 4 : tries > MAX_TRIES ? MAX_TRIES : tries;
    size_t boldness = 1 + number / (4 * model->n_samples);
    boldness = boldness > 6 ? 6 : boldness;
    if (number > 4 * model->n_samples && number % 3 == 0)
        boldness = 0;
    for (size_t i = 0; i < tries; i++) {
        size_t sample = (number + i / 8) % model->n_samples;
        if (try_input(model, &dice, sample, i > tries / 2 ? 1 : boldness, out))
            return true;
    }
    str_clear(out);
    return false;
}
