/* Scores of a few outcomes, and effects of rewrites on them, counted by hand. */
#include "base/chance.h"
#include "score/score.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* Six bugs and four correct programs, each of another problem. */
static const struct {
    int category;
    struct outcome outcome;
} judged[] = {
    {CATEGORY_LITERAL, {.n_predictions = 1, .located = 1, .solved = 1}},
    {CATEGORY_LITERAL, {.n_predictions = 5, .located = 1, .solved = 5}},
    {CATEGORY_LITERAL, {.n_predictions = 10, .located = 10}},
    {CATEGORY_LITERAL, {.n_predictions = 0}},
    {CATEGORY_OTHER, {.n_predictions = 3, .located = 2, .solved = 2}},
    {CATEGORY_LOGICAL_OPERATOR, {.n_predictions = 1, .solved = 1}},
    {GOLD_CORRECT, {.n_predictions = 0}},
    {GOLD_CORRECT, {.n_predictions = 1, .no_bug = 1}},
    {GOLD_CORRECT, {.n_predictions = 4, .no_bug = 4}},
    {GOLD_CORRECT, {.n_predictions = 2}},
};

static struct score_ranks ranks_of(int k)
{
    struct score_ranks ranks = {.k = {1, 3, 5, 10}, .n = 4};
    score_ranks_add(&ranks, k);
    return ranks;
}

/* Adds an item; each is of a problem of its own. */
static void gold_take(struct gold *gold, const struct gold_item *item)
{
    assert_true(table_add(&gold->ids, item->id) != TABLE_NONE);
    array_push(&gold->items, *item);
    gold->items.items[gold->items.n - 1].problem_number = gold->n_problems++;
    gold->n_correct += item->category == GOLD_CORRECT;
}

struct made {
    struct gold gold;
    struct outcomes outcomes;
};

static struct made make(void)
{
    struct made made = {
        .outcomes = {mem_alloc(N_ITEMS(judged), sizeof(struct outcome)), N_ITEMS(judged)}};
    for (size_t i = 0; i < N_ITEMS(judged); i++) {
        const char *id = arena_print(&made.gold.arena, "p-%zu-x", i);
        struct gold_item item = {.id = id, .category = judged[i].category};
        gold_take(&made.gold, &item);
        made.outcomes.items[i] = judged[i].outcome;
    }
    return made;
}

static void made_release(struct made *made)
{
    gold_release(&made->gold);
    outcomes_release(&made->outcomes);
}

SCOPED_VALUE(made, made_release)

/* Its outcomes, without a bootstrap. */
static struct scored scored_of(const struct made *made, const struct score_ranks *ranks)
{
    return (struct scored){.gold = &made->gold, .outcomes = &made->outcomes, .ranks = ranks};
}

/* The number at a path; or in a list, of the row with these values: "SCORE CATEGORY K MEMBER" of
 * shares, or "CATEGORY MEMBER". */
static double number_at(const struct json *value, const char *path)
{
    char words[4][32] = {{0}};
    int n = sscanf(path, "%31s %31s %31s %31s", words[0], words[1], words[2], words[3]);
    if (n == 1)
        return json_number(json_at(value, path), NAN);
    json_each(row, value) {
        bool is_it = n == 2 ? strcmp(json_text_at(row, "category"), words[0]) == 0
                            : strcmp(json_text_at(row, "score"), words[0]) == 0 &&
                                  strcmp(json_text_at(row, "category"), words[1]) == 0 &&
                                  json_number_at(row, "k") == atoi(words[2]);
        if (is_it)
            return json_number(json_get(row, words[n - 1]), NAN);
    }
    return NAN;
}

/* Checks numbers at paths: "PATH NUMBER", or - for null. The list ends with NULL. */
static void expect(const struct json *value, const char *const *expected)
{
    for (; *expected; expected++) {
        const char *text = strrchr(*expected, ' ') + 1;
        scoped_memory char *path = mem_copy_text(*expected, (size_t)(text - 1 - *expected));
        double number = number_at(value, path);
        bool is_same = isnan(number) ? *text == '-' : fabs(number - strtod(text, NULL)) < 1e-12;
        if (!is_same)
            fail_msg("%s is %.15g, not %s", path, number, text);
    }
}

#define EXPECT(value, ...) expect(value, (const char *const[]){__VA_ARGS__, NULL})

/* The shares of a system. */
static struct json *listed(const struct scored *of)
{
    struct json *rows = json_array();
    measures_shares(rows, "mine.jsonl", of, false);
    return rows;
}

TEST(measures_shares__counts_by_category_and_rank)
{
    scoped(made) made = make();
    struct score_ranks ranks = ranks_of(1);
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *bugs = listed(&of);
    EXPECT(bugs, "joint variable_misuse 1 n 0", "joint variable_misuse 1 share -",
           "joint literal 1 n 4", "localisation literal 1 right 2", "repair literal 1 right 1",
           "repair literal 1 n 2", "repair literal 1 share 0.5", "joint literal 1 right 1",
           "joint literal 1 share 0.25", "repair literal 5 right 2", "repair literal 10 n 3",
           "joint logical_operator 1 n 1", "joint logical_operator 1 right 1",
           "repair logical_operator 1 right 0", "repair logical_operator 1 n 0",
           "repair logical_operator 1 share -", "joint literal 5 right 2",
           "localisation literal 10 right 3", "joint other 3 right 1", "joint all 1 n 6",
           "joint all 1 right 2", "joint all 10 right 4", "false_positive correct 1 n 4",
           "false_positive correct 1 share 0.5", "false_positive correct 3 right 2",
           "false_positive correct 5 right 1", "false_positive correct 10 right 1");
}

/* pass@1 is the share of right samples; pass@2 of two right ones of four is 1 - 1/6, of one of four
 * 1/2. */
TEST(measures_shares__of_samples_are_unbiased_estimates)
{
    const struct score_ranks ranks = {{1, 2, 5}, 3, true};
    scoped(made) made = make();
    for (size_t i = 0; i < N_ITEMS(judged); i++)
        made.outcomes.items[i] = (struct outcome){.n_predictions = i == 4 ? 5 : 4};
    struct outcome *first = made.outcomes.items;
    first[0].n_located = first[0].n_solved = first[0].n_either = 2;
    first[1].n_located = first[1].n_solved = 1;
    first[1].n_either = 2;
    first[2].n_located = first[2].n_either = 4;
    first[7].n_no_bug = 1;
    first[8].n_no_bug = 4;
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *bugs = listed(&of);
    EXPECT(bugs, "joint literal 1 n 4", "joint literal 1 right 0.75",
           "joint literal 1 share 0.1875", "localisation literal 1 right 1.75",
           "repair literal 1 n 1.75", "repair literal 1 right 0.5",
           "joint literal 2 right 1.3333333333333335", "repair literal 2 right 1.0",
           "joint literal 5 right -", "joint literal 5 share -", "joint other 5 share 0",
           "joint all 5 share -", "false_positive correct 1 right 2.75",
           "false_positive correct 2 right 2.5");
}

static struct json *compared(const struct made *system, const struct made *baseline, int k)
{
    const struct outcomes *baselines[] = {&baseline->outcomes};
    struct json *rows;
    struct scored of = scored_of(system, NULL);
    measures_compare(&rows, &of, baselines, 1, k);
    return rows;
}

TEST(measures_compare__compares_what_comes_first)
{
    scoped(made) system = make();
    scoped(made) baseline = make();
    baseline.outcomes.items[0].solved = 2;
    baseline.outcomes.items[1].solved = 1;
    baseline.outcomes.items[2].solved = 1;
    baseline.outcomes.items[0].located = 0;
    baseline.outcomes.items[3].located = 1;
    baseline.outcomes.items[8].no_bug = 1;
    baseline.outcomes.items[9].n_predictions = 0;
    scoped(json) *rows = compared(&system, &baseline, 1);
    EXPECT(rows, "logical_operator both 1", "logical_operator p_holm_categories 1", "literal n 4",
           "literal both 0", "literal only_system 1", "literal only_baseline 2",
           "literal neither 1", "literal odds_ratio 0.5", "other neither 1", "other odds_ratio -",
           "all n 6", "all p_holm_categories -", "all p_holm_systems 1", "localisation n 6",
           "localisation only_system 1", "localisation only_baseline 1",
           "localisation p_holm_categories -", "correct both 2", "correct only_system 0",
           "correct only_baseline 2", "correct p_exact 0.5", "correct odds_ratio 0",
           "correct odds_low 0");
    json_free(rows);
    /* Within the first two, the system solves also what is of `other`. */
    rows = compared(&system, &baseline, 2);
    EXPECT(rows, "literal both 1", "literal only_system 0", "other both 1", "other neither 0");
    json_free(rows);
    /* Whoever is given the places does not find them. */
    system.gold.is_place_given = true;
    rows = compared(&system, &baseline, 1);
    EXPECT(rows, "localisation n -");
}

/* An item and whether its first prediction is right. */
struct judged_item {
    const char *id;
    bool is_solved, is_correct;
};

static void make_judged(struct gold *gold, struct outcomes *outcomes,
                        const struct judged_item *items, size_t n)
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

static int score_rewrites(struct json **out, const struct judged_item *items, size_t n,
                          const struct judged_item *rewrites, size_t n_rewrites, struct err *err)
{
    scoped(gold) gold = {0}, rewritten = {0};
    scoped(outcomes) outcomes = {0}, rewritten_outcomes = {0};
    make_judged(&gold, &outcomes, items, n);
    make_judged(&rewritten, &rewritten_outcomes, rewrites, n_rewrites);
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
    static const char *const ids[][3] = {
        /* id, that of the bug, kind */
        {"p1-s1~rename-s2~rename", "p1-s1-s2", "rename"},
        {"p1-s1~condition12-s2~condition12", "p1-s1-s2", "condition"},
        {"p1-s1~rename-s2~rename3", "p1-s1-s2", "rename"},
        {"p1-s1~mutant1~rename-s2~rename", "p1-s1~mutant1-s2", "rename"},
        {"p1-s1~condition2~rename3-s2~condition2~rename", "p1-s1~condition2-s2~condition2",
         "rename"},
    };
    static const char *const others[] = {"p1-s1-s2",
                                         "p1-s1-s2~rename",
                                         "p1-s1~rename-s2~condition",
                                         "p1-s1~renamed-s2~renamed",
                                         "p1-s1~-s2~",
                                         "p1-s1~7-s2~7",
                                         "p1-s1~rename-s2~rename!",
                                         "p1-s1~rename~condition-s2~rename",
                                         "p1-s1~mutant1-s2",
                                         "p1-s1~~rename-s2~rename",
                                         "p1~rename-s1~rename-s2~rename",
                                         "~",
                                         ""};
    for (size_t i = 0; i < N_ITEMS(ids); i++) {
        scoped(json) *object = NULL;
        struct judged_item bug = {.id = ids[i][1], .is_solved = true}, rewrite = {.id = ids[i][0]};
        assert_done(score_rewrites(&object, &bug, 1, &rewrite, 1, &err));
        assert_int_equal(count(object, "without_original"), 0);
        expect_lost(object, ids[i][2], 1, 1, 1, 1);
    }
    for (size_t i = 0; i < N_ITEMS(others); i++) {
        scoped(json) *object = NULL;
        struct judged_item bug = {.id = "x"}, rewrite = {.id = others[i]};
        assert_error_with(score_rewrites(&object, &bug, 1, &rewrite, 1, &err),
                          "is not the id of a rewrite");
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
    assert_done(score_rewrites(&object, items, N_ITEMS(items), rewrites, N_ITEMS(rewrites), &err));
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
    assert_done(score_rewrites(&object, items, N_ITEMS(items), rewrites, N_ITEMS(rewrites), &err));
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
    assert_done(score_rewrites(out, items, (size_t)printed->n_solved, rewrites, n, &err));
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
