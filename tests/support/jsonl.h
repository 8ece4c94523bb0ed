/* Exported rows, JSON as text, and code points. */
#ifndef TESTS_SUPPORT_JSONL_H
#define TESTS_SUPPORT_JSONL_H

#include "base/json.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows of `tokfix export`. */

struct jsonl {
    ARRAY(struct json *) rows;
};

/* Runs `tokfix export` with printf-style arguments of a shell command, and reads the rows from its
 * standard output. Release with jsonl_release(). */
void jsonl_export(struct jsonl *jsonl, const char *arguments, ...)
    __attribute__((format(printf, 2, 3)));
void jsonl_release(struct jsonl *jsonl);
SCOPED_VALUE(jsonl, jsonl_release)

/* Returns the text of a key; fails the test if there is none. */
const char *jsonl_text(const struct json *row, const char *key);

/* Returns the number of a key; fails the test if there is none. */
size_t jsonl_number(const struct json *row, const char *key);

/* Returns the row with this text as the value of a key; fails the test if there is none. */
const struct json *jsonl_find(const struct jsonl *jsonl, const char *key, const char *text);

/* Calls `check` with the database of the sample and, if it exists, with that of the AtCoder
 * programs, as words of a shell command. */
void jsonl_each_store(const char *what, void (*check)(const char *name, const char *db));

/* JSON values as texts. */

/* Returns the value of a JSON text; fails the test if it is not JSON. Release it with
 * json_free(). */
struct json *json_of(const char *text);

/* Fails the test unless the value contains the expected one, which is JSON with single quotes, and
 * without them around words: "{files: [{rows: 2}]}". Objects may have more keys; lists, numbers,
 * texts and truth values must be equal. */
void assert_json_has(const struct json *value, const char *expected);

/* Returns the value at a path of keys and indices, joined by dots: "files.0.rows". Fails the test
 * if there is none. */
const struct json *json_at(const struct json *value, const char *path);

/* Returns the text that a writer prints for a value. The caller frees it. */
char *json_written(void (*write)(const struct json *, FILE *), const struct json *value);

/* Fails the test unless json_write_line() prints this text for the value. */
void assert_json_line(const struct json *value, const char *expected);

/* Parses a copy that is not zero-terminated, so that a sanitizer detects reads after the end. */
int json_parse_exact(struct json **out, const char *bytes, size_t length, struct err *err);

/* Code points for tests that go through all of them. */

enum { N_CODE_POINTS = 0x110000 };

/* Surrogates are code points, but do not occur in UTF-8. */
bool is_surrogate(uint32_t code);

/* Writes the UTF-8 form of a code point (RFC 3629); for surrogates, the form that it would have.
 * Returns the number of bytes. */
size_t encode_utf8(uint32_t code, char bytes[4]);

#endif
