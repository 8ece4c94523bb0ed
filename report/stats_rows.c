/* The statistics as CSV: all tables are one. */
#include "report/stats.h"

#include "base/csv_row.h"
#include "base/str.h"
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

/* The tables that are written: the named ones, or all. Several have a key for the name before their
 * own. */
static struct json *rows_of(const struct json *stats, const char *const *names)
{
    struct json *rows = json_array();
    bool is_one = names && names[0] && !names[1];
    json_each(table, stats) {
        if (names ? !text_is_one_of(json_name(table), names) : !is_table(table))
            continue;
        json_each(row, table) {
            struct json *copy = json_push_object(rows);
            if (!is_one)
                json_set_text(copy, "table", json_name(table));
            json_each(cell, row)
                json_set(copy, json_name(cell), json_copy(cell));
        }
    }
    return rows;
}

/* Appends the row of titles, or with a row of JSON that of its values. */
static void add_cells(struct str *out, const struct table *columns, const struct json *row)
{
    static const struct csv_style style = {',', .escapes_formulas = true};
    for (size_t i = 0; i < columns->keys.n; i++) {
        const char *name = columns->keys.items[i];
        str_add_text(out, i ? "," : "");
        if (row)
            csv_add_value(out, &style, json_get(row, name));
        else
            csv_add_text(out, &style, name);
    }
    str_add_text(out, "\n");
}

int stats_print_csv(const struct json *stats, const char *const *names, FILE *out, struct err *err)
{
    scoped(json) *rows = rows_of(stats, names);
    scoped(table) columns = {0}; /* the keys of all rows, in the order of their first occurrence */
    scoped(str) text = {0};
    if (!json_first(rows))
        return err_set(err, "there is nothing to write: the tables have no rows");
    json_each(row, rows)
        json_each(cell, row)
            table_number(&columns, json_name(cell));
    add_cells(&text, &columns, NULL);
    json_each(row, rows) {
        add_cells(&text, &columns, row);
    }
    fwrite(str_text(&text), 1, text.length, out);
    return 0;
}
