/* Whether the day or the month comes first in the dates of a dataset. A row in which only one of
 * them can be first decides for all. */
#include "sources/rows/row_collection.h"

#include <string.h>

static void add_row(struct str *out, const struct noted_date *date)
{
    str_print(out, "'%.80s' (%s", date->text, date->file);
    if (date->line)
        str_print(out, ":%zu", date->line);
    str_add_text(out, ")");
}

/* Appends the two options that choose, for dates as the one in the text. */
static void add_choice(struct str *out, const char *text)
{
    for (int is_month_first = 0; is_month_first < 2; is_month_first++) {
        scoped(str) format = {0};
        if (!date_add_format(&format, text, is_month_first)) {
            str_add_text(out, "--date-format, for which a.m. and p.m. must be AM and PM");
            return;
        }
        str_add_text(out, is_month_first ? " or --date-format " : "--date-format ");
        shell_add_word(out, str_text(&format));
    }
}

static void add_time(struct str *out, struct date_time time)
{
    char day[DATE_TEXT_SIZE];
    date_text(day, time.seconds);
    str_add_text(out, day);
}

/* Fails with both readings of a date. Which of them is right, no row says. */
static int refuse_either(const struct noted_date *date, const struct date_rules *rules,
                         struct err *err)
{
    scoped(str) message = {0};
    struct date_found found;
    add_row(&message, date);
    if (date_read(&found, rules, date->text, NULL) == 0) {
        str_add_text(&message, " is ");
        add_time(&message, found.time);
        str_add_text(&message, " if the day comes first, and ");
        add_time(&message, found.month_first);
        str_add_text(&message, " if the month does, and no row of the dataset says which; add ");
    }
    add_choice(&message, date->text);
    return err_set(err, "date %s", message.text);
}

int row_notes_decide_dates(const struct row_notes *notes, bool *is_month_first, struct err *err)
{
    static const struct date_rules rules = {0};
    const struct noted_date *day = &notes->dates[DATE_DAY_FIRST];
    const struct noted_date *month = &notes->dates[DATE_MONTH_FIRST];
    const struct noted_date *either = &notes->dates[DATE_EITHER];
    *is_month_first = month->text;
    if (day->text && month->text) {
        scoped(str) message = {0};
        add_row(&message, day);
        str_add_text(&message, " the day comes first, and in ");
        add_row(&message, month);
        str_add_text(&message, " the month; choose one, and the other rows are left out: add ");
        add_choice(&message, either->text ? either->text : day->text);
        return err_set(err, "in date %s", message.text);
    }
    if (either->text && !day->text && !month->text)
        return refuse_either(either, &rules, err);
    return 0;
}

void row_notes_view_dates(const struct row_notes *notes, struct source_view *view)
{
    static const struct {
        enum date_form form;
        const char *words;
    } views[] = {
        {DATE_MILLISECONDS, "milliseconds since 1970"},
        {DATE_MICROSECONDS, "microseconds since 1970"},
        {DATE_NANOSECONDS, "nanoseconds since 1970"},
        {DATE_DAY_FIRST, "the day comes first"},
        {DATE_MONTH_FIRST, "the month comes first"},
    };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const struct noted_date *date = &notes->dates[views[i].form];
        if (!date->text)
            continue;
        scoped(str) row = {0};
        add_row(&row, date);
        source_view_add(view, "dates", NULL, "%s, as in %s", views[i].words, str_text(&row));
    }
}
