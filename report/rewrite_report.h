/* What `tokfix rewrite` tells of its work. */
#ifndef REPORT_REWRITE_REPORT_H
#define REPORT_REWRITE_REPORT_H

#include "augment/rewrite_fix.h"

#include <stdio.h>

/* A table of the kinds (with a column for what has fewer rewrites than the least that is wanted),
 * then why there is none of a kind. `unit` is what was rewritten: "fixes". */
void rewrite_report_print(const struct rewrite_counts *counts, const struct rewrite_choice *choice,
                          const char *unit, FILE *out);

/* The same as a JSON object. */
void rewrite_report_print_json(const struct rewrite_counts *counts,
                               const struct rewrite_choice *choice, const char *unit, FILE *out);

#endif
