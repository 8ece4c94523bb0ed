#include "base/date.h"

#include "base/err.h"

#include <stdio.h>
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

/* Returns `n` digits as a number. */
static int number_of(const char *digits, int n)
{
    int number = 0;
    for (int i = 0; i < n; i++)
        number = number * 10 + (digits[i] - '0');
    return number;
}

/* Whether a text begins with a form, in which `d` is any digit. */
static bool begins_with(const char *text, const char *form)
{
    for (; *form; form++, text++)
        if (*form == 'd' ? !is_digit(*text) : *text != *form)
            return false;
    return true;
}

enum {
    DAY_LENGTH = 10,
    WHOLE_SIZE = 32, /* digits of seconds, and the final zero */
};

static bool looks_like_day(const char *text)
{
    return begins_with(text, "dddd-dd-dd") && !text[DAY_LENGTH];
}

static int parse_day(int64_t *seconds, const char *text)
{
    int year = number_of(text, 4), month = number_of(text + 5, 2), day = number_of(text + 8, 2);
    struct tm tm = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    time_t time = timegm(&tm);
    /* timegm() treats February 30 as a day in March, and changes `tm` accordingly. */
    if (year < 1970 || tm.tm_mon != month - 1 || tm.tm_mday != day)
        return ERR;
    *seconds = time;
    return 0;
}

static int parse_seconds(int64_t *seconds, const char *text)
{
    int64_t number = 0;
    if (!*text)
        return ERR;
    for (; *text; text++)
        if (!is_digit(*text) || __builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, *text - '0', &number))
            return ERR;
    if (!date_is_sound(number))
        return ERR;
    *seconds = number;
    return 0;
}

int date_parse(int64_t *seconds, const char *text)
{
    return looks_like_day(text) ? parse_day(seconds, text) : parse_seconds(seconds, text);
}

/* Takes a number of two digits that is at most `most`. Returns false if there is none. */
static bool take_two(const char **text, int most, int *number)
{
    if (!begins_with(*text, "dd"))
        return false;
    *number = number_of(*text, 2);
    *text += 2;
    return *number <= most;
}

/* Takes the zone, and sets its distance from UTC in seconds. */
static bool take_zone(const char **text, int *offset)
{
    int hours, minutes = 0, sign = **text == '-' ? -1 : 1;
    *offset = 0;
    if (strcmp(*text, " UTC") == 0) {
        *text += strlen(*text);
        return true;
    }
    if (**text == 'Z' || **text == 'z') {
        ++*text;
        return true;
    }
    if (**text != '+' && **text != '-')
        return true;
    ++*text;
    if (!take_two(text, 23, &hours))
        return false;
    *text += **text == ':' && is_digit((*text)[1]);
    if (is_digit(**text) && !take_two(text, 59, &minutes))
        return false;
    *offset = sign * (hours * 3600 + minutes * 60);
    return true;
}

/* Takes a time of day, with the fraction of its seconds. */
static bool take_clock(const char **text, int *seconds)
{
    int hour, minute, second = 0;
    if (!take_two(text, 24, &hour) || *(*text)++ != ':' || !take_two(text, 59, &minute))
        return false;
    if (**text == ':') {
        ++*text;
        if (!take_two(text, 60, &second))
            return false;
        if ((**text == '.' || **text == ',') && is_digit((*text)[1]))
            for (++*text; is_digit(**text);)
                ++*text;
    }
    *seconds = hour * 3600 + minute * 60 + second;
    return *seconds <= 24 * 3600;
}

static int parse_moment(int64_t *seconds, const char *text)
{
    int64_t day, time;
    int clock, offset;
    const char *at = text + DAY_LENGTH + 1;
    if (!strchr("Tt ", text[DAY_LENGTH]) || parse_day(&day, text) != 0 || !take_clock(&at, &clock))
        return ERR;
    at += *at == ' ' && (at[1] == '+' || at[1] == '-');
    if (!take_zone(&at, &offset) || *at)
        return ERR;
    time = day + clock - offset;
    if (!date_is_sound(time))
        return ERR;
    *seconds = time;
    return 0;
}

/* Parses seconds without their fraction, a dot and digits. */
static int parse_whole_seconds(int64_t *seconds, const char *text)
{
    char whole[WHOLE_SIZE];
    const char *dot = strchr(text, '.');
    if (!dot || dot == text || dot - text >= WHOLE_SIZE || !dot[1] ||
        dot[1 + strspn(dot + 1, "0123456789")])
        return parse_seconds(seconds, text);
    memcpy(whole, text, (size_t)(dot - text));
    whole[dot - text] = '\0';
    return parse_seconds(seconds, whole);
}

int date_parse_time(int64_t *seconds, const char *text)
{
    if (looks_like_day(text))
        return ERR;
    return begins_with(text, "dddd-dd-dd") ? parse_moment(seconds, text)
                                           : parse_whole_seconds(seconds, text);
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
