/* The numbers of the charts, on databases for which they are known. */
#include "report/page.h"
#include "tests/support/jsonl.h"
#include "tests/support/mutation.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { MAX_FIXES = 400 };

/* Makes a store of bare fixes of `n_problems` problems, the n-th fix of the problem n modulo that.
 */
static void make(const char *name, size_t n, size_t n_problems)
{
    static struct made_fix fixes[MAX_FIXES];
    static char problems[MAX_FIXES][32];
    for (size_t i = 0; i < n; i++) {
        snprintf(problems[i], sizeof problems[i], "p%03zu", i % n_problems);
        fixes[i] = (struct made_fix){problems[i], "u", "a = 1\n", "a = 2\n", true};
    }
    made_store(name, fixes, n);
}

/* The data in the page. */
static struct json *data_of(struct db *db)
{
    static const char start[] = "id=\"data\">";
    struct page_options options = {.database = "x"};
    struct page_counts counts;
    FILE *out = text_stream();
    assert_done(page_write(out, db, &options, &counts, &err));
    scoped_memory char *page = text_written(out);
    char *data = strstr(page, start) + strlen(start);
    *strstr(data, "</script>") = '\0';
    return json_of(data);
}

static struct json *collected(const char *name)
{
    scoped(db) *db = store_opened(name);
    return data_of(db);
}

/* A member as text, in a static buffer. */
static const char *text_of(const struct json *object, const char *name)
{
    static struct str text;
    str_clear(&text);
    json_print(&text, json_get(object, name));
    return str_text(&text);
}

/* The same of the profile of a store that was changed. */
static const char *changed(const char *name, const char *change, const char *member)
{
    store_changed(name, change);
    scoped(json) *profile = collected(name);
    return text_of(profile, member);
}

TEST(profile__has_the_edits_beside_stats)
{
    make("keys.db", 3, 1);
    scoped(json) *profile = collected("keys.db");
    assert_null(json_get(json_get(profile, "stats"), "edits"));
    assert_int_equal(json_count(json_get(profile, "stats")), 18);
    assert_string_equal(text_of(profile, "edits"), "[{\"category\":\"other\",\"edit\":\"replace\","
                                                   "\"before\":\"\",\"after\":\"\",\"n\":3}]");
}

#define BIN(from, to, n) "{\"from\":" #from ",\"to\":" #to ",\"n\":" #n "}"

TEST(profile__counts_tokens_in_bins_of_a_logarithmic_axis)
{
    static const struct {
        const char *sizes, *json; /* of the three fixes */
    } cases[] = {
        {"0, 1, 39", "[" BIN(1, 2, 2) "," BIN(32, 40, 1) "]"},
        {"-5, 2, 3", "[" BIN(1, 2, 1) "," BIN(2, 3, 1) "," BIN(3, 4, 1) "]"},
        {"9, 10, 12", "[" BIN(8, 10, 1) "," BIN(10, 13, 2) "]"},
        {"13, 99, 100", "[" BIN(13, 16, 1) "," BIN(80, 100, 1) "," BIN(100, 125, 1) "]"},
        {"124, 125, 999", "[" BIN(100, 125, 1) "," BIN(125, 160, 1) "," BIN(800, 1000, 1) "]"},
        {"1000, 1249, 1250", "[" BIN(1000, 1250, 2) "," BIN(1250, 1600, 1) "]"},
        {"39999999, 0, 0", "[" BIN(1, 2, 2) "," BIN(32000000, 40000000, 1) "]"},
        {"9223372036854775807, 0, 0",
         "[" BIN(1, 2, 2) "," BIN(1000000000000000, 1250000000000000, 1) "]"},
    };
    make("tokens.db", 3, 1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *change =
            printed("WITH sizes (list) AS (VALUES (json_array(%s))) UPDATE fixes SET n_tokens = "
                    "(SELECT json_extract(list, '$[' || (fix_key - 1) || ']') FROM sizes)",
                    cases[i].sizes);
        assert_string_equal(changed("tokens.db", change, "tokens"), cases[i].json);
    }
}

TEST(profile__counts_places_in_twentieths)
{
    static const struct {
        int index, n, bin;
    } cases[] = {
        {0, 1, 0},
        {0, 20, 0},
        {19, 20, 19},
        {1, 20, 1},
        {9, 19, 9},
        {99, 100, 19},
        {4, 100, 0},
        {5, 100, 1},
        {1, 3, 6},
        {2, 3, 13},
        {1023, 1024, 19},
        {511, 1024, 9},
        /* such as cannot be */
        {20, 20, 19},
        {500, 20, 19},
        {-1, 20, 0},
        {-50, 20, 0},
        {7, 0, 0},
        {7, -7, 0},
    };
    make("place.db", 1, 1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *change =
            printed("UPDATE fixes SET token_index = %d, n_tokens = %d", cases[i].index, cases[i].n);
        const char *json = printed("[{\"bin\":%d,\"category\":\"other\",\"n\":1}]", cases[i].bin);
        assert_string_equal(changed("place.db", change, "place"), json);
    }
    assert_string_equal(changed("place.db",
                                "UPDATE fixes SET token_index = 9223372036854775807, n_tokens = 9",
                                "place"),
                        "[{\"bin\":19,\"category\":\"other\",\"n\":1}]");
}

TEST(profile__counts_months_of_the_fixed_submission)
{
    static const struct text_case cases[] = {
        {"0", "1970-01"},
        {"951868799", "2000-02"}, /* the last second of the 29th */
        {"951868800", "2000-03"},
        {"1577836799", "2019-12"},
        {"1577836800", "2020-01"},
        {"-1", "1969-12"},
        {"253402300799", "9999-12"},
        {"253402300800", "9999-12"},
        {"9223372036854775807", "9999-12"},
        {"-9223372036854775808", "0000-01"},
    };
    make("months.db", 1, 1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *change =
            printed("UPDATE submissions SET date = iif(submission_id LIKE 'f%%', %s, 77777777777)",
                    cases[i].given);
        const char *json =
            printed("[{\"month\":\"%s\",\"category\":\"other\",\"n\":1}]", cases[i].expected);
        assert_string_equal(changed("months.db", change, "months"), json);
    }
}

TEST(profile__lists_the_problems_with_most_fixes)
{
    make("problems.db", 6, 4); /* two fixes of p000 and p001, one of p002 and p003 */
    assert_string_equal(
        changed("problems.db",
                "UPDATE problems SET name = 'A \"B\"', contest = 'AIZU' "
                "WHERE problem_id = 'p001'; UPDATE problem_languages SET n_submissions = 9, "
                "n_pairs = 8 WHERE problem_id = 'p001';"
                "UPDATE submissions SET problem_id = 'p003' WHERE submission_id LIKE '%00004'",
                "problems"),
        "{\"top\":["
        "{\"problem_id\":\"p001\",\"name\":\"A \\\"B\\\"\",\"contest\":\"AIZU\","
        "\"n_submissions\":9,\"n_pairs\":8,\"n\":2},"
        "{\"problem_id\":\"p003\",\"name\":null,\"contest\":null,"
        "\"n_submissions\":0,\"n_pairs\":0,\"n\":2},"
        "{\"problem_id\":\"p000\",\"name\":null,\"contest\":null,"
        "\"n_submissions\":0,\"n_pairs\":0,\"n\":1},"
        "{\"problem_id\":\"p002\",\"name\":null,\"contest\":null,"
        "\"n_submissions\":0,\"n_pairs\":0,\"n\":1}],"
        "\"concentration\":[{\"problems\":0,\"fixes\":0},{\"problems\":1,\"fixes\":2},"
        "{\"problems\":2,\"fixes\":4},{\"problems\":3,\"fixes\":5},{\"problems\":4,\"fixes\":6}],"
        "\"n\":4}");
}

TEST(profile__thins_the_concentration_of_many_problems)
{
    static const size_t cases[] = {1, 2, 98, 99, 100, 101, 198, 199, 250, 399};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        make("many.db", MAX_FIXES, cases[i]);
        scoped(json) *profile = collected("many.db");
        const struct json *problems = json_get(profile, "problems");
        const struct json *points = json_get(problems, "concentration");
        const struct json *last = json_item(points, json_count(points) - 1);
        int64_t n = (int64_t)cases[i], at = -1, sum = -1;
        assert_int_equal(json_int(json_get(problems, "n"), 0), n);
        assert_int_equal(json_count(json_get(problems, "top")), n < 30 ? n : 30);
        assert_true(json_count(points) <= 200);
        assert_int_equal(json_int(json_get(last, "problems"), 0), n);
        assert_int_equal(json_int(json_get(last, "fixes"), 0), MAX_FIXES);
        for (const struct json *point = json_first(points); point; point = json_next(point)) {
            int64_t place = json_int(json_get(point, "problems"), 0), rest = MAX_FIXES % n;
            int64_t fixes = place * (MAX_FIXES / n) + (place < rest ? place : rest);
            assert_true(place > at && place - at <= (place <= 100 ? 1 : n / 99 + 1));
            assert_int_equal(json_int(json_get(point, "fixes"), 0), fixes);
            assert_true(fixes > sum);
            at = place;
            sum = fixes;
        }
    }
}

TEST(profile__says_why_fixes_are_excluded)
{
    make("leaks.db", 4, 1);
    struct json *profile = collected("leaks.db");
    assert_string_equal(text_of(profile, "leakage"), "[]");
    assert_string_equal(text_of(profile, "n_excluded"), "0");
    json_free(profile);
    assert_string_equal(
        changed("leaks.db",
                "INSERT INTO exclusions VALUES (1, 'benchmark', 'x'), (2, 'benchmark', 'x'), "
                "(2, 'benchmark', 'a'), (2, 'ancestry', 'x'), (4, 'benchmark', 'x')",
                "leakage"),
        "[{\"reason\":\"benchmark\",\"evidence\":\"x\",\"n\":3},"
        "{\"reason\":\"ancestry\",\"evidence\":\"x\",\"n\":1},"
        "{\"reason\":\"benchmark\",\"evidence\":\"a\",\"n\":1}]");
    assert_string_equal(changed("leaks.db", "", "n_excluded"), "3");
}

TEST(profile__has_what_other_commands_found)
{
    make("runs.db", 4, 2);
    store_changed("runs.db",
                  "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 0, 1, 1);"
                  "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 3, 1);" MADE_RUN
                  "'seed', '7', 3, 0, 1, 'problem', 0);"
                  "INSERT INTO splits VALUES (1, 'train', 1), (3, 'train', 1), (2, 'test', 2)");
    scoped(json) *profile = collected("runs.db");
    const struct json *dedup = json_get(profile, "dedup"), *split = json_get(profile, "split");
    assert_string_equal(json_text(json_get(json_get(dedup, "run"), "preset")), "allamanis");
    assert_int_equal(json_count(json_get(dedup, "clusters")), 1);
    assert_string_equal(text_of(json_get(split, "run"), "ratio"), "\"3:0:1\"");
    assert_string_equal(text_of(split, "splits"),
                        "[{\"split\":\"train\",\"n\":2,\"percent\":50,\"wanted_percent\":75,"
                        "\"n_groups\":1},"
                        "{\"split\":\"validation\",\"n\":0,\"percent\":0,\"wanted_percent\":0,"
                        "\"n_groups\":0},"
                        "{\"split\":\"test\",\"n\":1,\"percent\":25,\"wanted_percent\":25,"
                        "\"n_groups\":1}]");
    assert_string_equal(
        text_of(split, "groups"),
        "{\"n_pairs\":4,\"n_groups\":2,\"n_excluded\":0,\"n_left_out\":0,\"n_straddling\":0,"
        "\"n_undated\":0,\"n_unlisted\":1,\"n_nobody\":0,\"n_previous\":0,\"n_moved\":null}");
}

TEST(profile__of_an_empty_store_is_complete)
{
    scoped(db) *db = store_reopened(store_with_run("empty.db"), "empty.db");
    scoped(json) *profile = data_of(db);
    assert_string_equal(text_of(profile, "tokens"), "[]");
    assert_string_equal(text_of(profile, "place"), "[]");
    assert_string_equal(text_of(profile, "months"), "[]");
    assert_string_equal(text_of(profile, "edits"), "[]");
    assert_string_equal(text_of(profile, "problems"),
                        "{\"top\":[],\"concentration\":[{\"problems\":0,\"fixes\":0}],\"n\":0}");
}

static int64_t sum_of(const struct json *rows)
{
    int64_t sum = 0;
    for (const struct json *row = json_first(rows); row; row = json_next(row))
        sum += json_int(json_get(row, "n"), 0);
    return sum;
}

/* A number of any size and sign, as SQL. */
static long long any_number(struct dice *chance)
{
    static const long long extremes[] = {INT64_MIN, INT64_MAX, -1, 0, 1, INT32_MAX};
    if (dice_below(chance, 4) == 0)
        return extremes[dice_below(chance, N_ITEMS(extremes))];
    return (long long)dice_below(chance, (size_t)1 << (1 + dice_below(chance, 40)));
}

/* Whatever a store says of its fixes, each is counted once in every chart. */
TEST(profile__counts_every_fix_once)
{
    static const char *const charts[] = {"tokens", "place", "months", "edits"};
    struct dice chance = {1};
    make("all.db", 30, 7);
    for (int round = 0; round < 60; round++) {
        scoped(str) change = {0};
        for (int i = 1; i <= 30; i++)
            str_print(&change,
                      "UPDATE fixes SET n_tokens = %lld, token_index = %lld, category = '%s' "
                      "WHERE fix_key = %d; UPDATE submissions SET date = %lld "
                      "WHERE submission_key = %d;",
                      any_number(&chance), any_number(&chance),
                      dice_below(&chance, 9) ? "literal" : "other", i, any_number(&chance), 2 * i);
        store_changed("all.db", str_text(&change));
        scoped(json) *profile = collected("all.db");
        for (size_t i = 0; i < N_ITEMS(charts); i++)
            assert_int_equal(sum_of(json_get(profile, charts[i])), 30);
        assert_true(json_count(json_get(profile, "tokens")) <= 40);
        const struct json *places = json_get(profile, "place");
        for (const struct json *row = json_first(places); row; row = json_next(row))
            assert_in_range(json_int(json_get(row, "bin"), -1), 0, 19);
    }
}
