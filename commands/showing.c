/* All fixes are chosen before the first is shown, and then read one by one. What is to be told comes
 * last: a pager has the terminal until then. */
#include "commands/showing.h"

#include "base/array.h"
#include "base/file.h"
#include "base/pager.h"
#include "base/terminal.h"
#include "cli/tell.h"
#include "fixes/fix_id.h"
#include "db/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>

enum { COLUMNS_OF_A_PIPE = 100, N_SEEDS = 1000000 };

/* The chosen ones. */
struct fix_ids {
    ARRAY(int64_t) list;
    size_t n_left;     /* that are not in the list, because there are so many */
    char seed[32];     /* that was drawn; "" for none */
    struct str splits; /* in which they are, where there are several that nobody asked for */
};

static bool has_fix(const struct fix_ids *fixes, int64_t fix_id)
{
    for (size_t i = 0; i < fixes->list.n; i++)
        if (fixes->list.items[i] == fix_id)
            return true;
    return false;
}

static int find_named(struct fix_ids *fixes, struct db *db, const struct showing *showing,
                      struct err *err)
{
    for (size_t i = 0; i < showing->n_ids; i++) {
        int64_t fix_id;
        if (fix_id_find(db, showing->ids[i], &fix_id, err) != 0)
            return ERR;
        if (!has_fix(fixes, fix_id))
            array_push(&fixes->list, fix_id);
    }
    return 0;
}

static int draw_seed(struct fix_ids *fixes, struct err *err)
{
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return err_set_errno(err, "cannot draw a seed; name one with --seed");
    snprintf(fixes->seed, sizeof fixes->seed, "%" PRIu32, number % N_SEEDS);
    return 0;
}

static int choose(struct fix_ids *fixes, struct db *db, const struct showing *showing,
                  struct err *err)
{
    struct fix_choice choice = showing->choice;
    struct fix_selection selection;
    if (showing->is_random && !showing->has_seed) {
        if (draw_seed(fixes, err) != 0)
            return ERR;
        choice.seed = fixes->seed;
    }
    if (showing->is_random)
        choice.shuffle_seed = choice.seed;
    int status = fix_select(&selection, db, &choice, err);
    for (size_t i = 0; status == 0 && i < selection.items.n; i++) {
        if ((int64_t)i < showing->n_fixes)
            array_push(&fixes->list, selection.items.items[i].fix_id);
        else
            fixes->n_left++;
    }
    int64_t n_in_none;
    if (status == 0 && fix_count_splits(&selection, &choice, &fixes->splits, &n_in_none) < 2)
        str_clear(&fixes->splits);
    fix_selection_release(&selection);
    return status;
}

/* Who leaves a pager early has seen enough. */
static int write_to_pager(struct pager *pager, struct db *db, const struct fix_ids *fixes,
                          const struct fixes_options *options, struct err *err)
{
    int status =
        fixes_write(pager_stream(pager), db, fixes->list.items, fixes->list.n, options, err);
    pager_close(pager);
    return status == FIXES_NOT_TAKEN ? 0 : status;
}

static int write_to_output(struct db *db, const struct fix_ids *fixes,
                           const struct fixes_options *options, struct err *err)
{
    int status = fixes_write(stdout, db, fixes->list.items, fixes->list.n, options, err);
    return status == 0 ? file_flush(stdout, "-", err) : ERR;
}

static int show(struct db *db, const struct fix_ids *fixes, struct showing *showing,
                struct err *err)
{
    const char *command = showing->has_no_pager ? NULL : pager_command(stdout);
    showing->options.style.has_color = terminal_is_colored(stdout);
    showing->options.style.n_columns = terminal_columns(stdout, COLUMNS_OF_A_PIPE);
    struct pager *pager = command && fixes->list.n ? pager_open(command, stdout) : NULL;
    return pager ? write_to_pager(pager, db, fixes, &showing->options, err)
                 : write_to_output(db, fixes, &showing->options, err);
}

/* Rows may be taken for data to train on. */
static void tell_about(const struct command *command, const struct fix_ids *fixes,
                       const struct showing *showing)
{
    if (showing->options.is_json && fixes->splits.length)
        tell(command, "these rows are of several splits: %s; --split takes one",
             fixes->splits.text);
    size_t n = fixes->list.n;
    if (!n)
        tell(command, "there are no such fixes in %s", showing->db);
    else if (*fixes->seed)
        tell(command, "seed %s; --seed %s shows the same", fixes->seed, fixes->seed);
    else if (fixes->n_left && !showing->is_random)
        tell(command, "%zu of %zu fixes; --number all shows all", n, n + fixes->n_left);
}

int showing_run(const struct command *command, struct showing *showing)
{
    struct err err;
    struct db *db;
    struct fix_ids fixes = {0};
    if (store_open(&db, showing->db, &err) != 0)
        return command_fail(command, &err);
    int status =
        showing->n_ids ? find_named(&fixes, db, showing, &err) : choose(&fixes, db, showing, &err);
    if (status == 0)
        status = show(db, &fixes, showing, &err);
    db_close(db);
    if (status == 0)
        tell_about(command, &fixes, showing);
    array_release(&fixes.list);
    str_release(&fixes.splits);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}
