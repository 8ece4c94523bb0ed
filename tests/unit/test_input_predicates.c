/* Predicates hold where they should, and only there. */
#include "verify/inputs/inputs.h"

#include "tests/support/test.h"

/* Reads a text as lines. */
static struct input_lines lines_of(struct arena *arena, const char *text)
{
    struct input_lines lines;
    assert_true(input_lines_read(&lines, arena, text, strlen(text)));
    return lines;
}

static uint32_t list_holds(const char *text)
{
    scoped(arena) arena = {0};
    struct input_lines lines = lines_of(&arena, text);
    const struct input_cell *cells[16];
    size_t n = lines.lines[0].n;
    for (size_t i = 0; i < n; i++)
        cells[i] = &lines.lines[0].cells[i];
    return input_list_holds(cells, n, &arena);
}

TEST(input_predicates__of_lists)
{
    static const struct {
        const char *text;
        uint32_t holds, fails;
    } cases[] = {
        {"1 2 3", HOLDS_INCREASING | HOLDS_NONDECREASING | HOLDS_DISTINCT,
         HOLDS_DECREASING | HOLDS_NONINCREASING},
        {"2 0 1", HOLDS_DISTINCT, HOLDS_NONDECREASING | HOLDS_NONINCREASING},
        {"5 5 5", HOLDS_NONDECREASING | HOLDS_NONINCREASING,
         HOLDS_DISTINCT | HOLDS_NEIGHBOURS_DIFFER | HOLDS_INCREASING},
        {"ab cd ab", HOLDS_NEIGHBOURS_DIFFER, HOLDS_DISTINCT},
        {"a bc", HOLDS_DISTINCT | HOLDS_INCREASING, HOLDS_NONINCREASING},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        uint32_t holds = list_holds(cases[i].text);
        assert_int_equal(holds & cases[i].holds, cases[i].holds);
        assert_int_equal(holds & cases[i].fails, 0);
    }
}

TEST(input_predicates__of_numbers)
{
    assert_int_equal(input_number_relations(1, 2), HOLDS_LE | HOLDS_LT | HOLDS_NE);
    assert_int_equal(input_number_relations(2, 2), HOLDS_LE | HOLDS_GE | HOLDS_EQ);
}

/* What holds of all lines of a text as rows: of edges among `n_nodes`, or of rows if it is 0. */
static uint32_t rows_hold(const char *text, size_t n_nodes)
{
    scoped(arena) arena = {0};
    struct input_lines lines = lines_of(&arena, text);
    const struct input_line *rows[16];
    for (size_t i = 0; i < lines.n; i++)
        rows[i] = &lines.lines[i];
    return n_nodes ? input_edges_hold(rows, lines.n, n_nodes) : input_rows_hold(rows, lines.n);
}

TEST(input_predicates__of_edges)
{
    assert_int_equal(rows_hold("1 2\n2 3\n", 3), HOLDS_NODES | HOLDS_CONNECTED | HOLDS_ACYCLIC);
    assert_int_equal(rows_hold("1 2\n2 3\n3 1\n", 3), HOLDS_NODES | HOLDS_CONNECTED);
    assert_int_equal(rows_hold("1 2\n2 3\n", 4), HOLDS_NODES | HOLDS_ACYCLIC);
    assert_int_equal(rows_hold("1 2\n2 5\n", 4), 0);
    assert_int_equal(rows_hold("1 2 5\n2 1 5\n", 0), HOLDS_ROWS_DISTINCT | HOLDS_PAIRS_DISTINCT);
    assert_int_equal(rows_hold("1 2 5\n1 2 6\n", 0), HOLDS_ROWS_DISTINCT);
    assert_int_equal(rows_hold("1 2\n1 2\n", 0), 0);
}
