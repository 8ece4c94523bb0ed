/* Generate and test: a sample is changed, repaired, and kept if all facts hold. The more often that
 * fails, the smaller the change that is tried next.
 *
 * For a change, the fields of the tree are listed by variable, then a variable is drawn, and a
 * change that its fields allow: so a list of a hundred numbers is not changed a hundred times as
 * often as the number before it. */
#include "verify/inputs/input_model.h"

#include "base/hash.h"
#include "verify/inputs/inputs.h"

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
        input_sort_cells(cells, n, dice_chance(source->dice, 0.5), source->arena);
        return;
    }
    if (way == 1)
        input_draw_cell(source, var, one);
    for (size_t i = 0; i < n; i++) {
        if (way == 1)
            *cells[i] = *one;
        else if (way == 2)
            input_swap_cells(cells[i], cells[dice_below(source->dice, n)]);
        else if (way == 3 && i < n / 2)
            input_swap_cells(cells[i], cells[n - 1 - i]);
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
    const struct input_range *range = &source->facts->ranges[var];
    size_t way = dice_below(source->dice, 10);
    bool is_word = !one->is_number || range->is_word;
    if (way < 2 && n > 1)
        input_swap_cells(one, other);
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

/* Changes a tree in one place: a field, a size, a word, a list, a row, or a part of another sample.
 * The tree may no longer fit its shape; input_repair() follows. */
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
            input_draw_cell(source, target->var, target->cell);
        }
    }
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
    if (!input_repair(&source, &tree) || !input_facts_hold(model->facts, &tree))
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
