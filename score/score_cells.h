/* Cells of the score tables. */
#ifndef SCORE_SCORE_CELLS_H
#define SCORE_SCORE_CELLS_H

#include "base/json.h"
#include "report/text_table.h"

/* Returns the number of a member; NAN if it is missing, null, or not a number. */
double score_number(const struct json *object, const char *key);

/* Prints an empty line and a heading. */
void score_cells_heading(const char *heading, FILE *out);

/* Adds a row of titles, ended by NULL. score_cells_begin() also prints the heading. */
void score_cells_titles(struct text_table *table, const char *const *titles);
void score_cells_begin(struct text_table *table, const char *heading, const char *const *titles,
                       FILE *out);
#define TITLES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Adds a member that is a count. */
void score_cells_count(struct text_table *table, const struct json *object, const char *key);

/* Returns the number of things of which a share is a part: the share's own n, else `n`. */
double score_cells_whole(const struct json *share, double n);

/* Adds a share (score.h) of `n` things in percent, with the sign " %" or "", and optionally with
 * its 95 % interval: "66.7 %", "66.7 (58.4-74.1)"; "-" for a share of nothing. Decimals are those
 * of percent_decimals(). */
void score_cells_share(struct text_table *table, const struct json *share, double n,
                       const char *sign, bool has_interval);

#endif
