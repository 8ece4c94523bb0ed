/* Shell completions of command lines, made from the commands' manuals. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/str.h"
#include "cli/command.h"

#include <stdbool.h>

/* Append the script that the shell reads. It completes commands, options, the names that options
 * accept as values, and paths. `commands` ends with NULL. */
void completion_add_bash(struct str *out, const struct command *const *commands);
void completion_add_zsh(struct str *out, const struct command *const *commands);
void completion_add_fish(struct str *out, const struct command *const *commands);

/* The scripts share the following functions. */

/* Returns whether an option's value is a path. */
bool completion_takes_path(const struct command_option *option);

/* Appends the names, separated by `between`. */
void completion_add_names(struct str *out, name_at *names, const char *between);

/* Appends the beginning of a text, up to its first `;`, `:`, `(`, tab or line end. Puts a backslash
 * before each character of `special`, and writes a single quote as '\'', for a word in single
 * quotes. */
void completion_add_brief(struct str *out, const char *text, const char *special);

#endif
