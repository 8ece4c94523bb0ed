/* Numbers in JSON: whole ones are exact, others are read back as they were. */
#include "base/json.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#include <inttypes.h>

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

TEST(json__writes_whole_numbers_that_it_read_exactly)
{
    static const char *const numbers[] = {
        "0", "-12", "999999999999999", "1000000000000001", "9007199254740991", "-9007199254740991"};
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        scoped(json) *value = NULL;
        scoped(str) text = {0};
        assert_done(json_parse_exact(&value, numbers[i], strlen(numbers[i]), &err));
        json_print(&text, value);
        assert_string_equal(str_text(&text), numbers[i]);
    }
}
