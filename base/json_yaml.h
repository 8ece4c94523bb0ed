/* JSON values written and read as YAML: the door to libyaml. */
#ifndef BASE_JSON_YAML_H
#define BASE_JSON_YAML_H

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* What a plain scalar of YAML means: a word without quotes, which may be a text, a number, ...
 *
 * YAML 1.1 (which most programs still speak) and the core schema of YAML 1.2 disagree about it:
 * `no` is false in one and a text in the other. */

/* Whether a text of `length` bytes of UTF-8, written plain in a block, is that text for readers of
 * both. Texts that look much like numbers or dates are not, without looking closer. */
bool json_yaml_is_plain(const char *text, size_t length);

/* The value of a plain scalar by the core schema (YAML 1.2.2, 10.3.2). Fails for what has no place
 * in JSON: infinity, what is no number (.nan), and whole numbers beyond 64 bits. */
int json_from_scalar(struct json **out, const char *text, struct err *err);

/* Appends an object as a YAML document in block style, without the marks `---` and `...`. Readers
 * of YAML 1.1 and 1.2 both find the same values: texts stand plain where neither takes them for
 * anything else, else in double quotes. Lines are not folded. What is no UTF-8 in a text becomes
 * U+FFFD. */
void json_to_yaml(struct str *out, const struct json *value);

/* Reads the only document of `length` bytes of UTF-8; null when there is none. Plain scalars go by
 * the core schema of YAML 1.2, texts in quotes and blocks are texts, and so are keys, quoted or
 * not.
 *
 * Refused, with the line (`line 12: ...`), are: anchors and aliases, tags, a key that is no scalar
 * or comes twice, a second document, zero bytes in a text, numbers that JSON has none for, and more
 * than 100 levels of lists and objects. */
int json_from_yaml(struct json **out, const char *bytes, size_t length, struct err *err);

/* The line, from 1, of the value with that number in a document that json_from_yaml() took: where
 * its key begins, or of an item the value itself. Values are numbered from 0 in the order of the
 * text, an array or an object before what is in it. 1 when there are not so many. */
size_t json_yaml_line(const char *bytes, size_t length, size_t number);

/* Appends name and version of the library. */
void json_yaml_add_library(struct str *out);

#endif
