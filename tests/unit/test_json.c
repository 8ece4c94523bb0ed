/* JSON is written in order and read back unchanged. Everything else is refused.
 * tests/fuzz/fuzz_json.c compares what is read with a parser of its own. */
#include "base/json.h"
#include "base/mem.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#include <inttypes.h>

static struct json *parsed(const char *text)
{
    struct json *value = NULL;
    struct err err;
    if (json_parse_exact(&value, text, strlen(text), &err) != 0)
        fail_msg("%s: %s", text, err.message);
    return value;
}

/* The line that a text is written as after it was read; or why it is not read. */
static const char *written(const char *text)
{
    scoped(json) *value = NULL;
    scoped(str) out = {0};
    struct err err = {""};
    if (json_parse_exact(&value, text, strlen(text), &err) != 0)
        return printed("%s", err.message);
    json_print(&out, value);
    return printed("%s", str_text(&out));
}

TEST(json__keeps_members_in_the_order_of_adding)
{
    static const char *const texts[] = {"b", "a"};
    struct json *object = json_object(), *numbers = json_array();
    scoped(json) *made =
        json_make(J_TEXT("zebra", "a"), J_INT("yak", -3), J_VALUE("none", NULL),
                  J_VALUE("texts", json_texts(texts, 2)), J_VALUE("no_texts", json_texts(NULL, 0)));
    json_set_text(object, "zebra", "a");
    json_set_int(object, "yak", -3);
    json_set_text(object, "none", NULL);
    json_set_bool(object, "xerus", true);
    json_set_bool(object, "auk", false);
    json_set_double(object, "half", 0.5);
    json_set(object, "numbers", numbers);
    json_push_int(numbers, 2);
    json_push_int(numbers, 1);
    json_push(numbers, json_object());
    assert_json_line(object,
                     "{\"zebra\":\"a\",\"yak\":-3,\"none\":null,\"xerus\":true,\"auk\":false,"
                     "\"half\":0.5,\"numbers\":[2,1,{}]}\n");
    json_free(object);
    assert_ptr_equal(json_add(made, J_BOOL("xerus", true), J_DOUBLE("half", 0.5)), made);
    assert_json_line(made, "{\"zebra\":\"a\",\"yak\":-3,\"none\":null,\"texts\":[\"b\",\"a\"],"
                           "\"no_texts\":[],\"xerus\":true,\"half\":0.5}\n");
}

TEST(json__is_utf8_whatever_a_text_is)
{
    scoped(json) *texts = json_array();
    json_push_text(texts, "a\"\\\n\t\x01ä");
    json_push_text(texts, "a\xff.db");
    json_push_text(texts, "\xc3");
    json_push_text(texts, "\xc3\xa9\xed\xa0\x80\xf0\x9f\x98\x80");
    assert_json_line(texts, "[\"a\\\"\\\\\\n\\t\\u0001ä\",\"a\xef\xbf\xbd.db\",\"\xef\xbf\xbd\","
                            "\"\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xf0\x9f\x98\x80\"]\n");
}

TEST(json__answers_for_any_value)
{
    scoped(json) *value = parsed("{\"b\": [10, \"x\", null], \"a\": true, \"text\": \"5\", "
                                 "\"no\": false, \"number\": 5}");
    const struct json *items = json_get(value, "b"), *number = json_get(value, "number");
    const struct json *text = json_get(value, "text"), *null = json_item(items, 2);
    assert_int_equal(json_count(value), 5);
    assert_string_equal(json_name(json_item(value, 0)), "b");
    assert_string_equal(json_name(json_item(value, 1)), "a");
    assert_true(json_is_true(json_item(value, 1)) && !json_is_true(json_get(value, "no")));
    assert_true(json_is_array(items) && !json_is_array(value) && !json_is_array(null));
    assert_int_equal(json_count(items), 3);
    assert_true(json_number(json_item(items, 0), -1) == 10);
    assert_string_equal(json_text(json_item(items, 1)), "x");
    assert_null(json_item(items, 3));
    /* not as expected */
    assert_null(json_get(value, "absent"));
    assert_null(json_get(value, "Text")); /* names have a case */
    assert_true(!json_get(number, "text") && !json_get(NULL, "text"));
    assert_true(!json_text(number) && !json_text(null) && !json_text(NULL));
    assert_true(json_number(text, -1) == -1 && json_number(null, -1) == -1);
    assert_true(json_number(NULL, -1) == -1 && json_int(NULL, 3) == 3 && !json_is_int(NULL));
    assert_true(!json_is_true(number) && !json_is_true(NULL));
    assert_true(json_count(NULL) == 0 && !json_is_array(NULL));
}

TEST(json__knows_the_kinds_of_values)
{
    static const enum json_kind kinds[] = {JSON_NULL,   JSON_BOOL, JSON_BOOL,  JSON_NUMBER,
                                           JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT};
    scoped(json) *read = parsed("[null,true,false,1,1.5,\"x\",[],{}]"), *made = json_array();
    struct json *const values[] = {
        json_text_value(NULL),  json_bool_value(true), json_bool_value(false), json_int_value(1),
        json_double_value(1.5), json_text_value("x"),  json_array(),           json_object()};
    for (size_t i = 0; i < N_ITEMS(kinds); i++) {
        json_push(made, values[i]);
        assert_int_equal(json_kind(json_item(read, i)), kinds[i]);
        assert_int_equal(json_kind(json_item(made, i)), kinds[i]);
    }
    assert_int_equal(json_kind(NULL), JSON_NULL);
}

/* Writes a text, reads it back, and compares; what is written must be one line. */
static void assert_round_trip(const char *text)
{
    scoped(json) *object = json_make(J_TEXT("text", text));
    scoped_memory char *line = json_written(json_write_line, object);
    scoped(json) *read = parsed(line);
    for (const char *c = line; c[1]; c++)
        if ((unsigned char)*c < 0x20)
            fail_msg("a control character in the line of '%s'", text);
    assert_int_equal(line[strlen(line) - 1], '\n');
    assert_string_equal(json_text(json_get(read, "text")), text);
}

TEST(json__reads_back_every_code_point)
{
    scoped(str) text = {0};
    assert_round_trip("\\\"\\\\\"\\u0041</script>{\"not\": [\"an\", \"object\"]}");
    for (uint32_t code = 1; code < N_CODE_POINTS; code++) {
        char bytes[4];
        if (!is_surrogate(code))
            str_add(&text, bytes, encode_utf8(code, bytes));
        if (code % 0x1000 == 0xfff) {
            assert_round_trip(str_text(&text));
            str_clear(&text);
        }
    }
    assert_int_equal(text.length, 0); /* the last code point ends a chunk */
}

TEST(json__writes_the_same_value_indented)
{
    static const char text[] = "{\"a\":[1,2,{\"b\":null}],\"c\":{},\"d\":\"x\\ny\"}";
    scoped(json) *value = parsed(text);
    scoped_memory char *pretty = json_written(json_write_pretty, value);
    assert_string_equal(written(pretty), text);
    assert_string_equal(pretty,
                        "{\n\t\"a\":\t[1, 2, {\n\t\t\t\"b\":\tnull\n\t\t}],\n\t\"c\":\t{\n\t},"
                        "\n\t\"d\":\t\"x\\ny\"\n}\n");
}

TEST(json__takes_white_space_and_escapes_and_refuses_other_text)
{
    static const struct text_case cases[] = {
        {"\t\r\n 1 \t\r\n", "1"},
        {"{ \"a\" : [ 1 , 2 ] }\n", "{\"a\":[1,2]}"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
        {"\"\\u0041\\u00e4\\u20AC\\ud83d\\ude00\"", "\"Aä€😀\""},
        {"\"\\\\u0000\\\\\\\\u0000u0000\\u0001\"", "\"\\\\u0000\\\\\\\\u0000u0000\\u0001\""},
        {"{\"a\": 1} \n x", "not JSON at byte 11"},
        /* texts that would be cut */
        {"\"\\u0000\"", "a zero byte in a string at byte 1"},
        {"{\"a\\u0000\": 1}", "a zero byte in a string at byte 3"},
        {"[1, {\"a\": \"\\\\\\u0000\"}]", "a zero byte in a string at byte 13"},
        /* other encodings */
        {"\"\xff\"", "not JSON: it is not UTF-8"},
        {"\"\xed\xa0\x80\"", "not JSON: it is not UTF-8"},
        {"{\"\x80\":1}", "not JSON: it is not UTF-8"},
    };
    static const struct {
        const char *bytes;
        size_t length;
        const char *message;
    } zeros[] = {{"1\0", 2, "not JSON at byte 1"},
                 {"{}\n\0", 4, "not JSON at byte 3"},
                 {"\"a\0b\"", 5, "a zero byte in a string at byte 2"},
                 {"\"\0\\u0000\"", 9, "a zero byte in a string at byte 1"},
                 {"\"\\u0000\0\"", 9, "a zero byte in a string at byte 1"}};
    struct json *value;
    expect_texts(cases, N_ITEMS(cases), written);
    for (const char *other,
         *rest = "|  |nul|True|'a'|\"abc|\"a\\x\"|\"\\u12\"|[1,]|[1|[1 2]|{\"a\"}|{\"a\":}|{a:1}|"
                 "{\"a\":1,}|{\"a\":1|]|+1|-|\"\\ud800\"|1 2|{} {}|[]]|{}x|null,|{}\v|"
                 "{}\n{}\n|[] // c";
         (other = next_text(&rest));)
        assert_memory_equal(written(other), "not JSON at byte ", 17);
    for (size_t i = 0; i < N_ITEMS(zeros); i++)
        assert_error(json_parse_exact(&value, zeros[i].bytes, zeros[i].length, &err),
                     zeros[i].message);
}

TEST(json__refuses_what_would_exhaust_the_stack_or_memory)
{
    scoped(str) deep = {0};
    struct json *value;
    for (int i = 0; i < 200000; i++)
        str_add_text(&deep, i % 2 ? "[" : "{\"a\":");
    assert_any_error(json_parse_exact(&value, deep.text, deep.length, &err));
    /* Values are counted before they are read. As many as are allowed have another error. */
    scoped(str) text = {0};
    str_add_text(&text, "{\"a\\\",[\":[?");
    for (int i = 4; i < MAX_JSON_VALUES; i++)
        str_add_text(&text, ",1");
    str_add_text(&text, "],\"[[,,\\\"\":1}");
    assert_error(json_parse_exact(&value, text.text, text.length, &err), "not JSON at byte 10");
    text.length--;
    str_add_text(&text, ",1}");
    assert_error(json_parse_exact(&value, text.text, text.length, &err),
                 "the JSON is too large: more than 4194304 values");
}

TEST(json__copies_share_nothing_and_members_are_taken_out)
{
    static const char line[] = "{\"a\":[1,{\"b\":\"x\"},null],\"c\":9223372036854775807}";
    struct json *value = json_object(), *items = json_array(), *inside = json_object();
    scoped(json) *around = json_array();
    scoped(str) out = {0};
    json_set(value, "a", items);
    json_push_int(items, 1);
    json_set_text(inside, "b", "x");
    json_push(items, inside);
    json_push_text(items, NULL);
    json_set_int(value, "c", INT64_MAX);
    struct json *copy = json_copy(value), *part = json_copy(inside);
    json_set_text(inside, "d", "after the copies");
    json_free(value);
    str_add_text(&out, "> ");
    json_print(&out, copy);
    assert_string_equal(str_text(&out) + 2, line);
    assert_json_line(part, "{\"b\":\"x\"}\n");
    assert_true(json_int(json_get(copy, "c"), 0) == INT64_MAX);

    struct json *taken = json_take(copy, "a");
    assert_null(json_take(copy, "a"));
    assert_null(json_take(copy, "C"));
    json_set(copy, "again", taken);
    json_push(around, part); /* a copy of a member is a value like any other */
    json_push(around, copy);
    assert_json_line(around, "[{\"b\":\"x\"},{\"c\":9223372036854775807,"
                             "\"again\":[1,{\"b\":\"x\"},null]}]\n");
}

/* ---- Numbers: whole ones are exact, others are read back as they were ---- */

static void check_integer(int64_t number)
{
    scoped(json) *made = json_int_value(number);
    scoped(str) text = {0};
    assert_true(json_is_int(made) && json_int(made, 5) == number);
    assert_true(json_number(made, 5) == (double)number && json_kind(made) == JSON_NUMBER);
    json_print(&text, made);
    scoped(json) *read = parsed(str_text(&text));
    if (json_number(read, 0.5) != (double)number)
        fail_msg("%" PRId64 " is written as %s", number, text.text);
    if (llabs(number) <= 1000000000000000)
        assert_string_equal(text.text, printed("%" PRId64, number));
}

TEST(json__writes_integers_exactly)
{
    static const int64_t numbers[] = {0,
                                      INT32_MAX,
                                      INT32_MIN,
                                      UINT32_MAX,
                                      999999999999999,
                                      1000000000000000,
                                      9007199254740991,
                                      9007199254740992};
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        for (int sign = -1; sign < 2; sign += 2)
            check_integer(sign * numbers[i]);
    for (int64_t number = 1; number < 500000000000000; number = number * 2 + number % 3)
        check_integer(number);
    scoped(json) *most = json_int_value(INT64_MAX), *least = json_int_value(INT64_MIN);
    assert_true(json_int(most, 5) == INT64_MAX && json_int(least, 5) == INT64_MIN);
}

TEST(json__reads_back_the_doubles_that_it_wrote)
{
    static const double numbers[] = {0.1,    66.67, -2.5e-7, 1.0 / 3,          1e300,
                                     5e-324, 100,   1e15,    1000000000000001, -9007199254740991};
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        scoped(json) *made = json_double_value(numbers[i]);
        scoped_memory char *line = json_written(json_write_line, made);
        scoped(json) *read = parsed(line);
        assert_true(json_number(read, -1) == numbers[i]);
        assert_int_equal(json_is_int(made),
                         numbers[i] == round(numbers[i]) && fabs(numbers[i]) < 1e16);
    }
}

/* The same bytes with every version of cJSON: older ones write -0 as -0, newer ones as 0. Whole
 * numbers that a double does not have exactly are none. */
TEST(json__reads_whole_numbers_that_are_exact_and_writes_the_numbers_that_it_read)
{
    static const struct {
        const char *read, *written;
        int64_t number; /* -7: none */
    } cases[] = {
        {"0", "0", 0},
        {"-12", "-12", -12},
        {"-0", "-0", 0},
        {"-0.0e5", "-0", 0},
        {"2.0", "2", 2},
        {"1e3", "1000", 1000},
        {"2147483648", "2147483648", 2147483648},
        {"-2147483649", "-2147483649", -2147483649},
        {"999999999999999", "999999999999999", 999999999999999},
        {"1000000000000001", "1000000000000001", 1000000000000001},
        {"-9007199254740991", "-9007199254740991", -9007199254740991},
        {"9007199254740992", "9.00719925474099e+15", -7},
        {"-9007199254740993", "-9.00719925474099e+15", -7},
        {"1e25", "1e+25", -7},
        {"0.5", "0.5", -7},
        {"0.30000000000000004", "0.3", -7},
        {"0.3333333333333333", "0.33333333333333331", -7},
        {"5e-324", "4.94065645841247e-324", -7},
        {"1e300", "1e+300", -7},
        {"1e999", "null", -7},
        {"true", "true", -7},
        {"\"1\"", "\"1\"", -7},
        {"null", "null", -7},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = parsed(cases[i].read);
        assert_string_equal(written(cases[i].read), cases[i].written);
        assert_true(json_int(value, -7) == cases[i].number);
        assert_int_equal(json_is_int(value), cases[i].number != -7);
    }
}
