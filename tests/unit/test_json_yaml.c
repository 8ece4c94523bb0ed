/* YAML output is read back, also by readers of YAML 1.1. A text that is not a plain document is
 * refused with its line. */
#include "base/json_yaml.h"
#include "base/mem.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* Parses a copy without a final zero, so that a sanitizer detects a read after the end. */
static int parse(struct json **out, const char *bytes, size_t length, struct err *err)
{
    scoped_memory char *exact = mem_alloc(length, 1);
    if (length)
        memcpy(exact, bytes, length);
    *out = NULL;
    int status = json_from_yaml(out, exact, length, err);
    return status;
}

static void assert_yaml(const struct json *value, const char *expected)
{
    scoped(str) yaml = {0};
    json_to_yaml(&yaml, value);
    assert_string_equal(str_text(&yaml), expected);
}

/* Reads YAML and compares what it holds, as JSON in one line. */
static void assert_holds(const char *yaml, size_t length, const char *expected)
{
    scoped(str) json = {0};
    scoped(json) *value = NULL;
    struct err err = {""};
    if (parse(&value, yaml, length, &err) != 0)
        fail_msg("%s: %s", yaml, err.message);
    json_print(&json, value);
    assert_string_equal(str_text(&json), expected);
}

static void assert_read_back(const struct json *value)
{
    scoped(str) yaml = {0}, json = {0};
    json_print(&json, value);
    json_to_yaml(&yaml, value);
    assert_holds(yaml.text, yaml.length, str_text(&json));
}

TEST(yaml__is_written_in_blocks)
{
    static const struct {
        const char *json, *yaml;
    } cases[] = {
        {"{}", "{}\n"},
        {"{\"a\":1}", "a: 1\n"},
        {"{\"b\":null,\"a\":true,\"c\":false}", "b: null\na: true\nc: false\n"},
        {"{\"a\":[],\"b\":{}}", "a: []\nb: {}\n"},
        {"{\"a\":[1,\"x\",null]}", "a:\n- 1\n- x\n- null\n"},
        {"{\"a\":{\"b\":{\"c\":\"d\"}}}", "a:\n  b:\n    c: d\n"},
        {"{\"a\":[{\"b\":1,\"c\":2},{\"b\":3}]}", "a:\n- b: 1\n  c: 2\n- b: 3\n"},
        {"{\"a\":[[1,2],[]]}", "a:\n- - 1\n  - 2\n- []\n"},
        {"{\"a\":1e25,\"b\":-0,\"c\":true}", "a: 1.0e+25\nb: -0.0\nc: true\n"},
        {"{\"a\":1e15}", "a: 1000000000000000\n"},
        {"{\"a\":0.5,\"b\":-3,\"c\":1e300,\"d\":1.5e-7,\"e\":100.0}",
         "a: 0.5\nb: -3\nc: 1.0e+300\nd: 1.5e-07\ne: 100\n"},
        {"{\"a\":\"\",\"b\":\"no\",\"c\":\"1.10\",\"d\":\"2020-01-01\",\"e\":\"null\",\"f\":\"~\","
         "\"g\":\"0x1\",\"h\":\"1:30\",\"i\":\"true\",\"j\":\"1e5\"}",
         "a: \"\"\nb: \"no\"\nc: \"1.10\"\nd: \"2020-01-01\"\ne: \"null\"\nf: \"~\"\n"
         "g: \"0x1\"\nh: \"1:30\"\ni: \"true\"\nj: \"1e5\"\n"},
        {"{\"no\":\"no\",\"1\":1,\"\":2,\"a b\":3}", "\"no\": \"no\"\n\"1\": 1\n\"\": 2\na b: 3\n"},
        {"{\"a\":\"it's\",\"b\":\"- x\",\"c\":\"x: y\",\"d\":\"say \\\"x\\\"\","
         "\"e\":\"\\\"x\\\"\"}",
         "a: it's\nb: \"- x\"\nc: \"x: y\"\nd: say \"x\"\ne: \"\\\"x\\\"\"\n"},
        {"{\"a\":\"x\\ny\\n\",\"b\":\"\\t\\u001b\\u007f\",\"c\":\"\\\\\"}",
         "a: \"x\\ny\\n\"\nb: \"\\t\\e\\x7F\"\nc: \"\\\\\"\n"},
        {"{\"a\":\"äöü 日本語\",\"b\":\"ä: ö\",\"c\":\"😀\"}",
         "a: äöü 日本語\nb: \"ä: ö\"\nc: \"\\U0001F600\"\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = json_of(cases[i].json);
        assert_yaml(value, cases[i].yaml);
        assert_read_back(value);
    }
}

TEST(yaml__whole_numbers_are_exact)
{
    scoped(json) *object = json_object(), *read = NULL;
    json_set_int(object, "a", INT64_MAX);
    json_set_int(object, "b", INT64_MIN);
    json_set_int(object, "c", 9007199254740993);
    static const char yaml[] =
        "a: 9223372036854775807\nb: -9223372036854775808\nc: 9007199254740993\n";
    assert_yaml(object, yaml);
    assert_done(parse(&read, yaml, strlen(yaml), &err));
    assert_true(json_int(json_get(read, "a"), 0) == INT64_MAX);
    assert_true(json_int(json_get(read, "b"), 0) == INT64_MIN);
    assert_true(json_int(json_get(read, "c"), 0) == 9007199254740993);
}

TEST(yaml__long_lines_are_not_folded)
{
    scoped(str) text = {0}, yaml = {0};
    scoped(json) *object = json_object();
    for (int i = 0; i < 2000; i++)
        str_add_text(&text, "word ");
    json_set_text(object, "quoted", str_text(&text));
    str_add_text(&text, "end");
    json_set_text(object, "plain", str_text(&text));
    json_to_yaml(&yaml, object);
    size_t n_lines = 0;
    for (size_t i = 0; i < yaml.length; i++)
        n_lines += yaml.text[i] == '\n';
    assert_int_equal(n_lines, 2);
    assert_read_back(object);
}

TEST(yaml__is_appended)
{
    scoped(str) out = {0};
    scoped(json) *value = json_of("{\"a\": [1]}");
    str_add_text(&out, "# a comment\n");
    json_to_yaml(&out, value);
    json_to_yaml(&out, value);
    assert_string_equal(str_text(&out), "# a comment\na:\n- 1\na:\n- 1\n");
}

TEST(yaml__of_bytes_that_are_not_utf8_has_a_sign_for_them)
{
    scoped(json) *object = json_object();
    json_set_text(object, "a\xff", "\xc3x\xed\xa0\x80");
    assert_yaml(object, "a\xef\xbf\xbd: \xef\xbf\xbdx\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\n");
}

/* Every code point, alone, among letters, as a key, and before and after blanks. */
TEST(yaml__reads_back_every_code_point)
{
    struct json *object = json_object(), *texts = json_array();
    for (uint32_t code = 1; code < N_CODE_POINTS; code++) {
        char bytes[5] = {0}, text[32];
        if (is_surrogate(code))
            continue;
        encode_utf8(code, bytes);
        if (code < 0x3100 || code % 97 == 0 || (code > 0xff00 && code < 0x10100)) {
            const char *const forms[] = {"%s", "a%sb", "%s a", "a %s", "a%s a", "1%s"};
            for (size_t i = 0; i < N_ITEMS(forms); i++) {
                snprintf(text, sizeof text, forms[i], bytes);
                json_push_text(texts, text);
            }
        }
    }
    json_set(object, "texts", texts);
    assert_read_back(object);
    json_free(object);
}

/* A random value with texts that are hard to write. */
static struct json *random_value(int depth)
{
    static const char *const parts[] = {"a",
                                        "no",
                                        " ",
                                        ":",
                                        "#",
                                        "-",
                                        "\n",
                                        "1",
                                        ".",
                                        "'",
                                        "\"",
                                        "\\",
                                        "{",
                                        "]",
                                        ",",
                                        "&",
                                        "*",
                                        "!",
                                        "|",
                                        ">",
                                        "%",
                                        "@",
                                        "`",
                                        "ä",
                                        "😀",
                                        "\t",
                                        "\r",
                                        "true",
                                        "~",
                                        "?",
                                        "e",
                                        "0x",
                                        "\x7f",
                                        "日",
                                        "<<",
                                        "=",
                                        "---",
                                        "\xc2\x85",
                                        "\xe2\x80\xa8",
                                        "\xef\xbb\xbf",
                                        "_",
                                        "null",
                                        "+",
                                        "2020-01-01"};
    char text[256] = "", name[300];
    int kind = rand() % (depth > 0 ? 9 : 7);
    for (int n = rand() % 5; n > 0; n--)
        strcat(text, parts[(size_t)rand() % N_ITEMS(parts)]);
    if (kind == 0)
        return json_int_value((int64_t)rand() * rand() - ((int64_t)rand() << 20));
    if (kind == 1)
        return json_double_value((rand() - 1e9) / (rand() % 1000 + 1) * (rand() % 3 ? 1e-9 : 1e20));
    if (kind == 2)
        return rand() % 2 ? json_text_value(NULL) : json_bool_value(rand() % 2);
    if (kind < 7)
        return json_text_value(text);
    struct json *value = kind == 7 ? json_array() : json_object();
    for (int n = rand() % 5; n > 0; n--) {
        snprintf(name, sizeof name, "%s%c", text, 'a' + n);
        if (kind == 7)
            json_push(value, random_value(depth - 1));
        else
            json_set(value, rand() % 3 || n > 1 ? name : text, random_value(depth - 1));
    }
    return value;
}

/* With an object around it. */
static struct json *random_object(void)
{
    struct json *object = json_object();
    json_set(object, "a", random_value(5));
    json_set(object, "b", random_value(5));
    return object;
}

TEST(yaml__reads_back_what_is_hard_to_write)
{
    srand(3);
    for (int round = 0; round < 20000; round++) {
        scoped(json) *object = random_object();
        assert_read_back(object);
    }
}

/* PyYAML goes by YAML 1.1: compares YAML documents with the JSON of the same values. */
static const char compare_program[] =
    "import json, sys, yaml\n"
    "load = lambda text: yaml.load(text, getattr(yaml, 'CSafeLoader', yaml.SafeLoader))\n"
    "texts = open(sys.argv[1], encoding='utf-8', newline='').read().split('\\0')\n"
    "for i in range(0, len(texts) - 1, 2):\n"
    "    if load(texts[i]) != json.loads(texts[i + 1], strict=False):\n"
    "        sys.exit(texts[i] + texts[i + 1])\n";

TEST(yaml__is_read_by_pyyaml)
{
    scoped(str) output = {0}, documents = {0};
    if (!can_run("python3 -c 'import yaml'", "YAML as PyYAML reads it", "PyYAML is missing"))
        skip();
    srand(4);
    for (int round = 0; round < 3000; round++) {
        scoped(json) *object = random_object();
        json_to_yaml(&documents, object);
        str_add(&documents, "", 1);
        json_print(&documents, object);
        str_add(&documents, "", 1);
    }
    write_test_file(scratch_path("documents"), documents.text, documents.length);
    write_test_text("compare.py", compare_program);
    run_valid(&output, "python3 \"$SCRATCH/compare.py\" \"$SCRATCH/documents\"");
}

TEST(yaml__is_read_in_all_its_forms)
{
    static const struct text_case cases[] = {
        {"", "null"},
        {"# nothing\n", "null"},
        {"---\n", "null"},
        {"--- \n...\n", "null"},
        {"a", "\"a\""},
        {"- 1\n- '1'\n- \"1\"\n", "[1,\"1\",\"1\"]"},
        {"a: b # comment\n", "{\"a\":\"b\"}"},
        {"%YAML 1.2\n---\na: no\n", "{\"a\":\"no\"}"},
        {"\xef\xbb\xbf"
         "a: 1\n",
         "{\"a\":1}"},
        {"a: 1\r\nb:\r\n  - x\r\n", "{\"a\":1,\"b\":[\"x\"]}"},
        {"a:\nb: ~\nc: ''\nd: \"\"\n", "{\"a\":null,\"b\":null,\"c\":\"\",\"d\":\"\"}"},
        {"a: |\n  x\n  1\nb: >-\n  y\n  z\n", "{\"a\":\"x\\n1\\n\",\"b\":\"y z\"}"},
        {"a: |-\n  1\n", "{\"a\":\"1\"}"},
        {"{a: [1, {b: 2}], 'c': \"\\x41\"}", "{\"a\":[1,{\"b\":2}],\"c\":\"A\"}"},
        {"1: x\ntrue: y\nnull: z\n'1 ': w\n'': v\n",
         "{\"1\":\"x\",\"true\":\"y\",\"null\":\"z\",\"1 \":\"w\",\"\":\"v\"}"},
        {"? a\n: b\n? c\n", "{\"a\":\"b\",\"c\":null}"},
        {"a: word of\n  two lines\n", "{\"a\":\"word of two lines\"}"},
        {"a: 'it''s'\n", "{\"a\":\"it's\"}"},
        {"A: 1\na: 2\n", "{\"A\":1,\"a\":2}"},
        {"x: {a: 1}\ny: {a: 2}\n", "{\"x\":{\"a\":1},\"y\":{\"a\":2}}"},
        {"{\"a\": 1, \"b\": [true, null]}", "{\"a\":1,\"b\":[true,null]}"},
        {"a: \"\\U0001F600\\u00e4\"\n", "{\"a\":\"😀ä\"}"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_holds(cases[i].given, strlen(cases[i].given), cases[i].expected);
}

static void assert_refused(const char *yaml, size_t length, const char *message)
{
    struct json *value;
    struct err err = {""};
    if (parse(&value, yaml, length, &err) != ERR)
        fail_msg("'%s' is taken", yaml);
    assert_string_equal(err.message, message);
    assert_null(value);
}

TEST(yaml__says_in_which_line_it_is_wrong)
{
    static const char special[] = "anchors (&), aliases (*) and tags (!) are not supported";
    static const struct {
        const char *yaml;
        int line;
        const char *problem; /* NULL: `special` */
    } cases[] = {
        {"a: &x 1\n", 1, NULL},
        {"a: 1\nb: &x [1]\n", 2, NULL},
        {"\n\na: &x {b: 1}\n", 3, NULL},
        {"&x a: 1\n", 1, NULL},
        {"a: *x\n", 1, NULL},
        {"a: 1\n*x : 1\n", 2, NULL},
        {"- 1\n- !!str 1\n", 2, NULL},
        {"a: ! x\n", 1, NULL},
        {"a: !python/object [1]\n", 1, NULL},
        {"a: !!set {b}\n", 1, NULL},
        {"!!map {a: 1}\n", 1, NULL},
        {"a: 1\nb: 2\na: 3\n", 3, "duplicate key 'a'"},
        {"x:\n  - b: 1\n    'b': 2\n", 3, "duplicate key 'b'"},
        {"1: 1\n'1': 2\n", 2, "duplicate key '1'"},
        {"a: 1\n? [b]\n: 2\n", 2, "a key must be a string"},
        {"{a: 1, {b: c}: 2}\n", 1, "a key must be a string"},
        {"a: 1\n---\nb: 2\n", 2, "there is a second document"},
        {"a: 1\n...\n---\n", 3, "there is a second document"},
        {"a: 1\nb: \"x\\0y\"\n", 2, "a zero byte in a string"},
        {"\"\\0\": 1\n", 1, "a zero byte in a string"},
        {"a: 1\nb: .inf\n", 2, "the number .inf cannot be used here"},
        {"- 99999999999999999999\n", 1, "the whole number 99999999999999999999 is too large"},
        {"a: 1\n b: 2\n", 2, "mapping values are not allowed in this context"},
        {"a: [1, 2\n", 2, "did not find expected ',' or ']'"},
        {"a: \"x\n", 2, "found unexpected end of stream"},
        {"a: 1\n\tb: 2\n", 2, "found a tab character that violates indentation"},
        {"a: \"\\ud800\"\n", 1, "found invalid Unicode character escape code"},
        {"a: 1\nb: @\n", 2, "found character that cannot start any token"},
        {"a: 1\n\nb: \x01\n", 3, "control characters are not allowed"},
        {"a: 1\n\n\nb: \xff\n", 4, "invalid leading UTF-8 octet"},
        {"a: \xc0\x80\n", 1, "invalid length of a UTF-8 sequence"},
        {"a: \xc3", 1, "incomplete UTF-8 octet sequence"},
        {"%YAML 3.0\n---\na: 1\n", 1, "found incompatible YAML document"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *message =
            printed("line %d: %s", cases[i].line, cases[i].problem ? cases[i].problem : special);
        assert_refused(cases[i].yaml, strlen(cases[i].yaml), message);
    }
    assert_refused("a: 1\nb: \0\n", 10, "line 2: control characters are not allowed");
    assert_refused("\xff\xfe"
                   "a\0",
                   4, "line 1: invalid leading UTF-8 octet");
}

TEST(yaml__has_a_hundred_levels)
{
    static const char *const forms[][3] = {{"[", "", "]"}, {"- ", "x", ""}, {"{a: ", "1", "}"}};
    for (size_t form = 0; form < N_ITEMS(forms); form++)
        for (int depth = 99; depth <= 101; depth++) {
            scoped(str) yaml = {0};
            struct json *value;
            for (int i = 0; i < depth; i++)
                str_add_text(&yaml, forms[form][0]);
            str_add_text(&yaml, forms[form][1]);
            for (int i = 0; i < depth; i++)
                str_add_text(&yaml, forms[form][2]);
            if (depth == 101)
                assert_refused(yaml.text, yaml.length,
                               "line 1: lists and objects are nested too deeply");
            else
                assert_done(parse(&value, yaml.text, yaml.length, &err));
            if (depth <= 100)
                json_free(value);
        }
}

/* A megabyte of each of these ends soon. */
TEST(yaml__that_repeats_an_indicator_ends_soon)
{
    static const char *const parts[] = {"[",    "{",     "- ",  "? ",   "[{",   "a: ",  ": ",
                                        "&a ",  "!a ",   "'",   "\"",   "#",    "-\n",  "a:\n",
                                        "\n",   " ",     "\t",  "? - ", "{a: ", "[a, ", "%a\n",
                                        "--- ", "...\n", "|\n", "*a ",  "a",    ","};
    for (size_t i = 0; i < N_ITEMS(parts); i++) {
        scoped(str) yaml = {0};
        struct json *value;
        struct err err = {""};
        while (yaml.length < 1000000)
            str_add_text(&yaml, parts[i]);
        if (parse(&value, yaml.text, yaml.length, &err) == 0)
            json_free(value);
        else
            assert_memory_equal(err.message, "line ", 5);
    }
}

/* Many keys take no more than their number. */
TEST(yaml__may_have_many_keys)
{
    enum { N_KEYS = 200000 };
    scoped(str) yaml = {0};
    struct json *value;
    for (int i = 0; i < N_KEYS; i++)
        str_print(&yaml, "key%d: %d\n", i, i);
    assert_done(parse(&value, yaml.text, yaml.length, &err));
    assert_int_equal(json_count(value), N_KEYS);
    json_free(value);
    str_add_text(&yaml, "key7: 1\n");
    assert_refused(yaml.text, yaml.length, "line 200001: duplicate key 'key7'");
}

TEST(yaml__of_damaged_bytes_fails_or_is_read)
{
    srand(6);
    for (int round = 0; round < 20000; round++) {
        scoped(str) yaml = {0};
        struct json *object = random_object(), *value;
        struct err err = {""};
        json_to_yaml(&yaml, object);
        for (int n = rand() % 4; n >= 0; n--) {
            size_t at = (size_t)rand() % yaml.length;
            yaml.text[at] = rand() % 2 ? (char)rand() : "[]{}:-?&*!|>'\"#%@`, \n"[rand() % 22];
        }
        size_t length = rand() % 4 ? yaml.length : (size_t)rand() % yaml.length;
        if (parse(&value, yaml.text, length, &err) == 0) {
            if (json_kind(value) == JSON_OBJECT)
                assert_read_back(value);
            json_free(value);
        } else {
            assert_memory_equal(err.message, "line ", 5);
        }
        json_free(object);
    }
}
