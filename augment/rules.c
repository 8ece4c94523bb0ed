/* The list of languages whose programs can be changed. */
#include "augment/rules.h"

static const struct augment_rules *const all_rules[] = {&augment_rules_python, NULL};

const struct augment_rules *augment_rules_find(const struct language *language)
{
    for (const struct augment_rules *const *rules = all_rules; *rules; rules++)
        if ((*rules)->language == language)
            return *rules;
    return NULL;
}
