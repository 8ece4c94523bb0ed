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
    double score = similar_score(similar, gold, list, n, false);
    for (size_t i = 0; i < n; i++)
        similar_change_release(&changes[i]);
    return score;
}

#define RENAMED                                 \
    "def close(it):\n"                          \
    "    if it.is_open and not it.is_shared:\n" \
    "        it.flush(timeout=30)\n"            \
    "        raise ValueError('closed twice', it.number)\n"
#define NAMES(name)   HEAD "if " name " is os:\n    a = b\n" TAIL
#define CLAUSE(error) "except " error " as e:\n    raise Bad(e, x=1)\n"
#define CLAUSES       "try:\n    go()\n" CLAUSE("AError") CLAUSE("DError")

TEST(similar__is_the_share_of_the_change)
{
    static const struct {
        const char *gold[2], *other[2]; /* before and after */
        double least, most;
    } cases[] = {
        /* the same, with other changes, and with other names of variables */
        {{HEAD TAIL, HEAD FIX TAIL}, {HEAD TAIL, HEAD FIX TAIL}, 1, 1},
        {{HEAD TAIL, HEAD FIX TAIL},
         {"a = 1\n" HEAD TAIL, HEAD FIX TAIL "def more(x):\n    return x\n"},
         1,
         1},
        {{HEAD TAIL, HEAD FIX TAIL}, {HEAD TAIL, HEAD RENAMED TAIL}, 1, 1},
        /* nothing, what undoes it, and code that moves: the runs into what is around it */
        {{HEAD TAIL, HEAD FIX TAIL}, {TAIL HEAD, TAIL HEAD}, 0, 0},
        {{HEAD TAIL, HEAD FIX TAIL}, {HEAD FIX TAIL, HEAD TAIL}, 0, 0},
        {{HEAD TAIL, HEAD FIX TAIL}, {HEAD FIX TAIL, FIX HEAD TAIL}, 0, 0.3},
        /* names count if the gold changes nothing else, or the files have such code */
        {{NAMES("a"), NAMES("c")}, {NAMES("a"), NAMES("c")}, 1, 1},
        {{NAMES("a"), NAMES("c")}, {NAMES("a"), NAMES("d")}, 0, 0.6},
        {{CLAUSES, CLAUSES CLAUSE("BError")}, {CLAUSES, CLAUSES CLAUSE("BError")}, 1, 1},
        {{CLAUSES, CLAUSES CLAUSE("BError")}, {CLAUSES, CLAUSES CLAUSE("CError")}, 0, 0.999},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(similar) *similar = similar_new(&table);
        struct changed_lines gold = change(cases[i].gold[0], cases[i].gold[1]);
        struct changed_lines other = change(cases[i].other[0], cases[i].other[1]);
        assert_false(similar_add(similar, &gold, 1, NULL, 0));
        double score = score_of(similar, 0, &other, 1);
        if (score < cases[i].least || score > cases[i].most)
            fail_msg("case %zu: %f", i, score);
        release(NULL);
        set_up(NULL);
    }
}

TEST(similar__adds_up_the_files_of_a_commit)
{
    struct changed_lines gold[] = {change(HEAD, FIX HEAD), change(TAIL, TAIL FIX)};
    scoped(similar) *similar = similar_new(&table);
    assert_false(similar_add(similar, gold, 2, NULL, 0));
    assert_true(score_of(similar, 0, gold, 1) < 1);
    assert_float_equal(score_of(similar, 0, gold, 2), 1, 0);
}

TEST(similar__is_off_without_enough_runs)
{
    scoped(similar) *similar = similar_new(&table);
    struct changed_lines none = change(HEAD, HEAD), few = change("a b c\n", "a b d\n");
    assert_true(similar_add(similar, &none, 1, NULL, 0));
    assert_true(similar_add(similar, &few, 1, NULL, 0));
    assert_float_equal(score_of(similar, 0, &none, 1), 0, 0);
    assert_float_equal(score_of(similar, 1, &few, 1), 0, 0);
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
        if (!similar_add(similar, &file, 1, NULL, 0))
            assert_float_equal(score_of(similar, 0, &file, 1), 1, 0);
        array_release(&before);
        array_release(&after);
        array_release(&other);
    }
}
