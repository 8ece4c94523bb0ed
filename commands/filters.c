/* Each filter has a row here, a number in fixes/fix_item.h, and a row in fixes/fix_filter.c. */
#include "commands/filters.h"

#include "sources/sources.h"
#include "db/fix_names.h"

#include "base/date.h"
#include "base/spdx.h"
#include "base/str.h"
#include "classify/classify.h"
#include "cli/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *names_role(int number)
{
    if (number + 1 < N_ROLES)
        return identifier_role_name((enum identifier_role)(number + 1));
    return number + 1 == N_ROLES ? "none" : NULL;
}

static OPTION_NAMES(names_dialect, "2", "3", "both", "98", "11", "14", "17", "7", "8", "25",
                    "none");

const char *names_verdict(int number)
{
    if (number == NOT_EXECUTED)
        return "none";
    return number < N_FIX_VERDICTS ? fix_verdict_names[number] : NULL;
}

static const char *names_origin(int number)
{
    return store_origins[number];
}

OPTION_NAMES(names_marked, "duplicates", "conflicts", "excluded", "none", "all");

static OPTION_NAMES(names_cluster_kind, "exact", "renamed", "near", "patch");

static OPTION_NAMES(names_yes_no, "yes", "no");

static const char *names_balance(int number)
{
    return number == 0 ? "category" : NULL;
}

void filters_choose_categories(struct text_list *categories, const char *list)
{
    bool is_named = strcmp(list, FILTERS_NAMED) == 0;
    array_clear(categories);
    for (int i = 0; i < N_CATEGORIES; i++) {
        const char *name = bug_category_name((enum bug_category)i);
        if (is_named ? i != CATEGORY_OTHER
                     : option_list_holds(list, name) || option_list_holds(list, names_all))
            array_push(categories, name);
    }
}

static int take_categories(const struct command_option *option, const char *text, void *variable,
                           struct err *err)
{
    (void)option, (void)err;
    filters_choose_categories(variable, text);
    return 0;
}

int filters_take_splits(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    struct text_list *splits = variable;
    struct text_list named = {0};
    (void)option, (void)err;
    option_split(text, &named);
    for (size_t i = 0; i < named.n; i++) {
        bool is_all = strcmp(named.items[i], names_all) == 0;
        if (!is_all)
            array_push(splits, named.items[i]);
        for (int split = 0; is_all && split < N_SPLITS; split++)
            array_push(splits, split_names[split]);
    }
    array_release(&named);
    return 0;
}

static int take_utf8(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    if (!*text || !utf8_is_valid(text, strlen(text)))
        return err_set(err, "--%s takes a non-empty UTF-8 text", option->name);
    return option_take_texts(option, text, variable, err);
}

/* No operator contains an arrow, so the first arrow separates BEFORE and AFTER. */
static int take_edit(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    struct text_list *edits = variable;
    const char *before = "", *after = "";
    char *copy = option_copy(text), *arrow = strstr(copy, "=>");
    (void)option, (void)err;
    if (arrow) {
        *arrow = '\0';
        before = text_cut(copy, " \t");
        after = text_cut(arrow + strlen("=>"), " \t");
    }
    if (!*before && !*after)
        return ERR;
    array_push(edits, before);
    array_push(edits, after);
    return 0;
}

/* Returns the identifier that `name` may mean; NULL: none is near. Of those that `name` begins, it
 * is one that adds only a version: of several, the latest. */
static const char *similar_license(const char *name)
{
    struct nearest begun = nearest_to(name), other = nearest_to(name);
    size_t length = strlen(name);
    for (int i = 0; spdx_license_at(i); i++) {
        const char *id = spdx_license_at(i);
        nearest_try(strncmp(id, name, length) == 0 && id[length] == '-' ? &begun : &other, id);
    }
    if (!begun.best)
        return other.best;
    return begun.distance <= strlen("-1.0") ? begun.best : NULL;
}

/* GPL-3.0 is deprecated; GPL-3.0-only replaces it. */
static int refuse_license(const struct command_option *option, const char *name, struct err *err)
{
    const char *similar = similar_license(name);
    scoped(str) only = {0};
    str_print(&only, "%s-only", similar ? similar : "");
    if (similar && spdx_is_known(str_text(&only)))
        similar = str_text(&only);
    return err_set(err,
                   "--%s: '%s' is not in SPDX's list of licences; %s%s%s any alone, or a list of "
                   "permissive, SPDX identifiers such as MIT or GPL-2.0-only, and LicenseRef-NAME",
                   option->name, name, similar ? "did you mean '" : "", similar ? similar : "",
                   similar ? "'? Use" : "use");
}

/* `any` allows all licences: the list stays empty. */
static int take_licenses(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    struct text_list *licenses = variable;
    array_clear(licenses);
    if (strcmp(text, "any") == 0)
        return 0;
    option_split(text, licenses);
    for (size_t i = 0; i < licenses->n; i++) {
        scoped(str) usual = {0};
        const char *name = licenses->items[i];
        if (strcmp(name, SPDX_PERMISSIVE) != 0 &&
            (strpbrk(name, " \t()") || !spdx_add_expression(&usual, name, strlen(name)) ||
             !spdx_is_known(str_text(&usual))))
            return refuse_license(option, name, err);
    }
    return 0;
}

static int take_date(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)option, (void)err;
    return date_parse(variable, text);
}

static int take_yes_no(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    (void)option, (void)err;
    *(int64_t *)variable = strcmp(text, "yes") == 0;
    return 0;
}

int filters_take_negatives(const struct command_option *option, const char *text, void *variable,
                           struct err *err)
{
    double *ratio = variable;
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    bool is_percentage = end != text && strcmp(end, "%") == 0;
    bool is_number = end != text && (!*end || is_percentage) && !errno &&
                     text[strspn(text, "0123456789.")] == *end;
    (void)err;
    *ratio = is_percentage ? number / (100 - number) : number;
    bool is_within = number >= 0 && (is_percentage ? number < 100 : number <= (double)option->max);
    return is_number && is_within ? 0 : ERR;
}

bool filters_are_given(void)
{
    return command_line_has_of(filter_kinds) || command_line_has_of(filter_kinds_shown) ||
           command_line_has_of(filter_options) || command_line_has_of(filter_license) ||
           command_line_has_of(filter_license_of_code) ||
           command_line_has_of(filter_license_shown) || command_line_has_of(filter_marks) ||
           command_line_has_of(filter_marks_shown);
}

#define DATE_TAKEN "a date such as 2020-01-31, or Unix seconds, in the years 1970 to 9999"

#define TO_DATE(owner, member) TO_VARIABLE(int64_t, owner, member, take_date), .takes = DATE_TAKEN

#define CATEGORIES                                            \
    "variable_misuse, binary_operator, comparison_operator, " \
    "logical_operator, assignment_operator, literal, type, other, or all"
#define TO_CATEGORIES(owner, member) \
    TO_VARIABLE(struct text_list, owner, member, take_categories), .names = names_category

const struct command_option filter_kinds[] = {
    {0, "origin", "LIST",
     "real (mined), mutant (tokfix mutate), rewrite (tokfix rewrite), or several of these",
     .otherwise = "real; all if the database has no real fixes", .names = names_origin,
     TO_LIST(fix_choice, filters[FILTER_ORIGIN].list)},
    {0, "category", "LIST", CATEGORIES, FILTERS_NAMED,
     TO_CATEGORIES(fix_choice, filters[FILTER_CATEGORY].list)},
    {0},
};

const struct command_option filter_kinds_shown[] = {
    {0, "origin", "LIST", "real, mutant, rewrite, or several of these", .otherwise = "all",
     .names = names_origin, TO_LIST(fix_choice, filters[FILTER_ORIGIN].list)},
    {0, "category", "LIST", CATEGORIES, "all",
     TO_CATEGORIES(fix_choice, filters[FILTER_CATEGORY].list)},
    {0},
};

const struct command_option filter_options[] = {
    {0, "pattern", "LIST", "SStuB patterns: CHANGE_OPERAND, ...", .names = sstub_pattern_name,
     TO_LIST(fix_choice, filters[FILTER_PATTERN].list)},
    {0, "role", "LIST", "role of the changed identifier: variable, function, ..., or none",
     .names = names_role, TO_LIST(fix_choice, filters[FILTER_ROLE].list)},
    {0, "source", "LIST",
     "kinds of the mined datasets: codenet, rows (JSON lines or CSV), git, or several of these",
     .names = source_kind_name, TO_LIST(fix_choice, filters[FILTER_SOURCE].list)},
    {0, "problem", "LIST", "problem ids", TO_LIST(fix_choice, filters[FILTER_PROBLEM].list)},
    {0, "token", "TEXT", "the edit removes or inserts this token; may be repeated",
     TO_VARIABLE(struct text_list, fix_choice, filters[FILTER_TOKEN].list, take_utf8)},
    {0, "edit", "EDIT",
     "'BEFORE => AFTER': the edit replaces one token by the other, as in '< => <='; '=> not' is "
     "an inserted token, 'not =>' a deleted one; may be repeated",
     .takes = "'BEFORE => AFTER', as in '< => <=' or '=> not'",
     TO_VARIABLE(struct text_list, fix_choice, filters[FILTER_EDIT].list, take_edit)},
    {0, "contains", "TEXT",
     "one of the two programs contains this text (case-sensitive); if repeated, each text must "
     "occur",
     TO_VARIABLE(struct text_list, fix_choice, filters[FILTER_CONTAINS].list, take_utf8)},
    {0, "status", "LIST", "verdicts of the failing submission: \"Wrong Answer\" or WA, ...",
     TO_LIST(fix_choice, filters[FILTER_STATUS].list)},
    {0, "verdict", "LIST",
     "verdicts of `tokfix verify`: reproduced, proven, weak_tests, ..., or none for fixes that "
     "were not executed",
     .names = names_verdict, TO_LIST(fix_choice, filters[FILTER_VERDICT].list)},
    {0, "language", "NAME", "programming language", LANGUAGE_NAMES, TO_TEXT(fix_choice, language)},
    {0, "original-language", "LIST", "languages as named in the metadata: \"PyPy3 (7.3.0)\", ...",
     TO_LIST(fix_choice, filters[FILTER_ORIGINAL_LANGUAGE].list)},
    {0, "dialect", "LIST",
     "dialects: 2, 3 or both (Python), 98 to 26 (C and C++), 7 to 25 (Java), or none",
     .names = names_dialect, TO_LIST(fix_choice, filters[FILTER_DIALECT].list)},
    {0, "min-tokens", "N",
     "minimum number of tokens of the buggy program; of a fix in a git repository, of the "
     "function around the edit",
     TO_NUMBER(fix_choice, filters[FILTER_TOKENS].least, 0, INT64_MAX)},
    {0, "max-tokens", "N", "maximum number of tokens of the same",
     .otherwise = "no limit; for the format nbf, 1024",
     TO_NUMBER(fix_choice, filters[FILTER_TOKENS].most, 0, INT64_MAX)},
    {0, "since", "DATE", "fixed submission on or after this date: YYYY-MM-DD (UTC) or Unix seconds",
     TO_DATE(fix_choice, filters[FILTER_DATE].least)},
    {0, "until", "DATE", "fixed submission before this date: YYYY-MM-DD (UTC) or Unix seconds",
     TO_DATE(fix_choice, filters[FILTER_DATE].most)},
    {0, "repair-in-program", "ANSWER",
     "yes: the repair is a token that occurs elsewhere in the program; no: it does not",
     .names = names_yes_no,
     TO_VARIABLE(int64_t, fix_choice, filters[FILTER_REPAIR_IN_PROGRAM].least, take_yes_no)},
    {0, "parses", "ANSWER",
     "yes: both programs parse without a syntax error around the edit; no: one does not (in C and "
     "C++, mostly because of macros)",
     .names = names_yes_no,
     TO_VARIABLE(int64_t, fix_choice, filters[FILTER_PARSES].least, take_yes_no)},
    {0, "one-per-cluster", "KIND",
     "take only the earliest fix of each cluster of this kind: exact, renamed, near, patch",
     .names = names_cluster_kind, TO_TEXT(fix_choice, one_per_cluster)},
    {0, "balance", "WHAT", "category: sample every category down to the size of the rarest one",
     .names = names_balance, TO_FLAG(fix_choice, balances_categories)},
    {0, "sample", "N", "take a random sample of at most N fixes",
     TO_NUMBER(fix_choice, n_sample, 1, INT64_MAX)},
    {0},
};

#define LICENSE(name, initially)                                                                   \
    {                                                                                              \
        0, name, "KIND",                                                                           \
            "of git repositories, only fixes under these licences: permissive (as Blue Oak "       \
            "Council rates them), or a list of SPDX identifiers; any: also unknown ones",          \
            initially,                                                                             \
            TO_VARIABLE(struct text_list, fix_choice, filters[FILTER_LICENSE].list, take_licenses) \
    }

const struct command_option filter_license[] = {LICENSE("license", SPDX_PERMISSIVE), {0}};
const struct command_option filter_license_of_code[] = {LICENSE("code-license", SPDX_PERMISSIVE),
                                                        {0}};
const struct command_option filter_license_shown[] = {LICENSE("license", "any"), {0}};

#define MARKED(initially)                                                                        \
    {                                                                                            \
        0, "marked", "LIST",                                                                     \
            "fixes with these marks only: duplicates, conflicts, excluded; none: fixes without " \
            "a mark; or all. A fix with several marks needs all of them in the list",            \
            initially, TO_BITS(fix_choice, marks, names_marked)                                  \
    }

const struct command_option filter_marks[] = {
    MARKED("none"),
    {0, "seed", "SEED", "seed for --sample, --balance, --negatives and --shuffle; any text", "0",
     TO_TEXT(fix_choice, seed)},
    {0},
};

const struct command_option filter_marks_shown[] = {
    MARKED("all"),
    {0, "seed", "SEED", "seed for --sample, --balance and --random; any text", "0",
     .otherwise = "0; with --random, a new one", TO_TEXT(fix_choice, seed)},
    {0},
};
