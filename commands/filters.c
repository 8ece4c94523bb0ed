/* Each filter has a row here, a number in db/fixes/choice.h, and a row in db/fixes/choice.c. */
#include "commands/filters.h"

#include "db/fix_names.h"

#include "base/spdx.h"
#include "base/str.h"
#include "classify/classify.h"
#include "commands/cli/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *names_origin(int number)
{
    return store_origins[number];
}

OPTION_NAMES(names_marked, "duplicates", "conflicts", "excluded", "none", "all");

static OPTION_NAMES(names_cluster_kind, "exact", "renamed", "near", "patch");

static const char *names_region(int number)
{
    return number == N_REGIONS ? names_all : number < N_REGIONS ? fix_region_names[number] : NULL;
}

/* Adds an item: "x", "!x", or the names that `all` means. If everything is taken without the
 * option, `all` means that, whatever else is in the list. */
static void add_item(struct filter_value *value, const struct command_option *option,
                     const char *item)
{
    bool is_all = strcmp(item, names_all) == 0, is_default = !option->initial && !option->otherwise;
    if (!is_all)
        filter_value_add(value, item);
    value->is_all = value->is_all || (is_all && is_default);
    for (int i = 0; is_all && !is_default && option->names && option->names(i); i++)
        if (strcmp(option->names(i), names_all) != 0)
            array_push(&value->list, option->names(i));
}

/* The default becomes the list of the names that it takes. The first list of the user that names
 * what to take replaces it. One that only names what to leave out makes it smaller. */
static int take_filter(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    struct filter_value *value = variable, items = {0};
    struct text_list names = {0};
    option_split(text, &names);
    for (size_t i = 0; i < names.n; i++)
        add_item(&items, option, names.items[i]);
    bool is_default = text == option->initial, is_empty = false;
    if (value->is_default && items.list.n) {
        array_clear(&value->list);
        value->is_default = false;
    }
    for (size_t i = 0; i < items.list.n; i++)
        if (!is_default || filter_value_takes(&items, items.list.items[i]))
            array_push(&value->list, items.list.items[i]);
    for (size_t i = 0; i < items.without.n && !is_default; i++) {
        is_empty = is_empty || strcmp(items.without.items[i], names_all) == 0;
        array_push(&value->without, items.without.items[i]);
    }
    value->is_all = value->is_all || items.is_all;
    if (value->is_all)
        array_clear(&value->list);
    value->is_default = value->is_default || is_default;
    array_release(&names);
    filter_value_release(&items);
    return is_empty ? err_set(err, "--%s: '!all' leaves nothing", option->name) : 0;
}

void filters_take_named(struct filter_value *categories)
{
    for (int i = 0; i < N_CATEGORIES; i++)
        if (i != CATEGORY_OTHER)
            array_push(&categories->list, bug_category_name((enum bug_category)i));
}

int filters_choose_set(struct db *db, const char *path, const struct fix_choice *choice,
                       struct err *err)
{
    return store_choose_split_set(db, path, choice->split_set, choice->splits.n > 0, err);
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

/* `any` allows all licences: the list is empty. */
static int take_licenses(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    struct filter_value *licenses = variable;
    struct text_list names = {0};
    int status = 0;
    option_split(text, &names);
    bool is_any = false;
    size_t n_taken = 0;
    for (size_t i = 0; i < names.n; i++)
        n_taken += names.items[i][0] != '!';
    if (n_taken)
        array_clear(&licenses->list);
    for (size_t i = 0; i < names.n && status == 0; i++) {
        scoped(str) usual = {0};
        const char *name = names.items[i] + (names.items[i][0] == '!');
        bool is_known =
            (strcmp(name, "any") == 0 && n_taken <= 1) || strcmp(name, SPDX_PERMISSIVE) == 0 ||
            (!strpbrk(name, " \t()") && spdx_add_expression(&usual, name, strlen(name)) &&
             spdx_is_known(str_text(&usual)));
        is_any = is_any || strcmp(names.items[i], "any") == 0;
        filter_value_add(licenses, names.items[i]);
        if (strcmp(names.items[i], "!any") == 0)
            status = err_set(err, "--%s: '!any' leaves nothing", option->name);
        else if (!is_known)
            status = refuse_license(option, name, err);
    }
    if (is_any)
        array_clear(&licenses->list);
    array_release(&names);
    return status;
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

void filters_add_set(struct str *out, const char *split_set)
{
    if (split_set && strcmp(split_set, SPLIT_SET_DEFAULT) != 0)
        str_print(out, " --split-set %s", split_set);
}

void filters_add_given(struct str *out, const char *others, const struct fix_choice *choice)
{
    bool is_view = fix_choice_language(choice) != NULL;
    struct command_line_option given;
    for (size_t i = 0; command_line_at(i, &given); i++) {
        const char *name = given.option->name;
        if (option_list_holds(others, name) || strcmp(name, "split-set") == 0 ||
            (is_view && strcmp(name, "language") == 0))
            continue;
        str_print(out, "%s--%s ", out->length ? " " : "", name);
        shell_add_word(out, given.value);
    }
    if (out->length)
        filters_add_set(out, choice->split_set);
}

bool filters_are_given(void)
{
    return command_line_has_of(filter_kinds) || command_line_has_of(filter_kinds_shown) ||
           command_line_has_of(filter_category_shown) || command_line_has_of(filter_where) ||
           command_line_has_of(filter_programs) || command_line_has_of(filter_regions) ||
           command_line_has_of(filter_regions_shown) || command_line_has_of(filter_license) ||
           command_line_has_of(filter_license_of_code) ||
           command_line_has_of(filter_license_shown) || command_line_has_of(filter_marks) ||
           command_line_has_of(filter_marks_shown);
}

#define CATEGORIES                                                                                \
    "variable_misuse, binary_operator, comparison_operator, "                                     \
    "logical_operator, assignment_operator, literal, type, other, or all, which each LIST here "  \
    "takes. As in each LIST here, a name after ! is left out (in quotes, because of the shell): " \
    "'!literal'; such names alone are left out of the default"
#define TO_FILTER(number) \
    TO_VARIABLE(struct filter_value, fix_choice, filters[number], take_filter), .excludes = true

/* A default differs by command; tokfix help options tells both. */
#define ORIGIN                                                                                     \
    {                                                                                              \
        0, "origin", "LIST",                                                                       \
            "real (mined), mutant (tokfix mutate), rewrite (tokfix rewrite), or several of these", \
            .otherwise = "all; in export and publish, real, if there are real fixes",              \
            .names = names_origin, TO_FILTER(FILTER_ORIGIN)                                        \
    }
#define CATEGORY(initially)                                                                      \
    {                                                                                            \
        0, "category", "LIST", CATEGORIES, initially,                                            \
            .otherwise = "all; in export and publish, the first seven", .names = names_category, \
            TO_FILTER(FILTER_CATEGORY)                                                           \
    }

const struct command_option filter_kinds[] = {ORIGIN, CATEGORY("all,!other"),
                                              SHARED_OPTIONS("Filters")};
const struct command_option filter_kinds_shown[] = {ORIGIN, CATEGORY("all"),
                                                    SHARED_OPTIONS("Filters")};
const struct command_option filter_category_shown[] = {CATEGORY("all"), SHARED_OPTIONS("Filters")};

#define REGION_NAMES                                                                     \
    "what kind of text the changed token belongs to: code, output, docstring, message, " \
    "version, test_expectation, generated, or all"
#define REGIONS(initially)                                                                   \
    {                                                                                        \
        0, "region", "LIST", REGION_NAMES, initially,                                        \
            .otherwise = "all; in export, publish, split, mutate, rewrite and tag, all but " \
                         "docstring, message, version, test_expectation, generated",         \
            .names = names_region, TO_FILTER(FILTER_REGION)                                  \
    }
const struct command_option filter_regions[] = {
    REGIONS("all,!docstring,!message,!version,!test_expectation,!generated"),
    SHARED_OPTIONS("Filters")};
const struct command_option filter_regions_shown[] = {REGIONS("all"), SHARED_OPTIONS("Filters")};

const struct command_option filter_where[] = {
    {0, "where", "SQL",
     "fixes for which this expression over the view fix_details holds, such as \"contest = "
     "'AtCoder' and role <> 'variable'\" (tokfix help where)",
     TO_TEXT(fix_choice, where)},
    SHARED_OPTIONS("Filters"),
};

const struct command_option filter_programs[] = {
    {0, "language", "LIST", "programming languages", LANGUAGE_NAMES, TO_FILTER(FILTER_LANGUAGE)},
    {0, "max-tokens", "N",
     "maximum number of tokens of the buggy program; of a fix in a git repository, of the "
     "function around the edit",
     .otherwise = "no limit; for the format nbf, 1024",
     TO_NUMBER(fix_choice, max_tokens, 0, INT64_MAX)},
    {0, "one-per-cluster", "KIND",
     "take only the earliest fix of each cluster of this kind: exact, renamed, near, patch",
     .names = names_cluster_kind, TO_TEXT(fix_choice, one_per_cluster)},
    {0, "sample", "N", "take a random sample of at most N fixes",
     TO_NUMBER(fix_choice, n_sample, 1, INT64_MAX)},
    SHARED_OPTIONS("Filters"),
};

#define LICENSE(name, initially, shown)                                                           \
    {                                                                                             \
        0, name, "KIND",                                                                          \
            "of git repositories, only fixes under these licences: permissive (as Blue Oak "      \
            "Council rates them), or a list of SPDX identifiers; any: also unknown ones",         \
            initially,                                                                            \
            .otherwise = shown,                                                                   \
            TO_VARIABLE(struct filter_value, fix_choice, filters[FILTER_LICENSE], take_licenses), \
            .excludes = true                                                                      \
    }
#define LICENSE_SHOWN "any; in export and tag, " SPDX_PERMISSIVE

const struct command_option filter_license[] = {LICENSE("license", SPDX_PERMISSIVE, LICENSE_SHOWN),
                                                SHARED_OPTIONS("Filters")};
const struct command_option filter_license_of_code[] = {
    LICENSE("code-license", SPDX_PERMISSIVE, NULL), {0}};
const struct command_option filter_license_shown[] = {LICENSE("license", "any", LICENSE_SHOWN),
                                                      SHARED_OPTIONS("Filters")};

#define MARKED(initially)                                                                        \
    {                                                                                            \
        0, "marked", "LIST",                                                                     \
            "fixes with these marks only: duplicates, conflicts, excluded; none: fixes without " \
            "a mark; or all. A fix with several marks needs all of them in the list",            \
            initially, .otherwise = "all; in export and publish, none",                          \
                       TO_BITS(fix_choice, marks, names_marked), .excludes = true                \
    }
#define SEED                                                                   \
    {                                                                          \
        0, "seed", "SEED", "seed for --sample and --negatives; any text", "0", \
            TO_TEXT(fix_choice, seed)                                          \
    }

const struct command_option filter_marks[] = {MARKED("none"), SEED, SHARED_OPTIONS("Filters")};
const struct command_option filter_marks_shown[] = {MARKED("all"), SEED, SHARED_OPTIONS("Filters")};
