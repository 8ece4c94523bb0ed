/* The manual of a command as text: what --help prints. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/str.h"
#include "cli/command.h"

/* Prints the help to standard output. Headings and options are bold if the output is coloured.
 * Returns EXIT_OK. */
int help_print(const struct command *command);

/* Appends an option as help and manual page write it: "-o, --output DB". */
void help_add_option(struct str *out, const struct command_option *option);

/* Appends the text of an option, with the default after the first line. */
void help_add_option_text(struct str *out, const struct command_option *option);

/* Wraps the texts of manuals (see command.h) for a terminal. */
enum { WRAPPING_WIDTH = 80 };

/* Appends a text (see command.h). Each line is indented and wrapped at WRAPPING_WIDTH columns. If
 * the first line continues a line of `out`, `column` is the column where that line ends; otherwise
 * it is 0. The output ends with a line end. */
void wrapping_add(struct str *out, const char *text, size_t indent, size_t column);

/* Return the length in bytes of a line, and of its term: 0 if the line is not a list item. */
size_t wrapping_line_length(const char *line);
size_t wrapping_term_length(const char *line);

#endif
