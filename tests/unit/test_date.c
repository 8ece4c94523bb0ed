/* Dates agree with date(1); other texts are refused. */
#include "base/date.h"
#include "tests/support/test.h"

#include <inttypes.h>

enum { DAY_SECONDS = 86400 };

TEST(date__is_a_day_or_a_number_of_seconds)
{
    static const struct {
        const char *text;
        int64_t seconds;
    } cases[] = {
        {"1970-01-01", 0},
        {"1970-01-02", DAY_SECONDS},
        {"2000-02-29", 951782400},
        {"2020-02-29", 1582934400},
        {"2024-12-31", 1735603200},
        {"9999-12-31", 253402214400},
        {"0", 0},
        {"1", 1},
        {"007", 7},
        {"1589213999", 1589213999},
        {"20200101", 20200101},
        {"253402300799", 253402300799},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t seconds = -1;
        if (date_parse(&seconds, cases[i].text) != 0 || seconds != cases[i].seconds)
            fail_msg("'%s' is %" PRId64, cases[i].text, seconds);
    }
}

TEST(date__refuses_other_texts)
{
    static const char *const texts[] = {
        "",
        " ",
        "-",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1.5",
        "1e9",
        "0x10",
        "now",
        "253402300800",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "99999999999999999999999999999999999999999",
        "2020-1-1",
        "2020-01-1",
        "2020-01-011",
        "2020-01-01 ",
        " 2020-01-01",
        "2020-01-01T00:00:00Z",
        "2020/01/01",
        "2020-01",
        "2020-01-",
        "20-01-01",
        "02020-01-01",
        "-020-01-01",
        "2020-0a-01",
        "2020-\xef\xbc\x91-01",
        "2020-00-01",
        "2020-13-01",
        "2020-99-99",
        "2020-01-00",
        "2020-01-32",
        "2020-04-31",
        "2020-02-30",
        "2019-02-29",
        "2100-02-29",
        "1969-12-31",
        "1900-01-01",
        "0000-01-01",
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        char *exact = strdup(texts[i]); /* so that a sanitizer detects a read after the end */
        int64_t seconds = 42;
        assert_non_null(exact);
        int status = date_parse(&seconds, exact);
        free(exact);
        if (status != ERR || seconds != 42)
            fail_msg("'%s' is taken for %" PRId64, texts[i], seconds);
    }
}

TEST(date__is_written_as_the_day_in_utc)
{
    static const struct {
        int64_t seconds;
        const char *text;
    } cases[] = {
        {0, "1970-01-01"},
        {-1, "1969-12-31"},
        {DAY_SECONDS - 1, "1970-01-01"},
        {DAY_SECONDS, "1970-01-02"},
        {951868799, "2000-02-29"},
        {253402300799, "9999-12-31"},
        {253402300800, "9999-12-31"},
        {INT64_MAX, "9999-12-31"},
        {-62167219200, "0000-01-01"},
        {-62167219201, "0000-01-01"},
        {INT64_MIN, "0000-01-01"},
    };
    setenv("TZ", "EAST-14", 1); /* 14 hours ahead of UTC */
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        char text[DATE_TEXT_SIZE];
        date_text(text, cases[i].seconds);
        assert_string_equal(text, cases[i].text);
    }
    int64_t seconds;
    assert_int_equal(date_parse(&seconds, "1970-01-01"), 0);
    assert_int_equal(seconds, 0);
    unsetenv("TZ");
}

/* Walks from day to day, and takes no text between two days. */
TEST(date__of_every_day_is_read_back)
{
    int64_t expected = 0;
    for (int year = 1970; year <= 2410; year++)
        for (int month = 0; month <= 13; month++)
            for (int day = 0; day <= 32; day++) {
                char text[64], again[DATE_TEXT_SIZE];
                int64_t seconds;
                snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
                if (date_parse(&seconds, text) != 0)
                    continue;
                assert_int_equal(seconds, expected);
                date_text(again, seconds + DAY_SECONDS - 1);
                assert_string_equal(again, text);
                expected += DAY_SECONDS;
            }
    assert_int_equal(expected, 13916620800); /* 2411-01-01, says date(1) */
}

TEST(date__agrees_with_date)
{
    scoped(str) input = {0}, expected = {0};
    srand(5);
    for (int i = 0; i < 2000; i++) {
        char text[DATE_TEXT_SIZE];
        int64_t seconds = ((int64_t)rand() << 7) % 253402300800;
        str_print(&input, "@%" PRId64 "\n", seconds);
        date_text(text, seconds);
        str_print(&expected, "%s\n", text);
    }
    write_test_file(scratch_path("seconds"), input.text, input.length);
    scoped(str) output = output_of("date -u -f \"$SCRATCH/seconds\" +%%Y-%%m-%%d");
    assert_string_equal(str_text(&output), str_text(&expected));
}

TEST(date__of_a_time_is_iso_8601_or_seconds)
{
    static const struct {
        const char *text;
        int64_t seconds;
        uint32_t nanoseconds;
    } cases[] = {
        {"1577934245", 1577934245, 0},
        {"0", 0, 0},
        {"1577934245.0", 1577934245, 0},
        {"1577934245.987654321", 1577934245, 987654321},
        {"1577934245.0000000019", 1577934245, 1},
        {"32873.5", 32873, 500000000},
        {"73051", 73051, 0},
        {"2020-01-02T03:04:05Z", 1577934245, 0},
        {"2020-01-02T24:00:00.5Z", 1578009600, 500000000},
        {"2020-01-02t03:04:05z", 1577934245, 0},
        {"2020-01-02 03:04:05", 1577934245, 0},
        {"2020-01-02 03:04:05 UTC", 1577934245, 0},
        {"2020-01-02T03:04:05.999999Z", 1577934245, 999999000},
        {"2020-01-02T03:04:05,5", 1577934245, 500000000},
        {"2020-01-02T12:04:05+09:00", 1577934245, 0},
        {"2020-01-02T12:04:05+0900", 1577934245, 0},
        {"2020-01-02 12:04:05.123456+09", 1577934245, 123456000},
        {"2020-01-02 12:04:05 +0900", 1577934245, 0},
        {"2020-01-01T22:34:05-04:30", 1577934245, 0},
        {"2020-01-02T03:04", 1577934240, 0},
        {"2020-01-02T03:04+00", 1577934240, 0},
        {"2020-01-02T24:00:00Z", 1578009600, 0},
        {"2016-12-31T23:59:60Z", 1483228800, 0},
        {"1970-01-01T00:00:00Z", 0, 0},
        {"9999-12-31T23:59:59Z", 253402300799, 0},
    };
    static const char *const wrong[] = {
        "",
        "2020-01-02",
        "2020-01-02T",
        "2020-01-02T03",
        "2020-01-02T03:04:",
        "2020-01-02T03:04:5",
        "2020-01-02T03:04:05.",
        "2020-01-02T03:04:05ZZ",
        "2020-01-02T03:04:05 Z",
        "2020-01-02T03:04:05+",
        "2020-01-02T03:04:05+9",
        "2020-01-02T03:04:05+09:",
        "2020-01-02T03:04:05+24",
        "2020-01-02T25:00:00",
        "2020-01-02T24:00:01",
        "2020-01-02T03:60:00",
        "2020-02-30T03:04:05Z",
        "2020-01-02X03:04:05Z",
        "1970-01-01T00:00:00+01",
        "9999-12-31T23:59:60Z",
        "1577934245000",
        "1577934245.",
        ".5",
        "1577934245.5.5",
        "1577934245.x",
        "1577934245000.5",
        "-1",
        "02.01.2020 03:04",
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct date_time time = {-1, 0};
        struct err err;
        assert_success(date_parse_time(&time, cases[i].text, &err), err);
        if (time.seconds != cases[i].seconds || time.nanoseconds != cases[i].nanoseconds)
            fail_msg("'%s' is %" PRId64 " and %" PRIu32, cases[i].text, time.seconds,
                     time.nanoseconds);
    }
    for (size_t i = 0; i < N_ITEMS(wrong); i++) {
        struct date_time time = {-7, 7};
        struct err err;
        if (date_parse_time(&time, wrong[i], &err) == 0 || time.seconds != -7)
            fail_msg("'%s' is %" PRId64, wrong[i], time.seconds);
        assert_non_null(strstr(err.message, wrong[i]));
    }
}

/* A number of another unit is not taken for the seconds of 1970, or of the far future. */
TEST(date__of_a_time_says_what_another_number_looks_like)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"32874", "a spreadsheet"},
        {"45363", "a spreadsheet"},
        {"45363.58", "a spreadsheet"},
        {"73050.999", "a spreadsheet"},
        {"253402300800", "divide it by 1000"},
        {"1577934245000", "divide it by 1000"},
        {"1577934245000.5", "divide it by 1000"},
        {"1577934245000000000", "divide it by 1000"},
        {"45363.5.5", "neither Unix seconds"},
        {"45363x", "neither Unix seconds"},
        {"99999999999999999999", "neither Unix seconds"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct date_time time;
        struct err err;
        assert_int_equal(date_parse_time(&time, cases[i].text, &err), ERR);
        if (!strstr(err.message, cases[i].message))
            fail_msg("'%s': %s", cases[i].text, err.message);
    }
}

TEST(date__of_seconds_may_have_a_fraction)
{
    struct date_time time;
    assert_int_equal(date_parse_seconds(&time, "100.0"), 0);
    assert_int_equal(time.seconds, 100);
    assert_int_equal(date_parse_seconds(&time, "45363.25"), 0);
    assert_int_equal(time.nanoseconds, 250000000);
    assert_int_equal(date_parse_seconds(&time, "100."), ERR);
    assert_int_equal(date_parse_seconds(&time, "1e2"), ERR);
    assert_int_equal(date_parse_seconds(&time, "2020-01-02T03:04:05Z"), ERR);
}
