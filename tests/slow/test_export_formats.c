/* All formats agree with each other, row by row. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* The same rows in several formats. */
struct sides {
    const char *granularity;
    struct jsonl pairs, preference, fim, starcoder, qwen, segments, messages, alpaca, text, nbf;
    struct str buggy, fixed; /* of codexglue */
};

/* Omits nothing, so that the number of a row identifies it. */
static const char all[] = "--category all --granularity";

static void sides_read(struct sides *sides, const char *db, const char *granularity)
{
    *sides = (struct sides){.granularity = granularity};
    jsonl_export(&sides->pairs, "%s --format pairs --category all", db);
    jsonl_export(&sides->preference, "%s --format preference %s %s", db, all, granularity);
    jsonl_export(&sides->fim, "%s --format fim %s %s", db, all, granularity);
    jsonl_export(&sides->starcoder, "%s --format fim-starcoder %s %s", db, all, granularity);
    jsonl_export(&sides->qwen, "%s --format fim-qwen %s %s", db, all, granularity);
    jsonl_export(&sides->segments, "%s --format segments %s %s", db, all, granularity);
    jsonl_export(&sides->messages, "%s --format messages %s %s", db, all, granularity);
    jsonl_export(&sides->alpaca, "%s --format alpaca %s %s", db, all, granularity);
    jsonl_export(&sides->text, "%s --format text %s %s", db, all, granularity);
    jsonl_export(&sides->nbf, "%s --format nbf %s %s", db, all, granularity);
    run_valid(NULL, "\"$TOKFIX\" export %s --format codexglue %s %s -o \"$SCRATCH/c\" --force", db,
              all, granularity);
    read_test_file(&sides->buggy, "$SCRATCH/c.buggy-fixed.buggy");
    read_test_file(&sides->fixed, "$SCRATCH/c.buggy-fixed.fixed");
}

static void sides_release(struct sides *sides)
{
    struct jsonl *const lists[] = {
        &sides->pairs,    &sides->preference, &sides->fim,    &sides->starcoder, &sides->qwen,
        &sides->segments, &sides->messages,   &sides->alpaca, &sides->text,      &sides->nbf};
    for (size_t i = 0; i < N_ITEMS(lists); i++)
        jsonl_release(lists[i]);
    str_release(&sides->buggy);
    str_release(&sides->fixed);
}

/* One text in place of the parts. */
static void assert_joined(const char *text, const char *a, const char *b, const char *c,
                          const char *d, const char *e, const char *f)
{
    assert_string_equal(text, printed("%s%s%s%s%s%s", a, b, c, d, e, f));
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
    assert_joined(jsonl_text(sides->starcoder.rows.items[row], "text"), "<fim_prefix>", prefix,
                  "<fim_suffix>", suffix, "<fim_middle>", middle);
    assert_joined(jsonl_text(sides->qwen.rows.items[row], "text"), "<|fim_prefix|>", prefix,
                  "<|fim_suffix|>", suffix, "<|fim_middle|>", middle);
}

/* Behind the prompt the segments are the answer; one counts: the token, or the rest of the line
 * from which it was deleted. */
static void check_segments(const struct sides *sides, size_t row)
{
    const struct json *segments = json_get(sides->segments.rows.items[row], "segments");
    const struct json *pair = sides->pairs.rows.items[row];
    const struct json *preference = sides->preference.rows.items[row];
    const char *after = jsonl_text(pair, "after");
    scoped(str) answer = {0};
    int n_learnt = 0;
    assert_string_equal(jsonl_text(json_item(segments, 0), "text"),
                        jsonl_text(preference, "prompt"));
    assert_false(json_is_true(json_get(json_item(segments, 0), "label")));
    for (size_t i = 1; i < json_count(segments); i++) {
        const struct json *one = json_item(segments, i);
        const char *text = jsonl_text(one, "text");
        size_t place = answer.length;
        str_add_text(&answer, text);
        if (!json_is_true(json_get(one, "label")))
            continue;
        n_learnt++;
        if (*after && !strchr(after, ' ')) {
            assert_string_equal(text, after);
        } else if (!*after) {
            const char *chosen = jsonl_text(preference, "chosen") + place;
            assert_int_equal(strlen(text), strcspn(chosen, "\r\n"));
        }
    }
    assert_int_equal(n_learnt, 1);
    assert_string_equal(str_text(&answer), jsonl_text(preference, "chosen"));
}

static void check_texts(const struct sides *sides, size_t row)
{
    const struct json *preference = sides->preference.rows.items[row];
    const struct json *alpaca = sides->alpaca.rows.items[row];
    const struct json *messages = json_get(sides->messages.rows.items[row], "messages");
    const char *prompt = jsonl_text(preference, "prompt");
    const char *chosen = jsonl_text(preference, "chosen");
    assert_int_equal(json_count(messages), 2);
    assert_string_equal(jsonl_text(json_item(messages, 0), "role"), "user");
    assert_string_equal(jsonl_text(json_item(messages, 0), "content"), prompt);
    assert_string_equal(jsonl_text(json_item(messages, 1), "role"), "assistant");
    assert_string_equal(jsonl_text(json_item(messages, 1), "content"), chosen);
    assert_joined(prompt, jsonl_text(alpaca, "instruction"), "\n\n", jsonl_text(alpaca, "input"),
                  "", "", "");
    assert_string_equal(jsonl_text(alpaca, "output"), chosen);
    assert_joined(jsonl_text(sides->text.rows.items[row], "text"), "<prompt>", prompt,
                  "</prompt><answer>", chosen, "</answer>", "");
}

/* A line without its escapes, as Python has them; the rest after it. */
static const char *unescape(struct str *out, const char *line)
{
    static const char letters[] = "\\nrtvf", meant[] = "\\\n\r\t\v\f";
    str_clear(out);
    for (; *line != '\n'; line++) {
        const char *letter = *line == '\\' ? strchr(letters, *++line) : NULL;
        str_add(out, letter ? &meant[letter - letters] : line, 1);
    }
    return line + 1;
}

static void check_codexglue(const struct sides *sides)
{
    scoped(str) buggy = {0}, fixed = {0};
    const char *buggy_line = str_text(&sides->buggy), *fixed_line = str_text(&sides->fixed);
    for (size_t row = 0; row < sides->preference.rows.n; row++) {
        const struct json *preference = sides->preference.rows.items[row];
        buggy_line = unescape(&buggy, buggy_line);
        fixed_line = unescape(&fixed, fixed_line);
        if (strcmp(sides->granularity, "line") == 0) {
            assert_contains(jsonl_text(preference, "prompt"), str_text(&buggy));
            assert_contains(str_text(&buggy), jsonl_text(preference, "rejected"));
            assert_contains(str_text(&fixed), jsonl_text(preference, "chosen"));
        } else {
            assert_string_equal(str_text(&buggy), jsonl_text(preference, "rejected"));
            assert_string_equal(str_text(&fixed), jsonl_text(preference, "chosen"));
        }
    }
    assert_true(!*buggy_line && !*fixed_line);
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
        assert_int_equal(sides.segments.rows.n, sides.pairs.rows.n);
        assert_int_equal(sides.text.rows.n, sides.pairs.rows.n);
        for (size_t row = 0; row < sides.pairs.rows.n; row++) {
            check_fim(&sides, row);
            check_segments(&sides, row);
            check_texts(&sides, row);
        }
        check_codexglue(&sides);
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
