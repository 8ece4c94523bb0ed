/* The zone of times that have none, and formats of strptime(). */
#include "base/date.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MAX_SHOWN = 80, /* bytes of a text in a message */
    DAY_SECONDS = 24 * 3600,
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ---- Zones ---- */

static int64_t offset_at(int64_t seconds)
{
    time_t time = seconds;
    struct tm tm = {0};
    localtime_r(&time, &tm);
    return tm.tm_gmtoff;
}

int64_t date_rules_instant(const struct date_rules *rules, int64_t shown)
{
    if (!rules->is_local)
        return shown - rules->offset;
    int64_t before = offset_at(shown - DAY_SECONDS), after = offset_at(shown + DAY_SECONDS);
    if (offset_at(shown - before) != before && offset_at(shown - after) == after)
        return shown - after;
    return shown - before;
}

static bool is_known_zone(const char *name)
{
    const char *folder = getenv("TZDIR");
    char start[4] = {0};
    if (!*name || !is_letter(*name) || strstr(name, "..") || strncmp(name, "right/", 6) == 0)
        return false;
    scoped(str) path = {0};
    str_print(&path, "%s/%s", folder ? folder : "/usr/share/zoneinfo", name);
    FILE *file = fopen(path.text, "re");
    if (!file)
        return false;
    bool is_known = fread(start, 1, sizeof start, file) == sizeof start &&
                    memcmp(start, "TZif", sizeof start) == 0;
    fclose(file);
    return is_known;
}

/* Reads a zone that is not a name of the tz database. */
static int read_offset(int *offset, const char *zone)
{
    static const char *const names[] = {"UTC", "GMT", "Z", NULL};
    struct tm tm = {0};
    const char *end = strchr("+-", *zone) ? strptime(zone, "%z", &tm) : NULL;
    if (!text_is_one_of(zone, names) &&
        (!*zone || !end || *end || labs(tm.tm_gmtoff) >= DAY_SECONDS))
        return ERR;
    *offset = (int)tm.tm_gmtoff;
    return 0;
}

int date_rules_set_zone(struct date_rules *rules, const char *zone, struct err *err)
{
    rules->is_local = false;
    rules->offset = 0;
    if (read_offset(&rules->offset, zone) == 0)
        return 0;
    if (!is_known_zone(zone))
        return err_set(err,
                       "unknown time zone '%.*s'; it is a name of the tz database, such as "
                       "Europe/Berlin (see /usr/share/zoneinfo), or a distance from UTC, such as "
                       "+09:00",
                       MAX_SHOWN, zone);
    setenv("TZ", zone, 1);
    tzset();
    rules->is_local = true;
    return 0;
}

/* ---- Formats of strptime() ---- */

/* Returns what follows the first conversion that is one of the letters; NULL if none
 * is. */
static const char *find_conversion(const char *format, const char *letters)
{
    for (const char *at = format; (at = strchr(at, '%')); at++) {
        at += 1 + strspn(at + 1, "_-^#EO0123456789");
        if (!*at)
            return NULL;
        if (strchr(letters, *at))
            return at + 1;
    }
    return NULL;
}

/* Reads the whole text, in which seconds may have a fraction. */
static bool parse_formatted(const char *text, const char *format, struct tm *tm,
                            uint32_t *nanoseconds)
{
    const char *rest = find_conversion(format, "STrcX");
    const struct tm empty = {0};
    scoped(str) start = {0}, whole = {0};
    *tm = empty;
    const char *end = strptime(text, format, tm);
    if (end && !*end)
        return true;
    if (!rest)
        return false;
    str_add(&start, format, (size_t)(rest - format));
    const char *mark = strptime(text, start.text, tm);
    if (!mark)
        return false;
    str_add(&whole, text, (size_t)(mark - text));
    date_take_fraction(&mark, ".,", nanoseconds);
    str_add_text(&whole, mark);
    *tm = empty;
    end = strptime(whole.text, format, tm);
    return end && !*end;
}

int date_rules_read(struct date_time *out, const struct date_rules *rules, const char *text)
{
    struct tm tm;
    struct date_time time = {0};
    int64_t midnight;
    if (!parse_formatted(text, rules->format, &tm, &time.nanoseconds) ||
        date_of_day(&midnight, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday) != 0)
        return ERR;
    int64_t shown = midnight + tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec;
    time.seconds = find_conversion(rules->format, "z") ? shown - tm.tm_gmtoff
                                                       : date_rules_instant(rules, shown);
    if (!date_is_sound(time.seconds))
        return ERR;
    *out = time;
    return 0;
}

int date_rules_set_format(struct date_rules *rules, const char *format, struct err *err)
{
    enum { TRIED = 1385312400, MAX_TEXT = 256 }; /* 2013-11-24 17:00:00 */
    char text[MAX_TEXT];
    struct tm tm;
    struct date_time found;
    const struct date_rules tried = {.format = format};
    time_t time = TRIED;
    gmtime_r(&time, &tm);
    if (find_conversion(format, "s"))
        return err_set(err, "'%.*s': Unix seconds need no format", MAX_SHOWN, format);
    if (find_conversion(format, "Z"))
        return err_set(err, "'%.*s': names of zones are not read; use %%z, or --time-zone",
                       MAX_SHOWN, format);
    if (strftime(text, sizeof text, format, &tm) == 0 ||
        date_rules_read(&found, &tried, text) != 0 || found.seconds != TRIED)
        return err_set(err,
                       "'%.*s' does not say the year, month, day and hour of a date; an example "
                       "is '%%d/%%m/%%Y %%H:%%M:%%S' (strptime)",
                       MAX_SHOWN, format);
    rules->format = format;
    return 0;
}
