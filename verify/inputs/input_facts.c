/* One walk over a tree computes, at each place, which predicates hold. Learning a sample marks what
 * does not hold as broken and counts what does; checking a tree asks whether what is kept holds.
 * The places are: a variable and a scalar; lists of a variable; the rows of a block; two kinds of
 * events in a block; a cell of a grid. */
#include "verify/inputs/inputs.h"

enum { MAX_LISTS = 24, MAX_EVENTS = 300, N_KINDS = INPUT_MAX_TAGS };

/* A walk that learns or checks. */
struct walk {
    struct input_facts *facts; /* changed only by a walk that learns */
    struct arena *scratch;
    bool is_learning, holds;
};

/* The cells of a variable in a line or block. */
struct list {
    const struct input_cell **cells;
    size_t n;
    int var;
};

static size_t count_sites(const struct input_facts *facts, enum input_site_kind kind)
{
    const size_t n[N_SITES] = {
        [SITE_SCALARS] = facts->found->n_vars * facts->found->n_scalars,
        [SITE_LENGTHS] = facts->found->n_vars * facts->found->n_scalars,
        [SITE_LISTS] = facts->found->n_vars * 2,
        [SITE_ROWS] = facts->found->n_steps,
        [SITE_EDGES] = facts->found->n_steps * facts->found->n_scalars,
        [SITE_EVENTS] = facts->found->n_steps * 2 * N_KINDS * N_KINDS,
    };
    return n[kind];
}

struct input_facts *input_facts_new(const struct input_shape_found *found, struct arena *arena)
{
    struct input_facts *facts = arena_alloc(arena, 1, sizeof *facts);
    facts->found = found;
    facts->ranges = arena_alloc(arena, found->n_vars + 1, sizeof *facts->ranges);
    facts->pointers = arena_alloc(arena, found->n_vars + 1, sizeof *facts->pointers);
    for (int kind = 0; kind < N_SITES; kind++)
        facts->sites[kind] = arena_alloc(arena, count_sites(facts, (enum input_site_kind)kind) + 1,
                                         sizeof(struct input_site));
    return facts;
}

/* At a site, `holds` was found. `weight` says how much the observation counts. */
static void observe(struct walk *walk, struct input_site *site, uint32_t holds, size_t weight)
{
    if (!walk->is_learning) {
        walk->holds = walk->holds && (site->kept & ~holds) == 0;
        return;
    }
    site->broken |= ~holds;
    for (size_t bit = 0; bit < sizeof site->evidence; bit++)
        if (holds >> bit & 1)
            site->evidence[bit] =
                (uint8_t)(site->evidence[bit] + weight < 255 ? site->evidence[bit] + weight : 255);
}

/* A field, or its length, beside all scalars except itself, `own`. */
static void visit_relations(struct walk *walk, int var, const struct input_cell *cell, int own,
                            const struct input_scope *scope)
{
    struct input_facts *facts = walk->facts;
    for (int s = 0; s < (int)facts->found->n_scalars; s++) {
        if (!scope->is_known[s] || s == own)
            continue;
        size_t site = (size_t)var * facts->found->n_scalars + (size_t)s;
        if (walk->is_learning || facts->ranges[var].is_word)
            observe(walk, &facts->sites[SITE_LENGTHS][site],
                    input_number_relations((int64_t)cell->length, scope->value[s]), 1);
        if (cell->is_number && !facts->ranges[var].is_word)
            observe(walk, &facts->sites[SITE_SCALARS][site],
                    input_number_relations(cell->value, scope->value[s]), 1);
    }
}

/* Whether a line has the fields that its form says. */
static bool line_fits(const struct input_step *step, const struct input_line *line,
                      const struct input_scope *scope)
{
    size_t n;
    if (step->form == FORM_FIXED)
        return line->n == step->n_fixed;
    return step->form != FORM_LIST || step->size.kind == SIZE_FREE ||
           (input_size_value(&step->size, scope, 0, &n) && line->n == step->n_fixed + n);
}

static void visit_line(struct walk *walk, const struct input_step *step,
                       const struct input_line *line, struct input_scope *scope)
{
    struct input_facts *facts = walk->facts;
    input_scope_enter(scope, step, line);
    walk->holds = walk->holds && line_fits(step, line, scope);
    for (size_t i = 0; i < line->n && walk->holds; i++) {
        const struct input_cell *cell = &line->cells[i];
        int var = input_var(step, line, i);
        if (var < 0) {
            walk->holds = false;
            return;
        }
        bool is_list = i >= step->n_fixed && step->form != FORM_TAGGED;
        if (walk->is_learning) {
            facts->ranges[var].is_list = facts->ranges[var].is_list || is_list;
            input_range_learn(&facts->ranges[var], cell);
        } else {
            walk->holds = input_range_allows(&facts->ranges[var], facts->strictness, cell);
        }
        int own = !is_list && i < INPUT_MAX_FIELDS ? step->first_scalar + (int)i : -1;
        visit_relations(walk, var, cell, own, scope);
    }
}

static void visit_words(struct walk *walk, const struct list *list, bool is_column)
{
    struct input_range *range = &walk->facts->ranges[list->var];
    if (walk->is_learning)
        input_range_learn_words(range, list->cells, list->n, is_column);
    else
        walk->holds = walk->holds && input_range_allows_words(range, walk->facts->strictness,
                                                              list->cells, list->n, is_column);
}

static void add_list(struct walk *walk, struct list *lists, size_t *n, int var,
                     const struct input_cell *cells, size_t n_cells, size_t capacity)
{
    size_t at = 0;
    while (at < *n && lists[at].var != var)
        at++;
    if (at == *n) {
        if (*n == MAX_LISTS)
            return;
        lists[(*n)++] = (struct list){
            .var = var, .cells = arena_alloc(walk->scratch, capacity + 1, sizeof(void *))};
    }
    for (size_t i = 0; i < n_cells && lists[at].n < capacity; i++)
        lists[at].cells[lists[at].n++] = &cells[i];
}

/* Adds the first fields of a line, each to a list of its own, and the list of the line. */
static void add_lists(struct walk *walk, struct list *lists, size_t *n,
                      const struct input_step *step, const struct input_line *line, size_t n_fields,
                      size_t capacity)
{
    for (size_t i = 0; i < n_fields && i < line->n; i++)
        add_list(walk, lists, n, step->first_var + (int)i, &line->cells[i], 1, capacity);
    if (step->form == FORM_LIST && line->n > step->n_fixed)
        add_list(walk, lists, n, step->first_var + (int)step->n_fixed, line->cells + step->n_fixed,
                 line->n - step->n_fixed, capacity);
}

/* The lists of an item: one for each field of its lines that is in all rows, and its list. */
static size_t collect_lists(struct walk *walk, struct list *lists, const struct input_step *step,
                            const struct input_item *item)
{
    size_t n = 0, capacity = 0;
    add_lists(walk, lists, &n, step, &item->line, 0, item->line.n);
    for (size_t row = 0; row < item->n_rows; row++)
        for (size_t k = 0; k < step->body->n; k++)
            capacity += item->rows[row].items[k].line.n;
    for (size_t row = 0; row < item->n_rows; row++)
        for (size_t k = 0; k < step->body->n; k++) {
            const struct input_step *line = &step->body->steps[k];
            add_lists(walk, lists, &n, line, &item->rows[row].items[k].line, line->n_fixed,
                      capacity);
        }
    return n;
}

static void visit_lists(struct walk *walk, const struct input_step *step,
                        const struct input_item *item)
{
    struct list lists[MAX_LISTS];
    size_t n = collect_lists(walk, lists, step, item);
    bool is_column = step->body != NULL;
    for (size_t i = 0; i < n; i++) {
        const struct list *list = &lists[i];
        visit_words(walk, list, is_column);
        if (list->n >= 2)
            observe(walk, &walk->facts->sites[SITE_LISTS][list->var * 2 + is_column],
                    input_list_holds(list->cells, list->n, walk->scratch), list->n - 1);
    }
}

/* The kinds of events that rows are, or 0: a few values, each of them often. */
static size_t kinds_of(const struct walk *walk, const struct input_step *line,
                       const struct input_cell **kinds)
{
    const struct input_range *range = &walk->facts->ranges[line->first_var];
    size_t n = range->n_values, n_cells = range->n_words;
    bool is_closed =
        n <= 3 && n_cells >= 6 && n * 3 <= n_cells && (range->is_word || range->most <= 10);
    *kinds = line->form == FORM_TAGGED ? line->tags : range->values;
    if (line->form == FORM_TAGGED)
        return line->n_tags;
    return n <= N_KINDS && (walk->is_learning || is_closed) ? n : 0;
}

/* Each event beside those before it. */
static void visit_events(struct walk *walk, const struct input_step *step,
                         const struct input_line *const *rows, size_t n)
{
    struct input_site *order =
        &walk->facts->sites[SITE_EVENTS][step->number * 2 * N_KINDS * N_KINDS];
    struct input_site *never = order + N_KINDS * N_KINDS;
    const struct input_cell *kinds;
    size_t n_kinds = kinds_of(walk, &step->body->steps[0], &kinds);
    size_t kind[MAX_EVENTS];
    for (size_t i = 0; n_kinds && i < n && i < MAX_EVENTS; i++) {
        size_t all[N_KINDS + 1] = {0}, same[N_KINDS + 1] = {0};
        kind[i] = input_cells_find(kinds, n_kinds, &rows[i]->cells[0]);
        for (size_t j = 0; j < i; j++) {
            all[kind[j]]++;
            same[kind[j]] += rows[i]->n > 1 && rows[j]->n > 1 &&
                             input_cells_equal(&rows[i]->cells[1], &rows[j]->cells[1]);
        }
        for (size_t a = 0; a < n_kinds && kind[i] < n_kinds; a++) {
            observe(walk, &order[a * N_KINDS + kind[i]],
                    (all[kind[i]] < all[a] ? HOLDS_FEWER : 0) |
                        (same[kind[i]] < same[a] ? HOLDS_FEWER_EACH : 0),
                    1);
            for (size_t b = 0; same[a] && b < n_kinds; b++)
                observe(walk, &never[a * N_KINDS + b], b == kind[i] ? 0 : HOLDS_NEVER_AFTER, 1);
        }
    }
}

/* The rows of a block of single lines. */
static void visit_rows(struct walk *walk, const struct input_step *step,
                       const struct input_item *item, const struct input_scope *scope)
{
    struct input_facts *facts = walk->facts;
    size_t number = (size_t)step->number;
    if (!walk->holds || step->body->n != 1 || step->body->steps[0].body || item->n_rows == 0)
        return;
    const struct input_step *line = &step->body->steps[0];
    const struct input_line **rows = arena_alloc(walk->scratch, item->n_rows, sizeof *rows);
    for (size_t i = 0; i < item->n_rows; i++)
        rows[i] = &item->rows[i].items[0].line;
    if (line->form == FORM_TAGGED || (line->form == FORM_FIXED && line->n_fixed >= 2))
        visit_events(walk, step, rows, item->n_rows);
    if (line->form != FORM_FIXED || line->n_fixed < 2)
        return;
    if (item->n_rows > 1)
        observe(walk, &facts->sites[SITE_ROWS][number], input_rows_hold(rows, item->n_rows),
                item->n_rows - 1);
    for (size_t s = 0; s < facts->found->n_scalars; s++)
        if (scope->is_known[s] && scope->value[s] > 0 && scope->value[s] <= INPUT_MAX_CELLS)
            observe(walk, &facts->sites[SITE_EDGES][number * facts->found->n_scalars + s],
                    input_edges_hold(rows, item->n_rows, (size_t)scope->value[s]), item->n_rows);
}

/* A pair of numbers at a cell of a grid. */
static void visit_pointer(struct walk *walk, struct input_pointer *pointer,
                          const struct input_cell *pair, const struct input_item *grid)
{
    bool is_from_zero = pointer->is_outside[1];
    size_t needed = walk->facts->strictness == INPUTS_STRICT ? 1 : 2;
    if (!walk->is_learning && (pointer->n < needed || pointer->is_outside[is_from_zero ? 0 : 1]))
        return;
    for (int first = 0; first < 2; first++) {
        uint64_t row = (uint64_t)(pair[0].value - first),
                 column = (uint64_t)(pair[1].value - first);
        const struct input_cell *word =
            row < grid->n_rows ? &grid->rows[row].items[0].line.cells[0] : NULL;
        bool is_inside = word && column < word->length;
        unsigned char c = is_inside ? (unsigned char)word->text[column] : 0;
        if (walk->is_learning) {
            pointer->is_outside[first] |= !is_inside;
            pointer->is_seen[first][c] |= is_inside;
        } else if (first == !is_from_zero) {
            walk->holds = walk->holds && is_inside && pointer->is_seen[first][c];
        }
    }
    pointer->n += walk->is_learning;
}

/* All pairs of numbers that are neighbours in a line, at a grid. */
static void visit_pointers(struct walk *walk, const struct input_shape *shape,
                           const struct input_tree *tree, const struct input_item *grid)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_step *step = &shape->steps[i];
        const struct input_item *item = &tree->items[i];
        size_t n = step->form == FORM_TAGGED ? item->line.n : step->n_fixed;
        for (size_t row = 0; step->body && row < item->n_rows; row++)
            visit_pointers(walk, step->body, &item->rows[row], grid);
        for (size_t k = 0; !step->body && walk->holds && k + 1 < n && k + 1 < item->line.n; k++) {
            const struct input_cell *pair = &item->line.cells[k];
            if (pair[0].is_number && pair[1].is_number)
                visit_pointer(walk, &walk->facts->pointers[input_var(step, &item->line, k)], pair,
                              grid);
        }
    }
}

/* The first block of words, as a grid. */
static void visit_grid(struct walk *walk, const struct input_shape *shape,
                       const struct input_tree *tree)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_shape *body = shape->steps[i].body;
        if (body && body->n == 1 && body->steps[0].form == FORM_FIXED &&
            body->steps[0].n_fixed == 1 && tree->items[i].n_rows > 1 &&
            !tree->items[i].rows[0].items[0].line.cells[0].is_number) {
            visit_pointers(walk, shape, tree, &tree->items[i]);
            return;
        }
    }
}

static void visit_tree(struct walk *walk, const struct input_shape *shape,
                       const struct input_tree *tree, struct input_scope *scope)
{
    bool is_top = shape == &walk->facts->found->shape;
    for (size_t i = 0; i < shape->n && walk->holds; i++) {
        const struct input_step *step = &shape->steps[i];
        const struct input_item *item = &tree->items[i];
        if (!step->body)
            visit_line(walk, step, &item->line, scope);
        struct input_scope inner = *scope;
        for (size_t row = 0; step->body && row < item->n_rows && walk->holds; row++)
            visit_tree(walk, step->body, &item->rows[row], &inner);
        visit_lists(walk, step, item);
        if (step->body) {
            visit_rows(walk, step, item, scope);
        } else if (is_top && step->form == FORM_FIXED && step->n_fixed == 1 && item->line.n == 1) {
            const struct input_cell *word = &item->line.cells[0];
            visit_words(walk, &(struct list){&word, 1, step->first_var}, false);
        }
    }
    if (is_top && walk->holds)
        visit_grid(walk, shape, tree);
}

static bool visit(struct input_facts *facts, const struct input_tree *tree, bool is_learning)
{
    scoped(arena) scratch = {0};
    struct walk walk = {facts, &scratch, is_learning, true};
    struct input_scope scope = {0};
    visit_tree(&walk, &facts->found->shape, tree, &scope);
    return walk.holds;
}

void input_facts_learn(struct input_facts *facts, const struct input_tree *tree)
{
    visit(facts, tree, true);
}

bool input_facts_hold(const struct input_facts *facts, const struct input_tree *tree)
{
    return visit((struct input_facts *)facts, tree, false);
}

/* Keeps what held at least so often. That numbers are always equal is rarely chance, so this needs
 * less. */
static void settle(struct input_facts *facts, enum input_site_kind kind, size_t least)
{
    uint32_t equal = kind == SITE_SCALARS || kind == SITE_LENGTHS ? HOLDS_EQ : 0;
    for (size_t i = 0; i < count_sites(facts, kind); i++) {
        struct input_site *site = &facts->sites[kind][i];
        site->kept = 0;
        for (size_t bit = 0; bit < sizeof site->evidence; bit++) {
            size_t needed = equal >> bit & 1 && least > 2 ? 2 : least;
            if (site->evidence[bit] >= needed && !(site->broken >> bit & 1))
                site->kept |= 1u << bit;
        }
    }
}

/* Digits are a word if other words are in their place, or if their length is always a scalar, as
 * in "5" and "01101", or "3" and "123". */
static void mark_words(struct input_facts *facts)
{
    for (size_t var = 0; var < facts->found->n_vars; var++) {
        struct input_range *range = &facts->ranges[var];
        range->is_word = range->n_words > range->n_numbers;
        for (size_t s = 0; s < facts->found->n_scalars && range->max_length >= 3; s++)
            if (facts->sites[SITE_LENGTHS][var * facts->found->n_scalars + s].kept & HOLDS_EQ)
                range->is_word = true;
    }
}

/* Marks the variable of a scalar as one that sizes are computed from. */
static void mark_scalar(struct input_facts *facts, int scalar)
{
    for (size_t i = 0; i < facts->found->n_steps; i++) {
        const struct input_step *step = facts->found->steps[i];
        int field = scalar - step->first_scalar;
        if (!step->body && field >= 0 && field < (int)step->n_fixed && field < INPUT_MAX_FIELDS)
            facts->ranges[step->first_var + field].is_size = true;
    }
}

static void mark_sizes(struct input_facts *facts)
{
    for (size_t i = 0; i < facts->found->n_steps; i++) {
        const struct input_step *step = facts->found->steps[i];
        const struct input_size *size = &step->size;
        if (!step->body && step->form != FORM_LIST)
            continue;
        if (size->kind != SIZE_CONSTANT && size->kind != SIZE_FREE)
            mark_scalar(facts, size->a);
        if (size->kind == SIZE_PRODUCT || size->kind == SIZE_SUM)
            mark_scalar(facts, size->b);
    }
}

void input_facts_settle(struct input_facts *facts, enum input_strictness strictness)
{
    /* How often something must have held: beside scalars, in lists, in rows. */
    static const size_t needed[][N_SITES] = {[INPUTS_STRICT] = {1, 1, 1, 1, 1, 1},
                                             [INPUTS_MEDIUM] = {2, 2, 4, 3, 3, 3},
                                             [INPUTS_LOOSE] = {4, 4, 10, 6, 6, 6}};
    facts->strictness = strictness;
    for (int kind = 0; kind < N_SITES; kind++)
        settle(facts, (enum input_site_kind)kind, needed[strictness][kind]);
    mark_sizes(facts);
    mark_words(facts);
}

uint32_t input_facts_scalar(const struct input_facts *facts, int var, int scalar)
{
    size_t site = (size_t)var * facts->found->n_scalars + (size_t)scalar;
    return facts->sites[facts->ranges[var].is_word ? SITE_LENGTHS : SITE_SCALARS][site].kept;
}
