/* The numbers of a run are the sums of its problems. */
#include "base/hash.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static struct db *filled(const char *name)
{
    static const struct problem_row problems[] = {
        {"p2", NULL, NULL, "bb", 9, 1, 2},
        {"p1", NULL, NULL, "aa", 8, 3, 1},
        {"p3", NULL, NULL, NULL, 0, 0, 0},
    };
    static const struct problem_language_row counts[] = {
        {{"p2", "python"}, 6, 3, 15, 2, 5},
        {{"p1", "python"}, 4, 2, 5, 1, 2},
        {{"p1", "cpp"}, 3, 1, 1, 1, 2},
    };
    static const struct problem_language p1 = {"p1", "python"}, p2 = {"p2", "python"},
                                         cpp = {"p1", "cpp"};
    struct db *store = store_made(name);
    struct run_row run = rows_run;
    run.languages[run.n_languages++] = (struct run_language){"cpp", "tree-sitter-cpp", "0.23", 14};
    run.languages[run.n_languages++] = (struct run_language){"java", "g", "1", 14}; /* no rows */
    run.problem_list_sha256 = "cc";
    run.dataset = run.metadata_sha256 = NULL;
    assert_done(store_add_run(store, &run, &err));
    for (size_t i = 0; i < N_ITEMS(problems); i++)
        assert_done(store_add_problem(store, &problems[i], &err));
    for (size_t i = 0; i < N_ITEMS(counts); i++)
        assert_done(store_add_problem_language(store, &counts[i], &err));
    assert_done(store_add_problem_reject(store, &cpp, "multi_token", "Wrong Answer", 1, &err));
    assert_done(store_add_problem_status(store, &cpp, "Accepted", "accepted", 3, &err));
    assert_done(store_add_problem_history_size(store, &cpp, 3, 1, &err));
    assert_done(store_add_problem_reject(store, &p1, "multi_token", "Wrong Answer", 3, &err));
    assert_done(store_add_problem_reject(store, &p2, "multi_token", "Wrong Answer", 4, &err));
    assert_done(store_add_problem_reject(store, &p2, "identical", "Wrong Answer", 1, &err));
    assert_done(store_add_problem_status(store, &p1, "Accepted", "accepted", 4, &err));
    assert_done(store_add_problem_status(store, &p2, "Zebra", "undecided", 1, &err));
    assert_done(store_add_problem_status(store, &p2, "Accepted", "accepted", 2, &err));
    assert_done(store_add_problem_status(store, &p2, "Wrong Answer", "failing", 3, &err));
    assert_done(store_add_problem_history_size(store, &p1, 2, 2, &err));
    assert_done(store_add_problem_history_size(store, &p2, 5, 1, &err));
    assert_done(store_add_problem_history_size(store, &p2, 2, 7, &err));
    return store;
}

TEST(totals__are_summed_up)
{
    struct db *store = filled("sums");
    assert_done(store_sum_up(store, &err));
    assert_done(store_finish_run(store, 1, "D", "M", &err));
    scoped(db) *db = store_reopened(store, "sums");
    assert_rows(db, "SELECT name, language, n FROM run_counts ORDER BY sort_order",
                "problems||3\nproblems_without_submissions||1\nmetadata_rows||17\n"
                "rows_unusable||4\nrows_other_languages||3\n"
                "submissions|python|10\nsubmissions|cpp|3\n"
                "submissions_accepted|python|6\nsubmissions_accepted|cpp|3\n"
                "submissions_failing|python|3\nsubmissions_failing|cpp|0\n"
                "submissions_undecided|python|1\nsubmissions_undecided|cpp|0\n"
                "histories|python|5\nhistories|cpp|1\n"
                "submissions_compared|python|7\nsubmissions_compared|cpp|2\n"
                "pairs|python|20\npairs|cpp|1\n");
    assert_rows(db, "SELECT name, n FROM run_totals WHERE sort_order > 5 ORDER BY sort_order",
                "submissions|13\nsubmissions_accepted|9\nsubmissions_failing|3\n"
                "submissions_undecided|1\nhistories|6\nsubmissions_compared|9\npairs|21\n");
    assert_rows(db, "SELECT language, reason, status, n_pairs FROM rejects ORDER BY rowid",
                "python|identical|Wrong Answer|1\npython|multi_token|Wrong Answer|7\n"
                "cpp|multi_token|Wrong Answer|1\n");
    assert_rows(db, "SELECT language, status, class, n_submissions FROM statuses ORDER BY rowid",
                "python|Accepted|accepted|6\npython|Wrong Answer|failing|3\n"
                "python|Zebra|undecided|1\ncpp|Accepted|accepted|3\n");
    assert_rows(db, "SELECT language, n_submissions, n_histories FROM history_sizes ORDER BY rowid",
                "python|2|9\npython|5|1\ncpp|3|1\n");
    assert_rows(db, "SELECT language, grammar_version, grammar_abi FROM run_details",
                "python,cpp|0.23.6,0.23|14,14\n");
}

TEST(totals__of_nothing_are_zero)
{
    struct db *store = store_with_run("none");
    assert_done(store_sum_up(store, &err));
    scoped(db) *db = store_reopened(store, "none");
    assert_rows(db, "SELECT count(*), sum(n) FROM run_counts", "12|0\n");
}

/* As sha256sum would, over the lines that it prints for the metadata files, the list first. */
TEST(totals__fingerprint_is_that_of_lines_as_sha256sum_prints)
{
    static const char lines[] = "cc  problem_list.csv\naa  p1.csv\nbb  p2.csv\n";
    char hex[SHA256_HEX_SIZE];
    struct db *store = filled("fingerprint");
    sha256_hex(lines, strlen(lines), hex);
    assert_done(store_finish_run(store, 1, "D", "M", &err));
    scoped(db) *db = store_reopened(store, "fingerprint");
    assert_rows(db, "SELECT dataset, metadata_sha256 FROM run", printed("D|%s\n", hex));
}
