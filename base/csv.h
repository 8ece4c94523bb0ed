/* CSV, and text like it: whole texts and texts that come in parts are read, cells are written. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

struct csv_field {
    const char *text; /* zero-terminated; may also contain zero bytes */
    size_t length;
};

/* The maximum number of fields kept of a row. It bounds the memory that a line of a hundred million
 * commas takes. */
enum { MAX_CSV_FIELDS = 4096 };

/* ---- A whole text with commas (RFC 4180, with libcsv) ---- */

struct csv_row {
    const struct csv_field *fields; /* the first MAX_CSV_FIELDS of them, at most; valid during the
                                       call */
    size_t n_fields;                /* counts all fields */
    size_t line;                    /* the line of the file on which the row starts, from 1 */
    bool is_binary;                 /* a field contains a zero byte or is not UTF-8 */
};

/* Calls `row` for each row. Skips blank lines and a UTF-8 byte order mark. A row with a wrong quote
 * has fewer fields than it should, and ends with its line. */
void csv_read(const char *bytes, size_t length,
              void (*row)(void *context, const struct csv_row *row), void *context);

/* Returns the position of the named column in a header row, or -1. */
int csv_column(const struct csv_row *header, const char *name);

/* Appends the name and version of the library. */
void csv_add_library(struct str *out);

/* ---- The rows of a text that comes in parts ----
 *
 * A text has one of two forms.
 *
 * CSV (RFC 4180), with any delimiter. Unlike libcsv, this finds the ends of rows without having the
 * whole text. A quoted field begins only with a quote at the start of a field, and ends with the
 * next quote that is not doubled, whatever follows.
 *
 * Text with backslashes, as PostgreSQL's COPY and MySQL's batch mode and INTO OUTFILE write it:
 * quotes mean nothing; a backslash and a letter (b f n r t v), up to three octal digits, or x and
 * up to two hexadecimal digits are a character, and a backslash before any other character,
 * delimiters and line ends included, is nothing.
 * https://www.postgresql.org/docs/current/sql-copy.html
 *
 * Rows end with LF or CRLF. */

struct csv_form {
    char delimiter; /* not a quote, backslash, CR, LF or zero */
    bool has_backslashes;
};

/* The search for the end of a row. All zero at its start, but for `most`. */
struct csv_scan {
    size_t most;    /* fields that a row of CSV may have; 0: any number, and any quotes */
    size_t n_after; /* fields after the first, so far */
    bool is_wrong;  /* something else than a delimiter follows a quote that closes a field */
    size_t n_bytes; /* of the row that were searched; with its line end, once that is found */
    enum {
        CSV_AT_START, /* of a field */
        CSV_IN_PLAIN,
        CSV_IN_QUOTES,
        CSV_AFTER_QUOTE,
        CSV_AFTER_BACKSLASH,
    } state;
};

/* Searches on in the row that starts at `bytes`, of which `length` bytes are known. Returns whether
 * the row ends in them, or, if there is a `most`, is seen to be none. */
bool csv_scan(struct csv_scan *scan, const struct csv_form *form, const char *bytes, size_t length);

struct csv_fields {
    ARRAY(struct csv_field) list; /* the first MAX_CSV_FIELDS, at most */
    size_t n;                     /* counts all */
};

/* Cuts a whole row, with or without its line end, into its fields. Changes the bytes, in which the
 * fields then are; there must be room for one byte more. Returns false if a quoted field is not
 * closed, or something other than a delimiter follows its end. In text with backslashes, the field
 * \\N is null: its text is NULL. */
bool csv_cut(struct csv_fields *out, const struct csv_form *form, char *row, size_t length);

/* ---- Cells that are written ---- */

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
