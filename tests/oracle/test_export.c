/* Readers written only from the descriptions of the formats read every exported row, and Python's
 * own parser finds the functions that rows show. */
#include "base/json.h"
#include "base/str.h"
#include "db/store.h"
#include "tests/support/jsonl.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

/* Mines `dataset` (a shell word) and exports it; calls `check` with each row. */
static int each_row(const char *dataset, const char *arguments,
                    void (*check)(const struct json *row, void *context), void *context)
{
    int n = 0;
    scoped(str) output =
        output_of("\"$TOKFIX\" mine %s --language python -o \"$SCRATCH/e.db\" --force", dataset);
    run_valid(&output, "\"$TOKFIX\" export \"$SCRATCH/e.db\" %s -o \"$SCRATCH/e.jsonl\" --force",
              arguments);
    scoped(str) lines = test_file("$SCRATCH/e.jsonl");
    for (char *line = lines.text, *end; line && *line; line = end + 1, n++) {
        scoped(json) *row = NULL;
        end = strchr(line, '\n');
        assert_non_null(end);
        assert_done(json_parse(&row, line, (size_t)(end - line), &err));
        check(row, context);
    }
    return n;
}

static const char *text(const struct json *row, const char *key)
{
    const char *found = json_text(json_get(row, key));
    if (!found)
        fail_msg("no text under the key %s", key);
    return found;
}

static size_t number(const struct json *row, const char *key)
{
    double found = json_number(json_get(row, key), -1);
    if (found < 0 || floor(found) < found)
        fail_msg("no whole number under the key %s", key);
    return (size_t)found;
}

/* The byte of a 0-based line and column in code points; only LF ends a line unless `has_cr`. */
static size_t byte_of(const char *code, size_t line, size_t column, bool has_cr)
{
    size_t at = 0;
    while (line) {
        assert_true(code[at] != '\0');
        bool is_lone_cr = has_cr && code[at] == '\r' && code[at + 1] != '\n';
        if (code[at++] == '\n' || is_lone_cr)
            line--;
    }
    while (column) {
        assert_true(code[at] != '\0' && code[at] != '\n');
        at++;
        while (((unsigned char)code[at] & 0xc0) == 0x80)
            at++;
        column--;
    }
    return at;
}

/* Whether bytes are the token, however `not in` and `is not` are spaced. */
static bool is_token(const char *bytes, size_t length, const char *token)
{
    if (strcmp(token, "not in") != 0 && strcmp(token, "is not") != 0)
        return strlen(token) == length && memcmp(bytes, token, length) == 0;
    size_t first = strcspn(token, " "), second = strlen(token) - first - 1;
    return length > strlen(token) - 1 && memcmp(bytes, token, first) == 0 &&
           memcmp(bytes + length - second, token + first + 1, second) == 0;
}

static void assert_same_tokens(const char *a, const char *b, const char *id)
{
    struct token_edit edit;
    scoped(program) program_a = tokenized(a);
    scoped(program) program_b = tokenized(b);
    if (program_difference(&program_a, &program_b, &edit) != DIFFERENCE_NONE)
        fail_msg("%s: the edit does not give the fixed program's tokens", id);
}

static const char *const pair_keys[] = {
    "id",
    "problem_id",
    "user_id",
    "language",
    "original_language",
    "buggy_submission",
    "fixed_submission",
    "buggy_status",
    "buggy_date",
    "fixed_date",
    "origin",
    "edit",
    "category",
    "pattern",
    "role",
    "region",
    "before",
    "after",
    "line",
    "column",
    "start_byte",
    "end_byte",
    "token_index",
    "n_tokens",
    "repair_in_program",
    "parses",
    "verdict_in_comment",
    "dialect",
    "split",
    "cluster",
    "verdict",
    "evidence_input",
    "evidence_expected",
    "evidence_actual",
    "buggy_encoding",
    "fixed_encoding",
    "buggy_code",
    "fixed_code",
};

/* How often the plain substitution, without the rule for spaces, does it too. */
struct pair_counts {
    int n_rows, n_plain;
};

static void check_plain_substitution(const struct json *row, struct pair_counts *counts)
{
    scoped(str) plain = {0};
    struct program applied, fixed;
    struct token_edit edit;
    const char *buggy = text(row, "buggy_code");
    bool is_insert = strcmp(text(row, "edit"), "insert") == 0;
    str_add(&plain, buggy, number(row, "start_byte"));
    str_add_text(&plain, text(row, "after"));
    str_add_text(&plain, is_insert ? " " : "");
    str_add_text(&plain, buggy + number(row, "end_byte"));
    if (tokenize_text(&applied, str_text(&plain))) {
        tokenize_valid(&fixed, text(row, "fixed_code"));
        counts->n_plain += program_difference(&applied, &fixed, &edit) == DIFFERENCE_NONE;
        program_release(&fixed);
    }
    program_release(&applied);
}

static void check_pair(const struct json *row, void *context)
{
    struct pair_counts *counts = context;
    assert_int_equal(json_count(row), N_ITEMS(pair_keys));
    for (size_t i = 0; i < N_ITEMS(pair_keys); i++)
        assert_string_equal(json_name(json_item(row, i)), pair_keys[i]);

    const char *buggy = text(row, "buggy_code"), *before = text(row, "before");
    const char *after = text(row, "after");
    size_t start = number(row, "start_byte"), end = number(row, "end_byte");
    assert_true(start <= end && end <= strlen(buggy));
    assert_true(is_token(buggy + start, end - start, before));
    assert_int_equal(byte_of(buggy, number(row, "line") - 1, number(row, "column"), true), start);
    assert_true(number(row, "token_index") < number(row, "n_tokens"));
    assert_true(number(row, "buggy_date") <= number(row, "fixed_date"));

    struct str applied = {0};
    edit_apply(&applied, buggy, strlen(buggy), start, end, after, strlen(after));
    assert_same_tokens(str_text(&applied), text(row, "fixed_code"), text(row, "id"));
    str_release(&applied);
    counts->n_rows++;
    check_plain_substitution(row, counts);
}

/* What the scorer makes of a row (nbfbaselines, classify_bug). */
static const char *scorer_type(const char *bug_type, const char *repair)
{
    static const char *const binary[] = {"+", "-",  "*",  "**", "/", "//", "%",
                                         "@", "<<", ">>", "|",  "&", "^"};
    static const char *const comparison[] = {"<", "<=", ">", ">=", "==", "!="};
    if (strcmp(bug_type, "not") == 0)
        return "logical_operator";
    if (strcmp(bug_type, "litbool") == 0 || strcmp(bug_type, "numeric") == 0)
        return "literal";
    if (strcmp(bug_type, "varmisuse") == 0)
        return "variable_misuse";
    assert_string_equal(bug_type, "binop");
    for (size_t i = 0; i < N_ITEMS(binary); i++)
        if (strcmp(binary[i], repair) == 0)
            return "binary_operator";
    for (size_t i = 0; i < N_ITEMS(comparison); i++)
        if (strcmp(comparison[i], repair) == 0)
            return "comparison_operator";
    if (strchr(repair, '='))
        return "assignment_operator";
    if (strcmp(repair, "and") == 0 || strcmp(repair, "or") == 0)
        return "logical_operator";
    return "comparison_operator";
}

struct nbf_context {
    struct db *db;
    struct db_statement *find; /* the fix of an id */
    int n_not;
};

/* The store that each_row made is opened at the first row. */
static void open_store(struct nbf_context *context)
{
    assert_done(store_open(&context->db, printed("%s/e.db", getenv("SCRATCH")), &err));
    assert_done(db_prepare(&context->find, context->db,
                           "SELECT category, edit, before, after, fixed_code, buggy_code "
                           "FROM fix_details WHERE fix_id = ?",
                           &err));
}

/* A missing `not`: put before the marked token, it gives the fixed program. */
static void check_insertion(struct db_statement *fix, const char *code, size_t start)
{
    scoped(str) applied = {0};
    str_add(&applied, code, start);
    str_add_text(&applied, "not ");
    str_add_text(&applied, code + start);
    assert_same_tokens(str_text(&applied), db_text(fix, 4), "nbf");
}

static void check_nbf(const struct json *row, void *argument)
{
    static const char *const keys[] = {"bug_type",   "project",    "project_url",  "commit_sha",
                                       "comodified", "input_text", "error_marker", "repair"};
    struct nbf_context *context = argument;
    struct err err;
    if (!context->db)
        open_store(context);
    assert_int_equal(json_count(row), N_ITEMS(keys));
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        assert_non_null(json_get(row, keys[i]));

    const char *code = text(row, "input_text"), *repair = text(row, "repair");
    const struct json *marker = json_get(row, "error_marker");
    assert_int_equal(json_count(marker), 4);
    size_t place[4];
    for (size_t i = 0; i < 4; i++)
        place[i] = (size_t)json_number(json_item(marker, i), -1);
    size_t start = byte_of(code, place[0], place[1], false);
    size_t end = byte_of(code, place[2], place[3], false);
    assert_true(start < end);

    assert_success(db_bind(context->find, &err, "t", text(row, "commit_sha")), err);
    assert_int_equal(db_step(context->find, &err), 1);
    const char *edit = db_text(context->find, 1);
    assert_string_equal(scorer_type(text(row, "bug_type"), repair), db_text(context->find, 0));
    const char *rest = db_text(context->find, 5) + strlen(code);
    assert_memory_equal(code, rest - strlen(code), strlen(code));
    assert_int_equal(strspn(rest, " \t\r\n\f"), strlen(rest));
    assert_string_equal(repair, db_text(context->find, 3));
    if (strcmp(edit, "insert") == 0) {
        assert_string_equal(repair, "not");
        check_insertion(context->find, code, start);
    } else {
        assert_true(is_token(code + start, end - start, db_text(context->find, 2)));
    }
    if (strcmp(edit, "replace") != 0) {
        assert_string_equal(text(row, "bug_type"), "not");
        context->n_not++;
    }
    db_rewind(context->find);
}

static void check_dataset(const char *name, const char *dataset)
{
    struct pair_counts pairs = {0};
    struct nbf_context nbf = {0};
    int n_pairs = each_row(dataset, "--format pairs --category all", check_pair, &pairs);
    int n_nbf = each_row(dataset, "--format nbf", check_nbf, &nbf);
    assert_true(n_pairs > 0 && n_nbf > 0);
    printf("note: %s: %d rows of pairs applied and compared (%d also without the rule for spaces), "
           "%d rows of nbf cut (%d of them `not`)\n",
           name, n_pairs, pairs.n_plain, n_nbf, nbf.n_not);
    db_finish(nbf.find);
    db_close(nbf.db);
}

TEST(export__rows_of_the_sample_hold)
{
    check_dataset("sample", "\"$SAMPLE/Project_CodeNet\"");
}

TEST(export__rows_of_atcoder_hold)
{
    if (!has_atcoder("exported rows of real programs"))
        skip();
    check_dataset("atcoder", "\"$SHARED/data/atcoder\"");
}

static void check_functions(const char *name, const char *db)
{
    scoped(str) output = {0};
    run_valid(
        &output,
        "set -e; cd \"$SCRATCH\"\n"
        "\"$TOKFIX\" export %s --format pairs --category all -o pairs.jsonl --force 2>/dev/null\n"
        "\"$TOKFIX\" export %s --format prompt-completion --category all --granularity "
        "function -o functions.jsonl --force 2>/dev/null\n"
        "python3 \"$SAMPLE/../oracle/enclosing.py\" pairs.jsonl functions.jsonl",
        db, db);
    printf("note: %s: %s", name, str_text(&output));
}

TEST(functions__are_those_of_pythons_parser)
{
    if (!has_python("functions by Python's own parser"))
        skip();
    jsonl_each_store("functions of real programs", check_functions);
}
