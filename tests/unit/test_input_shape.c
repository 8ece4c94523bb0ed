/* Shapes of samples, and predicates, which hold where they should and only there. Shapes are text:
 * "2" is a line of two fields, "1+x" a field and a list of x fields, "x(...)" a block of
 * x times what is in brackets, "?" a line of any fields, "tag" a line whose first field says how
 * many there are. x is a size: "a0" the first field of the first line, "b1" the second field of the
 * second line, and so on. */
#include "verify/inputs/inputs.h"

#include "tests/support/test.h"

static void add_scalar(struct str *out, int scalar)
{
    str_print(out, "%c%d", 'a' + scalar / INPUT_MAX_FIELDS, scalar % INPUT_MAX_FIELDS);
}

static void add_size(struct str *out, const struct input_size *size)
{
    if (size->kind == SIZE_FREE) {
        str_add_text(out, "any");
        return;
    }
    if (size->kind == SIZE_SCALAR && size->times > 1)
        str_print(out, "%d", size->times);
    add_scalar(out, size->a);
    if (size->kind == SIZE_SCALAR && size->plus)
        str_print(out, "%+d", size->plus);
    if (size->kind == SIZE_PAIRS)
        str_add_text(out, " pairs");
    if (size->kind == SIZE_PRODUCT || size->kind == SIZE_SUM) {
        str_add_text(out, size->kind == SIZE_SUM ? "+" : "*");
        add_scalar(out, size->b);
    }
}

static void add_shape(struct str *out, const struct input_shape *shape)
{
    for (size_t i = 0; i < shape->n; i++) {
        const struct input_step *step = &shape->steps[i];
        if (i)
            str_add_text(out, " ");
        if (step->body) {
            add_size(out, &step->size);
            str_add_text(out, "(");
            add_shape(out, step->body);
            str_add_text(out, ")");
        } else if (step->form == FORM_FIXED) {
            str_print(out, "%zu", step->n_fixed);
        } else if (step->form == FORM_LIST) {
            str_print(out, "%zu+", step->n_fixed);
            add_size(out, &step->size);
        } else {
            str_add_text(out, step->form == FORM_TAGGED ? "tag" : "?");
        }
    }
}

/* Samples are separated by '|'. */
static const char *shape_of(const char *samples)
{
    static struct str out;
    scoped(arena) arena = {0};
    struct input_lines lines[INPUT_MAX_SAMPLES];
    struct input_shape_found found;
    size_t n = 0;
    str_clear(&out);
    for (const char *sample = samples; sample; n++) {
        const char *end = strchr(sample, '|');
        size_t length = end ? (size_t)(end - sample) : strlen(sample);
        assert_true(input_lines_read(&lines[n], &arena, sample, length));
        sample = end ? end + 1 : NULL;
    }
    if (input_shape_infer(&found, lines, n, &arena))
        add_shape(&out, &found.shape);
    return str_text(&out);
}

TEST(input_shape__of_samples)
{
    static const struct text_case cases[] = {
        {"7\n", "1"},
        {"3 5\n|4 8\n", "2"},
        {"3\n1 2 3\n|2\n5 9\n", "1 0+a0"},
        {"3\n1 2\n|4\n1 2 3\n", "1 0+a0-1"},
        {"2 3\n1 2 3 4 5 6\n|1 2\n7 8\n", "2 0+a0*a1"},
        {"3\n3 1\n3 2\n2 1\n|2\n5 6\n", "1 a0 pairs(2)"},
        {"2 3\nab.\n..c\n|3 2\n..\n..\n..\n", "2 a0(1)"},
        {"2 3\n1 2 3\n4 5 6\n|3 2\n1 2\n3 4\n5 6\n", "2 a0(0+a1)"},
        {"3 2\n1 2 3\n1 2\n2 3\n|4 1\n5 6 7 8\n1 1\n", "2 0+a0 a1(2)"},
        {"3\n2 5 6\n1 7\n3 1 2 3\n|2\n1 1\n1 1\n", "1 a0(1+b0)"},
        {"2\n3\n1 2 3\n1\n4\n|1\n2\n8 8\n", "1 a0(1 0+b0)"},
        {"2\n2 1\n1 2\n1 3\n1 1\n2 2\n|1\n3 3\n1 1\n1 1\n1 1\n", "1 a0(2 b0(2))"},
        {"4\n1 2 3\n2 4\n3\n1 5 5\n|3\n3\n2 2\n3\n", "1 a0(tag)"},
        {"abc\nde\n|x\nyyyy\n", "1 1"},
        {"3 7\nabc\nabcdefg\n|3 4\nabc\naabc\n", "2 1 1"},
        {"1 2\n3\n|4 5 6\n7\n8 9\n", "any(?)"},
        {"2\n\n5\n|1\n\n9\n", "1 0 1"},
    };
    expect_texts(cases, N_ITEMS(cases), shape_of);
}

TEST(input_shape__reads_what_it_was_inferred_from)
{
    static const char text[] = "2\n3\n1 2 3\n1\n4\n";
    scoped(arena) arena = {0};
    scoped(str) written = {0};
    struct input_lines lines;
    struct input_shape_found found;
    struct input_scope scope = {0};
    struct input_tree tree, copy;
    size_t at = 0;
    assert_true(input_lines_read(&lines, &arena, text, strlen(text)));
    assert_true(input_shape_infer(&found, &lines, 1, &arena));
    assert_true(input_tree_read(&tree, &found.shape, &lines, &at, &scope, &arena));
    assert_int_equal(at, lines.n);
    input_tree_copy(&copy, &tree, &found.shape, &arena);
    input_tree_write(&written, &copy, &found.shape);
    assert_string_equal(written.text, text);
}

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
