/* The manual of a command as text: what --help prints. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/str.h"
#include "cli/command.h"

/* Prints the help of a command to standard output. Headings and options are bold if the output is
 * coloured. Options that several commands share are only named. Returns EXIT_OK. */
int help_print(const struct command *command);

/* Prints the options that several of these commands share, each once: `tokfix help options`. The
 * commands end with NULL. Returns EXIT_OK. */
int help_print_shared(const struct command *const *commands);

/* Returns the length in bytes of the beginning of a text that explains an option, without what
 * follows a semicolon, a colon, a parenthesis, a sentence, a tab or a line end. A colon after a
 * word or two that say what the option is for ("git:") does not end it. */
size_t help_brief_length(const char *text);

/* Appends an option as help and manual page write it: "-o, --output DB". */
void help_add_option(struct str *out, const struct command_option *option);

/* Appends the text of an option, with the default after the first line. */
void help_add_option_text(struct str *out, const struct command_option *option);

/* Return the length in bytes of a line of a manual's text (see command.h), and of its term: 0 if
 * the line is not a list item. */
size_t help_line_length(const char *line);
size_t help_term_length(const char *line);

#endif
