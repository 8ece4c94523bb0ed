/* tokfix show: prints fixes as readable diffs. All fixes are chosen before the first is shown,
 * and then read one by one. Messages come last, because a pager uses the terminal until then. */
#include "base/file.h"
#include "base/mem.h"
#include "base/terminal.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/cli/command_line.h"
#include "db/fixes/fix_id.h"
#include "report/diff.h"
#include "report/fix_text.h"

#include <stdio.h>

/* The values of the command line. */
struct showing {
    const char *db;
    struct text_list ids; /* if any: show only these fixes, and ignore the choice */
    struct fix_choice choice;
    int64_t n_fixes;                 /* maximum number; INT64_MAX: all */
    struct fix_text_options options; /* has_color and n_columns become those of standard output */
};

enum { COLUMNS_OF_A_PIPE = 100 };

static const struct command_option own_options[] = {
    OPTION_LIMIT(showing, n_fixes, "maximum number of fixes", "20"),
    OPTION_CONTEXT(showing, options.style.n_context),
    {0, "json", NULL, "print one line for each fix, a row of `tokfix export --format pairs`",
     TO_FLAG(showing, options.is_json)},
    OPTION_SPLIT_SHOWN(showing, choice.splits),
    OPTION_SPLIT_SET(showing, choice.split_set),
    {0},
};

/* The chosen fixes. */
struct shown_fixes {
    struct fix_keys keys;
    size_t n_left;     /* matching fixes beyond the limit */
    struct str splits; /* the splits of the fixes, if there are several and no --split was given */
};

static void release_fixes(struct shown_fixes *fixes)
{
    array_release(&fixes->keys.list);
    str_release(&fixes->splits);
}
SCOPED_VALUE(shown_fixes, release_fixes)

static int find_named(struct shown_fixes *fixes, struct db *db, const struct showing *showing,
                      struct err *err)
{
    for (size_t i = 0; i < showing->ids.n; i++)
        if (fix_id_find(&fixes->keys, db, showing->ids.items[i], err) != 0)
            return ERR;
    return 0;
}

static int choose(struct shown_fixes *fixes, struct db *db, const struct showing *showing,
                  struct err *err)
{
    scoped(fix_selection) selection = {0};
    if (fix_select(&selection, db, &showing->choice, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection.items.n; i++) {
        if ((int64_t)i < showing->n_fixes)
            array_push(&fixes->keys.list, selection.items.items[i].fix_key);
        else
            fixes->n_left++;
    }
    int64_t n_in_none;
    if (fix_count_splits(&selection, &showing->choice, &fixes->splits, &n_in_none) < 2)
        str_clear(&fixes->splits);
    return 0;
}

/* Leaving the pager early is not an error. */
static int write_to_pager(struct pager *pager, struct db *db, const struct shown_fixes *fixes,
                          const struct fix_text_options *options, struct err *err)
{
    int status = fix_text_write(pager_stream(pager), db, fixes->keys.list.items, fixes->keys.list.n,
                                options, err);
    pager_close(pager);
    return status == FIX_TEXT_NOT_TAKEN ? 0 : status;
}

static int write_to_output(struct db *db, const struct shown_fixes *fixes,
                           const struct fix_text_options *options, struct err *err)
{
    int status =
        fix_text_write(stdout, db, fixes->keys.list.items, fixes->keys.list.n, options, err);
    return status == 0 ? file_flush(stdout, "-", err) : ERR;
}

static int write_fixes(struct db *db, const struct shown_fixes *fixes, struct showing *showing,
                       struct err *err)
{
    const char *command = pager_command(stdout);
    showing->options.style.has_color = terminal_is_colored(stdout);
    showing->options.style.n_columns = terminal_columns(stdout, COLUMNS_OF_A_PIPE);
    struct pager *pager = command && fixes->keys.list.n ? pager_open(command, stdout) : NULL;
    return pager ? write_to_pager(pager, db, fixes, &showing->options, err)
                 : write_to_output(db, fixes, &showing->options, err);
}

/* Warns if JSON rows mix splits, because a user may train on them. */
static void tell_about(const struct command *command, const struct shown_fixes *fixes,
                       const struct showing *showing)
{
    if (showing->options.is_json && fixes->splits.length)
        tell(command, "these rows come from several splits: %s; select one with --split",
             fixes->splits.text);
    size_t n = fixes->keys.list.n;
    if (!n)
        tell(command, "no fixes in %s match the options", showing->db);
    else if (fixes->n_left)
        tell(command, "%zu of %s shown; -n all shows all", n,
             counted((int64_t)(n + fixes->n_left), "fix", "fixes").text);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct showing *showing = variables;
    scoped(db) *db = NULL;
    scoped(shown_fixes) fixes = {0};
    if (showing->ids.n && command_line_has_other("context,json,split-set"))
        return command_usage(command,
                             "give either ids of fixes or options that select fixes, not both");
    if (database_show(&db, showing->db, &showing->choice, err) != 0 ||
        (showing->ids.n ? find_named : choose)(&fixes, db, showing, err) != 0 ||
        write_fixes(db, &fixes, showing, err) != 0)
        return ERR;
    tell_about(command, &fixes, showing);
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes", filters_of_show, offsetof(struct showing, choice)},
    {0}};

const struct command command_show = {
#include "commands/help/show.inc"
    .groups = groups,
    .operands = {"a database, and optionally ids of fixes", 1, SIZE_MAX,
                 .first = OPTION_AT(const char *, showing, db),
                 .others = OPTION_AT(struct text_list, showing, ids)},
    ARGUMENTS(showing, .choice = FIX_CHOICE_ALL),
    .run = run,
};
