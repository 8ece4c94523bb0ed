/* What `tokfix export` writes, read back. */
#ifndef TESTS_SUPPORT_JSONL_H
#define TESTS_SUPPORT_JSONL_H

#include "base/array.h"
#include "base/json.h"

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

#endif
