/* Scores of a few outcomes, counted by hand. */
#include "base/chance.h"
#include "score/score.h"
#include "tests/support/golds.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

/* Six bugs and four correct programs, each of another problem. */
static const struct {
    int category;
    struct outcome outcome;
} cases[] = {
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

struct made {
    struct gold gold;
    struct outcomes outcomes;
};

static struct made make(void)
{
    struct made made = {
        .outcomes = {mem_alloc(N_ITEMS(cases), sizeof(struct outcome)), N_ITEMS(cases)}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *id = arena_print(&made.gold.arena, "p-%zu-x", i);
        struct gold_item item = {.id = id, .category = cases[i].category};
        gold_take(&made.gold, &item);
        made.outcomes.items[i] = cases[i].outcome;
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

struct expectation {
    const char *path;
    double number; /* NAN: null */
};

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

static void expect(const struct json *value, const struct expectation *expected, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double number = number_at(value, expected[i].path);
        bool is_same =
            isnan(number) ? isnan(expected[i].number) : fabs(number - expected[i].number) < 1e-12;
        if (!is_same)
            fail_msg("%s is %.15g, not %.15g", expected[i].path, number, expected[i].number);
    }
}

/* The shares of a system. */
static struct json *listed(const struct scored *of)
{
    struct json *rows = json_array();
    measures_shares(rows, "mine.jsonl", of, false);
    return rows;
}

/* All bugs are asked for their repair, and no place. */
TEST(measures_shares__of_a_given_place_has_repairs)
{
    static const struct expectation expected[] = {
        {"repair literal 1 right", 1},          {"repair literal 1 n", 4},
        {"repair literal 1 share", 0.25},       {"joint literal 1 share", NAN},
        {"repair logical_operator 1 right", 1}, {"repair all 1 n", 6},
        {"localisation literal 1 right", NAN},
    };
    scoped(made) made = make();
    made.gold.is_place_given = true;
    struct score_ranks ranks = ranks_of(1);
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *bugs = listed(&of);
    expect(bugs, expected, N_ITEMS(expected));
}

/* What is published, and null where nothing is. */
TEST(measures_thesis__has_both_tables)
{
    static const struct expectation expected[] = {
        {"0.joint", 21.4},           {"0.localisation", NAN},   {"0.repair", NAN},
        {"0.false_positives", 25.2}, {"5.joint", 36.7},         {"5.false_positives", 22.0},
        {"6.joint", 19.01},          {"6.localisation", 25.79}, {"6.repair", 54.64},
        {"6.false_positives", NAN},  {"9.joint", 27.74},        {"9.repair", 66.43},
    };
    scoped(json) *rows = measures_thesis();
    assert_int_equal(json_count(rows), 10);
    expect(rows, expected, N_ITEMS(expected));
}

TEST(measures_shares__counts_by_category_and_rank)
{
    static const struct expectation expected[] = {
        {"joint variable_misuse 1 n", 0},
        {"joint variable_misuse 1 right", 0},
        {"joint variable_misuse 1 share", NAN},
        {"joint variable_misuse 1 low", NAN},
        {"joint literal 1 n", 4},
        {"localisation literal 1 right", 2},
        {"repair literal 1 right", 1}, /* of two whose place is right */
        {"repair literal 1 n", 2},
        {"repair literal 1 share", 0.5},
        {"joint literal 1 right", 1},
        {"joint literal 1 share", 0.25},
        {"repair literal 3 right", 1}, /* k = 3 */
        {"repair literal 5 right", 2},
        {"repair literal 10 n", 3},
        {"joint logical_operator 1 n",
         1}, /* solved at another place than its own: no place is right */
        {"joint logical_operator 1 right", 1},
        {"repair logical_operator 1 right", 0},
        {"repair logical_operator 1 n", 0},
        {"repair logical_operator 1 share", NAN},
        {"joint literal 3 right", 1},
        {"joint literal 5 right", 2}, /* k = 5 */
        {"localisation literal 5 right", 2},
        {"localisation literal 10 right", 3}, /* k = 10 */
        {"joint other 1 right", 0},
        {"joint other 3 right", 1},
        {"joint all 1 n", 6},
        {"joint all 1 right", 2},
        {"joint all 10 right", 4},
    };
    scoped(made) made = make();
    struct score_ranks ranks = ranks_of(1);
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *bugs = listed(&of);
    expect(bugs, expected, N_ITEMS(expected));
}

TEST(measures_shares__adds_up_false_positives)
{
    static const struct expectation expected[] = {
        {"false_positive correct 1 n", 4},       {"false_positive correct 1 right", 2},
        {"false_positive correct 1 share", 0.5}, {"false_positive correct 3 right", 2},
        {"false_positive correct 5 right", 1}, /* the fourth of them said "no bug" */
        {"false_positive correct 10 right", 1},
    };
    scoped(made) made = make();
    struct score_ranks ranks = ranks_of(1);
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *rows = listed(&of);
    expect(rows, expected, N_ITEMS(expected));
}

/* pass@1 is the share of right samples; pass@2 of two right ones of four is 1 - 1/6, of one of four
 * 1/2. */
TEST(measures_shares__of_samples_are_unbiased_estimates)
{
    static const struct expectation expected[] = {
        {"joint literal 1 n", 4},
        {"joint literal 1 right", 0.5 + 0.25},
        {"joint literal 1 share", 0.1875},
        {"localisation literal 1 right", 0.5 + 0.25 + 1},
        {"repair literal 1 n", 0.5 + 0.25 + 1},
        {"repair literal 1 right", 0.5}, /* the second has its place and its repair apart */
        {"joint literal 2 right", 5.0 / 6 + 0.5},
        {"repair literal 2 right", 5.0 / 6 + 1.0 / 6},
        {"joint literal 5 right", NAN}, /* five of four samples */
        {"joint literal 5 share", NAN},
        {"joint other 5 share", 0}, /* but this bug has five */
        {"joint all 5 share", NAN},
    };
    const struct score_ranks ranks = {{1, 2, 5}, 3, true};
    scoped(made) made = make();
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        made.outcomes.items[i] = (struct outcome){.n_predictions = i == 4 ? 5 : 4};
    struct outcome *first = made.outcomes.items;
    first[0].n_located = first[0].n_solved = first[0].n_either = 2;
    first[1].n_located = first[1].n_solved = 1;
    first[1].n_either = 2;
    first[2].n_located = first[2].n_either = 4;
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *bugs = listed(&of);
    expect(bugs, expected, N_ITEMS(expected));
}

TEST(measures_shares__of_false_positives_of_samples_are_those_that_never_say_no_bug)
{
    static const struct expectation expected[] = {
        {"false_positive correct 1 right", 1 + 0.75 + 0 + 1},
        {"false_positive correct 2 right", 1 + 0.5 + 0 + 1},
    };
    const struct score_ranks ranks = {{1, 2}, 2, true};
    scoped(made) made = make();
    for (size_t i = 6; i < N_ITEMS(cases); i++)
        made.outcomes.items[i] = (struct outcome){.n_predictions = 4};
    made.outcomes.items[7].n_no_bug = 1;
    made.outcomes.items[8].n_no_bug = 4;
    struct scored of = scored_of(&made, &ranks);
    scoped(json) *alarms = listed(&of);
    expect(alarms, expected, N_ITEMS(expected));
}

TEST(measures_shares__have_intervals_over_problems)
{
    struct score_ranks ranks = ranks_of(1);
    scoped(made) made = make();
    struct scored of = scored_of(&made, &ranks);
    scoped(bootstrap) *bootstrap = of.bootstrap = bootstrap_new(made.gold.n_problems, 500, 0);
    scoped(json) *alone = listed(&of);
    for (size_t i = 0; i < made.gold.items.n; i++)
        made.gold.items.items[i].problem_number = i < 4 ? 0 : i; /* all literals are of one */
    scoped(json) *together = listed(&of);
    assert_true(number_at(alone, "joint literal 1 boot_low") == 0);
    assert_true(number_at(alone, "joint literal 1 boot_high") > 0.5);
    assert_true(number_at(alone, "joint literal 1 low") > 0);
    expect(together, &(struct expectation){"joint literal 1 boot_low", NAN}, 1);
    expect(alone, &(struct expectation){"joint logical_operator 1 boot_low", NAN}, 1); /* one bug */
}

TEST(measures_shares__has_rows_of_several_languages)
{
    struct score_ranks ranks = ranks_of(1);
    scoped(made) made = make();
    struct scored of = scored_of(&made, &ranks);
    for (size_t i = 0; i < N_ITEMS(cases); i++) /* three bugs in C++, and a correct program */
        made.gold.items.items[i].language =
            i < 2 || i == 4 || i == 9 ? &language_cpp : &language_python;
    scoped(json) *rows = listed(&of), *cpp = json_array();
    static const struct expectation expected[] = {{"joint all 1 n", 3},
                                                  {"joint all 1 right", 1},
                                                  {"joint literal 1 n", NAN},
                                                  {"false_positive correct 1 n", 1},
                                                  {"false_positive correct 1 right", 1}};
    json_each(row, rows)
        if (json_text_at(row, "language") && strcmp(json_text_at(row, "language"), "cpp") == 0)
            json_push(cpp, json_copy(row));
    expect(cpp, expected, N_ITEMS(expected));
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
    static const struct expectation expected[] = {
        {"logical_operator both", 1},
        {"logical_operator only_baseline", 0},
        {"logical_operator p_holm_categories", 1},
        {"literal n", 4},
        {"literal both", 0},
        {"literal only_system", 1},
        {"literal only_baseline", 2},
        {"literal neither", 1},
        {"literal p_exact", 1},
        {"literal odds_ratio", 0.5},
        {"other n", 1},
        {"other neither", 1},
        {"other odds_ratio", NAN},
        {"all n", 6},
        {"all only_system", 1},
        {"all p_holm_categories", NAN},
        {"all p_holm_systems", 1},
        {"localisation n", 6}, /* places */
        {"localisation both", 1},
        {"localisation only_system", 1},
        {"localisation only_baseline", 1},
        {"localisation neither", 3},
        {"localisation p_exact", 1},
        {"localisation p_holm_categories", NAN},
        {"localisation p_holm_systems", 1},
        {"correct n", 4}, /* correct programs */
        {"correct both", 2},
        {"correct only_system", 0},
        {"correct only_baseline", 2},
        {"correct p_exact", 0.5},
        {"correct odds_ratio", 0},
        {"correct odds_low", 0},
    };
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
    expect(rows, expected, N_ITEMS(expected));
    json_free(rows);
    /* Within the first two, the system solves also what is of `other`. */
    static const struct expectation within_2[] = {{"literal both", 1},
                                                  {"literal only_system", 0},
                                                  {"other n", 1},
                                                  {"other both", 1},
                                                  {"other neither", 0}};
    rows = compared(&system, &baseline, 2);
    expect(rows, within_2, N_ITEMS(within_2));
    json_free(rows);
    /* Whoever is given the places does not find them. */
    system.gold.is_place_given = true;
    rows = compared(&system, &baseline, 1);
    expect(rows, &(struct expectation){"localisation n", NAN}, 1);
}

/* p of 8 : 0 is 2/2^8, of 6 : 0 2/2^6, of 4 : 0 2/2^4: thrice the first, twice the second, and the
 * last, in the order of their sizes. */
TEST(measures_compare__adjusts_over_baselines_and_over_categories)
{
    enum { N_OF_EACH = 8, N_ITEMS_MADE = 2 * N_OF_EACH };
    static const int n_lost[3][2] = {{8, 0}, {6, 4}, {4, 6}}; /* baselines, in two categories */
    struct gold gold = {0};
    struct outcome solved[N_ITEMS_MADE] = {{0}}, others[3][N_ITEMS_MADE] = {{{0}}};
    struct outcomes system = {solved, N_ITEMS_MADE}, baselines[3];
    const struct outcomes *pointers[3];
    struct json *out[3];
    for (int i = 0; i < N_ITEMS_MADE; i++) {
        bool is_literal = i < N_OF_EACH;
        struct gold_item item = {.category =
                                     is_literal ? CATEGORY_LITERAL : CATEGORY_BINARY_OPERATOR};
        array_push(&gold.items, item);
        solved[i].n_predictions = solved[i].solved = 1;
        for (int j = 0; j < 3; j++)
            others[j][i].solved = i % N_OF_EACH >= n_lost[j][!is_literal];
    }
    for (int j = 0; j < 3; j++) {
        baselines[j] = (struct outcomes){others[j], N_ITEMS_MADE};
        pointers[j] = &baselines[j];
    }
    measures_compare(out, &(struct scored){.gold = &gold, .outcomes = &system}, pointers, 3, 1);
    static const double exact[3][2] = {{2.0 / 256, 1}, {2.0 / 64, 2.0 / 16}, {2.0 / 16, 2.0 / 64}};
    static const double systems[3][2] = {
        {3 * 2.0 / 256, 1}, {2 * 2.0 / 64, 2 * 2.0 / 16}, {2.0 / 16, 3 * 2.0 / 64}};
    static const double categories[3][2] = {
        {2 * 2.0 / 256, 1}, {2 * 2.0 / 64, 2.0 / 16}, {2.0 / 16, 2 * 2.0 / 64}};
    for (int j = 0; j < 3; j++) {
        for (int side = 0; side < 2; side++) {
            const struct json *row = json_first(out[j]);
            while (strcmp(json_text_at(row, "category"), side ? "binary_operator" : "literal") != 0)
                row = json_next(row);
            const struct expectation expected[] = {{"p_exact", exact[j][side]},
                                                   {"p_holm_systems", systems[j][side]},
                                                   {"p_holm_categories", categories[j][side]}};
            expect(row, expected, N_ITEMS(expected));
        }
        json_free(out[j]);
    }
    array_release(&gold.items);
}

/* What a printer makes of a score of these cases. */
static void print_score(struct str *out, void (*print)(const struct json *score, FILE *out),
                        bool has_baseline, int k)
{
    struct made made = make();
    struct score_ranks ranks = ranks_of(k);
    struct scored of = scored_of(&made, &ranks);
    scoped(bootstrap) *bootstrap = of.bootstrap = bootstrap_new(made.gold.n_problems, 500, 0);
    scoped(json) *score = json_make(J_TEXT("name", "mine.jsonl"), J_INT("k", k));
    FILE *file = fopen(scratch_path("printed"), "w");
    struct judged_system system = {
        .name = "mine.jsonl", .gold = &made.gold, .outcomes = made.outcomes};
    struct json *inputs = json_array(), *shares = json_array();
    json_push(inputs, measures_inputs(&system));
    measures_shares(shares, "mine.jsonl", &of, false);
    json_add(score, J_VALUE("bootstrap", json_make(J_INT("problems", 10))),
             J_VALUE("inputs", inputs), J_VALUE("shares", shares));
    if (has_baseline) {
        struct json *baselines = json_array();
        system.name = "a_b.jsonl";
        json_push(inputs, measures_inputs(&system));
        measures_shares(shares, "a_b.jsonl", &of, false);
        json_push(baselines, json_make(J_TEXT("system", "mine.jsonl"), J_TEXT("name", "a_b.jsonl"),
                                       J_VALUE("comparison", compared(&made, &made, k))));
        json_set(score, "baselines", baselines);
    }
    assert_non_null(file);
    print(score, file);
    assert_int_equal(fclose(file), 0);
    made_release(&made);
    read_test_file(out, "$SCRATCH/printed");
}

TEST(score_print_csv__has_a_line_for_each_share)
{
    scoped(str) text = {0};
    print_score(&text, score_print_csv, true, 1);
    assert_contains(str_text(&text), "system,category,language,score,k,n,right,share,low,high,"
                                     "boot_low,boot_high\n"
                                     "mine.jsonl,variable_misuse,,joint,1,0,0,,,,,\n");
    assert_contains(str_text(&text), "\nmine.jsonl,literal,,localisation,1,4,2,0.5,0.1500");
    assert_contains(str_text(&text), "\nmine.jsonl,correct,,false_positive,1,4,2,0.5,0.1500");
    assert_contains(str_text(&text), "\na_b.jsonl,literal,,joint,1,4,1,0.25,");
}
