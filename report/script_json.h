/* JSON for a script element of an HTML page.
 *
 * <, >, & and the line separators U+2028 and U+2029 are written as \uXXXX. A text therefore cannot
 * end the element, open a comment in it, or be read as anything but text. Bytes that are not UTF-8
 * become U+FFFD. */
#ifndef REPORT_SCRIPT_JSON_H
#define REPORT_SCRIPT_JSON_H

#include "base/json.h"
#include "base/str.h"

/* Appends a text of `length` bytes, which may include zero bytes, as a JSON string. */
void script_json_add_text(struct str *out, const char *bytes, size_t length);

/* Appends at most `max` code points of a text. If the text is longer, the last one is an ellipsis.
 */
void script_json_add_clipped(struct str *out, const char *bytes, size_t length, size_t max);

/* Appends the first `max` code points of a text. Returns the number of those that were cut. */
size_t script_json_add_start(struct str *out, const char *bytes, size_t length, size_t max);

/* Appends a value. Its texts are clipped to `max` code points; names of members are not. */
void script_json_add(struct str *out, const struct json *value, size_t max);

#endif
