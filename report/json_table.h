/* Rows of JSON objects as a table for people. */
#ifndef REPORT_JSON_TABLE_H
#define REPORT_JSON_TABLE_H

#include "base/json.h"

#include <stdio.h>

/* Prints the member `name` of an object, an array of rows, under a heading; "none" where there are
 * no rows. `columns` says what is shown, "t kind, n n=fixes, p percent/n=": of each column a
 * letter, the key, and behind `=` its title, where that is not the key. Without any title there is
 * no head. The letters:
 *
 *     t  text; c and s: cut to 24 and 10 columns
 *     n  number; d: with three decimals; m: with one
 *     p  percentage (percent_decimals()) of as many things as the row's member "n" says; with
 *        KEY/N as json_table_whole() says for N; with KEY/-N as the last row does, and with
 *        KEY/.N.M as members of the object
 *
 * With ? behind the letter a column is left out if the first row has no such member. */
void json_table_print(const struct json *object, const char *name, const char *heading,
                      const char *columns, FILE *out);

/* The same of rows that are not a member. */
void json_table_print_rows(const struct json *object, const struct json *rows, const char *heading,
                           const char *columns, FILE *out);

/* Says how many more there are than the member `list` of an object holds, where it was cut; the
 * member `total` has the number of all. */
void json_table_print_cut(const struct json *object, const char *list, const char *total,
                          FILE *out);

/* How many things the shares of a column are of: the sum of `key` over the rows with a number for
 * the key `percent`. */
double json_table_whole(const struct json *rows, const char *key, const char *percent);

#endif
