/* The list of languages, lookups in the tables of a language, and the names of categories, roles
 * and mutation rules. The rules are in the order of the categories after CATEGORY_OTHER, which is
 * the first category. */
#include "tokenize/languages/change_rules.h"
#include "tokenize/languages/language.h"

#include "base/str.h"

#include <string.h>
#include <strings.h>

#define PLACE_OF(name) &language_##name
const struct language *const languages[] = {LANGUAGES(PLACE_OF), NULL};

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

/* Returns the extension of a file name; NULL if it has none. */
static const char *extension_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot > name ? dot + 1 : NULL;
}

/* Whether a text is in a list, which may be NULL. */
static bool is_one_of(const char *text, const char *const *list,
                      int (*compare)(const char *, const char *))
{
    while (list && *list && compare(text, *list) != 0)
        list++;
    return list && *list;
}

const struct language *language_of_extension(unsigned set, const char *name)
{
    const char *own = extension_of(name);
    for (int any_case = 0; own && any_case < 2; any_case++)
        for (int i = 0; languages[i]; i++) {
            int (*compare)(const char *, const char *) = any_case ? strcasecmp : strcmp;
            bool is_its = compare(languages[i]->extension, own) == 0 ||
                          is_one_of(own, languages[i]->other_extensions, compare);
            if (is_its)
                return set >> i & 1 ? languages[i] : NULL;
        }
    return NULL;
}

unsigned languages_sharing_extension(const char *name)
{
    const char *own = extension_of(name);
    unsigned set = 0;
    for (int i = 0; own && languages[i]; i++)
        if (is_one_of(own, languages[i]->shared_extensions, strcasecmp))
            set |= 1U << i;
    return set;
}

enum bug_category language_operator_category(const struct language *language, const char *text,
                                             size_t length)
{
    for (int category = 0; category < N_CATEGORIES; category++)
        for (const char *const *own = language->categories.texts[category]; own && *own; own++)
            if (strlen(*own) == length && memcmp(*own, text, length) == 0)
                return (enum bug_category)category;
    return CATEGORY_OTHER;
}

unsigned language_dialects_named(const struct language *language, const char *name)
{
    const struct dialect_rules *rules = language->dialects;
    unsigned set = 1;
    if (!rules->rules || !name)
        return rules->rules ? rules->all : 1;
    while (set < rules->all && strcmp(rules->names[set - 1], name) != 0)
        set++;
    return set;
}

const char *const usual_asserting[] = {"assert",  "expect", "should", "unless",
                                       "raises.", "eq.",    NULL};
const char *const usual_checking[] = {"check", "verif", "require", "ensure", NULL};

const struct language *language_of_nbf(void)
{
    const struct language *const *language = languages;
    while (!(*language)->nbf)
        language++;
    return *language;
}

/* ---- Names ---- */

static const char *const category_names[N_CATEGORIES + 1] = {
    [CATEGORY_OTHER] = "other",
    [CATEGORY_VARIABLE_MISUSE] = "variable_misuse",
    [CATEGORY_BINARY_OPERATOR] = "binary_operator",
    [CATEGORY_COMPARISON_OPERATOR] = "comparison_operator",
    [CATEGORY_LOGICAL_OPERATOR] = "logical_operator",
    [CATEGORY_ASSIGNMENT_OPERATOR] = "assignment_operator",
    [CATEGORY_LITERAL] = "literal",
    [CATEGORY_TYPE] = "type",
};

static const char *const role_names[N_ROLES] = {
    [ROLE_NONE] = NULL,
    [ROLE_VARIABLE] = "variable",
    [ROLE_FUNCTION] = "function",
    [ROLE_ATTRIBUTE] = "attribute",
    [ROLE_KEYWORD_ARGUMENT] = "keyword_argument",
    [ROLE_PARAMETER] = "parameter",
    [ROLE_IMPORT] = "import",
    [ROLE_TYPE] = "type",
    [ROLE_DEFINITION] = "definition",
};

const char *bug_category_name(enum bug_category category)
{
    return category_names[category];
}

const char *identifier_role_name(enum identifier_role role)
{
    return role_names[role];
}

int bug_category_find(const char *name)
{
    int category = text_place(name, category_names);
    return category < N_CATEGORIES ? category : -1;
}

enum bug_category mutation_rule_category(enum mutation_rule rule)
{
    return (enum bug_category)(rule + 1);
}

enum mutation_rule mutation_rule_of(enum bug_category category)
{
    bool has_rule = category != CATEGORY_OTHER && category <= CATEGORY_LITERAL;
    return has_rule ? (enum mutation_rule)(category - 1) : MUTATE_NOTHING;
}

const char *mutation_rule_name(enum mutation_rule rule)
{
    return bug_category_name(mutation_rule_category(rule));
}
