/* Patterns of paths: what they match, and which are refused. */
#include "base/beneath.h"
#include "miner/rows/path_pattern.h"
#include "tests/support/test.h"

/* Returns what the path says, "user=ann date=1"; "no" if it does not match. */
static const char *match(const char *pattern_text, const char *path)
{
    static struct str out;
    scoped(path_pattern) pattern = {0};
    struct path_values values = {0};
    struct err err;
    size_t component = 0;
    str_clear(&out);
    assert_success(path_pattern_read(&pattern, pattern_text, &err), err);
    for (const char *at = path; at; component++) {
        if (component == pattern.components.n ||
            !path_pattern_match(&pattern, component, path, (size_t)(at - path), &values))
            return "no";
        at = strchr(at, '/');
        at = at ? at + 1 : NULL;
    }
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (values.of[field].length)
            str_print(&out, "%s%s=%.*s", out.length ? " " : "",
                      row_field_name((enum row_field)field), (int)values.of[field].length,
                      path + values.of[field].start);
    return component == pattern.components.n ? str_text(&out) : "no";
}

TEST(path_pattern__matches_paths)
{
    static const struct {
        const char *pattern, *path, *values;
    } cases[] = {
        {"{problem}/{user}/{date}_{status}.{language}", "hw1/ann/12_WA.py",
         "user=ann problem=hw1 date=12 status=WA language=py"},
        {"{problem}/{user}/{date}_{status}.{language}", "hw1/ann/12_WA", "no"},
        {"{problem}/{user}/{date}_{status}.{language}", "hw1/12_WA.py", "no"},
        {"{problem}/{user}/{date}_{status}.{language}", "hw1/ann/more/12_WA.py", "no"},
        /* as little as they can, from the left, but a date begins with a digit */
        {"{user}_{date}_{status}.{language}", "ann_b_12_WA.v2.py",
         "user=ann_b date=12 status=WA.v2 language=py"},
        {"{user}_{date}_{status}.{language}", "ann_2_3_WA.py",
         "user=ann date=2 status=3_WA language=py"},
        {"{user}_{status}", "a_b_c", "user=a status=b_c"},
        {"{user}_x", "a_x_x", "user=a_x"},
        {"{user}_x", "_x", "no"},
        {"{}-{user}", "a-b-c", "user=b-c"},
        {"{*}-{user}", "a-b", "user=b"},
        /* an extension has no dot; elsewhere a language may have some */
        {"{problem}.{language}", "a.b.c.py", "problem=a.b.c language=py"},
        {"{language}/{problem}.txt", "C++ (GCC 9.2.1)/a.txt", "problem=a language=C++ (GCC 9.2.1)"},
        {"{problem}.{language}", "a.py.", "no"},
        {"{problem}.{language}", ".py", "no"},
        {"buggy/{problem}.py", "buggy/gcd.py", "problem=gcd"},
        {"buggy/{problem}.py", "fixed/gcd.py", "no"},
        {"{{{problem}}}", "{a}", "problem=a"},
        {"a*{problem}", "a*b", "problem=b"},
        {"{problem}", "\xe5\x95\x8f\xe9\xa1\x8c", "problem=\xe5\x95\x8f\xe9\xa1\x8c"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *values = match(cases[i].pattern, cases[i].path);
        if (strcmp(values, cases[i].values) != 0)
            fail_msg("'%s' in '%s': %s", cases[i].path, cases[i].pattern, values);
    }
}

TEST(path_pattern__refuses_what_is_not_clear)
{
    static const struct text_case cases[] = {
        {"{problem}/{usr}.py", "'{usr}' is not a placeholder"},
        {"{code}", "not a placeholder"},
        {"{problem", "no closing brace"},
        {"a}b", "closing brace without"},
        {"{user}{date}|{}{date}", "a text before '{date}'"},
        {"{user}/{user}.py", "twice"},
        {"|/a/{user}|../{user}|a//{user}|{user}/", "below DATASET"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (const char *text, *rest = cases[i].given; (text = next_text(&rest));) {
            scoped(path_pattern) pattern = {0};
            assert_error_with(path_pattern_read(&pattern, text, &err), cases[i].expected);
        }
}

/* Names of 128 bytes, and as many placeholders as there may be: no more work than the square. */
TEST(path_pattern__ends_soon_when_nothing_matches)
{
    scoped(str) pattern = {0};
    for (int i = 0; i < PATTERN_MAX_PIECES / 2 - 1; i++)
        str_add_text(&pattern, "{}a");
    str_add_text(&pattern, "{}b");
    char path[128];
    memset(path, 'a', 127);
    path[127] = 0;
    assert_string_equal(match(str_text(&pattern), path), "no");
}

TEST(path_pattern__is_filled_with_the_values_of_another)
{
    scoped(path_pattern) buggy = {0}, fixed = {0};
    scoped(str) out = {0};
    struct path_values values = {0};
    struct err err;
    assert_success(path_pattern_read(&buggy, "{problem}-{id}.{language}", &err), err);
    assert_success(path_pattern_read(&fixed, "fixed/{id}/{problem}.{language}.diff", &err), err);
    assert_true(path_pattern_match(&buggy, 0, "gcd-1-2.py", 0, &values));
    path_pattern_fill(&out, &fixed, "gcd-1-2.py", &values);
    assert_string_equal(str_text(&out), "fixed/1-2/gcd.py.diff");
}
