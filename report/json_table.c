/* See json_table.h. */
#include "report/json_table.h"

#include "base/terminal.h"
#include "report/text_table.h"

#include <math.h>

/* The most columns of a text; 0 for no more than every cell may have. */
static size_t max_columns(char type)
{
    return type == 'c' ? 24 : type == 's' ? 10 : 0;
}

static bool is_text(char type)
{
    return type == 't' || type == 'c' || type == 's';
}

/* `whole`: what a percentage is of */
static void add_cell(struct text_table *table, char type, const struct json *value, double whole)
{
    const char *text = json_text(value);
    double number = json_number(value, NAN);
    if (is_text(type))
        text_table_clipped(table, text && *text ? text : "-", max_columns(type));
    else if (isnan(number))
        text_table_blank(table);
    else if (type == 'n')
        text_table_number(table, number);
    else if (type == 'd')
        text_table_decimal(table, number);
    else if (type == 'm')
        text_table_mean(table, number);
    else
        text_table_percent(table, number, whole);
}

void json_table_print_shares(const struct json *object, const char *name, const char *heading,
                             const char *types, const char *const *keys, const char *const *titles,
                             const double *wholes, FILE *out)
{
    const struct json *rows = json_get(object, name);
    char alignment[TEXT_TABLE_MAX_COLUMNS + 1] = "";
    struct text_table table = {.alignment = alignment};
    fputc('\n', out);
    terminal_print_bold(out, heading);
    fputc('\n', out);
    if (json_count(rows) == 0) {
        fputs("  none\n", out);
        return;
    }
    for (size_t i = 0; types[i]; i++)
        alignment[i] = is_text(types[i]) ? 'l' : 'r';
    for (size_t i = 0; titles && types[i]; i++)
        text_table_text(&table, titles[i]);
    json_each(row, rows)
        for (size_t i = 0; types[i]; i++)
            add_cell(&table, types[i], json_get(row, keys[i]),
                     wholes ? wholes[i] : json_number(json_get(row, "n"), 0));
    text_table_print(&table, out);
}

void json_table_print(const struct json *object, const char *name, const char *heading,
                      const char *types, const char *const *keys, const char *const *titles,
                      FILE *out)
{
    json_table_print_shares(object, name, heading, types, keys, titles, NULL, out);
}

double json_table_whole(const struct json *rows, const char *key, const char *percent)
{
    double n = 0;
    json_each(row, rows)
        if (json_kind(json_get(row, percent)) == JSON_NUMBER)
            n += json_number(json_get(row, key), 0);
    return n;
}
