/* Cells of the tables of scores. */
#ifndef SCORE_SCORE_CELLS_H
#define SCORE_SCORE_CELLS_H

#include "base/json.h"
#include "report/text_table.h"

/* The number of a member, or NAN: it is missing, null, or no number. */
double score_number(const struct json *object, const char *key);

/* An empty line and a heading. */
void score_cells_heading(const char *heading, FILE *out);

/* A row of titles, ended by NULL; and both. */
void score_cells_titles(struct text_table *table, const char *const *titles);
void score_cells_begin(struct text_table *table, const char *heading, const char *const *titles,
                       FILE *out);
#define TITLES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A member that is a number of things. */
void score_cells_count(struct text_table *table, const struct json *object, const char *key);

/* How many things a share is of: its own number, or `n`. */
double score_cells_whole(const struct json *share, double n);

/* A share (score.h) of `n` things in percent, with the sign " %" or "", and with its 95 % interval
 * if wanted: "66.7 %", "66.7 (58.4-74.1)"; "-" for a share of nothing. Decimals are those of
 * percent_decimals(). */
void score_cells_share(struct text_table *table, const struct json *share, double n,
                       const char *sign, bool has_interval);

#endif
