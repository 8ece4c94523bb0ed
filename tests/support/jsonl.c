#include "tests/support/jsonl.h"

#include "base/mem.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

void jsonl_export(struct jsonl *jsonl, const char *arguments, ...)
{
    scoped(str) output = {0};
    char command[2048];
    va_list args;
    va_start(args, arguments);
    vsnprintf(command, sizeof command, arguments, args);
    va_end(args);
    *jsonl = (struct jsonl){0};
    if (run_shell(&output, "\"$TOKFIX\" export %s 2>\"$SCRATCH/export.log\"", command) != 0) {
        read_test_file(&output, "$SCRATCH/export.log");
        fail_msg("%s: %s", command, str_text(&output));
    }
    for (const char *line = str_text(&output), *end; *line; line = end + 1) {
        struct json *row;
        end = strchr(line, '\n');
        assert_non_null(end);
        assert_done(json_parse(&row, line, (size_t)(end - line), &err));
        array_push(&jsonl->rows, row);
    }
}

void jsonl_release(struct jsonl *jsonl)
{
    for (size_t i = 0; i < jsonl->rows.n; i++)
        json_free(jsonl->rows.items[i]);
    array_release(&jsonl->rows);
}

const char *jsonl_text(const struct json *row, const char *key)
{
    const char *found = json_text(json_get(row, key));
    if (!found)
        fail_msg("no text under the key %s", key);
    return found;
}

size_t jsonl_number(const struct json *row, const char *key)
{
    double found = json_number(json_get(row, key), -1);
    assert_true(found >= 0);
    return (size_t)found;
}

const struct json *jsonl_find(const struct jsonl *jsonl, const char *key, const char *text)
{
    for (size_t i = 0; i < jsonl->rows.n; i++)
        if (strcmp(jsonl_text(jsonl->rows.items[i], key), text) == 0)
            return jsonl->rows.items[i];
    fail_msg("no row with the %s %s", key, text);
    return NULL;
}

void jsonl_each_store(const char *what, void (*check)(const char *name, const char *db))
{
    run_valid(NULL, "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" "
                    "-o \"$SCRATCH/sample.db\" --force");
    check("sample", "\"$SCRATCH/sample.db\"");
    if (has_atcoder(what)) {
        run_valid(NULL, "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" "
                        "-o \"$SCRATCH/atcoder.db\" --force");
        check("atcoder", "\"$SCRATCH/atcoder.db\"");
    }
}

static struct json *parsed(const char *text, size_t length)
{
    struct json *value;
    assert_done(json_parse(&value, text, length, &err));
    return value;
}

struct json *json_of(const char *text)
{
    return parsed(text, strlen(text));
}

static void assert_has(const struct json *value, const struct json *expected, const char *path)
{
    if (json_kind(value) != json_kind(expected))
        fail_msg("%s is of another kind", path);
    if (json_is_array(expected) && json_count(value) != json_count(expected))
        fail_msg("%s has %zu items, not %zu", path, json_count(value), json_count(expected));
    if (!json_count(expected) && json_kind(expected) != JSON_OBJECT) {
        scoped_memory char *is = json_written(json_write_line, value);
        scoped_memory char *should_be = json_written(json_write_line, expected);
        if (strcmp(is, should_be) != 0)
            fail_msg("%s is %sand not %s", path, is, should_be);
    }
    for (size_t i = 0; i < json_count(expected); i++) {
        const struct json *one = json_item(expected, i);
        const char *name = json_name(one);
        const struct json *other = name ? json_get(value, name) : json_item(value, i);
        const char *below = name ? printed("%s.%s", path, name) : printed("%s.%zu", path, i);
        if (!other)
            fail_msg("there is no %s", below);
        assert_has(other, one, below);
    }
}

/* Appends a word as JSON: one in quotes, or a bare one, which is a text unless it is a JSON value.
 * Returns its length. */
static size_t add_word(struct str *out, const char *word)
{
    bool is_quoted = *word == '\'';
    size_t length = is_quoted ? strcspn(word + 1, "'") : strcspn(word, ",{}[]");
    if (!is_quoted)
        for (size_t i = 0; i < length; i++)
            if (word[i] == ':' && word[i + 1] == ' ')
                length = i;
    scoped(json) *value = NULL;
    scoped_memory char *text = mem_print("%.*s", (int)length, word + is_quoted);
    if (is_quoted || json_parse(&value, text, length, NULL) != 0)
        value = json_text_value(text);
    json_print(out, value);
    return length + 2 * is_quoted;
}

void assert_json_has(const struct json *value, const char *expected)
{
    scoped(json) *read = NULL;
    scoped(str) text = {0};
    while (*expected)
        if (strchr("{}[]:, ", *expected))
            str_add(&text, expected++, 1);
        else
            expected += add_word(&text, expected);
    assert_done(json_parse(&read, str_text(&text), text.length, &err));
    assert_has(value, read, "the value");
}

const struct json *json_at(const struct json *value, const char *path)
{
    for (const char *next = path; *next;) {
        size_t length = strcspn(next, ".");
        const char *name = printed("%.*s", (int)length, next);
        value = json_is_array(value) ? json_item(value, (size_t)atoi(name)) : json_get(value, name);
        if (!value)
            fail_msg("there is no %s in %s", name, path);
        next += length + (next[length] == '.');
    }
    return value;
}

char *json_written(void (*write)(const struct json *, FILE *), const struct json *value)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    write(value, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(strlen(text), length);
    return text;
}

void assert_json_line(const struct json *value, const char *expected)
{
    scoped_memory char *line = json_written(json_write_line, value);
    assert_string_equal(line, expected);
}

int json_parse_exact(struct json **out, const char *bytes, size_t length, struct err *err)
{
    scoped_memory char *exact = mem_alloc(length, 1);
    if (length)
        memcpy(exact, bytes, length);
    *out = NULL;
    return json_parse(out, exact, length, err);
}

bool is_surrogate(uint32_t code)
{
    return code >= 0xd800 && code <= 0xdfff;
}

size_t encode_utf8(uint32_t code, char bytes[4])
{
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(leads[n] | code);
    return n;
}
