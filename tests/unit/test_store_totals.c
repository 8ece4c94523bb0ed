/* The numbers of a run are the sums of its problems. */
#include "base/sha256.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static struct store *filled(const char *name)
{
    static const struct problem_row problems[] = {
        {"p2", NULL, NULL, 6, 3, 15, 2, "bb", 9, 1, 2, 5, 0, 0},
        {"p1", NULL, NULL, 4, 2, 5, 1, "aa", 8, 3, 1, 2, 0, 0},
        {"p3", NULL, NULL, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 0, 0},
    };
    struct store *store = store_made(name);
    struct run_row run = rows_run;
    run.problem_list_sha256 = "cc";
    run.dataset = run.metadata_sha256 = NULL;
    assert_done(store_add_run(store, &run, &err));
    for (size_t i = 0; i < N_ITEMS(problems); i++)
        assert_done(store_add_problem(store, &problems[i], &err));
    assert_done(store_add_problem_reject(store, "p1", "multi_token", "Wrong Answer", 3, &err));
    assert_done(store_add_problem_reject(store, "p2", "multi_token", "Wrong Answer", 4, &err));
    assert_done(store_add_problem_reject(store, "p2", "identical", "Wrong Answer", 1, &err));
    assert_done(store_add_problem_status(store, "p1", "Accepted", "accepted", 4, &err));
    assert_done(store_add_problem_status(store, "p2", "Zebra", "undecided", 1, &err));
    assert_done(store_add_problem_status(store, "p2", "Accepted", "accepted", 2, &err));
    assert_done(store_add_problem_status(store, "p2", "Wrong Answer", "failing", 3, &err));
    assert_done(store_add_problem_history_size(store, "p1", 2, 2, &err));
    assert_done(store_add_problem_history_size(store, "p2", 5, 1, &err));
    assert_done(store_add_problem_history_size(store, "p2", 2, 7, &err));
    return store;
}

TEST(totals__are_summed_up)
{
    struct store *store = filled("sums");
    assert_done(store_sum_up(store, &err));
    assert_done(store_finish_run(store, "D", "M", &err));
    scoped(db) *db = store_reopened(store, "sums");
    assert_rows(db, "SELECT name, n FROM run_counts ORDER BY sort_order",
                "problems|3\nproblems_without_submissions|1\nmetadata_rows|17\nrows_unusable|4\n"
                "rows_other_languages|3\nsubmissions|10\nsubmissions_accepted|6\n"
                "submissions_failing|3\nsubmissions_undecided|1\nhistories|5\n"
                "submissions_compared|7\npairs|20\n");
    assert_rows(db, "SELECT reason, status, n_pairs FROM rejects ORDER BY rowid",
                "identical|Wrong Answer|1\nmulti_token|Wrong Answer|7\n");
    assert_rows(db, "SELECT status, class, n_submissions FROM statuses ORDER BY rowid",
                "Accepted|accepted|6\nWrong Answer|failing|3\nZebra|undecided|1\n");
    assert_rows(db, "SELECT n_submissions, n_histories FROM history_sizes", "2|9\n5|1\n");
}

TEST(totals__of_nothing_are_zero)
{
    struct store *store = store_with_run("none");
    assert_done(store_sum_up(store, &err));
    scoped(db) *db = store_reopened(store, "none");
    assert_rows(db, "SELECT count(*), sum(n) FROM run_counts", "12|0\n");
}

/* As sha256sum would, over the lines that it prints for the metadata files, the list first. */
TEST(totals__fingerprint_is_that_of_lines_as_sha256sum_prints)
{
    static const char lines[] = "cc  problem_list.csv\naa  p1.csv\nbb  p2.csv\n";
    char hex[SHA256_HEX_SIZE];
    struct store *store = filled("fingerprint");
    sha256_hex(lines, strlen(lines), hex);
    assert_done(store_finish_run(store, "D", "M", &err));
    scoped(db) *db = store_reopened(store, "fingerprint");
    assert_rows(db, "SELECT dataset, metadata_sha256 FROM run", printed("D|%s\n", hex));
}
