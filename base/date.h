/* Dates as the user writes them and as the output shows them: UTC, in the Gregorian calendar. */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { DATE_TEXT_SIZE = 11 }; /* YYYY-MM-DD and the final zero */

/* Parses `text` as a Unix timestamp. `text` is a day YYYY-MM-DD, which stands for the midnight at
 * which it begins, or a whole number of seconds in decimal digits. Both must be in the years 1970
 * to 9999, and the calendar must have the day. For any other text returns ERR and leaves `seconds`
 * unchanged. */
int date_parse(int64_t *seconds, const char *text);

/* A time in Unix seconds, and the nanoseconds of its second. */
struct date_time {
    int64_t seconds;
    uint32_t nanoseconds;
};

/* Parses `text` as Unix seconds in decimal digits, perhaps with a dot and a fraction. Digits after
 * the ninth of a fraction are ignored. Returns ERR and leaves `out` unchanged for any other text,
 * and for a time outside of the years 1970 to 9999. */
int date_parse_seconds(struct date_time *out, const char *text);

/* Parses `text` as a time: as date_parse_seconds() does, or ISO 8601 with a day and a time of day:
 * `2020-01-02T03:04:05Z`, `2020-01-02 03:04+09:00`. The `T` may be a blank or `t`. Seconds may be
 * missing, and may have a fraction. The zone is `Z`, ` UTC`, or hours, perhaps with minutes;
 * without a zone, the time is UTC. A leap second is the second after it. Any other text is an
 * error, also a day alone, a time outside of the years 1970 to 9999, a number that is too large
 * for seconds, and one from 32,874 up to 73,051: that is the serial date of a spreadsheet, from
 * 1990 to 2099. The message begins with the text. */
int date_parse_time(struct date_time *out, const char *text, struct err *err);

/* Whether a Unix timestamp is in the years 1970 to 9999. A double represents each of these exactly.
 * That matters because many JSON readers use doubles. */
bool date_is_sound(int64_t seconds);

/* Writes the day of a Unix timestamp as YYYY-MM-DD. A time outside of the years 0 to 9999 gives the
 * first or the last day of these years. */
void date_text(char text[DATE_TEXT_SIZE], int64_t seconds);

#endif
