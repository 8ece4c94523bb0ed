/* Exports do not depend on threads, and correct programs are correct. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static void check_jobs(const char *name, const char *db)
{
    static const char *const formats[] = {"pairs",    "nbf",        "prompt-completion",
                                          "messages", "preference", "fim"};
    static const char *const granularities[] = {"program", "function", "line"};
    (void)name;
    for (size_t f = 0; f < N_ITEMS(formats); f++)
        for (size_t g = 0; g < (f == 0 ? 1 : N_ITEMS(granularities)); g++)
            run_valid(NULL,
                      "cd \"$SCRATCH\"; for j in 1 7; do \"$TOKFIX\" export %s --format %s "
                      "--granularity %s --category all -j $j -o $j.jsonl --force -q || exit 1; "
                      "done; cmp 1.jsonl 7.jsonl",
                      db, formats[f], granularities[g]);
}

TEST(choices__do_not_depend_on_threads)
{
    jsonl_each_store("exports of real programs with several threads", check_jobs);
}

static void check_negatives(const char *name, const char *db)
{
    scoped(jsonl) rows = {0};
    jsonl_export(&rows, "%s --format pairs --category all --negatives 1", db);
    size_t n_clean = 0, n_buggy = 0;
    for (size_t i = 0; i < rows.rows.n; i++) {
        const struct json *row = rows.rows.items[i];
        bool is_clean = strcmp(jsonl_text(row, "edit"), "none") == 0;
        const char *code = jsonl_text(row, "fixed_code");
        n_clean += is_clean;
        n_buggy += !is_clean;
        assert_int_equal(strcmp(code, jsonl_text(row, "buggy_code")) == 0, is_clean);
        if (!is_clean)
            continue;
        assert_string_equal(jsonl_text(row, "buggy_status"), "Accepted");
        bool is_fixed_side = false;
        for (size_t k = 0; k < rows.rows.n; k++) {
            const struct json *other = rows.rows.items[k];
            bool is_same = strcmp(jsonl_text(other, "buggy_code"), code) == 0;
            if (is_same && k != i)
                fail_msg("%s is a buggy program, or there twice", jsonl_text(row, "id"));
            is_fixed_side =
                is_fixed_side || (k != i && strcmp(jsonl_text(other, "fixed_code"), code) == 0);
        }
        assert_true(is_fixed_side);
    }
    assert_true(n_clean > 0 && n_clean <= n_buggy);
    printf("note: %s: %zu correct programs beside %zu buggy ones\n", name, n_clean, n_buggy);
}

TEST(choices__take_correct_programs_once)
{
    jsonl_each_store("correct ones of real programs", check_negatives);
}
