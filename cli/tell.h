/* How much the program tells on standard error. That holds for the process: the options of its command
 * line set it. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include "cli/command.h"

enum loudness {
    LOUDNESS_QUIET, /* errors only */
    LOUDNESS_NORMAL,
    LOUDNESS_VERBOSE,
};

void tell_set_loudness(enum loudness loudness);
enum loudness tell_loudness(void);

/* Prints `tokfix NAME: note`, unless quiet. The note may have lines; whatever else in it could drive a
 * terminal is made safe. */
void tell(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, when verbose only. */
void tell_more(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
