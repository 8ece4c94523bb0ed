/* See json_texts.h. */
#include "tests/support/json_texts.h"

#include "base/mem.h"
#include "tests/support/test.h"

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
    scoped_text char *line = json_written(json_write_line, value);
    assert_string_equal(line, expected);
}

int json_parse_exact(struct json **out, const char *bytes, size_t length, struct err *err)
{
    scoped_text char *exact = mem_alloc(length, 1);
    if (length)
        memcpy(exact, bytes, length);
    *out = NULL;
    return json_parse(out, exact, length, err);
}
