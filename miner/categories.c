/* See categories.h. */
#include "miner/categories.h"

#include "classify/classify.h"
#include "miner/names.h"

#include <string.h>

/* Whether a list of names holds this one. */
static bool holds(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *one = list; one;) {
        size_t n = strcspn(one, ",");
        if (n == length && memcmp(one, name, n) == 0)
            return true;
        one = one[n] ? one + n + 1 : NULL;
    }
    return false;
}

void categories_choose(const char *list, struct category_choice *choice)
{
    choice->n = 0;
    for (int i = 0; i < N_CATEGORIES; i++) {
        const char *name = bug_category_name((enum bug_category)i);
        bool is_chosen = list ? holds(list, name) || holds(list, names_all) : i != CATEGORY_OTHER;
        if (is_chosen)
            choice->names[choice->n++] = name;
    }
}
