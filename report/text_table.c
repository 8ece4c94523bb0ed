/* Columns are as wide as their widest cell, in columns of the terminal. */
#include "report/text_table.h"

#include "base/terminal.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>

enum { MAX_CELL = 40 };

static void add(struct text_table *table, const char *text, size_t length)
{
    array_push(&table->cells, arena_copy_text(&table->arena, text, length));
}

void text_table_clipped(struct text_table *table, const char *text, size_t n_columns)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), n_columns ? n_columns : MAX_CELL);
    add(table, str_text(&safe), safe.length);
}

void text_table_text(struct text_table *table, const char *text)
{
    text_table_clipped(table, text, MAX_CELL);
}

void text_table_format(struct text_table *table, const char *format, ...)
{
    scoped(str) text = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&text, format, args);
    va_end(args);
    text_table_text(table, str_text(&text));
}

void text_table_number(struct text_table *table, double number)
{
    /* + 0 turns -0 into 0 */
    const char *digits = arena_print(&table->arena, "%.0f", trunc(number) + 0.0);
    size_t n = strlen(digits), length = 0;
    char *grouped = arena_alloc(&table->arena, 2 * n + 1, 1);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-')
            grouped[length++] = ',';
        grouped[length++] = digits[i];
    }
    array_push(&table->cells, grouped);
}

void text_table_decimal(struct text_table *table, double number)
{
    array_push(&table->cells, arena_print(&table->arena, "%.3f", number));
}

void text_table_mean(struct text_table *table, double number)
{
    array_push(&table->cells, arena_print(&table->arena, "%.1f", number));
}

void text_table_percent(struct text_table *table, double number, double n)
{
    array_push(&table->cells, arena_print(&table->arena, "%.*f %%", percent_decimals(n), number));
}

void text_table_blank(struct text_table *table)
{
    add(table, "", 0);
}

void text_table_print_groups(struct text_table *table, const char *const *groups, FILE *out)
{
    size_t n_columns = strlen(table->alignment), width[TEXT_TABLE_MAX_COLUMNS] = {0};
    for (size_t i = 0; i < table->cells.n; i++) {
        size_t cell = utf8_columns(table->cells.items[i], strlen(table->cells.items[i]));
        if (cell > width[i % n_columns])
            width[i % n_columns] = cell;
    }
    for (size_t i = 0; i < table->cells.n; i++) {
        const char *cell = table->cells.items[i];
        size_t column = i % n_columns;
        int padding = (int)(width[column] - utf8_columns(cell, strlen(cell)));
        bool is_left = table->alignment[column] == 'l', is_last = column + 1 == n_columns;
        if (column == 0 && groups && groups[i / n_columns])
            fprintf(out, "  %s\n", groups[i / n_columns]);
        fprintf(out, "%s%*s%s%*s%s", column == 0 && groups ? "    " : "  ", is_left ? 0 : padding,
                "", cell, is_left && !is_last ? padding : 0, "", is_last ? "\n" : "");
    }
    text_table_release(table);
}

void text_table_print(struct text_table *table, FILE *out)
{
    text_table_print_groups(table, NULL, out);
}

void text_table_release(struct text_table *table)
{
    array_release(&table->cells);
    arena_release(&table->arena);
}
