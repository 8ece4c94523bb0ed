/* JSON that can stand in a script element of an HTML page.
 *
 * In it <, >, & and the line separators U+2028 and U+2029 are written as \uXXXX: no text can end
 * the element, open a comment in it, or be more than a text. Bytes that are not UTF-8 become
 * U+FFFD. */
#ifndef REPORT_SCRIPT_JSON_H
#define REPORT_SCRIPT_JSON_H

#include "base/json.h"
#include "base/str.h"

/* Appends a text of `length` bytes, which may hold zero bytes, as a JSON string. */
void script_json_add_text(struct str *out, const char *bytes, size_t length);

/* The same for a text of which only the start matters: at most `max` code points, of which the last
 * is an ellipsis if any are left out. */
void script_json_add_clipped(struct str *out, const char *bytes, size_t length, size_t max);

/* Appends a value, whose texts are clipped likewise; names of members are not. */
void script_json_add(struct str *out, const struct json *value, size_t max);

#endif
