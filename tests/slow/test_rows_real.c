/* The same for real submissions: C++ programs of AtCoder, some of them not UTF-8. */
#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(rows_real__of_atcoder_are_those_of_the_tree)
{
    if (!has_python("the trees as rows") || !has_program("zstd", "the trees as rows") ||
        !can_run("test -d \"$SHARED/data/cpp-atcoder\"", "the tree as rows", "it is not here"))
        skip();
    run_valid(NULL, "\"$SAMPLE/../rows/equal.sh\" \"$TOKFIX\" \"$SHARED/data/cpp-atcoder\" "
                    "\"$SCRATCH/real\"");
}

TEST(rows_real__in_all_forms_give_the_same)
{
    static const char *const trees[] = {"cpp-atcoder", "atcoder"};
    if (!has_python("the forms of rows") || !has_program("zstd", "the forms of rows") ||
        !can_run("test -d \"$SHARED/data/atcoder\"", "the forms of rows", "it is not here"))
        skip();
    for (size_t i = 0; i < N_ITEMS(trees); i++)
        run_valid(NULL,
                  "\"$SAMPLE/../rows/forms.sh\" \"$TOKFIX\" \"$SHARED/data/%s\" "
                  "\"$SCRATCH/forms-%s\" 5000",
                  trees[i], trees[i]);
}

/* Kills at moments that are spread over the run, which reads the rows again each time. */
TEST(rows_real__after_kills_give_the_same_database)
{
    scoped(str) output = {0};
    int n_kills = 0, n_resumed = 0, status = 137;
    if (run_shell(NULL, "test -e \"$SCRATCH/real/b1.jsonl-1.db\"") != 0)
        skip();
    for (int ms = 20; status == 137 && ms < 60000; ms += ms / 5) {
        status =
            run_shell(&output,
                      "cd \"$SCRATCH/real\"; "
                      "\"$TOKFIX\" mine b1.jsonl -o k.db -j %d --language all --resume & p=$!; "
                      "sleep %d.%03d; kill -9 $p; wait $p",
                      1 + n_kills % 3, ms / 1000, ms % 1000);
        n_kills += status == 137;
        n_resumed += strstr(str_text(&output), "resuming: ") != NULL;
    }
    assert_int_equal(status, 0);
    run_valid(NULL, "cd \"$SCRATCH/real\"; \"$SAMPLE/../same_db.sh\" k.db b1.jsonl-1.db");
    assert_true(n_kills > 3);
    printf("note: %d times killed, %d times resumed\n", n_kills, n_resumed);
}
