/* Rows with tags. */
#include "export/tagged.h"
#include "tests/support/exported.h"
#include "tests/support/jsonl.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* A row of the program from a byte on, in which the tokens of these numbers (in its ground) are
 * tagged. */
static struct json *row_of(const char *text, size_t start, enum part_kind kind, const char *numbers)
{
    struct program_part part = {{start, strlen(text)}, kind};
    scoped(program) program = {0};
    struct tag_set set = {0};
    struct tagged tagged = {.id = "p1-s1~tag1",
                            .problem_id = "p1",
                            .submission_id = "s1",
                            .split = "test",
                            .program = &program,
                            .part = part,
                            .set = &set};
    struct str line = {0};
    tokenize_valid(&program, text);
    tag_ground_find(&tagged.ground, &program, &part, NULL);
    for (; *numbers; numbers++)
        array_push(&set.numbers, (uint32_t)(*numbers - '0'));
    tagged_fill(&tagged);
    tagged_add_line(&line, &tagged);
    assert_int_equal(str_text(&line)[line.length - 1], '\n');
    struct json *json = json_in(&line);
    str_release(&line);
    array_release(&set.numbers);
    tagged_release(&tagged);
    return json;
}

static void assert_row(struct json *row, const char *expected)
{
    scoped(str) text = {0};
    json_print(&text, row);
    assert_string_equal(str_text(&text), expected);
    json_free(row);
}

TEST(tags__are_reported_with_their_places)
{
    assert_row(
        row_of("é = 1\r\nif é:\r\n    f(é, '')\r\n", 0, PART_PROGRAM, "4"),
        "{\"id\":\"p1-s1~tag1\",\"problem_id\":\"p1\",\"submission_id\":\"s1\",\"split\":\"test\","
        "\"granularity\":\"program\",\"n_tags\":1,\"positions\":[{\"line\":2,\"column\":3,"
        "\"start_byte\":11,\"end_byte\":13,\"token\":\"é\",\"token_index\":5}],"
        "\"code\":\"é = 1\\r\\nif é:\\r\\n    f(é, '')\\r\\n\","
        "\"tagged_code\":\"é = 1\\r\\nif <BUG>:\\r\\n    f(é, '')\\r\\n\"}");
    assert_row(
        row_of("a = 1\ndef f(b):\n    return b is  not\\\n c\n", 6, PART_FUNCTION, "2456"),
        "{\"id\":\"p1-s1~tag1\",\"problem_id\":\"p1\",\"submission_id\":\"s1\",\"split\":\"test\","
        "\"granularity\":\"function\",\"n_tags\":4,\"positions\":["
        "{\"line\":1,\"column\":6,\"start_byte\":6,\"end_byte\":7,\"token\":\"b\","
        "\"token_index\":3},"
        "{\"line\":2,\"column\":11,\"start_byte\":21,\"end_byte\":22,\"token\":\"b\","
        "\"token_index\":9},"
        "{\"line\":2,\"column\":13,\"start_byte\":23,\"end_byte\":30,\"token\":\"is  not\","
        "\"token_index\":10},"
        "{\"line\":3,\"column\":1,\"start_byte\":33,\"end_byte\":34,\"token\":\"c\","
        "\"token_index\":11}],"
        "\"code\":\"def f(b):\\n    return b is  not\\\\\\n c\\n\","
        "\"tagged_code\":\"def f(<BUG>):\\n    return <BUG> <BUG>\\\\\\n <BUG>\\n\"}");
}

static void assert_features(const struct json *row, const struct export_feature *features)
{
    size_t n = 0;
    for (; features[n].name; n++) {
        const struct json *value = json_item(row, n);
        assert_non_null(value);
        assert_string_equal(json_name(value), features[n].name);
        switch (features[n].type) {
        case FEATURE_TEXT:
            assert_non_null(json_text(value));
            break;
        case FEATURE_INT:
            assert_true(json_is_int(value));
            break;
        default:
            assert_true(features[n].type == FEATURE_RECORDS && json_count(value) > 0);
            for (const struct json *one = json_first(value); one; one = json_next(one))
                assert_features(one, features[n].members);
        }
    }
    assert_int_equal(json_count(row), n);
}

TEST(rows__have_the_features_of_the_format)
{
    scoped(json) *row = row_of("a = b\n", 0, PART_PROGRAM, "02");
    assert_features(row, tagged_features);
}
