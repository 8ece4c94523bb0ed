/* The assignment of pairs to splits. */
#include "guard/split.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N_PROBLEMS = 60, N_PER_PROBLEM = 3, N = N_PROBLEMS * N_PER_PROBLEM };

/* Of the problems from p020 on, each first five of ten are one. */
#define FIVES                                                                                  \
    "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 1, 1);"                      \
    "INSERT INTO problem_clusters SELECT problem_id, 'p0' || substr(problem_id, 3, 1) || '0' " \
    "FROM problems WHERE problem_id >= 'p020' AND substr(problem_id, 4) < '5'"

/* Fixes of sixty problems, three of each, by 50 users; the first `n_large` are of problem p000,
 * too. */
static void make(const char *name, size_t n_large)
{
    static struct made_fix fixes[N];
    static char problems[N_PROBLEMS][16], users[50][16];
    for (size_t i = 0; i < N; i++) {
        size_t problem = i < n_large ? 0 : i / N_PER_PROBLEM, user = i * 7 % 50;
        snprintf(problems[problem], sizeof problems[0], "p%03zu", problem);
        snprintf(users[user], sizeof users[0], "u%02zu", user);
        fixes[i] = (struct made_fix){problems[problem], users[user], "a = 1\n", "a = 2\n", true};
    }
    made_store(name, fixes, N);
}

static void split(const char *name, const struct split_options *options)
{
    scoped(db) *db = made_store_open(name);
    int64_t n_moved;
    assert_done(split_make(&n_moved, db, options, &err));
    assert_int_equal(n_moved, 0);
    assert_done(db_execute(db, "COMMIT", &err));
}

/* "0120..." by fix; '-' for none. In a static buffer. */
static const char *splits_of(const char *name)
{
    static char texts[4][N + 1];
    static int next;
    char *text = texts[next++ % 4];
    scoped(db) *db = store_opened(name);
    scoped(db_statement) *s = NULL;
    struct err err;
    assert_success(db_prepare(&s, db,
                              "SELECT fix_key, CASE split WHEN 'train' THEN 0 WHEN 'validation' "
                              "THEN 1 ELSE 2 END FROM splits",
                              &err),
                   err);
    memset(text, '-', N);
    while (db_step(s, &err) == 1)
        text[db_int(s, 0) - 1] = (char)('0' + db_int(s, 1));
    return text;
}

static struct split_options options_of(const char *seed, int train, int validation, int test,
                                       unsigned ties)
{
    return (struct split_options){
        .seed = seed,
        .ratio = {train, validation, test},
        .ties = ties,
    };
}

TEST(split__depends_on_the_seed_alone)
{
    struct split_options zero = options_of("0", 8, 1, 1, TIE_PROBLEM);
    struct split_options other = options_of("1", 8, 1, 1, TIE_PROBLEM);
    make("split.db", 0);
    split("split.db", &zero);
    const char *first = splits_of("split.db");
    assert_int_equal(strspn(first, "012"), N);
    split("split.db", &other);
    assert_string_not_equal(splits_of("split.db"), first);
    split("split.db", &zero);
    assert_string_equal(splits_of("split.db"), first);
    make("split.db", 0);
    split("split.db", &zero);
    assert_string_equal(splits_of("split.db"), first);
}

TEST(split__keeps_to_ratios_of_all_kinds)
{
    static const struct {
        int64_t ratio[N_SPLITS];
        const char *allowed;
    } cases[] = {
        {{1, 0, 0}, "0"},
        {{0, 1, 0}, "1"},
        {{0, 0, 1}, "2"},
        {{9, 0, 1}, "02"},
        {{0, 1, 1}, "12"},
        {{1, 1, 0}, "01"},
        {{1, 1, 1}, "012"},
        {{0, 0, 1000000}, "2"},
        {{1000000, 0, 1}, "0"},
        {{1, 0, 9}, "02"},
        {{800000, 100000, 100000}, "012"},
    };
    make("split.db", 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const int64_t *ratio = cases[i].ratio;
        struct split_options options = options_of("s", 0, 0, 0, TIE_PROBLEM);
        memcpy(options.ratio, ratio, sizeof options.ratio);
        split("split.db", &options);
        const char *splits = splits_of("split.db");
        assert_int_equal(strspn(splits, cases[i].allowed), N);
        for (const char *c = cases[i].allowed; *c; c++)
            assert_non_null(strchr(splits, *c));
        scoped(db) *db = made_store_open("split.db");
        double total = (double)(ratio[0] + ratio[1] + ratio[2]);
        for (int k = 0; k < N_SPLITS; k++) {
            scoped(db_statement) *s = db_query(
                db, NULL, "SELECT share FROM split_parts WHERE split = ?", "t", split_names[k]);
            assert_int_equal(db_step(s, NULL), 1);
            assert_true(db_double(s, 0) == (double)ratio[k] / total);
        }
    }
}

TEST(split_ratio__is_whole_numbers)
{
    static const struct {
        const char *text;
        int64_t ratio[N_SPLITS]; /* all 0: refused */
    } cases[] = {
        {"8:1:1", {8, 1, 1}},
        {"80:10:10", {80, 10, 10}},
        {"8:2", {8, 0, 2}},
        {"8:0:2", {8, 0, 2}},
        {"8.0:2.0", {8, 0, 2}},
        {"0.8:0.2", {8, 0, 2}},
        {"0.8:0.1:0.1", {8, 1, 1}},
        {".8:.1:.1", {8, 1, 1}},
        {"0.80:0.1:00.100", {8, 1, 1}},
        {"8.0:1:1", {8, 1, 1}},
        {"4:.5:0.500000", {40, 5, 5}},
        {"80000000000:10000000000:10000000000", {0}},
        {"0.000008:0.000001:0.000001", {8, 1, 1}},
        {"0.7:0.15:0.15", {70, 15, 15}},
        {"0.333333:0.333333:0.333334", {333333, 333333, 333334}},
        {"9:1", {9, 0, 1}},
        {"0.9:0.1", {9, 0, 1}},
        {"80/10/10", {80, 10, 10}},
        {"1:0:0", {1, 0, 0}},
        {"0:7", {0, 0, 7}},
        {"0:0.3:0.6", {0, 3, 6}},
        {"1000000:0:1", {1000000, 0, 1}},
        {"1:0.000001", {1000000, 0, 1}},
        /* no ratio */
        {"", {0}},
        {"8", {0}},
        {"8:", {0}},
        {":8", {0}},
        {"8::1", {0}},
        {"8:1:1:1", {0}},
        {"8:1:1:", {0}},
        {"0:0", {0}},
        {"0.0:.0:0", {0}},
        {"8:-1", {0}},
        {"+8:1", {0}},
        {"8: 1", {0}},
        {"8 :1", {0}},
        {"8:1.", {0}},
        {"8:.", {0}},
        {"8:1.1.1", {0}},
        {"8:1e1", {0}},
        {"0x8:1", {0}},
        {"8:inf", {0}},
        {"8:nan", {0}},
        {"0,8:0,1:0,1", {0}},
        {"80%:20%", {0}},
        {"8/1/", {0}},
        {"1000001:1", {0}},
        {"1000000:0.5", {0}},
        {"0.0000001:1", {0}},
        {"800000000000:1", {0}},
        {"99999999999999999999:1", {0}},
    };
    static const int64_t before[N_SPLITS] = {5, 6, 7};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const int64_t *expected = cases[i].ratio;
        bool is_good = expected[0] || expected[1] || expected[2];
        int64_t ratio[N_SPLITS] = {5, 6, 7};
        if (split_ratio_read(ratio, cases[i].text) != (is_good ? 0 : ERR))
            fail_msg("%s", cases[i].text);
        if (memcmp(ratio, is_good ? expected : before, sizeof ratio) != 0)
            fail_msg("%s is %d:%d:%d", cases[i].text, (int)ratio[0], (int)ratio[1], (int)ratio[2]);
    }
}

TEST(split__puts_what_is_tied_together)
{
    static const struct {
        unsigned ties;
        const char *crossings;
    } cases[] = {
        {TIE_PROBLEM, "b.problem_id"},
        {TIE_USER, "b.user_id"},
        {TIE_DUPLICATES, "b.problem_id || '-' || b.user_id"},
    };
    make("split.db", 0);
    store_changed("split.db", "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 1, 1)");
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int seed = 0; seed < 20; seed++) {
            const char *text = printed("%d", seed);
            struct split_options options = options_of(text, 1, 1, 1, cases[i].ties);
            split("split.db", &options);
            scoped(db) *db = made_store_open("split.db");
            const char *sql = printed(
                "SELECT count(*) FROM (SELECT 1 FROM splits JOIN fixes USING (fix_key) JOIN "
                "submissions b ON submission_key = buggy_submission_key GROUP BY %s HAVING "
                "count(DISTINCT split) > 1)",
                cases[i].crossings);
            assert_int_equal(made_store_number(db, sql), 0);
            assert_int_equal(made_store_number(db, "SELECT count(*) FROM splits"), N);
        }
}

TEST(split__keeps_large_groups_where_most_is_to_be)
{
    make("split.db", 36); /* a fifth is of one problem */
    for (int seed = 0; seed < 40; seed++) {
        const char *text = printed("%d", seed);
        struct split_options options = options_of(text, 8, 1, 1, TIE_PROBLEM);
        split("split.db", &options);
        assert_int_equal(splits_of("split.db")[0], '0');
        options = options_of(text, 1, 8, 1, TIE_PROBLEM);
        split("split.db", &options);
        assert_int_equal(splits_of("split.db")[0], '1');
    }
}

TEST(split__leaves_excluded_pairs_out)
{
    struct split_options options = options_of("0", 8, 1, 1, TIE_PROBLEM);
    make("split.db", 0);
    store_changed("split.db", "INSERT INTO exclusions VALUES (5, 'benchmark', 'x'), "
                              "(180, 'ancestry', 'y')");
    split("split.db", &options);
    const char *splits = splits_of("split.db");
    for (size_t i = 0; i < N; i++)
        assert_int_equal(splits[i] == '-', i == 4 || i == 179);
}

/* Mutants move nothing: p000 has 36 fixes, too many for any split but train; 3 are real. */
TEST(split__of_real_fixes_is_the_same_without_mutants)
{
    static const char mutants[] = "UPDATE fixes SET origin = 'mutant' "
                                  "WHERE fix_key BETWEEN 4 AND 36 OR fix_key % 7 = 0;" FIVES;
    static const unsigned groupings[] = {TIE_PROBLEM, TIE_USER,
                                         TIE_PROBLEM | TIE_USER | TIE_DUPLICATES,
                                         TIE_PROBLEM_CLUSTER | TIE_DUPLICATES};
    static const char *const stores[] = {"with.db", "without.db"};
    size_t n_held_out = 0;
    for (size_t i = 0; i < N_ITEMS(stores); i++) {
        make(stores[i], 36);
        store_changed(stores[i], mutants);
    }
    store_changed("without.db", "DELETE FROM fixes WHERE origin = 'mutant'");
    for (int seed = 0; seed < 10; seed++)
        for (size_t i = 0; i < N_ITEMS(groupings); i++) {
            const char *splits[2];
            const char *text = printed("%d", seed);
            for (size_t k = 0; k < 2; k++) {
                struct split_options options = options_of(text, 4, 1, 1, groupings[i]);
                split(stores[k], &options);
                splits[k] = splits_of(stores[k]);
            }
            for (size_t fix = 0; fix < N; fix++)
                if (splits[1][fix] != '-')
                    assert_int_equal(splits[0][fix], splits[1][fix]);
            n_held_out += groupings[i] == TIE_PROBLEM && splits[1][0] != '0';
        }
    assert_true(n_held_out > 0);
}

TEST(split__makes_folds)
{
    make("split.db", 0);
    for (int n_folds = 2; n_folds <= MAX_FOLDS; n_folds++) {
        struct split_options options = options_of("0", 8, 1, 1, TIE_PROBLEM);
        options.n_folds = n_folds;
        split("split.db", &options);
        scoped(db) *db = made_store_open("split.db");
        assert_int_equal(made_store_number(db, "SELECT count(*) FROM splits"), N);
        const char *sql = printed("SELECT count(*) FROM (SELECT 1 FROM split_parts JOIN splits "
                                  "USING (split) GROUP BY split HAVING abs(count(*) - %d) <= 3 "
                                  "AND split LIKE 'fold%%')",
                                  N / n_folds);
        assert_int_equal(made_store_number(db, sql), n_folds);
        assert_int_equal(made_store_number(db, "SELECT train_ratio + n_folds FROM split_sets"),
                         n_folds);
    }
}

/* Problems begin a second after each other, and so do the fixes of each. At 10, two problems have
 * earlier and later fixes, with three later ones; at 20, two others. */
TEST(split__goes_by_date)
{
    static const struct {
        struct split_days days;
        unsigned ties;
        const char *expected;
    } cases[] = {
        {{true, false, 0, 10}, TIE_PROBLEM, "train 24\ntest 150\nstraddles 3\nundated 3\n"},
        {{true, true, 10, 20},
         TIE_PROBLEM,
         "train 24\nvalidation 27\ntest 120\nstraddles 6\nundated 3\n"},
        {{true, true, 10, 20}, TIE_USER, "train 24\nvalidation 26\nstraddles 127\nundated 3\n"},
        {{true, false, 0, 1000}, TIE_PROBLEM, "train 177\nundated 3\n"},
    };
    make("split.db", 0);
    store_changed("split.db", "UPDATE submissions SET date = CASE "
                              "WHEN problem_id = 'p059' THEN 0 "
                              "ELSE 1 + CAST(substr(problem_id, 2) AS INTEGER) + "
                              "(SELECT (fix_key - 1) % 3 FROM fixes "
                              "WHERE fixed_submission_key = submission_key "
                              "OR buggy_submission_key = submission_key) END");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct split_options options = {.seed = "0", .days = cases[i].days, .ties = cases[i].ties};
        store_changed("split.db", "DELETE FROM set_left_out");
        split("split.db", &options);
        scoped(db) *db = made_store_open("split.db");
        assert_rows(db,
                    "SELECT split || ' ' || count(*) FROM splits JOIN split_parts USING (split) "
                    "GROUP BY part UNION ALL SELECT * FROM (SELECT reason || ' ' || count(*) "
                    "FROM split_left_out GROUP BY reason)",
                    cases[i].expected);
        assert_int_equal(made_store_number(db, "SELECT count(*) FROM (SELECT 1 FROM set_splits "
                                               "GROUP BY group_key HAVING count(DISTINCT split) > "
                                               "1)"),
                         0);
    }
}
