#include "verify/input_predicates.h"

#include "base/array.h"
#include "base/union_find.h"

uint32_t input_number_relations(long double a, long double b)
{
    return (a <= b ? HOLDS_LE : 0) | (a < b ? HOLDS_LT : 0) | (a >= b ? HOLDS_GE : 0) |
           (a > b ? HOLDS_GT : 0) | (a != b ? HOLDS_NE : HOLDS_EQ);
}

uint32_t input_number_triples(long double a, long double b, long double c, bool is_same)
{
    long double difference = b > c ? b - c : c - b;
    uint32_t holds = (a <= b * c ? HOLDS_LE_PRODUCT : 0) | (a <= b + c ? HOLDS_LE_SUM : 0) |
                     (a >= b + c ? HOLDS_GE_SUM : 0);
    if (is_same)
        return holds | HOLDS_LE_DIFFERENCE | (a <= b * (b - 1) / 2 ? HOLDS_LE_PAIRS : 0) |
               (2 * a <= b ? HOLDS_LE_HALF : 0) | (2 * a >= b ? HOLDS_GE_HALF : 0);
    return holds | (a <= difference ? HOLDS_LE_DIFFERENCE : 0) | HOLDS_LE_PAIRS | HOLDS_LE_HALF |
           HOLDS_GE_HALF;
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

static const struct input_cell **sorted(const struct input_cell *const *cells, size_t n,
                                        struct arena *scratch)
{
    const struct input_cell **copy = arena_alloc(scratch, n + 1, sizeof *copy);
    for (size_t i = 0; i < n; i++)
        copy[i] = cells[i];
    qsort(copy, n, sizeof *copy, compare_pointers);
    return copy;
}

/* What the order of a list says. */
static uint32_t order_holds(const struct input_cell *const *cells, size_t n)
{
    uint32_t holds = HOLDS_NONDECREASING | HOLDS_INCREASING | HOLDS_NONINCREASING |
                     HOLDS_DECREASING | HOLDS_NEIGHBOURS_DIFFER | HOLDS_ALL_EQUAL |
                     HOLDS_SAME_LENGTH;
    for (size_t i = 0; i + 1 < n; i++) {
        int order = compare_cells(cells[i], cells[i + 1]);
        if (order < 0)
            holds &= ~(uint32_t)(HOLDS_NONINCREASING | HOLDS_DECREASING | HOLDS_ALL_EQUAL);
        else if (order > 0)
            holds &= ~(uint32_t)(HOLDS_NONDECREASING | HOLDS_INCREASING | HOLDS_ALL_EQUAL);
        else
            holds &= ~(uint32_t)(HOLDS_INCREASING | HOLDS_DECREASING | HOLDS_NEIGHBOURS_DIFFER);
        if (!cells[i]->is_number && cells[i]->length != cells[i + 1]->length)
            holds &= ~(uint32_t)HOLDS_SAME_LENGTH;
    }
    return holds | (holds & HOLDS_ALL_EQUAL ? 0 : HOLDS_NOT_ALL_EQUAL);
}

/* What the places of the numbers say. */
static uint32_t place_holds(const struct input_cell *const *cells, size_t n)
{
    uint32_t holds = HOLDS_BELOW_PLACE | HOLDS_NOT_PLACE;
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!cells[i]->is_number)
            continue;
        if (cells[i]->value > (int64_t)i + 1)
            holds &= ~(uint32_t)HOLDS_BELOW_PLACE;
        if (cells[i]->value == (int64_t)i + 1)
            holds &= ~(uint32_t)HOLDS_NOT_PLACE;
        sum += (uint64_t)cells[i]->value;
        holds |= cells[i]->value == 0 ? HOLDS_HAS_ZERO : 0;
        holds |= cells[i]->value == 1 ? HOLDS_HAS_ONE : 0;
    }
    return holds | (sum % 2 ? 0 : HOLDS_EVEN_SUM);
}

uint32_t input_list_holds(const struct input_cell *const *cells, size_t n, struct arena *scratch)
{
    uint32_t holds = order_holds(cells, n) | place_holds(cells, n) | HOLDS_DISTINCT |
                     HOLDS_FROM_ONE | HOLDS_FROM_ZERO;
    const struct input_cell **order = sorted(cells, n, scratch);
    for (size_t i = 0; i < n; i++) {
        bool is_number = order[i]->is_number;
        if (i && compare_cells(order[i - 1], order[i]) == 0)
            holds &= ~(uint32_t)HOLDS_DISTINCT;
        if (!is_number || order[i]->value != (int64_t)i + 1)
            holds &= ~(uint32_t)HOLDS_FROM_ONE;
        if (!is_number || order[i]->value != (int64_t)i)
            holds &= ~(uint32_t)HOLDS_FROM_ZERO;
    }
    if (n && compare_cells(cells[0], order[0]) == 0)
        holds |= HOLDS_FIRST_LEAST;
    if (n && compare_cells(cells[n - 1], order[n - 1]) == 0)
        holds |= HOLDS_LAST_MOST;
    return holds;
}

static bool is_disjoint(const struct input_cell *const *a, const struct input_cell *const *b,
                        size_t n)
{
    for (size_t i = 0, j = 0; i < n && j < n;) {
        int order = compare_cells(a[i], b[j]);
        if (order == 0)
            return false;
        if (order < 0)
            i++;
        else
            j++;
    }
    return true;
}

uint32_t input_lists_hold(const struct input_cell *const *a, const struct input_cell *const *b,
                          size_t n, struct arena *scratch)
{
    uint32_t holds = HOLDS_EACH_LE | HOLDS_EACH_LT | HOLDS_EACH_GE | HOLDS_EACH_GT | HOLDS_EACH_NE |
                     HOLDS_SAME_VALUES;
    long double sum_a = 0, sum_b = 0;
    bool differ = false;
    for (size_t i = 0; i < n; i++) {
        int order = compare_cells(a[i], b[i]);
        sum_a += (long double)a[i]->value;
        sum_b += (long double)b[i]->value;
        differ = differ || order;
        if (order <= 0)
            holds &= ~(uint32_t)HOLDS_EACH_GT;
        if (order < 0)
            holds &= ~(uint32_t)HOLDS_EACH_GE;
        if (order >= 0)
            holds &= ~(uint32_t)HOLDS_EACH_LT;
        if (order > 0)
            holds &= ~(uint32_t)HOLDS_EACH_LE;
        if (order == 0)
            holds &= ~(uint32_t)HOLDS_EACH_NE;
    }
    const struct input_cell **x = sorted(a, n, scratch), **y = sorted(b, n, scratch);
    for (size_t i = 0; i < n; i++)
        if (compare_cells(x[i], y[i]) != 0)
            holds &= ~(uint32_t)HOLDS_SAME_VALUES;
    return holds | (sum_a == sum_b ? HOLDS_SUM_EQ : 0) | (sum_a <= sum_b ? HOLDS_SUM_LE : 0) |
           (sum_a >= sum_b ? HOLDS_SUM_GE : 0) | (differ ? HOLDS_LISTS_DIFFER : 0) |
           (is_disjoint(x, y, n) ? HOLDS_DISJOINT : 0);
}

static bool is_balanced(const char *text, size_t length)
{
    long depth = 0;
    for (size_t i = 0; i < length && depth >= 0; i++)
        depth += (text[i] == '(') - (text[i] == ')');
    return depth == 0;
}

uint32_t input_word_holds(const char *text, size_t length)
{
    uint32_t holds = HOLDS_PALINDROME | HOLDS_CHARS_DIFFER | HOLDS_CHARS_DISTINCT |
                     HOLDS_CHARS_SORTED | (is_balanced(text, length) ? HOLDS_BALANCED : 0) |
                     (length % 2 ? 0 : HOLDS_EVEN_LENGTH);
    bool is_seen[256] = {false};
    for (size_t i = 0; i < length; i++) {
        if (text[i] != text[length - 1 - i])
            holds &= ~(uint32_t)HOLDS_PALINDROME;
        if (is_seen[(unsigned char)text[i]])
            holds &= ~(uint32_t)HOLDS_CHARS_DISTINCT;
        is_seen[(unsigned char)text[i]] = true;
        if (i && text[i] == text[i - 1])
            holds &= ~(uint32_t)HOLDS_CHARS_DIFFER;
        if (i && (unsigned char)text[i] < (unsigned char)text[i - 1])
            holds &= ~(uint32_t)HOLDS_CHARS_SORTED;
    }
    if (length == 0 || text[0] != '0' || length == 1)
        holds |= HOLDS_NO_ZERO_FIRST;
    if (length == 0 || (text[0] != '.' && text[length - 1] != '.'))
        holds |= HOLDS_NO_END_DOTS;
    return holds;
}

uint32_t input_words_hold(const struct input_cell *a, const struct input_cell *b)
{
    size_t count_a[256] = {0}, count_b[256] = {0};
    uint32_t holds = HOLDS_ANAGRAM | HOLDS_CONTAINED;
    for (size_t i = 0; i < a->length; i++)
        count_a[(unsigned char)a->text[i]]++;
    for (size_t i = 0; i < b->length; i++)
        count_b[(unsigned char)b->text[i]]++;
    for (size_t c = 0; c < 256; c++) {
        if (count_a[c] != count_b[c])
            holds &= ~(uint32_t)HOLDS_ANAGRAM;
        if (count_a[c] && !count_b[c])
            holds &= ~(uint32_t)HOLDS_CONTAINED;
    }
    return holds | (input_cells_equal(a, b) ? 0 : HOLDS_WORDS_DIFFER) |
           (a->length == b->length ? HOLDS_LENGTH_EQ : 0) |
           (a->length <= b->length ? HOLDS_LENGTH_LE : 0) |
           (a->length >= b->length ? HOLDS_LENGTH_GE : 0);
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

uint32_t input_edges_hold(const struct input_line *const *rows, size_t n, size_t n_nodes)
{
    scoped(union_find) parts = {0};
    size_t n_joins = 0;
    union_find_init(&parts, n_nodes + 1);
    for (size_t i = 0; i < n; i++) {
        const struct input_cell *ends = rows[i]->cells;
        for (size_t end = 0; end < 2; end++)
            if (rows[i]->n < 2 || !ends[end].is_number || ends[end].value < 1 ||
                ends[end].value > (int64_t)n_nodes)
                return 0;
        n_joins += union_find_join(&parts, (uint32_t)ends[0].value, (uint32_t)ends[1].value);
    }
    return HOLDS_NODES | (n_nodes - n_joins <= 1 ? HOLDS_CONNECTED : 0) |
           (n_joins == n ? HOLDS_ACYCLIC : 0);
}

static bool is_triangle(const struct input_line *const *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                if (rows[i]->cells[j].value >
                    (long double)rows[i]->cells[k].value + (long double)rows[k]->cells[j].value)
                    return false;
    return true;
}

uint32_t input_matrix_holds(const struct input_line *const *rows, size_t n)
{
    enum { MAX_ROWS = 60 };
    uint32_t holds = HOLDS_SQUARE | HOLDS_SYMMETRIC | HOLDS_DIAGONAL_EQUAL | HOLDS_DIAGONAL_ZERO;
    for (size_t i = 0; i < n; i++)
        if (rows[i]->n != n)
            return 0;
    for (size_t i = 0; i < n; i++) {
        if (!input_cells_equal(&rows[i]->cells[i], &rows[0]->cells[0]))
            holds &= ~(uint32_t)HOLDS_DIAGONAL_EQUAL;
        if (!rows[i]->cells[i].is_number || rows[i]->cells[i].value != 0)
            holds &= ~(uint32_t)HOLDS_DIAGONAL_ZERO;
        for (size_t j = 0; j < i; j++)
            if (!input_cells_equal(&rows[i]->cells[j], &rows[j]->cells[i]))
                holds &= ~(uint32_t)HOLDS_SYMMETRIC;
    }
    return holds | (n <= MAX_ROWS && is_triangle(rows, n) ? HOLDS_TRIANGLE : 0);
}

uint32_t input_grid_holds(const struct input_line *const *rows, size_t n)
{
    uint32_t holds = HOLDS_SQUARE | HOLDS_SYMMETRIC | HOLDS_DIAGONAL_EQUAL | HOLDS_DIAGONAL_ZERO |
                     HOLDS_MIRRORED;
    char mirror[256] = {0};
    for (size_t i = 0; i < n; i++)
        if (rows[i]->n != 1 || rows[i]->cells[0].length != n)
            return 0;
    for (size_t i = 0; i < n; i++) {
        const char *row = rows[i]->cells[0].text;
        if (row[i] != rows[0]->cells[0].text[0])
            holds &= ~(uint32_t)HOLDS_DIAGONAL_EQUAL;
        if (row[i] != '-' && row[i] != '.' && row[i] != '0')
            holds &= ~(uint32_t)HOLDS_DIAGONAL_ZERO;
        for (size_t j = 0; j < n; j++) {
            char other = rows[j]->cells[0].text[i];
            char *expected = &mirror[(unsigned char)row[j]];
            if (row[j] != other)
                holds &= ~(uint32_t)HOLDS_SYMMETRIC;
            if (*expected && *expected != other)
                holds &= ~(uint32_t)HOLDS_MIRRORED;
            *expected = other;
        }
    }
    return holds;
}
