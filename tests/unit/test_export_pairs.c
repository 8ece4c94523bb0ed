/* tokfix's own rows. */
#include "tests/support/exported.h"
#include "classify/classify.h"
#include "export/format.h"
#include "tests/support/test.h"

static const struct shown_as whole;

TEST(pairs__hold_everything_in_one_line)
{
    scoped(made_row) made = made_row_of("x = \"é🍎\"\r\n\ty = «a»\n", "the «b» program");
    made.row.verdict = "proven";
    made.row.evidence_input = "1\n";
    made.row.evidence_expected = "2\n";
    made.row.evidence_actual = "3\n";
    assert_string_equal(
        written_text(&export_format_pairs, &made.row, &whole),
        "{\"id\":\"p00001-s1-s2\",\"problem_id\":\"p00001\",\"user_id\":\"u1\","
        "\"language\":\"python\",\"original_language\":\"Python3\","
        "\"buggy_submission\":\"s1\",\"fixed_submission\":\"s2\",\"buggy_status\":\"Wrong "
        "Answer\",\"buggy_date\":1,\"fixed_date\":253402300799,\"origin\":\"real\","
        "\"edit\":\"replace\","
        "\"category\":\"variable_misuse\",\"pattern\":\"CHANGE_IDENTIFIER_USED\","
        "\"role\":\"variable\",\"region\":\"code\",\"before\":\"a\",\"after\":\"b\","
        "\"line\":2,\"column\":5,"
        "\"start_byte\":19,\"end_byte\":20,\"token_index\":5,\"n_tokens\":6,"
        "\"repair_in_program\":true,\"parses\":true,\"verdict_in_comment\":false,"
        "\"dialect\":\"both\",\"split\":\"train\","
        "\"cluster\":\"p00001-s3-s4\","
        "\"verdict\":\"proven\",\"evidence_input\":\"1\\n\",\"evidence_expected\":\"2\\n\","
        "\"evidence_actual\":\"3\\n\",\"buggy_encoding\":\"cp932\",\"fixed_encoding\":\"utf-8\","
        "\"buggy_code\":\"x = \\\"é🍎\\\"\\r\\n\\ty = a\\n\",\"fixed_code\":\"the b program\"}\n");
}

/* written_json() compares keys and types with those of the features. */
TEST(pairs__have_every_key_in_every_row)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("if «»a:\n", "if «not» a:\n");
    struct fix clean = made.row;
    made.row.role = made.row.dialect = "";
    made.row.category = "other";
    made.row.repair_in_program = 0;
    made.row.buggy_code = made.row.fixed_code = made.row.original_language = "";
    made.row.buggy_length = made.row.fixed_length = 0;
    made.row.start_byte = made.row.end_byte = made.row.token_end_byte = 0;
    struct json *bare = written_json(&export_format_pairs, &made.row, &whole);
    assert_string_equal(json_text(json_get(bare, "role")), "");
    assert_string_equal(json_text(json_get(bare, "dialect")), "");
    assert_string_equal(json_text(json_get(bare, "before")), "");
    assert_false(json_is_true(json_get(bare, "repair_in_program")));
    json_free(bare);
    fix_make_clean(&clean, &arena);
    json_free(written_json(&export_format_pairs, &clean, &whole));
}

TEST(pairs__of_a_correct_program_have_it_on_both_sides)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("if «»a:\n", "if «not» a:\n");
    fix_make_clean(&made.row, &arena);
    assert_string_equal(
        written_text(&export_format_pairs, &made.row, &whole),
        "{\"id\":\"p00001-s2-s2\",\"problem_id\":\"p00001\",\"user_id\":\"u1\","
        "\"language\":\"python\",\"original_language\":\"Python3\","
        "\"buggy_submission\":\"s2\",\"fixed_submission\":\"s2\",\"buggy_status\":\"Accepted\","
        "\"buggy_date\":253402300799,\"fixed_date\":253402300799,\"origin\":\"real\","
        "\"edit\":\"none\","
        "\"category\":\"none\",\"pattern\":\"\",\"role\":\"\",\"region\":\"\","
        "\"before\":\"\",\"after\":\"\","
        "\"line\":0,\"column\":0,\"start_byte\":0,\"end_byte\":0,\"token_index\":0,\"n_tokens\":7,"
        "\"repair_in_program\":false,\"parses\":true,\"verdict_in_comment\":false,"
        "\"dialect\":\"both\",\"split\":\"train\","
        "\"cluster\":\"p00001-s3-s4\","
        "\"verdict\":\"\",\"evidence_input\":\"\",\"evidence_expected\":\"\","
        "\"evidence_actual\":\"\",\"buggy_encoding\":\"utf-8\",\"fixed_encoding\":\"utf-8\","
        "\"buggy_code\":\"if not a:\\n\",\"fixed_code\":\"if not a:\\n\"}\n");
}

/* A method: indented, and in a class that is not in the row. */
static struct made_row made_method(void)
{
    struct made_row made = made_row_of("class A:\n    x = 1\n\n    def f(self, a, b):\n"
                                       "        b = 'é'\n        return «a»\n",
                                       "class A:\n    x = 2\n\n    def f(self, a, b):\n"
                                       "        b = 'é'\n        return «b»\n");
    made.row.provenance = made_provenance;
    made.row.provenance.function_line = 4;
    made.row.provenance.function_end_line = 6;
    made.row.dialect = "";
    return made;
}

static const struct shown_as of_git = {.granularity = GRANULARITY_OWN, .has_provenance = true};

TEST(pairs__of_git_have_the_function_and_places_in_it)
{
    scoped(made_row) made = made_method();
    const char *line = written_text(&export_format_pairs, &made.row, &of_git);
    assert_contains(line, "\"line\":3,\"column\":15,\"start_byte\":55,\"end_byte\":56,"
                          "\"token_index\":18,\"n_tokens\":22,");
    assert_contains(line, "\"buggy_code\":\"    def f(self, a, b):\\n        b = 'é'\\n"
                          "        return a\\n\",\"fixed_code\":\"    def f(self, a, b):\\n"
                          "        b = 'é'\\n        return b\\n\"");
    assert_contains(line, "\"granularity\":\"function\",\"code_line\":4,\"code_start_byte\":20}");
    assert_string_equal(broken_rules(&export_format_pairs, line, strlen(line) - 1), "");
}

TEST(pairs__of_git_have_the_file_if_that_is_asked)
{
    static const struct shown_as file = {.has_provenance = true};
    scoped(made_row) made = made_method();
    scoped(json) *row = written_json(&export_format_pairs, &made.row, &file);
    assert_string_equal(json_text_at(row, "buggy_code"), made.row.buggy_code);
    assert_string_equal(json_text_at(row, "fixed_code"), made.row.fixed_code);
    assert_string_equal(json_text_at(row, "granularity"), "program");
    assert_int_equal(row_int(row, "line"), 6);
    assert_int_equal(row_int(row, "code_line"), 1);
}

TEST(pairs__of_git_have_the_function_of_a_correct_program)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_method();
    fix_make_clean(&made.row, &arena);
    const char *line = written_text(&export_format_pairs, &made.row, &of_git);
    assert_contains(line, "\"start_byte\":0,\"end_byte\":0,\"token_index\":0,\"n_tokens\":22,");
    assert_contains(line, "\"fixed_code\":\"    def f(self, a, b):\\n");
    assert_string_equal(broken_rules(&export_format_pairs, line, strlen(line) - 1), "");
}

TEST(pairs__hold_any_program)
{
    for (size_t i = 0; i < N_HOSTILE_PROGRAMS; i++) {
        scoped(made_row) made = made_row_of(hostile_programs[i], hostile_programs[i]);
        scoped(json) *json = written_json(&export_format_pairs, &made.row, &whole);
        assert_string_equal(json_text(json_get(json, "buggy_code")), made.row.buggy_code);
        assert_string_equal(json_text(json_get(json, "fixed_code")), made.row.fixed_code);
    }
}

/* Rows of pairs, each wrong in one way. */

/* `<` becomes `<=`, after a character of two bytes. */
static const struct row_key good[] = {
    {"id", "\"p1-b-f\""},
    {"problem_id", "\"p1\""},
    {"user_id", "\"u\""},
    {"language", "\"python\""},
    {"original_language", "\"Python3\""},
    {"buggy_submission", "\"b\""},
    {"fixed_submission", "\"f\""},
    {"buggy_status", "\"Wrong Answer\""},
    {"buggy_date", "10"},
    {"fixed_date", "20"},
    {"origin", "\"real\""},
    {"edit", "\"replace\""},
    {"category", "\"comparison_operator\""},
    {"pattern", "\"CHANGE_BINARY_OPERATOR\""},
    {"role", "\"\""},
    {"region", "\"code\""},
    {"before", "\"<\""},
    {"after", "\"<=\""},
    {"line", "2"},
    {"column", "7"},
    {"start_byte", "14"},
    {"end_byte", "15"},
    {"token_index", "6"},
    {"n_tokens", "17"},
    {"repair_in_program", "false"},
    {"parses", "true"},
    {"verdict_in_comment", "false"},
    {"dialect", "\"both\""},
    {"split", "\"\""},
    {"cluster", "\"\""},
    {"verdict", "\"\""},
    {"evidence_input", "\"\""},
    {"evidence_expected", "\"\""},
    {"evidence_actual", "\"\""},
    {"buggy_encoding", "\"latin-1\""},
    {"fixed_encoding", "\"utf-8\""},
    {"buggy_code", "\"n = 1\\nif 'é' < n:\\n    print(n)\\n\""},
    {"fixed_code", "\"n = 1\\nif 'é' <= n:\\n    print(n)\\n\""},
    {NULL, NULL},
};

#define INSERT_KEYS                                                                        \
    {"edit", "\"insert\""}, {"before", "\"\""}, {"after", "\"not\""}, {"start_byte", "9"}, \
        {"end_byte", "9"}, {"column", "3"}, {"token_index", "5"},                          \
    {                                                                                      \
        "fixed_code", "\"n = 1\\nif not 'é' < n:\\n    print(n)\\n\""                     \
    }

TEST(pairs_check__takes_a_good_row)
{
    static const struct broken_row rows[] = {
        {"", {{NULL, NULL}}},
        {"", {{"language", "\"cobol\""}, {"n_tokens", "3"}, {"dialect", "\"85\""}}},
        {"", {{"dialect", "\"\""}}},
        /* comments and blanks may differ beyond the edit */
        {"", {{"fixed_code", "\"n=1\\nif 'é' <=n: # so\\n    print(n)\\n\""}}},
        {"",
         {INSERT_KEYS,
          {"category", "\"logical_operator\""},
          {"pattern", "\"CHANGE_UNARY_OPERATOR\""}}},
    };
    expect_broken_rows(&export_format_pairs, good, rows, N_ITEMS(rows));
}

TEST(pairs_check__finds_wrong_names)
{
    static const struct broken_row rows[] = {
        {"id", {{"id", "\"p1-f-b\""}}},
        {"id", {{"problem_id", "\"p2\""}}},
        {"unknown_name", {{"category", "\"typo\""}}},
        {"unknown_name", {{"pattern", "\"\""}}},
        {"unknown_name", {{"role", "\"hero\""}}},
        {"unknown_name", {{"region", "\"prose\""}}},
        {"unknown_name", {{"dialect", "\"4\""}}},
        {"unknown_name", {{"split", "\"Train\""}}},
        {"unknown_name", {{"edit", "\"move\""}}},
        {"unknown_name", {{"buggy_encoding", "\"\""}}},
        {"unknown_name", {{"fixed_encoding", "\"UTF8\""}}},
        {"unknown_name", {{"origin", "\"guessed\""}}},
        {"classification", {{"category", "\"literal\""}}},
        {"classification", {{"pattern", "\"CHANGE_OPERAND\""}}},
        {"classification", {{"role", "\"variable\""}}},
        {"classification", {{"region", "\"docstring\""}}},
        {"", {{"region", "\"docstring\""}, {"origin", "\"rewrite\""}}},
        {"dates", {{"buggy_date", "21"}}},
        {"dates", {{"fixed_date", "253402300800"}}},
        {"dates", {{"buggy_date", "-1"}}},
        {"correct_program", {{"category", "\"none\""}}},
    };
    expect_broken_rows(&export_format_pairs, good, rows, N_ITEMS(rows));
}

TEST(pairs_check__finds_wrong_places)
{
    static const struct broken_row rows[] = {
        {"bytes", {{"start_byte", "-1"}}},
        {"bytes", {{"start_byte", "17"}}},
        {"bytes", {{"end_byte", "9007199254740991"}}},
        {"bytes", {{"start_byte", "-9007199254740991"}}},
        {"bytes", {{"start_byte", "11"}, {"end_byte", "12"}}}, /* inside the é */
        {"bytes", {{"start_byte", "10"}, {"end_byte", "11"}}},
        {"wrong_type", {{"start_byte", "1e300"}}},
        {"wrong_type", {{"start_byte", "14.5"}}},
        {"wrong_type", {{"end_byte", "\"15\""}}},
        {"json", {{"end_byte", "NaN"}}},
        {"json", {{"end_byte", "015"}}},
        {"place", {{"column", "8"}}}, /* in bytes */
        {"place", {{"line", "1"}}},
        {"place", {{"line", "0"}}},
        {"before", {{"before", "\">\""}}},
        {"before", {{"before", "\"not in\""}}},
        {"before place token_index edit_applied", {{"start_byte", "13"}, {"end_byte", "14"}}},
        {"token_index", {{"token_index", "5"}}},
        {"token_index", {{"token_index", "-6"}}},
        {"token_index", {{"token_index", "1000000"}}},
        {"n_tokens", {{"n_tokens", "16"}}},
        {"n_tokens", {{"n_tokens", "-17"}}},
        {"repair_in_program", {{"repair_in_program", "true"}}},
    };
    expect_broken_rows(&export_format_pairs, good, rows, N_ITEMS(rows));
}

/* What only the rest of the file says is not claimed: whether the code parses, and whether the
 * repair is elsewhere. */
TEST(pairs_check__takes_a_part_of_a_file_for_a_part)
{
    static const struct {
        const char *from, *to, *rules;
    } changes[] = {
        {"\"code_line\":4", "\"code_line\":4", ""},
        {"\"code_line\":4", "\"code_line\":9", "function"},
        {"\"n_tokens\":22", "\"n_tokens\":30", "n_tokens"},
        {"\"repair_in_program\":true", "\"repair_in_program\":false", "repair_in_program"},
        {"\"category\":\"variable_misuse\"", "\"category\":\"other\"", "classification"},
    };
    scoped(made_row) made = made_method();
    scoped(str) sound = {0};
    str_add_text(&sound, written_text(&export_format_pairs, &made.row, &of_git));
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(str) line = {0};
        const char *at = strstr(str_text(&sound), changes[i].from);
        assert_non_null(at);
        str_add(&line, str_text(&sound), (size_t)(at - str_text(&sound)));
        str_print(&line, "%s%s", changes[i].to, at + strlen(changes[i].from));
        assert_string_equal(broken_rules(&export_format_pairs, str_text(&line), line.length - 1),
                            changes[i].rules);
    }
}

TEST(pairs_check__finds_edits_that_do_not_fix)
{
    static const struct broken_row rows[] = {
        {"edit_applied", {{"after", "\">=\""}}},
        {"edit edit_applied", {{"after", "\"<\""}}},
        {"edit edit_applied", {{"after", "\"\""}}},
        {"edit before", {{"before", "\"\""}}},
        {"edit edit edit", {{"edit", "\"insert\""}}},
        {"edit edit", {{"edit", "\"delete\""}}},
        {"single_token edit_applied",
         {{"fixed_code", "\"n = 2\\nif 'é' <= n:\\n    print(n)\\n\""}}},
        {"single_token edit_applied",
         {{"fixed_code", "\"n = 1\\nif 'é' < n:\\n    print(n)\\n\""}}},
        {"single_token edit_applied",
         {{"fixed_code", "\"n = 1\\nif 'é' <= n\\n    print(n)\\n\""}}},
        {"syntax", {{"fixed_code", "\"n = 1\\nif 'é' <= n:\\n    print(n))\\n\""}}},
        {"syntax repair_in_program",
         {{"fixed_code", "\"n = 1\\nif 'é' = n:\\n    print(n)\\n\""}, {"after", "\"=\""}}},
        {"json", {{"fixed_code", "\"n = 1\\u0000\""}}},
    };
    expect_broken_rows(&export_format_pairs, good, rows, N_ITEMS(rows));
}

TEST(pairs_check__holds_correct_programs_to_be_unchanged)
{
    static const struct row_key clean[] = {
        {"id", "\"p1-f-f\""},
        {"problem_id", "\"p1\""},
        {"user_id", "\"u\""},
        {"language", "\"python\""},
        {"original_language", "\"Python3\""},
        {"buggy_submission", "\"f\""},
        {"fixed_submission", "\"f\""},
        {"buggy_status", "\"Accepted\""},
        {"buggy_date", "20"},
        {"fixed_date", "20"},
        {"origin", "\"real\""},
        {"edit", "\"none\""},
        {"category", "\"none\""},
        {"pattern", "\"\""},
        {"role", "\"\""},
        {"region", "\"\""},
        {"before", "\"\""},
        {"after", "\"\""},
        {"line", "0"},
        {"column", "0"},
        {"start_byte", "0"},
        {"end_byte", "0"},
        {"token_index", "0"},
        {"n_tokens", "4"},
        {"repair_in_program", "false"},
        {"parses", "true"},
        {"verdict_in_comment", "false"},
        {"dialect", "\"both\""},
        {"split", "\"train\""},
        {"cluster", "\"\""},
        {"verdict", "\"\""},
        {"evidence_input", "\"\""},
        {"evidence_expected", "\"\""},
        {"evidence_actual", "\"\""},
        {"buggy_encoding", "\"latin-1\""},
        {"fixed_encoding", "\"utf-8\""},
        {"buggy_code", "\"n = 1\\n\""},
        {"fixed_code", "\"n = 1\\n\""},
        {NULL, NULL},
    };
    static const struct broken_row rows[] = {
        {"", {{NULL, NULL}}},
        {"correct_program", {{"category", "\"literal\""}}},
        {"correct_program", {{"fixed_code", "\"n = 2\\n\""}}},
        {"correct_program", {{"before", "\"n\""}}},
        {"correct_program", {{"line", "1"}}},
        {"correct_program", {{"end_byte", "1"}}},
        {"correct_program", {{"repair_in_program", "true"}}},
        {"n_tokens", {{"n_tokens", "5"}}},
        {"syntax", {{"buggy_code", "\"n = =\\n\""}, {"fixed_code", "\"n = =\\n\""}}},
        {"syntax syntax", {{"buggy_code", "\"n = (\\n\""}, {"fixed_code", "\"n = (\\n\""}}},
    };
    expect_broken_rows(&export_format_pairs, clean, rows, N_ITEMS(rows));
}

static void expect_name(const char *key, const char *name)
{
    scoped(str) value = str_of("\"%s\"", name);
    bool is_own = false;
    for (const struct row_key *own = good; own->key; own++)
        is_own =
            is_own || (strcmp(own->key, key) == 0 && strcmp(own->value, str_text(&value)) == 0);
    struct broken_row row = {is_own ? "" : "classification", {{key, str_text(&value)}}};
    expect_broken_rows(&export_format_pairs, good, &row, 1);
}

TEST(pairs_check__knows_every_name_of_the_classification)
{
    for (int i = 0; i < N_PATTERNS; i++)
        expect_name("pattern", sstub_pattern_name(i));
    for (int i = ROLE_NONE + 1; i < N_ROLES; i++)
        expect_name("role", identifier_role_name((enum identifier_role)i));
    for (int i = 0; i < N_CATEGORIES; i++)
        expect_name("category", bug_category_name((enum bug_category)i));
}
