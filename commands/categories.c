/* See categories.h. */
#include "commands/categories.h"

#include "classify/classify.h"
#include "commands/value_names.h"

void categories_choose(const char *list, struct category_choice *choice)
{
    choice->n = 0;
    for (int i = 0; i < N_CATEGORIES; i++) {
        const char *name = bug_category_name((enum bug_category)i);
        bool is_chosen = list ? names_list_holds(list, name) || names_list_holds(list, names_all)
                              : i != CATEGORY_OTHER;
        if (is_chosen)
            choice->names[choice->n++] = name;
    }
}
