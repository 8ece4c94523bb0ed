/* What is known of a fix, above its lines. */
#ifndef REPORT_HEADING_H
#define REPORT_HEADING_H

#include "report/hunk.h"
#include "report/marks.h"

/* Appends its id and verdicts; category, pattern and role; user, days and language; its marks, if it
 * has any; and the tokens. All texts are shown safely (base/terminal.h), and what is long is cut. */
void heading_add(struct str *out, const struct fix *row, const struct marks *marks,
                 const struct diff_style *style);

/* Parts of it, a line each: category, pattern and role; and the tokens. */
void heading_add_kind(struct str *out, const struct fix *row);
void heading_add_tokens(struct str *out, const struct fix *row, const struct diff_style *style);

#endif
