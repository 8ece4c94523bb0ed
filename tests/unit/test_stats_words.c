/* What tables call things, by the sources of the store. */
#include "report/stats.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true},
    {"p2", "u", "a2", "b2", true},
};

static const char git_run[] =
    "INSERT INTO run SELECT 2, tool_version, 'all', failing, max_tokens, max_bytes, max_pairs, 1, "
    "1, 1, '89ab', NULL, 'git', '--keywords words', languages, NULL, 'repositories', 'cdef', "
    "NULL, NULL FROM run;"
    "UPDATE problems SET run_key = 2 WHERE problem_id = 'p2';"
    "UPDATE problem_runs SET run_key = 2 WHERE problem_id = 'p2';"
    "INSERT INTO repositories VALUES ('p2', 'p2', NULL, NULL, 0);"
    "DELETE FROM problem_languages;"
    "INSERT INTO problem_languages VALUES ('p1', 1, 'python', 7, 3, 5, 1, 6), "
    "('p2', 2, 'python', 20, 10, 10, 1, 20);"
    "UPDATE problem_runs SET n_rows = iif(problem_id = 'p1', 9, 100);"
    "INSERT INTO problem_statuses VALUES ('p1', 1, 'python', 'Accepted', 'accepted', 4);"
    "INSERT INTO run_counts (name, language, n) VALUES ('problems', '', 2), "
    "('metadata_rows', '', 109), ('submissions', 'python', 27), ('histories', 'python', 13), "
    "('pairs', 'python', 15);";

static const char only_git[] =
    "UPDATE problems SET run_key = 2; UPDATE problem_runs SET run_key = 2; "
    "UPDATE problem_languages SET run_key = 2; UPDATE problem_statuses SET run_key = 2; DELETE "
    "FROM run WHERE run_key = 1;";

/* The tables of a changed store. */
static struct json *stats_of(const char *first, const char *second)
{
    struct json *stats;
    made_store("words.db", fixes, N_ITEMS(fixes));
    scoped(db) *db = changed_store("words.db", printed("SELECT 1; %s %s", first, second));
    assert_done(stats_collect(&stats, db, &(struct stats_request){.n_edits = 5}, &err));
    return stats;
}

/* The tables as text, to be freed. */
static char *text_of(const struct json *stats)
{
    FILE *out = text_stream();
    stats_print(stats, NULL, true, out);
    return text_written(out);
}

TEST(stats_words__of_git_are_in_the_tables)
{
    scoped(json) *stats = stats_of(git_run, only_git);
    scoped_memory char *text = text_of(stats);
    assert_contains(text, "repositories: python; tokfix ");
    assert_contains(text, " --keywords words ");
    assert_contains(text, "\n  repositories ");
    assert_contains(text, "\n  file versions ");
    assert_contains(text, "\nAverages per repository\n");
    static const char *const others[] = {"problem",       "submission", "histor",
                                         "metadata_rows", ", failing",  "Status"};
    for (size_t i = 0; i < N_ITEMS(others); i++)
        if (strstr(text, others[i]))
            fail_msg("of git, the tables have '%s':\n%s", others[i], text);
}

TEST(stats_words__of_both_are_in_the_tables)
{
    scoped(json) *stats = stats_of(git_run, "");
    scoped_memory char *text = text_of(stats);
    assert_contains(text, "+ repositories: python; tokfix ");
    assert_contains(text, " all      judged  ");
    assert_contains(text, " git      --keywords words  -        -  ");
    assert_contains(text, "\n  problems and repositories ");
    assert_contains(text, "\nAverages per problem or repository\n");
    assert_contains(text, "\n  rows and commits ");
    assert_contains(text, "\nVersions per history\n  versions  histories");
    assert_json_has(stats, "{contests: [{name: metadata_rows, n: 9}, {name: rows_unusable, n: 0},"
                           " {}, {name: submissions, n: 7}, {name: submissions_accepted, n: 4},"
                           " {name: submissions_failing, n: 0}, {},"
                           " {name: submissions_compared, n: 6}]}");
}

/* A pair was given as such: its programs are not submissions. */
TEST(stats_words__count_no_pairs_as_submissions)
{
    scoped(json) *stats =
        stats_of(git_run, "INSERT INTO run SELECT 3, tool_version, pairing, failing, max_tokens, "
                          "max_bytes, max_pairs, 1, 1, 1, 'ab', NULL, 'pairs', '', languages, "
                          "NULL, 'third', 'ef', NULL, NULL FROM run WHERE run_key = 1;"
                          "INSERT INTO problem_runs VALUES ('p1', 3, 'ff', 11, 0, 0);"
                          "INSERT INTO problem_languages VALUES ('p1', 3, 'python', 22, 11, 11, 1, "
                          "22);");
    assert_json_has(stats, "{contests: [{name: metadata_rows, n: 9}, {name: rows_unusable, n: 0},"
                           " {}, {name: submissions, n: 7}, {name: submissions_accepted, n: 4},"
                           " {}, {}, {name: submissions_compared, n: 6}]}");
}

/* Runs with the same options share a line. */
