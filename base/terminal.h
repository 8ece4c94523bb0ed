/* Text for people's eyes: safe and coloured. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/* Appends UTF-8 text of unknown origin so that it cannot drive a terminal: control characters
 * (C0, DEL, C1) and bidirectional controls become \n, \t, \xHH or \uHHHH, and so do bytes that are
 * no UTF-8. At most `max_columns` columns of the terminal are written, the last an ellipsis where
 * something is left out; 0: no limit. Returns the number of columns written. */
size_t terminal_add_safe(struct str *out, const char *text, size_t length, size_t max_columns);

/* The same for a text of several lines, without a limit: line ends stay what they are. */
void terminal_add_safe_lines(struct str *out, const char *text);

/* Appends the first character of `length` > 0 bytes in the same way, or the first byte that is
 * none. Returns how many bytes of the text that was; `n_columns` is set to the columns that it
 * takes. */
size_t terminal_add_character(struct str *out, const char *text, size_t length, size_t *n_columns);

/* How many columns there are to write to: what COLUMNS says, or else the terminal that `file` is;
 * `otherwise` where neither tells. */
size_t terminal_columns(FILE *file, size_t otherwise);

/* When output is coloured. */
enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Its name: auto, always, never; NULL for any other number. */
const char *color_choice_name(int choice);

/* Whether the terminal understands no control sequences: TERM is "dumb". */
bool terminal_is_dumb(void);

/* Whether to colour `file`. COLOR_AUTO: when it is a terminal, NO_COLOR is unset or empty, and TERM
 * is not "dumb" (no-color.org). */
bool terminal_has_color(enum color_choice choice, FILE *file);

/* The choice of the process, COLOR_AUTO before it is made, and whether to colour `file` by it. */
void terminal_choose_color(enum color_choice choice);
bool terminal_is_colored(FILE *file);

/* Prints a text; bold where the file is coloured. */
void terminal_print_bold(FILE *file, const char *text);

#endif
