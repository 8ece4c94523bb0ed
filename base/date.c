/* Times in the forms in which judges, databases, spreadsheets and languages write them.
 *
 * A form is a text with letters for its parts. The first that fits the whole text is taken. */
#include "base/date.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum {
    MAX_SHOWN = 80, /* bytes of a text in a message */
    DAY_SECONDS = 24 * 3600,
};

static const int64_t first_second = -62167219200; /* 0000-01-01 00:00:00 */
static const int64_t last_second = 253402300799;  /* 9999-12-31 23:59:59 */

bool date_is_sound(int64_t seconds)
{
    return seconds >= 0 && seconds <= last_second;
}

static int set_time(struct date_time *out, int64_t seconds, uint32_t nanoseconds)
{
    if (!date_is_sound(seconds))
        return ERR;
    *out = (struct date_time){seconds, nanoseconds};
    return 0;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Takes a dot, or another of the marks, and the digits after it, if they are there, as the fraction
 * of a second. Digits after the ninth are skipped. */
static void take_fraction(const char **text, const char *marks, uint32_t *nanoseconds)
{
    uint32_t unit = 100000000;
    if (!**text || !strchr(marks, **text) || !is_digit((*text)[1]))
        return;
    for (++*text; is_digit(**text); ++*text, unit /= 10)
        *nanoseconds += unit * (uint32_t)(**text - '0');
}

/* Finds the midnight in UTC at which a day begins. Returns ERR for a day that the calendar does not
 * have, and for one outside of the years 1970 to 9999. */
static int day_start(int64_t *seconds, int year, int month, int day)
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

/* ---- Unix seconds and days ---- */

int date_parse_seconds(struct date_time *out, const char *text)
{
    int64_t seconds = 0;
    uint32_t nanoseconds = 0;
    if (!is_digit(*text))
        return ERR;
    for (; is_digit(*text); text++)
        if (!date_is_sound(seconds = seconds * 10 + (*text - '0')))
            return ERR;
    take_fraction(&text, ".", &nanoseconds);
    return *text ? ERR : set_time(out, seconds, nanoseconds);
}

int date_parse(int64_t *seconds, const char *text)
{
    static const char form[] = "dddd-dd-dd";
    size_t n = 0;
    struct date_time time;
    while (form[n] == 'd' ? is_digit(text[n]) : form[n] && form[n] == text[n])
        n++;
    if (!form[n] && !text[n])
        return day_start(seconds, atoi(text), atoi(text + 5), atoi(text + 8));
    if (strchr(text, '.') || date_parse_seconds(&time, text) != 0)
        return ERR;
    *seconds = time.seconds;
    return 0;
}

/* ---- Zones ---- */

static int64_t offset_at(int64_t seconds)
{
    time_t time = seconds;
    struct tm tm = {0};
    localtime_r(&time, &tm);
    return tm.tm_gmtoff;
}

/* Returns the instant at which clocks show a time: the first one, or, if clocks skip it, the one at
 * which a clock that was not changed shows it. `shown` is the time as if it were UTC. */
static int64_t instant_of(const struct date_rules *rules, int64_t shown)
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

/* Returns what follows the first conversion that is one of the letters; NULL if none is. */
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
    take_fraction(&mark, ".,", nanoseconds);
    str_add_text(&whole, mark);
    *tm = empty;
    end = strptime(whole.text, format, tm);
    return end && !*end;
}

static int read_formatted(struct date_time *out, const struct date_rules *rules, const char *text)
{
    struct tm tm;
    uint32_t nanoseconds = 0;
    int64_t midnight;
    if (!parse_formatted(text, rules->format, &tm, &nanoseconds) ||
        day_start(&midnight, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday) != 0)
        return ERR;
    int64_t shown = midnight + tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec;
    return set_time(
        out, find_conversion(rules->format, "z") ? shown - tm.tm_gmtoff : instant_of(rules, shown),
        nanoseconds);
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
        read_formatted(&found, &tried, text) != 0 || found.seconds != TRIED)
        return err_set(err,
                       "'%.*s' does not say the year, month, day and hour of a date; an example "
                       "is '%%d/%%m/%%Y %%H:%%M:%%S' (strptime)",
                       MAX_SHOWN, format);
    rules->format = format;
    return 0;
}

/* ---- Forms ---- */

/* A time as it is written. */
struct moment {
    int year, month, day;
    int clock; /* seconds since midnight */
    uint32_t nanoseconds;
    bool has_zone;
    int offset; /* of the zone: seconds ahead of UTC */
};

/* The letters are parts of a time (take_part()). A blank is one or more. Any other character is
 * itself. */
static const char *const forms[] = {
    /* ISO 8601, and with the separators of other standards */
    "Y-N-DTCZ",
    "Y/N/DTCZ",
    "Y.N.DTCZ",
    /* ISO 8601, basic; without a `T` */
    "YndTkZ",
    "Yndk",
    "Ynd-k",
    /* In names of files, which cannot have a colon */
    "Y-N-DTf",
    "Y-N-D-f",
    /* 12.03.2024 14:05 */
    "D.N.yTCZ",
    /* Mar 12, 2024 14:05; Codeforces: Mar/12/2024 14:05 */
    "B D, yTCZ",
    "B D yTCZ",
    "B/D/yTCZ",
    /* RFC 2822, Moodle, Oracle */
    "D B yTCZ",
    "D B, yTCZ",
    "D-B-yTCZ",
    /* ctime(), date(1) */
    "B D CZ Y",
    /* East Asia */
    "Y年N月D日TCZ",
    "Y년 N월 D일TCZ",
};

/* Of these, no list can say whether the day comes first. */
static const char *const open_forms[] = {"D/D/yTCZ", "D-D-yTCZ"};

static const char *const months[] = {"january",   "february", "march",    "april",
                                     "may",       "june",     "july",     "august",
                                     "september", "october",  "november", "december"};
static const char *const weekdays[] = {"sunday",   "monday", "tuesday", "wednesday",
                                       "thursday", "friday", "saturday"};

/* ---- Parts of a time ---- */

/* Takes `least` to `most` digits as a number that is at most `limit`. */
static bool take_digits(const char **text, int least, int most, int limit, int *number)
{
    int n = 0;
    for (*number = 0; n < most && is_digit(**text); n++, ++*text)
        *number = *number * 10 + (**text - '0');
    return n >= least && *number <= limit;
}

/* Takes blanks, also those that do not break a line: browsers write one before AM and PM. */
static bool take_blanks(const char **text)
{
    static const char *const blanks[] = {" ", "\t", "\xc2\xa0", "\xe2\x80\xaf"};
    const char *start = *text;
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (text_begins(*text, blanks[i])) {
            *text += strlen(blanks[i]);
            i = (size_t)-1; /* from the first again */
        }
    return *text > start;
}

/* Takes one of these names, or its first three or more letters, perhaps with a dot. Returns its
 * index, or -1. */
static int take_name(const char **text, const char *const *names, int n_names)
{
    size_t n = 0;
    while (is_letter((*text)[n]))
        n++;
    for (int i = 0; i < n_names; i++)
        if (n >= 3 && n <= strlen(names[i]) && strncasecmp(*text, names[i], n) == 0) {
            *text += n + ((*text)[n] == '.');
            return i;
        }
    return -1;
}

/* Takes one of the texts, in any case, if no letter follows. */
static bool take_word(const char **text, const char *const *words)
{
    for (; **text && *words; words++) {
        size_t n = strlen(*words);
        if (strncasecmp(*text, *words, n) == 0 && !is_letter((*text)[n])) {
            *text += n;
            return true;
        }
    }
    return false;
}

/* Takes what is between the day and the time of day. */
static bool take_between(const char **text)
{
    static const char *const at[] = {"at", NULL};
    if (**text && strchr("Tt_", **text)) {
        ++*text;
        return true;
    }
    *text += **text == ',';
    return take_blanks(text) && (!take_word(text, at) || take_blanks(text));
}

/* Takes AM or PM, if it is there, and changes the hour. */
static bool take_half(const char **text, int *hour, bool *has_half)
{
    static const char *const before_noon[] = {"am", "a.m.", NULL}, *const after[] = {"pm", "p.m.",
                                                                                     NULL};
    const char *at = *text;
    take_blanks(&at);
    bool is_before = take_word(&at, before_noon), is_after = !is_before && take_word(&at, after);
    *has_half = is_before || is_after;
    if (!*has_half)
        return true;
    *text = at;
    if (*hour < 1 || *hour > 12)
        return false;
    *hour = *hour % 12 + (is_after ? 12 : 0);
    return true;
}

/* Takes the time of day: hours, minutes and seconds after each of the separators, and a fraction.
 * Without a separator, all have two digits. */
static bool take_clock(const char **text, const char *separators, struct moment *moment)
{
    int hour, minute = 0, second = 0, least = *separators ? 1 : 2;
    bool has_half = false, has_minute;
    if (!take_digits(text, least, 2, 24, &hour))
        return false;
    char separator = **text;
    has_minute = *separators ? separator && strchr(separators, separator) : is_digit(separator);
    int skipped = *separators ? 1 : 0;
    if (has_minute) {
        *text += skipped;
        if (!take_digits(text, 2, 2, 59, &minute))
            return false;
        if (*separators ? **text == separator && is_digit((*text)[1]) : is_digit(**text)) {
            *text += skipped;
            if (!take_digits(text, 2, 2, 60, &second))
                return false;
            take_fraction(text, ".,", &moment->nanoseconds);
        }
    }
    if (!take_half(text, &hour, &has_half))
        return false;
    moment->clock = hour * 3600 + minute * 60 + second;
    return (has_minute || has_half) && moment->clock <= DAY_SECONDS;
}

/* Takes a distance from UTC: hours, and perhaps minutes. */
static bool take_offset(const char **text, int *offset)
{
    int hours, minutes = 0, sign = **text == '-' ? -1 : 1;
    if (**text != '+' && **text != '-')
        return false;
    ++*text;
    if (!take_digits(text, 2, 2, 23, &hours))
        return false;
    *text += **text == ':' && is_digit((*text)[1]);
    if (is_digit(**text) && !take_digits(text, 2, 2, 59, &minutes))
        return false;
    *offset = sign * (hours * 3600 + minutes * 60);
    return true;
}

/* Takes the zone, if there is one. JavaScript writes its name in parentheses, too. */
static bool take_zone(const char **text, struct moment *moment)
{
    static const char *const utc[] = {"z", "utc", "gmt", "ut", NULL};
    const char *at = *text, *end;
    take_blanks(&at);
    bool has_utc = take_word(&at, utc), is_signed = *at == '+' || *at == '-';
    if (!has_utc && !is_signed)
        return true;
    moment->has_zone = true;
    if (is_signed && !take_offset(&at, &moment->offset))
        return false;
    *text = at;
    if (take_blanks(&at) && *at == '(' && (end = strchr(at, ')')) && !end[1])
        *text = end + 1;
    return true;
}

/* Takes a year; one of two digits is in 1970 to 2069. */
static bool take_year(const char **text, bool may_be_short, int *year)
{
    const char *start = *text;
    if (!take_digits(text, may_be_short ? 2 : 4, 4, 9999, year) || *text - start == 3)
        return false;
    if (*text - start == 2)
        *year += *year < 70 ? 2000 : 1900;
    return true;
}

static bool take_part(const char **text, char letter, struct moment *moment)
{
    switch (letter) {
    case 'Y': /* a year */
    case 'y': /* a year, perhaps of two digits */
        return take_year(text, letter == 'y', &moment->year);
    case 'N': /* a month */
        return take_digits(text, 1, 2, 12, &moment->month);
    case 'n': /* a month of two digits */
        return take_digits(text, 2, 2, 12, &moment->month);
    case 'D': /* a day */
        return take_digits(text, 1, 2, 31, &moment->day);
    case 'd': /* a day of two digits */
        return take_digits(text, 2, 2, 31, &moment->day);
    case 'B': /* the name of a month */
        moment->month = take_name(text, months, 12) + 1;
        return moment->month > 0;
    case 'T':
        return take_between(text);
    case 'C': /* a time of day */
        return take_clock(text, ":", moment);
    case 'f': /* a time of day in a name of a file */
        return take_clock(text, "-._", moment);
    case 'k': /* a time of day without separators */
        return take_clock(text, "", moment);
    case 'Z':
        return take_zone(text, moment);
    case ' ':
        return take_blanks(text);
    default:
        return *(*text)++ == letter;
    }
}

static bool has_form(const char *text, const char *form, struct moment *moment)
{
    *moment = (struct moment){0};
    if (take_name(&text, weekdays, 7) >= 0) {
        text += *text == ',';
        if (!take_blanks(&text))
            return false;
    }
    for (; *form; form++)
        if (!take_part(&text, *form, moment))
            return false;
    return !*text;
}

/* ---- Reading ---- */

static int set_moment(struct date_time *out, const struct moment *moment,
                      const struct date_rules *rules)
{
    int64_t midnight;
    if (day_start(&midnight, moment->year, moment->month, moment->day) != 0)
        return ERR;
    int64_t shown = midnight + moment->clock;
    return set_time(out, moment->has_zone ? shown - moment->offset : instant_of(rules, shown),
                    moment->nanoseconds);
}

static int read_form(struct date_time *out, const struct date_rules *rules, const char *text)
{
    struct moment moment;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (has_form(text, forms[i], &moment))
            return set_moment(out, &moment, rules);
    return ERR;
}

static bool is_open(const char *text)
{
    struct moment moment;
    return has_form(text, open_forms[0], &moment) || has_form(text, open_forms[1], &moment);
}

/* Numbers that are larger than seconds have a unit by their digits: its times are then in the years
 * 1978 to 2286. */
static const struct {
    int least, most; /* digits */
    int64_t per_second;
} units[] = {
    {12, 13, 1000},
    {15, 16, 1000000},
    {18, 19, 1000000000},
};

enum { FIRST_SERIAL = 32874, LAST_SERIAL = 73050 }; /* 1990-01-01 to 2099-12-31 */

/* Sets the time of a number that has this many digits. */
static int set_number(struct date_time *out, int64_t number, int n_digits, uint32_t fraction)
{
    if (set_time(out, number, fraction) == 0)
        return 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        int64_t unit = units[i].per_second, nanoseconds = 1000000000 / unit;
        if (n_digits < units[i].least || n_digits > units[i].most)
            continue;
        return set_time(out, number / unit,
                        (uint32_t)(number % unit * nanoseconds + fraction / unit));
    }
    return ERR;
}

/* Reads a number. Sets `reason` if it is one that is not a time. */
static int read_number(struct date_time *out, const char *text, const char **reason)
{
    int64_t number = 0;
    uint32_t fraction = 0;
    bool has_overflow = false;
    const char *at = text + strspn(text, "0"), *start = at;
    for (; is_digit(*at); at++)
        has_overflow |= __builtin_mul_overflow(number, 10, &number) ||
                        __builtin_add_overflow(number, *at - '0', &number);
    int n_digits = (int)(at - start);
    take_fraction(&at, ".", &fraction);
    if (!is_digit(*text) || *at)
        return ERR;
    if (number >= FIRST_SERIAL && number <= LAST_SERIAL && !has_overflow)
        *reason = "looks like the serial date of a spreadsheet, in days since 1899-12-30; in Unix "
                  "seconds it is (date - 25569) * 86400";
    else if (has_overflow || set_number(out, number, n_digits, fraction) != 0)
        *reason = "is a number, but not of seconds, milliseconds, microseconds or nanoseconds "
                  "since 1970";
    return *reason ? ERR : 0;
}

/* Whether a number is rather a day and a time in digits: 202403121405, 20240312140531. The year is
 * then 1970 to 2099; as seconds or milliseconds it would be after 2286. */
static bool is_compact(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return (n == 12 || n == 14) && (strncmp(text, "19", 2) == 0 || strncmp(text, "20", 2) == 0);
}

/* Whether the text is a day alone. */
static bool is_day(const char *text)
{
    struct date_time found;
    const struct date_rules rules = {0};
    scoped(str) with_time = {0};
    str_print(&with_time, "%.*s 00:00", MAX_SHOWN, text);
    return read_form(&found, &rules, with_time.text) == 0 || is_open(with_time.text);
}

/* Returns why a text is not read. */
static const char *reason_for(const char *text)
{
    if (is_open(text))
        return "does not say whether its day or its month comes first: add --date-format, such as "
               "'%d/%m/%Y %H:%M' or '%m/%d/%Y %I:%M %p'";
    if (is_day(text))
        return "is a day without a time, which does not say which submission was first";
    return "is neither Unix seconds nor a time as in 2020-01-02T03:04:05Z, between 1970 and 9999; "
           "--date-format names another form";
}

static int read_known(struct date_time *out, const struct date_rules *rules, const char *text,
                      struct err *err)
{
    const char *reason = NULL;
    if (is_compact(text) && read_form(out, rules, text) == 0)
        return 0;
    if (read_number(out, text, &reason) == 0 || (!reason && read_form(out, rules, text) == 0))
        return 0;
    return err_set(err, "'%.*s' %s", MAX_SHOWN, text, reason ? reason : reason_for(text));
}

int date_read(struct date_time *out, const struct date_rules *rules, const char *text,
              struct err *err)
{
    static const char blanks[] = " \t";
    scoped_memory char *copy = NULL;
    size_t n = strlen(text);
    if (n && (strchr(blanks, *text) || strchr(blanks, text[n - 1])))
        text = text_cut(copy = mem_copy_text(text, n), blanks);
    if (!rules->format)
        return read_known(out, rules, text, err);
    if (read_formatted(out, rules, text) == 0)
        return 0;
    return err_set(err, "'%.*s' is not a time in the form '%.*s', between 1970 and 9999", MAX_SHOWN,
                   text, MAX_SHOWN, rules->format);
}
