/* Relatives of held-out pairs in splits that are held out less. */
#ifndef REPORT_ANCESTRY_REPORT_H
#define REPORT_ANCESTRY_REPORT_H

#include "base/json.h"
#include "guard/ancestry.h"

/* Keys: held_out, leaking, has_duplicates, n_leaks, leaks (at most `top` rows). Release with
 * json_free(). */
struct json *ancestry_report_make(const struct ancestry *ancestry, const struct pairs *pairs,
                                  size_t top);
void ancestry_report_print(const struct json *report, FILE *out);

#endif
