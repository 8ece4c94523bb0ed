#include "base/date.h"

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

void date_take_fraction(const char **text, const char *marks, uint32_t *nanoseconds)
{
    uint32_t unit = 100000000;
    if (!**text || !strchr(marks, **text) || !is_digit((*text)[1]))
        return;
    for (++*text; is_digit(**text); ++*text, unit /= 10)
        *nanoseconds += unit * (uint32_t)(**text - '0');
}

int date_of_day(int64_t *seconds, int year, int month, int day)
{
    struct tm tm = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    if (year < 1970 || year > 9999 || month < 1 || month > 12)
        return ERR;
    time_t time = timegm(&tm);
    /* timegm() treats February 30 as a day in March, and changes `tm` accordingly. */
    if (tm.tm_mon != month - 1 || tm.tm_mday != day)
        return ERR;
    *seconds = time;
    return 0;
}

int date_parse(int64_t *seconds, const char *text)
{
    static const char form[] = "dddd-dd-dd";
    size_t n = 0;
    struct date_time time;
    while (form[n] == 'd' ? is_digit(text[n]) : form[n] && form[n] == text[n])
        n++;
    if (!form[n] && !text[n])
        return date_of_day(seconds, atoi(text), atoi(text + 5), atoi(text + 8));
    if (strchr(text, '.') || date_parse_seconds(&time, text) != 0)
        return ERR;
    *seconds = time.seconds;
    return 0;
}

int date_parse_seconds(struct date_time *out, const char *text)
{
    int64_t seconds = 0;
    uint32_t nanoseconds = 0;
    if (!is_digit(*text))
        return ERR;
    for (; is_digit(*text); text++)
        if (!date_is_sound(seconds = seconds * 10 + (*text - '0')))
            return ERR;
    date_take_fraction(&text, ".", &nanoseconds);
    if (*text)
        return ERR;
    *out = (struct date_time){seconds, nanoseconds};
    return 0;
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
