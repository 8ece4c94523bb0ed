/* The commands that make a database of another version again. */
#include "db/remake.h"
#include "tests/support/test.h"

/* The columns of version 18 that count here, and those of a version without run.languages. */
#define COLUMNS                                                                              \
    "pairing TEXT, failing TEXT, max_tokens INTEGER, max_bytes INTEGER, max_pairs INTEGER, " \
    "shard INTEGER, n_shards INTEGER, source TEXT, metadata TEXT, dataset TEXT"
#define LATER                                                                           \
    "CREATE TABLE run (run_key INTEGER PRIMARY KEY, " COLUMNS ", source_options TEXT, " \
    "languages TEXT);"
#define EARLIER "CREATE TABLE run (run_key INTEGER PRIMARY KEY, " COLUMNS ");"
#define OTHERS                                                                                 \
    "CREATE TABLE run_languages (language TEXT); INSERT INTO run_languages VALUES ('python');" \
    "CREATE TABLE steps (step_key INTEGER PRIMARY KEY, command TEXT, options TEXT);"
#define ROWS "'rows', NULL, 'it''s.csv', '--accepted=OK fine,\\x --columns=user=a', 'python'"

static const struct {
    const char *sql, *expected; /* NULL: it does not say how it was made */
} cases[] = {
    {LATER OTHERS "INSERT INTO run VALUES (1, 'next', 'all', 99, 1048576, 7, 2, 3, 'codenet', "
                  "'meta', 'tree', '', 'python'); INSERT INTO steps VALUES "
                  "(1, 'dedup', ''), (2, 'split', '--seed ''it''\\''''s'' --ratio 1:1:1')",
     "tokfix mine tree --language python --pairing next --failing all --metadata meta --max-tokens "
     "99 --max-pairs 7 --shard 2/3 -o x.db && tokfix dedup x.db && tokfix split x.db --seed "
     "'it'\\''s' --ratio 1:1:1"},
    {LATER OTHERS "INSERT INTO run VALUES (1, 'all', 'judged', NULL, 1048576, 1000000, 1, 1, "
                  "'git', NULL, 'repos', '--keywords fix --max-files 3 --salt sha256:30b0c711', "
                  "'java'), (2, 'all', 'judged', NULL, 1048576, 1000000, 1, 1, " ROWS ")",
     "tokfix mine repos --git --keywords fix --max-files 3 --language java -o dataset-1.db && "
     "tokfix mine 'it'\\''s.csv' '--accepted=OK fine,x' --columns=user=a --language python "
     "-o dataset-2.db && tokfix merge x.db dataset-1.db dataset-2.db --same-problems"},
    {EARLIER OTHERS "INSERT INTO run VALUES (1, 'all', 'judged', NULL, 1048576, 1000000, 1, 1, "
                    "'codenet', NULL, 'tree')",
     "tokfix mine tree --language python -o x.db"},
    /* what nobody has checked */
    {"CREATE TABLE x (y)", NULL},
    {LATER OTHERS, NULL},
    {LATER "CREATE TABLE run_languages (language TEXT); CREATE VIEW steps AS SELECT 1 AS command, "
           "2 AS options",
     NULL},
    {LATER OTHERS "INSERT INTO run (source, dataset) VALUES ('rows', 'x'); INSERT INTO steps "
                  "VALUES (1, 'dedup', '; rm x')",
     NULL},
    {LATER OTHERS "INSERT INTO run (source, dataset) VALUES ('rows', 'x'); INSERT INTO steps "
                  "VALUES (1, 'dedup x', '')",
     NULL},
    {LATER OTHERS "INSERT INTO run (source, dataset) VALUES ('rows', 'x'); INSERT INTO steps "
                  "VALUES (1, 'dedup', '--seed ''x')",
     NULL},
    {LATER OTHERS "INSERT INTO run (source, dataset, max_pairs, languages) VALUES (x'00ff', "
                  "x'2d2d', 'many', '; rm x')",
     "tokfix mine DATASET --language '; rm x' -o x.db"},
};

TEST(remake__says_what_other_versions_were_made_of)
{
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = NULL;
        scoped(str) said = {0};
        assert_done(db_open_new(&db, ":memory:", &err));
        assert_done(db_execute(db, cases[i].sql, &err));
        int status = remake_add_others(&said, db, "x.db", NULL);
        assert_int_equal(status, cases[i].expected ? 0 : ERR);
        assert_string_equal(str_text(&said), cases[i].expected ? cases[i].expected : "");
    }
}
