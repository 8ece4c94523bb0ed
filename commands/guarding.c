#include "commands/guarding.h"

#include "base/interrupt.h"
#include "base/str.h"
#include "cli/command_line.h"
#include "db/store_log.h"
#include "db/store.h"
#include "guard/split_place.h"
#include "commands/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void show_database(void *context, const char *phase, struct db *db)
{
    struct progress *progress = context;
    progress_clear(progress);
    if (phase)
        progress_watch(progress, phase, db);
    else
        progress_start(progress, "", NULL, 0); /* the next count starts under any label */
}

struct guard_options guarding_options(int64_t n_jobs, struct progress *progress)
{
    progress_start(progress, "", NULL, 0);
    return (struct guard_options){.n_jobs = (int)n_jobs,
                                  .meter = progress_meter(progress),
                                  .on_database = show_database,
                                  .context = progress};
}

int guarding_check(struct checking *out, struct db *db, const char *path,
                   const struct checking_options *options, int64_t n_jobs, struct err *err)
{
    scoped(progress) progress = {0};
    struct guard_options guard = guarding_options(n_jobs, &progress);
    return checking_run(out, db, path, options, &guard, err);
}

int guarding_extend(struct db *db, int64_t n_jobs, struct err *err)
{
    scoped(progress) progress = {0};
    struct guard_options guard = guarding_options(n_jobs, &progress);
    return split_extend(db, &guard, err);
}

const struct command_option guarding_check_options[] = {
    {0, "group-by", "LIST",
     "groups that must not be divided between splits: problem, problem-cluster, user, duplicates",
     .otherwise = "problem-cluster,duplicates, and the groups of `tokfix split`",
     TO_BITS(checking_options, check.grouping, names_grouping)},
    {0, "preset", "NAME",
     "definition of near duplicates: allamanis, buglab, bigcode (see `tokfix dedup`)",
     .otherwise = "the preset of `tokfix dedup`", TO_PRESET(checking_options, check.preset)},
    {0, "match", "HOW",
     "when a program is found in another one; white space, comments and docstrings do not count\n"
     "type1: if its tokens are those of the other one, or, from 20 tokens on, a part of them\n"
     "type2: also if they are after names are numbered in order of first use\n"
     "similar: also if the Jaccard similarity of the multisets of tokens is 0.85 or more\n"
     "tree: also if that of the shapes of the syntax trees is\n"
     "li: as type1, at any length, as Li et al. define it",
     "type1", TO_MATCH(checking_options, match)},
    SHARED_OPTIONS("Comparing programs"),
};

int guarding_begin(struct db **db, const char *path, struct err *err)
{
    scoped(db) *opened = NULL;
    if (store_open_update(&opened, path, err) != 0 ||
        db_execute(opened, "BEGIN IMMEDIATE", err) != 0)
        return ERR;
    *db = hand_over(opened);
    return 0;
}

static int commit(struct db *db, struct err *err)
{
    scoped(interrupt_hold) hold = interrupt_hold();
    int status = db_execute(db, "COMMIT", err);
    if (status == 0)
        interrupt_outcome(NULL);
    return status;
}

int guarding_end(struct db *db, struct err *err)
{
    return store_add_step(db, command_line_kept(), NULL, err) == 0 ? commit(db, err) : ERR;
}

/* Appends the rows of a query: the name of an option, whether it takes a value, and the value. An
 * error appends nothing, because the options are only a hint. */
static void add_options(struct str *out, struct db_statement *row)
{
    while (db_step(row, NULL) == 1) {
        bool takes_value = db_int(row, 1);
        str_print(out, " --%s%s", db_text(row, 0), takes_value ? " " : "");
        if (takes_value)
            shell_add_word(out, db_text(row, 2));
    }
}

static const char split_options[] =
    "WITH made AS (SELECT * FROM split_sets WHERE split_set = ?1), "
    "seeded AS (SELECT * FROM made WHERE origin <> 'import') "
    "SELECT 'split-set', 1, split_set FROM made WHERE split_set <> '" SPLIT_SET_DEFAULT "' "
    "UNION ALL SELECT 'ratio', 1, train_ratio || ':' || validation_ratio || ':' || test_ratio "
    "FROM seeded WHERE origin = 'seed' AND NOT n_folds "
    "UNION ALL SELECT 'folds', 1, n_folds FROM seeded WHERE n_folds "
    "UNION ALL SELECT 'by-date', 1, coalesce(date(validation_from, 'unixepoch') || ':', '') "
    "|| date(test_from, 'unixepoch') FROM seeded WHERE origin = 'date' "
    "UNION ALL SELECT 'seed', 1, seed FROM seeded WHERE origin = 'seed' "
    "UNION ALL SELECT 'group-by', 1, coalesce(?2, grouped_by) FROM seeded "
    "UNION ALL SELECT 'previous', 1, 'DB' FROM seeded WHERE n_previous "
    "UNION ALL SELECT 'import', 1, 'SPLIT=FILE' FROM made WHERE origin = 'import'";

void guarding_add_split_options(struct str *out, struct db *db, const char *set,
                                const char *grouped_by)
{
    scoped(db_statement) *row =
        db_query(db, NULL, split_options, "tt", set ? set : SPLIT_SET_DEFAULT, grouped_by);
    add_options(out, row);
}

int guarding_remember(struct db *db, const struct json *report, struct err *err)
{
    scoped(str) text = {0};
    char fingerprint[SHA256_HEX_SIZE];
    json_print(&text, report);
    return store_fingerprint(fingerprint, db, err) == 0
               ? store_add_checks(db, str_text(&text), fingerprint, err)
               : ERR;
}

static int read_fingerprint(char fingerprint[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "storing the result", db);
    return store_fingerprint(fingerprint, db, err);
}

static int store(const char *path, const char *report, const char *fingerprint, struct err *err)
{
    scoped(db) *db = NULL;
    return guarding_begin(&db, path, err) == 0 &&
                   store_add_checks(db, report, fingerprint, err) == 0
               ? guarding_end(db, err)
               : ERR;
}

void guarding_remember_read(const struct command *command, const char *path, struct db **read,
                            const struct json *report)
{
    scoped(str) text = {0};
    struct err err;
    char fingerprint[SHA256_HEX_SIZE];
    json_print(&text, report);
    int status = read_fingerprint(fingerprint, *read, &err);
    if (status == 0)
        status = store_has_checks(*read, str_text(&text), fingerprint, &err);
    db_close(*read);
    *read = NULL;
    if (status == 0)
        status = store(path, str_text(&text), fingerprint, &err);
    if (status < 0)
        tell(command,
             "the result was not stored in '%s', so cards and reports will not mention it: %s",
             path, err.message);
}
