/* A table has the name and the place of each option, from which the description of a run is
 * written and read back. */
#include "sources/rows/rows_source.h"

#include <string.h>

static const struct {
    const char *name;
    size_t offset;
    bool is_list;
} table[] = {
    {"--columns", offsetof(struct rows_options, columns), false},
    {"--accepted", offsetof(struct rows_options, accepted), true},
    {"--failing", offsetof(struct rows_options, failing), true},
    {"--map-language", offsetof(struct rows_options, map_language), false},
    {"--header", offsetof(struct rows_options, header), false},
    {"--layout", offsetof(struct rows_options, layout), false},
    {"--fixed", offsetof(struct rows_options, fixed), false},
    {"--date-format", offsetof(struct rows_options, date_format), false},
    {"--time-zone", offsetof(struct rows_options, time_zone), false},
};

enum { N_OPTIONS = sizeof table / sizeof *table };

static const char **text_at(const struct rows_options *options, int number)
{
    return (const char **)((char *)options + table[number].offset);
}

static struct text_list *list_at(const struct rows_options *options, int number)
{
    return (struct text_list *)((char *)options + table[number].offset);
}

static bool is_given(const struct rows_options *options, int number)
{
    return table[number].is_list ? list_at(options, number)->n > 0
                                 : *text_at(options, number) != NULL;
}

void rows_options_release(struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (table[i].is_list)
            array_release(list_at(options, i));
}

const char *rows_options_first(const struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (is_given(options, i))
            return table[i].name;
    return NULL;
}

void rows_options_describe(struct str *out, const struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        scoped(str) word = {0};
        if (!is_given(options, i))
            continue;
        str_print(&word, "%s=%s", table[i].name, table[i].is_list ? "" : *text_at(options, i));
        for (size_t k = 0; table[i].is_list && k < list_at(options, i)->n; k++)
            str_print(&word, "%s%s", k ? "," : "", list_at(options, i)->items[k]);
        word_list_add(out, str_text(&word));
    }
}

static void set_option(struct rows_options *options, int number, char *value)
{
    char *rest = NULL;
    if (!table[number].is_list)
        *text_at(options, number) = value;
    else
        for (char *one = strtok_r(value, ",", &rest); one; one = strtok_r(NULL, ",", &rest))
            array_push(list_at(options, number), one);
}

void rows_options_recall(void *options, const char *described, struct arena *arena)
{
    scoped(str) word = {0};
    while (word_list_next(&word, &described))
        for (int i = 0; i < N_OPTIONS; i++) {
            size_t length = strlen(table[i].name);
            if (strncmp(str_text(&word), table[i].name, length) == 0 && word.text[length] == '=')
                set_option(options, i, arena_text(arena, word.text + length + 1));
        }
}
