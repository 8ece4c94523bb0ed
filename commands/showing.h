/* Showing fixes: choosing them, by ids or by filters, and writing them to a terminal or a pipe. */
#ifndef COMMANDS_SHOWING_H
#define COMMANDS_SHOWING_H

#include "cli/command.h"
#include "fixes/choice.h"
#include "report/fixes.h"

/* What the command line says. */
struct showing {
    const char *db;
    const char *const *ids; /* these fixes alone; the choice is not looked at then */
    size_t n_ids;
    struct fix_choice choice;     /* belongs to the caller */
    int64_t n_fixes;              /* at most so many; INT64_MAX: all */
    bool is_random;               /* in an order by chance, which goes by the choice's seed */
    bool has_seed;                /* the user gave that; else one is drawn, and told */
    bool has_no_pager;            /* though it is a terminal */
    struct fixes_options options; /* has_color and n_columns become those of standard output */
};

/* Shows the fixes; returns an exit status. Standard error is told, when all is shown, how many are
 * left, and the seed. */
int showing_run(const struct command *command, struct showing *showing);

#endif
