/* The columns are the keys of all tables, in the order of their first occurrence. */
#include "report/stats.h"

#include "base/csv_row.h"
#include "base/table.h"

#include <string.h>

/* Whether a member is a list of rows to write; run, runs and filters are not. The columns of
 * `languages` would widen each row, and with one language they repeat what other tables say. */
static bool is_table(const struct json *member)
{
    bool is_repeated = strcmp(json_name(member), "languages") == 0 && json_count(member) == 1;
    bool is_of_counts = strcmp(json_name(member), "runs") != 0;
    return json_kind(member) == JSON_ARRAY && is_of_counts && !is_repeated;
}

/* Prints a cell; null is printed as nothing. */
static void print_cell(const struct json *value, FILE *out)
{
    scoped(str) cell = {0};
    if (json_text(value))
        csv_add_cell(&cell, json_text(value));
    else if (json_kind(value) == JSON_NUMBER)
        json_print(&cell, value);
    fputs(str_text(&cell), out);
}

static void print_row(const struct table *columns, const char *table, const struct json *row,
                      FILE *out)
{
    fputs(table, out);
    for (size_t i = 0; i < columns->keys.n; i++) {
        fputc(',', out);
        print_cell(json_get(row, columns->keys.items[i]), out);
    }
    fputc('\n', out);
}

void stats_print_csv(const struct json *stats, FILE *out)
{
    scoped(table) columns = {0};
    json_each(table, stats)
        json_each(row, is_table(table) ? table : NULL)
            json_each(cell, row)
                table_number(&columns, json_name(cell));
    fputs("table", out);
    for (size_t i = 0; i < columns.keys.n; i++)
        fprintf(out, ",%s", columns.keys.items[i]);
    fputc('\n', out);
    json_each(table, stats)
        json_each(row, is_table(table) ? table : NULL)
            print_row(&columns, json_name(table), row, out);
}
