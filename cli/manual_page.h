/* The manual of a command as a page for man: roff with the macros of man(7). */
#ifndef CLI_MANUAL_PAGE_H
#define CLI_MANUAL_PAGE_H

#include "base/str.h"
#include "cli/command.h"

/* What a page says of the program, beside the command's manual. */
struct manual_program {
    const char *version, *date; /* YYYY-MM-DD */
    const char *summary;
    const struct command *const *commands; /* up to NULL */
};

/* Appends the page of a command, tokfix-NAME(1). The words are those of --help, in its order. */
void manual_page_add(struct str *out, const struct command *command,
                     const struct manual_program *program);

/* Appends the page of the program, tokfix(1). */
void manual_page_add_program(struct str *out, const struct manual_program *program);

#endif
