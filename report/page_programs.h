/* What the report page shows of the two programs of a fix. */
#ifndef REPORT_SAMPLE_H
#define REPORT_SAMPLE_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { SAMPLE_MAX_BYTES = 20000 }; /* of a program */

/* A program, and where the token stands in it: inside it, and between characters. */
struct sample_side {
    const char *code; /* UTF-8 */
    size_t length;
    size_t start_byte, end_byte;
};

/* Appends a JSON object (script_json.h): line, cut, buggy, fixed. A program of more than
 * SAMPLE_MAX_BYTES is cut: to whole lines around the token where it has such, and else between two
 * characters. A token that is longer than that is cut at its end. */
void sample_add(struct str *out, const struct sample_side *buggy, const struct sample_side *fixed);

#endif
