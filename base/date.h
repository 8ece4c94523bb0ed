/* Dates as the user and judges write them and as the output shows them, in the Gregorian
 * calendar. */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include "base/err.h"
#include "base/str.h"

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

/* Whether a Unix timestamp is in the years 1970 to 9999. A double represents each of these exactly.
 * That matters because many JSON readers use doubles. */
bool date_is_sound(int64_t seconds);

/* Writes the day of a Unix timestamp as YYYY-MM-DD. A time outside of the years 0 to 9999 gives the
 * first or the last day of these years. */
void date_text(char text[DATE_TEXT_SIZE], int64_t seconds);

/* ---- Times in any form ---- */

/* How times are read. All zero: any known form, and UTC where a time says no zone. */
struct date_rules {
    const char *format; /* of strptime(); NULL: any known form; borrowed */
    bool is_local;      /* a time without a zone is in the zone of the program (TZ) */
    int offset;         /* otherwise in the zone that is this many seconds ahead of UTC */
};

/* Sets the format: one of strptime(3), with English names, which says the year, the month, the day
 * and the hour. `%z` is the zone. `%s` and `%Z` are refused: the C library would read the first in
 * its own zone, and skip the second. */
int date_rules_set_format(struct date_rules *rules, const char *format, struct err *err);

/* Sets the zone: `UTC`, a distance such as `+09:00`, or a name of the tz database, such as
 * `Europe/Berlin`, which becomes the zone of the program. Call it before there are threads. A name
 * that the system does not have is an error: the C library would take it for UTC. */
int date_rules_set_zone(struct date_rules *rules, const char *zone, struct err *err);

/* Reads a time:
 * - a number, perhaps with a fraction: seconds since 1970 up to the year 9999; a larger one with 12
 *   or 13 digits is in milliseconds, with 15 or 16 in microseconds, with 18 or 19 in nanoseconds;
 * - a day and a time of day, in one of many forms: ISO 8601, extended and basic;
 *   `2024/03/12 14:05`, `12.03.2024 14:05:31`, `Mar 12, 2024 2:05 PM`; RFC 2822; as ctime() and
 *   JavaScript write it. Seconds may be missing, and may have a fraction. With dots, the day comes
 *   first.
 *
 * A zone is `Z`, `UTC`, `GMT`, or hours and perhaps minutes (`+09:00`, `-0430`, `+09`). A time that
 * a clock change repeats is its first occurrence. One that a clock change skips is read with the
 * clock before the change, so 02:30 is 03:30. A leap second is the second after it. Years of two
 * digits are 1970 to 2069.
 *
 * Blanks around the text do not count. Any other text is an error: a day alone; `3/12/24 2:05 PM`,
 * which needs a format to say whether the day comes first; a time outside of the years 1970 to
 * 9999; a number from 32,874 up to 73,051, which is the serial date of a spreadsheet, from 1990 to
 * 2099. The message begins with the text. */
int date_read(struct date_time *out, const struct date_rules *rules, const char *text,
              struct err *err);

#endif
