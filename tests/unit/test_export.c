/* From selected fixes to files. */
#include "base/json.h"
#include "export/export.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»", .fixed = "«b»"},
    {.buggy = "x «+» y", .fixed = "x «-» y", .category = "binary_operator"},
    {.buggy = "«1»", .fixed = "«2»", .category = "literal", .pattern = "CHANGE_NUMERIC_LITERAL"},
    {.buggy = "«'1'»", .fixed = "«'2'»", .category = "literal", .pattern = "CHANGE_STRING_LITERAL"},
    {.buggy = "«(»a", .fixed = "«[»a", .category = "other"},
    {.buggy = "«c»", .fixed = "«d»"},
};

struct outcome {
    int status;
    struct err err;
    struct str ids; /* of the rows, without "p00001-", joined by blanks */
    struct export_counts counts;
};

static void outcome_release(struct outcome *outcome)
{
    str_release(&outcome->ids);
    export_counts_release(&outcome->counts);
}

SCOPED_VALUE(outcome, outcome_release)

static void take_ids(struct str *ids, const char *path, const char *key)
{
    scoped(str) content = output_of("cat '%s'*", path);
    char *place, *line = content.length ? strtok_r(content.text, "\n", &place) : NULL;
    for (; line; line = strtok_r(NULL, "\n", &place)) {
        scoped(json) *json = json_of(line);
        str_print(ids, "%s%s", ids->length ? " " : "", json_text(json_get(json, key)) + 7);
    }
}

/* Writes what a choice takes to $SCRATCH/rows.jsonl. */
static struct outcome write_choice(struct db *db, struct export_options *options,
                                   const struct fix_choice *choice)
{
    struct outcome outcome = {0};
    scoped(fix_selection) selection = {0};
    struct output *output;
    scoped(str) removed = output_of("rm -f \"$SCRATCH\"/rows*");
    struct output_plan plan = {.path = scratch_path("rows.jsonl")};
    options->view.question = questions[0];
    assert_success(fix_select(&selection, db, choice, &outcome.err), outcome.err);
    assert_success(output_open(&output, &plan, &outcome.err), outcome.err);
    struct export_job job = {selection.items.items, selection.items.n, options, output,
                             &outcome.counts};
    outcome.status = export_write(db, &job, &outcome.err);
    if (outcome.status == 0)
        assert_success(output_commit(&output, NULL, &outcome.err), outcome.err);
    else
        output_abandon(output);
    if (outcome.status == 0)
        take_ids(&outcome.ids, scratch_path("rows"),
                 options->format == &export_format_nbf ? "commit_sha" : "id");
    return outcome;
}

TEST(export__writes_chosen_categories_in_order_and_counts)
{
    static const struct {
        const struct export_format *format;
        const char *categories[3]; /* none: all */
        const char *ids;
        int n_written, n_left_out;
    } cases[] = {
        {&export_format_pairs, {0}, "s0b-s0a s1b-s1a s2b-s2a s3b-s3a s4b-s4a s5b-s5a", 6, 0},
        {&export_format_pairs, {"other", "literal"}, "s2b-s2a s3b-s3a s4b-s4a", 3, 0},
        {&export_format_pairs, {"variable_misuse"}, "s0b-s0a s5b-s5a", 2, 0},
        {&export_format_pairs, {"logical_operator"}, "", 0, 0},
        {&export_format_nbf, {0}, "s0b-s0a s1b-s1a s2b-s2a s5b-s5a", 4, 2},
        {&export_format_nbf, {"other", "literal"}, "s2b-s2a", 1, 2},
        {&export_format_nbf, {"logical_operator"}, "", 0, 0},
    };
    scoped(db) *db = stored_fixes("export.db", fixes, N_ITEMS(fixes));
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int n_threads = 1; n_threads < 4; n_threads++) {
            struct export_options options = {.format = cases[i].format, .n_threads = n_threads};
            scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
            for (int k = 0; k < 3 && cases[i].categories[k]; k++)
                array_push(&choice.filters[FILTER_CATEGORY].list, cases[i].categories[k]);
            scoped(outcome) outcome = write_choice(db, &options, &choice);
            assert_success(outcome.status, outcome.err);
            assert_string_equal(str_text(&outcome.ids), cases[i].ids);
            assert_int_equal(outcome.counts.n_written, cases[i].n_written);
            assert_int_equal(outcome.counts.left_out.n, cases[i].n_left_out); /* one for each */
            for (int k = 0; k < cases[i].n_left_out; k++) {
                assert_int_equal(outcome.counts.left_out.items[k].n, 1);
                assert_contains(outcome.counts.left_out.items[k].reason,
                                "the format has no bug type for ");
            }
        }
}

TEST(export__leaves_out_what_is_excluded_or_in_another_split)
{
    static const struct text_case cases[] = {
        {NULL, "s0b-s0a s2b-s2a s4b-s4a s5b-s5a"},
        {"train", "s0b-s0a s4b-s4a"},
        {"test", "s2b-s2a"},
        {"validation", ""},
    };
    db_close(stored_fixes("marks.db", fixes, N_ITEMS(fixes)));
    scoped(db) *db =
        changed_store("marks.db", MADE_RUN
                      "'seed', '0', 8, 1, 1, 'problem', 0);"
                      "INSERT INTO splits VALUES (1, 'train', 1), (2, 'train', 1), (3, 'test', 3), "
                      "(4, 'validation', 4), (5, 'train', 1);"
                      "INSERT INTO exclusions VALUES (2, 'benchmark', 'x'), (2, 'benchmark', 'y'), "
                      "(4, 'ancestry', 'z')");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct export_options options = {.format = &export_format_pairs, .n_threads = 2};
        scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
        if (cases[i].given)
            array_push(&choice.splits, cases[i].given);
        scoped(outcome) outcome = write_choice(db, &options, &choice);
        assert_string_equal(str_text(&outcome.ids), cases[i].expected);
    }
}

static void count_rows(void *context, const struct meter_step *step)
{
    uint64_t *last = context;
    assert_true(step->done > *last && step->done <= step->total);
    *last = step->done;
}

TEST(export__reports_progress)
{
    uint64_t last = 0;
    scoped(db) *db = stored_fixes("progress.db", fixes, N_ITEMS(fixes));
    struct export_options options = {
        .format = &export_format_pairs, .n_threads = 2, .meter = {count_rows, &last}};
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    scoped(outcome) outcome = write_choice(db, &options, &choice);
    assert_int_equal(last, N_ITEMS(fixes));
}

TEST(export__stops_at_a_fix_outside_its_program)
{
    db_close(stored_fixes("outside.db", fixes, N_ITEMS(fixes)));
    scoped(db) *db =
        changed_store("outside.db", "UPDATE fixes SET end_byte = 99 WHERE fix_key = 4");
    for (int granularity = GRANULARITY_PROGRAM; granularity <= GRANULARITY_LINE; granularity++) {
        struct export_options options = {.format = &export_format_nbf, .n_threads = 2};
        options.view.granularity = (enum granularity)granularity;
        struct fix_choice choice = FIX_CHOICE_DEFAULT;
        scoped(outcome) outcome = write_choice(db, &options, &choice);
        assert_int_equal(outcome.status, ERR);
        assert_string_equal(
            outcome.err.message,
            "the fix p00001-s3b-s3a is outside its program; mine the dataset again");
        assert_false(path_exists(scratch_path("rows.jsonl")));
        assert_false(path_exists(scratch_path("rows.jsonl.partial")));
    }
}

/* Only what is parsed needs its grammar. */
TEST(export__needs_a_language_it_reads_for_functions_and_tokens)
{
    struct db *store = stored_create("cobol.db", "cobol");
    stored_add_fix(store, 0, &fixes[0]);
    scoped(db) *db = store_reopened(store, "cobol.db");
    for (int way = 0; way < 3; way++) {
        struct export_options options = {.format = &export_format_pairs, .n_threads = 1};
        options.view.granularity = way == 1 ? GRANULARITY_FUNCTION : GRANULARITY_PROGRAM;
        options.view.has_tokens = way == 2;
        struct fix_choice choice = FIX_CHOICE_DEFAULT;
        scoped(outcome) outcome = write_choice(db, &options, &choice);
        assert_int_equal(outcome.status, way > 0 ? ERR : 0);
        if (way > 0)
            assert_string_equal(
                outcome.err.message,
                "the database contains programs in 'cobol', which this tokfix does not read; "
                "use the tokfix that made it");
    }
}

TEST(export__stops_when_it_cannot_write)
{
    db_close(stored_fixes("full.db", fixes, N_ITEMS(fixes)));
    expect_run(1, "No space left on device",
               "\"$TOKFIX\" export \"$SCRATCH/full.db\" --format pairs "
               ">/dev/full");
}

/* What does not go together is refused. */

/* Why it is refused; "" when it is not; in a static buffer. */
static const char *refusal(const char *format, const struct export_view *view, double negatives)
{
    static struct err err;
    struct export_options options = {.format = export_format_find(format), .view = *view};
    assert_non_null(options.format);
    assert_non_null(options.view.question);
    err.message[0] = '\0';
    int status = export_options_check(&options, negatives, &err);
    assert_int_equal(status != 0, err.message[0] != '\0');
    return err.message;
}

TEST(options__that_contradict_each_other_are_refused)
{
    static const struct {
        const char *format, *task;
        enum granularity granularity;
        bool has_marks;
        double negatives;
        const char *message;
    } cases[] = {
        {"messages", "repair", GRANULARITY_PROGRAM, false, 1, ""},
        {"messages", "locate", GRANULARITY_LINE, false, 0.5, ""},
        {"messages", "repair", GRANULARITY_LINE, true, 0, ""},
        {"pairs", "repair", GRANULARITY_PROGRAM, false, 1, ""},
        {"nbf", "repair", GRANULARITY_FUNCTION, false, 1, ""},
        {"fim", "repair", GRANULARITY_LINE, false, 0, ""},
        /* tasks */
        {"fim", "locate", GRANULARITY_PROGRAM, false, 0,
         "format fim has no prompts, so its only task is repair; omit --task"},
        {"preference", "explain", GRANULARITY_PROGRAM, false, 0,
         "format preference cannot express the task explain; choose --task repair or "
         "repair-with-verdict"},
        {"pairs", "locate", GRANULARITY_PROGRAM, false, 0,
         "format pairs has no prompts, so its only task is repair; omit --task"},
        {"messages", "repair-with-verdict", GRANULARITY_PROGRAM, false, 0, ""},
        {"messages", "repair-with-verdict", GRANULARITY_PROGRAM, false, 1,
         "the prompt of the task repair-with-verdict has the verdict, which distinguishes correct "
         "programs from buggy ones; omit --negatives"},
        /* granularity */
        {"pairs", "repair", GRANULARITY_LINE, false, 0,
         "format pairs has the functions of git and the whole programs of contests; "
         "omit --granularity, or choose --granularity program"},
        /* negatives */
        {"preference", "repair", GRANULARITY_PROGRAM, false, 0.1,
         "format preference cannot express that a program is correct; omit --negatives"},
        /* marks */
        {"pairs", "repair", GRANULARITY_PROGRAM, true, 0,
         "format pairs cannot mark the location; omit --mark-location"},
        {"messages", "locate", GRANULARITY_PROGRAM, true, 0,
         "the mark reveals the answer of the task locate; omit --mark-location"},
        {"messages", "repair", GRANULARITY_PROGRAM, true, 0.5,
         "a correct program has no mark, which reveals that it is correct; omit --mark-location or "
         "--negatives"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct export_view view = {.question = question_find(cases[i].task),
                                   .granularity = cases[i].granularity,
                                   .has_marks = cases[i].has_marks};
        assert_string_equal(refusal(cases[i].format, &view, cases[i].negatives), cases[i].message);
    }
}

TEST(options__ask_for_tokens_where_rows_can_have_them)
{
    struct export_view view = {.question = question_find("repair"), .has_tokens = true};
    assert_string_equal(refusal("pairs", &view, 1), "");
    assert_string_equal(refusal("nbf", &view, 1), "");
    assert_string_equal(refusal("messages", &view, 0),
                        "format messages has no tokens; omit --tokens, or choose pairs or nbf");
}
