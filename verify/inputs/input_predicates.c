/* The values of one variable, and what may hold of several: numbers, lists, rows. Ranges are those
 * of the samples; how far other inputs may go beyond them is decided in one place,
 * input_range_bounds(). */
#include "verify/inputs/inputs.h"

#include "base/table.h"

/* ---- Ranges ---- */

static int64_t common_divisor(int64_t a, int64_t b)
{
    return b ? common_divisor(b, a % b) : a < 0 ? -a : a;
}

static void learn_number(struct input_range *range, int64_t value)
{
    bool is_first = range->n_numbers++ == 0;
    range->least = is_first || value < range->least ? value : range->least;
    range->most = is_first || value > range->most ? value : range->most;
    range->divisor = common_divisor(range->divisor, value);
}

uint8_t input_char_class(char c)
{
    return c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 4 : 8;
}

static void learn_places(struct input_range *range, const struct input_cell *cell)
{
    size_t prefix = range->n_values ? 0 : cell->length;
    while (prefix < range->prefix && prefix < cell->length &&
           cell->text[prefix] == range->values[0].text[prefix])
        prefix++;
    range->prefix = prefix;
    for (size_t i = 0; i < cell->length && i < INPUT_MAX_PLACES; i++)
        range->classes[i] |= input_char_class(cell->text[i]);
}

/* Whether a word starts as all do, and has the classes of characters that words of one length have.
 */
static bool places_hold(const struct input_range *range, const struct input_cell *cell)
{
    if (range->n_values < 2)
        return true;
    if (range->prefix >= 2 && (cell->length < range->prefix ||
                               memcmp(cell->text, range->values[0].text, range->prefix) != 0))
        return false;
    for (size_t i = 0; range->min_length == range->max_length && i < cell->length; i++)
        if (i < INPUT_MAX_PLACES && !(range->classes[i] & input_char_class(cell->text[i])))
            return false;
    return true;
}

static void learn_word(struct input_range *range, const struct input_cell *cell)
{
    bool is_first = range->n_words++ == 0;
    range->min_length =
        is_first || cell->length < range->min_length ? cell->length : range->min_length;
    range->max_length = cell->length > range->max_length ? cell->length : range->max_length;
    for (size_t i = 0; i < cell->length; i++)
        range->alphabet[(unsigned char)cell->text[i]] = true;
}

/* Whether a field is one of `values`. */
static bool has_value(const struct input_range *range, const struct input_cell *cell)
{
    return input_cells_find(range->values, range->n_values, cell) < range->n_values;
}

void input_range_learn(struct input_range *range, const struct input_cell *cell)
{
    /* Numbers are words, too: their digits say what a field with both may have. */
    if (cell->is_number)
        learn_number(range, cell->value);
    if (cell->length) {
        learn_word(range, cell);
        learn_places(range, cell);
    }
    if (!has_value(range, cell)) {
        if (range->n_values < INPUT_MAX_VALUES)
            range->values[range->n_values++] = *cell;
        else
            range->has_more = true;
    }
}

static bool word_is_allowed(const struct input_range *range, const struct input_bounds *bounds,
                            const struct input_cell *cell)
{
    if (cell->length < bounds->min_length || cell->length > bounds->max_length ||
        !places_hold(range, cell))
        return false;
    if (bounds->is_closed)
        return has_value(range, cell);
    for (size_t i = 0; i < cell->length; i++)
        if (!range->alphabet[(unsigned char)cell->text[i]])
            return false;
    return true;
}

bool input_range_allows(const struct input_range *range, enum input_strictness strictness,
                        const struct input_cell *cell)
{
    struct input_bounds bounds = input_range_bounds(range, strictness);
    if (!cell->is_number || range->is_word)
        return word_is_allowed(range, &bounds, cell);
    return cell->value >= bounds.low && cell->value <= bounds.high &&
           (!bounds.is_closed || has_value(range, cell)) &&
           (range->divisor <= 1 || range->n_numbers < 4 || cell->value % range->divisor == 0);
}

static void count_chars(size_t counts[256], const struct input_cell *const *cells, size_t n)
{
    memset(counts, 0, 256 * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < cells[i]->length; k++)
            counts[(unsigned char)cells[i]->text[k]]++;
}

/* The character around a grid, or -1. */
static int border_of(const struct input_cell *const *cells, size_t n)
{
    int border = -1;
    for (size_t i = 0; i < n; i++) {
        const struct input_cell *cell = cells[i];
        if (cell->is_number || cell->length < 3 || n < 3)
            return -1;
        for (size_t k = 0; k < cell->length; k++) {
            bool is_inner = i > 0 && i + 1 < n && k > 0 && k + 1 < cell->length;
            if (!is_inner && border >= 0 && (unsigned char)cell->text[k] != border)
                return -1;
            border = is_inner ? border : (unsigned char)cell->text[k];
        }
    }
    return border;
}

void input_range_learn_words(struct input_range *range, const struct input_cell *const *cells,
                             size_t n, bool is_column)
{
    size_t counts[256];
    count_chars(counts, cells, n);
    for (size_t c = 0; c < 256; c++) {
        if (range->n_counts == 0 || counts[c] < range->min_count[c])
            range->min_count[c] = counts[c];
        if (counts[c] > range->max_count[c])
            range->max_count[c] = counts[c];
    }
    int border = is_column ? border_of(cells, n) : -1;
    range->border = range->n_counts == 0 || range->border == border ? border : -1;
    range->n_counts++;
}

bool input_range_allows_words(const struct input_range *range, enum input_strictness strictness,
                              const struct input_cell *const *cells, size_t n, bool is_column)
{
    size_t counts[256];
    if (!range->is_word || range->n_counts == 0)
        return true;
    count_chars(counts, cells, n);
    for (size_t c = 0; c < 256; c++) {
        /* A character that is never there twice marks a place: a start, a goal. */
        bool is_mark = range->max_count[c] == 1 &&
                       (strictness < INPUTS_LOOSE ||
                        (range->n_counts >= 2 && range->min_count[c] == 1 && n > 1));
        if (is_mark && (counts[c] > 1 || counts[c] < range->min_count[c]))
            return false;
    }
    return !is_column || range->border < 0 || range->border == border_of(cells, n);
}

/* Whether a variable is one of a few values: verdicts, directions, kinds of queries. */
static bool is_closed(const struct input_range *range)
{
    size_t n = range->n_words;
    if (range->has_more)
        return false;
    if (range->is_word)
        return n >= 4 && range->n_values * 3 <= n && range->n_values <= 6 && range->max_length > 1;
    return n >= 6 && range->n_values * 3 <= n && range->n_values <= 3 && range->most <= 10;
}

struct input_bounds input_range_bounds(const struct input_range *range,
                                       enum input_strictness strictness)
{
    struct input_bounds bounds = {range->least, range->most, range->min_length, range->max_length,
                                  false};
    bounds.is_closed = is_closed(range) &&
                       (strictness < INPUTS_LOOSE || (range->n_values == 2 && !range->is_size));
    if (strictness == INPUTS_STRICT || (range->n_values == 1 && range->n_numbers > 1))
        return bounds;
    if (bounds.low > 1)
        bounds.low = range->is_list || bounds.low <= 3 ? 1 : bounds.low - 1;
    bounds.min_length = bounds.min_length > 1 ? bounds.min_length - 1 : bounds.min_length;
    if (strictness == INPUTS_MEDIUM)
        return bounds;
    bounds.low = bounds.low > 1 ? 1 : bounds.low;
    bounds.min_length = bounds.min_length ? 1 : 0;
    bounds.max_length += 2;
    if (bounds.high < INT64_MAX / 8)
        bounds.high += range->is_size ? 2 : bounds.high > 0 ? bounds.high : 2;
    return bounds;
}

/* ---- Predicates ---- */

uint32_t input_number_relations(int64_t a, int64_t b)
{
    return (a <= b ? HOLDS_LE : 0) | (a < b ? HOLDS_LT : 0) | (a >= b ? HOLDS_GE : 0) |
           (a > b ? HOLDS_GT : 0) | (a != b ? HOLDS_NE : HOLDS_EQ);
}

static int compare_cells(const struct input_cell *a, const struct input_cell *b)
{
    if (a->is_number != b->is_number)
        return a->is_number ? -1 : 1;
    if (a->is_number)
        return COMPARE(a->value, b->value);
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : COMPARE(a->length, b->length);
}

static int compare_pointers(const void *a, const void *b)
{
    return compare_cells(*(const struct input_cell *const *)a,
                         *(const struct input_cell *const *)b);
}

/* What the order of a list says. */
static uint32_t order_holds(const struct input_cell *const *cells, size_t n)
{
    uint32_t holds = HOLDS_NONDECREASING | HOLDS_INCREASING | HOLDS_NONINCREASING |
                     HOLDS_DECREASING | HOLDS_NEIGHBOURS_DIFFER;
    for (size_t i = 0; i + 1 < n; i++) {
        int order = compare_cells(cells[i], cells[i + 1]);
        if (order < 0)
            holds &= ~(uint32_t)(HOLDS_NONINCREASING | HOLDS_DECREASING);
        else if (order > 0)
            holds &= ~(uint32_t)(HOLDS_NONDECREASING | HOLDS_INCREASING);
        else
            holds &= ~(uint32_t)(HOLDS_INCREASING | HOLDS_DECREASING | HOLDS_NEIGHBOURS_DIFFER);
    }
    return holds;
}

uint32_t input_list_holds(const struct input_cell *const *cells, size_t n, struct arena *scratch)
{
    uint32_t holds = order_holds(cells, n) | HOLDS_DISTINCT;
    const struct input_cell **order = arena_alloc(scratch, n + 1, sizeof *order);
    memcpy(order, cells, n * sizeof *order);
    qsort(order, n, sizeof *order, compare_pointers);
    for (size_t i = 1; i < n; i++)
        if (compare_cells(order[i - 1], order[i]) == 0)
            holds &= ~(uint32_t)HOLDS_DISTINCT;
    return holds;
}

/* Whether two rows are equal: in all fields, in the first two, or in these either way round. */
static bool rows_equal(const struct input_line *a, const struct input_line *b, uint32_t how)
{
    size_t n = how == HOLDS_ROWS_DISTINCT ? a->n : 2;
    if (a->n != b->n || a->n < n)
        return false;
    if (how == HOLDS_EDGES_DISTINCT && input_cells_equal(&a->cells[0], &b->cells[1]) &&
        input_cells_equal(&a->cells[1], &b->cells[0]))
        return true;
    for (size_t i = 0; i < n; i++)
        if (!input_cells_equal(&a->cells[i], &b->cells[i]))
            return false;
    return true;
}

uint32_t input_rows_hold(const struct input_line *const *rows, size_t n)
{
    enum { MAX_ROWS = 300 }; /* the comparison of all pairs stays cheap */
    static const uint32_t ways[] = {HOLDS_ROWS_DISTINCT, HOLDS_PAIRS_DISTINCT,
                                    HOLDS_EDGES_DISTINCT};
    uint32_t holds = HOLDS_ROWS_DISTINCT | HOLDS_PAIRS_DISTINCT | HOLDS_EDGES_DISTINCT;
    if (n > MAX_ROWS)
        return holds;
    for (size_t way = 0; way < 3; way++)
        for (size_t i = 0; i < n && holds & ways[way]; i++)
            for (size_t j = 0; j < i && holds & ways[way]; j++)
                if (rows_equal(rows[i], rows[j], ways[way]))
                    holds &= ~ways[way];
    return holds;
}

bool input_is_edge(const struct input_line *row, size_t n_nodes)
{
    for (size_t end = 0; end < 2; end++)
        if (row->n < 2 || !row->cells[end].is_number || row->cells[end].value < 1 ||
            row->cells[end].value > (int64_t)n_nodes)
            return false;
    return true;
}

uint32_t input_edges_hold(const struct input_line *const *rows, size_t n, size_t n_nodes)
{
    scoped(union_find) parts = {0};
    size_t n_joins = 0;
    union_find_init(&parts, n_nodes + 1);
    for (size_t i = 0; i < n; i++) {
        const struct input_cell *ends = rows[i]->cells;
        if (!input_is_edge(rows[i], n_nodes))
            return 0;
        n_joins += union_find_join(&parts, (uint32_t)ends[0].value, (uint32_t)ends[1].value);
    }
    return HOLDS_NODES | (n_nodes - n_joins <= 1 ? HOLDS_CONNECTED : 0) |
           (n_joins == n ? HOLDS_ACYCLIC : 0);
}
