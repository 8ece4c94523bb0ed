/* JSON: what is written reads back equal, and what is read, written and read again is equal.
 *
 * An input is JSON to be read, and values to be written: a text of its bytes, and numbers of its
 * first eight. All that is written must be JSON by the letter, and all that is so must be read.
 *
 * Objects are also read without a tree (miner/rows/json_flat.h), which gives the same members.
 *
 * Doubles are written with 15 digits where those come within one part in 2^52 of the number, and so
 * may read back as its neighbour; a second time nothing changes. Whole numbers below 2^53 are
 * exact. */
#include "miner/rows/json_flat.h"
#include "tests/fuzz/target.h"

#include <float.h>

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

/* A text of the bytes, which ends with the first zero; numbers of the first of them; and, if it is
 * UTF-8, a member with this name. */
static struct json *value_of(const char *bytes, size_t length)
{
    double number = 0;
    int64_t whole = 0;
    scoped_memory char *text = mem_copy_text(bytes, length);
    struct json *all = json_array(), *object = json_object();
    memcpy(&number, bytes, length < sizeof number ? length : sizeof number);
    memcpy(&whole, bytes, length < sizeof whole ? length : sizeof whole);
    json_push(all, json_text_value(text));
    json_push(all, json_double_value(number));
    json_push(all, json_int_value(whole));
    json_push(all, json_bool_value(length % 2));
    json_push(all, json_text_value(NULL));
    json_push(all, object);
    if (utf8_is_valid(text, strlen(text)))
        for (int i = 0; i < 2; i++)
            json_set(object, text, json_int_value(i));
    return all;
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
    const char *text = (const char *)bytes;
    scoped(json) *read = NULL, *made = length ? value_of(text, length) : json_array();
    struct err err;
    check_writing(made);
    if (json_parse(&read, text, length, &err) != 0) {
        check_refusal(text, length, &err);
        check_flat(NULL, text, length);
    } else {
        check_flat(read, text, length);
        check_writing(read);
    }
    return 0;
}
