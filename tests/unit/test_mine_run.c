/* A source other than CodeNet is mined through its functions alone: commits without verdicts,
 * with pairs that the source lists itself. */
#include "miner/mine_run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

struct commit {
    const char *id, *author, *code; /* NULL: the file is gone */
    int date;
};

static const struct commit first[] = {
    {"c1", "ann", "x = 1\nprint(x)\n", 1},
    {"c2", "bob", "x = 2\nprint(x)\n", 2},
    {"c3", "ann", "x = 2\ny = x\nprint(y)\n", 3},
    {"c4", "ann", NULL, 4},
};
static const struct commit second[] = {
    {"c1", "ann", "if a < b:\n    pass\n", 1},
    {"c2", "ann", "if a <= b:\n    pass\n", 2},
};
static struct unit units[] = {{.id = "one.py", .n_bytes = 10}, {.id = "two.py", .n_bytes = 5}};

static const struct source_kind commits = {
    .name = "commits",
    .unit_file = {"history of ", ""},
    .list_file = "the list of files",
    .listing = "the names of the files",
    .listed = {"file", "files"},
};

static void fingerprint(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE])
{
    (void)context;
    sha256_hex(unit->id, strlen(unit->id), hex);
}

static void open_unit(void *context, const struct unit *unit, struct unit_content *content)
{
    size_t n = unit == &units[0] ? N_ITEMS(first) : N_ITEMS(second);
    content->reader = (void *)(unit == &units[0] ? first : second);
    content->n_rows = n;
    fingerprint(context, unit, content->fingerprint);
    for (size_t i = 0; i < n; i++) {
        const struct commit *commit = (const struct commit *)content->reader + i;
        array_push(&content->versions, (struct version){.id = commit->id,
                                                        .user = commit->author,
                                                        .language = languages[0],
                                                        .original_language = "",
                                                        .date = commit->date,
                                                        .line = i});
    }
}

static void close_unit(void *context, struct unit_content *content)
{
    (void)context;
    content->reader = NULL;
}

static void load(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct program_text *source)
{
    const struct commit *commit = (const struct commit *)content->reader + version->line;
    (void)context;
    str_clear(&source->content);
    if (commit->code) {
        str_add_text(&source->content, commit->code);
        program_text_take(source, &language_python, false);
        return;
    }
    source->reason = REJECT_UNREADABLE;
    input_errors_add(&content->errors, INPUT_SOURCE_MISSING, unit->id, version->line, "gone");
}

static bool is_reading(void *context)
{
    (void)context;
    return false;
}

static int check(void *context, struct err *err)
{
    (void)context;
    (void)err;
    return 0;
}

static void stop(void *context)
{
    (void)context;
}

static int finish(void *context, const bool *is_chosen, struct db *store, struct source_end *end,
                  struct err *err)
{
    static struct input_errors none;
    (void)is_chosen;
    (void)store;
    (void)err;
    *end = (struct source_end){.name = "repository", .errors = &none};
    return check(context, err);
}

static struct pair_source source_of_commits(void)
{
    static const char listing[] =
        "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    return (struct pair_source){
        .kind = &commits,
        .units = units,
        .n_units = N_ITEMS(units),
        .listing_sha256 = listing,
        .fingerprint = fingerprint,
        .open = open_unit,
        .close = close_unit,
        .load = load,
        .is_reading = is_reading,
        .check = check,
        .stop = stop,
        .finish = finish,
    };
}

static void count_error(void *context, const struct input_error *error)
{
    int *n = context;
    assert_int_equal(error->kind, INPUT_SOURCE_MISSING);
    ++*n;
}

static void mine(const char *name, bool is_resuming, struct mine_result *result, int *n_errors)
{
    struct err err;
    const struct mine_request request = {
        .output = scratch_path(name),
        .options = {.languages = LANGUAGE_SET_DEFAULT,
                    .failing = FAILING_JUDGED,
                    .max_bytes = 1 << 20,
                    .max_pairs = 1000},
        .shard = {1, 1},
        .n_jobs = 2,
        .is_resuming = is_resuming,
        .listener = {.context = n_errors, .on_error = count_error},
    };
    const struct pair_source source = source_of_commits();
    *result = (struct mine_result){0};
    *n_errors = 0;
    scoped(mine_run) *run = mine_run_new(&request, &commits, result);
    assert_success(mine_run_begin(run, &err), err);
    assert_success(mine_run_plan(run, &source, &err), err);
    assert_success(mine_run_finish(run, &err), err);
}

TEST(mine_run__takes_the_pairs_of_a_source_without_verdicts)
{
    struct mine_result result;
    struct db *db;
    int n_errors;
    mine("commits.db", false, &result, &n_errors);
    assert_false(result.was_done);
    assert_int_equal(n_errors, 1);
    assert_int_equal(result.summary.n_pairs, 4);
    assert_int_equal(result.summary.n_fixes, 2);
    assert_int_equal(result.summary.n_of_kind[INPUT_SOURCE_MISSING], 1);
    assert_int_equal(result.progress.n_committed, 2);
    db = store_opened("commits.db");
    assert_rows(db, "SELECT source, dataset, n_listed FROM run", "commits|repository|2\n");
    assert_rows(
        db,
        "SELECT problem_id, buggy_submission_id, buggy_status, fixed_submission_id, fixed_status, "
        "before, after FROM fix_details",
        "one.py|c1||c2||1|2\ntwo.py|c1||c2||<|<=\n");
    assert_rows(db, "SELECT reason, n_pairs, quote(status) FROM rejects",
                "unreadable|1|''\nmulti_token|1|''\n");
    assert_rows(db, "SELECT * FROM statuses", "");
    assert_rows(db, "SELECT kind, file FROM input_errors", "source_missing|one.py\n");
    db_close(db);
    mine("commits.db", true, &result, &n_errors);
    assert_true(result.was_done);
}

/* Commands that read a database also accept one without verdicts. */
TEST(mine_run__makes_a_store_without_verdicts_that_can_be_used)
{
    struct mine_result result;
    int n_errors;
    mine("used.db", false, &result, &n_errors);
    scoped(str) output = output_of("cd \"$SCRATCH\" && \"$TOKFIX\" stats used.db");
    assert_contains(str_text(&output), "Fixes by category");
    run_valid(&output, "cd \"$SCRATCH\" && \"$TOKFIX\" stats used.db --json");
    assert_null(strstr(str_text(&output), "\"buggy_status\":\tnull"));
    run_valid(&output, "cd \"$SCRATCH\" && \"$TOKFIX\" show used.db one.py-c1-c2");
    assert_null(strstr(str_text(&output), "->"));
    expect_run(0, "\"buggy_status\":\"\"",
               "cd \"$SCRATCH\" && \"$TOKFIX\" export used.db --format pairs");
    assert_int_equal(run_shell(&output, "cd \"$SCRATCH\" && \"$TOKFIX\" export used.db --format "
                                        "pairs --where \"judged = 'WA'\""),
                     1);
    run_valid(&output, "cd \"$SCRATCH\" && \"$TOKFIX\" report used.db -o used.html -q");
    expect_run(0, "| (not given) | 2 |",
               "cd \"$SCRATCH\" && \"$TOKFIX\" dedup used.db -q && \"$TOKFIX\" split "
               "used.db -q && \"$TOKFIX\" check used.db -q >check.out && \"$TOKFIX\" publish "
               "used.db -o used --license mit -q && cat used/README.md");
    expect_run(0, "0|1\n",
               "cd \"$SCRATCH\" && \"$TOKFIX\" rewrite used.db -o rewritten.db -q && "
               "sqlite3 rewritten.db 'SELECT count(status), count(*) > 0 FROM submissions'");
}
