/* What makes two fixes near or the same patch: thresholds, runs of tokens, lines. */
#include "guard/duplicates.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* Whether a fix and the next one are near duplicates. */
static bool are_near(const struct guarded *guarded, const struct duplicates *duplicates, size_t n)
{
    const uint32_t *near = duplicates->representatives[DUPLICATE_NEAR];
    return near[guarded_pair(guarded, n)] == near[guarded_pair(guarded, n + 1)];
}

/* Two programs: tokens that both have, and tokens of their own, one a line. */
struct made_near {
    const char *preset;
    int shared, only_a, only_b; /* different names */
    int copies_a, copies_b;     /* of shared names, beyond the first */
    bool is_near;
    double set, multiset; /* if they are */
};

/* Programs of different rows have no name and no number in common. */
static void make_program(struct str *out, size_t row, char side, int shared, int only, int copies,
                         const char *edited)
{
    for (int i = 0; i < shared - 1; i++)
        str_print(out, "s%zu_%d\n", row, i);
    str_print(out, "%s%zu\n", edited, row); /* in both programs, so it is one of the shared ones */
    for (int i = 0; i < copies; i++)
        str_print(out, "s%zu_%d\n", row, i % (shared - 1));
    for (int i = 0; i < only; i++)
        str_print(out, "%c%zu\n", side, 100 * row + i + 100); /* numbers: names could be renamed */
}

enum { MOST_ROWS = 10 };

/* Adds the two fixes of a row. */
static void add_near(struct guarded_fix *fixes, struct str *codes, size_t row,
                     const struct made_near *made)
{
    for (int i = 0; i < 4; i++)
        make_program(&codes[i], row, i < 2 ? '1' : '2', made->shared,
                     i < 2 ? made->only_a : made->only_b, i < 2 ? made->copies_a : made->copies_b,
                     i % 2 ? "fixed" : "bug");
    for (int i = 0; i < 2; i++)
        fixes[i] = (struct guarded_fix){.buggy = str_text(&codes[2 * i]),
                                        .fixed = str_text(&codes[2 * i + 1])};
}

static void check_row(const struct guarded *guarded, const struct duplicates *duplicates,
                      size_t row, const struct made_near *made)
{
    uint32_t a = guarded_pair(guarded, 2 * row);
    const struct duplicate_link *link = NULL;
    if (are_near(guarded, duplicates, 2 * row) != made->is_near)
        fail_msg("%s, %d shared, %d and %d not", made->preset, made->shared, made->only_a,
                 made->only_b);
    for (size_t i = 0; i < duplicates->links.n; i++)
        if (duplicates->links.items[i].kind == DUPLICATE_NEAR && duplicates->links.items[i].a == a)
            link = &duplicates->links.items[i];
    assert_int_equal(link != NULL, made->is_near);
    if (link) {
        assert_true(link->similarity.set == made->set);
        assert_true(link->similarity.multiset == made->multiset);
    }
}

/* Compares the fixes of rows that have the same preset. */
static void check_near(const struct made_near *made, size_t n)
{
    static struct str codes[MOST_ROWS][4];
    struct guarded_fix fixes[2 * MOST_ROWS];
    scoped(guarded) guarded = {0};
    struct duplicates duplicates;
    assert_true(n <= MOST_ROWS);
    for (size_t row = 0; row < n; row++)
        add_near(&fixes[2 * row], codes[row], row, &made[row]);
    guarded_open(&guarded, made->preset, fixes, 2 * n, guarded_preset(made->preset));
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    for (size_t row = 0; row < n; row++)
        check_row(&guarded, &duplicates, row, &made[row]);
    duplicates_release(&duplicates);
    for (size_t i = 0; i < 4 * n; i++)
        str_release(&codes[i / 4][i % 4]);
}

TEST(duplicates__are_near_from_the_thresholds_on)
{
    static const struct made_near cases[] = {
        /* sets of 0.8 */
        {"allamanis", 20, 2, 3, 0, 0, true, 20 / 25.0, 20 / 25.0},
        {"allamanis", 19, 2, 3, 0, 0, false, 0, 0},
        {"allamanis", 20, 3, 3, 0, 0, false, 0, 0},
        {"allamanis", 20, 5, 0, 0, 0, true, 20 / 25.0, 20 / 25.0},
        /* multisets of 0.7 */
        {"allamanis", 21, 0, 1, 0, 8, true, 21 / 22.0, 21 / 30.0},
        {"allamanis", 21, 0, 1, 0, 9, false, 0, 0},
        {"allamanis", 21, 0, 1, 9, 9, true, 21 / 22.0, 30 / 31.0},
        /* from 20 tokens */
        {"allamanis", 19, 1, 1, 0, 0, true, 19 / 21.0, 19 / 21.0},
        {"allamanis", 18, 1, 2, 0, 0, false, 0, 0},
        {"allamanis", 18, 2, 2, 0, 0, true, 18 / 22.0, 18 / 22.0},
        /* sets of 0.85, from 10 tokens; counts do not count */
        {"buglab", 17, 1, 2, 0, 0, true, 17 / 20.0, 17 / 20.0},
        {"buglab", 16, 1, 2, 0, 0, false, 0, 0},
        {"buglab", 20, 1, 0, 0, 100, true, 20 / 21.0, 20 / 121.0},
        {"buglab", 10, 0, 1, 0, 0, true, 10 / 11.0, 10 / 11.0},
        {"buglab", 9, 0, 1, 0, 0, false, 0, 0},
        {"buglab", 9, 0, 1, 1, 0, true, 9 / 10.0, 9 / 11.0},
        /* runs of five, of 0.7 */
        {"bigcode", 18, 3, 3, 0, 0, true, 14 / 20.0, 14 / 20.0},
        {"bigcode", 17, 3, 3, 0, 0, false, 0, 0},
        {"bigcode", 18, 3, 4, 0, 0, false, 0, 0},
        {"bigcode", 18, 0, 6, 0, 0, true, 14 / 20.0, 14 / 20.0},
        {"bigcode", 10, 0, 2, 0, 0, true, 6 / 8.0, 6 / 8.0},
        {"bigcode", 9, 0, 1, 0, 0, false, 0, 0},
    };
    for (size_t first = 0, n; first < N_ITEMS(cases); first += n) {
        for (n = 1; first + n < N_ITEMS(cases) &&
                    strcmp(cases[first + n].preset, cases[first].preset) == 0;)
            n++;
        check_near(&cases[first], n);
    }
}

/* Programs of `n_names` tokens and one more, `not`, on one of the sides. */
static bool is_near_with_not(int n_names, bool is_insert)
{
    struct str codes[4] = {0};
    struct guarded guarded;
    struct duplicates duplicates;
    const struct near_preset *preset = guarded_preset("buglab");
    for (int i = 0; i < 4; i++) {
        str_add_text(&codes[i], i % 2 == is_insert ? "not v0\n" : "v0\n");
        for (int k = 1; k < n_names; k++) /* those of the second in the other order */
            str_print(&codes[i], "v%d%s\n", i < 2 ? k : n_names - k, k == 2 ? "+v1" : "");
    }
    struct guarded_fix fixes[] = {{.buggy = str_text(&codes[0]), .fixed = str_text(&codes[1])},
                                  {.buggy = str_text(&codes[2]), .fixed = str_text(&codes[3])}};
    guarded_open(&guarded, "sides", fixes, 2, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    bool is_near = are_near(&guarded, &duplicates, 0);
    duplicates_release(&duplicates);
    guarded_close(&guarded);
    for (int i = 0; i < 4; i++)
        str_release(&codes[i]);
    return is_near;
}

TEST(duplicates__are_near_only_if_both_sides_are_long_enough)
{
    for (int n_names = 7; n_names <= 8; n_names++) /* ".v1" are two tokens more */
        for (int is_insert = 0; is_insert <= 1; is_insert++)
            assert_int_equal(is_near_with_not(n_names, is_insert), n_names + 2 >= 10);
}

TEST(duplicates_store__fails_where_it_cannot_write)
{
    static const struct guarded_fix fixes[] = {{.buggy = "x = 1\n", .fixed = "x = 2\n"},
                                               {.buggy = "x = 1\n", .fixed = "x = 3\n"},
                                               {.buggy = "x = 1 # c\n", .fixed = "x = 2\n"}};
    struct db *db = guarded_store("refused", fixes, N_ITEMS(fixes));
    scoped(guarded) guarded = {0};
    scoped(duplicates) duplicates = {0};
    const struct near_preset *preset = guarded_preset("buglab");
    static const char *const tables[] = {"dedup_run", "duplicate_links", "duplicate_clusters",
                                         "conflicts"};
    guarded_read(&guarded, db, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    for (size_t i = 0; i < N_ITEMS(tables); i++) {
        const char *sql = printed("SAVEPOINT s; CREATE INDEX no ON %s "
                                  "(abs(-9223372036854775807 - 1))",
                                  tables[i]);
        assert_done(db_execute(db, sql, &err));
        assert_error_with(duplicates_store(&duplicates, &guarded.pairs, &guarded.prints, db, &err),
                          "integer overflow");
        assert_done(db_execute(db, "ROLLBACK TO s; RELEASE s", &err));
    }
}

/* Fixes 0 and 1 of two programs each must, or must not, have equal digests of the patch. */
TEST(fingerprints__of_a_patch_are_the_edit_in_its_line)
{
    static const struct {
        const char *buggy[2], *fixed[2];
        bool is_same;
    } cases[] = {
        {{"a\nx = 1\n", "x = 1 # c\nb\n"}, {"a\nx = 2\n", "x = 2\nb\n"}, true},
        {{"x = 1\n", "if y:\n  x = 1\n"}, {"x = 2\n", "if y:\n  x = 2\n"}, true},
        {{"x = 1\n", "x = (\n1)\n"}, {"x = 2\n", "x = (\n2)\n"}, false},
        {{"x = (1, 2)\n", "x = (1,\n 2)\n"}, {"x = (1, 3)\n", "x = (1,\n 3)\n"}, true},
        {{"x = 1\n", "x = 1\n"}, {"x = 2\n", "x = 3\n"}, false},
        {{"x = 1\n", "y = 1\n"}, {"x = 2\n", "y = 2\n"}, false},
        {{"x = 1 + 1\n", "x = 1 + 1\n"}, {"x = 2 + 1\n", "x = 1 + 2\n"}, false},
        {{"x = 1\n", "x = 1; y\n"}, {"x = 2\n", "x = 2; y\n"}, false},
        {{"if x: y\nz\n", "if x: y\n"}, {"if not x: y\nz\n", "if not x: y\n"}, true},
        {{"while x: y\n", "if x: y\n"}, {"while not x: y\n", "if not x: y\n"}, false},
        {{"if a and x: y\n", "if a and x: y\n"},
         {"if not a and x: y\n", "if a and not x: y\n"},
         false},
        {{"if not x: y\n", "if x: y\n"}, {"if x: y\n", "if not x: y\n"}, false},
        {{"x = '''a\r\nb'''\n", "x = '''a\nb'''\n"}, {"x = 'ab'\n", "x = 'ab'\n"}, true},
        {{"x = '''a\r\nb'''\ny = 1\n", "y = 1\n"}, {"x = '''a\r\nb'''\ny = 2\n", "y = 2\n"}, true},
    };
    struct guarded_fix fixes[2 * N_ITEMS(cases)];
    scoped(guarded) guarded = {0};
    for (size_t i = 0; i < N_ITEMS(fixes); i++)
        fixes[i] = (struct guarded_fix){.buggy = cases[i / 2].buggy[i % 2],
                                        .fixed = cases[i / 2].fixed[i % 2]};
    guarded_open(&guarded, "patch", fixes, N_ITEMS(fixes), guarded_preset("allamanis"));
    const struct digest *patches = guarded.prints.patches;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        uint32_t a = guarded_pair(&guarded, 2 * i), b = guarded_pair(&guarded, 2 * i + 1);
        if ((digest_compare(patches[a], patches[b]) == 0) != cases[i].is_same)
            fail_msg("%ssame:\n%s---\n%s", cases[i].is_same ? "not the " : "the ",
                     cases[i].buggy[0], cases[i].buggy[1]);
    }
}

/* The fixed program, which is beside the buggy one, is a change of its bag. */
TEST(fingerprints__of_programs_hold_their_runs)
{
    static const struct {
        struct guarded_fix fix;
        int length;
        uint32_t n, total, n_fixed;
    } cases[] = {
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 1, 2, 3, 3},
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 2, 2, 2, 2}, /* a+ +a */
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 3, 1, 1, 1},
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 4, 0, 0, 0},
        {{.buggy = "a + a + a\n", .fixed = "a + a + b\n"}, 2, 2, 4, 3},
        {{.buggy = "a + a + a\n", .fixed = "a + a + b\n"}, 3, 2, 3, 3},
        {{.buggy = "a = b\nb = a\n", .fixed = "a = b\nb = b\n"}, 1, 3, 6, 3},
        {{.buggy = "a = b\nb = a\n", .fixed = "a = b\nb = b\n"}, 2, 5, 5, 4}, /* a= =b bb b= =a */
        {{.buggy = "x if a else b\n", .fixed = "x if not a else b\n"}, 2, 4, 4, 5},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct near_preset preset = {"runs", cases[i].length, 0.5, 0, 1};
        scoped(guarded) guarded = {0};
        guarded_open(&guarded, "runs", &cases[i].fix, 1, &preset);
        const struct changed_bag buggy = guarded.prints.programs[0].bag,
                                 fixed = guarded.prints.programs[1].bag;
        assert_int_equal(changed_bag_n(buggy), cases[i].n);
        assert_int_equal(buggy.bag->total, cases[i].total);
        assert_int_equal(changed_bag_n(fixed), cases[i].n_fixed);
        assert_ptr_equal(fixed.bag, buggy.bag);
        assert_null(buggy.change);
    }
}

TEST(fingerprints__accept_a_place_after_the_program)
{
    static const struct guarded_fix fixes[] = {{.buggy = "x = 1\n", .fixed = "x = 2\n"},
                                               {.buggy = "x = 1\n", .fixed = "x = 2\n"}};
    const struct near_preset *preset = guarded_preset("allamanis");
    struct db *db = guarded_store("behind", fixes, 2);
    assert_done(
        db_execute(db, "UPDATE fixes SET token_index = 4294967295 WHERE fix_key = 2", &err));
    scoped(guarded) guarded = {0};
    guarded_read(&guarded, db, preset);
    assert_int_not_equal(digest_compare(guarded.prints.patches[0], guarded.prints.patches[1]), 0);
}
