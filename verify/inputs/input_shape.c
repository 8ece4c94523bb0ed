/* Reading follows the shape: sizes say how many lines a block has. What a line's fields mean is not
 * needed to read it, so a shape can be tried on the samples before the forms of its lines are
 * known.
 *
 * A shape is found by a search with costs: the next lines of all samples become a line or a block,
 * in each way that reads them, and the rest is searched for in the same way. A shape that says more
 * costs less: a list whose length is a number read before is cheaper than a list of any length, and
 * a block is cheaper than the lines that it repeats. The search stops early where it costs more
 * than the best shape so far, and after a number of steps. */
#include "verify/inputs/inputs.h"

#include <inttypes.h>
#include <math.h>

/* ---- Fields and lines ---- */

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

/* Returns the number of variables of a line. */
static size_t step_vars(const struct input_step *step)
{
    return step->form == FORM_FIXED    ? step->n_fixed
           : step->form == FORM_LIST   ? step->n_fixed + 1
           : step->form == FORM_TAGGED ? step->n_tags * INPUT_MAX_FIELDS
                                       : 1;
}

/* Reads one step from line `*at` on and moves `*at`. Returns false if the lines do not fit. */
static bool read_item(struct input_item *item, const struct input_step *step,
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
        if (!read_item(&tree->items[i], &shape->steps[i], lines, at, scope, arena))
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

/* How a size follows from a scalar: times, plus. */
static const int linear[][2] = {{1, 0}, {1, -1}, {1, 1}, {2, 0}};
enum { N_LINEAR = sizeof linear / sizeof *linear };

/* ---- The form of a line ----
 *
 * The form of a line is inferred from all lines of the samples that are in its place. The forms are
 * tried in the order of their costs. A list of constant length counts as a list only from three
 * fields on: "2 5" after a 2 is more often two fields than a list of two. */

/* A line, and the scalars that are known before it. */
struct input_use {
    const struct input_line *line;
    const struct input_scope *scope;
};

struct input_uses {
    struct input_use *items;
    size_t n, capacity;
};

static bool is_list_of(struct input_step *step, const struct input_uses *uses, size_t n_fixed,
                       struct input_size size)
{
    const struct input_step fixed = {
        .form = FORM_LIST, .n_fixed = n_fixed, .first_scalar = step->first_scalar};
    for (size_t i = 0; i < uses->n; i++) {
        const struct input_line *line = uses->items[i].line;
        struct input_scope scope = *uses->items[i].scope;
        size_t n;
        if (line->n < n_fixed)
            return false;
        input_scope_enter(&scope, &fixed, line);
        if (!input_size_value(&size, &scope, 0, &n) || n + n_fixed != line->n)
            return false;
    }
    step->form = FORM_LIST;
    step->n_fixed = n_fixed;
    step->size = size;
    return true;
}

/* Finds the size of a list after `n_fixed` fields. */
static bool find_list(struct input_step *step, const struct input_uses *uses, size_t n_fixed,
                      const int *offered, size_t n_offered)
{
    for (size_t k = 0; k < N_LINEAR; k++) {
        struct input_size size = {.kind = SIZE_SCALAR, .times = linear[k][0], .plus = linear[k][1]};
        for (size_t i = 0; i < n_fixed + n_offered; i++) {
            size.a =
                i < n_fixed ? step->first_scalar + (int)i : offered[n_fixed + n_offered - 1 - i];
            if (is_list_of(step, uses, n_fixed, size))
                return true;
        }
    }
    for (size_t i = 0; i < n_offered; i++)
        for (size_t j = 0; j <= i; j++) {
            struct input_size size = {.kind = SIZE_PRODUCT, .a = offered[j], .b = offered[i]};
            if (j < i && is_list_of(step, uses, n_fixed, size))
                return true;
            size.kind = j < i ? SIZE_SUM : SIZE_PAIRS;
            if (is_list_of(step, uses, n_fixed, size))
                return true;
        }
    return false;
}

/* Whether the first field of each line is one of a few, and says how many fields follow. */
static bool find_tags(struct input_step *step, const struct input_uses *uses)
{
    size_t sizes[INPUT_MAX_TAGS];
    step->n_tags = 0;
    for (size_t i = 0; i < uses->n; i++) {
        const struct input_line *line = uses->items[i].line;
        if (line->n == 0)
            return false;
        size_t tag = input_cells_find(step->tags, step->n_tags, &line->cells[0]);
        if (tag == INPUT_MAX_TAGS)
            return false;
        if (tag == step->n_tags) {
            step->tags[tag] = line->cells[0];
            sizes[tag] = line->n;
            step->n_tags++;
        }
        if (sizes[tag] != line->n)
            return false;
    }
    return step->n_tags > 1 && step->n_tags < uses->n;
}

/* The fields of a fixed line that are numbers in some lines only. */
static size_t count_mixed(const struct input_uses *uses, size_t n_fields)
{
    size_t n_mixed = 0;
    for (size_t field = 0; field < n_fields; field++) {
        size_t n_numbers = 0;
        for (size_t i = 0; i < uses->n; i++)
            n_numbers += uses->items[i].line->cells[field].is_number;
        n_mixed += n_numbers > 0 && n_numbers < uses->n;
    }
    return n_mixed;
}

/* Sets the form of a line, its number of fixed fields, the size of its list, and its tags. The size
 * may name the scalars `offered` and the line's own fields. Returns the cost: the more the form
 * leaves open, the higher. */
static double infer_form(struct input_step *step, const struct input_uses *uses, const int *offered,
                         size_t n_offered)
{
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < uses->n; i++) {
        size_t n = uses->items[i].line->n;
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    step->n_fixed = 0;
    step->n_tags = 0;
    for (size_t n_fixed = 0; uses->n && n_fixed <= 2 && n_fixed <= least; n_fixed++)
        if ((most > least || most >= n_fixed + 3) &&
            find_list(step, uses, n_fixed, offered, n_offered))
            return 1 + 0.3 * (double)n_fixed + 0.2 * abs(step->size.plus) +
                   (step->size.kind == SIZE_SCALAR ? 0 : 0.5);
    if (uses->n && least == most && most <= 16) {
        step->form = FORM_FIXED;
        step->n_fixed = most;
        return 1 + 0.3 * (double)most + 0.5 * (double)count_mixed(uses, most);
    }
    if (most <= INPUT_MAX_FIELDS && find_tags(step, uses)) {
        step->form = FORM_TAGGED;
        return 2;
    }
    step->form = FORM_FREE;
    return 6;
}

/* ---- The search ---- */

enum { MAX_WORK = 20000, MAX_OFFERED = 10, MAX_SIZES = 256 };

struct search {
    const struct input_lines *samples;
    size_t n_samples;
    struct arena *arena; /* of what is found */
    struct input_shape shape, best;
    double best_cost;
    size_t work, work_of_try; /* so far; of reading a step, more for large samples */
    int offered[MAX_OFFERED]; /* scalars that sizes may name, the newest last */
    size_t n_offered;
};

/* Where the search is in each sample. */
struct place {
    size_t at[INPUT_MAX_SAMPLES];
    struct input_scope *scopes; /* one for each sample */
    int n_scalars;
};

/* Bodies of blocks: what the lines are, and which field of the first line counts the lines of an
 * inner block. */
static const char *const bodies[] = {"L",  "LL",  "LLL", "LLLL", "L0",
                                     "L1", "L0L", "LL0", "L00",  "L01"};

static struct input_shape *make_body(const char *kind, int first_scalar, struct arena *arena)
{
    struct input_shape *body = arena_alloc(arena, 1, sizeof *body);
    for (size_t i = 0; kind[i]; i++) {
        struct input_step *step = &body->steps[body->n++];
        step->first_scalar = first_scalar + (int)i * INPUT_MAX_FIELDS;
        if (kind[i] == 'L')
            continue;
        step->body = make_body("L", step->first_scalar, arena);
        step->size = (struct input_size){
            .kind = SIZE_SCALAR, .a = first_scalar + (kind[i] - '0'), .times = 1};
    }
    return body;
}

static size_t list_sizes(const struct search *search, struct input_size *sizes)
{
    size_t n = 0;
    for (size_t i = search->n_offered; i-- > 0;) {
        int a = search->offered[i];
        for (size_t k = 0; k < N_LINEAR; k++)
            sizes[n++] = (struct input_size){
                .kind = SIZE_SCALAR, .a = a, .times = linear[k][0], .plus = linear[k][1]};
        sizes[n++] = (struct input_size){.kind = SIZE_PAIRS, .a = a};
    }
    for (size_t i = 0; i < search->n_offered; i++)
        for (size_t j = 0; j < i; j++) {
            int a = search->offered[j], b = search->offered[i];
            sizes[n++] = (struct input_size){.kind = SIZE_SUM, .a = a, .b = b};
            sizes[n++] = (struct input_size){.kind = SIZE_PRODUCT, .a = a, .b = b};
        }
    sizes[n++] = (struct input_size){.kind = SIZE_FREE};
    return n;
}

static double size_cost(const struct input_size *size)
{
    return size->kind == SIZE_SCALAR ? 0.2 * abs(size->plus) + 0.4 * (size->times - 1)
           : size->kind == SIZE_FREE ? 8
                                     : 0.7;
}

/* Infers the forms of the lines of a step from what all samples have for it. */
static double infer_forms(struct search *search, struct input_step *step,
                          const struct input_item *const *items, size_t n,
                          const struct input_scope *scopes, struct arena *scratch)
{
    scoped_array struct input_uses uses = {0};
    double cost = 0;
    if (!step->body) {
        for (size_t i = 0; i < n; i++)
            array_push(&uses, (struct input_use){&items[i]->line, &scopes[i]});
        return infer_form(step, &uses, search->offered, search->n_offered);
    }
    /* The lines of a body, one step after the other; a row's scalars are those of its own lines. */
    for (size_t k = 0; k < step->body->n; k++) {
        struct input_step *line = &step->body->steps[k];
        array_clear(&uses);
        for (size_t i = 0; i < n; i++)
            for (size_t row = 0; row < items[i]->n_rows; row++) {
                const struct input_tree *tree = &items[i]->rows[row];
                struct input_scope *scope = arena_alloc(scratch, 1, sizeof *scope);
                *scope = scopes[i];
                for (size_t before = 0; before < k; before++)
                    if (!step->body->steps[before].body)
                        input_scope_enter(scope, &step->body->steps[before],
                                          &tree->items[before].line);
                const struct input_item *item = &tree->items[k];
                for (size_t inner = 0; line->body && inner < item->n_rows; inner++)
                    array_push(&uses, (struct input_use){&item->rows[inner].items[0].line, scope});
                if (!line->body)
                    array_push(&uses, (struct input_use){&item->line, scope});
            }
        int offered[MAX_OFFERED + 2 * INPUT_MAX_STEPS];
        size_t n_offered = 0;
        for (size_t i = 0; i < search->n_offered; i++)
            offered[n_offered++] = search->offered[i];
        for (size_t before = 0; before < k; before++) {
            const struct input_step *earlier = &step->body->steps[before];
            for (size_t i = 0; !earlier->body && i < earlier->n_fixed && i < 2; i++)
                offered[n_offered++] = earlier->first_scalar + (int)i;
        }
        if (line->body)
            cost += 0.3;
        cost += infer_form(line->body ? &line->body->steps[0] : line, &uses, offered, n_offered);
    }
    return cost;
}

/* Reads a step in all samples. Returns its cost, or infinity if a sample does not have it. */
static double try_step(struct search *search, struct input_step *step, const struct place *from,
                       struct place *to)
{
    scoped(arena) scratch = {0};
    const struct input_item *items[INPUT_MAX_SAMPLES];
    size_t most = 0, least = SIZE_MAX, sum = 0;
    *to = *from;
    to->scopes = arena_alloc(search->arena, search->n_samples, sizeof *to->scopes);
    memcpy(to->scopes, from->scopes, search->n_samples * sizeof *to->scopes);
    for (size_t i = 0; i < search->n_samples; i++) {
        struct input_item *item = arena_alloc(&scratch, 1, sizeof *item);
        items[i] = item;
        if (!read_item(item, step, &search->samples[i], &to->at[i], &to->scopes[i], &scratch))
            return INFINITY;
        most = item->n_rows > most ? item->n_rows : most;
        least = item->n_rows < least ? item->n_rows : least;
        sum += item->n_rows;
    }
    if (step->body && (sum == 0 || most < 2))
        return INFINITY;
    double cost = infer_forms(search, step, items, search->n_samples, from->scopes, &scratch);
    if (!step->body) {
        for (size_t i = 0; i < search->n_samples; i++)
            input_scope_enter(&to->scopes[i], step, &items[i]->line);
        return cost;
    }
    /* What a block's rows set is not known after it. */
    memcpy(to->scopes, from->scopes, search->n_samples * sizeof *to->scopes);
    /* That a number which never changes has a block's size may be chance. */
    bool is_chance = most == least && search->n_samples > 1 &&
                     (step->size.kind != SIZE_SCALAR || step->size.plus || step->size.times > 1);
    return cost + 0.5 + size_cost(&step->size) + (is_chance ? 1.5 : 0);
}

static void search_from(struct search *search, const struct place *place, double cost);

static void go_on(struct search *search, const struct input_step *step, const struct place *place,
                  double cost)
{
    size_t n_offered = search->n_offered;
    if (!(cost < search->best_cost) || search->shape.n == INPUT_MAX_STEPS)
        return;
    search->shape.steps[search->shape.n++] = *step;
    for (size_t i = 0; !step->body && i < step->n_fixed && i < INPUT_MAX_FIELDS; i++) {
        int scalar = step->first_scalar + (int)i;
        bool is_number = search->n_offered < MAX_OFFERED;
        for (size_t k = 0; k < search->n_samples; k++)
            is_number = is_number && place->scopes[k].is_known[scalar];
        if (is_number)
            search->offered[search->n_offered++] = scalar;
    }
    search_from(search, place, cost);
    search->n_offered = n_offered;
    search->shape.n--;
}

/* Whether all samples have as many lines left as a block has, at least. */
static bool has_room(const struct search *search, const struct place *place,
                     const struct input_size *size, size_t height)
{
    for (size_t i = 0; i < search->n_samples; i++) {
        size_t n, rest = search->samples[i].n - place->at[i];
        if (!input_size_value(size, &place->scopes[i], rest / height, &n) || n > rest)
            return false;
    }
    return true;
}

static void try_blocks(struct search *search, const struct place *place, double cost)
{
    struct input_size sizes[MAX_SIZES];
    size_t n_sizes = list_sizes(search, sizes);
    for (size_t i = 0; i < n_sizes; i++)
        for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
            struct input_step step = {.size = sizes[i]};
            struct place next;
            int width = (int)strlen(bodies[k]) * INPUT_MAX_FIELDS;
            if (place->n_scalars + width > INPUT_MAX_SCALARS ||
                (sizes[i].kind == SIZE_FREE && k > 0) ||
                !has_room(search, place, &sizes[i], strlen(bodies[k])) || search->work > MAX_WORK)
                continue;
            search->work += search->work_of_try;
            step.body = make_body(bodies[k], place->n_scalars, search->arena);
            double more = try_step(search, &step, place, &next);
            next.n_scalars = place->n_scalars + width;
            go_on(search, &step, &next, cost + more);
        }
}

static void search_from(struct search *search, const struct place *place, double cost)
{
    size_t n_ended = 0;
    for (size_t i = 0; i < search->n_samples; i++)
        n_ended += place->at[i] == search->samples[i].n;
    if (n_ended == search->n_samples) {
        search->best = search->shape;
        search->best_cost = cost;
        return;
    }
    search->work += search->work_of_try;
    if (search->work > MAX_WORK)
        return;
    try_blocks(search, place, cost);
    struct input_step line = {.first_scalar = place->n_scalars};
    struct place next;
    if (place->n_scalars + INPUT_MAX_FIELDS <= INPUT_MAX_SCALARS) {
        double more = try_step(search, &line, place, &next);
        next.n_scalars = place->n_scalars + INPUT_MAX_FIELDS;
        go_on(search, &line, &next, cost + more);
    }
}

/* Numbers the steps and the variables. */
static bool number_parts(struct input_shape *shape, struct input_shape_found *found)
{
    for (size_t i = 0; i < shape->n; i++) {
        struct input_step *step = &shape->steps[i];
        step->number = (int)found->n_steps++;
        found->steps[step->number] = step;
        if (step->body) {
            if (!number_parts(step->body, found))
                return false;
            continue;
        }
        step->first_var = (int)found->n_vars;
        found->n_vars += step_vars(step);
        size_t end = (size_t)step->first_scalar + INPUT_MAX_FIELDS;
        found->n_scalars = end > found->n_scalars ? end : found->n_scalars;
    }
    return found->n_vars <= INPUT_MAX_VARS;
}

bool input_shape_infer(struct input_shape_found *found, const struct input_lines *samples, size_t n,
                       struct arena *arena)
{
    struct search search = {
        .samples = samples, .n_samples = n, .arena = arena, .best_cost = INFINITY};
    struct place start = {.scopes = arena_alloc(arena, n, sizeof *start.scopes)};
    *found = (struct input_shape_found){0};
    search.work_of_try = 1;
    for (size_t i = 0; i < n; i++)
        search.work_of_try += (samples[i].n + samples[i].n_cells) / 128;
    search_from(&search, &start, 0);
    found->shape = search.best;
    return search.best.n > 0 && number_parts(&found->shape, found);
}
