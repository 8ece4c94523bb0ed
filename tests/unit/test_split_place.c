/* The splits of programs without fixes. */
#include "guard/split.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* Each of its own problem and user: in train, test and validation. */
static const struct made_fix fixes[] = {
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
        made_store("place.db", fixes, N_ITEMS(fixes));
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
    made_store("place.db", fixes, N_ITEMS(fixes));
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
