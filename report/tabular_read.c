/* Each row of JSON becomes a row of the table, and each item of a list of columns names a member of
 * it and how it is written. */
#include "report/tabular.h"

#include "base/str.h"
#include "base/terminal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct json_column {
    char type;
    const char *key, *title;
    double whole; /* the number that is 100 %; NAN: the member `of` of each row */
    const char *of;
};

static bool is_text(char type)
{
    return strchr("tcsl", type) != NULL;
}

/* Adds a text that is cut to a width; 0: that of any cell. */
static void add_clipped(struct tabular *table, const char *text, size_t n_columns)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), n_columns);
    tabular_latex(table, str_text(&safe));
}

/* Adds the start of an id, which other commands take for it. */
static void add_start(struct tabular *table, const char *text)
{
    static const char ellipsis[] = "…";
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), TABULAR_MAX_CELL + 1);
    size_t end = safe.length - (sizeof ellipsis - 1);
    if (safe.length > TABULAR_MAX_CELL && strcmp(safe.text + end, ellipsis) == 0)
        safe.text[end] = '\0';
    tabular_latex(table, str_text(&safe));
}

/* Adds a time as people say it. */
static void add_elapsed(struct tabular *table, double seconds)
{
    static const struct {
        double least, unit;
        int decimals;
        const char *name;
    } units[] = {{2 * 86400, 86400, 1, "days"},
                 {3600, 3600, 1, "h"},
                 {60, 60, 0, "min"},
                 {-INFINITY, 1, 0, "s"}};
    size_t i = 0;
    if (isnan(seconds)) {
        tabular_text(table, "-");
        return;
    }
    while (seconds < units[i].least)
        i++;
    double power = units[i].decimals ? 10 : 1; /* halves are rounded up, as in the page */
    tabular_format(table, "%.*f %s", units[i].decimals,
                   round(seconds / units[i].unit * power) / power, units[i].name);
}

/* `whole`: the number that is 100 % */
static void read_cell(struct tabular *table, char type, const struct json *value, double whole)
{
    const char *text = json_text(value);
    double number = json_number(value, NAN);
    text = text && *text ? text : "-";
    if (type == 'l')
        tabular_name(table, text);
    else if (type == 't' || type == 'r')
        tabular_text(table, text);
    else if (is_text(type))
        add_clipped(table, text, type == 'c' ? 24 : 10);
    else if (type == 'w')
        add_start(table, text);
    else if (type == 'e')
        add_elapsed(table, number);
    else if (type == 'n')
        tabular_count(table, number);
    else if (strchr("hHiI", type))
        tabular_share(table, value, whole, isupper((unsigned char)type) ? " %" : "",
                      tolower((unsigned char)type) == 'i');
    else if (type == 'x' && isnan(number))
        tabular_text(table, "-");
    else if (type == 'p')
        tabular_percent(table, number, whole);
    else
        tabular_decimal(table, number, type == 'm' ? 1 : 3);
}

/* The value at a path of members and numbers of items. */
static const struct json *value_at(const struct json *value, const char *path)
{
    char part[64];
    for (size_t length; value && *path; path += length + (path[length] == '.')) {
        length = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", (int)length, path);
        value = json_is_array(value) ? json_item(value, strtoul(part, NULL, 10))
                                     : json_get(value, part);
    }
    return value;
}

static double find_whole(const struct json *object, const struct json *rows, const char *key,
                         char *whole)
{
    double n = 0;
    if (*whole == '.')
        return json_number(value_at(object, whole + 1), 0);
    if (*whole == '-')
        return json_number_at(json_item(rows, json_count(rows) - 1), whole + 1);
    json_each(row, rows)
        if (json_kind(json_get(row, key)) == JSON_NUMBER)
            n += json_number_at(row, whole);
    return n;
}

/* Reads "p? KEY/WHOLE=TITLE". */
static struct json_column read_column(const struct json *object, const struct json *rows,
                                      char *text)
{
    char *key = text + 2 + (text[1] != ' '), *title = strchr(key, '=');
    if (title)
        *title++ = '\0';
    char *whole = strchr(key, '/');
    if (whole)
        *whole++ = '\0';
    bool is_of_row = !whole || (strchr("hHiI", *text) && *whole != '.');
    return (struct json_column){*text, key, title ? title : key,
                                is_of_row ? NAN : find_whole(object, rows, key, whole),
                                is_of_row && whole ? whole : "n"};
}

static bool has_value(const struct json *rows, const char *key)
{
    json_each(row, rows)
        if (json_kind(value_at(row, key)) != JSON_NULL)
            return true;
    return false;
}

void tabular_read(struct tabular *table, const struct json *object, const struct json *rows,
                  const char *columns)
{
    ARRAY(struct json_column) list = {0};
    bool is_omitted = false;
    for (const char *text = columns, *end; text; text = end ? end + 2 : NULL) {
        end = strstr(text, ", ");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        struct json_column column =
            read_column(object, rows, arena_copy_text(&table->arena, text, length));
        if (text[1] != '+')
            is_omitted = text[1] == '?' && !has_value(rows, column.key);
        if (is_omitted)
            continue;
        array_push(&list, column);
        tabular_column(table, is_text(column.type) || column.type == 'w' ? 'l' : 'r', column.title);
    }
    json_each(row, rows)
        for (size_t i = 0; i < list.n; i++)
            read_cell(table, list.items[i].type, value_at(row, list.items[i].key),
                      isnan(list.items[i].whole) ? json_number_at(row, list.items[i].of)
                                                 : list.items[i].whole);
    array_release(&list);
}

bool tabular_differs(const struct json *rows, const char *key, const char *other)
{
    json_each(row, rows)
        if (json_number_at(row, key) != json_number_at(row, other))
            return true;
    return false;
}
