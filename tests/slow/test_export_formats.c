/* All formats agree with each other, row by row. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* The same rows in several formats. */
struct sides {
    const char *granularity;
    struct jsonl pairs, preference, fim, messages, nbf;
};

/* Omits nothing, so that the number of a row identifies it. */
static const char all[] = "--category all --granularity";

static void sides_read(struct sides *sides, const char *db, const char *granularity)
{
    *sides = (struct sides){.granularity = granularity};
    jsonl_export(&sides->pairs, "%s --format pairs --category all", db);
    jsonl_export(&sides->preference, "%s --format preference %s %s", db, all, granularity);
    jsonl_export(&sides->fim, "%s --format fim %s %s", db, all, granularity);
    jsonl_export(&sides->messages, "%s --format messages %s %s", db, all, granularity);
    jsonl_export(&sides->nbf, "%s --format nbf %s %s", db, all, granularity);
}

static void sides_release(struct sides *sides)
{
    struct jsonl *const lists[] = {&sides->pairs, &sides->preference, &sides->fim, &sides->messages,
                                   &sides->nbf};
    for (size_t i = 0; i < N_ITEMS(lists); i++)
        jsonl_release(lists[i]);
}

/* Prefix, middle and suffix are the fixed code; the middle is the token. */
static void check_fim(const struct sides *sides, size_t row)
{
    const struct json *fim = sides->fim.rows.items[row], *pair = sides->pairs.rows.items[row];
    const char *prefix = jsonl_text(fim, "prefix"), *middle = jsonl_text(fim, "middle");
    const char *suffix = jsonl_text(fim, "suffix");
    const char *joined = printed("%s%s%s", prefix, middle, suffix);
    const char *chosen = jsonl_text(sides->preference.rows.items[row], "chosen");
    if (strcmp(sides->granularity, "line") == 0)
        assert_contains(joined, chosen);
    else
        assert_string_equal(joined, chosen);
    if (!strchr(jsonl_text(pair, "after"), ' ')) /* `not in` may be spaced otherwise */
        assert_string_equal(middle, jsonl_text(pair, "after"));
}

static void check_texts(const struct sides *sides, size_t row)
{
    const struct json *preference = sides->preference.rows.items[row];
    const struct json *messages = json_get(sides->messages.rows.items[row], "messages");
    const char *prompt = jsonl_text(preference, "prompt");
    const char *chosen = jsonl_text(preference, "chosen");
    assert_int_equal(json_count(messages), 2);
    assert_string_equal(jsonl_text(json_item(messages, 0), "role"), "user");
    assert_string_equal(jsonl_text(json_item(messages, 0), "content"), prompt);
    assert_string_equal(jsonl_text(json_item(messages, 1), "role"), "assistant");
    assert_string_equal(jsonl_text(json_item(messages, 1), "content"), chosen);
}

/* The byte of a line and column in code points, from 0; only LF ends a line. */
static size_t byte_of(const char *code, const struct json *marker, size_t first)
{
    size_t line = (size_t)json_number(json_item(marker, first), -1);
    size_t column = (size_t)json_number(json_item(marker, first + 1), -1), at = 0;
    for (; line && code[at]; at++)
        line -= code[at] == '\n';
    for (; column && code[at]; column--)
        for (at++; ((unsigned char)code[at] & 0xc0) == 0x80;)
            at++;
    assert_true(!line && !column);
    return at;
}

/* The marker cuts the token out of what is shown; of an insertion the one after it. */
static void check_nbf(const struct sides *sides)
{
    for (size_t row = 0; row < sides->nbf.rows.n; row++) {
        const struct json *nbf = sides->nbf.rows.items[row];
        const struct json *pair = jsonl_find(&sides->pairs, "id", jsonl_text(nbf, "commit_sha"));
        const struct json *marker = json_get(nbf, "error_marker");
        const char *shown = jsonl_text(nbf, "input_text"), *before = jsonl_text(pair, "before");
        const char *buggy = jsonl_text(pair, "buggy_code") + jsonl_number(pair, "start_byte");
        size_t start = byte_of(shown, marker, 0), end = byte_of(shown, marker, 2);
        assert_contains(jsonl_text(pair, "buggy_code"), shown);
        assert_true(start < end && end <= strlen(shown));
        assert_int_equal(memcmp(shown + start, buggy, end - start), 0);
        assert_string_equal(jsonl_text(nbf, "repair"), jsonl_text(pair, "after"));
        if (*before && !strchr(before, ' '))
            assert_int_equal(end - start, strlen(before));
    }
}

static void check_store(const char *name, const char *db)
{
    static const char *const granularities[] = {"program", "function", "line"};
    size_t n = 0;
    for (size_t i = 0; i < N_ITEMS(granularities); i++) {
        struct sides sides;
        sides_read(&sides, db, granularities[i]);
        for (size_t row = 0; row < sides.pairs.rows.n; row++) {
            check_fim(&sides, row);
            check_texts(&sides, row);
        }
        check_nbf(&sides);
        n += sides.pairs.rows.n;
        sides_release(&sides);
    }
    printf("note: %s: %zu rows compared from format to format\n", name, n);
}

TEST(formats__say_the_same)
{
    jsonl_each_store("exports of real programs, format by format", check_store);
}
