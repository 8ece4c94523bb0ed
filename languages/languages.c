/* The list of languages, and lookups in the tables of a language. */
#include "languages/language.h"

#include <string.h>

const struct language *const languages[] = {&language_python, &language_cpp, &language_c,
                                            &language_java, NULL};

const struct language *language_find(const char *name)
{
    for (const struct language *const *language = languages; *language; language++)
        if (strcmp((*language)->name, name) == 0)
            return *language;
    return NULL;
}

enum bug_category language_operator_category(const struct language *language, const char *text)
{
    for (const struct operator_text *own = language->categories.texts; own && own->text; own++)
        if (strcmp(own->text, text) == 0)
            return own->category;
    return CATEGORY_OTHER;
}

const struct language *language_of_nbf(void)
{
    const struct language *const *language = languages;
    while (!(*language)->nbf)
        language++;
    return *language;
}
