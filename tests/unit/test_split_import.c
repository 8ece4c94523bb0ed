/* Splits imported from lists of problems. */
#include "guard/split.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u1", "a = 1\n", "a = 2\n", false}, {"p1", "u2", "a = 1\n", "a = 3\n", false},
    {"p2", "u1", "b = 1\n", "b = 2\n", false}, {"p3", "u3", "c = 1\n", "c = 2\n", false},
    {"p4", "u4", "d = 1\n", "d = 2\n", false},
};

/* Imports three lists, NULL for none; the splits stay in the transaction that `db` is left in. */
static int import(struct db *db, const char *const lists[N_SPLITS], struct err *err)
{
    static const char *const names[] = {"train.txt", "validation.txt", "test.txt"};
    const char *paths[N_SPLITS] = {0};
    for (int i = 0; i < N_SPLITS; i++)
        if (lists[i]) {
            paths[i] = scratch_path(names[i]);
            write_test_file(paths[i], lists[i], strlen(lists[i]));
        }
    return split_import(db, paths, err);
}

TEST(split_import__follows_the_lists)
{
    static const char *const lists[] = {"p1\n\n  p9\t\r\np1\n", NULL, " p2\r\np4"};
    static const char *const others[] = {NULL, "p1\np2\np3\np4\n", NULL};
    made_store("import.db", fixes, N_ITEMS(fixes));
    store_changed("import.db", "INSERT INTO exclusions VALUES (5, 'benchmark', 'x');"
                               "INSERT INTO splits VALUES (4, 'test', 4)");
    scoped(db) *db = made_store_open("import.db");
    assert_done(import(db, lists, &err));
    assert_rows(db, "SELECT fix_key, split, group_key FROM splits ORDER BY fix_key",
                "1|train|1\n2|train|1\n3|test|3\n");
    assert_rows(
        db,
        "SELECT origin, seed, train_ratio, validation_ratio, test_ratio, grouped_by FROM split_run",
        "import||0|0|0|problem\n");
    assert_done(import(db, others, &err));
    assert_rows(db, "SELECT count(*) FROM splits WHERE split = 'validation'", "4\n");
    assert_rows(db, "SELECT count(*) FROM split_run", "1\n");
}

TEST(split_import__refuses_invalid_lists)
{
    static const struct {
        const char *lists[N_SPLITS];
        const char *message;
    } cases[] = {
        {{"p1\np2\n", NULL, "p3\n\np2\n"},
         "test.txt:3: the problem 'p2' is already in the list for train"},
        {{"p1\n../p2\n", NULL, NULL}, "train.txt:2: '../p2' is not a problem id"},
        {{NULL, "\n\n..\n", NULL}, "validation.txt:3: '..' is not a problem id"},
        {{NULL, NULL, "p\xff\n"}, "test.txt:1: "},
        {{"p1 p2\n", NULL, NULL},
         "train.txt:1: 'p1 p2' is not a problem id; write one id per line"},
        {{"p1,p2\n", NULL, NULL}, "train.txt:1: 'p1,p2' is not a problem id"},
        {{"p77\n", NULL, NULL}, "no problem in these lists has a fix in the database"},
    };
    made_store("import.db", fixes, N_ITEMS(fixes));
    scoped(db) *db = made_store_open("import.db");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_error_with(import(db, cases[i].lists, &err), cases[i].message);
    }
    const char *missing[N_SPLITS] = {scratch_path("missing"), NULL, NULL};
    assert_error_with(split_import(db, missing, &err), "cannot open");
    write_test_file(scratch_path("zero"), "p1\n\0p2", 6);
    missing[0] = scratch_path("zero");
    assert_error_with(split_import(db, missing, &err), "zero byte");
    missing[0] = scratch_path(".");
    assert_any_error(split_import(db, missing, &err));
}
