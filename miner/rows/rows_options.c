/* A table has the name and the place of each option, from which the description of a run is
 * written and read back. */
#include "miner/rows/rows_source.h"

#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} table[] = {
    {"--columns", offsetof(struct rows_options, columns)},
    {"--accepted", offsetof(struct rows_options, accepted)},
    {"--failing", offsetof(struct rows_options, failing)},
    {"--map-language", offsetof(struct rows_options, map_language)},
    {"--header", offsetof(struct rows_options, header)},
    {"--layout", offsetof(struct rows_options, layout)},
    {"--fixed", offsetof(struct rows_options, fixed)},
    {"--date-format", offsetof(struct rows_options, date_format)},
    {"--time-zone", offsetof(struct rows_options, time_zone)},
};

enum { N_OPTIONS = sizeof table / sizeof *table };

static const char **text_at(const struct rows_options *options, int number)
{
    return (const char **)((char *)options + table[number].offset);
}

const char *rows_options_first(const struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (*text_at(options, i))
            return table[i].name;
    return NULL;
}

void rows_options_describe(struct str *out, const struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        scoped(str) word = {0};
        if (!*text_at(options, i))
            continue;
        str_print(&word, "%s=%s", table[i].name, *text_at(options, i));
        word_list_add(out, str_text(&word));
    }
}

void rows_options_recall(void *options, const char *described, struct arena *arena)
{
    scoped(str) word = {0};
    while (word_list_next(&word, &described))
        for (int i = 0; i < N_OPTIONS; i++) {
            size_t length = strlen(table[i].name);
            if (strncmp(str_text(&word), table[i].name, length) == 0 && word.text[length] == '=')
                *text_at(options, i) = arena_text(arena, word.text + length + 1);
        }
}
