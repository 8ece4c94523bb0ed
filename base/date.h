/* Days as the user writes them, and as the output does: UTC, the Gregorian calendar. */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include <stdbool.h>
#include <stdint.h>

enum { DATE_TEXT_SIZE = 11 }; /* YYYY-MM-DD and the final zero */

/* The Unix time of `text`: the midnight at which a day YYYY-MM-DD begins (years 1970 to 9999, and
 * only days that the calendar has), or a whole number of seconds, digits alone, in these years.
 * Returns ERR for any other text, and leaves `seconds` alone then. */
int date_parse(int64_t *seconds, const char *text);

/* Whether a Unix time is in the years 1970 to 9999. Each such number is exact in a double, too, as
 * which many a reader of JSON takes it. */
bool date_is_sound(int64_t seconds);

/* The day of a Unix time, as YYYY-MM-DD. A time outside the years 0 to 9999 gives the first or the
 * last day of them. */
void date_text(char text[DATE_TEXT_SIZE], int64_t seconds);

#endif
