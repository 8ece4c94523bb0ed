/* The schema refuses contradictions, and its views give ordered rows. */
#include "db/store.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

TEST(schema__shows_a_fix_with_its_programs_in_one_row)
{
    scoped(db) *db = small_store_opened("pairs");
    assert_rows(
        db,
        "SELECT fix_id, problem_id, user_id, language, original_language, buggy_submission_id, "
        "fixed_submission_id, buggy_status, fixed_status, buggy_date, fixed_date, edit, "
        "category, pattern, role, before, after FROM fix_details WHERE fix_key = 3",
        "p1-s4-s5|p1|u1|python|Python3|s4|s5|Wrong Answer|Accepted|1600000000|1600000000|"
        "replace|literal|CHANGE_NUMERAL|none|1|2\n");
    assert_rows(
        db,
        "SELECT start_byte, end_byte, line, column, token_index, token_end_byte, n_tokens, "
        "fixed_start_byte, fixed_end_byte, fixed_line, fixed_column, fixed_token_index, "
        "fixed_n_tokens, repair_in_program, dialect, buggy_code, fixed_code FROM fix_details "
        "WHERE fix_key = 1",
        "10|11|12|13|14|15|16|20|21|22|23|24|26|1|3|buggy|fixed\n");
    assert_rows(db, "SELECT count(*) FROM fix_details", "7\n");
}

TEST(schema__shows_bug_types_with_shares_of_the_six)
{
    scoped(db) *db = small_store_opened("types");
    assert_rows(db, "SELECT category, n_fixes, percent FROM bug_types",
                "variable_misuse|4|66.67\n"
                "binary_operator|1|16.67\n"
                "comparison_operator|0|0\n"
                "logical_operator|0|0\n"
                "assignment_operator|0|0\n"
                "literal|1|16.67\n"
                "type|0|-\nother|1|-\n");
}

TEST(schema__shows_no_shares_without_fixes)
{
    struct db *store = store_with_run("no_types");
    rows_add_problem(store);
    rows_add_fix(store, 0, &rows_edits[0]); /* of no bug category */
    scoped(db) *db = store_reopened(store, "no_types");
    assert_rows(db, "SELECT category, n_fixes, percent FROM bug_types",
                "variable_misuse|0|-\n"
                "binary_operator|0|-\n"
                "comparison_operator|0|-\n"
                "logical_operator|0|-\n"
                "assignment_operator|0|-\n"
                "literal|0|-\n"
                "type|0|-\nother|1|-\n");
}

TEST(schema__shows_histories_of_more_than_twenty_together)
{
    static const int64_t sizes[][2] = {{21, 5}, {1, 100}, {500, 2}, {20, 7}, {3, 40}, {22, 1}};
    struct db *store = store_with_run("histories");
    for (size_t i = 0; i < N_ITEMS(sizes); i++)
        assert_done(rows_add_history_size(store, sizes[i][0], sizes[i][1], &err));
    scoped(db) *db = store_reopened(store, "histories");
    assert_rows(db, "SELECT n_submissions, n_histories FROM submissions_per_history",
                "1|100\n2|0\n3|40\n4|0\n5|0\n6|0\n7|0\n8|0\n9|0\n10|0\n11|0\n12|0\n13|0\n14|0\n"
                "15|0\n16|0\n17|0\n18|0\n19|0\n20|7\n21+|8\n");
}

TEST(schema__shows_the_funnel_from_counts_to_fixes)
{
    struct db *store = small_store_made("funnel");
    assert_done(rows_add_count(store, "submissions", 90, &err));
    assert_done(rows_add_count(store, "histories", 30, &err));
    assert_done(rows_add_count(store, "candidate pairs", 20, &err));
    assert_done(rows_add_reject(store, "multi_token", "Wrong Answer", 7, &err));
    assert_done(rows_add_reject(store, "identical", "Wrong Answer", 1, &err));
    assert_done(rows_add_reject(store, "multi_token", "Runtime Error", 5, &err));
    scoped(db) *db = store_reopened(store, "funnel");
    assert_rows(db, "SELECT name, n FROM funnel",
                "submissions|90\n"
                "histories|30\n"
                "candidate pairs|20\n"
                "rejected: too_many_pairs|0\n"
                "rejected: unreadable|0\n"
                "rejected: too_large|0\n"
                "rejected: encoding|0\n"
                "rejected: unclosed_string|0\n"
                "rejected: unmatched_bracket|0\n"
                "rejected: indentation|0\n"
                "rejected: stray_character|0\n"
                "rejected: malformed_number|0\n"
                "rejected: nesting|0\n"
                "rejected: identical|1\n"
                "rejected: multi_token|12\n"
                "rejected: too_many_tokens|0\n"
                "rejected: syntax_error|0\n"
                "rejected: same_value|0\n"
                "single-token fixes|7\n"
                "single-token fixes in the six categories|6\n");
}

TEST(schema__shows_the_most_frequent_edits_first)
{
    scoped(db) *db = small_store_opened("frequent");
    assert_rows(db, "SELECT category, edit, before, after, n_fixes FROM frequent_edits",
                "variable_misuse|replace|x|y|2\n"
                "binary_operator|replace|+|-|1\n"
                "literal|replace|1|2|1\n"
                "other|insert||)|1\n"
                "variable_misuse|replace|a|b|1\n"
                "variable_misuse|replace|a|c|1\n");
}

TEST(schema__shows_transitions_and_patterns_in_order)
{
    scoped(db) *db = small_store_opened("transitions");
    assert_rows(db, "SELECT category, buggy_status, fixed_status, n_fixes FROM status_transitions",
                "variable_misuse|Wrong Answer|Accepted|3\n"
                "variable_misuse|Runtime Error|Accepted|1\n"
                "binary_operator|Time Limit Exceeded|Accepted|1\n"
                "literal|Wrong Answer|Accepted|1\n"
                "other|Runtime Error|Accepted|1\n");
    assert_rows(db, "SELECT pattern, n_fixes, percent FROM patterns",
                "CHANGE_IDENTIFIER|4|57.14\n"
                "CHANGE_NUMERAL|1|14.29\n"
                "CHANGE_OPERATOR|1|14.29\n"
                "INSERT_TOKEN|1|14.29\n");
}

/* Additions that must fail, each in a store of its own: after a failure a store is abandoned. */
static int add_submission(struct db *store, const char *problem, const char *language,
                          struct err *err)
{
    int64_t key;
    struct source_row source = {.sha256 = "00", .code = "x", .n_bytes = 1, .n_tokens = 1};
    struct submission_row row = {problem, "s1", "u1", 1, language, "Python3", "Accepted", NULL};
    return store_add_program(store, &row, &source, &key, err);
}

static int add_submission_of_no_problem(struct db *store, struct err *err)
{
    return add_submission(store, "p9", "python", err);
}

static int add_submission_of_no_source(struct db *store, struct err *err)
{
    rows_add_submission(store, "s1", "Accepted", "x");
    return db_change(store, err, "UPDATE submissions SET source_key = 99", NULL);
}

static int add_submission_of_no_language(struct db *store, struct err *err)
{
    return add_submission(store, "p1", "cobol", err);
}

static int add_changed_fix(struct db *store, struct fix_row change_to, struct err *err)
{
    int64_t buggy = rows_add_submission(store, "s1", "Wrong Answer", "x");
    int64_t fixed = rows_add_submission(store, "s2", "Accepted", "x");
    struct fix_row row = rows_fix_of(&rows_edits[1], buggy, fixed);
    row.buggy = change_to.buggy ? change_to.buggy : row.buggy;
    row.fixed = change_to.fixed ? change_to.fixed : row.fixed;
    row.category = change_to.category ? change_to.category : row.category;
    row.edit = change_to.edit ? change_to.edit : row.edit;
    return store_add_fix(store, &row, err);
}

static int add_fix_of_no_buggy_submission(struct db *store, struct err *err)
{
    return add_changed_fix(store, (struct fix_row){.buggy = 99}, err);
}

static int add_fix_of_no_fixed_submission(struct db *store, struct err *err)
{
    return add_changed_fix(store, (struct fix_row){.fixed = 99}, err);
}

static int add_fix_of_no_category(struct db *store, struct err *err)
{
    return add_changed_fix(store, (struct fix_row){.category = "typo"}, err);
}

static int add_fix_of_no_edit(struct db *store, struct err *err)
{
    return add_changed_fix(store, (struct fix_row){.edit = "move"}, err);
}

static int add_the_same_problem(struct db *store, struct err *err)
{
    return store_add_problem(store, &(struct problem_row){.problem_id = "p1"}, err);
}

static int add_the_same_count(struct db *store, struct err *err)
{
    struct err none;
    assert_success(rows_add_count(store, "files", 1, &none), none);
    return rows_add_count(store, "files", 2, err);
}

static int add_run_of_no_pairing(struct db *store, struct err *err)
{
    struct run_row row = rows_run;
    row.pairing = "some";
    return store_add_run(store, &row, err);
}

static int add_status_of_no_class(struct db *store, struct err *err)
{
    return rows_add_status(store, "Accepted", "good", 1, err);
}

static int add_a_missing_text(struct db *store, struct err *err)
{
    return rows_add_reject(store, NULL, "Wrong Answer", 1, err);
}

static int add_a_reject_without_reason(struct db *store, struct err *err)
{
    return rows_add_reject(store, "bad luck", "Wrong Answer", 1, err);
}

TEST(schema__refuses_rows_that_contradict_the_schema)
{
    static const struct {
        int (*add)(struct db *store, struct err *err);
        const char *constraint, *sql;
    } cases[] = {
        {add_submission_of_no_problem, "FOREIGN KEY", "INSERT INTO submissions"},
        {add_submission_of_no_source, "FOREIGN KEY", "UPDATE submissions"},
        {add_submission_of_no_language, "FOREIGN KEY", "INSERT INTO sources"},
        {add_fix_of_no_buggy_submission, "FOREIGN KEY", "INSERT INTO fixes"},
        {add_fix_of_no_fixed_submission, "FOREIGN KEY", "INSERT INTO fixes"},
        {add_fix_of_no_category, "FOREIGN KEY", "INSERT INTO fixes"},
        {add_fix_of_no_edit, "CHECK", "INSERT INTO fixes"},
        {add_the_same_problem, "UNIQUE", "INSERT INTO problems"},
        {add_the_same_count, "UNIQUE", "INSERT INTO run_counts"},
        {add_run_of_no_pairing, "CHECK", "INSERT INTO run"},
        {add_status_of_no_class, "CHECK", "INSERT INTO statuses"},
        {add_a_missing_text, "NOT NULL", "INSERT INTO rejects"},
        {add_a_reject_without_reason, "FOREIGN KEY", "INSERT INTO rejects"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *store = store_with_run("contradiction");
        struct err err = {.message = ""};
        rows_add_problem(store);
        /* Who writes its own rows leaves CHECK to those who open the database. */
        assert_success(db_execute(store, "PRAGMA ignore_check_constraints = OFF", &err), err);
        if (cases[i].add(store, &err) != ERR)
            fail_msg("case %zu is taken", i);
        if (!strstr(err.message, cases[i].constraint) || !strstr(err.message, cases[i].sql))
            fail_msg("case %zu: %s", i, err.message);
    }
}

TEST(schema__keeps_texts_out_of_columns_of_numbers)
{
    static const char *const inserts[] = {
        "INSERT INTO history_sizes VALUES ('python', 1, 'many')",
        "INSERT INTO run_counts VALUES (1, 'files', '', 'many')",
        "INSERT INTO rejects VALUES ('python', 'identical', 'Accepted', 'some')",
        "INSERT INTO problem_runs VALUES ('p1', 1, NULL, 'x', 1, 1)",
        "INSERT INTO problem_rejects VALUES ('p1', 1, 'python', 'identical', 'Accepted', 'some')",
        "INSERT INTO sources VALUES (99, 'ff', 'x', 1, 'utf-8', '')",
    };
    scoped(db) *db = NULL;
    struct err err;
    db_close(small_store_opened("strict"));
    assert_success(db_open_new(&db, scratch_path("strict"), &err), err);
    for (size_t i = 0; i < N_ITEMS(inserts); i++) {
        assert_int_equal(db_execute(db, inserts[i], &err), ERR);
        if (!strstr(err.message, "cannot store TEXT value in INTEGER column"))
            fail_msg("%s: %s", inserts[i], err.message);
    }
    assert_rows(db,
                "SELECT count(*) FROM pragma_table_list WHERE type = 'table' AND strict AND "
                "schema = 'main'",
                "58\n");
    assert_rows(db,
                "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict AND "
                "name NOT LIKE 'sqlite_%'",
                "");
}

/* What is said about a fix or a submission is deleted with it, and found by an index. The columns
 * of `fixes` itself keep their submissions. */
TEST(schema__deletes_with_a_fix_what_is_said_about_it)
{
    static const char references[] =
        "SELECT t.name AS t, c.name AS c FROM pragma_table_list t, pragma_table_info(t.name) c "
        "WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT IN ('fixes', 'submissions') "
        "AND (c.name GLOB '*fix_key*' OR c.name GLOB '*submission_key' OR c.name = 'group_key')";
    static const char *const conditions[] = {
        "1",
        "EXISTS (SELECT 1 FROM pragma_foreign_key_list(t) WHERE \"from\" = c AND on_delete = "
        "'CASCADE')",
        "EXISTS (SELECT 1 FROM pragma_table_info(t) WHERE name = c AND pk = 1) OR EXISTS (SELECT 1 "
        "FROM pragma_index_list(t) l, pragma_index_info(l.name) i WHERE i.seqno = 0 AND i.name = "
        "c)"};
    scoped(db) *db = small_store_opened("cascades");
    for (size_t i = 0; i < N_ITEMS(conditions); i++)
        assert_int_equal(made_store_number(db, printed("SELECT count(*) FROM (%s) WHERE %s",
                                                       references, conditions[i])),
                         15);
}

/* The columns of `fixes` in C are those in SQL: as names in any order. */
TEST(schema__has_the_columns_of_fixes_that_the_code_has)
{
    static const char names[] =
        "fix_key, buggy_submission_key, fixed_submission_key" FIX_COLUMN_NAMES;
    scoped(db) *db = small_store_opened("columns");
    const char *count =
        printed("SELECT count(*) FROM pragma_table_info('fixes') WHERE instr(', %s,',"
                " ', ' || name || ',')",
                names);
    int n_names = 1;
    for (const char *comma = names; (comma = strchr(comma, ',')) != NULL; comma++)
        n_names++;
    assert_int_equal(made_store_number(db, count), n_names);
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM pragma_table_info('fixes')"),
                     n_names);
}
