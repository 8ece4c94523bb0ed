/* The manual of a command as a page for man(1): roff with the macros of man(7). */
#ifndef CLI_MANUAL_PAGE_H
#define CLI_MANUAL_PAGE_H

#include "base/str.h"
#include "cli/command.h"

/* The facts about the program that the pages show. */
struct manual_program {
    const char *version, *date; /* YYYY-MM-DD */
    const char *summary;
    const struct command *const *commands; /* ends with NULL */
};

/* Appends the page of a command, tokfix-NAME(1): the same text as --help, in the same order. */
void manual_page_add(struct str *out, const struct command *command,
                     const struct manual_program *program);

/* Appends the page of the program, tokfix(1). */
void manual_page_add_program(struct str *out, const struct manual_program *program);

#endif
