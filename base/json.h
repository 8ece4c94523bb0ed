/* JSON values, written and read through cJSON.
 *
 * Objects keep the order in which members are added. A value that is added to an object or array
 * belongs to it, so only the outermost value is released, with json_free(). Texts are UTF-8 and end
 * at their first zero byte.
 *
 * Whole numbers that the program makes are exact. All parsed numbers and all other numbers are
 * doubles. A double is written with 15 digits if they represent it within one part in 2^52, and
 * with 17 digits otherwise. Whole numbers below 2^53 are written exactly. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json; /* opaque */

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json *json_object(void);
struct json *json_array(void);
void json_free(struct json *value);
SCOPED_POINTER(json, json_free)

/* Values that are neither an object nor an array. A NULL `text` becomes JSON null. JSON is UTF-8,
 * but file names may not be: bytes that are not UTF-8 become U+FFFD. */
struct json *json_text_value(const char *text);
struct json *json_int_value(int64_t number);
struct json *json_double_value(double number);
struct json *json_bool_value(bool truth);

/* Returns an array of texts. */
struct json *json_texts(const char *const *texts, size_t n);

/* Returns a deep copy of a value. */
struct json *json_copy(const struct json *value);

/* Append members to an object. A NULL `text` becomes JSON null. A double that is infinite or not a
 * number is written as null. */
void json_set_text(struct json *object, const char *name, const char *text);
void json_set_int(struct json *object, const char *name, int64_t number);
void json_set_double(struct json *object, const char *name, double number);
void json_set_bool(struct json *object, const char *name, bool truth);
void json_set(struct json *object, const char *name, struct json *value);

/* The same for several members. The object takes over their values. json_make(J_TEXT("name", name),
 * J_INT("n", n)) creates an object from them; json_add() returns its object. A NULL in J_VALUE()
 * becomes JSON null. C does not define the order in which the values are computed. */
struct json_member {
    const char *name; /* NULL ends the list */
    struct json *value;
};
#define J_TEXT(name, text)     ((struct json_member){name, json_text_value(text)})
#define J_INT(name, number)    ((struct json_member){name, json_int_value(number)})
#define J_DOUBLE(name, number) ((struct json_member){name, json_double_value(number)})
#define J_BOOL(name, truth)    ((struct json_member){name, json_bool_value(truth)})
#define J_VALUE(name, value)   ((struct json_member){name, value})
#define json_add(object, ...) \
    json_add_members(object, (const struct json_member[]){__VA_ARGS__, {0}})
#define json_make(...) json_add(json_object(), __VA_ARGS__)
struct json *json_add_members(struct json *object, const struct json_member *members);

/* Gives the member with this name another value, in its place. Without such a member, releases the
 * value. */
void json_replace(struct json *object, const char *name, struct json *value);

/* Removes a member from an object and returns it. The caller then owns it. Returns NULL if the
 * object has no such member. */
struct json *json_take(struct json *object, const char *name);

/* Append items to an array. json_push_object() appends an empty object and returns it; the array
 * owns it. */
struct json *json_push_object(struct json *array);
void json_push(struct json *array, struct json *value);
void json_push_int(struct json *array, int64_t number);
void json_push_text(struct json *array, const char *text);

/* Returns an item of an array that is a member of an object, for changing it; NULL if there is
 * none. */
struct json *json_own_item(struct json *object, const char *name, size_t index);

/* Writes the value on one line, without white space and without a line end. The caller checks `out`
 * for errors (ferror). */
void json_write_line(const struct json *value, FILE *out);

/* Writes the value indented over several lines, with a final line end. */
void json_write_pretty(const struct json *value, FILE *out);

/* Append the value to a text: json_print() on one line without a line end, json_print_pretty()
 * indented with a final line end. */
void json_print(struct str *out, const struct json *value);
void json_print_pretty(struct str *out, const struct json *value);

/* Reads one value of `length` bytes. These are errors: anything but white space after the value,
 * bytes that are not UTF-8, zero bytes and \u0000 (they would end the text), more than 1,000 levels
 * of arrays and objects, and more than MAX_JSON_VALUES opening brackets and commas.
 *
 * cJSON accepts some input that a strict reader would refuse: a byte order mark, control characters
 * in a text, numbers like 01 and 1., and duplicate names in an object (json_get() returns the
 * first). */
enum { MAX_JSON_VALUES = 1 << 22 };
int json_parse(struct json **out, const char *bytes, size_t length, struct err *err);

/* Returns the kind of a value. NULL is JSON_NULL, so an absent member is null. */
enum json_kind json_kind(const struct json *value);

/* Reading: the member with a name (NULL if it is absent or the value is not an object), the number
 * of members or items, an item, the name of a member by position. */
const struct json *json_get(const struct json *object, const char *name);
size_t json_count(const struct json *value);
const struct json *json_item(const struct json *value, size_t index);

/* The first member or item, and the next one; NULL at the end. For going through many of them, this
 * is faster than json_item(). */
const struct json *json_first(const struct json *value);
const struct json *json_next(const struct json *item);
const char *json_name(const struct json *member);

/* Goes through all members or items: json_each(row, rows) { ... row ... } */
#define json_each(item, list) \
    for (const struct json *item = json_first(list); item; item = json_next(item))

/* Returns the text of a string value, or NULL for any other value. */
const char *json_text(const struct json *value);

/* Returns the number of a number value, or `otherwise`. */
double json_number(const struct json *value, double otherwise);

/* The same for a member of an object: NULL, or 0, if it is not of that kind. */
const char *json_text_at(const struct json *object, const char *key);
double json_number_at(const struct json *object, const char *key);

/* Whether the value is a whole number that is known exactly: any number that the program made, and
 * a parsed number with an absolute value below 2^53. */
bool json_is_int(const struct json *value);

/* Returns that number, or `otherwise`. */
int64_t json_int(const struct json *value, int64_t otherwise);

/* Whether the value is an array. */
bool json_is_array(const struct json *value);

/* Whether the value is `true`. */
bool json_is_true(const struct json *value);

/* Appends the name and version of the library. */
void json_add_library(struct str *out);

#endif
