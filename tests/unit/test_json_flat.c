/* Objects are read without a tree as json_parse() reads them, and the place of the first error is
 * known. */
#include "base/mem.h"
#include "miner/rows/json_flat.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

/* Prints the members one by one: name=kind:value. */
static void print_flat(struct str *out, const struct json_flat *flat)
{
    for (size_t i = 0; i < flat->members.n; i++) {
        const struct json_flat_member *member = &flat->members.items[i];
        str_print(out, "%s=%d:", member->name, (int)member->kind);
        if (member->kind == JSON_TEXT)
            str_print(out, "%zu %s;", member->length, member->text);
        else
            str_print(out, "%.17g;", member->number);
    }
}

static void print_tree(struct str *out, const struct json *object)
{
    json_each(member, object) {
        const char *text = json_text(member);
        str_print(out, "%s=%d:", json_name(member), (int)json_kind(member));
        if (text)
            str_print(out, "%zu %s;", strlen(text), text);
        else
            str_print(out, "%.17g;", json_is_true(member) ? 1 : json_number(member, 0));
    }
}

/* Returns whether the object is read as flat, and checks that json_parse() reads it alike. The
 * bytes are in memory of exactly their size, so that a sanitizer sees a read beyond them. */
static bool is_read(struct json_flat *flat, const char *text, size_t length)
{
    scoped_memory char *bytes = mem_resize(NULL, length ? length : 1, 1);
    scoped(json) *object = NULL;
    scoped(str) ours = {0}, theirs = {0};
    struct err err;
    if (length)
        memcpy(bytes, text, length);
    if (!json_flat_read(flat, bytes, length))
        return false;
    if (json_parse(&object, bytes, length, &err) != 0)
        fail_msg("json_parse() does not read this: %s", text);
    print_flat(&ours, flat);
    print_tree(&theirs, object);
    assert_string_equal(str_text(&ours), str_text(&theirs));
    return true;
}

TEST(json_flat__reads_what_json_parse_reads)
{
    static const char *const objects[] = {
        "{}",
        " \t{ \r\n} ",
        "{\"a\":1}",
        " { \"a\" : \"b\" , \"c\" : null , \"d\":true,\"e\":false } ",
        "{\"a\":1,\"a\":2,\"\":\"\"}",
        "{\"a\":0,\"b\":-0,\"c\":-1,\"d\":123456789012345,\"e\":1234567890123456}",
        "{\"a\":9007199254740993,\"b\":0.5,\"c\":-1.25e-3,\"d\":1E400,\"e\":2e0}",
        "{\"a\":12345678901234567890123456789012}",
        "{\"a\":[],\"b\":{},\"c\":[1, {\"d\":[\"]\", \"}\"]} ],\"e\":5}",
        "{ \"a\" : { \"a\" : [ ] } , \"b\" : 1 }",
        "{\"\\\"\\\\\\/\\b\\f\\n\\r\\t\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}",
        "{\"a\":\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\\uffff\\u0001\"}",
        "{\"a\":\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\x7f\"}",
        "{\"a\":\"a\tb\nc\",\"d\x01\":\"a text after a tab\t, longer than a block\"}",
        "{\"a\":\"a text that is longer than a block of sixteen bytes, and another\"}",
        "{\"a\":null,\"b\":0,\"c\":10,\"d\":-1.5e+3,\"e\":0.0,\"f\":1E-2,\"g\":2e0}",
        "{\"a\":[ ],\"b\":{ },\"c\":[[],{}],\"d\":{\"a\" : [ 1 , { \"b\" : null } ] , \"a\":2}}",
    };
    scoped(json_flat) flat = {0};
    for (size_t i = 0; i < N_ITEMS(objects); i++)
        if (!is_read(&flat, objects[i], strlen(objects[i])))
            fail_msg("not read: %s", objects[i]);
}

/* Texts that are not a JSON object, and the byte of the fault. json_parse() refuses them, too. */
TEST(json_flat__gives_the_place_of_an_error)
{
    scoped(json_flat) flat = {0};
    static const struct {
        const char *text;
        size_t byte;
        const char *error;
    } cases[] = {
        {"[nul]", 1, "a value is missing"},
        {"[01]", 2, "a comma or a closing bracket is missing"},
        {"[1.]", 3, "a digit is missing"},
        {"[.5]", 1, "a value is missing"},
        {"[1e]", 3, "a digit is missing"},
        {"[+1]", 1, "a value is missing"},
        {"[0x10]", 2, "a comma or a closing bracket is missing"},
        {"['a']", 1, "a value is missing"},
        {"[\"a]", 4, "a string has no closing quote"},
        {"[\"\\x41\"]", 3, "not a valid escape"},
        {"[\"\\u12g4\"]", 6, "not a valid escape"},
        {"[[\"\\u0000\"]]", 9, "a zero byte in a string"},
        {"[\"\\ud83d\"]", 8, "half of a surrogate pair"},
        {"[\"\\ude00\"]", 8, "not a valid escape"},
        {"[[1,]]", 4, "a value is missing"},
        {"[[,1]]", 2, "a value is missing"},
        {"[[1 2]]", 4, "a comma or a closing bracket is missing"},
        {"[[1]", 4, "a comma or a closing bracket is missing"},
        {"[[1}]", 3, "a comma or a closing bracket is missing"},
        {"[{\"a\":1,}]", 8, "a string in double quotes is missing"},
        {"[{\"a\" 1}]", 6, "a colon is missing"},
        {"[{a:1}]", 2, "a string in double quotes is missing"},
        {"[{\"a\":}]", 6, "a value is missing"},
        {"[{\"a\":1]]", 7, "a comma or a closing bracket is missing"},
        {"[{} {}]", 4, "a comma or a closing bracket is missing"},
        {"[{}// so]", 3, "a comma or a closing bracket is missing"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        bool is_taken = json_flat_read(&flat, cases[i].text, strlen(cases[i].text));
        if (is_taken || strcmp(flat.error, cases[i].error) != 0 || flat.byte != cases[i].byte)
            fail_msg("%s: %s at byte %zu, not %s at %zu", cases[i].text,
                     is_taken ? "(none)" : flat.error, flat.byte, cases[i].error, cases[i].byte);
    }
}

/* In the short objects below, what is read too much would be found by json_parse(). */
TEST(json_flat__reads_no_other_objects)
{
    static const char *const others[] = {
        "",
        " ",
        "1",
        "{",
        "{]",
        "{\"a\"}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1} {}",
        "{\"a\":[1,}",
        "{\"\\u0000\":1}",
        "{\"a\":[\"\xff\"]}",
        "{\"a\":truefalse}",
        "{\"a\":\"\\ud83d\\u0041\"}",
        "{\"a\":\"\xc3\\n\xa9\"}",
        "{\"a\":\"\xed\xa0\x80\"}",
        "\xef\xbb\xbf{\"a\":1}",
    };
    scoped(json_flat) flat = {0};
    for (size_t i = 0; i < N_ITEMS(others); i++)
        if (is_read(&flat, others[i], strlen(others[i])))
            fail_msg("read: %s", others[i]);
    assert_true(is_read(&flat, "{}", 2) && !flat.error); /* nothing is left of the last one */
    assert_false(is_read(&flat, "{\"a\":\"b\0c\"}", 11));
    assert_false(is_read(&flat, "{\"a\":1\0}", 8));
}

TEST(json_flat__takes_numbers_that_are_missing_for_null)
{
    static const char text[] = "{\"a\":NaN,\"b\":-Infinity,\"c\":[NaN, Infinity],\"d\":-1,"
                               "\"e\":123456789012345678901234567890123}";
    scoped(json_flat) flat = {0};
    assert_true(json_flat_read(&flat, text, sizeof text - 1));
    assert_int_equal(flat.members.items[0].kind, JSON_NULL);
    assert_int_equal(flat.members.items[1].kind, JSON_NULL);
    assert_int_equal(flat.members.items[2].n_raw, 15);
    assert_string_equal(flat.members.items[3].text, "-1");
    assert_null(flat.members.items[4].text); /* it is too long */
    assert_true(isnan(flat.members.items[4].number));
}

/* What a tree loses: the digits of numbers, and zero bytes. */
TEST(json_flat__keeps_numbers_as_they_are_written_and_zero_bytes)
{
    static const char text[] = "{\"a\":1152921504606846977,\"b\":-0.10,\"c\":1e3,\"d\":[1],"
                               "\"e\":\"x\\u0000y\\u0000\"}";
    static const char *const numbers[] = {"1152921504606846977", "-0.10", "1e3"};
    scoped(json_flat) flat = {0};
    assert_true(json_flat_read(&flat, text, sizeof text - 1));
    assert_int_equal(flat.members.n, 5);
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        assert_string_equal(flat.members.items[i].text, numbers[i]);
        assert_int_equal(flat.members.items[i].length, strlen(numbers[i]));
    }
    assert_null(flat.members.items[3].text);
    assert_int_equal(flat.members.items[4].length, 4);
    assert_memory_equal(flat.members.items[4].text, "x\0y\0", 5);
}

/* A special character at each position of a text, among bytes that are nearly special. */
TEST(json_flat__finds_a_special_character_anywhere)
{
    static const struct {
        const char *written;
        bool is_good;
    } specials[] = {
        {"\\n", true}, {"\\\"", true}, {"\\u00e9", true}, {"\xc3\xa9", true},
        {"!", true},   {" ", true},    {"[", true},       {"]", true},
        {"\"", false}, {"\x1f", true}, {"\x01", true},    {"\xff", false},
    };
    scoped(json_flat) flat = {0};
    for (size_t i = 0; i < N_ITEMS(specials); i++)
        for (int length = 0; length < 40; length++)
            for (int at = 0; at <= length; at++) {
                scoped(str) text = {0};
                str_print(&text, "{\"a\":\"%.*s%s%.*s\"}", at,
                          "!! #[]~!! #[]~!! #[]~!! #[]~!! #[]~!! ", specials[i].written,
                          length - at, "~~ !#[]~~ !#[]~~ !#[]~~ !#[]~~ !#[]~~ !#");
                if (is_read(&flat, str_text(&text), text.length) != specials[i].is_good)
                    fail_msg("%sread: %s", specials[i].is_good ? "not " : "", str_text(&text));
            }
}

TEST(json_flat__reads_as_many_levels_as_json_parse)
{
    scoped(json_flat) flat = {0};
    for (int n = 999; n <= 1000; n++) {
        scoped(str) text = {0};
        scoped(json) *object = NULL;
        struct err err;
        str_add_text(&text, "{\"a\":");
        for (int i = 0; i < n; i++)
            str_add_text(&text, "[");
        for (int i = 0; i < n; i++)
            str_add_text(&text, "]");
        str_add_text(&text, "}");
        assert_int_equal(json_flat_read(&flat, text.text, text.length), n == 999);
        assert_string_equal(flat.error ? flat.error : "", n == 999 ? "" : "too many levels");
        assert_int_equal(json_parse(&object, text.text, text.length, &err), n == 999 ? 0 : ERR);
    }
}

TEST(json_flat__bounds_the_number_of_members)
{
    scoped(json_flat) flat = {0};
    scoped(str) text = {0};
    for (int i = 0; i < 65536; i++)
        str_print(&text, "%s\"\":0", i ? "," : "{");
    str_add_text(&text, "}");
    assert_true(is_read(&flat, str_text(&text), text.length));
    text.text[text.length - 1] = ',';
    str_add_text(&text, "\"\":0}");
    assert_false(is_read(&flat, str_text(&text), text.length));
}

/* All that can follow a name in up to four characters, of those that matter. */
TEST(json_flat__agrees_on_all_short_objects)
{
    static const char alphabet[] = "\"\\:,{}10-e.n\xc3\xa9";
    enum { N = sizeof alphabet - 1, MAX = 4 };
    scoped(json_flat) flat = {0};
    size_t n_read = 0, n_all = 1;
    for (int length = 0; length <= MAX; length++, n_all *= N)
        for (size_t number = 0; number < n_all; number++) {
            char text[16] = "{\"\":";
            size_t rest = number, at = 4;
            for (int i = 0; i < length; i++, rest /= N)
                text[at++] = alphabet[rest % N];
            text[at++] = '}';
            n_read += is_read(&flat, text, at);
        }
    assert_in_range(n_read, 100, n_all / 10);
}

TEST(json_flat__takes_no_zero_byte_for_a_digit)
{
    scoped(json_flat) flat = {0};
    static const char *const texts[] = {"[\"\\u00e?\"]", "[\"\\u?00e\"]", "[\"\\ud83d\\ude0?\"]"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        char text[32];
        size_t length = strlen(texts[i]);
        memcpy(text, texts[i], length);
        *(char *)memchr(text, '?', length) = '\0';
        if (json_flat_read(&flat, text, length))
            fail_msg("%s, ? being a zero byte: taken", texts[i]);
    }
}

/* An array is an object whose members have numbers. */
TEST(json_flat__reads_the_first_items_of_an_array)
{
    static const char text[] =
        " [1, \"a\", [2, {\"]\":3}], {\"b\" : [] }, null,5,6,7,8,9,10,[11]] ";
    scoped(json_flat) flat = {0};
    assert_true(json_flat_read(&flat, text, sizeof text - 1));
    assert_int_equal(flat.members.n, 10);
    assert_string_equal(flat.members.items[0].name, "0");
    assert_string_equal(flat.members.items[1].text, "a");
    assert_int_equal(flat.members.items[2].kind, JSON_ARRAY);
    assert_string_equal(
        printed("%.*s", (int)flat.members.items[2].n_raw, flat.members.items[2].raw),
        "[2, {\"]\":3}]");
    assert_string_equal(
        printed("%.*s", (int)flat.members.items[3].n_raw, flat.members.items[3].raw),
        "{\"b\" : [] }");
    assert_string_equal(flat.members.items[9].text, "9");
    assert_true(json_flat_read(&flat, "[]", 2));
    assert_int_equal(flat.members.n, 0);
    assert_false(json_flat_read(&flat, "[1,]", 4));
}

/* The texts of the objects in a row: they stay while others are read. */

struct kept {
    const char *texts[8];
    size_t n;
};

static bool keep(void *context, const char *name, const struct json_flat_member *member)
{
    struct kept *kept = context;
    (void)name;
    if (member->text && kept->n < N_ITEMS(kept->texts))
        kept->texts[kept->n++] = member->text;
    return true;
}

/* The texts are joined after all members of the row were taken. */
static const char *texts_of(const char *row)
{
    static struct str joined;
    scoped(row_members) members = {0};
    struct kept kept = {0};
    assert_done(row_members_each(&members, row, strlen(row), keep, &kept, &err));
    str_set(&joined, "%s", "");
    for (size_t i = 0; i < kept.n; i++)
        str_print(&joined, "%s%s", i ? " " : "", kept.texts[i]);
    return str_text(&joined);
}

TEST(json_flat__keeps_the_texts_of_all_objects_of_a_row)
{
    static const struct text_case cases[] = {
        {"{\"a\":{\"b\":\"one\"},\"c\":{\"d\":\"two\"},\"e\":\"three\"}", "one two three"},
        {"{\"a\":{\"b\":{\"c\":\"one\"},\"d\":\"two\"},\"e\":[\"three\",{\"f\":\"four\"}]}",
         "one two three four"},
        {"{\"a\":{\"b\":\"one\"},\"n\":NaN,\"c\":{\"d\":\"two\"}}", "one two"},
        {"{\"a\":{\"b\":\"o\tne\"},\"c\":{\"d\":\"two\"},\"e\":\"three\"}", "o\tne two three"}};
    expect_texts(cases, N_ITEMS(cases), texts_of);
}
