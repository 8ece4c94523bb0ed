/* The tables of a database: their keys, their numbers, and the published figures. */
#include "report/stats.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»", .fixed = "«b»", .pattern = "CHANGE_IDENTIFIER_USED", .role = "variable"},
    {.buggy = "x «+» y", .fixed = "x «-» y", .category = "binary_operator"},
    {.buggy = "«a»(1)",
     .fixed = "«b»(1)",
     .pattern = "WRONG_FUNCTION_NAME",
     .role = "function",
     .status = "Runtime Error"},
    {.buggy = "if «»a:", .fixed = "if «not» a:", .category = "other"},
};

/* A store with a row or more in every table. */
static struct db *full_store(const char *name, const char *language)
{
    struct db *store = stored_create(name, language);
    for (size_t i = 0; i < N_ITEMS(fixes); i++)
        stored_add_fix(store, i, &fixes[i]);
    assert_done(rows_add_count(store, "submissions", 1234, &err));
    assert_done(rows_add_count(store, "histories", 56, &err));
    assert_done(rows_add_count(store, "pairs", 7, &err));
    assert_done(rows_add_reject(store, "identical", "Wrong Answer", 2, &err));
    assert_done(rows_add_reject(store, "identical", "Compile Error", 1, &err));
    assert_done(rows_add_reject(store, "encoding", "Wrong Answer", 4, &err));
    assert_done(rows_add_status(store, "Accepted", "accepted", 3, &err));
    assert_done(rows_add_status(store, "Wrong Answer", "failing", 9, &err));
    assert_done(rows_add_status(store, "", "undecided", 3, &err));
    assert_done(rows_add_history_size(store, 1, 10, &err));
    assert_done(rows_add_history_size(store, 20, 20, &err));
    assert_done(rows_add_history_size(store, 21, 30, &err));
    assert_done(rows_add_history_size(store, 400, 5, &err));
    static const struct input_error_row errors[] = {
        {"row_value", "metadata/p00001.csv", 3, "bad", NULL},
        {"source_missing", "data/p00001/Python/s1.py", 0, "gone", NULL},
        {"row_value", "metadata/p00001.csv", 4, "bad", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(errors); i++)
        assert_done(store_add_input_error(store, &errors[i], &err));
    return store_reopened(store, name);
}

static struct json *collected(struct db *db, int n_edits)
{
    struct json *stats;
    assert_done(stats_collect(&stats, db, &(struct stats_request){.n_edits = n_edits}, &err));
    db_close(db);
    return stats;
}

/* A table as one line of JSON; in a static buffer. */
static const char *table_of(const struct json *stats, const char *name)
{
    static char *text;
    FILE *out = text_stream();
    json_write_line(json_get(stats, name), out);
    free(text);
    text = text_written(out);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

TEST(stats__numbers_are_those_of_the_store)
{
    static const struct text_case cases[] = {
        {"run", "{\"tool_version\":\"1.2.3\",\"language\":\"fortran\",\"grammar\":\"a-grammar\","
                "\"grammar_version\":\"4.5.6\",\"grammar_abi\":14,\"pairing\":\"all\","
                "\"failing\":\"judged\","
                "\"max_tokens\":100,\"max_bytes\":1000,\"max_pairs\":10,\"shard\":1,\"n_shards\":1,"
                "\"dataset\":\"a dataset\",\"metadata_sha256\":\"0123\"}"},
        {"totals", "[{\"name\":\"files\",\"n\":1234,\"thesis_n\":null},"
                   "{\"name\":\"histories\",\"n\":56,\"thesis_n\":null},"
                   "{\"name\":\"pairs\",\"n\":7,\"thesis_n\":null},"
                   "{\"name\":\"fixes\",\"n\":3,\"thesis_n\":null},"
                   "{\"name\":\"fixes taken by default\",\"n\":3,\"thesis_n\":null},"
                   "{\"name\":\"fixes within 1,024 tokens\",\"n\":3,\"thesis_n\":null}]"},
        {"origins", "[{\"origin\":\"real\",\"n\":4}]"},
        {"funnel", "[{\"name\":\"submissions\",\"n\":1234},{\"name\":\"histories\",\"n\":56},"
                   "{\"name\":\"pairs\",\"n\":7},{\"name\":\"rejected: too_many_pairs\",\"n\":0},"
                   "{\"name\":\"rejected: unreadable\",\"n\":0},"
                   "{\"name\":\"rejected: too_large\",\"n\":0},"
                   "{\"name\":\"rejected: encoding\",\"n\":4},"
                   "{\"name\":\"rejected: unclosed_string\",\"n\":0},"
                   "{\"name\":\"rejected: unmatched_bracket\",\"n\":0},"
                   "{\"name\":\"rejected: indentation\",\"n\":0},"
                   "{\"name\":\"rejected: stray_character\",\"n\":0},"
                   "{\"name\":\"rejected: malformed_number\",\"n\":0},"
                   "{\"name\":\"rejected: nesting\",\"n\":0},"
                   "{\"name\":\"rejected: identical\",\"n\":3},"
                   "{\"name\":\"rejected: multi_token\",\"n\":0},"
                   "{\"name\":\"rejected: too_many_tokens\",\"n\":0},"
                   "{\"name\":\"rejected: syntax_error\",\"n\":0},"
                   "{\"name\":\"rejected: same_value\",\"n\":0},"
                   "{\"name\":\"single-token fixes\",\"n\":4},"
                   "{\"name\":\"single-token fixes in the six categories\",\"n\":3}]"},
        {"rejects", "[{\"reason\":\"encoding\",\"status\":\"Wrong Answer\",\"n\":4},"
                    "{\"reason\":\"identical\",\"status\":\"Compile Error\",\"n\":1},"
                    "{\"reason\":\"identical\",\"status\":\"Wrong Answer\",\"n\":2}]"},
        {"statuses", "[{\"status\":\"Wrong Answer\",\"class\":\"failing\",\"n\":9},"
                     "{\"status\":\"\",\"class\":\"undecided\",\"n\":3},"
                     "{\"status\":\"Accepted\",\"class\":\"accepted\",\"n\":3}]"},
        {"status_transitions",
         "[{\"category\":\"variable_misuse\",\"buggy_status\":\"Runtime Error\","
         "\"fixed_status\":\"Accepted\",\"n\":1},"
         "{\"category\":\"variable_misuse\",\"buggy_status\":\"Wrong Answer\","
         "\"fixed_status\":\"Accepted\",\"n\":1},"
         "{\"category\":\"binary_operator\",\"buggy_status\":\"Wrong Answer\","
         "\"fixed_status\":\"Accepted\",\"n\":1},"
         "{\"category\":\"other\",\"buggy_status\":\"Wrong Answer\","
         "\"fixed_status\":\"Accepted\",\"n\":1}]"},
        {"edits", "[{\"category\":\"variable_misuse\",\"edit\":\"replace\",\"before\":\"a\","
                  "\"after\":\"b\",\"n\":2},"
                  "{\"category\":\"binary_operator\",\"edit\":\"replace\",\"before\":\"+\","
                  "\"after\":\"-\",\"n\":1},"
                  "{\"category\":\"other\",\"edit\":\"insert\",\"before\":\"\","
                  "\"after\":\"not\",\"n\":1}]"},
        {"patterns", "[{\"pattern\":\"SINGLE_TOKEN\",\"n\":2,\"percent\":50},"
                     "{\"pattern\":\"CHANGE_IDENTIFIER_USED\",\"n\":1,\"percent\":25},"
                     "{\"pattern\":\"WRONG_FUNCTION_NAME\",\"n\":1,\"percent\":25}]"},
        {"roles", "[{\"role\":\"function\",\"category\":\"variable_misuse\",\"n\":1},"
                  "{\"role\":\"variable\",\"category\":\"variable_misuse\",\"n\":1}]"},
        {"languages",
         "[{\"language\":\"fortran\",\"grammar\":\"a-grammar\",\"grammar_version\":\"4.5.6\","
         "\"submissions\":null,\"histories\":null,\"pairs\":null,\"fixes\":4,\"six\":3,"
         "\"variable_misuse\":2,\"binary_operator\":1,\"comparison_operator\":0,"
         "\"logical_operator\":0,\"assignment_operator\":0,\"literal\":0,\"type\":0,\"other\":1,"
         "\"parses\":4,\"parses_percent\":100}]"},
        {"input_errors",
         "[{\"kind\":\"row_value\",\"n\":2},{\"kind\":\"source_missing\",\"n\":1}]"},
    };
    scoped(json) *stats = collected(full_store("numbers.db", "fortran"), 10);
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(table_of(stats, cases[i].given), cases[i].expected);
}

TEST(stats__shares_are_of_the_six_categories)
{
    scoped(json) *stats = collected(full_store("shares.db", "python"), 10);
    assert_string_equal(
        table_of(stats, "categories"),
        "[{\"category\":\"variable_misuse\",\"n\":2,\"percent\":66.67,\"taken_n\":2,"
        "\"taken_percent\":66.67,\"within_n\":2,\"within_percent\":66.67,"
        "\"taken_within_n\":2,\"taken_within_percent\":66.67,\"thesis_n\":14874,"
        "\"thesis_percent\":39.33,\"github_n\":11228,\"github_percent\":32.45},"
        "{\"category\":\"binary_operator\",\"n\":1,\"percent\":33.33,\"taken_n\":1,"
        "\"taken_percent\":33.33,\"within_n\":1,\"within_percent\":33.33,"
        "\"taken_within_n\":1,\"taken_within_percent\":33.33,\"thesis_n\":1961,"
        "\"thesis_percent\":5.19,\"github_n\":2236,\"github_percent\":6.46},"
        "{\"category\":\"comparison_operator\",\"n\":0,\"percent\":0,\"taken_n\":0,"
        "\"taken_percent\":0,\"within_n\":0,\"within_percent\":0,\"taken_within_n\":0,"
        "\"taken_within_percent\":0,\"thesis_n\":8640,\"thesis_percent\":22.85,"
        "\"github_n\":8555,\"github_percent\":24.72},"
        "{\"category\":\"logical_operator\",\"n\":0,\"percent\":0,\"taken_n\":0,"
        "\"taken_percent\":0,\"within_n\":0,\"within_percent\":0,\"taken_within_n\":0,"
        "\"taken_within_percent\":0,\"thesis_n\":556,\"thesis_percent\":1.47,"
        "\"github_n\":3137,\"github_percent\":9.07},"
        "{\"category\":\"assignment_operator\",\"n\":0,\"percent\":0,\"taken_n\":0,"
        "\"taken_percent\":0,\"within_n\":0,\"within_percent\":0,\"taken_within_n\":0,"
        "\"taken_within_percent\":0,\"thesis_n\":999,\"thesis_percent\":2.64,"
        "\"github_n\":1395,\"github_percent\":4.03},"
        "{\"category\":\"literal\",\"n\":0,\"percent\":0,\"taken_n\":0,\"taken_percent\":0,"
        "\"within_n\":0,\"within_percent\":0,\"taken_within_n\":0,\"taken_within_percent\":0,"
        "\"thesis_n\":10789,\"thesis_percent\":28.53,\"github_n\":8052,"
        "\"github_percent\":23.27},"
        "{\"category\":\"type\",\"n\":0,\"percent\":null,\"taken_n\":0,"
        "\"taken_percent\":null,\"within_n\":0,\"within_percent\":null,\"taken_within_n\":0,"
        "\"taken_within_percent\":null,\"thesis_n\":null,\"thesis_percent\":null,"
        "\"github_n\":null,\"github_percent\":null},"
        "{\"category\":\"other\",\"n\":1,\"percent\":null,\"taken_n\":1,"
        "\"taken_percent\":null,\"within_n\":1,\"within_percent\":null,\"taken_within_n\":1,"
        "\"taken_within_percent\":null,\"thesis_n\":null,\"thesis_percent\":null,"
        "\"github_n\":null,\"github_percent\":null}]");
}

TEST(stats__histories_of_21_and_more_are_one_row)
{
    static const struct {
        size_t row;
        const char *submissions;
        int n, thesis_n;
    } cases[] = {
        {0, "1", 10, 1106809}, {1, "2", 0, 288544}, {19, "20", 20, 374}, {20, "21+", 35, 1997}};
    scoped(json) *stats = collected(full_store("sizes.db", "python"), 10);
    const struct json *rows = json_get(stats, "submissions_per_history");
    assert_int_equal(json_count(rows), 21);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct json *row = json_item(rows, cases[i].row);
        assert_string_equal(json_text(json_get(row, "submissions")), cases[i].submissions);
        assert_int_equal(json_number(json_get(row, "n"), -1), cases[i].n);
        assert_int_equal(json_number(json_get(row, "thesis_n"), -1), cases[i].thesis_n);
    }
}

static const char *const documented_keys[] = {
    "run",
    "runs",
    "origins",
    "totals",
    "per_problem",
    "categories",
    "regions",
    "test_split",
    "submissions_per_history",
    "funnel",
    "rejects",
    "statuses",
    "status_transitions",
    "edits",
    "patterns",
    "roles",
    "readings",
    "input_errors",
    "languages",
};

static bool is_published(const char *key)
{
    return strncmp(key, "thesis_", 7) == 0 || strncmp(key, "github_", 7) == 0;
}

/* Published numbers of a row: all of them are null, or none; returns how many there are. */
static int check_published(const struct json *row, bool is_null)
{
    int n = 0;
    for (size_t i = 0; i < json_count(row); i++) {
        const struct json *member = json_item(row, i);
        if (!is_published(json_name(member)))
            continue;
        assert_int_equal(isnan(json_number(member, NAN)), is_null);
        assert_null(json_text(member));
        n++;
    }
    return n;
}

TEST(stats__keys_are_the_same_for_every_language)
{
    scoped(json) *python = collected(full_store("python.db", "python"), 10);
    scoped(json) *fortran = collected(full_store("fortran.db", "fortran"), 10);
    int n_published = 0;
    assert_int_equal(json_count(python), N_ITEMS(documented_keys));
    assert_int_equal(json_count(fortran), N_ITEMS(documented_keys));
    for (size_t t = 0; t < N_ITEMS(documented_keys); t++) {
        const struct json *rows = json_item(python, t), *other_rows = json_item(fortran, t);
        assert_string_equal(json_name(rows), documented_keys[t]);
        assert_string_equal(json_name(other_rows), documented_keys[t]);
        assert_int_equal(json_count(rows), json_count(other_rows));
        for (size_t r = 0; t > 0 && r < json_count(rows); r++) {
            const struct json *row = json_item(rows, r), *other = json_item(other_rows, r);
            const char *category = json_text(json_get(row, "category"));
            assert_int_equal(json_count(row), json_count(other));
            for (size_t i = 0; i < json_count(row); i++)
                assert_string_equal(json_name(json_item(row, i)), json_name(json_item(other, i)));
            const char *total = json_text(json_get(row, "name"));
            check_published(row, (category && strcmp(category, "other") == 0) ||
                                     (category && strcmp(category, "type") == 0) ||
                                     (category && strcmp(category, "all") == 0) ||
                                     (total && strcmp(total, "fixes") == 0) ||
                                     (total && strcmp(total, "fixes taken by default") == 0));
            n_published += check_published(other, true);
        }
    }
    /* totals, those per problem, categories, history sizes, readings */
    assert_int_equal(n_published, 6 + 3 + 8 * 4 + 21 * 2 + 15);
}

TEST(stats__totals_are_beside_the_published_ones)
{
    scoped(json) *stats = collected(full_store("totals.db", "python"), 10);
    assert_string_equal(table_of(stats, "totals"),
                        "[{\"name\":\"files\",\"n\":1234,\"thesis_n\":3286314},"
                        "{\"name\":\"histories\",\"n\":56,\"thesis_n\":1716162},"
                        "{\"name\":\"pairs\",\"n\":7,\"thesis_n\":1269813},"
                        "{\"name\":\"fixes\",\"n\":3,\"thesis_n\":null},"
                        "{\"name\":\"fixes taken by default\",\"n\":3,\"thesis_n\":null},"
                        "{\"name\":\"fixes within 1,024 tokens\",\"n\":3,\"thesis_n\":37819}]");
}

static double share_of(const struct json *stats, size_t row, const char *key)
{
    return json_number(json_get(json_item(json_get(stats, "submissions_per_history"), row), key),
                       NAN);
}

/* Rounded, where the thesis truncates: 1,106,809 / 1,716,162 = 64.4932 %. */
TEST(stats__history_sizes_have_shares)
{
    scoped(json) *stats = collected(full_store("share_sizes.db", "python"), 10);
    assert_float_equal(share_of(stats, 0, "percent"), 15.38, 1e-9); /* 10 of 65 */
    assert_float_equal(share_of(stats, 20, "percent"), 53.85, 1e-9);
    assert_float_equal(share_of(stats, 0, "thesis_percent"), 64.49, 1e-9);
    assert_float_equal(share_of(stats, 1, "thesis_percent"), 16.81, 1e-9); /* 16.8133 */
    assert_float_equal(share_of(stats, 6, "thesis_percent"), 0.97,
                       1e-9); /* 0.9676: truncated 0.96 */
}

/* What a test does to a store before its tables are collected. */
static struct json *collected_after(const char *name, const char *sql)
{
    struct db *db;
    db_close(full_store(name, "python"));
    assert_done(store_open_update(&db, scratch_path(name), &err));
    split_views_write(db);
    assert_done(db_execute(db, sql, &err));
    db_close(db);
    db = store_opened(name);
    return collected(db, 10);
}

TEST(stats__means_are_for_each_problem)
{
    scoped(json) *stats =
        collected_after("means.db", "INSERT INTO run_counts VALUES (0, 'problems', '', 10)");
    assert_string_equal(table_of(stats, "per_problem"),
                        "[{\"name\":\"files\",\"n\":123.4,\"thesis_n\":810.83},"
                        "{\"name\":\"histories\",\"n\":5.6,\"thesis_n\":423.43},"
                        "{\"name\":\"pairs\",\"n\":0.7,\"thesis_n\":313.3}]");
    assert_string_equal(json_text(json_get(json_first(json_get(stats, "totals")), "name")),
                        "problems");
}

/* Table 5 of the thesis; what is marked is counted, and not left. */
TEST(stats__test_split_is_beside_the_published_one)
{
    scoped(json) *stats = collected_after(
        "split.db",
        "INSERT INTO splits SELECT fix_key, 'test', fix_key FROM fixes WHERE fix_key <> 2;"
        "INSERT INTO splits VALUES (2, 'train', 2);"
        "INSERT INTO exclusions VALUES (1, 'benchmark', 'b')");
    const struct json *rows = json_get(stats, "test_split");
    static const double thesis_n[] = {1098, 73, 361, 178, 35, 54, 1799};
    assert_int_equal(json_count(rows), 7);
    for (size_t i = 0; i < N_ITEMS(thesis_n); i++)
        assert_float_equal(json_number(json_get(json_item(rows, i), "thesis_n"), 0), thesis_n[i],
                           0);
    static const struct {
        size_t row;
        const char *category;
        double n, n_left, percent, thesis_percent;
    } cases[] = {{0, "variable_misuse", 2, 1, 100, 61.03},
                 {1, "binary_operator", 0, 0, 0, 4.06},
                 {6, "six", 2, 1, 100, 100}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct json *row = json_item(rows, cases[i].row);
        assert_string_equal(json_text(json_get(row, "category")), cases[i].category);
        assert_float_equal(json_number(json_get(row, "n"), -1), cases[i].n, 0);
        assert_float_equal(json_number(json_get(row, "n_left"), -1), cases[i].n_left, 0);
        assert_float_equal(json_number(json_get(row, "percent"), -1), cases[i].percent, 1e-9);
        assert_float_equal(json_number(json_get(row, "thesis_percent"), -1),
                           cases[i].thesis_percent, 1e-9);
    }
}

/* The readings in one line: "reading category n", those of other tables with a star. */
static const char *readings_of(const struct json *stats, const char *question)
{
    static struct str line;
    str_clear(&line);
    for (const struct json *row = json_first(json_get(stats, "readings")); row;
         row = json_next(row)) {
        if (strcmp(json_text(json_get(row, "question")), question) != 0)
            continue;
        str_print(&line, "%s%s %s%s %.0f", line.length ? "; " : "",
                  json_text(json_get(row, "reading")), json_text(json_get(row, "category")),
                  json_number(json_get(row, "ours"), 0) > 0 ? "*" : "",
                  json_number(json_get(row, "n"), -1));
    }
    return str_text(&line);
}

/* Both ways; a reading changes its own categories alone. */
TEST(stats__readings_are_both_ways)
{
    static const struct {
        const char *sql, *question, *readings;
    } cases[] = {
        {"UPDATE fixes SET before_kind = 'variable', after_kind = 'variable', in_scope = 1 "
         "WHERE fix_key = 1; UPDATE fixes SET before_kind = 'attribute', after_kind = 'attribute' "
         "WHERE fix_key = 4",
         "variables",
         "bare names variable_misuse* 2; all identifiers variable_misuse 2; "
         "names in scope variable_misuse 1"},
        {"UPDATE fixes SET before_kind = 'variable', after_kind = 'integer' WHERE fix_key = 4",
         "variables",
         "bare names variable_misuse* 2; all identifiers variable_misuse 0; "
         "names in scope variable_misuse 0"},
        {"UPDATE fixes SET category = 'literal', before_kind = 'integer', after_kind = 'integer';"
         "UPDATE fixes SET after_kind = 'string' WHERE fix_key = 1;"
         "UPDATE fixes SET before_kind = NULL WHERE fix_key = 2",
         "literals", "with strings literal* 4; without strings literal 3"},
        {"UPDATE fixes SET category = 'comparison_operator';"
         "UPDATE fixes SET before = 'in', after = 'not in' WHERE fix_key = 1;"
         "UPDATE fixes SET before = 'not in', after = 'in' WHERE fix_key = 2;"
         "UPDATE fixes SET before = 'is', after = 'not in' WHERE fix_key = 3;"
         "UPDATE fixes SET category = 'logical_operator' WHERE fix_key = 4",
         "in, not in",
         "comparison comparison_operator* 3; comparison logical_operator* 1; "
         "logical comparison_operator 1; logical logical_operator 3"},
        {"UPDATE fixes SET category = 'comparison_operator', before = 'is', after = 'is not' "
         "WHERE fix_key = 1",
         "is, is not",
         "comparison comparison_operator* 1; comparison logical_operator* 0; "
         "logical comparison_operator 0; logical logical_operator 1"},
        {"INSERT INTO rejects VALUES ('python', 'syntax_error', 'Wrong Answer', 7), "
         "('python', 'syntax_error', 'Compile Error', 2), "
         "('python', 'unclosed_string', 'Compile Error', 5)",
         "syntax errors", "rejected all* 4; as tokens all 13"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *stats = collected_after("readings.db", cases[i].sql);
        assert_string_equal(readings_of(stats, cases[i].question), cases[i].readings);
    }
}

/* Published figures are beside both, because the thesis took all. */
TEST(stats__count_what_exports_take_beside_all)
{
    scoped(json) *stats = collected_after(
        "taken.db", "UPDATE fixes SET region = 'docstring' WHERE category = 'binary_operator';"
                    "UPDATE fixes SET region = 'output' WHERE category = 'other'");
    const struct json *row = json_item(json_get(stats, "categories"), 1);
    assert_json_has(row, "{category: binary_operator, n: 1, percent: 33.33, within_n: 1,"
                         " taken_n: 0, taken_percent: 0, taken_within_n: 0}");
    assert_json_has(json_first(json_get(stats, "categories")),
                    "{n: 2, percent: 66.67, taken_n: 2, taken_percent: 100,"
                    " taken_within_percent: 100, thesis_percent: 39.33}");
    assert_json_has(stats, "{totals: [{name: files}, {}, {}, {name: fixes, n: 3},"
                           " {name: 'fixes taken by default', n: 2}, {n: 3}],"
                           " regions: [{region: code, n: 2, percent: 50, taken: yes},"
                           " {region: docstring, n: 1, percent: 25, taken: no},"
                           " {region: output, n: 1, percent: 25, taken: yes}]}");
}

/* Readings are of real fixes. */
TEST(stats__readings_of_other_fixes_are_none)
{
    scoped(json) *stats = collected_after("no_readings.db", "UPDATE fixes SET origin = 'rewrite'");
    assert_int_equal(json_count(json_get(stats, "readings")), 0);
}

TEST(stats__edits_are_the_most_frequent_ones)
{
    for (int n = 0; n <= 4; n++) {
        scoped(json) *stats = collected(full_store("edits.db", "python"), n);
        const struct json *edits = json_get(stats, "edits");
        assert_int_equal(json_count(edits), n < 3 ? n : 3);
        if (n)
            assert_string_equal(json_text(json_get(json_item(edits, 0), "before")), "a");
    }
}

/* A run that found nothing: every table is printed, and no share is a division by zero. */
TEST(stats__of_an_empty_store_are_complete)
{
    struct db *store = stored_create("empty.db", "python");
    scoped(json) *stats = collected(store_reopened(store, "empty.db"), 10);
    assert_int_equal(json_count(stats), N_ITEMS(documented_keys));
    for (size_t i = 0; i < 7; i++) {
        const struct json *row = json_item(json_get(stats, "categories"), i);
        assert_int_equal(json_number(json_get(row, "n"), -1), 0);
        assert_true(isnan(json_number(json_get(row, "percent"), NAN)));
    }
    assert_int_equal(json_count(json_get(stats, "submissions_per_history")), 21);
    assert_string_equal(table_of(stats, "edits"), "[]");
    assert_string_equal(table_of(stats, "patterns"), "[]");
    FILE *out = text_stream();
    stats_print(stats, NULL, true, out);
    scoped_memory char *text = text_written(out);
    assert_contains(text, "\nSStuB patterns\n  none\n");
    assert_null(strstr(text, "nan"));
}

TEST(stats__print_shows_what_was_collected)
{
    static const char *const parts[] = {
        "a dataset: fortran, pairing all, failing judged; tokfix 1.2.3\n",
        "  variable_misuse         2  67 %",
        "  21+                 35",
        "  variable_misuse  Runtime Error  Accepted      1\n",
        "  other            insert   -       not        1\n",
        "  SINGLE_TOKEN                2  50 %\n",
        "  source_missing      1\n",
    };
    scoped(json) *stats = collected(full_store("print.db", "fortran"), 10);
    FILE *out = text_stream();
    stats_print(stats, NULL, true, out);
    scoped_memory char *text = text_written(out);
    for (size_t i = 0; i < N_ITEMS(parts); i++)
        assert_contains(text, parts[i]);
}

TEST(stats__of_another_database_fail)
{
    scoped(db) *db = NULL;
    scoped(json) *stats = NULL;
    struct err err = {""};
    assert_success(db_open_new(&db, scratch_path("foreign.db"), &err), err);
    assert_int_equal(stats_collect(&stats, db, &(struct stats_request){.n_edits = 10}, &err), ERR);
    assert_string_not_equal(err.message, "");
}
