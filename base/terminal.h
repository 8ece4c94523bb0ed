/* Text for people: safe, coloured, and in a pager. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include "base/mem.h"
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

/* Returns a safe copy of a text in the arena. */
const char *terminal_copy_safe(struct arena *arena, const char *text);

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

/* Sets the choice of the process, COLOR_AUTO by default; and returns whether to colour `file`
 * accordingly. With COLOR_AUTO: if it is a terminal, NO_COLOR is unset or empty, and TERM is not
 * "dumb" (no-color.org). */
void terminal_choose_color(enum color_choice choice);
bool terminal_is_colored(FILE *file);

/* Prints a text, in bold if the file is coloured. */
void terminal_print_bold(FILE *file, const char *text);

/* A pager between the output and a reader at a terminal, as in git and man. */
struct pager; /* opaque */

/* Returns the shell command that pages the output to `file`: TOKFIX_PAGER, else PAGER, else `less`.
 * Returns NULL when nothing is to be paged: the file is not a terminal, TERM is unset or "dumb", or
 * the command is empty or `cat`. The environment owns the text. */
const char *pager_command(FILE *file);

/* Starts a pager that writes to `terminal`. Write the text for it to pager_stream(). Returns NULL
 * when no process can be started; then write to the terminal itself.
 *
 * Sets LESS=FRX and LESSCHARSET=utf-8 for the pager unless the user has set these variables (or
 * LESSCHARDEF). `less` then passes on colours, exits when the text fits on one screen, and reads
 * UTF-8. If the shell cannot run the command, the text goes to the terminal, and none of it is
 * lost.
 *
 * Until pager_close() this process ignores SIGPIPE and interrupts from the keyboard, which are
 * meant for the pager. Only one pager can be open. */
struct pager *pager_open(const char *command, FILE *terminal);

/* Returns the stream that the pager reads. When the reader has left the pager, writing to it fails
 * (ferror()). That is not an error; there is just nothing more to write. */
FILE *pager_stream(const struct pager *pager);

/* Ends the text, waits until the reader is done, and releases the pager. `pager` may be NULL. */
void pager_close(struct pager *pager);
SCOPED_POINTER(pager, pager_close)

#endif
