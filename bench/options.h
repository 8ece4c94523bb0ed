/* NAME=VALUE on the command line, as make passes variables on. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "base/err.h"

struct option_rule {
    const char *name;
    long *number;      /* where the value goes, */
    const char **text; /* or here: NULL for the other of the two */
    long low, high;    /* of a number */
};

/* Takes the arguments; `rules` end with one without a name. */
int options_parse(const struct option_rule *rules, int argc, char **argv, struct err *err);

/* Fails, saying why, when the shell finds no such command. */
int options_need(const char *command, const char *why, struct err *err);

#endif
