/* Categories chosen on a command line. */
#ifndef COMMANDS_CATEGORIES_H
#define COMMANDS_CATEGORIES_H

#include "languages/language.h"

#include <stddef.h>

/* In their usual order. */
struct category_choice {
    const char *names[N_CATEGORIES];
    size_t n;
};

/* Reads a list of names_category(), separated by commas; NULL stands for the six. */
void categories_choose(const char *list, struct category_choice *choice);

#endif
