#include "fixes/fix_filter.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>

#define AT(member) offsetof(struct fix_choice, member)

static const struct fix_filter filters[] = {
    {"language", FILTER_TEXT, AT(language), .condition = "b.language = $"},
    {"source", FILTER_ONE, AT(sources),
     .condition = "(SELECT r.source FROM problems p JOIN run r USING (run_key) "
                  "WHERE p.problem_id = b.problem_id) IN ($)"},
    {"problem", FILTER_ONE, AT(problems), .condition = "b.problem_id IN ($)"},
    {"original-language", FILTER_ONE, AT(original_languages),
     .condition = "b.original_language IN ($)"},
    {"dialect", FILTER_ONE, AT(dialects), .condition = "coalesce(f.dialect, 'none') IN ($)"},
    {"tokens", FILTER_RANGE, AT(min_tokens), .most = AT(max_tokens),
     .condition = "# BETWEEN $ AND $", .why = "by number of tokens",
     .advice = "--min-tokens, --max-tokens"},
    {"date", FILTER_RANGE, AT(since), .most = AT(until), .condition = "a.date >= $ AND a.date < $",
     .why = "by date", .advice = "--since, --until"},
    {"contains", FILTER_EACH, AT(texts),
     .condition =
         "EXISTS (SELECT 1 FROM sources s WHERE s.source_key IN (b.source_key, a.source_key) AND "
         "instr(s.code, $))"},
    {"pattern", FILTER_ONE, AT(patterns), .condition = "f.pattern IN ($)", .is_of_bug = true},
    {"role", FILTER_ONE, AT(roles), .condition = "coalesce(f.role, 'none') IN ($)",
     .is_of_bug = true},
    {"status", FILTER_ONE, AT(statuses), .condition = "b.status IN ($)", .is_of_bug = true},
    {"repair-in-program", FILTER_BOOL, AT(repair_in_program),
     .condition = "f.repair_in_program = $", .is_of_bug = true},
    {"parses", FILTER_BOOL, AT(parses), .condition = "f.parses = $"},
    {"verdict", FILTER_ONE, AT(verdicts),
     .condition = "coalesce((SELECT verdict FROM verdicts v WHERE v.fix_key = f.fix_key), 'none') "
                  "IN ($)",
     .is_of_bug = true},
    {"token", FILTER_ONE, AT(tokens), .condition = "f.before IN ($) OR f.after IN ($)",
     .is_of_bug = true},
    {"edit", FILTER_PAIR, AT(edits), .condition = "(f.before, f.after) IN (VALUES $)",
     .is_of_bug = true},
    {"marked", FILTER_MARKS, AT(marks), /* enum fix_mark; marks that are not listed: choice.c */
     .condition =
         "$ & 1 AND m.is_duplicate OR $ & 2 AND m.is_conflicting OR $ & 4 AND m.is_excluded",
     .is_of_bug = true},
    /* $: the licences in the database that those allow (choice.c) */
    {"license", FILTER_ONE, AT(licenses),
     .condition = "NOT EXISTS (SELECT 1 FROM repositories p WHERE p.problem_id = a.problem_id) OR "
                  "coalesce(" FIX_FILTER_FILE_LICENSE ", '') IN ($)",
     .why = "under other or unknown licences", .advice = "--license any includes #"},
    {"origin", FILTER_ONE, AT(origins), .condition = "f.origin IN ($)", .is_of_bug = true,
     .why = "of other origins", .advice = "--origin"},
    /* the last one: what it leaves out passes all others */
    {"category", FILTER_ONE, AT(categories), .condition = "f.category IN ($)", .is_of_bug = true,
     .why = "of other categories", .advice = "--category"},
};

enum { N_FILTERS = sizeof filters / sizeof *filters };
static_assert((int)N_FILTERS <= (int)FIX_MAX_FILTERS, "fates of filters end at FATE_MADE");

const struct fix_filter *fix_filter_at(int number)
{
    return number < N_FILTERS ? &filters[number] : NULL;
}

static const void *field_of(const struct fix_choice *choice, size_t offset)
{
    return (const char *)choice + offset;
}

/* Returns NULL if the filter has no list. */
static const struct text_list *list_of(const struct fix_filter *filter,
                                       const struct fix_choice *choice)
{
    bool has_list =
        filter->kind == FILTER_ONE || filter->kind == FILTER_EACH || filter->kind == FILTER_PAIR;
    return has_list ? field_of(choice, filter->field) : NULL;
}

static bool asks(const struct fix_filter *filter, const struct fix_choice *choice)
{
    const void *field = field_of(choice, filter->field);
    switch (filter->kind) {
    case FILTER_TEXT:
        return *(const char *const *)field != NULL;
    case FILTER_MARKS:
        return !(*(const unsigned *)field & MARK_NONE);
    case FILTER_BOOL:
        return *(const int *)field >= 0;
    case FILTER_RANGE:
        return *(const int64_t *)field != INT64_MIN ||
               *(const int64_t *)field_of(choice, filter->most) != INT64_MAX;
    default:
        return list_of(filter, choice)->n > 0;
    }
}

void fix_filter_add_quoted(struct str *sql, const char *text)
{
    str_add_text(sql, "'");
    for (; *text; text++)
        str_add(sql, *text == '\'' ? "''" : text, *text == '\'' ? 2 : 1);
    str_add_text(sql, "'");
}

/* "'a', 'b'", or "('a', 'b'), ('c', 'd')". */
static void add_list(struct str *sql, const struct text_list *list, bool is_of_pairs)
{
    for (size_t i = 0; i < list->n; i++) {
        bool is_second = is_of_pairs && i % 2 == 1;
        str_print(sql, "%s%s", i ? ", " : "", is_of_pairs && !is_second ? "(" : "");
        fix_filter_add_quoted(sql, list->items[i]);
        str_add_text(sql, is_second ? ")" : "");
    }
}

const char *fix_choice_counted_tokens(const struct fix_choice *choice)
{
    return choice->counts_programs ? "f.n_tokens" : "coalesce(f.part_n_tokens, f.n_tokens)";
}

/* Appends the value for the $ with this number; for FILTER_EACH, item `each`. */
static void add_value(struct str *sql, const struct fix_filter *filter,
                      const struct fix_choice *choice, int number, size_t each)
{
    const void *field =
        field_of(choice, number && filter->kind == FILTER_RANGE ? filter->most : filter->field);
    switch (filter->kind) {
    case FILTER_TEXT:
        fix_filter_add_quoted(sql, *(const char *const *)field);
        break;
    case FILTER_EACH:
        fix_filter_add_quoted(sql, list_of(filter, choice)->items[each]);
        break;
    case FILTER_RANGE: /* SQLite reads INT64_MIN as a real number of the same value */
        str_print(sql, "%" PRId64, *(const int64_t *)field);
        break;
    case FILTER_MARKS:
        str_print(sql, "%u", *(const unsigned *)field);
        break;
    case FILTER_BOOL:
        str_print(sql, "%d", *(const int *)field);
        break;
    default:
        add_list(sql, list_of(filter, choice), filter->kind == FILTER_PAIR);
    }
}

static void add_condition(struct str *sql, const struct fix_filter *filter,
                          const struct fix_choice *choice, size_t each)
{
    int n_values = 0;
    for (const char *at = filter->condition; *at; at++)
        if (*at == '$')
            add_value(sql, filter, choice, n_values++, each);
        else if (*at == '#')
            str_add_text(sql, fix_choice_counted_tokens(choice));
        else
            str_add(sql, at, 1);
}

void fix_filters_add_sql(struct str *sql, const struct fix_choice *choice)
{
    for (int i = 0; i < N_FILTERS; i++) {
        const struct fix_filter *filter = &filters[i];
        size_t n = filter->kind == FILTER_EACH ? list_of(filter, choice)->n : 1;
        for (size_t each = 0; each < n && asks(filter, choice); each++) {
            str_add_text(sql, " WHEN NOT (");
            add_condition(sql, filter, choice, each);
            str_print(sql, ") THEN %d", FATE_FILTER + i);
        }
    }
}

void fix_filters_release(struct fix_choice *choice)
{
    for (int i = 0; i < N_FILTERS; i++) {
        struct text_list *list = (struct text_list *)list_of(&filters[i], choice);
        if (list)
            array_release(list);
    }
}
