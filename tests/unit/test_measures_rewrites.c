/* Effects of rewrites on scores, with counts made by hand. */
#include "score/measures.h"

#include "base/chance.h"
#include "tests/support/golds.h"
#include "tests/support/test.h"

/* An item and whether its first prediction is right. */
struct judged_item {
    const char *id;
    bool is_solved, is_correct;
};

static void make(struct gold *gold, struct outcomes *outcomes, const struct judged_item *items,
                 size_t n)
{
    *gold = (struct gold){0};
    *outcomes = (struct outcomes){mem_alloc(n, sizeof *outcomes->items), n};
    for (size_t i = 0; i < n; i++) {
        struct gold_item item = {.id = items[i].id,
                                 .category = items[i].is_correct ? GOLD_CORRECT : CATEGORY_LITERAL};
        gold_take(gold, &item);
        outcomes->items[i] =
            (struct outcome){.n_predictions = 1, .solved = items[i].is_solved ? 1 : 2};
    }
}

static int score(struct json **out, const struct judged_item *items, size_t n,
                 const struct judged_item *rewrites, size_t n_rewrites, struct err *err)
{
    scoped(gold) gold = {0}, rewritten = {0};
    scoped(outcomes) outcomes = {0}, rewritten_outcomes = {0};
    make(&gold, &outcomes, items, n);
    make(&rewritten, &rewritten_outcomes, rewrites, n_rewrites);
    scoped(bootstrap) *bootstrap = bootstrap_new(n, 200, 0); /* each bug is of another problem */
    return measures_rewrites(
        out, &(struct scored){.gold = &gold, .outcomes = &outcomes, .bootstrap = bootstrap},
        &(struct scored){.gold = &rewritten, .outcomes = &rewritten_outcomes}, 1, err);
}

static const struct json *row_of(const struct json *object, const char *kind)
{
    json_each(row, json_get(object, "kinds"))
        if (strcmp(json_text_at(row, "kind"), kind) == 0)
            return row;
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
static void expect_lost(const struct json *object, const char *kind, int n_rewrites, int n_lost,
                        int n_solved, int n_affected)
{
    const struct json *row = row_of(object, kind);
    if (count(row, "rewrites_of_solved") != n_rewrites || right(row, "pdm") != n_lost ||
        count(row, "solved") != n_solved || right(row, "pda") != n_affected) {
        json_write_line(row, stderr);
        fail_msg("PDM, PDA of %s", kind);
    }
}

TEST(measures_rewrites__finds_bug_and_kind_by_the_id)
{
    static const struct {
        const char *id, *original, *kind; /* kind NULL: none of a rewrite */
    } cases[] = {
        {"p1-s1~rename-s2~rename", "p1-s1-s2", "rename"},
        {"p1-s1~condition12-s2~condition12", "p1-s1-s2", "condition"},
        {"p1-s1~rename-s2~rename3", "p1-s1-s2", "rename"},
        {"p1-s1-s2", NULL, NULL},
        {"p1-s1-s2~rename", NULL, NULL},
        {"p1-s1~rename-s2~condition", NULL, NULL},
        {"p1-s1~renamed-s2~renamed", NULL, NULL},
        {"p1-s1~-s2~", NULL, NULL},
        {"p1-s1~7-s2~7", NULL, NULL},
        {"p1-s1~rename-s2~rename!", NULL, NULL},
        {"p1-s1~mutant1~rename-s2~rename", "p1-s1~mutant1-s2", "rename"},
        {"p1-s1~condition2~rename3-s2~condition2~rename", "p1-s1~condition2-s2~condition2",
         "rename"},
        {"p1-s1~rename~condition-s2~rename", NULL, NULL},
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
            expect_lost(object, cases[i].kind, 1, 1, 1, 1);
        } else {
            assert_error_with(score(&object, &bug, 1, &rewrite, 1, &err),
                              "is not the id of a rewrite");
        }
    }
}

TEST(measures_rewrites__counts_what_is_lost)
{
    static const struct judged_item items[] = {
        {"p-a-b", true, false}, {"p-c-d", false, false}, {"p-e-f", true, false},
        {"p-g-h", true, false}, {"p-i-i", true, true},
    };
    static const struct judged_item rewrites[] = {
        {"p-a~rename-b~rename", false, false}, /* lost */
        {"p-a~condition-b~condition", true, false},
        {"p-a~condition2-b~condition2", false, false}, /* lost */
        {"p-c~rename-d~rename", false, false},
        {"p-c~condition-d~condition", true, false}, /* solved only when rewritten */
        {"p-e~rename-f~rename", true, false},
        {"p-i~rename-i~rename", true, false}, /* of a correct program */
        {"p-x~rename-y~rename", true, false}, /* of nothing */
    };
    scoped(json) *object = NULL;
    assert_done(score(&object, items, N_ITEMS(items), rewrites, N_ITEMS(rewrites), &err));
    assert_int_equal(count(object, "rewrites"), 8);
    assert_int_equal(count(object, "without_original"), 1);
    assert_int_equal(count(object, "of_correct"), 1);
    assert_int_equal(count(row_of(object, "all"), "rewrites"), 6);
    /* each kind with the three solved bugs, one of them without rewrites */
    expect_lost(object, "all", 4, 2, 6, 2);
    expect_lost(object, "rename", 2, 1, 3, 1);
    expect_lost(object, "condition", 2, 1, 3, 1);
}

/* Two solved bugs, one with four rewrites, two of them lost; and an unsolved one
 * with a solved rewrite. Li and others explain their measures by this example. */
TEST(measures_rewrites__counts_losses_alone)
{
    static const struct judged_item items[] = {
        {"p-a-b", true, false}, {"p-c-d", true, false}, {"p-e-f", false, false}};
    static const struct judged_item rewrites[] = {
        {"p-a~rename-b~rename", true, false},   {"p-a~rename2-b~rename2", false, false},
        {"p-a~rename3-b~rename3", true, false}, {"p-a~rename4-b~rename4", false, false},
        {"p-e~rename-f~rename", true, false},   {"p-e~rename2-f~rename2", false, false},
    };
    scoped(json) *object = NULL;
    assert_done(score(&object, items, N_ITEMS(items), rewrites, N_ITEMS(rewrites), &err));
    expect_lost(object, "all", 4, 2, 2, 1);
    expect_lost(object, "rename", 4, 2, 2, 1);
    /* the rewrites of solved bugs are of one bug; with the other bug alone, no bug is affected */
    const struct json *row = row_of(object, "all");
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
TEST(measures_rewrites__gives_the_figures_of_the_paper)
{
    static const struct printed all[] = {
        {44, {{200, 35, 11}, {207, 30, 10}}, 15.97, 23.86},
        {38, {{180, 40, 14}, {170, 20, 10}}, NAN, 31.58},
    };
    for (size_t i = 0; i < N_ITEMS(all); i++) {
        scoped(json) *object = NULL;
        score_printed(&object, &all[i]);
        const struct json *row = row_of(object, "all");
        double pdm = json_number(json_get(json_get(row, "pdm"), "share"), NAN);
        double pda = json_number(json_get(json_get(row, "pda"), "share"), NAN);
        assert_int_equal(count(row, "solved"), 2 * all[i].n_solved);
        if (!isnan(all[i].pdm) && fabs(100 * pdm - all[i].pdm) > 0.005)
            fail_msg("PDM is %f, not %f", 100 * pdm, all[i].pdm);
        if (fabs(100 * pda - all[i].pda) > 0.005)
            fail_msg("PDA is %f, not %f", 100 * pda, all[i].pda);
    }
}

TEST(measures_rewrites__refuses_invalid_ids)
{
    static const struct judged_item items[] = {{"p-a-b", true, false}};
    scoped(json) *object = NULL;
    assert_error_with(score(&object, items, 1, items, 1, &err),
                      "'p-a-b' is not the id of a rewrite");
}
