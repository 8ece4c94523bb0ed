/* JSON as text, rows that the program exports, and code points to try. */
#ifndef TESTS_SUPPORT_JSONL_H
#define TESTS_SUPPORT_JSONL_H

#include "base/array.h"
#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What `tokfix export` writes, read back. */

struct jsonl {
    ARRAY(struct json *) rows;
};

/* Runs `tokfix export` with printf-style arguments, a shell command's, and reads the rows that it
 * writes to standard output. Release with jsonl_release(). */
void jsonl_export(struct jsonl *jsonl, const char *arguments, ...)
    __attribute__((format(printf, 2, 3)));
void jsonl_release(struct jsonl *jsonl);
SCOPED_VALUE(jsonl, jsonl_release)

/* The text under a key; fails the test when there is none. */
const char *jsonl_text(const struct json *row, const char *key);

/* The number. */
size_t jsonl_number(const struct json *row, const char *key);

/* The row with that text under a key; fails the test when there is none. */
const struct json *jsonl_find(const struct jsonl *jsonl, const char *key, const char *text);

/* Calls `check` with the store of the sample, and with that of the AtCoder programs where they are:
 * shell words. */
void jsonl_each_store(const char *what, void (*check)(const char *name, const char *db));

/* JSON values as texts, in tests. */

/* The value of a text that must be JSON, as a whole; to be released with json_free(). */
struct json *json_of(const char *text);
struct json *json_in(const struct str *text);

/* Fails unless a value has what is written, as YAML for brevity: "{files: [{rows: 2}]}". Objects
 * may have more keys; lists, numbers, texts and truths must be the same. */
void assert_json_has(const struct json *value, const char *expected);

/* The value that keys and numbers, joined by dots, lead to: "files.0.rows". Fails when there is
 * none. */
const struct json *json_at(const struct json *value, const char *path);

/* What a writer prints of a value; to be freed. */
char *json_written(void (*write)(const struct json *, FILE *), const struct json *value);

/* That json_write_line() prints this of a value. */
void assert_json_line(const struct json *value, const char *expected);

/* Parses a copy without a final zero, so that a sanitizer sees a read behind the end. */
int json_parse_exact(struct json **out, const char *bytes, size_t length, struct err *err);

/* Code points for tests that go through all of them. */

enum { N_CODE_POINTS = 0x110000 };

/* Surrogates are code points, but have no place in UTF-8. */
bool is_surrogate(uint32_t code);

/* Writes the UTF-8 form of a code point (RFC 3629), for surrogates what it would be; returns the
 * number of bytes. */
size_t encode_utf8(uint32_t code, char bytes[4]);

#endif
