/* tokfix's own rows. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct shown_as whole;

TEST(pairs__hold_everything_in_one_line)
{
    scoped(made_row) made = made_row_of("x = \"é🍎\"\r\n\ty = «a»\n", "the «b» program");
    assert_string_equal(
        written_text(&export_format_pairs, &made.row, &whole),
        "{\"id\":\"p00001-s1-s2\",\"problem_id\":\"p00001\",\"user_id\":\"u1\","
        "\"language\":\"python\",\"original_language\":\"Python3\","
        "\"buggy_submission\":\"s1\",\"fixed_submission\":\"s2\",\"buggy_status\":\"Wrong "
        "Answer\",\"buggy_date\":1,\"fixed_date\":253402300799,\"origin\":\"real\",\"edit\":\"replace\","
        "\"category\":\"variable_misuse\",\"pattern\":\"CHANGE_IDENTIFIER_USED\","
        "\"role\":\"variable\",\"before\":\"a\",\"after\":\"b\",\"line\":2,\"column\":5,"
        "\"start_byte\":19,\"end_byte\":20,\"token_index\":5,\"n_tokens\":6,"
        "\"repair_in_program\":true,\"dialect\":\"both\",\"split\":\"train\","
        "\"cluster\":\"p00001-s3-s4\","
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
        "\"buggy_date\":253402300799,\"fixed_date\":253402300799,\"origin\":\"real\",\"edit\":\"none\","
        "\"category\":\"none\",\"pattern\":\"\",\"role\":\"\",\"before\":\"\",\"after\":\"\","
        "\"line\":0,\"column\":0,\"start_byte\":0,\"end_byte\":0,\"token_index\":0,\"n_tokens\":7,"
        "\"repair_in_program\":false,\"dialect\":\"both\",\"split\":\"train\","
        "\"cluster\":\"p00001-s3-s4\","
        "\"buggy_code\":\"if not a:\\n\",\"fixed_code\":\"if not a:\\n\"}\n");
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
