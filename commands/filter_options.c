/* Each filter has a row here, a number in db/fixes/choice.h, and a row in db/fixes/choice.c. */
#include "commands/filter_options.h"

#include "base/spdx.h"
#include "base/str.h"
#include "classify/classify.h"
#include "commands/database_access.h"
#include "commands/program_language.h"
#include "commands/cli/command_line.h"
#include "db/fix_names.h"

#include <string.h>

/* ---- Names ---- */

const char *filter_origin_name(int number)
{
    return store_origins[number];
}

/* The first category is other, which is last here. */
static const char *name_of_category(int number)
{
    if (number == N_CATEGORIES)
        return "all";
    return number < N_CATEGORIES
               ? bug_category_name((enum bug_category)((number + 1) % N_CATEGORIES))
               : NULL;
}

static const char *name_of_region(int number)
{
    return number == N_REGIONS ? "all" : number < N_REGIONS ? fix_region_names[number] : NULL;
}

OPTION_NAMES(filter_mark_name, "duplicates", "conflicts", "excluded", "none", "all");

static OPTION_NAMES(name_of_cluster_kind, "exact", "renamed", "near", "patch");

const char *filter_split_name(int number)
{
    return number < N_SUBSETS ? split_names[number] : NULL;
}

const char *filter_stratum_name(int number)
{
    return number == N_STRATA ? "all" : number < N_STRATA ? split_names[number] : NULL;
}

/* ---- Values ---- */

/* Appends the name of an item, or all names of the option. */
static void add_names(struct text_list *out, const struct command_option *option, const char *item)
{
    bool is_all = strcmp(item, "all") == 0;
    if (!is_all)
        array_push(out, item);
    for (int i = 0; is_all && option->names(i); i++)
        if (strcmp(option->names(i), "all") != 0)
            array_push(out, option->names(i));
}

/* The default is what it takes, as a list of names. The first list of the user that names what to
 * take replaces it; those that only name what to leave out make it smaller. */
static int take_filter(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    struct filter_value *value = variable;
    scoped(filter_value) asked = {.is_default = text == option->initial};
    scoped_array struct text_list items = {0};
    option_split(text, &items);
    for (size_t i = 0; i < items.n; i++)
        if (items.items[i][0] == '!')
            array_push(&asked.without, items.items[i] + 1);
        else
            add_names(&asked.list, option, items.items[i]);
    if (asked.is_default || (value->is_default && asked.list.n)) {
        array_clear(&value->list);
        value->is_default = asked.is_default;
    }
    for (size_t i = 0; i < asked.list.n; i++)
        if (!asked.is_default || filter_value_has(&asked, asked.list.items[i]))
            array_push(&value->list, asked.list.items[i]);
    for (size_t i = 0; i < asked.without.n && !asked.is_default; i++) {
        if (strcmp(asked.without.items[i], "all") == 0)
            return err_set(err, "--%s: '!all' leaves nothing", option->name);
        array_push(&value->without, asked.without.items[i]);
    }
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

/* An SPDX identifier, or the name of a list of them. */
static bool is_license(const char *name)
{
    scoped(str) usual = {0};
    return strcmp(name, SPDX_PERMISSIVE) == 0 ||
           (!strpbrk(name, " \t()") && spdx_add_expression(&usual, name, strlen(name)) &&
            spdx_is_known(str_text(&usual)));
}

/* `any` alone allows all licences: the list is empty. */
static int take_licenses(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    struct filter_value *licenses = variable;
    scoped_array struct text_list items = {0};
    size_t n_taken = 0;
    option_split(text, &items);
    for (size_t i = 0; i < items.n; i++)
        n_taken += items.items[i][0] != '!';
    if (n_taken)
        array_clear(&licenses->list);
    for (size_t i = 0; i < items.n; i++) {
        const char *name = items.items[i] + (items.items[i][0] == '!');
        bool is_any = strcmp(name, "any") == 0;
        if (is_any && name > items.items[i])
            return err_set(err, "--%s: '!any' leaves nothing", option->name);
        if (is_any && n_taken == 1)
            continue;
        if (!is_license(name))
            return refuse_license(option, name, err);
        filter_value_add(licenses, items.items[i]);
    }
    return 0;
}

/* ---- What was chosen ---- */

void filter_options_add_given(struct str *out, const char *others, const struct fix_choice *choice)
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
        database_add_set(out, choice->split_set);
}

static void tell_note(void *context, const char *note)
{
    tell(context, "%s", note);
}

void filter_options_tell(const struct command *command, const struct fix_account *account,
                         enum fix_advice advice)
{
    fix_account_tell(account, advice, tell_note, (void *)command);
}

/* ---- Rows: a default differs by command; tokfix help options tells both ---- */

#define TO_FILTER(number) \
    TO_VARIABLE(struct filter_value, fix_choice, filters[number], take_filter), .excludes = true

#define ORIGIN                                                                                     \
    {                                                                                              \
        0, "origin", "LIST",                                                                       \
            "real (mined), mutant (tokfix mutate), rewrite (tokfix rewrite), or several of these", \
            .otherwise = "all; in export and publish, real, if there are real fixes",              \
            .names = filter_origin_name, TO_FILTER(FILTER_ORIGIN)                                  \
    }
#define CATEGORY(initially)                                                                      \
    {                                                                                            \
        0, "category", "LIST",                                                                   \
            "variable_misuse, binary_operator, comparison_operator, logical_operator, "          \
            "assignment_operator, literal, type, other, or all, which each LIST here takes. As " \
            "in each LIST here, a name after ! is left out (in quotes, because of the shell): "  \
            "'!literal'; such names alone are left out of the default",                          \
            initially, .otherwise = "all; in export and publish, the first seven",               \
                       .names = name_of_category, TO_FILTER(FILTER_CATEGORY)                     \
    }
#define REGION(initially)                                                                        \
    {                                                                                            \
        0, "region", "LIST",                                                                     \
            "what kind of text the changed token belongs to: code, output, docstring, message, " \
            "version, test_expectation, generated, or all",                                      \
            initially,                                                                           \
            .otherwise = "all; in export, publish, split, mutate, rewrite and tag, all but "     \
                         "docstring, message, version, test_expectation, generated",             \
            .names = name_of_region, TO_FILTER(FILTER_REGION)                                    \
    }
#define CODE_REGIONS "all,!docstring,!message,!version,!test_expectation,!generated"
#define LICENSE(name, initially, shown)                                                          \
    {                                                                                            \
        0, name, "KIND",                                                                         \
            "of git repositories, only fixes under these licences: permissive (as Blue Oak "     \
            "Council rates them), or a list of SPDX identifiers; any: also unknown ones",        \
            initially,                                                                           \
            .otherwise = shown, .excludes = true,                                                \
            TO_VARIABLE(struct filter_value, fix_choice, filters[FILTER_LICENSE], take_licenses) \
    }
#define LICENSE_SHOWN "any; in export and tag, " SPDX_PERMISSIVE
#define WHERE                                                                                     \
    {                                                                                             \
        0, "where", "SQL",                                                                        \
            "fixes for which this expression over the view fix_details holds, such as \"contest " \
            "= 'AtCoder' and role <> 'variable'\" (tokfix help where)",                           \
            TO_TEXT(fix_choice, where)                                                            \
    }
#define LANGUAGE                                                                                   \
    {                                                                                              \
        0, "language", "LIST", "programming languages", LANGUAGE_NAMES, TO_FILTER(FILTER_LANGUAGE) \
    }
#define MAX_TOKENS                                                                                 \
    {                                                                                              \
        0, "max-tokens", "N",                                                                      \
            "maximum number of tokens of the buggy program; of a fix in a git repository, of the " \
            "function around the edit",                                                            \
            .otherwise = "no limit; for the format nbf, 1024",                                     \
            TO_NUMBER(fix_choice, max_tokens, 0, INT64_MAX)                                        \
    }
#define ONE_PER_CLUSTER                                                                       \
    {                                                                                         \
        0, "one-per-cluster", "KIND",                                                         \
            "take only the earliest fix of each cluster of this kind: exact, renamed, near, " \
            "patch",                                                                          \
            .names = name_of_cluster_kind, TO_TEXT(fix_choice, one_per_cluster)               \
    }
#define SAMPLE                                                       \
    {                                                                \
        0, "sample", "N", "take a random sample of at most N fixes", \
            TO_NUMBER(fix_choice, n_sample, 1, INT64_MAX)            \
    }
#define PROGRAMS LANGUAGE, MAX_TOKENS, ONE_PER_CLUSTER, SAMPLE
#define MARKED(initially)                                                                        \
    {                                                                                            \
        0, "marked", "LIST",                                                                     \
            "fixes with these marks only: duplicates, conflicts, excluded; none: fixes without " \
            "a mark; or all. A fix with several marks needs all of them in the list",            \
            initially, .otherwise = "all; in export and publish, none", .excludes = true,        \
                       TO_BITS(fix_choice, marks, filter_mark_name)                              \
    }
#define SEED                                                                   \
    {                                                                          \
        0, "seed", "SEED", "seed for --sample and --negatives; any text", "0", \
            TO_TEXT(fix_choice, seed)                                          \
    }
#define WRITTEN \
    ORIGIN, CATEGORY("all,!other"), REGION(CODE_REGIONS), WHERE, PROGRAMS, MARKED("none"), SEED
#define END SHARED_OPTIONS("Filters")

const struct command_option filters_of_show[] = {
    ORIGIN, CATEGORY("all"), REGION("all"), LICENSE("license", "any", LICENSE_SHOWN),
    WHERE,  PROGRAMS,        MARKED("all"), SEED,
    END};
const struct command_option filters_of_export[] = {
    LICENSE("license", SPDX_PERMISSIVE, LICENSE_SHOWN), WRITTEN, END};
const struct command_option filters_of_publish[] = {WRITTEN, END};
const struct command_option filters_of_code[] = {LICENSE("code-license", SPDX_PERMISSIVE, NULL),
                                                 {0}};
const struct command_option filters_of_split[] = {REGION(CODE_REGIONS), END};
const struct command_option filters_of_mutate[] = {REGION(CODE_REGIONS), WHERE, END};
const struct command_option filters_of_rewrite[] = {CATEGORY("all"), REGION(CODE_REGIONS), WHERE,
                                                    END};
const struct command_option filters_of_tag[] = {LICENSE("license", SPDX_PERMISSIVE, LICENSE_SHOWN),
                                                REGION(CODE_REGIONS), WHERE, END};
const struct command_option filters_of_verify[] = {CATEGORY("all"), REGION("all"), WHERE, END};
