/* JSON is written in order and read back unchanged. Everything else is refused. */
#include "base/json.h"
#include "base/mem.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#include <inttypes.h>

TEST(json__keeps_members_in_the_order_of_adding)
{
    struct json *object = json_object(), *numbers = json_array(), *empty = json_object();
    json_set_text(object, "zebra", "a");
    json_set_int(object, "yak", -3);
    json_set_text(object, "none", NULL);
    json_set_bool(object, "xerus", true);
    json_set_bool(object, "auk", false);
    json_set_double(object, "half", 0.5);
    json_set(object, "numbers", numbers);
    json_push_int(numbers, 2);
    json_push_int(numbers, 1);
    json_push(numbers, empty);
    assert_json_line(object,
                     "{\"zebra\":\"a\",\"yak\":-3,\"none\":null,\"xerus\":true,\"auk\":false,"
                     "\"half\":0.5,\"numbers\":[2,1,{}]}\n");
    json_free(object);
}

TEST(json__makes_objects_of_members_in_their_order)
{
    static const char *const texts[] = {"b", "a"};
    scoped(json) *object =
        json_make(J_TEXT("zebra", "a"), J_INT("yak", -3), J_VALUE("none", NULL),
                  J_VALUE("texts", json_texts(texts, 2)), J_VALUE("no_texts", json_texts(NULL, 0)));
    assert_ptr_equal(json_add(object, J_BOOL("xerus", true), J_DOUBLE("half", 0.5)), object);
    assert_json_line(object, "{\"zebra\":\"a\",\"yak\":-3,\"none\":null,\"texts\":[\"b\",\"a\"],"
                             "\"no_texts\":[],\"xerus\":true,\"half\":0.5}\n");
}

TEST(json__is_utf8_whatever_a_text_is)
{
    struct json *object = json_object(), *texts = json_array();
    json_set_text(object, "file", "a\xff.db");
    json_set(object, "texts", texts);
    json_push_text(texts, "\xc3");
    json_push_text(texts, "\xc3\xa9\xed\xa0\x80\xf0\x9f\x98\x80");
    assert_json_line(object, "{\"file\":\"a\xef\xbf\xbd.db\",\"texts\":[\"\xef\xbf\xbd\",\"\xc3\xa9"
                             "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xf0\x9f\x98\x80\"]}\n");
    json_free(object);
}

TEST(json__reads_members_and_items_by_position)
{
    static const char text[] = "{\"b\": [10, \"x\", null], \"a\": true}";
    scoped(json) *value = NULL;
    assert_done(json_parse_exact(&value, text, strlen(text), &err));
    assert_int_equal(json_count(value), 2);
    assert_string_equal(json_name(json_item(value, 0)), "b");
    assert_string_equal(json_name(json_item(value, 1)), "a");
    assert_true(json_is_true(json_item(value, 1)));
    const struct json *items = json_get(value, "b");
    assert_true(json_is_array(items) && !json_is_array(json_item(items, 0)));
    assert_int_equal(json_count(items), 3);
    assert_true(json_number(json_item(items, 0), -1) == 10);
    assert_string_equal(json_text(json_item(items, 1)), "x");
    assert_null(json_text(json_item(items, 2)));
    assert_null(json_item(items, 3));
}

TEST(json__answers_for_values_that_are_not_as_expected)
{
    static const char text[] = "{\"text\":\"5\",\"number\":5,\"no\":false,\"null\":null}";
    scoped(json) *value = NULL;
    assert_done(json_parse_exact(&value, text, strlen(text), &err));
    assert_null(json_get(value, "absent"));
    assert_null(json_get(value, "Text")); /* names have a case */
    assert_null(json_get(json_get(value, "number"), "text"));
    assert_null(json_get(NULL, "text"));
    assert_null(json_text(json_get(value, "number")));
    assert_null(json_text(json_get(value, "null")));
    assert_null(json_text(NULL));
    assert_true(json_number(json_get(value, "text"), -1) == -1);
    assert_true(json_number(json_get(value, "null"), -1) == -1);
    assert_true(json_number(NULL, -1) == -1);
    assert_false(json_is_true(json_get(value, "no")));
    assert_false(json_is_true(json_get(value, "number")));
    assert_false(json_is_true(NULL));
    assert_int_equal(json_count(NULL), 0);
    assert_true(!json_is_array(NULL) && !json_is_array(value));
    assert_false(json_is_array(json_get(value, "null")));
}

/* Writes a text, reads it back, and compares; what is written must be one line. */
static void assert_round_trip(const char *text)
{
    scoped(json) *object = json_object(), *read = NULL;
    json_set_text(object, "text", text);
    scoped_memory char *line = json_written(json_write_line, object);
    size_t length = strlen(line);
    for (size_t i = 0; i + 1 < length; i++)
        if ((unsigned char)line[i] < 0x20)
            fail_msg("a control character in the line of '%s'", text);
    assert_int_equal(line[length - 1], '\n');
    assert_done(json_parse_exact(&read, line, length, &err));
    assert_string_equal(json_text(json_get(read, "text")), text);
}

TEST(json__reads_back_the_texts_that_it_wrote)
{
    static const char *const texts[] = {
        "",
        "print(\"a\\n\")",
        "\\",
        "\"",
        "\\\"\\\\\"",
        "\\u0041",
        "a\nb\r\n\tc\b\f\v\x1b\x7f",
        "äöü € 日本語 😀",
        "</script>",
        "{\"not\": [\"an\", \"object\"]}",
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++)
        assert_round_trip(texts[i]);
}

TEST(json__reads_back_every_code_point)
{
    scoped(str) text = {0};
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

TEST(json__escapes_quotes_and_control_characters)
{
    scoped(json) *object = json_object();
    json_set_text(object, "a\"b", "\"\\\n\t\x01ä");
    assert_json_line(object, "{\"a\\\"b\":\"\\\"\\\\\\n\\t\\u0001ä\"}\n");
}

TEST(json__reads_escapes)
{
    static const struct text_case cases[] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e4\\u20AC\"", "Aä€"},
        {"\"\\ud83d\\ude00\"", "😀"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = NULL;
        assert_done(json_parse_exact(&value, cases[i].given, strlen(cases[i].given), &err));
        assert_string_equal(json_text(value), cases[i].expected);
    }
}

TEST(json__writes_the_same_value_indented)
{
    static const char text[] = "{\"a\":[1,2,{\"b\":null}],\"c\":{},\"d\":\"x\\ny\"}\n";
    scoped(json) *value = NULL, *again = NULL;
    assert_done(json_parse_exact(&value, text, strlen(text), &err));
    scoped_memory char *pretty = json_written(json_write_pretty, value);
    size_t length = strlen(pretty), n_lines = 0;
    for (size_t i = 0; i < length; i++)
        n_lines += pretty[i] == '\n';
    assert_true(n_lines > 1);
    assert_int_equal(pretty[length - 1], '\n');
    assert_int_not_equal(pretty[length - 2], '\n');
    assert_done(json_parse_exact(&again, pretty, length, &err));
    assert_json_line(again, text);
}

TEST(json__takes_white_space_around_a_value)
{
    static const char *const texts[] = {
        "1", " 1", "1 ", "\t\r\n 1 \t\r\n", "  [ 1 , 2 ]  \n", "{ \"a\" : 1 }\n"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        scoped(json) *value = NULL;
        assert_done(json_parse_exact(&value, texts[i], strlen(texts[i]), &err));
    }
}

TEST(json__refuses_other_text)
{
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"", 0},         {"  ", 2},       {"nul", 3},       {"True", 4},     {"'a'", 3},
        {"\"abc", 4},    {"\"a\\x\"", 5}, {"\"\\u12\"", 6}, {"[1,]", 4},     {"[1", 2},
        {"[1 2]", 5},    {"{\"a\"}", 5},  {"{\"a\":}", 6},  {"{a:1}", 5},    {"{\"a\":1,}", 8},
        {"{\"a\":1", 6}, {"]", 1},        {"+1", 2},        {"-", 1},        {"\"\\ud800\"", 8},
        {"1 2", 3},      {"{} {}", 5},    {"[]]", 3},       {"{}x", 3},      {"null,", 5},
        {"1\0", 2},      {"{}\n\0", 4},   {"{}\v", 3},      {"{}\n{}\n", 6}, {"[] // c", 7},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct json *value;
        struct err err = {.message = ""};
        if (json_parse_exact(&value, cases[i].bytes, cases[i].length, &err) != ERR)
            fail_msg("'%s' is taken", cases[i].bytes);
        assert_memory_equal(err.message, "not JSON at byte ", strlen("not JSON at byte "));
    }
}

TEST(json__says_where_the_garbage_starts)
{
    struct json *value;
    assert_error(json_parse_exact(&value, "{\"a\": 1} \n x", 12, &err), "not JSON at byte 11");
}

TEST(json__refuses_texts_that_would_be_cut)
{
    static const struct {
        const char *bytes;
        size_t length;
        int zero_at; /* -1: it is fine */
    } cases[] = {
        {"\"\\u0000\"", 8, 1},
        {"\"ab\\u0000c\"", 11, 3},
        {"{\"a\\u0000\": 1}", 14, 3},
        {"[1, {\"a\": \"\\\\\\u0000\"}]", 22, 13},
        {"\"a\0b\"", 5, 2},
        {"\"\0\\u0000\"", 9, 1},
        {"\"\\u0000\0\"", 9, 1},
        {"\"\\\\u0000\"", 9, -1},
        {"\"\\\\\\\\u0000\"", 11, -1},
        {"\"\\u0001\\u000a\"", 14, -1},
        {"\"u0000\"", 7, -1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = NULL;
        struct err err = {""};
        char expected[64] = "";
        int status = json_parse_exact(&value, cases[i].bytes, cases[i].length, &err);
        if (cases[i].zero_at >= 0)
            snprintf(expected, sizeof expected, "a zero byte in a string at byte %d",
                     cases[i].zero_at);
        assert_string_equal(err.message, expected);
        assert_int_equal(status, cases[i].zero_at >= 0 ? ERR : 0);
    }
}

TEST(json__refuses_what_is_not_utf8)
{
    static const char *const texts[] = {
        "\"\xff\"",         "\"a\xc3\"",    "\"\xc0\x80\"",
        "\"\xed\xa0\x80\"", "{\"\x80\":1}", "\"\xf4\x90\x80\x80\"",
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        struct json *value;
        assert_error(json_parse_exact(&value, texts[i], strlen(texts[i]), &err),
                     "not JSON: it is not UTF-8");
    }
}

TEST(json__knows_the_kinds_of_values)
{
    static const char text[] = "[null, true, false, 1, 1.5, \"x\", [], {}]";
    static const enum json_kind kinds[] = {JSON_NULL,   JSON_BOOL, JSON_BOOL,  JSON_NUMBER,
                                           JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT};
    scoped(json) *parsed = NULL, *made = json_array();
    assert_done(json_parse_exact(&parsed, text, strlen(text), &err));
    json_push_text(made, NULL);
    json_push(made, json_bool_value(true));
    json_push(made, json_bool_value(false));
    json_push_int(made, 1);
    json_push(made, json_double_value(1.5));
    json_push_text(made, "x");
    json_push(made, json_array());
    json_push(made, json_object());
    assert_int_equal(json_count(parsed), N_ITEMS(kinds));
    for (size_t i = 0; i < N_ITEMS(kinds); i++) {
        assert_int_equal(json_kind(json_item(parsed, i)), kinds[i]);
        assert_int_equal(json_kind(json_item(made, i)), kinds[i]);
    }
    assert_int_equal(json_kind(NULL), JSON_NULL);
    assert_int_equal(json_kind(made), JSON_ARRAY);
    assert_json_line(made, "[null,true,false,1,1.5,\"x\",[],{}]\n");
}

TEST(json__copies_share_nothing)
{
    static const char line[] = "{\"a\":[1,{\"b\":\"x\"},null],\"c\":9223372036854775807}";
    struct json *value = json_object(), *items = json_array(), *inside = json_object();
    scoped(str) printed = {0};
    json_set(value, "a", items);
    json_push_int(items, 1);
    json_set_text(inside, "b", "x");
    json_push(items, inside);
    json_push_text(items, NULL);
    json_set_int(value, "c", INT64_MAX);
    struct json *copy = json_copy(value), *part = json_copy(inside);
    json_set_text(inside, "d", "behind the copies");
    json_free(value);
    str_add_text(&printed, "> ");
    json_print(&printed, copy);
    assert_string_equal(str_text(&printed) + 2, line);
    assert_json_line(part, "{\"b\":\"x\"}\n");
    assert_true(json_int(json_get(copy, "c"), 0) == INT64_MAX);
    scoped(json) *around = json_array();
    json_push(around, part); /* a copy of a member is a value like any other */
    json_push(around, copy);
    assert_int_equal(json_count(around), 2);
}

TEST(json__takes_members_out)
{
    struct json *object = json_object(), *list = json_array();
    json_push_text(list, "x");
    json_set_int(object, "a", 1);
    json_set(object, "list", list);
    json_set_int(object, "b", 2);
    struct json *taken = json_take(object, "list");
    assert_ptr_equal(taken, list);
    assert_null(json_take(object, "list"));
    assert_null(json_take(object, "A"));
    scoped(str) text = {0};
    json_print(&text, object);
    assert_string_equal(str_text(&text), "{\"a\":1,\"b\":2}");
    json_set(object, "again", taken);
    str_clear(&text);
    json_print(&text, object);
    assert_string_equal(str_text(&text), "{\"a\":1,\"b\":2,\"again\":[\"x\"]}");
    json_free(object);
}

TEST(json__refuses_nesting_that_would_exhaust_the_stack)
{
    scoped(str) text = {0};
    struct json *value;
    for (int i = 0; i < 1000000; i++)
        str_add_text(&text, i % 2 ? "[" : "{\"a\":");
    assert_any_error(json_parse_exact(&value, text.text, text.length, &err));
}

TEST(json__refuses_more_values_than_memory_should_hold)
{
    struct json *value;
    for (int n_too_many = 0; n_too_many < 2; n_too_many++) {
        scoped(str) text = {0};
        str_add_text(&text, "{\"a\\\",[\":[1");
        for (int i = 4; i < MAX_JSON_VALUES + n_too_many; i++)
            str_add_text(&text, ",1");
        str_add_text(&text, "],\"[[,,\\\"\":\"[[,,\\\"\"}");
        if (n_too_many) {
            assert_error(json_parse_exact(&value, text.text, text.length, &err),
                         "the JSON is too large: more than 4194304 values");
        } else {
            assert_done(json_parse_exact(&value, text.text, text.length, &err));
            json_free(value);
        }
    }
}

/* Numbers in JSON: whole ones are exact, others are read back as they were. */

static void assert_integer_round_trip(int64_t number)
{
    scoped(json) *array = json_array(), *read = NULL;
    json_push_int(array, number);
    scoped_memory char *line = json_written(json_write_line, array);
    assert_done(json_parse_exact(&read, line, strlen(line), &err));
    double back = json_number(json_item(read, 0), 0.5);
    if (back != (double)number)
        fail_msg("%" PRId64 " is written as %s", number, line);
}

TEST(json__writes_integers_exactly)
{
    static const int64_t numbers[] = {
        0,
        7,
        INT32_MAX,
        (int64_t)INT32_MAX + 1,
        UINT32_MAX,
        1700000000,
        999999999999999,
        1000000000000000,
        9007199254740991,
        9007199254740992,
    };
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        assert_integer_round_trip(numbers[i]);
        assert_integer_round_trip(-numbers[i]);
    }
    for (int64_t number = 1; number < 500000000000000; number = number * 2 + number % 3)
        assert_integer_round_trip(number);
}

TEST(json__writes_integers_without_fraction_or_exponent)
{
    scoped(json) *array = json_array();
    json_push_int(array, 1000000);
    json_push_int(array, -1700000000);
    json_push_int(array, 100000000000000);
    assert_json_line(array, "[1000000,-1700000000,100000000000000]\n");
}

TEST(json__reads_back_the_doubles_that_it_wrote)
{
    static const double numbers[] = {0.1,    66.67, -2.5e-7, 1.0 / 3,          1e300,
                                     5e-324, 100,   1e15,    1000000000000001, -9007199254740991};
    scoped(json) *object = json_object(), *read = NULL;
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        char name[8] = {(char)('a' + i)};
        json_set_double(object, name, numbers[i]);
    }
    scoped_memory char *line = json_written(json_write_line, object);
    assert_done(json_parse_exact(&read, line, strlen(line), &err));
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        assert_true(json_number(json_item(read, i), -1) == numbers[i]);
}

TEST(json__reads_the_numbers_that_it_made)
{
    static const int64_t numbers[] = {0,         1,         -1,        999999999999999, INT32_MAX,
                                      INT32_MIN, INT64_MAX, INT64_MIN, 9007199254740993};
    scoped(json) *object = json_object();
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        char name[8] = {(char)('a' + i)};
        json_set_int(object, name, numbers[i]);
        assert_true(json_is_int(json_item(object, i)));
        assert_true(json_int(json_item(object, i), 5) == numbers[i]);
        assert_true(json_number(json_item(object, i), 5) == (double)numbers[i]);
        assert_int_equal(json_kind(json_item(object, i)), JSON_NUMBER);
    }
    json_set_double(object, "half", 0.5);
    assert_true(json_number(json_get(object, "half"), 5) == 0.5);
    assert_false(json_is_int(json_get(object, "half")));
}

TEST(json__reads_whole_numbers_that_are_exact)
{
    static const struct {
        const char *json;
        int64_t number; /* -7: none */
    } cases[] = {
        {"0", 0},
        {"-0", 0},
        {"-12", -12},
        {"1e3", 1000},
        {"2.0", 2},
        {"9007199254740991", 9007199254740991},
        {"-9007199254740991", -9007199254740991},
        {"9007199254740992", -7},
        {"9007199254740993", -7},
        {"-9007199254740993", -7},
        {"0.5", -7},
        {"1e300", -7},
        {"-1e999", -7},
        {"true", -7},
        {"\"1\"", -7},
        {"null", -7},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = NULL;
        assert_done(json_parse_exact(&value, cases[i].json, strlen(cases[i].json), &err));
        assert_true(json_int(value, -7) == cases[i].number);
        assert_int_equal(json_is_int(value), cases[i].number != -7);
    }
    assert_false(json_is_int(NULL));
    assert_int_equal(json_int(NULL, 3), 3);
}

/* The same bytes with every version of cJSON: older ones write -0 as -0, newer ones as 0. */
TEST(json__writes_the_numbers_that_it_read)
{
    static const struct {
        const char *read, *written;
    } cases[] = {
        {"0", "0"},
        {"-12", "-12"},
        {"-0", "-0"},
        {"-0.0e5", "-0"},
        {"2.0", "2"},
        {"2147483647", "2147483647"},
        {"2147483648", "2147483648"},
        {"-2147483649", "-2147483649"},
        {"999999999999999", "999999999999999"},
        {"1000000000000001", "1000000000000001"},
        {"9007199254740991", "9007199254740991"},
        {"-9007199254740991", "-9007199254740991"},
        {"9007199254740993", "9.00719925474099e+15"},
        {"1e25", "1e+25"},
        {"0.1", "0.1"},
        {"0.30000000000000004", "0.3"},
        {"0.3333333333333333", "0.33333333333333331"},
        {"5e-324", "4.94065645841247e-324"},
        {"1e999", "null"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = NULL;
        scoped(str) text = {0};
        assert_done(json_parse_exact(&value, cases[i].read, strlen(cases[i].read), &err));
        json_print(&text, value);
        assert_string_equal(str_text(&text), cases[i].written);
        assert_int_equal(json_kind(value), JSON_NUMBER);
    }
}
