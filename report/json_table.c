#include "report/json_table.h"

#include "base/terminal.h"
#include "report/text_table.h"

#include <math.h>
#include <string.h>

struct column {
    char type;
    const char *key, *title;
    double whole; /* of which percentages are shares; NAN: the member "n" of each row */
};

/* The maximum width of a text; 0: the maximum of any cell. */
static size_t max_columns(char type)
{
    return type == 'c' ? 24 : type == 's' ? 10 : 0;
}

static bool is_text(char type)
{
    return type == 't' || type == 'c' || type == 's';
}

/* `whole`: the number of things of which a percentage is a share */
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

static double number_at(const struct json *object, char *path)
{
    for (char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        *dot = '\0';
        object = json_get(object, path);
    }
    return json_number_at(object, path);
}

static double find_whole(const struct json *object, const struct json *rows, const char *key,
                         char *whole)
{
    if (*whole == '.')
        return number_at(object, whole + 1);
    if (*whole == '-')
        return number_at(json_item(rows, json_count(rows) - 1), whole + 1);
    return json_table_whole(rows, whole, key);
}

/* Reads "p? KEY/WHOLE=TITLE". */
static struct column read_column(const struct json *object, const struct json *rows, char *text)
{
    char *key = text + 2 + (text[1] == '?'), *title = strchr(key, '=');
    if (title)
        *title++ = '\0';
    char *whole = strchr(key, '/');
    if (whole)
        *whole++ = '\0';
    return (struct column){*text, key, title ? title : key,
                           whole ? find_whole(object, rows, key, whole) : NAN};
}

static bool has_value(const struct json *rows, const char *key)
{
    json_each(row, rows)
        if (json_get(row, key) && json_kind(json_get(row, key)) != JSON_NULL)
            return true;
    return false;
}

void json_table_print_rows(const struct json *object, const struct json *rows, const char *heading,
                           const char *text, FILE *out)
{
    struct column columns[TEXT_TABLE_MAX_COLUMNS];
    char alignment[TEXT_TABLE_MAX_COLUMNS + 1] = "";
    struct text_table table = {.alignment = alignment};
    size_t n = 0;
    bool has_titles = false;
    fputc('\n', out);
    terminal_print_bold(out, heading);
    fputc('\n', out);
    if (json_count(rows) == 0) {
        fputs("  none\n", out);
        return;
    }
    for (const char *end; text; text = end ? end + 2 : NULL) {
        end = strstr(text, ", ");
        columns[n] = read_column(
            object, rows,
            arena_copy_text(&table.arena, text, end ? (size_t)(end - text) : strlen(text)));
        if (text[1] == '?' && !has_value(rows, columns[n].key))
            continue;
        has_titles = has_titles || *columns[n].title;
        alignment[n] = is_text(columns[n].type) ? 'l' : 'r';
        n++;
    }
    for (size_t i = 0; has_titles && i < n; i++)
        text_table_text(&table, columns[i].title);
    json_each(row, rows)
        for (size_t i = 0; i < n; i++)
            add_cell(&table, columns[i].type, json_get(row, columns[i].key),
                     isnan(columns[i].whole) ? json_number_at(row, "n") : columns[i].whole);
    text_table_print(&table, out);
}

void json_table_print(const struct json *object, const char *name, const char *heading,
                      const char *columns, FILE *out)
{
    json_table_print_rows(object, json_get(object, name), heading, columns, out);
}

void json_table_print_cut(const struct json *object, const char *list, const char *total, FILE *out)
{
    double n = json_number_at(object, total), n_shown = (double)json_count(json_get(object, list));
    if (n_shown < n)
        fprintf(out, "  ... %.0f more (--limit, --json)\n", n - n_shown);
}

double json_table_whole(const struct json *rows, const char *key, const char *percent)
{
    double n = 0;
    json_each(row, rows)
        if (json_kind(json_get(row, percent)) == JSON_NUMBER)
            n += json_number_at(row, key);
    return n;
}
