/* The values of rows: any text is read as a date, as a status and as a language.
 *
 * The first line is the value. A second line is a format of strptime(). What is found must not
 * depend on capitals, must be sound, and nothing becomes Accepted that says more than that. */
#include "base/date.h"
#include "base/verdicts.h"
#include "tests/fuzz/target.h"
#include "tokenize/languages/language.h"

#include <ctype.h>
#include <limits.h>
#include <strings.h>
#include <time.h>

enum { ALL_TRAITS = 1 << 6 };

static char *changed(const char *text, int (*change)(int))
{
    char *copy = mem_copy_text(text, strlen(text));
    for (char *c = copy; *c; c++)
        *c = (char)((unsigned char)*c < 128 ? change(*c) : *c);
    return copy;
}

/* ---- Dates ---- */

static bool is_date(struct date_time *out, const struct date_rules *rules, const char *text)
{
    struct err err = {{0}};
    bool is_read = date_read(out, rules, text, &err) == 0;
    REQUIRE(is_read || err.message[0] == '\'', "a failure without the text");
    if (!is_read)
        return false;
    REQUIRE(date_is_sound(out->seconds), "a time out of range");
    REQUIRE(out->nanoseconds < 1000000000, "a fraction of more than a second");
    return true;
}

static bool is_same_date(const struct date_time *a, const struct date_time *b)
{
    return a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

/* What clocks in a zone show at an instant is read as that instant, or as the one an hour before
 * that clocks showed, too. */
static void check_zone(const char *text)
{
    static const struct date_rules local = {.is_local = true};
    struct date_time found, again;
    char shown[64];
    struct tm tm;
    if (!getenv("TZ")) {
        setenv("TZ", "Europe/Berlin", 1);
        tzset();
    }
    if (!is_date(&found, &local, text))
        return;
    time_t time = found.seconds;
    localtime_r(&time, &tm);
    snprintf(shown, sizeof shown, "%04d-%02d-%02d %02d:%02d:%02d", tm.tm_year + 1900, tm.tm_mon + 1,
             tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
    if (tm.tm_year + 1900 > 9999)
        return;
    REQUIRE(is_date(&again, &local, shown), "'%s' is not read", shown);
    int64_t before = found.seconds - again.seconds;
    REQUIRE(before == 0 || before == 3600, "'%s' is %lld seconds off", shown, (long long)before);
}

static void check_dates(const char *text, const char *format)
{
    static const struct date_rules any = {0};
    struct date_time found, again;
    struct date_rules rules = {0};
    scoped_memory char *upper = changed(text, toupper), *lower = changed(text, tolower);
    bool is_read = is_date(&found, &any, text);
    REQUIRE(is_date(&again, &any, upper) == is_read && (!is_read || is_same_date(&found, &again)),
            "another date in capitals");
    REQUIRE(is_date(&again, &any, lower) == is_read && (!is_read || is_same_date(&found, &again)),
            "another date without capitals");
    check_zone(text);
    if (format && date_rules_set_format(&rules, format, NULL) == 0)
        is_date(&again, &rules, text);
}

/* ---- Statuses ---- */

static void check_accepted(const char *status)
{
    scoped(str) other = {0};
    static const char *const more[] = {"%s but", "not %s", "%s on test 5", "%s (50)", "un%s"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        str_clear(&other);
        const char *hole = strstr(more[i], "%s");
        str_add(&other, more[i], (size_t)(hole - more[i]));
        str_add_text(&other, status);
        str_add_text(&other, hole + 2);
        REQUIRE(verdict_class_of_judge(other.text, 0) != VERDICT_ACCEPTED, "'%s' is Accepted",
                other.text);
    }
}

static void check_statuses(const char *status)
{
    scoped_memory char *upper = changed(status, toupper), *lower = changed(status, tolower);
    bool needs_traits = verdict_needs_traits(status);
    enum verdict_class class = verdict_class_of_judge(status, 0);
    REQUIRE(class >= VERDICT_NONE && class <= VERDICT_UNDECIDED, "no class");
    REQUIRE(verdict_class_of_judge(upper, 0) == class && verdict_class_of_judge(lower, 0) == class,
            "another class in capitals");
    REQUIRE(needs_traits || verdict_class_of_judge(status, ALL_TRAITS - 1) == class,
            "it needs the traits");
    REQUIRE(verdict_traits_of(status) < ALL_TRAITS, "a trait that is none");
    REQUIRE(verdict_is_same(status, status), "it is not the same as itself");
    REQUIRE(!isalpha((unsigned char)*status) || verdict_is_same(upper, lower),
            "capitals make another status");
    if (class == VERDICT_ACCEPTED && !needs_traits)
        check_accepted(status);
}

/* ---- Languages ---- */

static void check_languages(const char *text)
{
    struct err err = {{0}};
    language_of_judge(UINT_MAX, text);
    if (language_map_check(text, &err) != 0) {
        REQUIRE(err.message[0], "a failure without a reason");
        return;
    }
    const char *end = memrchr(text, '=', strcspn(text, ","));
    scoped_memory char *value = mem_copy_text(text, (size_t)(end - text));
    REQUIRE(language_of_map(text, value), "'%s' is not in the list", value);
}

FUZZ_TARGET(values)
{
    scoped_memory char *text = mem_copy_text((const char *)bytes, length);
    char *format = strchr(text, '\n');
    target_keep_memory();
    if (format)
        *format++ = '\0';
    check_dates(text, format);
    check_statuses(text);
    check_languages(text);
    return 0;
}
