/* Text for people: safe and coloured. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/* Appends UTF-8 text of unknown origin in a form that cannot control a terminal. Control characters
 * (C0, DEL, C1), bidirectional controls and bytes that are not UTF-8 become \n, \t, \xHH or \uHHHH.
 * Writes at most `max_columns` columns (0: no limit). If the text is longer, the last column is an
 * ellipsis. Returns the number of columns written. */
size_t terminal_add_safe(struct str *out, const char *text, size_t length, size_t max_columns);

/* The same for a text of several lines, without a limit. Line ends are kept. */
void terminal_add_safe_lines(struct str *out, const char *text);

/* Appends the first character of `length` > 0 bytes in the same way, or the first byte if it does
 * not begin a character. Returns the number of bytes taken, and sets `n_columns` to the number of
 * columns written. */
size_t terminal_add_character(struct str *out, const char *text, size_t length, size_t *n_columns);

/* Returns the number of columns for output: COLUMNS, or else the width of the terminal `file`, or
 * else `otherwise`. */
size_t terminal_columns(FILE *file, size_t otherwise);

/* When to colour the output. */
enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Returns the name of a choice: auto, always, never; NULL for any other number. */
const char *color_choice_name(int choice);

/* Whether the terminal does not support control sequences: TERM is "dumb". */
bool terminal_is_dumb(void);

/* Whether to colour `file`. With COLOR_AUTO: if it is a terminal, NO_COLOR is unset or empty, and
 * TERM is not "dumb" (no-color.org). */
bool terminal_has_color(enum color_choice choice, FILE *file);

/* Sets the choice of the process, COLOR_AUTO by default; and returns whether to colour `file`
 * accordingly. */
void terminal_choose_color(enum color_choice choice);
bool terminal_is_colored(FILE *file);

/* Prints a text, in bold if the file is coloured. */
void terminal_print_bold(FILE *file, const char *text);

#endif
