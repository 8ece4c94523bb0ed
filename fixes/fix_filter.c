#include "fixes/fix_filter.h"

#include <inttypes.h>
#include <string.h>

const struct fix_filter fix_filters[N_FIX_FILTERS] = {
    [FILTER_LANGUAGE] = {"language", "b.language IN ($)"},
    [FILTER_TOKENS] = {"max-tokens", "# <= $"},
    [FILTER_WHERE] = {"where", "f.fix_key IN (SELECT fix_key FROM fix_details WHERE ($\n))"},
    [FILTER_MARKED] = /* marks that are not listed: choice.c */
    {"marked", "$ & 1 AND m.is_duplicate OR $ & 2 AND m.is_conflicting OR $ & 4 AND m.is_excluded",
     .is_of_bug = true},
    /* $: the licences in the database that those allow (choice.c) */
    [FILTER_LICENSE] =
        {"license",
         "coalesce((SELECT license FROM fix_files o WHERE o.fix_key = f.fix_key), '') IN ($)",
         .among = "EXISTS (SELECT 1 FROM repositories p WHERE p.problem_id = a.problem_id)"},
    [FILTER_ORIGIN] = {"origin", "f.origin IN ($)", .is_of_bug = true},
    [FILTER_SWEEP] = {"sweep", FIX_SWEEP_KIND " IN ($)"},
    [FILTER_REGION] = {"region", "f.region IN ($)"},
    [FILTER_CATEGORY] = {"category", "f.category IN ($)", .is_of_bug = true},
};

const struct fix_filter *fix_filter_of(enum fix_fate fate)
{
    return fate >= FATE_FILTER && fate < FATE_MADE ? &fix_filters[fate - FATE_FILTER] : NULL;
}

void filter_value_add(struct filter_value *value, const char *item)
{
    if (item[0] == '!')
        array_push(&value->without, item + 1);
    else
        array_push(&value->list, item);
}

bool filter_value_takes(const struct filter_value *value, const char *name)
{
    bool is_taken = value->list.n == 0;
    for (size_t i = 0; i < value->list.n; i++)
        is_taken = is_taken || strcmp(value->list.items[i], name) == 0;
    for (size_t i = 0; i < value->without.n; i++)
        is_taken = is_taken && strcmp(value->without.items[i], name) != 0;
    return is_taken;
}

void fix_filter_add_quoted(struct str *sql, const char *text)
{
    str_add_text(sql, "'");
    for (; *text; text++)
        str_add(sql, *text == '\'' ? "''" : text, *text == '\'' ? 2 : 1);
    str_add_text(sql, "'");
}

const char *fix_choice_counted_tokens(const struct fix_choice *choice)
{
    return choice->counts_programs ? "f.n_tokens" : "coalesce(f.part_n_tokens, f.n_tokens)";
}

static void add_value(struct str *sql, int number, const struct fix_choice *choice,
                      const struct text_list *list)
{
    if (number == FILTER_TOKENS)
        str_print(sql, "%" PRId64, choice->max_tokens);
    else if (number == FILTER_MARKED)
        str_print(sql, "%u", choice->marks);
    else if (number == FILTER_WHERE)
        str_add_text(sql, choice->where);
    for (size_t i = 0; i < list->n; i++) {
        str_add_text(sql, i ? ", " : "");
        fix_filter_add_quoted(sql, list->items[i]);
    }
}

static void add_condition(struct str *sql, int number, const struct fix_choice *choice,
                          const struct text_list *list)
{
    str_add_text(sql, "((");
    for (const char *at = fix_filters[number].condition; *at; at++)
        if (*at == '$')
            add_value(sql, number, choice, list);
        else if (*at == '#')
            str_add_text(sql, fix_choice_counted_tokens(choice));
        else
            str_add(sql, at, 1);
    str_add_text(sql, ") IS TRUE)");
}

static bool asks(int number, const struct fix_choice *choice)
{
    switch (number) {
    case FILTER_TOKENS:
        return choice->max_tokens != INT64_MAX;
    case FILTER_MARKED:
        return !(choice->marks & MARK_NONE);
    case FILTER_WHERE:
        return choice->where != NULL;
    default:
        return choice->filters[number].list.n > 0;
    }
}

/* Appends an expression that is true if the filter leaves the fix out. Returns false, and appends
 * nothing, if it leaves out none. NULL matches nothing. */
static bool add_refusing(struct str *sql, int number, const struct fix_choice *choice)
{
    const struct fix_filter *filter = &fix_filters[number];
    const struct filter_value *value = &choice->filters[number];
    bool is_asked = asks(number, choice), has_without = value->without.n > 0;
    if (!is_asked && !has_without)
        return false;
    str_print(sql, "(%s AND (", filter->among ? filter->among : "1");
    if (is_asked) {
        str_add_text(sql, "NOT ");
        add_condition(sql, number, choice, &value->list);
    }
    if (has_without) {
        str_add_text(sql, is_asked ? " OR " : "");
        add_condition(sql, number, choice, &value->without);
    }
    str_add_text(sql, "))");
    return true;
}

void fix_filters_add_sql(struct str *sql, const struct fix_choice *choice)
{
    for (int number = 0; number < N_FIX_FILTERS; number++) {
        scoped(str) refusing = {0};
        if (add_refusing(&refusing, number, choice))
            str_print(sql, " WHEN %s THEN %d", str_text(&refusing), FATE_FILTER + number);
    }
}

void fix_filters_add_refusing(struct str *sql, const struct fix_choice *choice, int first)
{
    str_add_text(sql, "0");
    for (int number = first; number < N_FIX_FILTERS; number++) {
        scoped(str) refusing = {0};
        if (add_refusing(&refusing, number, choice))
            str_print(sql, " + %d * %s", 1 << (number - first), str_text(&refusing));
    }
}

void filter_value_release(struct filter_value *value)
{
    array_release(&value->list);
    array_release(&value->without);
}

void fix_filters_release(struct fix_choice *choice)
{
    for (int number = 0; number < N_FIX_FILTERS; number++)
        filter_value_release(&choice->filters[number]);
}
