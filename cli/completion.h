/* Completions of command lines for shells, made of the commands' manuals. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/str.h"
#include "cli/command.h"

#include <stdbool.h>

/* Appends the script that a shell reads: commands, options, the values that options know, and paths
 * where a path is taken. `commands` goes up to NULL. */
void completion_add_bash(struct str *out, const struct command *const *commands);
void completion_add_zsh(struct str *out, const struct command *const *commands);
void completion_add_fish(struct str *out, const struct command *const *commands);

/* What the scripts have in common. */

/* Whether an option's value is a path. */
bool completion_takes_path(const struct command_option *option);

/* Appends names, with `between` between them. */
void completion_add_names(struct str *out, name_at *names, const char *between);

/* Appends the beginning of a text, up to its first pause, with a backslash before each of
 * `special`; a single quote becomes what ends, quotes, and begins again a word in quotes. */
void completion_add_brief(struct str *out, const char *text, const char *special);

#endif
