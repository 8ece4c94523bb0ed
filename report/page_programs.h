/* What the report page shows of the two programs of a fix. */
#ifndef REPORT_PAGE_PROGRAMS_H
#define REPORT_PAGE_PROGRAMS_H

#include "base/str.h"

#include <stdbool.h>

enum { PAGE_MAX_PROGRAM = 20000 }; /* bytes that are shown of a program */

/* A program, and where the token stands: inside it, and between characters. */
struct page_program {
    const char *code; /* UTF-8 */
    size_t length;
    size_t start_byte, end_byte;
};

/* Appends a JSON object (script_json.h):
 * line   of the buggy program, from 1, at which begins what is shown of it
 * cut    whether some of a program is left out
 * buggy  three texts: what stands before the token, the token, what stands behind it
 * fixed  the same; or only the token, where all else is as in the buggy program
 * A program of more than PAGE_MAX_PROGRAM bytes is cut: to whole lines around the token where there
 * are some, else between two characters; a token that is too long itself is cut at its end. */
void page_programs_add(struct str *out, const struct page_program *buggy,
                       const struct page_program *fixed);

#endif
