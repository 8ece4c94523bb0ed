#include "verify/inputs/inputs.h"

#include "base/table.h"

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
