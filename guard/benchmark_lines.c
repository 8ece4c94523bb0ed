/* The format of a line shows in its keys. */
#include "guard/benchmark.h"

#include "base/file.h"
#include "base/json.h"
#include "base/utf8.h"
#include "tokenize/apply.h"

#include <math.h>
#include <string.h>

struct reading {
    struct benchmark *out;
    const char *place; /* of the line at hand; in the arena once it may give an item */
};

static const char *copy(struct reading *reading, const char *text)
{
    return arena_copy_text(&reading->out->arena, text, strlen(text));
}

static struct item_code code_of(struct reading *reading, const char *text)
{
    text += utf8_byte_order_mark(text, strlen(text));
    return (struct item_code){copy(reading, text), strlen(text)};
}

/* Whether a line of JSON holds an escaped zero byte, at which its text would end unseen. */
static bool has_zero(const char *line, size_t length)
{
    for (size_t i = 0; i + 5 < length; i++) {
        if (line[i] != '\\')
            continue;
        if (memcmp(line + i, "\\u0000", 6) == 0)
            return true;
        i++; /* what is escaped */
    }
    return false;
}

static const char *id_of(struct reading *reading, const struct json *line, const char *key)
{
    const char *id = json_text(json_get(line, key));
    return id && *id ? copy(reading, id) : reading->place;
}

/* The byte of a position of nbf: lines end with LF, columns are code points, both from 0.
 * Returns false when the text has no such place. */
static bool byte_of(size_t *byte, const char *text, double line, double column)
{
    const char *at = text;
    for (double i = 0; i < line; i++) {
        at = strchr(at, '\n');
        if (!at)
            return false;
        at++;
    }
    size_t line_length = strcspn(at, "\n");
    *byte = (size_t)(at - text);
    for (double i = 0; i < column; i++) {
        uint32_t ignored;
        size_t length = line_length ? utf8_decode(at, line_length, &ignored) : 0;
        if (!length)
            return false;
        at += length;
        line_length -= length;
        *byte += length;
    }
    return true;
}

/* The place of the error; false when there is no such place. */
static bool read_marker(size_t bytes[2], const char *text, const struct json *marker)
{
    double numbers[4];
    for (size_t i = 0; i < 4; i++) {
        numbers[i] = json_number(json_item(marker, i), NAN);
        if (!(numbers[i] >= 0 && numbers[i] <= BENCHMARK_MAX_BYTES) ||
            numbers[i] != floor(numbers[i]))
            return false;
    }
    return json_count(marker) == 4 && byte_of(&bytes[0], text, numbers[0], numbers[1]) &&
           byte_of(&bytes[1], text, numbers[2], numbers[3]) && bytes[0] <= bytes[1];
}

static const char *add_nbf(struct reading *reading, const struct json *line, const char *text)
{
    const struct json *marker = json_get(line, "error_marker");
    const char *repair = json_text(json_get(line, "repair"));
    const char *type = json_text(json_get(line, "bug_type"));
    struct benchmark_item item = {.id = id_of(reading, line, "commit_sha"),
                                  .place = reading->place};
    size_t bytes[2];
    if (json_is_array(marker) && json_count(marker) == 0) { /* a clean program */
        item.codes[ITEM_FIXED] = code_of(reading, text);
        array_push(&reading->out->items, item);
        return NULL;
    }
    if (!repair || !read_marker(bytes, text, marker))
        return "no error_marker [line, column, line, column] in input_text with a repair";
    bool is_insertion = type && strcmp(type, "not") == 0 && *repair; /* before the marked token */
    struct str fixed = {0};
    edit_apply(&fixed, text, strlen(text), bytes[0], is_insertion ? bytes[0] : bytes[1], repair,
               strlen(repair));
    item.codes[ITEM_BUGGY] = code_of(reading, text);
    item.codes[ITEM_FIXED] = code_of(reading, str_text(&fixed));
    str_release(&fixed);
    array_push(&reading->out->items, item);
    return NULL;
}

/* Returns why the line cannot be used, or NULL. */
static const char *add_line(struct reading *reading, const struct json *line)
{
    const char *buggy = json_text(json_get(line, "buggy_code"));
    const char *fixed = json_text(json_get(line, "fixed_code"));
    const char *input = json_text(json_get(line, "input_text"));
    const char *longest = input ? input : buggy;
    if (!(input || (buggy && fixed)))
        return "neither buggy_code and fixed_code (pairs) nor input_text (nbf)";
    if (strlen(longest) > BENCHMARK_MAX_BYTES || (!input && strlen(fixed) > BENCHMARK_MAX_BYTES))
        return "a program of more than 1 MiB";
    reading->place = copy(reading, reading->place);
    if (input)
        return add_nbf(reading, line, input);
    struct benchmark_item item = {.id = id_of(reading, line, "id"), .place = reading->place};
    item.codes[ITEM_BUGGY] = code_of(reading, buggy);
    item.codes[ITEM_FIXED] = code_of(reading, fixed);
    array_push(&reading->out->items, item);
    return NULL;
}

int benchmark_read_lines(struct benchmark *out, const char *path, struct err *err)
{
    struct str content = {0}, place = {0};
    int status = file_read(&content, path, err);
    size_t number = 0;
    for (size_t start = 0, end; status == 0 && start < content.length; start = end + 1) {
        const char *text = content.text + start;
        const char *line_end = memchr(text, '\n', content.length - start);
        end = line_end ? (size_t)(line_end - content.text) : content.length;
        struct json *line;
        struct err reason;
        bool is_text = utf8_is_valid(text, end - start);
        const char *problem = is_text ? "a zero byte in a text" : "not UTF-8";
        number++;
        if (strspn(text, " \t\r") >= end - start)
            continue; /* a blank line */
        str_clear(&place);
        str_print(&place, "%s:%zu", out->name, number);
        struct reading reading = {out, str_text(&place)};
        if (is_text && !has_zero(text, end - start)) {
            problem = reason.message;
            if (json_parse(&line, text, end - start, &reason) == 0) {
                problem = add_line(&reading, line);
                json_free(line);
            }
        }
        if (problem)
            benchmark_reject(out, reading.place, problem);
    }
    str_release(&place);
    str_release(&content);
    return status;
}
