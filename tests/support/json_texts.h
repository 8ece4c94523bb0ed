/* JSON values as texts, in tests. */
#ifndef TESTS_SUPPORT_JSON_TEXTS_H
#define TESTS_SUPPORT_JSON_TEXTS_H

#include "base/json.h"

/* What a writer prints of a value; to be freed. */
char *json_written(void (*write)(const struct json *, FILE *), const struct json *value);

/* That json_write_line() prints this of a value. */
void assert_json_line(const struct json *value, const char *expected);

/* Parses a copy without a final zero, so that a sanitizer sees a read behind the end. */
int json_parse_exact(struct json **out, const char *bytes, size_t length, struct err *err);

#endif
