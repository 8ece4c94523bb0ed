/* Fixes from the store. */
#include "db/fixes/fix_reader.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "x = 'é'\nif «»a: b\n", .fixed = "if «not» a: b\n", .status = "Runtime Error"},
    {.buggy = "x = «a»", .fixed = "x = y = «b»\n", .role = "variable"},
};

/* A store of these fixes, changed, and open. */
static struct db *store_of(const char *name, const char *change)
{
    db_close(stored_fixes(name, fixes, N_ITEMS(fixes)));
    return changed_store(name, change);
}

TEST(row__is_what_the_store_has)
{
    scoped(db) *db =
        store_of("row.db",
                 "UPDATE fixes SET dialect = '3', pattern = 'P', token_index = 7, n_tokens = 8, "
                 "fixed_n_tokens = 9, repair_in_program = 1, token_end_byte = 13 WHERE fix_key = 1;"
                 "UPDATE submissions SET date = submission_key * 100, user_id = 'u9';"
                 "INSERT INTO splits VALUES (2, 'test', 1);"
                 "INSERT INTO duplicate_clusters VALUES ('near', 2, 1), ('near', 1, 1), "
                 "('exact', 2, 2)");
    scoped(fix_reader) *rows = NULL;
    struct fix row;
    scoped(arena) arena = {0};
    assert_done(fix_reader_open(&rows, db, &err));
    assert_done(fix_reader_get(rows, 2, &row, &arena, &err));
    assert_string_equal(row.role, "variable");
    assert_string_equal(row.dialect, "");
    assert_string_equal(row.before, "a");
    assert_string_equal(row.split, "test");
    assert_string_equal(row.cluster, "p00001-s0b-s0a");
    assert_int_equal(row.place, 4);
    assert_int_equal(row.place_end, 5);
    assert_done(fix_reader_get(rows, 1, &row, &arena, &err));
    assert_string_equal(row.id, "p00001-s0b-s0a");
    assert_string_equal(row.problem_id, "p00001");
    assert_string_equal(row.user_id, "u9");
    assert_string_equal(row.language, "python");
    assert_string_equal(row.original_language, "Python3");
    assert_string_equal(row.buggy_submission, "s0b");
    assert_string_equal(row.fixed_submission, "s0a");
    assert_string_equal(row.buggy_status, "Runtime Error");
    assert_string_equal(row.fixed_status, "Accepted");
    assert_int_equal(row.buggy_date, 100);
    assert_int_equal(row.fixed_date, 200);
    assert_string_equal(row.edit, "insert");
    assert_string_equal(row.category, "variable_misuse");
    assert_string_equal(row.pattern, "P");
    assert_string_equal(row.role, "");
    assert_string_equal(row.before, "");
    assert_string_equal(row.after, "not");
    assert_int_equal(row.line, 2);
    assert_int_equal(row.column, 3);
    assert_int_equal(row.start_byte, 12);
    assert_int_equal(row.end_byte, 12);
    assert_int_equal(row.token_index, 7);
    assert_int_equal(row.n_tokens, 8);
    assert_int_equal(row.token_end_byte, 13);
    assert_int_equal(row.fixed_line, 1);
    assert_int_equal(row.fixed_column, 3);
    assert_int_equal(row.fixed_start_byte, 3);
    assert_int_equal(row.fixed_end_byte, 6);
    assert_int_equal(row.fixed_n_tokens, 9);
    assert_int_equal(row.repair_in_program, 1);
    assert_string_equal(row.dialect, "3");
    assert_string_equal(row.split, "");
    assert_string_equal(row.cluster, "p00001-s0b-s0a");
    assert_string_equal(row.buggy_code, "x = 'é'\nif a: b\n");
    assert_string_equal(row.fixed_code, "if not a: b\n");
    assert_int_equal(row.buggy_length, strlen(row.buggy_code));
    assert_int_equal(row.fixed_length, strlen(row.fixed_code));
    assert_int_equal(row.place, 12);
    assert_int_equal(row.place_end, 13);
    assert_false(row.is_clean);
    fix_reader_close(NULL);
}

TEST(row__of_a_correct_program_is_its_fixed_side)
{
    scoped(db) *db = store_of("clean.db", "UPDATE submissions SET date = submission_key * 100");
    scoped(fix_reader) *rows = NULL;
    struct fix row;
    scoped(arena) arena = {0};
    assert_done(fix_reader_open(&rows, db, &err));
    assert_done(fix_reader_get(rows, 1, &row, &arena, &err));
    fix_make_clean(&row, &arena);
    assert_true(row.is_clean);
    assert_string_equal(row.id, "p00001-s0a-s0a");
    assert_string_equal(row.buggy_submission, "s0a");
    assert_string_equal(row.buggy_status, "Accepted");
    assert_int_equal(row.buggy_date, 200);
    assert_string_equal(row.edit, "none");
    assert_string_equal(row.category, "none");
    assert_string_equal(row.after, "");
    assert_string_equal(row.buggy_code, "if not a: b\n");
    assert_int_equal(row.buggy_length, strlen(row.buggy_code));
    assert_int_equal(row.start_byte + row.end_byte + row.token_end_byte + row.line, 0);
    assert_int_equal(row.place, 3);
    assert_int_equal(row.place_end, 6);
}

TEST(row__that_does_not_hold_together_is_an_error)
{
    static const struct text_case cases[] = {
        {"DELETE FROM fixes WHERE fix_key = 2", "the fix 2 lacks its programs; mine the dataset "},
        {"PRAGMA foreign_keys = OFF; DELETE FROM sources",
         "the fix 2 lacks its programs; mine the dataset again"},
        {"PRAGMA foreign_keys = OFF; DELETE FROM submissions WHERE submission_id = 's1a'",
         "the fix 2 lacks its programs; "},
        {"UPDATE fixes SET start_byte = -1", "the fix p00001-s1b-s1a is outside its program; "},
        {"UPDATE fixes SET start_byte = 6", "the fix p00001-s1b-s1a is outside its program; "},
        {"UPDATE fixes SET end_byte = 6", "the fix p00001-s1b-s1a is outside its program; "},
        {"UPDATE fixes SET end_byte = 3", "the fix p00001-s1b-s1a is outside its program; "},
        {"UPDATE fixes SET token_end_byte = 9223372036854775807",
         "the fix p00001-s1b-s1a is outside its program; "},
        {"UPDATE fixes SET token_end_byte = 3", "the fix p00001-s1b-s1a is outside its program"},
        {"UPDATE fixes SET fixed_start_byte = -9223372036854775808",
         "the fix p00001-s1b-s1a is outside its program; "},
        {"UPDATE fixes SET fixed_end_byte = 11", "the fix p00001-s1b-s1a is outside its program"},
        {"UPDATE sources SET code = ''", "the fix p00001-s1b-s1a is outside its program; "},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("bad.db", cases[i].given);
        scoped(fix_reader) *rows = NULL;
        struct fix row;
        scoped(arena) arena = {0};
        struct err err;
        assert_success(fix_reader_open(&rows, db, &err), err);
        assert_int_equal(fix_reader_get(rows, 2, &row, &arena, &err), ERR);
        if (strncmp(err.message, cases[i].expected, strlen(cases[i].expected)) != 0)
            fail_msg("%s: %s", cases[i].given, err.message);
    }
}

TEST(fix__bytes_are_inside_or_not)
{
    static const struct {
        int64_t start, end;
        bool is_inside;
    } cases[] = {
        {0, 0, true},
        {0, 10, true},
        {10, 10, true},
        {3, 2, false},
        {-1, 0, false},
        {0, 11, false},
        {INT64_MAX, INT64_MAX, false},
        {INT64_MIN, 0, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(fix_bytes_are_inside(cases[i].start, cases[i].end, 10),
                         cases[i].is_inside);
}

struct seen {
    int64_t fix_keys[100];
    char places[100]; /* where the edit is, as work makes it */
    size_t n, n_wanted;
    bool is_clean;
};

static void *new_nothing(void *context)
{
    return context;
}

static void forget(void *made)
{
    (void)made;
}

static void note_place(void *context, void *worker, const struct fix *fix,
                       const struct fix_item *item, void *made)
{
    assert_ptr_equal(context, worker);
    assert_int_equal(fix->is_clean, item->is_clean);
    *(char *)made = fix->buggy_code[fix->place];
}

static int take_fix(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                    struct err *err)
{
    struct seen *seen = context;
    if (seen->n == seen->n_wanted)
        return err_set(err, "enough");
    seen->places[seen->n] = made ? *(char *)made : fix->buggy_code[fix->place];
    seen->fix_keys[seen->n++] = item->fix_key;
    return 0;
}

/* Read in turn, or by one thread or four: the same fixes in the same order, and the end when
 * somebody has seen enough. */
TEST(visit__takes_fixes_in_order)
{
    enum { N = 90 };
    static const int threads[] = {0, 1, 4};
    scoped(db) *db = store_of("visit.db", "SELECT 1");
    struct fix_item items[N];
    for (int i = 0; i < N; i++)
        items[i] = (struct fix_item){.fix_key = 1 + i % 2, .is_clean = i % 3 == 0};
    for (size_t i = 0; i < N_ITEMS(threads); i++)
        for (size_t n_wanted = 0; n_wanted <= N; n_wanted += 45) {
            struct seen seen = {.n_wanted = n_wanted};
            struct fix_visit visit = {.context = &seen,
                                      .work = threads[i] ? note_place : NULL,
                                      .made_size = 1,
                                      .made_release = forget,
                                      .n_threads = threads[i],
                                      .worker_new = new_nothing,
                                      .worker_free = forget,
                                      .take = take_fix};
            struct err err;
            assert_int_equal(fixes_visit(db, items, N, &visit, &err), n_wanted < N ? ERR : 0);
            assert_int_equal(seen.n, n_wanted);
            for (size_t k = 0; k < seen.n; k++)
                assert_int_equal(seen.fix_keys[k], items[k].fix_key);
            if (n_wanted < N)
                assert_string_equal(err.message, "enough");
        }
}
