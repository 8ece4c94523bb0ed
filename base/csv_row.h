/* The rows of a text that comes in parts, and the cells of CSV that is written. A text has one of
 * two forms.
 *
 * CSV (RFC 4180), with any delimiter. Unlike base/delimited.h, this finds the ends of rows without
 * having the whole text, and a quote that is wrong spoils only its own row and the next that has
 * quotes: a quoted field begins only with a quote at the start of a field, and ends with the next
 * quote that is not doubled, whatever follows.
 *
 * Text with backslashes, as PostgreSQL's COPY and MySQL's batch mode and INTO OUTFILE write it:
 * quotes mean nothing; a backslash and a letter (b f n r t v), up to three octal digits, or x and
 * up to two hexadecimal digits are a character, and a backslash before any other character,
 * delimiters and line ends included, is nothing.
 * https://www.postgresql.org/docs/current/sql-copy.html
 *
 * Rows end with LF or CRLF. */
#ifndef BASE_CSV_ROW_H
#define BASE_CSV_ROW_H

#include "base/delimited.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

struct csv_form {
    char delimiter; /* not a quote, backslash, CR, LF or zero */
    bool has_backslashes;
};

/* The search for the end of a row. All zero at its start. */
struct csv_scan {
    size_t n_bytes; /* of the row that were searched; with its line end, once that is found */
    enum { CSV_START, CSV_PLAIN, CSV_QUOTED, CSV_QUOTE, CSV_BACKSLASH } state;
};

/* Searches on in the row that starts at `bytes`, of which `length` bytes are known. Returns whether
 * the row ends in them. */
bool csv_scan(struct csv_scan *scan, const struct csv_form *form, const char *bytes, size_t length);

struct csv_fields {
    ARRAY(struct delimited_field) list; /* the first MAX_DELIMITED_FIELDS, at most */
    size_t n;                           /* counts all */
};

/* Cuts a whole row, with or without its line end, into its fields. Changes the bytes, in which the
 * fields then are; there must be room for one byte more. Returns false if a quoted field is not
 * closed, or something other than a delimiter follows its end. In text with backslashes, the field
 * \\N is null: its text is NULL. */
bool csv_cut(struct csv_fields *out, const struct csv_form *form, char *row, size_t length);

/* Appends a text as a cell, in quotes if necessary; an empty text is `""`. The caller writes the
 * commas and line ends. */
void csv_add_text(struct str *out, const char *text);

/* The same for a spreadsheet, which takes a text that begins with = + - @, a tab or a line end for
 * a formula, and runs it. Such a text gets an apostrophe before it, and all texts get quotes
 * (https://owasp.org/www-community/attacks/CSV_Injection). It is then no longer the same. */
void csv_add_safe_text(struct str *out, const char *text);

/* Appends a value as a cell for a spreadsheet: null is nothing, a list or an object is the text of
 * its JSON. */
void csv_add_value(struct str *out, const struct json *value);

/* Appends bytes as a cell in quotes, as they are. */
void csv_add_quoted(struct str *out, const char *bytes, size_t length);

#endif
