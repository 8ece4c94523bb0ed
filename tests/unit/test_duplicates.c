/* Small databases with known duplicates. */
#include "guard/duplicates.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { MAX_FIXES = 6 };

static const char body[] = "b = int(input())\nfor c in range(b):\n  print(b, c, a)\n";

/* By fix, in the store's order: the number of the one that stands for its cluster. */
static const char *clusters(const struct guarded *guarded, const uint32_t *representatives)
{
    static char text[64];
    size_t n = guarded->pairs.list.n, length = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t other = representatives[guarded_pair(guarded, i)];
        if (other == NO_CONFLICT)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s-", i ? " " : "");
        else
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d", i ? " " : "",
                                       (int)guarded->pairs.list.items[other].fix_key - 1);
    }
    return text;
}

struct scene {
    const char *name;
    struct guarded_fix fixes[MAX_FIXES];
    struct {
        const char *exact, *renamed, *near, *patch, *conflicts;
    } expected; /* NULL: each alone, or no conflict */
};

static void assert_clusters(const struct scene *scene, const struct guarded *guarded,
                            const char *what, const uint32_t *representatives, const char *expected)
{
    static const char alone[] = "0 1 2 3 4 5", none[] = "- - - - - -";
    const char *otherwise = printed("%.*s", (int)(2 * guarded->pairs.list.n - 1),
                                    strcmp(what, "conflicts") == 0 ? none : alone);
    const char *actual = clusters(guarded, representatives);
    if (strcmp(actual, expected ? expected : otherwise) != 0)
        fail_msg("%s: %s: %s, not %s", scene->name, what, actual, expected ? expected : otherwise);
}

/* The links of a kind are a spanning forest of its clusters, on top of those of the kinds before.
 */
static void check_links(const struct guarded *guarded, const struct duplicates *duplicates)
{
    size_t n = guarded->pairs.list.n, n_links[N_DUPLICATE_KINDS] = {0}, n_sets[N_DUPLICATE_KINDS];
    for (size_t i = 0; i < duplicates->links.n; i++) {
        const struct duplicate_link *link = &duplicates->links.items[i];
        const uint32_t *representatives = duplicates->representatives[link->kind];
        assert_true(link->a < link->b);
        assert_int_equal(representatives[link->a], representatives[link->b]);
        if (link->kind != DUPLICATE_NEAR)
            assert_true(link->similarity.set == 1 && link->similarity.multiset == 1);
        n_links[link->kind]++;
    }
    for (int kind = 0; kind < N_DUPLICATE_KINDS; kind++) {
        n_sets[kind] = 0;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t root = duplicates->representatives[kind][i];
            assert_true(root <= i && duplicates->representatives[kind][root] == root);
            n_sets[kind] += root == i;
        }
    }
    assert_int_equal(n_links[DUPLICATE_EXACT], n - n_sets[DUPLICATE_EXACT]);
    assert_int_equal(n_links[DUPLICATE_RENAMED],
                     n_sets[DUPLICATE_EXACT] - n_sets[DUPLICATE_RENAMED]);
    assert_int_equal(n_links[DUPLICATE_NEAR], n_sets[DUPLICATE_RENAMED] - n_sets[DUPLICATE_NEAR]);
    assert_int_equal(n_links[DUPLICATE_PATCH], n - n_sets[DUPLICATE_PATCH]);
}

static void check_scene(const struct scene *scene)
{
    size_t n = 0;
    scoped(guarded) guarded = {0};
    scoped(duplicates) duplicates = {0};
    const struct near_preset *preset = guarded_preset("allamanis");
    while (n < MAX_FIXES && scene->fixes[n].buggy)
        n++;
    guarded_open(&guarded, "scene", scene->fixes, n, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    check_links(&guarded, &duplicates);
    uint32_t **by_kind = duplicates.representatives;
    assert_clusters(scene, &guarded, "exact", by_kind[DUPLICATE_EXACT], scene->expected.exact);
    assert_clusters(scene, &guarded, "renamed", by_kind[DUPLICATE_RENAMED],
                    scene->expected.renamed);
    assert_clusters(scene, &guarded, "near", by_kind[DUPLICATE_NEAR], scene->expected.near);
    assert_clusters(scene, &guarded, "patch", by_kind[DUPLICATE_PATCH], scene->expected.patch);
    assert_clusters(scene, &guarded, "conflicts", duplicates.conflicts, scene->expected.conflicts);
}

TEST(duplicates__of_small_stores_are_those_that_are_known)
{
    static const struct scene scenes[] = {
        {"copies of two users, the later one stored first",
         {{"a = 1\nprint(a)\n", "a = 2\nprint(a)\n", NULL, "u1", 30, 40},
          {"a = 1\nprint(a)\n", "a = 2\nprint(a)\n", NULL, "u2", 10, 20},
          {"a = 1\nprint(a)\n", "a = 2\nprint(a)\n", "p00002", "u2", 10, 21}},
         .expected = {"1 1 1", "1 1 1", "1 1 1", "1 1 1", NULL}},
        {"copies except for layout and comments",
         {{"a = 1\nprint(a)\n", "a = 2\nprint(a)\n", .fixed_date = 3},
          {"a=1 # one\n\nprint( a )\n", "a = 2\nprint(a)\n", .fixed_date = 2},
          {"a = 1\r\nprint(a)\r\n", "# two\na = 2\nprint(a)", .fixed_date = 1}},
         .expected = {"2 2 2", "2 2 2", "2 2 2", "2 2 2", NULL}},
        {"blocks are not just layout",
         {{"if a:\n  b = 1\nc\n", "if a:\n  b = 2\nc\n", .fixed_date = 0},
          {"if a:\n  b = 1\n  c\n", "if a:\n  b = 2\n  c\n", .fixed_date = 0}},
         .expected = {NULL, NULL, NULL, "0 0", NULL}},
        {"the same fix, but another rest of the fixed program: no program has that",
         {{"a = 1\nb = 1\n", "a = 2\nb = 1\n", .fixed_date = 0},
          {"a = 1\nb = 2\n", "a = 2\nb = 2\n", .fixed_date = 0}},
         .expected = {NULL, NULL, NULL, "0 0", NULL}},
        {"names are consistently others",
         {{"a = b\nc = a\n", "a = b\nc = b\n", .fixed_date = 2},
          {"x = y\nz = x\n", "x = y\nz = y\n", .fixed_date = 1},
          {"b = a\nc = b\n", "b = a\nc = a\n", .fixed_date = 3}},
         .expected = {NULL, "1 1 1", "1 1 1", NULL, NULL}},
        {"names are others, but not consistently",
         {{"a = b\nc = a\n", "a = b\nc = b\n", .fixed_date = 1},
          {"x = y\nx = x\n", "x = y\nx = y\n", .fixed_date = 2}},
         .expected = {NULL, NULL, NULL, NULL, NULL}},
        {"the repair is another name",
         {{"a = b + c + a\n", "a = b + c + b\n", .fixed_date = 1},
          {"x = y + z + x\n", "x = y + z + z\n", .fixed_date = 2},
          {"x = y + z + x\n", "x = y + z + w\n", .fixed_date = 3},
          {"a = b + c + a\n", "a = b + c + d\n", .fixed_date = 4}},
         .expected = {NULL, "0 1 2 2", "0 1 2 2", NULL, "0 1 1 0"}},
        {"the bug is another name",
         {{"a = b + c + a\n", "a = b + c + b\n", .fixed_date = 1},
          {"x = y + z + z\n", "x = y + z + y\n", .fixed_date = 2}},
         .expected = {NULL, NULL, NULL, NULL, NULL}},
        {"two programs that are the same up to names, but the edit is elsewhere",
         {{"a = b\n", "a = a\n", .fixed_date = 1},
          {"a = b\n", "b = b\n", .fixed_date = 2},
          {"a = b\n", "a = c\n", .fixed_date = 3},
          {"a = b\n", "c = b\n", .fixed_date = 4}},
         .expected = {NULL, NULL, NULL, NULL, "0 0 0 0"}},
        {"a name that is only in the bug, and in the repair",
         {{"a = b\n", "a = c\n", .fixed_date = 1},
          {"a = c\n", "a = b\n", .fixed_date = 2},
          {"a = b\n", "a = a\n", .fixed_date = 3}},
         .expected = {NULL, "0 0 2", "0 0 2", NULL, "0 - 0"}},
        {"literals have a meaning",
         {{"a = 1\nb = 7\n", "a = 2\nb = 7\n", .fixed_date = 1},
          {"a = 3\nb = 8\n", "a = 4\nb = 8\n", .fixed_date = 2}},
         .expected = {NULL, NULL, NULL, NULL, NULL}},
        {"a not that comes, or goes",
         {{"if a: b\n", "if not a: b\n", .fixed_date = 1},
          {"if c: d\n", "if not c: d\n", .fixed_date = 2},
          {"if not a: b\n", "if a: b\n", .fixed_date = 3},
          {"e\nif a: b\n", "e\nif not a: b\n", .fixed_date = 4}},
         .expected = {NULL, "0 0 2 3", "0 0 2 3", "0 1 2 0", NULL}},
        {"one buggy program, two fixes; a copy of one of them",
         {{"a = 1\n", "a = 2\n", .fixed_date = 5},
          {"a = 1\n", "a = 3\n", .fixed_date = 4},
          {"a = 1 # c\n", "a = 2\n", .fixed_date = 6},
          {"a = 9\n", "a = 3\n", .fixed_date = 1}},
         .expected = {"0 1 0 3", "0 1 0 3", "0 1 0 3", "0 1 0 3", "1 1 1 -"}},
        {"one buggy program, the same fix twice",
         {{"a = 1\n", "a = 2\n", .fixed_date = 1}, {"a = 1\n", "a = 2 # c\n", .fixed_date = 2}},
         .expected = {"0 0", "0 0", "0 0", "0 0", NULL}},
        {"one bug in two lines of it",
         {{"a = 1\nb = 1\n", "a = 2\nb = 1\n", .fixed_date = 1},
          {"a = 1\nb = 1\n", "a = 1\nb = 2\n", .fixed_date = 2}},
         .expected = {NULL, NULL, NULL, NULL, "0 0"}},
        {"one patch in other programs, and in another place of the line",
         {{"a = 1\n", "a = 2\n", .fixed_date = 3},
          {"b\na = 1\n", "b\na = 2\n", .fixed_date = 2},
          {"if b:\n  a = 1 # c\n", "if b:\n  a = 2\n", .fixed_date = 1},
          {"b = 1\n", "b = 2\n", .fixed_date = 0},
          {"a = 1\n", "a = 3\n", .fixed_date = 9}},
         .expected = {NULL, "3 1 2 3 4", "3 1 2 3 4", "2 2 2 3 4", "0 - - - 0"}},
        {"of one date",
         {{"b\na = 1\n", "b\na = 2\n", .buggy_date = 3, .fixed_date = 5},
          {"c\na = 1\n", "c\na = 2\n", .buggy_date = 2, .fixed_date = 5},
          {"d\na = 1\n", "d\na = 2\n", .buggy_date = 2, .fixed_date = 5}},
         .expected = {NULL, "1 1 1", "1 1 1", "1 1 1", NULL}},
        {"a line end in the changed string written in two ways",
         {{"x = '''a\r\nb'''\n", "x = 'ab'\n", .fixed_date = 1},
          {"x = '''a\nb'''\n", "x = 'ab'\n", .fixed_date = 2}},
         .expected = {"0 0", "0 0", "0 0", "0 0", NULL}},
        {"one line end in a string written in two ways",
         {{"a = '''b\r\nc'''\nd = 1\n", "a = '''b\r\nc'''\nd = 2\n", .fixed_date = 1},
          {"a = '''b\nc'''\nd = 1\n", "a = '''b\nc'''\nd = 2\n", .fixed_date = 2}},
         .expected = {"0 0", "0 0", "0 0", "0 0", NULL}},
    };
    for (size_t i = 0; i < N_ITEMS(scenes); i++)
        check_scene(&scenes[i]);
}

TEST(duplicates__of_no_fixes_are_none)
{
    scoped(guarded) guarded = {0};
    scoped(duplicates) duplicates = {0};
    const struct near_preset *preset = guarded_preset("buglab");
    guarded_open(&guarded, "none", NULL, 0, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    assert_int_equal(duplicates.links.n, 0);
}

/* Two programs: tokens that both have, and tokens of their own, one a line. */
struct made_near {
    const char *preset;
    int shared, only_a, only_b; /* different names */
    int copies_a, copies_b;     /* of shared names, beyond the first */
    bool is_near;
    double set, multiset; /* if they are */
};

static void make_program(struct str *out, char side, int shared, int only, int copies,
                         const char *edited)
{
    for (int i = 0; i < shared - 1; i++)
        str_print(out, "s%d\n", i);
    str_print(out, "%s\n", edited); /* in both programs, so it is one of the shared ones */
    for (int i = 0; i < copies; i++)
        str_print(out, "s%d\n", i % (shared - 1));
    for (int i = 0; i < only; i++)
        str_print(out, "%c%d\n", side, 100 + i); /* numbers: names could be renamed */
}

static void check_near(const struct made_near *made)
{
    struct str codes[4] = {0};
    struct guarded guarded;
    struct duplicates duplicates;
    const struct near_preset *preset = guarded_preset(made->preset);
    for (int i = 0; i < 4; i++)
        make_program(&codes[i], i < 2 ? '1' : '2', made->shared,
                     i < 2 ? made->only_a : made->only_b, i < 2 ? made->copies_a : made->copies_b,
                     i % 2 ? "fixed" : "bug");
    struct guarded_fix fixes[] = {{.buggy = str_text(&codes[0]), .fixed = str_text(&codes[1])},
                                  {.buggy = str_text(&codes[2]), .fixed = str_text(&codes[3])}};
    guarded_open(&guarded, "near", fixes, 2, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    const char *actual = clusters(&guarded, duplicates.representatives[DUPLICATE_NEAR]);
    if (strcmp(actual, made->is_near ? "0 0" : "0 1") != 0)
        fail_msg("%s, %d shared, %d and %d not: %s", made->preset, made->shared, made->only_a,
                 made->only_b, actual);
    if (made->is_near) {
        const struct duplicate_link *link = NULL;
        for (size_t i = 0; i < duplicates.links.n; i++)
            if (duplicates.links.items[i].kind == DUPLICATE_NEAR)
                link = &duplicates.links.items[i];
        assert_non_null(link);
        assert_true(link->similarity.set == made->set);
        assert_true(link->similarity.multiset == made->multiset);
    }
    duplicates_release(&duplicates);
    guarded_close(&guarded);
    for (int i = 0; i < 4; i++)
        str_release(&codes[i]);
}

TEST(duplicates__are_near_from_the_thresholds_on)
{
    static const struct made_near cases[] = {
        /* sets of 0.8 */
        {"allamanis", 20, 2, 3, 0, 0, true, 20 / 25.0, 20 / 25.0},
        {"allamanis", 19, 2, 3, 0, 0, false, 0, 0},
        {"allamanis", 20, 3, 3, 0, 0, false, 0, 0},
        {"allamanis", 20, 5, 0, 0, 0, true, 20 / 25.0, 20 / 25.0},
        {"allamanis", 20, 0, 6, 0, 0, false, 0, 0},
        /* multisets of 0.7 */
        {"allamanis", 21, 0, 1, 0, 8, true, 21 / 22.0, 21 / 30.0},
        {"allamanis", 21, 0, 1, 0, 9, false, 0, 0},
        {"allamanis", 21, 0, 1, 9, 9, true, 21 / 22.0, 30 / 31.0},
        /* from 20 tokens */
        {"allamanis", 19, 1, 1, 0, 0, true, 19 / 21.0, 19 / 21.0},
        {"allamanis", 18, 1, 1, 0, 0, false, 0, 0},
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
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        check_near(&cases[i]);
}

/* Programs of `n_names` tokens and one more, `not`, on one of the sides. */
static bool are_near_with_not(int n_names, bool is_insert)
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
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_RENAMED]), "0 1");
    bool are_near =
        strcmp(clusters(&guarded, duplicates.representatives[DUPLICATE_NEAR]), "0 0") == 0;
    duplicates_release(&duplicates);
    guarded_close(&guarded);
    for (int i = 0; i < 4; i++)
        str_release(&codes[i]);
    return are_near;
}

TEST(duplicates__are_near_only_if_both_sides_are_long_enough)
{
    for (int n_names = 4; n_names <= 12; n_names++) /* ".v1" are two tokens more */
        for (int is_insert = 0; is_insert <= 1; is_insert++)
            assert_int_equal(are_near_with_not(n_names, is_insert), n_names + 2 >= 10);
}

TEST(duplicates__skip_what_is_in_no_split_or_excluded)
{
    const char *other = printed("a = 3\n%s%s", body, body);
    const char *text = printed("a = 1\n%s%s", body, body);
    const char *changed = printed("a = 2\n%s%s", body, body);
    struct guarded_fix fixes[5];
    for (int i = 0; i < 5; i++)
        fixes[i] = (struct guarded_fix){.buggy = text, .fixed = changed, .fixed_date = i};
    fixes[1].fixed = other; /* a conflict with the others, and near them */
    const struct near_preset *preset = guarded_preset("allamanis");
    scoped(guarded) guarded = {0};
    scoped(duplicates) duplicates = {0};
    struct db *db = guarded_store("excluded", fixes, 5);
    split_views_write(db);
    assert_done(
        db_execute(db,
                   "INSERT INTO exclusions VALUES (4, 'a', 'b');"
                   "INSERT INTO splits VALUES (2, 'train', 2), (3, 'test', 3), (4, 'train', 4), "
                   "(5, 'validation', 5)",
                   &err));
    guarded_read(&guarded, db, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_EXACT]),
                        "0 1 0 0 0");
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_NEAR]),
                        "0 0 0 0 0");
    assert_string_equal(clusters(&guarded, duplicates.conflicts), "0 0 0 0 0");
    duplicates_release(&duplicates);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, true, NULL, &err));
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_EXACT]),
                        "0 1 2 3 2");
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_RENAMED]),
                        "0 1 2 3 2");
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_NEAR]),
                        "0 1 1 3 1");
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_PATCH]),
                        "0 1 2 3 2");
    assert_string_equal(clusters(&guarded, duplicates.conflicts), "- 1 1 - 1");
}

TEST(duplicate_kind__has_a_name)
{
    assert_string_equal(duplicate_kind_names[DUPLICATE_EXACT], "exact");
    assert_string_equal(duplicate_kind_names[DUPLICATE_RENAMED], "renamed");
    assert_string_equal(duplicate_kind_names[DUPLICATE_NEAR], "near");
    assert_string_equal(duplicate_kind_names[DUPLICATE_PATCH], "patch");
}

/* Mutants come after real fixes, however early they are: they represent none, and contradict
 * none. */
TEST(duplicates__of_what_was_made_change_nothing_for_real_fixes)
{
    struct guarded_fix fixes[] = {
        {.buggy = "a = 1\n", .fixed = "a = 2\n", .fixed_date = 1}, /* mutants */
        {.buggy = "a = 1\n", .fixed = "a = 3\n", .fixed_date = 2},
        {.buggy = "a = 1\n", .fixed = "a = 2\n", .fixed_date = 3}, /* real */
        {.buggy = "b = 1\n", .fixed = "b = 2\n", .fixed_date = 4},
        {.buggy = "b = 1\n", .fixed = "b = 3\n", .fixed_date = 5},
    };
    const struct near_preset *preset = guarded_preset("allamanis");
    scoped(guarded) guarded = {0};
    scoped(duplicates) duplicates = {0};
    struct db *db = guarded_store("made", fixes, N_ITEMS(fixes));
    assert_done(db_execute(db, "UPDATE fixes SET origin = 'mutant' WHERE fix_key <= 2", &err));
    guarded_read(&guarded, db, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    assert_string_equal(clusters(&guarded, duplicates.representatives[DUPLICATE_EXACT]),
                        "2 1 2 3 4");
    assert_string_equal(clusters(&guarded, duplicates.conflicts), "2 2 - 3 3");
}

/* What was found is in the store, in the place of what was there before. */

/* The first fix is the later one. */
#define SIX "a, b, c, d, e, f\n"
static const struct guarded_fix fixes[] = {
    {.buggy = SIX "x = 1\n", .fixed = SIX "x = 2\n", .fixed_date = 9},
    {.buggy = SIX "x = 1\n", .fixed = SIX "x = 2\n", .fixed_date = 1},
    {.buggy = SIX "x = 1\n", .fixed = SIX "x = 3\n", .fixed_date = 2},
    {.buggy = SIX "y = 1\n", .fixed = SIX "y = 2\n", .fixed_date = 3},
    {.buggy = "x = 1\n", .fixed = "x = 2\n", .fixed_date = 4},
    {.buggy = SIX SIX "x = 1\n", .fixed = SIX SIX "x = 2\n", .fixed_date = 5},
};

static const char run_sql[] =
    "SELECT dedup_run_key, preset, run_length, set_threshold, multiset_threshold, "
    "min_tokens, n_bands, n_rows FROM dedup_run";

static void find_and_store(struct db *db, const char *name)
{
    struct guarded guarded;
    struct duplicates duplicates;
    const struct near_preset *preset = guarded_preset(name);
    guarded_read(&guarded, db, preset);
    assert_done(duplicates_find(&duplicates, &guarded.pairs, &guarded.prints, false, NULL, &err));
    assert_done(duplicates_store(&duplicates, &guarded.pairs, &guarded.prints, db, &err));
    duplicates_release(&duplicates);
    fingerprints_release(&guarded.prints);
    pairs_release(&guarded.pairs);
}

static void assert_buglab(struct db *db)
{
    assert_rows(db, run_sql, "1|buglab|1|0.85|-|10|25|10\n");
    assert_rows(db,
                "SELECT kind, fix_key, representative_fix_key FROM duplicate_clusters "
                "ORDER BY kind || fix_key",
                "exact|1|2\nexact|2|2\n"
                "near|1|2\nnear|2|2\nnear|4|2\nnear|6|2\n"
                "patch|1|2\npatch|2|2\npatch|5|2\npatch|6|2\n"
                "renamed|1|2\nrenamed|2|2\nrenamed|4|2\n");
    assert_rows(db,
                "SELECT kind, fix_key_a, fix_key_b, jaccard, multiset_jaccard FROM duplicate_links "
                "WHERE kind <> 'near' ORDER BY kind || fix_key_b",
                "exact|2|1|1|-\npatch|2|1|1|-\npatch|2|5|1|-\npatch|2|6|1|-\nrenamed|2|4|1|-\n");
    assert_rows(db, "SELECT count(*) FROM duplicate_links WHERE kind = 'near' AND jaccard >= 0.85",
                "1\n");
    assert_rows(db, "SELECT fix_key, first_fix_key FROM conflicts ORDER BY 1", "1|2\n2|2\n3|2\n");
    assert_rows(db, "SELECT fix_key, is_duplicate, is_conflicting FROM fix_marks ORDER BY 1",
                "1|1|1\n2|0|1\n3|0|1\n4|0|0\n5|0|0\n6|0|0\n");
}

#define X "a = 1\nprint(a)\n"
#define Y "a = 2\nprint(a)\n"
#define Z "a = 3\nprint(a)\n"

TEST(duplicates__find_bugs_that_are_accepted)
{
    static const struct {
        struct guarded_fix fixes[3];
        const char *sql, *accepted; /* fix, the fix that shows it, its fixed submission */
    } cases[] = {
        /* a fix and its reverse */
        {{{X, Y, .fixed_date = 1}, {Y "# y\n", X, .fixed_date = 2}}, "", "1|2|s1a\n2|1|s0a\n"},
        {{{X, Y, .fixed_date = 1}, {X, Y, .fixed_date = 2}, {Y, X, .fixed_date = 3}},
         "",
         "1|3|s2a\n2|3|s2a\n3|1|s0a\n"},
        /* y was Accepted; a fix of y is none, one that leads to it is */
        {{{X, Y, .fixed_date = 1}, {Y, Z, .fixed_date = 2}}, "", "2|1|s0a\n"},
        {{{X, Y, .fixed_date = 1}, {Z, Y, .fixed_date = 1}}, "", ""},
        {{{X, Y, .fixed_date = 1}, {X, Z, .fixed_date = 1}}, "", ""},
        /* in another problem it may be right */
        {{{X, Y, .fixed_date = 1}, {Y, X, .problem_id = "p00002"}}, "", ""},
        /* in git, only the reverse */
        {{{X, Y, .fixed_date = 1}, {Y, X, .fixed_date = 1}},
         "INSERT INTO repositories VALUES ('p00001', 'r', NULL, NULL, 0)",
         "1|2|s1a\n2|1|s0a\n"},
        {{{X, Y, .fixed_date = 1}, {Y, Z, .fixed_date = 1}},
         "INSERT INTO repositories VALUES ('p00001', 'r', NULL, NULL, 0)",
         ""},
        /* mutants say nothing about real fixes */
        {{{X, Y, .fixed_date = 1}, {Y, X, .fixed_date = 1}},
         "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 2",
         "2|1|s0a\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t n = cases[i].fixes[2].buggy ? 3 : 2;
        scoped(db) *db = guarded_store("accepted", cases[i].fixes, n);
        assert_done(db_execute(db, cases[i].sql, &err));
        find_and_store(db, "buglab");
        assert_rows(db,
                    "SELECT fix_key, accepted_fix_key, submission_id FROM accepted_bugs ORDER BY 1",
                    cases[i].accepted);
        assert_rows(db,
                    "SELECT count(*) FROM fix_marks m WHERE is_conflicting <> "
                    "(fix_key IN (SELECT fix_key FROM accepted_bugs UNION SELECT fix_key FROM "
                    "conflicts))",
                    "0\n");
    }
}

TEST(duplicates_store__keeps_clusters_links_and_conflicts)
{
    scoped(db) *db = guarded_store("kept", fixes, N_ITEMS(fixes));
    assert_rows(db, "SELECT count(*) FROM fix_marks WHERE is_duplicate OR is_conflicting", "0\n");
    find_and_store(db, "buglab");
    assert_buglab(db);
}

TEST(duplicates_store__takes_the_place_of_an_earlier_run)
{
    scoped(db) *db = guarded_store("again", fixes, N_ITEMS(fixes));
    find_and_store(db, "buglab");
    find_and_store(db, "allamanis");
    assert_rows(db, run_sql, "1|allamanis|1|0.8|0.7|20|32|8\n");
    assert_rows(db,
                "SELECT kind, fix_key, representative_fix_key FROM duplicate_clusters "
                "WHERE kind = 'renamed' OR kind = 'near' ORDER BY kind || fix_key",
                "near|1|2\nnear|2|2\nnear|4|2\n"
                "renamed|1|2\nrenamed|2|2\nrenamed|4|2\n");
    find_and_store(db, "buglab");
    assert_buglab(db);
}

TEST(duplicates_store__keeps_the_similarity_of_multisets_where_it_counts)
{
#define NAMES "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r\n"
    static const struct guarded_fix two[] = {
        {.buggy = NAMES "x = 1\n", .fixed = NAMES "x = 2\n"},
        {.buggy = NAMES "x = 1 + 1\n", .fixed = NAMES "x = 1 + 2\n"},
    };
    scoped(db) *db = guarded_store("multiset", two, 2);
    find_and_store(db, "allamanis");
    /* the less similar sides: 22 of 24 different tokens, 38 of 40 all in all */
    assert_rows(
        db,
        "SELECT kind, fix_key_a, fix_key_b, round(jaccard * 240), round(multiset_jaccard * 4000) "
        "FROM duplicate_links",
        "near|1|2|220|3800\n");
    find_and_store(db, "buglab");
    assert_rows(db, "SELECT kind, multiset_jaccard FROM duplicate_links", "near|-\n");
}

TEST(duplicates_store__fails_where_it_cannot_write)
{
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
