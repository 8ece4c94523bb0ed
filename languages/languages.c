/* The list of languages, and lookups in the tables of a language. */
#include "languages/language.h"

#include <string.h>

const struct language *const languages[] = {&language_python, &language_cpp, &language_c,
                                            &language_java, NULL};

_Static_assert(sizeof languages / sizeof *languages <= MAX_LANGUAGES + 1, "a set has all of them");

const struct language *language_find(const char *name)
{
    for (const struct language *const *language = languages; *language; language++)
        if (strcmp((*language)->name, name) == 0)
            return *language;
    return NULL;
}

int language_number(const struct language *language)
{
    int number = 0;
    while (languages[number] != language)
        number++;
    return number;
}

bool language_set_has(unsigned set, const struct language *language)
{
    return set >> language_number(language) & 1;
}

const struct language *language_of_codenet(unsigned set, const char *codenet_name)
{
    for (int i = 0; languages[i]; i++)
        if (set >> i & 1 && strcmp(languages[i]->codenet_name, codenet_name) == 0)
            return languages[i];
    return NULL;
}

const struct language *language_of_extension(unsigned set, const char *name)
{
    const char *dot = strrchr(name, '.');
    for (int i = 0; dot && dot > name && languages[i]; i++) {
        const char *const *other = languages[i]->other_extensions;
        bool is_its = strcmp(languages[i]->extension, dot + 1) == 0;
        for (; !is_its && other && *other; other++)
            is_its = strcmp(*other, dot + 1) == 0;
        if (is_its && set >> i & 1)
            return languages[i];
    }
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
