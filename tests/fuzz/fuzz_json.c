/* JSON: what is written reads back equal, and what is read, written and read again is equal.
 *
 * An input that begins with a line `#` is a recipe of a value, a line for each thing to be added
 * (recipe() below), and is made, written and read; any other is JSON to be read. Whatever was read
 * is written again. All that is written must be JSON by the letter, and all that is so must be
 * read.
 *
 * Objects are also read without a tree (miner/rows/json_flat.h), which gives the same members.
 *
 * Doubles are written with 15 digits where those come within one part in 2^52 of the number, and so
 * may read back as its neighbour; a second time nothing changes. Whole numbers below 2^53 are
 * exact. */
#include "base/mem.h"
#include "base/str.h"
#include "miner/rows/json_flat.h"
#include "tests/fuzz/target.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_LINE = 256 };

static struct json *read_back(const struct str *text)
{
    struct json *value;
    struct err err;
    REQUIRE(json_parse(&value, str_text(text), text->length, &err) == 0, "written, but %s: %s",
            err.message, str_text(text));
    return value;
}

static bool are_equal_numbers(const struct json *written, const struct json *read, double tolerance)
{
    double a = json_number(written, 0), b = json_number(read, NAN);
    int64_t whole = json_int(written, 0);
    if (!isfinite(a))
        return json_kind(read) == JSON_NULL;
    if (json_kind(read) != JSON_NUMBER || !(fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b))))
        return false;
    return !json_is_int(written) || whole >= 1LL << 53 || whole <= -(1LL << 53) ||
           (json_is_int(read) && json_int(read, ~whole) == whole);
}

/* Whether a value that was written was read as what it is, doubles within a part of the number. */
static bool are_equal(const struct json *written, const struct json *read, double tolerance)
{
    enum json_kind kind = json_kind(written);
    if (kind == JSON_NUMBER)
        return are_equal_numbers(written, read, tolerance);
    if (json_kind(read) != kind)
        return false;
    if (kind == JSON_TEXT)
        return strcmp(json_text(written), json_text(read)) == 0;
    if (kind == JSON_BOOL)
        return json_is_true(written) == json_is_true(read);
    if (kind == JSON_NULL)
        return true;
    const struct json *a = json_first(written), *b = json_first(read);
    for (; a && b; a = json_next(a), b = json_next(b))
        if (!are_equal(a, b, tolerance) ||
            (kind == JSON_OBJECT && strcmp(json_name(a), json_name(b)) != 0))
            return false;
    return !a && !b;
}

static void check_members(const struct json *value)
{
    size_t n = 0;
    for (const struct json *item = json_first(value); item; item = json_next(item), n++)
        if (json_kind(value) == JSON_OBJECT) {
            const struct json *found = json_get(value, json_name(item));
            REQUIRE(found && strcmp(json_name(found), json_name(item)) == 0,
                    "a member '%s' is not found", json_name(item));
        }
    REQUIRE(json_count(value) == n, "%zu items, but counted %zu", n, json_count(value));
    REQUIRE(n == 0 || json_item(value, n - 1), "the last of %zu items is not found", n);
}

static void write_pretty(struct str *out, const struct json *value)
{
    scoped_memory char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        mem_exhausted();
    json_write_pretty(value, file);
    fclose(file);
    str_add(out, text, length);
}

/* Checks that a value that was read does not change when it is written and read a second time. */
static void check_again(const struct json *value)
{
    scoped(str) first = {0}, second = {0};
    json_print(&first, value);
    scoped(json) *once = read_back(&first);
    json_print(&second, once);
    scoped(json) *twice = read_back(&second);
    REQUIRE(are_equal(value, once, DBL_EPSILON) && are_equal(once, twice, 0),
            "read again otherwise:\n%s\n%s", str_text(&first), str_text(&second));
}

/* Checks what is written of a value, in each of the ways. */
static void check_writing(const struct json *value)
{
    scoped(str) line = {0}, pretty = {0}, copied = {0};
    json_print(&line, value);
    scoped(json) *read = read_back(&line);
    REQUIRE(are_equal(value, read, DBL_EPSILON), "reads back otherwise: %s", str_text(&line));
    check_members(read);
    check_again(read);
    write_pretty(&pretty, value);
    scoped(json) *read_pretty = read_back(&pretty);
    REQUIRE(are_equal(value, read_pretty, DBL_EPSILON), "reads back otherwise: %s",
            str_text(&pretty));
    scoped(json) *copy = json_copy(value);
    json_print(&copied, copy);
    REQUIRE(strcmp(str_text(&line), str_text(&copied)) == 0, "copied otherwise:\n%s\n%s",
            str_text(&line), str_text(&copied));
}

/* A value in the making: the containers that are open, the innermost last. */
struct making {
    struct json *open[MAX_DEPTH];
    size_t n_open;
    char name[MAX_LINE]; /* of the next member */
};

static void add(struct making *making, struct json *value)
{
    struct json *into = making->open[making->n_open - 1];
    if (json_is_array(into))
        json_push(into, value);
    else
        json_set(into, making->name, value);
}

static void open_container(struct making *making, struct json *value)
{
    add(making, value);
    if (making->n_open < MAX_DEPTH)
        making->open[making->n_open++] = value;
}

static void take_name(struct making *making, const char *name)
{
    if (utf8_is_valid(name, strlen(name)))
        memcpy(making->name, name, strlen(name) + 1);
}

/* A line of a recipe: its first character says what is added, the rest is the value. */
static void take_line(struct making *making, char *line)
{
    char *value = line + 1;
    for (char *c = line; (c = strchr(c, '~'));)
        *c = '\n';
    switch (*line) {
    case '{':
        open_container(making, json_object());
        break;
    case '[':
        open_container(making, json_array());
        break;
    case '}': /* closes what is open */
        making->n_open -= making->n_open > 1;
        break;
    case ':':
        take_name(making, value);
        break;
    case '"':
        add(making, json_text_value(value));
        break;
    case 'i':
        add(making, json_int_value(strtoll(value, NULL, 10)));
        break;
    case 'd':
        add(making, json_double_value(strtod(value, NULL)));
        break;
    case 't':
        add(making, json_bool_value(*value == '\0'));
        break;
    case 'n':
        add(making, json_text_value(NULL));
        break;
    default:
        break;
    }
}

/* Makes the value, an array, that the lines describe; `~` stands for a line end in a text. */
static struct json *recipe(const char *bytes, size_t length)
{
    struct making making = {.open = {json_array()}, .n_open = 1};
    const char *end = bytes + length;
    while (bytes < end) {
        char line[MAX_LINE] = "";
        const char *feed = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t n = (size_t)((feed ? feed : end) - bytes);
        if (n > 0)
            memcpy(line, bytes, n < MAX_LINE ? n : MAX_LINE - 1);
        take_line(&making, line);
        bytes += n + 1;
    }
    return making.open[0];
}

/* Whether a number that is missing is written in the text. */
static bool has_words(const char *text, size_t length)
{
    return memmem(text, length, "NaN", 3) || memmem(text, length, "Infinity", 8);
}

/* Objects and arrays that are read without a tree are also read as one, except for zero bytes. */
static void check_refusal(const char *text, size_t length, const struct err *err)
{
    scoped(json_flat) flat = {0};
    REQUIRE(err->message[0], "refused, and nothing says why");
    REQUIRE(!json_flat_read(&flat, text, length) || has_words(text, length) ||
                strstr(err->message, "a zero byte"),
            "JSON is refused: %s", err->message);
}

static bool are_equal_members(const struct json *tree, const struct json_flat_member *flat)
{
    if (strcmp(json_name(tree), flat->name) != 0 || json_kind(tree) != flat->kind)
        return false;
    if (flat->kind == JSON_TEXT)
        return strlen(flat->text) == flat->length && strcmp(json_text(tree), flat->text) == 0;
    return flat->kind != JSON_NUMBER || !flat->text || json_number(tree, 0) == flat->number;
}

/* Checks that an object that is read without a tree has the members of the tree. NULL: the tree
 * could not be read, because of a zero byte or a number that is missing. */
static void check_flat(const struct json *value, const char *text, size_t length)
{
    scoped(json_flat) flat = {0};
    size_t i = 0;
    if (!json_flat_read(&flat, text, length)) {
        REQUIRE(flat.error, "an object is not read, and nothing says why");
        return;
    }
    REQUIRE(value || has_words(text, length) || memmem(text, length, "\\u0000", 6),
            "read without a tree, but it is not JSON");
    if (!value)
        return;
    if (json_kind(value) == JSON_ARRAY) {
        size_t n = json_count(value);
        REQUIRE(flat.members.n == (n < 10 ? n : 10), "%zu items of %zu", flat.members.n, n);
        return;
    }
    REQUIRE(json_kind(value) == JSON_OBJECT, "read as an object, but it is none");
    json_each(member, value) {
        REQUIRE(i < flat.members.n && are_equal_members(member, &flat.members.items[i]),
                "member %zu is read otherwise", i);
        i++;
    }
    REQUIRE(i == flat.members.n, "%zu members, not %zu", flat.members.n, i);
}

FUZZ_TARGET(json)
{
    scoped(json) *value = NULL;
    struct err err;
    const char *text = (const char *)bytes;
    if (length >= 2 && memcmp(text, "#\n", 2) == 0) {
        value = recipe(text + 2, length - 2);
    } else if (json_parse(&value, text, length, &err) != 0) {
        check_refusal(text, length, &err);
        check_flat(NULL, text, length);
        return 0;
    } else {
        check_flat(value, text, length);
    }
    check_writing(value);
    return 0;
}
