/* The hunk of a unified diff that contains a fix, as git prints it. */
#ifndef EXPORT_HUNK_H
#define EXPORT_HUNK_H

#include "base/str.h"
#include "fixes/fix_reader.h"

enum { HUNK_CONTEXT = 3 /* lines above and below */ };

/* Appends "@@ -1,7 +1,7 @@ HEADING" and the lines, each with its line end. Only LF ends a line. The
 * lines around the change are those that both programs have there; if they also differ in comments
 * or layout near by, there are fewer. Returns the number of the first line in the buggy program,
 * from 1. */
size_t hunk_add(struct str *out, const struct fix *row);

#endif
