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

static bool is_read_as(const char *text, const struct date_rules *rules, int64_t seconds,
                       uint32_t nanoseconds)
{
    struct date_time found;
    char *exact = strdup(text); /* so that a sanitizer detects a read after the end */
    struct err err;
    assert_non_null(exact);
    int status = date_read(&found, rules, exact, &err);
    free(exact);
    if (status != 0)
        fail_msg("%s", err.message);
    if (found.seconds == seconds && found.nanoseconds == nanoseconds)
        return true;
    fail_msg("'%s' is %" PRId64 ", %" PRIu32, text, found.seconds, found.nanoseconds);
    return false;
}

static const struct date_rules any = {0};

TEST(date_read__takes_numbers_by_their_size)
{
    static const struct {
        const char *text;
        int64_t seconds;
        uint32_t nanoseconds;
    } cases[] = {
        {"0", 0, 0},
        {"007", 7, 0},
        {" 7 ", 7, 0},
        {"1577934245", 1577934245, 0},
        {"1577934245.0", 1577934245, 0},
        {"1577934245.987654321", 1577934245, 987654321},
        {"1577934245.0000000019", 1577934245, 1},
        {"32873.5", 32873, 500000000},
        {"73051", 73051, 0},
        {"20200102", 20200102, 0},
        {"253402300799", 253402300799, 0},
        {"253402300800", 253402300, 800000000},
        {"1577934245987", 1577934245, 987000000},
        {"1577934245987.5", 1577934245, 987500000},
        {"9999999999999", 9999999999, 999000000},
        {"1577934245987654", 1577934245, 987654000},
        {"1577934245987654321", 1577934245, 987654321},
        {"9223372036854775807", 9223372036, 854775807},
        {"20200102030405", 1577934245, 0},
        {"20200102030405.25", 1577934245, 250000000},
        {"202001020304", 1577934240, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        is_read_as(cases[i].text, &any, cases[i].seconds, cases[i].nanoseconds);
}

/* All of them are 2020-01-02 03:04:05 in UTC, or without the seconds. */
TEST(date_read__takes_the_forms_of_judges_and_languages)
{
    enum { WHOLE = 1577934245, SHORT = 1577934240 };
    static const struct {
        const char *text;
        int64_t seconds;
        uint32_t nanoseconds;
    } cases[] = {
        /* ISO 8601, PostgreSQL, MariaDB */
        {"2020-01-02T03:04:05Z", WHOLE, 0},
        {"2020-01-02t03:04:05z", WHOLE, 0},
        {"2020-01-02 03:04:05", WHOLE, 0},
        {"2020-01-02 03:04:05 UTC", WHOLE, 0},
        {"2020-01-02T03:04:05 Z", WHOLE, 0},
        {"2020-01-02T03:04:05.999999Z", WHOLE, 999999000},
        {"2020-01-02T03:04:05,5", WHOLE, 500000000},
        {"2020-01-02 03:04:05.123+00", WHOLE, 123000000},
        {"2020-01-02T12:04:05+09:00", WHOLE, 0},
        {"2020-01-02T12:04:05+0900", WHOLE, 0},
        {"2020-01-02 12:04:05.123456+09", WHOLE, 123456000},
        {"2020-01-02 12:04:05 +0900", WHOLE, 0},
        {"2020-01-01T22:34:05-04:30", WHOLE, 0},
        {"2020-01-02T03:04", SHORT, 0},
        {" 2020-01-02 03:04 ", SHORT, 0},
        {"2020-01-02T03:04+00", SHORT, 0},
        {"2020-1-2 3:04:05", WHOLE, 0},
        {"20200102T030405Z", WHOLE, 0},
        {"20200102T030405.5Z", WHOLE, 500000000},
        {"20200102T1204+0900", SHORT, 0},
        {"20200102 030405", WHOLE, 0},
        /* in names of files */
        {"20200102_030405", WHOLE, 0},
        {"20200102-030405", WHOLE, 0},
        {"2020-01-02_03-04-05", WHOLE, 0},
        {"2020-01-02-03-04-05", WHOLE, 0},
        {"2020-01-02 03.04.05", WHOLE, 0},
        {"2020-01-02_03:04:05", WHOLE, 0},
        /* other orders and separators */
        {"2020/01/02 03:04:05", WHOLE, 0},
        {"2020/1/2 3:04", SHORT, 0},
        {"2020.01.02 03:04:05", WHOLE, 0},
        {"2020年1月2日 03:04:05", WHOLE, 0},
        {"2020년 1월 2일 03:04:05", WHOLE, 0},
        /* names of months and days */
        {"Jan 2, 2020 3:04 AM", SHORT, 0},
        {"January 2, 2020 at 3:04:05 AM", WHOLE, 0},
        {"Jan. 2, 2020, 3:04 a.m.", SHORT, 0},
        {"Jan 2 2020 03:04:05", WHOLE, 0},
        {"Jan/02/2020 03:04", SHORT, 0},
        {"2 Jan 2020 03:04:05", WHOLE, 0},
        {"2 January 2020, 3:04 AM", SHORT, 0},
        {"Thursday, 2 January 2020, 3:04 AM", SHORT, 0},
        {"02-JAN-20 03:04:05", WHOLE, 0},
        {"Thu, 02 Jan 2020 03:04:05 +0000", WHOLE, 0},
        {"Thu, 2 Jan 2020 03:04:05 GMT", WHOLE, 0},
        {"Thursday, 02-Jan-20 03:04:05 GMT", WHOLE, 0},
        {"Thu Jan  2 03:04:05 2020", WHOLE, 0},
        {"Thu Jan  2 03:04:05 UTC 2020", WHOLE, 0},
        {"Thu Jan 02 2020 04:04:05 GMT+0100 (Central European Standard Time)", WHOLE, 0},
        {"02.01.2020 03:04:05", WHOLE, 0}, /* with dots, the day is first */
        {"2.1.2020, 3:04:05", WHOLE, 0},
        {"02.01.20 03:04", SHORT, 0},
        /* the ends of a day, a year and all times */
        {"2020-01-02T24:00:00.5Z", 1578009600, 500000000},
        {"2016-12-31T23:59:60Z", 1483228800, 0},
        {"1970-01-01T00:00:00Z", 0, 0},
        {"9999-12-31T23:59:59Z", 253402300799, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        is_read_as(cases[i].text, &any, cases[i].seconds, cases[i].nanoseconds);
}

TEST(date_read__refuses_other_texts)
{
    static const char *const texts[] = {
        "",
        " ",
        "x",
        "2020-01-02T",
        "2020-01-02T03",
        "2020-01-02T03:04:",
        "2020-01-02T03:04:5",
        "2020-01-02T03:04:05.",
        "2020-01-02T03:04:05ZZ",
        "2020-01-02T03:04:05 EST",
        "2020-01-02T03:04:05+",
        "2020-01-02T03:04:05+9",
        "2020-01-02T03:04:05+09:",
        "2020-01-02T03:04:05+24",
        "2020-01-02T25:00:00",
        "2020-01-02T24:00:01",
        "2020-01-02T03:60:00",
        "2020-01-02 13:04 AM",
        "2020-02-30T03:04:05Z",
        "2020-01-02X03:04:05Z",
        "2020-13-02 03:04",
        "1970-01-01T00:00:00+01",
        "9999-12-31T23:59:60Z",
        "1969-12-31 23:59",
        "20200230T030405Z",
        "20201302030405",
        "31.04.2024 14:05",
        "13/13/2024 14:05",
        "30/02/2024 14:05",
        "12/12/2024 12:00",
        "03.13.2024 14:05",
        "0/1/2024 14:05",
        "1/2/345 14:05",
        "Foo 2, 2020 3:04",
        "Ma 2, 2020 3:04",
        "Marchy 2, 2020 3:04",
        "Feb 30, 2020 3:04",
        "12/03/2024",
        "03:04:05",
        "1577934245.",
        ".5",
        "1577934245.5.5",
        "1577934245.x",
        "-1",
        "+1",
        "1e9",
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        struct date_time found;
        struct err err = {{0}};
        char *exact = strdup(texts[i]);
        if (date_read(&found, &any, exact, &err) == 0)
            fail_msg("'%s' is %" PRId64, texts[i], found.seconds);
        free(exact);
        assert_non_null(strstr(err.message, texts[i]));
    }
}

TEST(date_read__says_what_another_text_looks_like)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"32874", "a spreadsheet"},
        {"45363", "a spreadsheet"},
        {"45363.58", "a spreadsheet"},
        {"73050.999", "a spreadsheet"},
        {"45363.5.5", "neither Unix seconds"},
        {"45363x", "neither Unix seconds"},
        {"99999999999999", "is a number, but not of seconds"},
        {"99999999999999999", "is a number, but not of seconds"},
        {"99999999999999999999", "is a number, but not of seconds"},
        {"2020-01-02", "a day without a time"},
        {"12/03/2024", "a day without a time"},
        {"13/03/2024 2:05 PM", "does not say whether its day or its month comes first"},
        {"3/13/24, 14:05:31", "does not say whether its day or its month comes first"},
        {"12-03-2024 14:05", "add --date-format, such as '%d/%m/%Y %H:%M' or '%m/%d/"},
        {"Mar 12, 2024", "a day without a time"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct date_time found;
        struct err err;
        assert_int_equal(date_read(&found, &any, cases[i].text, &err), ERR);
        if (!strstr(err.message, cases[i].message))
            fail_msg("'%s': %s", cases[i].text, err.message);
    }
}

TEST(date_rules__take_formats_of_strptime)
{
    static const struct {
        const char *format, *text;
        int64_t seconds;
        uint32_t nanoseconds;
    } cases[] = {
        {"%d/%m/%Y %H:%M", "02/01/2020 03:04", 1577934240, 0},
        {"%m/%d/%Y %I:%M:%S %p", "01/02/2020 03:04:05 AM", 1577934245, 0},
        {"%m/%d/%Y %I:%M:%S %p", "01/02/2020 03:04:05.25 PM", 1577977445, 250000000},
        {"%y%m%d-%H%M%S", "200102-030405", 1577934245, 0},
        {"%y%m%d-%H%M%S", "200102-030405.5", 1577934245, 500000000},
        {"%d %b %Y %T %z", "02 Jan 2020 12:04:05 +0900", 1577934245, 0},
        {"%Y-%m-%dT%T%z", "2020-01-02T12:04:05,123+09:00", 1577934245, 123000000},
        {"day %j of %Y, %H h", "day 002 of 2020, 03 h", 1577934000, 0},
    };
    static const char *const wrong[][2] = {
        {"%d/%m/%Y %H:%M", "02/01/2020 03:04:05"},
        {"%d/%m/%Y %H:%M", "02/01/2020 03:04.5"},
        {"%d/%m/%Y %H:%M", "02/13/2020 03:04"},
        {"%d/%m/%Y %H:%M", "30/02/2020 03:04"},
        {"%d/%m/%Y %H:%M", "02/01/1969 03:04"},
        {"%d/%m/%Y %H:%M", "1577934245"},
        {"%d/%m/%Y %H:%M", ""},
    };
    struct date_rules rules = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_done(date_rules_set_format(&rules, cases[i].format, &err));
        is_read_as(cases[i].text, &rules, cases[i].seconds, cases[i].nanoseconds);
    }
    for (size_t i = 0; i < N_ITEMS(wrong); i++) {
        struct date_time found;
        assert_done(date_rules_set_format(&rules, wrong[i][0], &err));
        assert_int_equal(date_read(&found, &rules, wrong[i][1], NULL), ERR);
    }
}

TEST(date_rules__refuse_formats_that_leave_something_open)
{
    static const char *const formats[] = {
        "",         "%",           "%d",
        "%Y-%m-%d", "%d/%m %H:%M", "%Y-%m-%d %I:%M",
        "%s",       "%-s",         "%Y-%m-%d %T %Z",
        "%Y %H:%M", "%m-%d-%y",    "%%Y-%%m-%%d %%H",
        "text",
    };
    struct date_rules rules = {0};
    for (size_t i = 0; i < N_ITEMS(formats); i++)
        if (date_rules_set_format(&rules, formats[i], NULL) == 0 || rules.format)
            fail_msg("'%s' is taken", formats[i]);
}

TEST(date_rules__take_zones)
{
    static const struct {
        const char *zone, *text, *utc;
    } cases[] = {
        {"UTC", "2024-03-12 14:05", "2024-03-12 14:05"},
        {"+09:00", "2024-03-12 14:05", "2024-03-12 05:05"},
        {"-0330", "2024-03-12 14:05", "2024-03-12 17:35"},
        {"+09:00", "2024-03-12 14:05Z", "2024-03-12 14:05"},
        {"Europe/Berlin", "2024-03-12 14:05", "2024-03-12 13:05"},
        {"Europe/Berlin", "2024-07-12 14:05", "2024-07-12 12:05"},
        {"Europe/Berlin", "2024-07-12 14:05+00", "2024-07-12 14:05"},
        {"Europe/Berlin", "1720793100", "2024-07-12 14:05"},
        /* skipped: 02:30 is 03:30 */
        {"Europe/Berlin", "2024-03-31 01:59", "2024-03-31 00:59"},
        {"Europe/Berlin", "2024-03-31 02:30", "2024-03-31 01:30"},
        {"Europe/Berlin", "2024-03-31 03:00", "2024-03-31 01:00"},
        /* repeated: the first one */
        {"Europe/Berlin", "2024-10-27 01:59", "2024-10-26 23:59"},
        {"Europe/Berlin", "2024-10-27 02:30", "2024-10-27 00:30"},
        {"Europe/Berlin", "2024-10-27 03:00", "2024-10-27 02:00"},
        {"Asia/Tokyo", "2024-03-12 14:05", "2024-03-12 05:05"},
        {"Asia/Kolkata", "12.03.2024 14:05", "2024-03-12 08:35"},
        {"Pacific/Apia", "2011-12-30 12:00", "2011-12-30 22:00"}, /* a day that was skipped */
        {"America/New_York", "Mar 31, 2024 2:05 PM", "2024-03-31 18:05"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct date_rules rules = {0};
        struct date_time found, utc;
        assert_done(date_rules_set_zone(&rules, cases[i].zone, &err));
        assert_done(date_read(&found, &rules, cases[i].text, &err));
        assert_done(date_read(&utc, &any, cases[i].utc, &err));
        if (found.seconds != utc.seconds)
            fail_msg("'%s' in %s is %" PRId64, cases[i].text, cases[i].zone, found.seconds);
    }
    unsetenv("TZ");
}

TEST(date_rules__refuse_unknown_zones)
{
    static const char *const zones[] = {
        "",       "Europe/Berln",    "Europe",         "CET-1CEST", "+9",
        "+25:00", "../zoneinfo/UTC", "/etc/localtime", ":UTC",      "right/Europe/Berlin",
        "Berlin", "zone.tab",
    };
    setenv("TZ", "EAST-14", 1);
    for (size_t i = 0; i < N_ITEMS(zones); i++) {
        struct date_rules rules = {0};
        struct err err;
        if (date_rules_set_zone(&rules, zones[i], &err) == 0)
            fail_msg("'%s' is taken", zones[i]);
        assert_non_null(strstr(err.message, "unknown time zone"));
        assert_string_equal(getenv("TZ"), "EAST-14");
    }
    unsetenv("TZ");
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
