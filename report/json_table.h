/* Rows of JSON objects as a table for people. */
#ifndef REPORT_JSON_TABLE_H
#define REPORT_JSON_TABLE_H

#include "base/json.h"

#include <stdio.h>

/* For the lists of keys and titles. */
#define LIST(...) ((const char *const[]){__VA_ARGS__})

/* Prints the member `name` of an object, an array of rows, under a heading: a column for each
 * letter of `types`, with the key that it shows and its title (`titles` may be NULL). "none" where
 * there are no rows. The letters:
 *
 *     t  text; c and s: cut to 24 and 10 columns
 *     n  number; d: with three decimals; m: with one
 *     p  percentage of as many things as the row's member "n" says (percent_decimals()) */
void json_table_print(const struct json *object, const char *name, const char *heading,
                      const char *types, const char *const *keys, const char *const *titles,
                      FILE *out);

/* The same with percentages of as many things as `wholes` says for their columns. */
void json_table_print_shares(const struct json *object, const char *name, const char *heading,
                             const char *types, const char *const *keys, const char *const *titles,
                             const double *wholes, FILE *out);

/* How many things the shares of a column are of: the sum of `key` over the rows with a number for
 * the key `percent`. */
double json_table_whole(const struct json *rows, const char *key, const char *percent);

#endif
