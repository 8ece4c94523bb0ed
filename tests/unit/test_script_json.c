/* JSON in a script element of a page is read back unchanged, and cannot end the element. */
#include "report/script_json.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* A text as it is written; in a static buffer. */
static const char *written(const char *bytes, size_t length)
{
    static struct str text;
    str_clear(&text);
    script_json_add_text(&text, bytes, length);
    return str_text(&text);
}

static const char *clipped(const char *text, size_t max)
{
    static struct str out;
    str_clear(&out);
    script_json_add_clipped(&out, text, strlen(text), max);
    return str_text(&out);
}

#define WRITTEN(bytes) written(bytes, sizeof(bytes) - 1)

TEST(script_json__writes_texts_that_cannot_end_the_element)
{
    assert_string_equal(WRITTEN(""), "\"\"");
    assert_string_equal(WRITTEN("a b"), "\"a b\"");
    assert_string_equal(WRITTEN("</script><script>"),
                        "\"\\u003c/script\\u003e\\u003cscript\\u003e\"");
    assert_string_equal(WRITTEN("<!--&amp;]]>"), "\"\\u003c!--\\u0026amp;]]\\u003e\"");
    assert_string_equal(WRITTEN("\"\\/\b\f\n\r\t\x1b\x7f"),
                        "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u001b\x7f\"");
    assert_string_equal(WRITTEN("a\0b\0"), "\"a\\u0000b\\u0000\"");
    assert_string_equal(WRITTEN("\u2027\u2028\u2029\u202e"), "\"\u2027\\u2028\\u2029\u202e\"");
}

TEST(script_json__replaces_what_is_not_utf8)
{
    assert_string_equal(WRITTEN("a\xff"
                                "b"),
                        "\"a\\ufffdb\"");
    assert_string_equal(WRITTEN("\xc3"), "\"\\ufffd\"");
    assert_string_equal(WRITTEN("\xc0\xbc"), "\"\\ufffd\\ufffd\""); /* an overlong < */
    assert_string_equal(WRITTEN("\xed\xa0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");
    assert_string_equal(WRITTEN("\xc3\xa9\xa9"), "\"é\\ufffd\"");
}

TEST(script_json__reads_back_every_code_point)
{
    for (uint32_t code = 1; code < N_CODE_POINTS; code++) {
        char bytes[6] = "x";
        if (is_surrogate(code))
            continue;
        size_t length = 1 + encode_utf8(code, bytes + 1);
        const char *json = written(bytes, length);
        assert_null(strpbrk(json, "<>&\n\r"));
        assert_null(strstr(json, "\u2028"));
        assert_null(strstr(json, "\u2029"));
        scoped(json) *value = json_of(json);
        assert_int_equal(strlen(json_text(value)), length);
        assert_memory_equal(json_text(value), bytes, length);
    }
}

TEST(script_json__clips_between_code_points)
{
    assert_string_equal(clipped("", 3), "\"\"");
    assert_string_equal(clipped("abc", 3), "\"abc\"");
    assert_string_equal(clipped("abcd", 3), "\"ab…\"");
    assert_string_equal(clipped("éüß", 3), "\"éüß\"");
    assert_string_equal(clipped("éüßx", 3), "\"éü…\"");
    assert_string_equal(clipped("🍎🍎🍎", 2), "\"🍎…\"");
    assert_string_equal(clipped("<<<<", 3), "\"\\u003c\\u003c…\"");
    assert_string_equal(clipped("\xff\xff\xff\xff", 3), "\"\\ufffd\\ufffd…\"");
    assert_string_equal(clipped("\xe3\x81\xe3\x81", 3), "\"\\ufffd\\ufffd…\"");
}

TEST(script_json__counts_what_it_cuts)
{
    static const struct {
        const char *text, *json;
        size_t n_cut;
    } cases[] = {
        {"", "\"\"", 0},
        {"abc", "\"abc\"", 0},
        {"abcd", "\"abc\"", 1},
        {"éüß🍎🍎", "\"éüß\"", 2},
        {"<<<<", "\"\\u003c\\u003c\\u003c\"", 1},
        {"ab\xe3\x81\xff", "\"ab\\ufffd\"", 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        const char *text = cases[i].text;
        assert_int_equal(script_json_add_start(&out, text, strlen(text), 3), cases[i].n_cut);
        assert_string_equal(str_text(&out), cases[i].json);
    }
}

TEST(script_json__clips_what_is_huge)
{
    enum { LENGTH = 1 << 20, MAX = 80 };
    static char huge[LENGTH + 1];
    memset(huge, '<', LENGTH);
    assert_int_equal(strlen(clipped(huge, MAX)), (MAX - 1) * strlen("\\u003c") + strlen("\"…\""));
}

TEST(script_json__writes_values_with_their_texts_clipped)
{
    struct json *object = json_object(), *list = json_array();
    scoped(str) out = {0};
    json_set_text(object, "a <name> that is long", "<b>long");
    json_set_text(object, "none", NULL);
    json_set_bool(object, "truth", true);
    json_set_int(object, "int", INT64_MAX);
    json_set_double(object, "double", -0.25);
    json_push(list, json_array());
    json_push(list, json_object());
    json_push_text(list, "&");
    json_set(object, "list", list);
    script_json_add(&out, object, 4);
    assert_string_equal(str_text(&out),
                        "{\"a \\u003cname\\u003e that is long\":\"\\u003cb\\u003e…\",\"none\":null,"
                        "\"truth\":true,\"int\":9223372036854775807,\"double\":-0.25,"
                        "\"list\":[[],{},\"\\u0026\"]}");
    json_free(object);
}
