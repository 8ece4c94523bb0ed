/* tokfix's own rows. */
#include "classify/classify.h"
#include "export/format.h"
#include "tests/support/exported.h"
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
}

TEST(pairs__of_git_have_the_file_if_that_is_asked)
{
    static const struct shown_as file = {.has_provenance = true};
    scoped(made_row) made = made_method();
    scoped(json) *row = written_json(&export_format_pairs, &made.row, &file);
    assert_string_equal(json_text_at(row, "buggy_code"), made.row.buggy_code);
    assert_string_equal(json_text_at(row, "fixed_code"), made.row.fixed_code);
    assert_string_equal(json_text_at(row, "granularity"), "program");
    assert_int_equal((int64_t)json_number_at(row, "line"), 6);
    assert_int_equal((int64_t)json_number_at(row, "code_line"), 1);
}

TEST(pairs__of_git_have_the_function_of_a_correct_program)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_method();
    fix_make_clean(&made.row, &arena);
    const char *line = written_text(&export_format_pairs, &made.row, &of_git);
    assert_contains(line, "\"start_byte\":0,\"end_byte\":0,\"token_index\":0,\"n_tokens\":22,");
    assert_contains(line, "\"fixed_code\":\"    def f(self, a, b):\\n");
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
