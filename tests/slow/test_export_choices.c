/* Exports do not depend on threads or shards, and correct programs are correct. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static void check_jobs_and_shards(const char *name, const char *db)
{
    static const char *const formats[] = {
        "pairs",    "nbf", "prompt-completion", "messages", "preference", "alpaca",
        "segments", "fim", "fim-starcoder",     "fim-qwen", "codexglue",  "text"};
    static const char *const granularities[] = {"program", "function", "line"};
    (void)name;
    for (size_t f = 0; f < N_ITEMS(formats); f++) {
        const char *suffix = strcmp(formats[f], "codexglue") == 0 ? "" : ".jsonl";
        for (size_t g = 0; g < (f == 0 ? 1 : N_ITEMS(granularities)); g++)
            run_valid(NULL,
                      "rm -rf \"$SCRATCH/jobs\"; mkdir \"$SCRATCH/jobs\"; cd \"$SCRATCH/jobs\"\n"
                      "export_to() { \"$TOKFIX\" export %s --format %s --granularity %s "
                      "--shuffle --seed 1 --category all \"$@\"; }\n"
                      "for j in 1 7; do export_to -j $j -o $j%s 2>/dev/null || exit 1; done\n"
                      "export_to --files 7 -j 3 -o s%s 2>/dev/null || exit 1\n"
                      "for part in 1*; do part=${part#1}\n"
                      "cmp 1$part 7$part || exit 1\n"
                      "cat s-0000?-of-00007$part | cmp 1$part - || exit 1; done\n",
                      db, formats[f], granularities[g], suffix, suffix);
    }
}

TEST(choices__do_not_depend_on_threads_and_shards)
{
    jsonl_each_store("exports of real programs with several threads", check_jobs_and_shards);
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
