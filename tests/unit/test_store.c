/* A database keeps its content, and only databases of tokfix are opened. */
#include "db/fix_names.h"
#include "db/schema.h"
#include "db/store.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <unistd.h>

TEST(store__opens_when_it_was_finished)
{
    scoped(db) *db = store_reopened(store_with_run("empty"), "empty");
    assert_rows(db, "SELECT count(*) FROM fixes", "0\n");
    db_close(db);
    db = small_store_opened("small");
    assert_rows(db, "SELECT count(*) FROM fixes", "7\n");
    assert_rows(db, "PRAGMA application_id", "1953459046\n"); /* "tokf" */
    assert_rows(db, "PRAGMA user_version", printed("%d\n", schema_version));
    assert_rows(db, "PRAGMA integrity_check", "ok\n");
    assert_rows(db, "SELECT count(*) FROM pragma_foreign_key_check", "0\n");
}

static void assert_not_opened(const char *name, const char *part_of_message)
{
    struct db *db = NULL;
    struct err err = {.message = ""};
    assert_int_equal(store_open(&db, scratch_path(name), &err), ERR);
    if (!strstr(err.message, part_of_message) || !strstr(err.message, scratch_path(name)))
        fail_msg("%s: %s", name, err.message);
}

TEST(store__does_not_open_another_database)
{
    db_close(small_store_opened("other"));
    store_changed("other", "PRAGMA application_id = 1953459045");
    assert_not_opened("other", "is not a tokfix database; tokfix mine makes one");
    store_changed("other", "PRAGMA application_id = 0");
    assert_not_opened("other", "is not a tokfix database; tokfix mine makes one");
}

TEST(store__does_not_open_another_schema_version)
{
    db_close(small_store_opened("newer"));
    store_changed("newer", printed("INSERT INTO steps VALUES (1, 'tokfix mine x', 'y.db'), "
                                   "(2, 'tokfix dedup y.db', NULL); PRAGMA user_version = %d",
                                   schema_version + 1));
    assert_not_opened("newer", printed("has schema version %d, and this tokfix reads version %d; "
                                       "make it again in the folder of the dataset, or use the "
                                       "tokfix that made it: tokfix mine x -o y.db && tokfix dedup "
                                       "y.db",
                                       schema_version + 1, schema_version));
}

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
#define ROWS "'rows', NULL, 'it''s.csv', '--accepted=OK fine --columns=user=a', 'python'"

TEST(store__says_how_older_versions_were_made)
{
    static const struct text_case cases[] = {
        {LATER OTHERS "INSERT INTO run VALUES (1, 'next', 'all', 99, 1048576, 7, 2, 3, 'codenet', "
                      "'meta', 'tree', '', 'python'); INSERT INTO steps VALUES "
                      "(1, 'dedup', ''), (2, 'split', '--seed ''it''\\''''s'' --ratio 1:1:1')",
         ": tokfix mine tree --language python --pairing next --failing all --metadata meta "
         "--max-tokens 99 --max-pairs 7 --shard 2/3 -o again.db && tokfix dedup again.db && "
         "tokfix split again.db --seed 'it'\\''s' --ratio 1:1:1"},
        {LATER OTHERS
         "INSERT INTO run VALUES (1, 'all', 'judged', NULL, 1048576, 1000000, 1, 1, 'git', NULL, "
         "'repos', '--keywords fix --max-files 3 --salt sha256:30b0c711', 'java'), "
         "(2, 'all', 'judged', NULL, 1048576, 1000000, 1, 1, " ROWS ")",
         ": tokfix mine repos --git --keywords fix --max-files 3 --language java -o dataset-1.db "
         "&& tokfix mine 'it'\\''s.csv' '--accepted=OK fine' --columns=user=a --language python "
         "-o dataset-2.db && tokfix merge again.db dataset-1.db dataset-2.db --same-problems"},
        {EARLIER OTHERS "INSERT INTO run VALUES (1, 'all', 'judged', NULL, 1048576, 1000000, 1, 1, "
                        "'codenet', NULL, 'tree')",
         ": tokfix mine tree --language python -o again.db"},
        {"CREATE TABLE x (y)", "mine the dataset again, with the options in the tables"},
        {LATER OTHERS, "mine the dataset again, with the options in the tables"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = NULL;
        unlink(scratch_path("older"));
        assert_done(db_open_new(&db, scratch_path("older"), &err));
        assert_done(db_execute(db, cases[i].given, &err));
        assert_done(db_execute(
            db,
            printed("PRAGMA application_id = %u; PRAGMA user_version = 23", schema_application_id),
            &err));
        db_close(db);
        db = NULL;
        assert_not_opened("older", cases[i].expected);
    }
}

TEST(store__does_not_open_other_files)
{
    static char bytes[5000];
    static const struct text_case others[] = {
        {"\x1f\x8b\x08...", "is compressed or an archive, not a database; tokfix mine makes"},
        {"\x28\xb5\x2f\xfd..", "is compressed or an archive"},
        {" {\n \"id\": 1}", "contains JSON, not a database; give the database of tokfix mine"},
        {"{1: 2}", "is text"},
        {"{", "is text"},
        {"s = '\xe3\x81\x82'", "is text"},
        {"s = '\xe3\x81'", "is not an intact tokfix database"},
        {"SQLite", "is not an intact tokfix database"},
        {"\n", "is text"},
    };
    memset(bytes, 0x8f, sizeof bytes);
    write_test_file(scratch_path("garbage"), bytes, sizeof bytes);
    assert_not_opened("garbage",
                      "is not an intact tokfix database (file is not a database); mine the");
    for (size_t i = 0; i < N_ITEMS(others); i++) {
        write_test_file(scratch_path("other"), others[i].given, strlen(others[i].given));
        assert_not_opened("other", others[i].expected);
    }
    write_test_file(scratch_path("text"), "hello\n", 6);
    assert_not_opened("text", "is text, not a database; give the database of tokfix mine (tokfix "
                              "diff compares two programs)");
    write_test_file(scratch_path("nothing_in_it"), "", 0);
    assert_not_opened("nothing_in_it", "is empty, not a database; tokfix mine makes one");
    assert_not_opened("missing", "No such file or directory");
    assert_false(path_exists(scratch_path("missing")));
    assert_not_opened("",
                      "is a folder, not a database; tokfix mine makes a database from a dataset");
}

TEST(store__does_not_open_a_file_that_was_cut)
{
    db_close(small_store_opened("cut"));
    scoped(str) content = test_file("$SCRATCH/cut");
    static const size_t lengths[] = {1, 15, 16, 99};
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        write_test_file(scratch_path("cut"), content.text, lengths[i]);
        assert_not_opened("cut", "database");
    }
}

TEST(store__keeps_one_source_of_the_same_content)
{
    struct db *store = store_with_run("sources");
    static const char *const codes[] = {"print(1)\n", "print(2)\n", "print(1)\n",
                                        "",           "print(2)\n", ""};
    rows_add_problem(store);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        rows_add_submission(store, printed("s%zu", i), "Accepted", codes[i]);
    scoped(db) *db = store_reopened(store, "sources");
    assert_rows(db, "SELECT code, n_bytes, n_tokens, language FROM sources ORDER BY source_key",
                "print(1)\n|9|3|python\nprint(2)\n|9|3|python\n|0|3|python\n");
    assert_rows(db, "SELECT submission_id, source_key FROM submissions ORDER BY 1",
                "s0|1\ns1|2\ns2|1\ns3|3\ns4|2\ns5|3\n");
}

TEST(store__keeps_the_row_of_the_run)
{
    struct db *store = store_made("run");
    assert_done(store_add_run(store, &rows_run, &err));
    scoped(db) *db = store_reopened(store, "run");
    assert_rows(db,
                "SELECT tool_version, language, grammar, grammar_version, grammar_abi, pairing, "
                "max_tokens, max_bytes, max_pairs, shard, n_shards, n_listed, listing_sha256, "
                "problem_list_sha256, dataset, metadata_sha256 FROM run_details",
                "0.1.0|python|tree-sitter-python|0.23.6|14|all|10000|1000000|1000000|1|1|1|11|-|"
                "Project_CodeNet|00\n");
}

TEST(store__keeps_problems_and_errors_of_the_input)
{
    struct db *store = store_with_run("problems");
    static const struct problem_row problems[] = {
        {"p2", "Two", "AIZU", "ab", 9, 10, 11},
        {"p1", NULL, NULL, NULL, 0, 0, 0},
    };
    static const struct problem_language_row counts[] = {
        {{"p2", "python"}, 1, 2, 3, 4, 12},
        {{"p1", "python"}, 5, 6, 7, 8, 0},
    };
    static const struct input_error_row errors[] = {
        {"bad row", "metadata/p1.csv", 7, "12 fields", NULL},
        {"missing file", "data/p1/s1.py", 0, "No such file or directory", "p1"},
    };
    for (size_t i = 0; i < 2; i++) {
        assert_done(store_add_problem(store, &problems[i], &err));
        assert_done(store_add_problem_language(store, &counts[i], &err));
        assert_done(store_add_input_error(store, &errors[i], &err));
    }
    scoped(db) *db = store_reopened(store, "problems");
    assert_rows(db,
                "SELECT problem_id, name, contest, n_submissions, n_histories, n_pairs, n_fixes, "
                "metadata_sha256, n_rows, n_unusable, n_other_languages, n_compared "
                "FROM problems JOIN problem_runs USING (problem_id) JOIN problem_languages "
                "USING (problem_id) ORDER BY problem_id",
                "p1|-|-|5|6|7|8|-|0|0|0|0\np2|Two|AIZU|1|2|3|4|ab|9|10|11|12\n");
    assert_rows(
        db,
        "SELECT kind, file, line, detail, problem_id FROM input_errors ORDER BY input_error_key",
        "bad row|metadata/p1.csv|7|12 fields|-\n"
        "missing file|data/p1/s1.py|-|No such file or directory|p1\n");
}

TEST(store__keeps_the_evidence_for_identical_problems)
{
    static const struct {
        int64_t cluster;
        const char *problem_id;
    } clusters[] = {{7, "p2"}, {7, "p1"}, {9, "p2"}, {9, "not in problems"}};
    struct db *store = store_with_run("identities");
    for (size_t i = 0; i < N_ITEMS(clusters); i++)
        assert_done(
            store_add_identical_problem(store, clusters[i].cluster, clusters[i].problem_id, &err));
    assert_done(store_add_problem_description(store, "p2", "00ff", &err));
    assert_done(store_add_problem_description(store, "p1", "00ff", &err));
    scoped(db) *db = store_reopened(store, "identities");
    assert_rows(db, "SELECT cluster_line, problem_id FROM identical_problems ORDER BY rowid",
                "7|p2\n7|p1\n9|p2\n9|not in problems\n");
    assert_rows(db, "SELECT problem_id, sha256 FROM problem_descriptions ORDER BY rowid",
                "p2|00ff\np1|00ff\n");
}

TEST(store__takes_each_identity_once)
{
    scoped(db) *store = store_with_run("once");
    assert_done(store_add_identical_problem(store, 1, "p1", &err));
    assert_any_error(store_add_identical_problem(store, 1, "p1", &err));
    assert_done(store_add_problem_description(store, "p1", "00", &err));
    assert_any_error(store_add_problem_description(store, "p1", "ff", &err));
}

TEST(store__keeps_changed_tokens_of_a_given_length)
{
    struct db *store = store_with_run("tokens");
    rows_add_problem(store);
    struct fix_row row =
        rows_fix_of(&rows_edits[1], rows_add_submission(store, "s1", "Wrong Answer", "x"),
                    rows_add_submission(store, "s2", "Accepted", "x"));
    row.before = "count + 1"; /* as in a program: the text after the token is not part of it */
    row.before_length = 5;
    row.after = "'größe'";
    row.after_length = strlen(row.after);
    row.role = "name";
    row.before_kind = "a kind";
    row.after_kind = "string";
    row.in_scope = 1;
    row.parses = 0;
    row.dialect = NULL;
    assert_done(store_add_fix(store, &row, &err));
    scoped(db) *db = store_reopened(store, "tokens");
    assert_rows(db,
                "SELECT before, after, role, before_kind, after_kind, in_scope, parses, dialect "
                "FROM fixes",
                "count|'größe'|name|a kind|string|1|0|-\n");
}

TEST(store__keeps_statuses_with_their_class)
{
    struct db *store = store_with_run("statuses");
    assert_done(rows_add_status(store, "Accepted", "accepted", 5, &err));
    assert_done(rows_add_status(store, "Wrong Answer", "failing", 3, &err));
    assert_done(rows_add_status(store, "WA: Presentation Error", "undecided", 1, &err));
    scoped(db) *db = store_reopened(store, "statuses");
    assert_rows(
        db, "SELECT status, class, n_submissions FROM statuses ORDER BY status",
        "Accepted|accepted|5\nWA: Presentation Error|undecided|1\nWrong Answer|failing|3\n");
}

TEST(store__has_the_regions_of_the_classifier_in_their_order)
{
    struct err err = {.message = ""};
    scoped(db) *store = store_made("regions.db");
    scoped(db_statement) *rows =
        db_query(store, &err, "SELECT region, sort_order FROM regions ORDER BY sort_order", NULL);
    for (int i = 0; i < N_REGIONS; i++) {
        assert_int_equal(db_step(rows, &err), 1);
        assert_string_equal(db_text(rows, 0), fix_region_names[i]);
        assert_int_equal(db_int(rows, 1), i + 1);
    }
    assert_int_equal(db_step(rows, &err), 0);
}

TEST(store__abandoned_leaves_no_rows)
{
    scoped(db) *db = NULL;
    db_close(small_store_made("abandoned"));
    assert_not_opened("abandoned", "is empty, not a database");
    assert_done(db_open_readonly(&db, scratch_path("abandoned"), &err));
    assert_rows(db, "SELECT count(*) FROM sqlite_schema", "0\n");
}

/* More than SQLite keeps in memory: some of it is in the file when the store is given up. */
TEST(store__abandoned_does_not_open_however_large)
{
    struct db *store = store_made("large");
    struct db *db;
    for (int i = 0; i < 60000; i++) {
        assert_done(rows_add_count(store, printed("%080d", i), i, &err));
    }
    db_close(store);
    assert_any_error(store_open(&db, scratch_path("large"), &err));
}

TEST(store__fails_where_it_cannot_be_made)
{
    struct db *store;
    assert_error_with(store_create(&store, scratch_path("nowhere/store"), &err),
                      scratch_path("nowhere/store"));
}

TEST(store__does_not_open_without_a_finished_run)
{
    struct db *store = store_made("no_run");
    assert_done(store_finish(store, &err));
    assert_not_opened("no_run", "no finished run");
}

/* A stored content is found, and what the caller does not commit is not stored. */
TEST(store__is_extended_in_the_callers_transaction)
{
    static const char counts[] = "SELECT (SELECT count(*) FROM submissions), "
                                 "(SELECT count(*) FROM sources), (SELECT count(*) FROM fixes)";
    db_close(small_store_opened("extended"));
    for (int is_committed = 0; is_committed < 2; is_committed++) {
        scoped(db) *db = NULL;
        assert_done(store_open_update(&db, scratch_path("extended"), &err));
        assert_done(db_execute(db, "BEGIN", &err));
        int64_t buggy = rows_add_submission(db, "s1~mutant1", "Mutant", "new");
        int64_t fixed = rows_add_submission(db, "s100", "Accepted", "fixed");
        struct fix_row row = rows_fix_of(&rows_edits[0], buggy, fixed);
        row.origin = "mutant";
        assert_done(store_add_fix(db, &row, &err));
        assert_rows(db, counts, "16|3|8\n");
        assert_rows(db, "SELECT origin, count(*) FROM fixes GROUP BY 1", "mutant|1\nreal|7\n");
        if (is_committed)
            assert_done(db_execute(db, "COMMIT", &err));
        db_close(db);
        db = store_opened("extended");
        assert_rows(db, counts, is_committed ? "16|3|8\n" : "14|2|7\n");
    }
}

TEST(store__is_not_made_over_another_file)
{
    struct db *store;
    write_test_file(scratch_path("garbage"), "no database at all\n", 19);
    assert_any_error(store_create(&store, scratch_path("garbage"), &err));
}

TEST(store__gives_the_same_bytes_for_the_same_rows)
{
    scoped(str) first = {0}, second = {0};
    db_close(small_store_opened("first"));
    db_close(small_store_opened("second"));
    read_test_file(&first, "$SCRATCH/first");
    read_test_file(&second, "$SCRATCH/second");
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.text, second.text, first.length);
}
