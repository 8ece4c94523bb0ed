/* Cells keep their values; how they are written is decided when the table is printed. Each row of
 * JSON becomes a row of the table, and each item of a list of columns names a member of it and how
 * it is written. As text, columns are as wide as their widest cell, in columns of the terminal. */
#include "report/tabular.h"

#include "base/chance.h"
#include "base/csv.h"
#include "base/str.h"
#include "base/terminal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT = -1 };

struct tabular_column {
    char alignment;
    const char *title;
};

struct tabular_cell {
    enum {
        OF_TEXT,
        OF_NAME,
        OF_SAFE, /* a text that is cut already */
        OF_COUNT,
        OF_DECIMAL,
        OF_SHARE,
        OF_INTERVAL
    } kind;
    const char *text;         /* of a number: its sign */
    double number, low, high; /* NAN: unknown */
    int decimals;             /* EXACT: all digits */
};

struct tabular_mark {
    size_t cell; /* before which the line is; the first of a row */
    const char *line;
};

void tabular_release(struct tabular *table)
{
    array_release(&table->columns);
    array_release(&table->cells);
    array_release(&table->marks);
    arena_release(&table->arena);
}

void tabular_column(struct tabular *table, char alignment, const char *title)
{
    array_push(&table->columns,
               (struct tabular_column){alignment, arena_text(&table->arena, title)});
}

static void add_text(struct tabular *table, int kind, const char *text)
{
    array_push(&table->cells,
               (struct tabular_cell){.kind = kind, .text = arena_text(&table->arena, text)});
}

void tabular_text(struct tabular *table, const char *text)
{
    add_text(table, OF_TEXT, text);
}

void tabular_name(struct tabular *table, const char *name)
{
    add_text(table, OF_NAME, name);
}

void tabular_format(struct tabular *table, const char *format, ...)
{
    scoped(str) text = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&text, format, args);
    va_end(args);
    tabular_text(table, str_text(&text));
}

static void add_number(struct tabular *table, int kind, double number, int decimals,
                       const char *sign)
{
    array_push(&table->cells, (struct tabular_cell){kind, arena_text(&table->arena, sign), number,
                                                    NAN, NAN, decimals});
}

void tabular_count(struct tabular *table, double n)
{
    add_number(table, OF_COUNT, n, 0, "");
}

void tabular_exact(struct tabular *table, double number)
{
    add_number(table, OF_DECIMAL, number, EXACT, "");
}

void tabular_share(struct tabular *table, const struct json *share, double n, const char *sign,
                   bool has_interval)
{
    add_number(table, OF_SHARE, 100 * json_number(json_get(share, "share"), NAN),
               percent_decimals(json_number(json_get(share, "n"), n)), sign);
    struct tabular_cell *cell = &table->cells.items[table->cells.n - 1];
    if (has_interval) {
        cell->low = 100 * json_number(json_get(share, "low"), NAN);
        cell->high = 100 * json_number(json_get(share, "high"), NAN);
    }
}

void tabular_interval(struct tabular *table, const struct json *low, const struct json *high,
                      double n)
{
    add_number(table, OF_INTERVAL, NAN, percent_decimals(n), "");
    struct tabular_cell *cell = &table->cells.items[table->cells.n - 1];
    cell->low = 100 * json_number(low, NAN);
    cell->high = 100 * json_number(high, NAN);
}

struct json *tabular_make_share(int64_t n, int64_t of)
{
    if (!of)
        return NULL;
    struct interval interval = wilson_interval((double)n, (double)of);
    return json_make(J_DOUBLE("share", (double)n / (double)of), J_DOUBLE("low", interval.low),
                     J_DOUBLE("high", interval.high), J_INT("n", of));
}

void tabular_line(struct tabular *table, const char *line)
{
    array_push(&table->marks,
               (struct tabular_mark){table->cells.n, arena_text(&table->arena, line)});
}

/* ---- Rows of JSON ---- */

/* What an item of a list of columns says. */
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
    add_text(table, OF_SAFE, str_text(&safe));
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
    add_text(table, OF_SAFE, str_text(&safe));
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
        add_number(table, OF_DECIMAL, number, percent_decimals(whole), " %");
    else
        add_number(table, OF_DECIMAL, number, type == 'm' ? 1 : 3, "");
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

/* ---- Text ---- */

static void add_grouped(struct str *out, double number)
{
    char digits[400];
    size_t n = (size_t)snprintf(digits, sizeof digits, "%.0f", trunc(number) + 0.0); /* no -0 */
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-')
            str_add_text(out, ",");
        str_add(out, digits + i, 1);
    }
}

static void add_cell(struct str *out, const struct tabular_cell *cell)
{
    if (cell->kind == OF_SAFE)
        str_add_text(out, cell->text);
    else if (cell->kind < OF_SAFE)
        terminal_add_safe(out, cell->text, strlen(cell->text), TABULAR_MAX_CELL);
    else if (cell->kind == OF_INTERVAL && !isnan(cell->low + cell->high))
        str_print(out, "%.*f-%.*f", cell->decimals, cell->low, cell->decimals, cell->high);
    else if (isnan(cell->number))
        str_add_text(out, cell->kind >= OF_SHARE ? "-" : "");
    else if (cell->kind == OF_COUNT)
        add_grouped(out, cell->number);
    else
        str_print(out, "%.*f%s", cell->decimals, cell->number, cell->text);
    if (!isnan(cell->low) && cell->kind == OF_SHARE && !isnan(cell->number))
        str_print(out, " (%.*f-%.*f)", cell->decimals, cell->low, cell->decimals, cell->high);
}

static bool has_titles(const struct tabular *table)
{
    for (size_t i = 0; i < table->columns.n; i++)
        if (*table->columns.items[i].title)
            return true;
    return false;
}

/* The titles, and the cells, as texts. */
struct texts {
    ARRAY(const char *) cells;
    size_t n_titles;
};

static void write_texts(struct texts *texts, struct tabular *table)
{
    texts->n_titles = has_titles(table) ? table->columns.n : 0;
    for (size_t i = 0; i < texts->n_titles + table->cells.n; i++) {
        scoped(str) text = {0};
        if (i < texts->n_titles)
            add_cell(&text, &(struct tabular_cell){.text = table->columns.items[i].title});
        else
            add_cell(&text, &table->cells.items[i - texts->n_titles]);
        array_push(&texts->cells, arena_copy_text(&table->arena, str_text(&text), text.length));
    }
}

static size_t cell_columns(const char *text)
{
    return utf8_columns(text, strlen(text));
}

static void print_rows(const struct texts *texts, const struct tabular *table, FILE *out)
{
    const struct tabular_mark *mark = table->marks.items, *last = mark + table->marks.n;
    size_t n = table->columns.n;
    scoped_memory size_t *width = mem_alloc(n + 1, sizeof *width);
    for (size_t i = 0; i < texts->cells.n; i++)
        width[i % n] = cell_columns(texts->cells.items[i]) > width[i % n]
                           ? cell_columns(texts->cells.items[i])
                           : width[i % n];
    for (size_t i = 0; i < texts->cells.n; i++) {
        const char *text = texts->cells.items[i];
        size_t column = i % n;
        bool is_left = table->columns.items[column].alignment == 'l', is_last = column + 1 == n;
        int padding = (int)(width[column] - cell_columns(text));
        if (mark < last && mark->cell + texts->n_titles == i)
            fprintf(out, "  %s\n", mark++->line);
        if (!column)
            fputs(table->marks.n ? "    " : "  ", out);
        fprintf(out, "%*s%s%*s%s", is_left ? 0 : padding, "", text,
                is_left && !is_last ? padding : 0, "", is_last ? "\n" : "  ");
    }
}

static void print_heading(const char *heading, FILE *out)
{
    fputc('\n', out);
    if (!*heading)
        return;
    terminal_print_bold(out, heading);
    fputc('\n', out);
}

void tabular_print(struct tabular *table, const char *heading, FILE *out)
{
    struct texts texts = {0};
    if (heading)
        print_heading(heading, out);
    write_texts(&texts, table);
    print_rows(&texts, table, out);
    array_release(&texts.cells);
    tabular_release(table);
}

/* ---- CSV ---- */

static void print_csv_cell(const struct tabular_cell *cell, FILE *out)
{
    scoped(str) text = {0};
    if (cell->kind <= OF_SAFE)
        csv_add_text(&text, cell->text);
    else if (cell->decimals == EXACT && !isnan(cell->number))
        str_print(&text, "%.17g", cell->number);
    else if (!isnan(cell->number))
        str_print(&text, "%.*f", cell->decimals, cell->number);
    fputs(str_text(&text), out);
}

void tabular_print_csv(struct tabular *table, FILE *out)
{
    size_t n = table->columns.n;
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%s", i ? "," : "", table->columns.items[i].title);
    for (size_t i = 0; i < table->cells.n; i++) {
        fputc(i % n ? ',' : '\n', out);
        print_csv_cell(&table->cells.items[i], out);
    }
    fputc('\n', out);
    tabular_release(table);
}

/* ---- LaTeX ---- */

void tabular_add_latex(struct str *out, const char *text)
{
    static const char special[] = "\\{}$&#^_~%<>\"'`|-";
    static const char *const words[] = {"\\textbackslash{}",
                                        "\\{",
                                        "\\}",
                                        "\\$",
                                        "\\&",
                                        "\\#",
                                        "\\textasciicircum{}",
                                        "\\_",
                                        "\\textasciitilde{}",
                                        "\\%",
                                        "\\textless{}",
                                        "\\textgreater{}",
                                        "\\char34{}",
                                        "\\textquotesingle{}",
                                        "\\textasciigrave{}",
                                        "\\textbar{}",
                                        "-{}"};
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found)
            str_add_text(out, words[found - special]);
        else if ((unsigned char)*text >= ' ' && *text != 0x7f)
            str_add(out, text, 1);
    }
}

/* "variable_misuse" as "Variable misuse" */
static void add_name(struct str *out, const char *name)
{
    str_print(out, "%c", toupper((unsigned char)*name));
    for (const char *c = name + 1; *c; c++)
        str_add(out, *c == '_' ? " " : c, 1);
}

static void add_latex_cell(struct str *out, const struct tabular_cell *cell)
{
    if (cell->kind == OF_NAME)
        add_name(out, cell->text);
    else if (cell->kind <= OF_SAFE)
        tabular_add_latex(out, cell->text);
    else if (cell->kind == OF_INTERVAL && !isnan(cell->low + cell->high))
        str_print(out, "[%.*f, %.*f]", cell->decimals, cell->low, cell->decimals, cell->high);
    else if (isnan(cell->number))
        str_add_text(out, "--");
    else
        str_print(out, "%.*f", cell->decimals, cell->number);
    if (!isnan(cell->low) && cell->kind == OF_SHARE && !isnan(cell->number))
        str_print(out, " [%.*f, %.*f]", cell->decimals, cell->low, cell->decimals, cell->high);
}

static void print_latex_titles(const struct tabular *table, FILE *out)
{
    for (size_t i = 0, n; i < table->columns.n; i += n) {
        const char *title = table->columns.items[i].title;
        for (n = 1; *title && i + n < table->columns.n && !*table->columns.items[i + n].title;)
            n++;
        fputs(i ? " & " : "", out);
        if (n > 1)
            fprintf(out, "\\multicolumn{%zu}{r}{%s}", n, title);
        else
            fputs(title, out);
    }
    fputs(" \\\\\n\\midrule\n", out);
}

/* The titles end with a rule. */
static void print_latex_mark(const struct tabular *table, const struct tabular_mark *mark,
                             FILE *out)
{
    scoped(str) line = {0};
    tabular_add_latex(&line, mark->line);
    fprintf(out, "%s\\multicolumn{%zu}{l}{\\emph{%s}} \\\\\n", mark->cell ? "\\midrule\n" : "",
            table->columns.n, str_text(&line));
}

static void print_latex_rows(const struct tabular *table, FILE *out)
{
    const struct tabular_mark *mark = table->marks.items, *end = mark + table->marks.n;
    for (size_t i = 0; i < table->cells.n; i++) {
        scoped(str) text = {0};
        add_latex_cell(&text, &table->cells.items[i]);
        if (mark < end && mark->cell == i)
            print_latex_mark(table, mark++, out);
        fprintf(out, "%s%s%s", i % table->columns.n ? " & " : "", str_text(&text),
                (i + 1) % table->columns.n ? "" : " \\\\\n");
    }
}

void tabular_print_latex(struct tabular *table, const struct tabular_latex *latex, FILE *out)
{
    const char *star = latex->is_wide ? "*" : "";
    fprintf(out, "%% needs \\usepackage{booktabs}\n\\begin{table%s}\n\\centering\n%s", star,
            latex->is_wide ? "\\footnotesize\n\\setlength{\\tabcolsep}{3pt}\n" : "");
    fputs("\\begin{tabular}{", out);
    for (size_t i = 0; i < table->columns.n; i++)
        fputc(table->columns.items[i].alignment, out);
    fputs("}\n\\toprule\n", out);
    print_latex_titles(table, out);
    print_latex_rows(table, out);
    fprintf(out, "\\bottomrule\n\\end{tabular}\n\\caption{%s}\n\\label{tab:%s}\n\\end{table%s}\n",
            latex->caption, latex->label, star);
    tabular_release(table);
}
