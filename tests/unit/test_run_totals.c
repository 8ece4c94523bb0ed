/* Problem by problem the numbers of a run add up, and the store has them at the end. */
#include "miner/run_totals.h"
#include "tests/support/rows.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* Problem results made by hand, and the totals over them. */
struct fixture {
    struct dataset dataset;
    struct problem problems[3];
    struct problem_result results[3];
    struct run_totals totals;
};

static void add_submissions(struct problem_result *result, const char *status, int n)
{
    for (int i = 0; i < n; i++)
        array_push(&result->submissions.list, (struct submission){.status = status});
}

static void add_fixes(struct problem_result *result, const char *category, int n)
{
    for (int i = 0; i < n; i++)
        array_push(&result->fixes, (struct fix_row){.category = category});
}

static void add_history_sizes(struct problem_result *result, const size_t *sizes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        array_push(&result->n_histories_of_size, sizes[i]);
}

static void fill_first(struct problem_result *result)
{
    static const size_t sizes[] = {0, 3, 1};
    strcpy(result->submissions.sha256, "aaa");
    result->submissions.n_rows = 12;
    result->submissions.n_other_languages = 3;
    result->submissions.n_unusable = 4;
    result->n_histories = 4;
    result->n_compared = 2;
    result->n_pairs = 9;
    add_submissions(result, "Wrong Answer", 2);
    add_submissions(result, "Accepted", 1);
    add_submissions(result, "Zebra", 1);
    add_submissions(result, "", 1);
    add_fixes(result, "literal", 2);
    add_fixes(result, "other", 3);
    add_history_sizes(result, sizes, N_ITEMS(sizes));
    result->n_rejects[REJECT_IDENTICAL][status_failing_number("Wrong Answer")] = 3;
    result->n_rejects[REJECT_SYNTAX_ERROR][status_failing_number("Compile Error")] = 1;
}

static void fill_third(struct problem_result *result)
{
    static const size_t sizes[] = {0, 0, 0, 0, 0, 1};
    strcpy(result->submissions.sha256, "ccc");
    result->submissions.n_rows = 5;
    result->n_histories = 1;
    result->n_compared = 5;
    result->n_pairs = 6;
    add_submissions(result, "Runtime Error", 1);
    add_submissions(result, "Accepted", 3);
    add_submissions(result, "Internal error", 1);
    add_fixes(result, "variable_misuse", 1);
    add_history_sizes(result, sizes, N_ITEMS(sizes));
    result->n_rejects[REJECT_IDENTICAL][status_failing_number("Wrong Answer")] = 4;
    result->n_rejects[REJECT_MULTI_TOKEN][status_failing_number("Runtime Error")] = 1;
}

/* The second problem is empty, and its metadata could not be read. */
static void add_all(struct fixture *fixture)
{
    *fixture = (struct fixture){.dataset = {.list = {.sha256 = "111"}}};
    static const char *const ids[] = {"p00001", "p00002", "p00003"};
    fill_first(&fixture->results[0]);
    fill_third(&fixture->results[2]);
    run_totals_start(&fixture->totals, &fixture->dataset);
    for (size_t i = 0; i < 3; i++) {
        fixture->problems[i].problem_id = ids[i];
        fixture->results[i].problem = &fixture->problems[i];
        run_totals_add(&fixture->totals, &fixture->results[i]);
    }
}

static void release(struct fixture *fixture)
{
    for (size_t i = 0; i < 3; i++) {
        array_release(&fixture->results[i].submissions.list);
        array_release(&fixture->results[i].fixes);
        array_release(&fixture->results[i].n_histories_of_size);
    }
    run_totals_release(&fixture->totals);
}

static void run_totals__add_up(void **state)
{
    (void)state;
    struct fixture fixture;
    add_all(&fixture);
    const struct run_totals *totals = &fixture.totals;
    assert_int_equal(totals->n_problems, 3);
    assert_int_equal(totals->n_empty_problems, 1);
    assert_int_equal(totals->n_rows, 17);
    assert_int_equal(totals->n_other_languages, 3);
    assert_int_equal(totals->n_unusable, 4);
    assert_int_equal(totals->n_submissions, 10);
    assert_int_equal(totals->n_histories, 5);
    assert_int_equal(totals->n_compared, 7);
    assert_int_equal(totals->n_pairs, 15);
    assert_int_equal(totals->n_fixes, 6);
    assert_int_equal(totals->n_bugs, 3);
    release(&fixture);
}

static void run_totals__keep_statuses_in_order_and_once(void **state)
{
    (void)state;
    static const struct {
        const char *status;
        int64_t n;
    } expected[] = {
        {"", 1},
        {"Accepted", 4},
        {"Internal error", 1},
        {"Runtime Error", 1},
        {"Wrong Answer", 2},
        {"Zebra", 1},
    };
    struct fixture fixture;
    add_all(&fixture);
    assert_int_equal(fixture.totals.statuses.n, N_ITEMS(expected));
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        assert_string_equal(fixture.totals.statuses.items[i].status, expected[i].status);
        assert_int_equal(fixture.totals.statuses.items[i].n, expected[i].n);
    }
    release(&fixture);
}

/* A dataset may hold any status, as often as it likes, in texts that are gone afterwards. */
static void run_totals__count_any_number_of_statuses(void **state)
{
    (void)state;
    static const struct dataset dataset;
    static const struct problem problem;
    enum { N = 101 };
    static char texts[N][32];
    struct run_totals totals;
    run_totals_start(&totals, &dataset);
    for (int round = 0; round < 3; round++) {
        struct problem_result result = {.problem = &problem};
        for (int i = 0; i < N; i++) {
            snprintf(texts[i], sizeof texts[i], "status %03d", i * 37 % N);
            array_push(&result.submissions.list, (struct submission){.status = texts[i]});
        }
        run_totals_add(&totals, &result);
        array_release(&result.submissions.list);
        memset(texts, 0, sizeof texts);
    }
    assert_int_equal(totals.statuses.n, N);
    for (int i = 0; i < N; i++) {
        char status[32];
        snprintf(status, sizeof status, "status %03d", i);
        assert_string_equal(totals.statuses.items[i].status, status);
        assert_int_equal(totals.statuses.items[i].n, 3);
    }
    run_totals_release(&totals);
}

static void run_totals__fingerprint_is_that_of_lines_as_sha256sum_prints(void **state)
{
    (void)state;
    static const char lines[] = "111  problem_list.csv\naaa  p00001.csv\nccc  p00003.csv\n";
    static const struct dataset unlisted;
    struct fixture fixture;
    struct run_totals nothing;
    char expected[SHA256_HEX_SIZE], hex[SHA256_HEX_SIZE];
    add_all(&fixture);
    sha256_hex(lines, strlen(lines), expected);
    run_totals_fingerprint(&fixture.totals, hex);
    assert_string_equal(hex, expected);
    release(&fixture);

    run_totals_start(&nothing, &unlisted);
    sha256_hex("", 0, expected);
    run_totals_fingerprint(&nothing, hex);
    assert_string_equal(hex, expected);
    run_totals_release(&nothing);
}

/* What a query gives, columns joined by '=' and rows by "; "; in a static buffer. */
static const char *rows_of(struct db *db, const char *sql, int n_columns)
{
    static struct str rows;
    struct err err;
    struct db_statement *statement;
    int status;
    str_clear(&rows);
    assert_success(db_prepare(&statement, db, sql, &err), err);
    while ((status = db_step(statement, &err)) == 1) {
        str_add_text(&rows, rows.length ? "; " : "");
        for (int i = 0; i < n_columns; i++)
            str_print(&rows, "%s%s", i ? "=" : "", db_text(statement, i));
    }
    assert_success(status, err);
    db_finish(statement);
    return str_text(&rows);
}

static void run_totals__stand_in_the_store(void **state)
{
    (void)state;
    struct fixture fixture;
    struct store *store;
    struct db *db;
    struct err err;
    const char *path = scratch_path("totals.db");
    add_all(&fixture);
    assert_success(store_create(&store, path, &err), err);
    assert_success(store_add_run(store, &rows_run, &err), err);
    assert_success(run_totals_store(&fixture.totals, store, &err), err);
    assert_success(store_finish(store, &err), err);
    assert_success(store_open(&db, path, &err), err);
    assert_string_equal(rows_of(db, "SELECT name, n FROM counts ORDER BY position", 2),
                        "problems=3; problems_without_submissions=1; metadata_rows=17; "
                        "rows_unusable=4; rows_other_languages=3; submissions=10; "
                        "submissions_accepted=4; submissions_failing=3; submissions_undecided=3; "
                        "histories=5; submissions_compared=7; pairs=15");
    assert_string_equal(
        rows_of(db, "SELECT reason, status, n_pairs FROM rejects ORDER BY 1, 2", 3),
        "identical=Wrong Answer=7; multi_token=Runtime Error=1; syntax_error=Compile Error=1");
    assert_string_equal(
        rows_of(db, "SELECT status, class, n_submissions FROM statuses ORDER BY 1", 3),
        "=undecided=1; Accepted=accepted=4; Internal error=undecided=1; Runtime Error=failing=1; "
        "Wrong Answer=failing=2; Zebra=undecided=1");
    assert_string_equal(
        rows_of(db, "SELECT n_submissions, n_histories FROM history_sizes ORDER BY 1", 2),
        "1=3; 2=1; 5=1");
    db_close(db);
    release(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_totals__add_up),
        cmocka_unit_test(run_totals__keep_statuses_in_order_and_once),
        cmocka_unit_test(run_totals__count_any_number_of_statuses),
        cmocka_unit_test(run_totals__fingerprint_is_that_of_lines_as_sha256sum_prints),
        cmocka_unit_test(run_totals__stand_in_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
