/* JSON values, written and read through cJSON.
 *
 * Objects keep the order in which members are added. Adding a value to an object or an array
 * hands it over: only the outermost value is released, with json_free(). Texts are UTF-8. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json; /* opaque */

struct json *json_object(void);
struct json *json_array(void);
void json_free(struct json *value);

/* Members of an object. A NULL `text` becomes JSON null. Integers are written exactly, and
 * can be read only after the text is parsed again. */
void json_set_text(struct json *object, const char *name, const char *text);
void json_set_int(struct json *object, const char *name, int64_t number);
void json_set_double(struct json *object, const char *name, double number);
void json_set_bool(struct json *object, const char *name, bool truth);
void json_set(struct json *object, const char *name, struct json *value);

/* Items of an array. */
void json_push(struct json *array, struct json *value);
void json_push_int(struct json *array, int64_t number);

/* An item of the array that is a member of an object, so that it can be added to; NULL for none. */
struct json *json_own_item(struct json *object, const char *name, size_t index);

/* One line: the value without white space and a line end. Errors of `out` are the caller's to
 * check (ferror). */
void json_write_line(const struct json *value, FILE *out);

/* Indented over several lines, with a final line end. */
void json_write_pretty(const struct json *value, FILE *out);

/* Reads one value of `length` bytes; anything but white space behind it is an error. */
int json_parse(struct json **out, const char *bytes, size_t length, struct err *err);

/* Reading: the member (NULL when absent or not an object), the number of members or items, the
 * item, the name of a member by position. */
const struct json *json_get(const struct json *object, const char *name);
size_t json_count(const struct json *value);
const struct json *json_item(const struct json *value, size_t index);

/* The first member or item, and the one behind another; NULL at the end. Better than json_item()
 * to go through many. */
const struct json *json_first(const struct json *value);
const struct json *json_next(const struct json *item);
const char *json_name(const struct json *member);

/* The text of a string value, or NULL when it is none. */
const char *json_text(const struct json *value);

/* The number of a number value, or `otherwise`. */
double json_number(const struct json *value, double otherwise);

/* Whether the value is an array. */
bool json_is_array(const struct json *value);

/* Whether the value is `true`. */
bool json_is_true(const struct json *value);

#endif
