/* Effects of rewrites on scores, with counts made by hand. */
#include "score/rewrites.h"

#include "base/statistics.h"
#include "tests/support/golds.h"
#include "tests/support/test.h"

/* An item and whether its first prediction is right. */
struct judged_item {
    const char *id;
    bool is_solved, is_leaked, is_correct;
};

static void make(struct gold *gold, struct verdicts *verdicts, const struct judged_item *items,
                 size_t n)
{
    *gold = (struct gold){0};
    *verdicts = (struct verdicts){mem_alloc(n, sizeof *verdicts->items), n};
    for (size_t i = 0; i < n; i++) {
        struct gold_item item = {.id = items[i].id,
                                 .category = items[i].is_correct ? GOLD_CORRECT : CATEGORY_LITERAL,
                                 .is_leaked = items[i].is_leaked};
        gold_take(gold, &item);
        gold->has_exclusions = gold->has_exclusions || item.is_leaked;
        verdicts->items[i] =
            (struct verdict){.n_predictions = 1, .solved = items[i].is_solved ? 1 : 2};
    }
}

static int score(struct json **out, const struct judged_item *items, size_t n,
                 const struct judged_item *rewrites, size_t n_rewrites, struct err *err)
{
    scoped(gold) gold = {0}, rewritten = {0};
    scoped(verdicts) verdicts = {0}, rewrite_verdicts = {0};
    make(&gold, &verdicts, items, n);
    make(&rewritten, &rewrite_verdicts, rewrites, n_rewrites);
    scoped(bootstrap) *bootstrap = bootstrap_new(n, 200, 0); /* each bug is of another problem */
    return rewrites_score(out, &(struct judged){&gold, &verdicts, bootstrap},
                          &(struct judged){&rewritten, &rewrite_verdicts, NULL}, 1, err);
}

/* The row of a kind and of what leaks ("" in rows of what is solved without leaks). */
static const struct json *row_of(const struct json *object, const char *table, const char *kind,
                                 const char *leaks)
{
    for (const struct json *row = json_first(json_get(object, table)); row; row = json_next(row)) {
        const char *row_leaks = json_text(json_get(row, "leaks"));
        if (strcmp(json_text(json_get(row, "kind")), kind) == 0 &&
            (!row_leaks || strcmp(row_leaks, leaks) == 0))
            return row;
    }
    fail_msg("no row of %s, %s in %s", kind, leaks, table);
    return NULL;
}

static int64_t right(const struct json *row, const char *key)
{
    return json_int(json_get(json_get(row, key), "right"), -1);
}

static int64_t count(const struct json *row, const char *key)
{
    return json_int(json_get(row, key), -1);
}

/* NAM, NDM, NAS, NDS. */
static void expect_lost(const struct json *object, const char *kind, const char *leaks,
                        int n_rewrites, int n_lost, int n_solved, int n_affected)
{
    const struct json *row = row_of(object, "kinds", kind, leaks);
    if (count(row, "rewrites_of_solved") != n_rewrites || right(row, "pdm") != n_lost ||
        count(row, "solved") != n_solved || right(row, "pda") != n_affected) {
        json_write_line(row, stderr);
        fail_msg("PDM, PDA of %s, %s", kind, leaks);
    }
}

static void expect_changed(const struct json *object, const char *kind, const char *leaks,
                           int n_rewrites, int n_changed, int n_bugs, int n_bugs_changed)
{
    const struct json *row = row_of(object, "kinds", kind, leaks);
    if (count(row, "rewrites") != n_rewrites || right(row, "changed") != n_changed ||
        count(row, "bugs") != n_bugs || right(row, "bugs_changed") != n_bugs_changed) {
        json_write_line(row, stderr);
        fail_msg("verdicts that change of %s, %s", kind, leaks);
    }
}

static void expect_without_leaks(const struct json *object, const char *kind, int n_before,
                                 int n_sound_before, int n_after, int n_sound_after)
{
    const struct json *row = row_of(object, "solved_without_leaks", kind, "");
    if (count(row, "solved_before") != n_before || right(row, "before") != n_sound_before ||
        count(row, "solved_after") != n_after || right(row, "after") != n_sound_after) {
        json_write_line(row, stderr);
        fail_msg("solved without leaks of %s", kind);
    }
}

TEST(rewrites_score__finds_bug_and_kind_by_the_id)
{
    static const struct {
        const char *id, *original, *kind; /* kind NULL: none of a rewrite */
    } cases[] = {
        {"p1-s1~rename-s2~rename", "p1-s1-s2", "rename"},
        {"p1-s1~mirror12-s2~mirror12", "p1-s1-s2", "mirror"},
        {"p1-s1~comments-s2~comments3", "p1-s1-s2", "comments"},
        {"p~a1-s-t~a", "p-s-t", "a"},
        {"p1-s1-s2", NULL, NULL},
        {"p1-s1-s2~rename", NULL, NULL},
        {"p1-s1~rename-s2~mirror", NULL, NULL},
        {"p1-s1~rename-s2~renamed", NULL, NULL},
        {"p1-s1~-s2~", NULL, NULL},
        {"p1-s1~7-s2~7", NULL, NULL},
        {"p1-s1~rename-s2~rename!", NULL, NULL},
        {"p1-s1~mutant1~rename-s2~rename", "p1-s1~mutant1-s2", "rename"},
        {"p1-s1~mirror2~rename3-s2~mirror2~rename", "p1-s1~mirror2-s2~mirror2", "rename"},
        {"p1-s1~rename~mirror-s2~rename", NULL, NULL},
        {"p1-s1~mutant1-s2", NULL, NULL},
        {"p1-s1~~rename-s2~rename", NULL, NULL},
        {"p1~rename-s1~rename-s2~rename", NULL, NULL},
        {"~", NULL, NULL},
        {"", NULL, NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *object = NULL;
        struct judged_item bug = {.id = cases[i].kind ? cases[i].original : "x", .is_solved = true};
        struct judged_item rewrite = {.id = cases[i].id};
        if (cases[i].kind) {
            assert_done(score(&object, &bug, 1, &rewrite, 1, &err));
            assert_int_equal(count(object, "without_original"), 0);
            expect_lost(object, cases[i].kind, "any", 1, 1, 1, 1);
        } else {
            assert_error_with(score(&object, &bug, 1, &rewrite, 1, &err),
                              "is not the id of a rewrite");
        }
    }
}

TEST(rewrites_score__counts_what_is_lost_and_what_changes)
{
    static const struct judged_item items[] = {
        {"p-a-b", true, true, false},  {"p-c-d", false, false, false},
        {"p-e-f", true, false, false}, {"p-g-h", true, false, false},
        {"p-i-i", true, false, true},
    };
    static const struct judged_item rewrites[] = {
        {"p-a~rename-b~rename", false, false, false}, /* lost, leaks */
        {"p-a~mirror-b~mirror", true, false, false},
        {"p-a~mirror2-b~mirror2", false, false, false}, /* lost, leaks */
        {"p-c~rename-d~rename", false, false, false},
        {"p-c~mirror-d~mirror", true, false, false}, /* changes: solved only when rewritten */
        {"p-e~rename-f~rename", true, false, false},
        {"p-i~rename-i~rename", true, false, false}, /* of a correct program */
        {"p-x~rename-y~rename", true, false, false}, /* of nothing */
        {"p-e~other-f~other", false, false, false},  /* lost */
    };
    scoped(json) *object = NULL;
    assert_done(score(&object, items, N_ITEMS(items), rewrites, N_ITEMS(rewrites), &err));
    assert_int_equal(count(object, "rewrites"), 9);
    assert_int_equal(count(object, "without_original"), 1);
    assert_int_equal(count(object, "of_correct"), 1);
    assert_true(json_is_true(json_get(object, "has_leaks")));
    /* three kinds, each with the three solved bugs, one of them without rewrites */
    expect_lost(object, "all", "any", 5, 3, 9, 3);
    expect_lost(object, "all", "yes", 3, 2, 3, 2);
    expect_lost(object, "all", "no", 2, 1, 6, 1);
    expect_lost(object, "rename", "any", 2, 1, 3, 1);
    expect_lost(object, "rename", "no", 1, 0, 2, 0);
    expect_lost(object, "mirror", "any", 2, 1, 3, 1);
    expect_lost(object, "other", "no", 1, 1, 2, 1);
    expect_changed(object, "all", "any", 7, 4, 3, 3);
    expect_changed(object, "all", "yes", 3, 2, 1, 1);
    expect_changed(object, "all", "no", 4, 2, 2, 2);
    expect_changed(object, "rename", "any", 3, 1, 3, 1);
    expect_changed(object, "rename", "yes", 1, 1, 1, 1);
    expect_changed(object, "rename", "no", 2, 0, 2, 0);
    expect_changed(object, "mirror", "any", 3, 2, 2, 2);
    expect_changed(object, "other", "no", 1, 1, 1, 1);
    expect_without_leaks(object, "all", 2, 1, 3, 2);
    expect_without_leaks(object, "rename", 2, 1, 1, 1);
    expect_without_leaks(object, "mirror", 1, 0, 2, 1);
    assert_true(json_kind(json_get(json_get(row_of(object, "kinds", "condition", "any"), "pdm"),
                                   "share")) != JSON_TEXT);
}

/* Two solved bugs, one with four rewrites, two of them lost; and an unsolved one
 * with a solved rewrite. Li and others explain their measures by this example. */
TEST(rewrites_score__counts_losses_alone)
{
    static const struct judged_item items[] = {{"p-a-b", true, false, false},
                                               {"p-c-d", true, false, false},
                                               {"p-e-f", false, false, false}};
    static const struct judged_item rewrites[] = {
        {"p-a~rename-b~rename", true, false, false},
        {"p-a~rename2-b~rename2", false, false, false},
        {"p-a~rename3-b~rename3", true, false, false},
        {"p-a~rename4-b~rename4", false, false, false},
        {"p-e~rename-f~rename", true, false, false},
        {"p-e~rename2-f~rename2", false, false, false},
    };
    scoped(json) *object = NULL;
    assert_done(score(&object, items, N_ITEMS(items), rewrites, N_ITEMS(rewrites), &err));
    expect_lost(object, "all", "any", 4, 2, 2, 1);
    expect_lost(object, "rename", "any", 4, 2, 2, 1);
    expect_changed(object, "all", "any", 6, 3, 2, 2);
    /* the rewrites of solved bugs are of one bug; with the other bug alone, no bug is affected */
    const struct json *row = row_of(object, "kinds", "all", "any");
    assert_true(isnan(json_number(json_get(json_get(row, "pdm"), "boot_low"), NAN)));
    assert_true(json_number(json_get(json_get(row, "pda"), "boot_low"), NAN) == 0);
    assert_true(json_number(json_get(json_get(row, "pda"), "boot_high"), NAN) == 1);
}

/* A system of the paper: bugs that are solved, and by kind the rewrites of these, the lost ones,
 * and the bugs that lose one. */
struct printed {
    int n_solved;
    struct {
        int n_rewrites, n_lost, n_affected;
    } kinds[2];
    double pdm, pda; /* as printed, in percent */
};

static void score_printed(struct json **out, const struct printed *printed)
{
    enum { MAX_BUGS = 100, MAX_REWRITES = 1000, ID = 80 };
    static const char *const kinds[] = {"rename", "condition"};
    static char ids[MAX_BUGS][ID], rewrite_ids[MAX_REWRITES][ID];
    struct judged_item items[MAX_BUGS], rewrites[MAX_REWRITES];
    size_t n = 0;
    for (int bug = 0; bug < printed->n_solved; bug++) {
        snprintf(ids[bug], ID, "p-a%d-b%d", bug, bug);
        items[bug] = (struct judged_item){.id = ids[bug], .is_solved = true};
    }
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < printed->kinds[kind].n_rewrites; i++, n++) {
            /* the lost ones go round the bugs that are affected, the others round all but two */
            bool is_lost = i < printed->kinds[kind].n_lost;
            int bug = i % (is_lost ? printed->kinds[kind].n_affected : printed->n_solved - 2);
            snprintf(rewrite_ids[n], ID, "p-a%d~%s%d-b%d~%s%d", bug, kinds[kind], i, bug,
                     kinds[kind], i);
            rewrites[n] = (struct judged_item){.id = rewrite_ids[n], .is_solved = !is_lost};
        }
    assert_done(score(out, items, (size_t)printed->n_solved, rewrites, n, &err));
}

/* The figures that the paper prints of CoCoNuT (65/407, 21/88) and CURE (24/76). How they are
 * shared by the two kinds is made up. */
TEST(rewrites_score__gives_the_figures_of_the_paper)
{
    static const struct printed all[] = {
        {44, {{200, 35, 11}, {207, 30, 10}}, 15.97, 23.86},
        {38, {{180, 40, 14}, {170, 20, 10}}, NAN, 31.58},
    };
    for (size_t i = 0; i < N_ITEMS(all); i++) {
        scoped(json) *object = NULL;
        score_printed(&object, &all[i]);
        const struct json *row = row_of(object, "kinds", "rename+condition", "any");
        double pdm = json_number(json_get(json_get(row, "pdm"), "share"), NAN);
        double pda = json_number(json_get(json_get(row, "pda"), "share"), NAN);
        assert_int_equal(count(row, "solved"), 2 * all[i].n_solved);
        if (!isnan(all[i].pdm) && fabs(100 * pdm - all[i].pdm) > 0.005)
            fail_msg("PDM is %f, not %f", 100 * pdm, all[i].pdm);
        if (fabs(100 * pda - all[i].pda) > 0.005)
            fail_msg("PDA is %f, not %f", 100 * pda, all[i].pda);
    }
}

/* Of one of its kinds alone there is no pool. */
TEST(rewrites_score__pools_two_kinds_and_no_fewer)
{
    static const struct judged_item items[] = {{"p-a-b", true, false, false}};
    static const struct judged_item rewrites[] = {
        {"p-a~rename-b~rename", false, false, false},
        {"p-a~reorder-b~reorder", true, false, false},
        {"p-a~condition-b~condition", true, false, false}};
    scoped(json) *object = NULL;
    assert_done(score(&object, items, 1, rewrites, 2, &err));
    assert_int_equal(json_count(json_get(object, "kinds")), 4);
    json_free(object);
    assert_done(score(&object, items, 1, rewrites, 3, &err));
    assert_int_equal(json_count(json_get(object, "kinds")), 5);
    expect_lost(object, "rename+condition", "any", 2, 1, 2, 1);
    expect_lost(object, "all", "any", 3, 1, 3, 1);
}

TEST(rewrites_score__says_nothing_of_leaks_without_a_search)
{
    static const struct judged_item items[] = {{"p-a-b", true, false, false}};
    static const struct judged_item rewrites[] = {{"p-a~rename-b~rename", false, false, false}};
    scoped(json) *object = NULL;
    assert_done(score(&object, items, 1, rewrites, 1, &err));
    assert_false(json_is_true(json_get(object, "has_leaks")));
    assert_int_equal(json_count(json_get(object, "kinds")), 3); /* all and the two kinds */
    assert_int_equal(json_count(json_get(object, "solved_without_leaks")), 0);
    expect_lost(object, "all", "any", 1, 1, 1, 1);
}

TEST(rewrites_score__refuses_invalid_ids)
{
    static const struct judged_item items[] = {{"p-a-b", true, false, false}};
    struct judged_item many[40];
    struct json *object;
    assert_error_with(score(&object, items, 1, items, 1, &err),
                      "'p-a-b' is not the id of a rewrite");
    static char ids[N_ITEMS(many)][40];
    for (size_t i = 0; i < N_ITEMS(many); i++) {
        char c = (char)('a' + i % 26), d = (char)('a' + i / 26);
        snprintf(ids[i], sizeof ids[i], "p-a~%c%c-b~%c%c", c, d, c, d);
        many[i] = (struct judged_item){ids[i], true, false, false};
    }
    assert_error_with(score(&object, items, 1, many, N_ITEMS(many), &err),
                      "more than 32 kinds; give the rewrites");
}
