/* The statistics as rows for other programs: all tables are one. The rows are made as JSON; then
 * their columns and types are found, and export/output.c writes them as CSV, Parquet or lines. */
#include "report/stats.h"

#include "base/str.h"
#include "base/table.h"
#include "export/export.h"

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

/* The type of a column that also has this value. A percentage is whole by chance. */
static enum feature_type type_with(enum feature_type type, const struct json *value)
{
    if (type == FEATURE_TEXT || json_kind(value) == JSON_NULL)
        return type;
    if (json_kind(value) != JSON_NUMBER)
        return FEATURE_TEXT;
    return json_is_int(value) && !strstr(json_name(value), "percent") ? type : FEATURE_NUMBER;
}

/* The columns are the keys of all rows, in the order of their first occurrence. */
struct columns {
    ARRAY(struct export_feature) list; /* ended by one without a name */
};

static void find_columns(struct columns *columns, const struct json *rows)
{
    scoped(table) keys = {0};
    json_each(row, rows)
        json_each(cell, row) {
            size_t number = (size_t)table_number(&keys, json_name(cell));
            if (number == columns->list.n)
                array_push(&columns->list,
                           (struct export_feature){.name = json_name(cell), .type = FEATURE_INT});
            struct export_feature *column = &columns->list.items[number];
            column->type = type_with(column->type, cell);
        }
    array_push(&columns->list, (struct export_feature){0});
}

static int write_rows(const struct json *rows, const struct output_plan *plan, struct err *err)
{
    scoped(output) *output = NULL;
    scoped(str) line = {0};
    if (output_open(&output, plan, err) != 0)
        return ERR;
    json_each(row, rows) {
        str_clear(&line);
        export_add_line(&line, json_copy(row));
        if (output_write(output, 0, &line, false, err) != 0)
            return ERR;
    }
    return output_commit(&output, NULL, err);
}

int stats_write(const struct json *stats, const char *const *names, const struct output_plan *plan,
                struct err *err)
{
    struct output_plan whole = *plan;
    struct columns columns = {0};
    scoped(json) *rows = rows_of(stats, names);
    if (!json_first(rows))
        return err_set(err, "there is nothing to write: the tables have no rows");
    find_columns(&columns, rows);
    whole.format = &(const struct export_format){.name = "stats", .features = columns.list.items};
    int status = write_rows(rows, &whole, err);
    array_release(&columns.list);
    return status;
}
