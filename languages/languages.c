/* The list of languages. */
#include "languages/language.h"

#include <string.h>

const struct language *const languages[] = {&language_python, NULL};

const struct language *language_find(const char *name)
{
    for (const struct language *const *language = languages; *language; language++)
        if (strcmp((*language)->name, name) == 0)
            return *language;
    return NULL;
}
