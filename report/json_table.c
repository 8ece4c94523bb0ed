/* See json_table.h. */
#include "report/json_table.h"

#include "base/terminal.h"
#include "report/text_table.h"

#include <math.h>

enum { MAX_CLIPPED = 24 };

static void add_cell(struct text_table *table, char type, const struct json *value)
{
    const char *text = json_text(value);
    double number = json_number(value, NAN);
    if (type == 't' || type == 'c')
        text_table_clipped(table, text && *text ? text : "-", type == 'c' ? MAX_CLIPPED : 0);
    else if (isnan(number))
        text_table_blank(table);
    else if (type == 'n')
        text_table_number(table, number);
    else if (type == 'd')
        text_table_decimal(table, number);
    else
        text_table_percent(table, number);
}

void json_table_print(const struct json *object, const char *name, const char *heading,
                      const char *types, const char *const *keys, const char *const *titles,
                      FILE *out)
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
        alignment[i] = types[i] == 't' || types[i] == 'c' ? 'l' : 'r';
    for (size_t i = 0; titles && types[i]; i++)
        text_table_text(&table, titles[i]);
    for (const struct json *row = json_first(rows); row; row = json_next(row))
        for (size_t i = 0; types[i]; i++)
            add_cell(&table, types[i], json_get(row, keys[i]));
    text_table_print(&table, out);
}
