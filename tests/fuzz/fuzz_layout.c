/* Layouts: any pattern and any path. The input is the pattern, a line feed, and paths, one a line.
 *
 * What matches is the path again when the pattern is filled with what was found, and no value has a
 * slash or is empty. */
#include "base/beneath.h"
#include "miner/rows/path_pattern.h"
#include "tests/fuzz/target.h"

static bool match(const struct path_pattern *pattern, const char *path, struct path_values *values)
{
    size_t component = 0;
    for (const char *at = path; at; component++) {
        if (component == pattern->components.n ||
            !path_pattern_match(pattern, component, path, (size_t)(at - path), values))
            return false;
        at = strchr(at, '/');
        at = at ? at + 1 : NULL;
    }
    return component == pattern->components.n;
}

static void check_value(const char *path, int field, const struct path_value *value)
{
    const char *text = path + value->start;
    REQUIRE(value->start + value->length <= strlen(path), "a value is outside of '%s'", path);
    REQUIRE(value->length && !memchr(text, '/', value->length), "the value of %d in '%s'", field,
            path);
    REQUIRE(field != ROW_DATE || (*text >= '0' && *text <= '9'), "a date in '%s'", path);
}

static void check_path(const struct path_pattern *pattern, const char *path)
{
    struct path_values values = {0};
    scoped(str) filled = {0};
    if (!match(pattern, path, &values))
        return;
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (pattern->has[field])
            check_value(path, field, &values.of[field]);
    if (pattern->has[PATTERN_ANY])
        return;
    path_pattern_fill(&filled, pattern, path, &values);
    REQUIRE(strcmp(str_text(&filled), path) == 0, "'%s' is filled as '%s'", path,
            str_text(&filled));
}

FUZZ_TARGET(layout)
{
    scoped(path_pattern) pattern = {0};
    scoped_memory char *text = mem_copy_text((const char *)bytes, length);
    struct err err = {""};
    char *line = text;
    char *paths = strchr(line, '\n');
    if (paths)
        *paths++ = '\0';
    if (path_pattern_read(&pattern, line, &err) != 0) {
        REQUIRE(err.message[0], "a pattern is refused without a reason");
        return 0;
    }
    for (char *path = paths, *next; path; path = next) {
        next = strchr(path, '\n');
        if (next)
            *next++ = '\0';
        check_path(&pattern, path);
    }
    return 0;
}
