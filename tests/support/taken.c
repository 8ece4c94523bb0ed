#include "tests/support/taken.h"

#include "tests/support/test.h"

int take_option(const struct command_option *options, const char *name, const char *text,
                void *variables, struct err *err)
{
    for (const struct command_option *o = options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o->take(o, text, (char *)variables + o->variable, err);
    fail_msg("there is no --%s", name);
    return ERR;
}
