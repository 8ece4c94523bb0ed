#include "score/score_cells.h"

#include "base/terminal.h"

#include <math.h>

double score_number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), NAN);
}

void score_cells_heading(const char *heading, FILE *out)
{
    fputc('\n', out);
    terminal_print_bold(out, heading);
    fputc('\n', out);
}

void score_cells_titles(struct text_table *table, const char *const *titles)
{
    for (; *titles; titles++)
        text_table_text(table, *titles);
}

void score_cells_begin(struct text_table *table, const char *heading, const char *const *titles,
                       FILE *out)
{
    score_cells_heading(heading, out);
    score_cells_titles(table, titles);
}

void score_cells_count(struct text_table *table, const struct json *object, const char *key)
{
    text_table_number(table, json_number_at(object, key));
}

double score_cells_whole(const struct json *share, double n)
{
    return json_number(json_get(share, "n"), n);
}

void score_cells_share(struct text_table *table, const struct json *share, double n,
                       const char *sign, bool has_interval)
{
    int decimals = percent_decimals(score_cells_whole(share, n));
    double value = 100 * score_number(share, "share");
    if (isnan(value))
        text_table_text(table, "-");
    else if (!has_interval)
        text_table_format(table, "%.*f%s", decimals, value, sign);
    else
        text_table_format(table, "%.*f%s (%.*f-%.*f)", decimals, value, sign, decimals,
                          100 * score_number(share, "low"), decimals,
                          100 * score_number(share, "high"));
}
