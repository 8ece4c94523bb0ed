/* How much the program tells on standard error, and whether in colour. Both hold for the process:
 * they are set by the options of a command line. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include "base/terminal.h"
#include "cli/command.h"

#include <stdbool.h>

enum loudness {
    LOUDNESS_QUIET, /* errors only */
    LOUDNESS_NORMAL,
    LOUDNESS_VERBOSE,
};

enum { TELL_OPTION_COLOR = 128 };

void tell_set_loudness(enum loudness loudness);
enum loudness tell_loudness(void);

void tell_set_color(enum color_choice color);

/* Whether to colour what is written to `file`. */
bool tell_has_color(FILE *file);

/* Prints `tokfix NAME: note`, unless quiet. Texts of the input must be safe already. */
void tell(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, when verbose only. */
void tell_more(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
