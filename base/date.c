#include "base/date.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int64_t first_second = -62167219200; /* 0000-01-01 00:00:00 */
static const int64_t last_second = 253402300799;  /* 9999-12-31 23:59:59 */

bool date_is_sound(int64_t seconds)
{
    return seconds >= 0 && seconds <= last_second;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

enum { MAX_SHOWN = 80 }; /* bytes of a text in a message */

/* The parts of a time as it is written. */
struct time_parts {
    int year, month, day, hour, minute, second;
    int offset;         /* distance from UTC in seconds */
    int64_t since_1970; /* seconds, if the time is written as their number */
    uint32_t fraction;  /* nanoseconds of the second */
};

/* The forms of a time. A letter is a part of it (take_part()); any other character is itself. */
static const char *const moment_forms[] = {
    "Y-M-DTh:m:sz",
    "Y-M-DTh:mz",
};
static const char day_form[] = "Y-M-D", seconds_form[] = "u";

/* The parts that are a fixed number of digits. */
static const struct digits_part {
    char letter;
    int n_digits, most;
    size_t at;
} digits_parts[] = {
    {'Y', 4, 9999, offsetof(struct time_parts, year)},
    {'M', 2, 12, offsetof(struct time_parts, month)},
    {'D', 2, 31, offsetof(struct time_parts, day)},
    {'h', 2, 24, offsetof(struct time_parts, hour)},
    {'m', 2, 59, offsetof(struct time_parts, minute)},
    {'s', 2, 60, offsetof(struct time_parts, second)},
};

/* Numbers that are not Unix seconds of submissions. */
static const struct other_number {
    int64_t least, most; /* without its fraction */
    const char *reason;  /* why it is refused, and what to do */
} other_numbers[] = {
    {32874, 73050, /* 1990-01-01 to 2099-12-31 */
     "looks like the serial date of a spreadsheet, in days since 1899-12-30; in Unix seconds it is "
     "(date - 25569) * 86400"},
    {253402300800, INT64_MAX, "is not in seconds; if it is in milliseconds, divide it by 1000"},
};

/* Takes `n` digits as a number that is at most `most`. */
static bool take_digits(const char **text, int n, int most, int *number)
{
    *number = 0;
    for (int i = 0; i < n; i++, ++*text) {
        if (!is_digit(**text))
            return false;
        *number = *number * 10 + (**text - '0');
    }
    return *number <= most;
}

/* Takes the fraction of a second, if there is one. Digits after the ninth are skipped. */
static void take_fraction(const char **text, const char *marks, uint32_t *nanoseconds)
{
    uint32_t unit = 100000000;
    if (!**text || !strchr(marks, **text) || !is_digit((*text)[1]))
        return;
    for (++*text; is_digit(**text); ++*text, unit /= 10)
        *nanoseconds += unit * (uint32_t)(**text - '0');
}

/* Takes the zone, if there is one. */
static bool take_zone(const char **text, int *offset)
{
    int hours, minutes = 0, sign;
    if (strcmp(*text, " UTC") == 0) {
        *text += strlen(*text);
        return true;
    }
    if (**text == 'Z' || **text == 'z') {
        ++*text;
        return true;
    }
    *text += **text == ' ' && ((*text)[1] == '+' || (*text)[1] == '-');
    if (**text != '+' && **text != '-')
        return true;
    sign = **text == '-' ? -1 : 1;
    ++*text;
    if (!take_digits(text, 2, 23, &hours))
        return false;
    *text += **text == ':' && is_digit((*text)[1]);
    if (is_digit(**text) && !take_digits(text, 2, 59, &minutes))
        return false;
    *offset = sign * (hours * 3600 + minutes * 60);
    return true;
}

static bool take_unix(const char **text, struct time_parts *parts)
{
    if (!is_digit(**text))
        return false;
    for (; is_digit(**text); ++*text)
        if (__builtin_mul_overflow(parts->since_1970, 10, &parts->since_1970) ||
            __builtin_add_overflow(parts->since_1970, **text - '0', &parts->since_1970))
            return false;
    take_fraction(text, ".", &parts->fraction);
    return true;
}

/* Takes the part with this letter: one of the table, `T` between day and clock, `z` the zone, or
 * `u` Unix seconds. Seconds may have a fraction. */
static bool take_part(const char **text, char letter, struct time_parts *parts)
{
    for (size_t i = 0; i < sizeof digits_parts / sizeof *digits_parts; i++) {
        const struct digits_part *part = &digits_parts[i];
        if (part->letter != letter)
            continue;
        if (!take_digits(text, part->n_digits, part->most, (int *)((char *)parts + part->at)))
            return false;
        if (letter == 's')
            take_fraction(text, ".,", &parts->fraction);
        return true;
    }
    if (letter == 'z')
        return take_zone(text, &parts->offset);
    if (letter == 'u')
        return take_unix(text, parts);
    char c = *(*text)++;
    return letter == 'T' ? c && strchr("Tt ", c) : c == letter;
}

static bool has_form(const char *text, const char *form, struct time_parts *parts)
{
    *parts = (struct time_parts){0};
    for (; *form; form++)
        if (!take_part(&text, *form, parts))
            return false;
    return !*text;
}

/* Finds the midnight at which a day begins. */
static int find_day(int64_t *seconds, const struct time_parts *parts)
{
    struct tm tm = {
        .tm_year = parts->year - 1900, .tm_mon = parts->month - 1, .tm_mday = parts->day};
    time_t time = timegm(&tm);
    /* timegm() treats February 30 as a day in March, and changes `tm` accordingly. */
    if (parts->year < 1970 || tm.tm_mon != parts->month - 1 || tm.tm_mday != parts->day)
        return ERR;
    *seconds = time;
    return 0;
}

int date_parse(int64_t *seconds, const char *text)
{
    struct time_parts parts;
    struct date_time time;
    if (has_form(text, day_form, &parts))
        return find_day(seconds, &parts);
    if (strchr(text, '.') || date_parse_seconds(&time, text) != 0)
        return ERR;
    *seconds = time.seconds;
    return 0;
}

static int set_time(struct date_time *out, int64_t seconds, uint32_t nanoseconds)
{
    if (!date_is_sound(seconds))
        return ERR;
    *out = (struct date_time){seconds, nanoseconds};
    return 0;
}

int date_parse_seconds(struct date_time *out, const char *text)
{
    struct time_parts parts;
    return has_form(text, seconds_form, &parts) ? set_time(out, parts.since_1970, parts.fraction)
                                                : ERR;
}

static int parse_moment(struct date_time *out, const char *text)
{
    struct time_parts parts;
    for (size_t i = 0; i < sizeof moment_forms / sizeof *moment_forms; i++) {
        int64_t day;
        if (!has_form(text, moment_forms[i], &parts) || find_day(&day, &parts) != 0)
            continue;
        int clock = parts.hour * 3600 + parts.minute * 60 + parts.second;
        return clock > 24 * 3600 ? ERR : set_time(out, day + clock - parts.offset, parts.fraction);
    }
    return ERR;
}

/* Returns why a number is not Unix seconds, or NULL. */
static const char *other_number_reason(const char *text)
{
    struct time_parts parts;
    if (!has_form(text, seconds_form, &parts))
        return NULL;
    for (size_t i = 0; i < sizeof other_numbers / sizeof *other_numbers; i++)
        if (parts.since_1970 >= other_numbers[i].least && parts.since_1970 <= other_numbers[i].most)
            return other_numbers[i].reason;
    return NULL;
}

int date_parse_time(struct date_time *out, const char *text, struct err *err)
{
    const char *reason = other_number_reason(text);
    if (!reason && (date_parse_seconds(out, text) == 0 || parse_moment(out, text) == 0))
        return 0;
    return err_set(err, "'%.*s' %s", MAX_SHOWN, text,
                   reason ? reason
                          : "is neither Unix seconds nor a time as in 2020-01-02T03:04:05Z, "
                            "between 1970 and 9999");
}

void date_text(char text[DATE_TEXT_SIZE], int64_t seconds)
{
    struct tm tm;
    time_t time = seconds < first_second  ? first_second
                  : seconds > last_second ? last_second
                                          : seconds;
    gmtime_r(&time, &tm);
    /* strftime() writes the year 7 as 7. The remainders show the compiler that the text fits. */
    snprintf(text, DATE_TEXT_SIZE, "%04u-%02u-%02u", (unsigned)(tm.tm_year + 1900) % 10000,
             (unsigned)(tm.tm_mon + 1) % 100, (unsigned)tm.tm_mday % 100);
}
