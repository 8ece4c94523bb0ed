/* Similarity of changes: of small ones that are written out, and of random ones. */
#include "guard/tasks/solution_search.h"

#include "tests/support/test.h"

static struct line_table table;
static struct number_list numbers[8];
static size_t n_numbers;

static int release(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        array_release(&numbers[i]);
    n_numbers = 0;
    line_table_release(&table);
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    table.languages = 1;
    return 0;
}

TEST_SETUP(set_up, release);

static struct file_lines cut(const char *text)
{
    struct number_list *list = &numbers[n_numbers++];
    line_table_cut(&table, text, strlen(text), list);
    return (struct file_lines){list->items, list->n};
}

static struct changed_lines change(const char *before, const char *after)
{
    return (struct changed_lines){cut(before), cut(after)};
}

#define HEAD                             \
    "import os\n"                        \
    "def read(path, mode):\n"            \
    "    size = os.path.getsize(path)\n" \
    "    if size == 0:\n"                \
    "        return None\n"              \
    "    return load(path, mode, size, limit=LIMIT)\n"
#define TAIL                       \
    "def write(path, text):\n"     \
    "    file = open(path, 'w')\n" \
    "    file.write(text)\n"       \
    "    return os.path.getmtime(path)\n"
#define FIX                                             \
    "def close(handle):\n"                              \
    "    if handle.is_open and not handle.is_shared:\n" \
    "        handle.flush(timeout=30)\n"                \
    "        raise ValueError('closed twice', handle.number)\n"

/* Returns the similarity of a gold to a commit that changes one file or two. */
static double score_of(const struct similar *similar, uint32_t gold,
                       const struct changed_lines *files, size_t n)
{
    struct similar_change changes[2] = {{{{0}}}};
    const struct similar_change *const list[] = {&changes[0], &changes[1]};
    for (size_t i = 0; i < n; i++)
        similar_read(&changes[i], similar, &files[i]);
    double score = similar_score(similar, gold, list, n);
    for (size_t i = 0; i < n; i++)
        similar_change_release(&changes[i]);
    return score;
}

static double score(struct changed_lines gold, struct changed_lines other)
{
    scoped(similar) *similar = similar_new(&table);
    assert_false(similar_add(similar, &gold, 1));
    return score_of(similar, 0, &other, 1);
}

TEST(similar__is_all_of_the_same_change)
{
    struct changed_lines gold = change(HEAD TAIL, HEAD FIX TAIL);
    assert_float_equal(score(gold, gold), 1, 0);
    assert_float_equal(score(gold, change(TAIL HEAD, TAIL HEAD)), 0, 0);
}

TEST(similar__is_all_of_the_change_with_others)
{
    struct changed_lines gold = change(HEAD TAIL, HEAD FIX TAIL);
    assert_float_equal(
        score(gold, change("a = 1\n" HEAD TAIL, HEAD FIX TAIL "def more(x):\n    return x\n")), 1,
        0);
}

TEST(similar__is_none_of_what_undoes_the_change)
{
    struct changed_lines gold = change(HEAD TAIL, HEAD FIX TAIL);
    assert_float_equal(score(gold, change(HEAD FIX TAIL, HEAD TAIL)), 0, 0);
}

TEST(similar__does_not_see_other_names_of_variables)
{
    static const char renamed[] = "def close(it):\n"
                                  "    if it.is_open and not it.is_shared:\n"
                                  "        it.flush(timeout=30)\n"
                                  "        raise ValueError('closed twice', it.number)\n";
    struct changed_lines gold = change(HEAD TAIL, HEAD FIX TAIL);
    scoped(str) after = {0};
    str_print(&after, HEAD "%s" TAIL, renamed);
    assert_float_equal(score(gold, change(HEAD TAIL, str_text(&after))), 1, 0);
}

TEST(similar__does_not_see_that_code_moves)
{
    struct changed_lines gold = change(HEAD TAIL, HEAD FIX TAIL);
    double moved = score(gold, change(HEAD FIX TAIL, FIX HEAD TAIL));
    assert_true(moved < 0.3); /* the runs into what is around it */
}

TEST(similar__adds_up_the_files_of_a_commit)
{
    struct changed_lines gold[] = {change(HEAD, FIX HEAD), change(TAIL, TAIL FIX)};
    scoped(similar) *similar = similar_new(&table);
    assert_false(similar_add(similar, gold, 2));
    assert_true(score_of(similar, 0, gold, 1) < 1);
    assert_float_equal(score_of(similar, 0, gold, 2), 1, 0);
}

TEST(similar__is_off_without_enough_runs)
{
    scoped(similar) *similar = similar_new(&table);
    struct changed_lines none = change(HEAD, HEAD), few = change("a b c\n", "a b d\n");
    assert_true(similar_add(similar, &none, 1));
    assert_true(similar_add(similar, &few, 1));
    assert_float_equal(score_of(similar, 0, &none, 1), 0, 0);
    assert_float_equal(score_of(similar, 1, &few, 1), 0, 0);
}

TEST(similar__sees_names_if_the_gold_changes_names_only)
{
    struct changed_lines gold =
        change(HEAD "if a is os:\n    a = b\n" TAIL, HEAD "if c is os:\n    a = b\n" TAIL);
    struct changed_lines other =
        change(HEAD "if a is os:\n    a = b\n" TAIL, HEAD "if d is os:\n    a = b\n" TAIL);
    assert_float_equal(score(gold, gold), 1, 0);
    assert_true(score(gold, other) < 0.6);
}

TEST(similar__sees_names_if_the_files_have_such_code)
{
    static const char clauses[] = "try:\n    go()\nexcept AError as e:\n    raise Bad(e, x=1)\n"
                                  "except DError as e:\n    raise Bad(e, x=1)\n";
    scoped(str) fixed = {0}, earlier = {0};
    str_print(&fixed, "%sexcept BError as e:\n    raise Bad(e, x=1)\n", clauses);
    str_print(&earlier, "%sexcept CError as e:\n    raise Bad(e, x=1)\n", clauses);
    struct changed_lines gold = change(clauses, str_text(&fixed));
    assert_float_equal(score(gold, gold), 1, 0);
    assert_true(score(gold, change(clauses, str_text(&earlier))) < 1);
}

/* A file of random lines of few kinds, some without tokens, each of a few tokens. */
static struct number_list random_file(uint64_t *dice, size_t n)
{
    static const char *const lines[] = {"a.b",   ")",  "x = 1",  "f(a, b.c, d)", "return x.y",
                                        "if x:", "g(", "'text'", "b + 2",        "{ }"};
    struct number_list file = {0};
    for (size_t i = 0; i < n; i++) {
        *dice = *dice * 6364136223846793005 + 1442695040888963407;
        const char *line = lines[(*dice >> 33) % N_ITEMS(lines)];
        array_push(&file, line_table_number(&table, line, strlen(line)));
    }
    return file;
}

/* Golds are read as a whole, changes only where lines differ. */
TEST(similar__does_not_depend_on_how_lines_are_paired)
{
    uint64_t dice = 1;
    for (int i = 0; i < 2000; i++) {
        struct number_list before = random_file(&dice, 1 + (size_t)i % 90), after = {0};
        struct number_list other = random_file(&dice, before.n);
        for (size_t l = 0; l < before.n; l++) {
            unsigned draw = (unsigned)(other.items[l] * 7 + l * (size_t)i) % 23;
            if (draw != 1)
                array_push(&after, before.items[l]);
            if (draw < 2)
                array_push(&after, other.items[l]);
        }
        struct changed_lines file = {{before.items, before.n}, {after.items, after.n}};
        scoped(similar) *similar = similar_new(&table);
        if (!similar_add(similar, &file, 1))
            assert_float_equal(score_of(similar, 0, &file, 1), 1, 0);
        array_release(&before);
        array_release(&after);
        array_release(&other);
    }
}
