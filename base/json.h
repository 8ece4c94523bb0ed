/* JSON values, written and read through cJSON.
 *
 * Objects keep the order in which members are added. Adding a value to an object or an array
 * hands it over: only the outermost value is released, with json_free(). Texts are UTF-8 and end at
 * their first zero byte. Whole numbers that the program makes are exact; those that are parsed, and
 * all others, are doubles. Doubles other than whole numbers below 2^53 are written with 15 digits
 * if those come within one part in 2^52, and otherwise with 17. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/scoped.h"
#include "base/err.h"
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

/* Values that are neither. A NULL `text` becomes JSON null. JSON is UTF-8, and names of files need
 * not be: bytes that are none become U+FFFD. */
struct json *json_text_value(const char *text);
struct json *json_int_value(int64_t number);
struct json *json_double_value(double number);
struct json *json_bool_value(bool truth);

/* An array of texts. */
struct json *json_texts(const char *const *texts, size_t n);

/* A copy of all that the value holds. */
struct json *json_copy(const struct json *value);

/* Appends members to an object. A NULL `text` becomes JSON null. A double that is infinite or not a
 * number is written as null. */
void json_set_text(struct json *object, const char *name, const char *text);
void json_set_int(struct json *object, const char *name, int64_t number);
void json_set_double(struct json *object, const char *name, double number);
void json_set_bool(struct json *object, const char *name, bool truth);
void json_set(struct json *object, const char *name, struct json *value);

/* The same for several members, whose values are taken over: json_make(J_TEXT("name", name),
 * J_INT("n", n)) makes an object of them; json_add() returns its object. A NULL of J_VALUE()
 * becomes JSON null. C leaves open in which order the values are computed. */
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

/* Takes a member out of an object, which then is the caller's; NULL when it has none. */
struct json *json_take(struct json *object, const char *name);

/* Items of an array; an object that is empty so far, which stays the array's. */
struct json *json_push_object(struct json *array);
void json_push(struct json *array, struct json *value);
void json_push_int(struct json *array, int64_t number);
void json_push_text(struct json *array, const char *text);

/* An item of the array that is a member of an object, so that it can be added to; NULL for none. */
struct json *json_own_item(struct json *object, const char *name, size_t index);

/* One line: the value without white space and a line end. Errors of `out` are the caller's to
 * check (ferror). */
void json_write_line(const struct json *value, FILE *out);

/* Indented over several lines, with a final line end. */
void json_write_pretty(const struct json *value, FILE *out);

/* Append the same to a text: on one line without a line end; indented, with one. */
void json_print(struct str *out, const struct json *value);
void json_print_pretty(struct str *out, const struct json *value);

/* Reads one value of `length` bytes; anything but white space after it is an error, and so are
 * bytes that are not UTF-8, zero bytes and \u0000, which would cut their text, more than 1,000
 * levels of arrays and objects, and more than MAX_JSON_VALUES of their opening brackets and commas.
 * cJSON lets pass what a strict reader would not: a byte order mark, control characters in a text,
 * numbers like 01 and 1., and names that an object has twice (json_get() gives the first). */
enum { MAX_JSON_VALUES = 1 << 22 };
int json_parse(struct json **out, const char *bytes, size_t length, struct err *err);

/* What the value is; NULL is JSON_NULL, so that an absent member is null. */
enum json_kind json_kind(const struct json *value);

/* Reading: the member (NULL when absent or not an object), the number of members or items, the
 * item, the name of a member by position. */
const struct json *json_get(const struct json *object, const char *name);
size_t json_count(const struct json *value);
const struct json *json_item(const struct json *value, size_t index);

/* The first member or item, and the one after another; NULL at the end. Better than json_item()
 * to go through many. */
const struct json *json_first(const struct json *value);
const struct json *json_next(const struct json *item);
const char *json_name(const struct json *member);

/* Goes through all members or items: json_each(row, rows) { ... row ... } */
#define json_each(item, list) \
    for (const struct json *item = json_first(list); item; item = json_next(item))

/* The first object in a list whose member `key` is that text; NULL for none. */
const struct json *json_find(const struct json *list, const char *key, const char *text);

/* The text of a string value, or NULL when it is none. */
const char *json_text(const struct json *value);

/* The number of a number value, or `otherwise`. */
double json_number(const struct json *value, double otherwise);

/* The same of a member of an object: NULL, and 0, when it is none. */
const char *json_text_at(const struct json *object, const char *key);
double json_number_at(const struct json *object, const char *key);

/* Whether the value is a whole number that is known exactly: any that the program made, and below
 * 2^53 (without its sign) one that was parsed. */
bool json_is_int(const struct json *value);

/* That number, or `otherwise`. */
int64_t json_int(const struct json *value, int64_t otherwise);

/* Whether the value is an array. */
bool json_is_array(const struct json *value);

/* Whether the value is `true`. */
bool json_is_true(const struct json *value);

/* Appends name and version of the library. */
void json_add_library(struct str *out);

#endif
