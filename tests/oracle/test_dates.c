/* Times are those that Python and its zones mean (tests/oracle/dates.py). */
#include "base/date.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <inttypes.h>

TEST(date_read__agrees_with_python)
{
    struct date_rules rules = {0};
    size_t n = 0;
    char *rest = NULL;
    if (!has_python("dates beside Python") ||
        !can_run("python3 -c 'import zoneinfo; zoneinfo.ZoneInfo(\"Asia/Tokyo\")'",
                 "dates beside Python", "it has no zones"))
        skip();
    scoped(str) lines = output_of("python3 \"$SAMPLE/../oracle/dates.py\" 6000 1");
    for (char *line = strtok_r(lines.text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *zone = strsep(&line, "\t"), *text = strsep(&line, "\t");
        struct date_time found;
        int64_t seconds;
        uint32_t nanoseconds;
        assert_int_equal(sscanf(line, "%" SCNd64 "\t%" SCNu32, &seconds, &nanoseconds), 2);
        assert_done(date_rules_set_zone(&rules, zone, &err));
        assert_done(date_read(&found, &rules, text, &err));
        if (found.seconds != seconds || found.nanoseconds != nanoseconds)
            fail_msg("'%s' in %s is %" PRId64 ".%09" PRIu32 ", not %" PRId64 ".%09" PRIu32, text,
                     zone, found.seconds, found.nanoseconds, seconds, nanoseconds);
        n++;
    }
    unsetenv("TZ");
    assert_int_equal(n, 6000);
}
