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

static bool looks_like_day(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof form; i++)
        if (form[i] == 'd' ? !is_digit(text[i]) : text[i] != form[i])
            return false;
    return true;
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
