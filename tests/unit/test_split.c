/* The assignment of fixes to splits: properties of all seeds, the splits of mutants, and those of
 * programs without fixes. */
#include "guard/fix_pairs.h"
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
        for (int seed = 0; seed < 3; seed++) {
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
    for (int seed = 0; seed < 5; seed++) {
        const char *text = printed("%d", seed);
        struct split_options options = options_of(text, 8, 1, 1, TIE_PROBLEM);
        split("split.db", &options);
        assert_int_equal(splits_of("split.db")[0], '0');
        options = options_of(text, 1, 8, 1, TIE_PROBLEM);
        split("split.db", &options);
        assert_int_equal(splits_of("split.db")[0], '1');
    }
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
    for (int seed = 0; seed < 3; seed++)
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
    for (int n_folds = 2; n_folds <= MAX_FOLDS; n_folds += 4) {
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

/* The last two are mutants of the first two; the second one's buggy program is that of the first
 * fix. */
static const struct made_fix mutants[] = {
    {"p1", "u1", "a = 1\n", "a = 2\n", false},
    {"p2", "u2", "b = 1 + 1\n", "b = 1 - 1\n", false},
    {"p1", "u1", "a = 3\n", "a = 2\n", false},
    {"p2", "u2", "a = 1\n", "b = 1 - 1\n", true},
};

static const char three_sets[] =
    "UPDATE fixes SET origin = 'mutant', fixed_submission_key = (SELECT fixed_submission_key "
    "FROM fixes f WHERE f.fix_key = fixes.fix_key - 2) WHERE fix_key > 2;"
    "INSERT INTO split_sets SELECT column1, 'seed', '0', 1, 1, 1, column2, NULL, NULL, "
    "'problem', 0 FROM (VALUES ('default', 0), ('cv', 2), ('x', 0));"
    "INSERT INTO set_splits VALUES ('default', 1, 'train', 1), ('default', 2, 'test', 2), "
    "('cv', 1, 'fold2', 1), ('cv', 2, 'fold2', 1), ('x', 1, 'train', 1), ('x', 2, 'test', 2);"
    "INSERT INTO set_exclusions VALUES ('x', 2, 'ancestry', 'a'), ('gone', 3, 'split', 'b')";

TEST(split_extend__follows_the_programs_in_each_set)
{
    static const struct {
        const char *change, *splits, *marks;
    } cases[] = {
        {"", "cv 3 fold2 1\ncv 4 fold2 1\ndefault 3 train 1\nx 3 train 1\n",
         "default 4 split\nx 4 program\n"},
        /* without splits, only the marks of programs are made, and they hold in all sets */
        {"DELETE FROM split_sets; DELETE FROM set_splits; "
         "INSERT INTO set_exclusions VALUES ('', 2, 'benchmark', 'x')",
         "", " 4 program\n"},
        /* a mutant that has a split keeps it, though it ties two splits: check says so */
        {"INSERT INTO set_splits VALUES ('default', 4, 'test', 2)",
         "cv 3 fold2 1\ncv 4 fold2 1\ndefault 3 train 1\ndefault 4 test 2\nx 3 train 1\n",
         "x 4 program\n"},
    };
    static const struct guard_options guard = {.n_jobs = 1};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        made_store("extend.db", mutants, N_ITEMS(mutants));
        store_changed("extend.db", printed("%s; %s", three_sets, cases[i].change));
        scoped(db) *db = made_store_open("extend.db");
        if (*cases[i].splits)
            assert_done(store_view_split_set(db, "cv", &err));
        for (int turn = 0; turn < 2; turn++) {
            assert_done(split_extend(db, &guard, &err));
            assert_rows(db,
                        "SELECT split_set || ' ' || fix_key || ' ' || split || ' ' || group_key "
                        "FROM set_splits WHERE fix_key > 2 ORDER BY 1",
                        cases[i].splits);
            assert_rows(db,
                        "SELECT split_set || ' ' || fix_key || ' ' || reason FROM set_exclusions "
                        "WHERE fix_key > 2 ORDER BY 1",
                        cases[i].marks);
        }
        if (*cases[i].splits)
            assert_rows(db, "SELECT split_set FROM chosen_split_set", "cv\n");
    }
}

/* Each of its own problem and user: in train, test and validation. */
static const struct made_fix alone[] = {
    {"p1", "u1", "a = 1\n", "a = 2\n", false},
    {"p2", "u2", "b = 1\n", "b = 2\n", false},
    {"p3", "u3", "c = 1\n", "c = 2\n", false},
};

#define SPLITS "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2), (3, 'validation', 3);"
/* By a seed that draws one split alone: `train` or `test`. */
#define DRAWN_TRAIN(ties) SPLITS MADE_RUN "'seed', '0', 1, 0, 0, '" ties "', 0);"
#define DRAWN_TEST(ties)  SPLITS MADE_RUN "'seed', '0', 0, 0, 1, '" ties "', 0);"
#define IMPORTED          SPLITS MADE_RUN "'import', '', 0,0,0, 'problem', 0);"

#define CLUSTER(a, b) "INSERT INTO problem_clusters VALUES ('" a "', '" a "'), ('" b "', '" a "');"

TEST(place__follows_what_the_split_is_closed_over)
{
    static const struct {
        const char *sql, *problem, *submission, *user;
        enum split_place_kind kind;
        int split;
        int64_t group_key;
    } cases[] = {
        /* the program of a fix, whatever its problem says */
        {DRAWN_TEST("problem"), "p1", "f00000", "u1", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TEST("problem") "INSERT INTO exclusions VALUES (1, 'benchmark', 'x')", "p1",
         "f00000", "u1", PLACE_EXCLUDED, NO_SPLIT, 0},
        {"DELETE FROM splits", "p1", "f00000", "u1", PLACE_NOWHERE, NO_SPLIT, 0},
        /* its problem, its user, both */
        {DRAWN_TEST("problem"), "p1", "x", "u2", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TEST("problem"), "p9", "x", "u1", PLACE_FOUND, SPLIT_TEST, 0},
        {DRAWN_TEST("user"), "p1", "x", "u3", PLACE_FOUND, SPLIT_VALIDATION, 3},
        {DRAWN_TEST("user"), "p1", "x", "u9", PLACE_FOUND, SPLIT_TEST, 0},
        {DRAWN_TRAIN("problem,user"), "p1", "x", "u1", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TRAIN("problem,user"), "p9", "x", "u1", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TRAIN("problem,user"), "p1", "x", "u9", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TRAIN("problem,user"), "p1", "x", "u2", PLACE_TWO, NO_SPLIT, 0},
        {DRAWN_TRAIN("problem,user"), "p2", "x", "u9", PLACE_TWO, NO_SPLIT, 0},
        {DRAWN_TRAIN("problem,user"), "p9", "x", "u2", PLACE_TWO, NO_SPLIT, 0},
        /* the problem under another id; check looks for it though the split is not closed over it
         */
        {DRAWN_TEST("problem-cluster") CLUSTER("p1", "p9"), "p9", "x", "u9", PLACE_FOUND,
         SPLIT_TRAIN, 1},
        {DRAWN_TEST("problem-cluster") CLUSTER("p8", "p9"), "p9", "x", "u9", PLACE_FOUND,
         SPLIT_TEST, 0},
        {DRAWN_TEST("problem") CLUSTER("p1", "p9"), "p9", "x", "u9", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TEST("problem") CLUSTER("p1", "p9"), "p1", "x", "u9", PLACE_FOUND, SPLIT_TRAIN, 1},
        /* within problems, only the user counts; folds; dates, where nothing is drawn */
        {DRAWN_TEST("user,duplicates") CLUSTER("p1", "p2"), "p1", "x", "u3", PLACE_FOUND,
         SPLIT_VALIDATION, 3},
        {DRAWN_TEST("problem") "UPDATE split_sets SET test_ratio = 0, n_folds = 2;"
                               "UPDATE set_splits SET split = 'fold2'",
         "p1", "x", "u9", PLACE_FOUND, SPLIT_FOLDS + 1, 1},
        {DRAWN_TEST("problem") "UPDATE split_sets SET origin = 'date', test_ratio = 0", "p1",
         "f00000", "u1", PLACE_FOUND, SPLIT_TRAIN, 1},
        {DRAWN_TEST("problem") "UPDATE split_sets SET origin = 'date', test_ratio = 0", "p1", "x",
         "u1", PLACE_NOWHERE, NO_SPLIT, 0},
        /* the lists, and problems that they do not name */
        {IMPORTED "INSERT INTO split_lists VALUES ('p9', 'test')", "p9", "x", "u1", PLACE_FOUND,
         SPLIT_TEST, 0},
        {IMPORTED "INSERT INTO split_lists VALUES ('p9', 'test')", "p8", "x", "u1", PLACE_NOWHERE,
         NO_SPLIT, 0},
        {IMPORTED, "p2", "x", "u1", PLACE_FOUND, SPLIT_TEST, 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(split_places) *places = NULL;
        made_store("place.db", alone, N_ITEMS(alone));
        store_changed("place.db", cases[i].sql);
        scoped(db) *db = made_store_open("place.db");
        assert_done(split_places_open(&places, db, &err));
        struct split_place place =
            split_places_find(places, cases[i].problem, cases[i].submission, cases[i].user);
        if (place.kind != cases[i].kind || place.split != cases[i].split ||
            (place.kind == PLACE_FOUND && place.group_key != cases[i].group_key))
            fail_msg("case %zu: kind %d, split %d, group %d", i, (int)place.kind, place.split,
                     (int)place.group_key);
    }
}

/* Folds are drawn alike for problems without fixes. */
TEST(place__draws_folds)
{
    int n_of_fold[N_SUBSETS] = {0};
    scoped(split_places) *places = NULL;
    made_store("place.db", alone, N_ITEMS(alone));
    store_changed("place.db", DRAWN_TEST("problem") "UPDATE split_sets SET test_ratio = 0, "
                                                    "n_folds = 4");
    scoped(db) *db = made_store_open("place.db");
    assert_done(split_places_open(&places, db, &err));
    for (int i = 0; i < 400; i++) {
        struct split_place place = split_places_find(places, printed("q%d", i), "x", "u");
        assert_int_equal(place.kind, PLACE_FOUND);
        n_of_fold[place.split]++;
    }
    for (int part = 0; part < N_SUBSETS; part++) {
        bool is_fold = part >= SPLIT_FOLDS && part < SPLIT_FOLDS + 4;
        assert_in_range(n_of_fold[part], is_fold ? 60 : 0, is_fold ? 140 : 0);
    }
}
