#include "fixes/fix_filter.h"

#include "base/verdicts.h"

#include <inttypes.h>
#include <string.h>

const struct fix_filter fix_filters[N_FIX_FILTERS] = {
    [FILTER_LANGUAGE] = {"language", TAKES_ONE, .condition = "b.language IN ($)"},
    [FILTER_SOURCE] = {"source", TAKES_ONE,
                       .condition = "(SELECT r.source FROM problems p JOIN run r USING (run_key) "
                                    "WHERE p.problem_id = b.problem_id) IN ($)"},
    [FILTER_PROBLEM] = {"problem", TAKES_ONE, .condition = "b.problem_id IN ($)"},
    [FILTER_ORIGINAL_LANGUAGE] = {"original-language", TAKES_ONE,
                                  .condition = "b.original_language IN ($)", .means = text_is_like},
    [FILTER_DIALECT] = {"dialect", TAKES_ONE, .condition = "coalesce(f.dialect, 'none') IN ($)"},
    [FILTER_TOKENS] = {"tokens", TAKES_RANGE, .condition = "# BETWEEN $ AND $",
                       .why = "by number of tokens", .advice = "--min-tokens, --max-tokens"},
    [FILTER_DATE] = {"date", TAKES_RANGE, .condition = "a.date >= $ AND a.date < $",
                     .why = "by date", .advice = "--since, --until"},
    [FILTER_CONTAINS] =
        {"contains", TAKES_EACH,
         .condition =
             "EXISTS (SELECT 1 FROM sources s WHERE s.source_key IN (b.source_key, a.source_key) "
             "AND instr(s.code, $))"},
    [FILTER_USER] = /* as in the database: exports may show others (store_rename_users()) */
    {"user", TAKES_ONE,
     .condition = "(SELECT o.user_id FROM main.submissions o "
                  "WHERE o.submission_key = b.submission_key) IN ($)"},
    [FILTER_CONTEST] = {"contest", TAKES_ONE,
                        .condition = "(SELECT p.contest FROM problems p "
                                     "WHERE p.problem_id = b.problem_id) IN ($)"},
    [FILTER_REPOSITORY] = {"repository", TAKES_ONE,
                           .condition = "(SELECT r.problem_id FROM repositories r "
                                        "WHERE r.problem_id = b.problem_id) IN ($)"},
    [FILTER_PATH] = {"path", TAKES_GLOB, .condition = FIX_FILTER_OF_FILE("v.path") " GLOB $"},
    [FILTER_IS_TEST] = {"is-test", TAKES_BOOL,
                        .condition = "coalesce(" FIX_FILTER_OF_FILE("v.is_test") ", 0) = $"},
    [FILTER_VERDICT_IN_COMMENT] = {"verdict-in-comment", TAKES_BOOL,
                                   .condition = "f.verdict_in_comment = $"},
    [FILTER_PATTERN] = {"pattern", TAKES_ONE, .condition = "f.pattern IN ($)", .is_of_bug = true},
    [FILTER_ROLE] = {"role", TAKES_ONE, .condition = "coalesce(f.role, 'none') IN ($)",
                     .is_of_bug = true},
    [FILTER_STATUS] = {"status", TAKES_ONE, .condition = "b.status IN ($)", .is_of_bug = true,
                       .means = verdict_means},
    [FILTER_REPAIR_IN_PROGRAM] = {"repair-in-program", TAKES_BOOL,
                                  .condition = "f.repair_in_program = $", .is_of_bug = true},
    [FILTER_PARSES] = {"parses", TAKES_BOOL, .condition = "f.parses = $"},
    [FILTER_VERDICT] =
        {"verdict", TAKES_ONE,
         .condition =
             "coalesce((SELECT verdict FROM verdicts v WHERE v.fix_key = f.fix_key), 'none') "
             "IN ($)",
         .is_of_bug = true},
    [FILTER_TOKEN] = {"token", TAKES_ONE, .condition = "f.before IN ($) OR f.after IN ($)",
                      .is_of_bug = true},
    [FILTER_EDIT] = {"edit", TAKES_PAIR, .condition = "(f.before, f.after) IN (VALUES $)",
                     .is_of_bug = true},
    [FILTER_WHERE] = {"where", TAKES_WHERE,
                      .condition = "f.fix_key IN (SELECT fix_key FROM fix_details WHERE ($\n))"},
    [FILTER_MARKED] =
        {"marked", TAKES_MARKS, /* enum fix_mark; marks that are not listed: choice.c */
         .condition =
             "$ & 1 AND m.is_duplicate OR $ & 2 AND m.is_conflicting OR $ & 4 AND m.is_excluded",
         .is_of_bug = true},
    /* $: the licences in the database that those allow (choice.c) */
    [FILTER_LICENSE] =
        {"license", TAKES_ONE, .condition = "coalesce(" FIX_FILTER_FILE_LICENSE ", '') IN ($)",
         .among = "EXISTS (SELECT 1 FROM repositories p WHERE p.problem_id = a.problem_id)",
         .why = "under other or unknown licences", .advice = "--license any includes #"},
    [FILTER_ORIGIN] = {"origin", TAKES_ONE, .condition = "f.origin IN ($)", .is_of_bug = true,
                       .why = "of other origins", .advice = "--origin"},
    [FILTER_SWEEP] = {"sweep", TAKES_ONE,
                      .condition =
                          "coalesce(" FIX_FILTER_OF_FILE("c.sweep_kind") ", 'none') IN ($)",
                      .why = "by the kind of their commit", .advice = "--sweep"},
    [FILTER_REGION] = {"region", TAKES_ONE, .condition = "f.region IN ($)", .why = "by region",
                       .advice = "--region"},
    [FILTER_CATEGORY] = {"category", TAKES_ONE, .condition = "f.category IN ($)", .is_of_bug = true,
                         .why = "of other categories", .advice = "--category"},
};

const struct fix_filter *fix_filter_of(enum fix_fate fate)
{
    return fate >= FATE_FILTER && fate < FATE_MADE ? &fix_filters[fate - FATE_FILTER] : NULL;
}

void filter_value_add(struct filter_value *value, const char *item)
{
    if (item[0] == '!' && item[1])
        array_push(&value->without, item + 1);
    else
        array_push(&value->list, item + (item[0] == '\\' && item[1] == '!'));
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

/* Appends the value for the $ with this place. `list` has the items that are taken or left out. */
static void add_value(struct str *sql, int number, const struct fix_choice *choice, int place,
                      const struct text_list *list)
{
    const struct filter_value *value = &choice->filters[number];
    switch (fix_filters[number].kind) {
    case TAKES_RANGE: /* SQLite reads INT64_MIN as a real number of the same value */
    case TAKES_BOOL:
        str_print(sql, "%" PRId64, place ? value->most : value->least);
        break;
    case TAKES_MARKS:
        str_print(sql, "%u", choice->marks);
        break;
    case TAKES_WHERE:
        str_add_text(sql, choice->where);
        break;
    default:
        add_list(sql, list, fix_filters[number].kind == TAKES_PAIR);
    }
}

static void add_condition(struct str *sql, int number, const struct fix_choice *choice,
                          const struct text_list *list)
{
    int n_values = 0;
    str_add_text(sql, "(");
    for (const char *at = fix_filters[number].condition; *at; at++)
        if (*at == '$')
            add_value(sql, number, choice, n_values++, list);
        else if (*at == '#')
            str_add_text(sql, fix_choice_counted_tokens(choice));
        else
            str_add(sql, at, 1);
    str_add_text(sql, ")");
}

/* Appends the condition for a list. The kind of the filter says whether one item or each must
 * match. */
static void add_matching(struct str *sql, int number, const struct fix_choice *choice,
                         const struct text_list *list, bool is_each)
{
    enum filter_kind kind = fix_filters[number].kind;
    bool is_one_by_one = kind == TAKES_EACH || kind == TAKES_GLOB;
    for (size_t i = 0; i < (is_one_by_one ? list->n : 1); i++) {
        const struct text_list one = {.items = is_one_by_one ? list->items + i : list->items,
                                      .n = is_one_by_one ? 1 : list->n};
        str_add_text(sql, i == 0 ? "" : is_each ? " AND " : " OR ");
        add_condition(sql, number, choice, &one);
    }
}

static bool asks(int number, const struct fix_choice *choice)
{
    const struct filter_value *value = &choice->filters[number];
    switch (fix_filters[number].kind) {
    case TAKES_MARKS:
        return !(choice->marks & MARK_NONE);
    case TAKES_WHERE:
        return choice->where != NULL;
    case TAKES_BOOL:
        return value->least >= 0;
    case TAKES_RANGE:
        return value->least != INT64_MIN || value->most != INT64_MAX;
    default:
        return value->list.n > 0;
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
    str_print(sql, "(%s%s(", filter->among ? filter->among : "", filter->among ? " AND " : "");
    if (is_asked) {
        str_add_text(sql, "(");
        add_matching(sql, number, choice, &value->list, filter->kind == TAKES_EACH);
        str_add_text(sql, ") IS NOT TRUE");
    }
    if (has_without) {
        str_add_text(sql, is_asked ? " OR (" : "(");
        add_matching(sql, number, choice, &value->without, false);
        str_add_text(sql, ") IS TRUE");
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
