/* The sample tree gives what its author intended with each pair (tests/sample/intended.tsv). */
#include "db/store.h"
#include "tests/support/test.h"

enum column { PROBLEM, BUGGY, FIXED, OUTCOME, EDIT, CATEGORY, BEFORE, AFTER, N_COLUMNS };

struct context {
    struct db_statement *find;
    int n_rows, n_fixes;
    int n_outcomes[13]; /* pairs that are not fixes, in the order of outcome_names */
};

static const char *const outcome_names[] = {
    "unreadable",  "too_large",       "encoding",         "unclosed_string", "unmatched_bracket",
    "indentation", "stray_character", "malformed_number", "nesting",         "identical",
    "multi_token", "too_many_tokens", "syntax_error"};

static void check_fix(struct context *context, char **columns)
{
    struct str escaped = {0};
    assert_string_equal(db_text(context->find, 0), columns[EDIT]);
    assert_string_equal(db_text(context->find, 1), columns[CATEGORY]);
    tsv_escape(&escaped, db_text(context->find, 2));
    assert_string_equal(str_text(&escaped), columns[BEFORE]);
    tsv_escape(&escaped, db_text(context->find, 3));
    assert_string_equal(str_text(&escaped), columns[AFTER]);
    str_release(&escaped);
    context->n_fixes++;
}

static void check_row(char **columns, void *argument)
{
    struct context *context = argument;
    struct err err;
    assert_success(
        db_bind(context->find, &err, "ttt", columns[PROBLEM], columns[BUGGY], columns[FIXED]), err);
    bool is_fix = db_step(context->find, &err) == 1;
    if (is_fix != (strcmp(columns[OUTCOME], "fix") == 0))
        fail_msg("%s: %s, the author meant %s", columns[BUGGY], is_fix ? "a fix" : "no fix",
                 columns[OUTCOME]);
    for (size_t i = 0; i < N_ITEMS(outcome_names); i++)
        context->n_outcomes[i] += strcmp(outcome_names[i], columns[OUTCOME]) == 0;
    if (is_fix)
        check_fix(context, columns);
    db_rewind(context->find);
    context->n_rows++;
}

static void check_rejects(struct db *db, const struct context *context)
{
    int64_t n;
    for (size_t i = 0; i < N_ITEMS(outcome_names); i++) {
        const char *sql =
            printed("SELECT sum(n_pairs) FROM rejects WHERE reason = '%s'", outcome_names[i]);
        assert_done(db_get_int(db, &n, sql, &err));
        if (n != context->n_outcomes[i])
            fail_msg("%s: %d pairs, the author meant %d", outcome_names[i], (int)n,
                     context->n_outcomes[i]);
    }
    assert_done(db_get_int(db, &n, "SELECT n FROM run_totals WHERE name = 'pairs'", &err));
    assert_int_equal(n, context->n_rows);
}

TEST(sample__is_mined_as_its_author_meant)
{
    scoped(str) intended = {0};
    scoped(db) *db = NULL;
    struct context context = {0};
    scoped(str) output = output_of(
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/s.db\"");
    read_test_file(&intended, "$SAMPLE/intended.tsv");
    assert_done(store_open(&db, printed("%s/s.db", getenv("SCRATCH")), &err));
    assert_done(db_prepare(&context.find, db,
                           "SELECT edit, category, before, after FROM fix_details WHERE "
                           "problem_id = ? AND buggy_submission_id = ? AND fixed_submission_id = ?",
                           &err));
    tsv_each_row(intended.text, N_COLUMNS, check_row, &context);
    check_rejects(db, &context);
    printf("note: sample: %d pairs as intended, %d of them fixes\n", context.n_rows,
           context.n_fixes);
    db_finish(context.find);
}

/* Numbers of the funnel that must add up, whatever the data. */
TEST(sample__funnel_adds_up)
{
    static const char *const equal_to_zero[] = {
        "SELECT (SELECT n FROM run_totals WHERE name = 'pairs') - (SELECT count(*) FROM fixes) - "
        "(SELECT sum(n_pairs) FROM rejects)",
        "SELECT (SELECT n FROM run_totals WHERE name = 'metadata_rows') - (SELECT sum(n) "
        "FROM run_totals WHERE name IN ('rows_unusable', 'rows_other_languages', 'submissions'))",
        "SELECT (SELECT n FROM run_totals WHERE name = 'submissions') - (SELECT sum(n) "
        "FROM run_totals WHERE name GLOB 'submissions_*' AND name <> 'submissions_compared')",
        "SELECT (SELECT n FROM run_totals WHERE name = 'submissions') - "
        "(SELECT sum(n_submissions) FROM statuses)",
        "SELECT (SELECT n FROM run_totals WHERE name = 'submissions') - "
        "(SELECT sum(n_submissions * n_histories) FROM history_sizes)",
        "SELECT (SELECT n FROM run_totals WHERE name = 'histories') - "
        "(SELECT sum(n_histories) FROM history_sizes)",
        "SELECT (SELECT n FROM run_totals WHERE name = 'pairs') - (SELECT sum(n_pairs) "
        "FROM problem_totals)",
        "SELECT (SELECT count(*) FROM fixes) - (SELECT sum(n_fixes) FROM problem_totals)",
        "SELECT count(*) FROM pragma_foreign_key_check",
    };
    scoped(db) *db = NULL;
    scoped(str) output = output_of(
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/f.db\" "
        "--pairing next");
    assert_done(store_open(&db, printed("%s/f.db", getenv("SCRATCH")), &err));
    for (size_t i = 0; i < N_ITEMS(equal_to_zero); i++) {
        int64_t n;
        assert_done(db_get_int(db, &n, equal_to_zero[i], &err));
        if (n != 0)
            fail_msg("off by %d: %s", (int)n, equal_to_zero[i]);
    }
}
