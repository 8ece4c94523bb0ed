/* Leaks planted from small fixes, in a language with a lexer and in one without. */
#include "tasks/plant.h"

#include "tests/support/test.h"

#define HEAD                        \
    "import os\n"                   \
    "\n"                            \
    "LIMIT = 7\n"                   \
    "\n"                            \
    "\n"                            \
    "def read(path, mode):\n"       \
    "    size = os.stat(path)\n"    \
    "    return load(path, size)\n" \
    "\n"                            \
    "\n"
#define TAIL             \
    "def show(item):\n"  \
    "    print(item)\n"  \
    "\n"                 \
    "\n"                 \
    "def close(item):\n" \
    "    item.close()\n"
#define BEFORE                  \
    HEAD "def total(prices):\n" \
         "    result = 0\n"     \
         "    return result\n"  \
         "\n"                   \
         "\n" TAIL
#define AFTER                                             \
    HEAD "def total(prices):\n"                           \
         "    result = 0\n"                               \
         "    for price in prices:\n"                     \
         "        if price < LIMIT and price.is_known:\n" \
         "            result = add(result, price)\n"      \
         "    kind = 'result'\n"                          \
         "    return result\n"                            \
         "\n"                                             \
         "\n" TAIL
#define OLDER                       \
    "import os\n"                   \
    "\n"                            \
    "LIMIT = 7\n"                   \
    "\n"                            \
    "\n"                            \
    "def read(path, mode):\n"       \
    "    return load(path, mode)\n" \
    "\n"                            \
    "\n"                            \
    "def total(prices):\n"          \
    "    result = 0\n"              \
    "    return result\n"           \
    "\n"                            \
    "\n" TAIL

static struct arena arena;
static struct planted_list list;

static int release(void **state)
{
    (void)state;
    array_release(&list);
    arena_release(&arena);
    return 0;
}

TEST_SETUP(NULL, release);

static struct plant_text text(const char *bytes)
{
    return (struct plant_text){bytes, bytes ? strlen(bytes) : 0};
}

static void plant_with(const struct plant_file *files, size_t n, uint64_t seed)
{
    scoped(piece_cutter) *cutter = piece_cutter_new();
    array_clear(&list);
    plant_all(&list, files, n, cutter, &(struct dice){seed}, &arena);
}

static void plant(const char *path, const char *before, const char *after, const char *older)
{
    const struct plant_file file = {path, text(before), text(after), {text(older)}};
    plant_with(&file, 1, 1);
}

static const struct planted *find(enum plant_kind kind, int number)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.items[i].kind == kind && list.items[i].number == number)
            return &list.items[i];
    return NULL;
}

/* The text of the first file after a commit of a leak. */
static const char *planted(enum plant_kind kind, int number, size_t commit)
{
    const struct planted *it = find(kind, number);
    assert_non_null(it);
    assert_true(commit < it->n_commits);
    return it->texts[commit][0].bytes;
}

static void assert_has(const char *whole, const char *part)
{
    if (!strstr(whole, part))
        fail_msg("'%s' is not in:\n%s", part, whole);
}

static void assert_lacks(const char *whole, const char *part)
{
    if (strstr(whole, part))
        fail_msg("'%s' is in:\n%s", part, whole);
}

TEST(plant__copies_the_fix)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    assert_string_equal(planted(PLANT_VERBATIM, 1, 0), AFTER);
}

TEST(plant__changes_the_layout_of_changed_lines_only)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    const char *apart = planted(PLANT_REFORMATTED, 1, 0);
    assert_has(apart, "            result = add(\n"
                      "                result,\n"
                      "                price\n"
                      "            )\n");
    assert_has(apart, HEAD);
    plant("shop.py", HEAD, apart, NULL);
    assert_has(planted(PLANT_REFORMATTED, 2, 0), "            result = add(result, price)\n");
}

TEST(plant__joins_no_comment)
{
    plant("a.py", "a = 1\n", "a = 1\nf(\n    1,  # one\n    2,\n    3)\n", NULL);
    assert_has(planted(PLANT_REFORMATTED, 2, 0), "f(1,  # one\n    2, 3)\n");
}

TEST(plant__renames_what_the_fix_brings)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    const char *names = planted(PLANT_NAMES, 1, 0);
    assert_lacks(names, "for price in");
    assert_lacks(names, "kind = 'result'");
    assert_has(names, " = 'result'\n");
    assert_has(names, ".is_known:");
    assert_has(names, "    return result\n");
    assert_has(names, HEAD);
}

TEST(plant__renames_local_variables_everywhere)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    const char *locals = planted(PLANT_LOCALS, 1, 0);
    assert_lacks(locals, "result =");
    assert_lacks(locals, "return result");
    assert_has(locals, "'result'");
    assert_has(locals, "in prices:");
    assert_lacks(planted(PLANT_LOCALS, 2, 0), "in prices:");
    assert_has(planted(PLANT_NAMES, 2, 0), "    result = 0\n");
}

TEST(plant__swaps_operands)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    assert_has(planted(PLANT_SWAPPED, 1, 0), "if price.is_known and LIMIT > price:\n");
    plant("a.c", "int a;\n", "int a;\nif (f(a, 1) >= b.c[2] || !x)\n    return a == b ? 1 : 2;\n",
          NULL);
    assert_has(planted(PLANT_SWAPPED, 1, 0), "if (!x || b.c[2] <= f(a, 1))\n"
                                             "    return b == a ? 1 : 2;\n");
}

TEST(plant__swaps_no_chains)
{
    plant("a.py", "a\n", "a\nx = a < b < c\ny = a and b or c\n", NULL);
    assert_null(find(PLANT_SWAPPED, 1));
}

TEST(plant__divides_a_fix)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    assert_has(planted(PLANT_SPLIT, 1, 0), "for price in");
    assert_lacks(planted(PLANT_SPLIT, 1, 0), "kind =");
    assert_string_equal(planted(PLANT_SPLIT, 1, 1), AFTER);
    assert_int_equal(find(PLANT_HALF, 1)->n_commits, 1);
    plant("a.py", "a = 1\n", "a = 2\n", NULL);
    assert_null(find(PLANT_SPLIT, 1));
    assert_null(find(PLANT_HALF, 1));
}

TEST(plant__divides_a_fix_of_several_files)
{
    const struct plant_file files[] = {
        {"a.py", text("a = 1\n"), text("a = 2\n"), {{NULL, 0}}},
        {"new.py", text(NULL), text("b = 1\n"), {{NULL, 0}}},
        {"old.py", text("c = 1\n"), text(NULL), {{NULL, 0}}},
    };
    plant_with(files, 3, 1);
    const struct planted *split = find(PLANT_SPLIT, 1);
    assert_non_null(split);
    assert_string_equal(split->texts[0][0].bytes, "a = 2\n");
    assert_null(split->texts[0][1].bytes);
    assert_string_equal(split->texts[0][2].bytes, "c = 1\n");
    assert_null(split->texts[1][2].bytes);
    assert_string_equal(split->texts[1][1].bytes, "b = 1\n");
}

TEST(plant__undoes_an_earlier_change)
{
    plant("shop.py", BEFORE, AFTER, OLDER);
    const char *tangled = planted(PLANT_TANGLED, 1, 0);
    assert_has(tangled, "    return load(path, mode)\n");
    assert_has(tangled, "            result = add(result, price)\n");
    plant("shop.py", BEFORE, AFTER, NULL);
    assert_null(find(PLANT_TANGLED, 1));
}

TEST(plant__moves_lines)
{
    plant("shop.py", BEFORE, AFTER, NULL);
    const char *moved = planted(PLANT_MOVED, 1, 0);
    assert_int_equal(strlen(moved), strlen(AFTER));
    assert_has(moved, "    result = 0\n    return result\n");
    assert_has(moved, "    kind = 'result'\ndef show(item):\n");
}

TEST(plant__needs_no_lexer)
{
    static const char before[] = "fn total(a)\n\tlet sum = 0\n\tsum\nend\n";
    static const char after[] = "fn total(a)\n"
                                "\tlet sum = 0\n"
                                "\tit's = sum\n"
                                "\tif sum == \"sum == a\" && \xff(sum, a) then\n"
                                "\t\tsum = (sum)\n"
                                "\tsum\n"
                                "end\n";
    plant("a.unknown", before, after, NULL);
    assert_has(planted(PLANT_SWAPPED, 1, 0), "\"sum == a\" == sum");
    assert_has(planted(PLANT_LOCALS, 1, 0), "\"sum == a\"");
    assert_lacks(planted(PLANT_LOCALS, 1, 0), "(sum");
    plant("a.py", before, after, NULL); /* its lexer cannot read it */
    assert_has(planted(PLANT_SWAPPED, 1, 0), "\"sum == a\" == sum");
}

TEST(plant__depends_on_the_seed_alone)
{
    const struct plant_file file = {"shop.py", text(BEFORE), text(AFTER), {text(OLDER)}};
    plant_with(&file, 1, 1);
    const char *first = planted(PLANT_LOCALS, 2, 0), *half = planted(PLANT_HALF, 1, 0);
    size_t n = list.n;
    plant_with(&file, 1, 1);
    assert_int_equal(list.n, n);
    assert_string_equal(planted(PLANT_LOCALS, 2, 0), first);
    assert_string_equal(planted(PLANT_HALF, 1, 0), half);
    plant_with(&file, 1, 2);
    assert_string_not_equal(planted(PLANT_LOCALS, 2, 0), first);
}

TEST(plant__leaves_out_what_is_the_same)
{
    plant("a.py", "x = 1\nf(x)\ny = 2\n", "x = 1\ny = 2\n", NULL);
    for (size_t i = 0; i < list.n; i++)
        for (size_t k = 0; k < i; k++)
            if (list.items[i].n_commits == 1 && list.items[k].n_commits == 1 &&
                list.items[i].kind != PLANT_REFORMATTED)
                assert_string_not_equal(list.items[i].texts[0][0].bytes,
                                        list.items[k].texts[0][0].bytes);
    plant("a.py", "x = 1\n", "x  =  1\n", NULL); /* only white space */
    assert_int_equal(list.n, 0);
}

TEST(plant__bears_any_text)
{
    static const char *const texts[] = {
        "",      "\n",       "(",       ")",     "a",    "((,)",    "a,\n)", "'\\\n",      "\"a\\",
        "== ==", "and\nand", "a == (b", "= = a", "x[1,", "f'{a, b", "\\\n(", "]]] and [[["};
    for (size_t i = 0; i < N_ITEMS(texts); i++)
        for (size_t k = 0; k < N_ITEMS(texts); k++) {
            plant("a.py", texts[i], texts[k], texts[(i + k) % N_ITEMS(texts)]);
            plant("a", texts[i], texts[k], NULL);
            plant("a.c", NULL, texts[k], NULL);
            plant("a.java", texts[i], NULL, NULL);
        }
}

TEST(plant__has_a_name_for_every_variable)
{
    struct str after = {0};
    for (int i = 0; i < 2000; i++)
        str_print(&after, "name%d = value(%d)\n", i, i);
    plant("a.py", "", str_text(&after), NULL);
    assert_lacks(planted(PLANT_LOCALS, 1, 0), "name");
    str_release(&after);
}
