/* Prints rows of JSON objects as a table for people. */
#ifndef REPORT_JSON_TABLE_H
#define REPORT_JSON_TABLE_H

#include "base/json.h"

#include <stdio.h>

/* Prints the member `name` of an object, an array of rows, under a heading; "none" if there are no
 * rows. `columns` describes the columns, for example "t kind, n n=fixes, p percent/n=": a letter,
 * the key, and after `=` the title if it is not the key. If no column has a title, the table has no
 * head. The letters:
 *
 *     t  text; c and s: cut to 24 and 10 columns
 *     n  number; d: with three decimals; m: with one
 *     p  percentage, with the decimals of percent_decimals() for the number of things of which it
 *        is a share: the row's member "n"; with KEY/N the result of json_table_whole() for N; with
 *        KEY/-N the member N of the last row; with KEY/.N.M the member M of the object's member N
 *
 * With ? after the letter, the column is omitted if no row has a value for the key. */
void json_table_print(const struct json *object, const char *name, const char *heading,
                      const char *columns, FILE *out);

/* Prints rows that are not a member of the object. */
void json_table_print_rows(const struct json *object, const struct json *rows, const char *heading,
                           const char *columns, FILE *out);

/* If the member `list` of an object was cut, prints how many rows are missing. The member `total`
 * is the number of all rows. */
void json_table_print_cut(const struct json *object, const char *list, const char *total,
                          FILE *out);

/* Returns the number of things of which the percentages of a column are shares: the sum of `key`
 * over the rows that have a number for the key `percent`. */
double json_table_whole(const struct json *rows, const char *key, const char *percent);

#endif
