#include "commands/guarding.h"

#include "base/interrupt.h"
#include "base/str.h"
#include "cli/command_line.h"
#include "db/store_log.h"
#include "db/store.h"
#include "guard/split_place.h"
#include "commands/values.h"

#include <errno.h>
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

int guarding_pairs(struct pairs *pairs, struct db *db, bool with_ids, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "reading", db);
    return pairs_read(pairs, db, with_ids, err);
}

static int take_threshold(const struct command_option *option, const char *text, void *variable,
                          struct err *err)
{
    double *threshold = variable;
    char *end;
    (void)option, (void)err;
    errno = 0;
    *threshold = strtod(text, &end);
    bool is_number = end != text && !*end && !errno && !text[strspn(text, "0123456789.")];
    return is_number && *threshold >= 0.1 && *threshold <= 1 ? 0 : ERR;
}

static int take_min_tokens(const struct command_option *option, const char *text, void *variable,
                           struct err *err)
{
    int64_t number;
    (void)err;
    if (option_number(text, option->min, option->max, &number) != 0)
        return ERR;
    *(uint32_t *)variable = number ? (uint32_t)number : 1; /* the shortest possible length */
    return 0;
}

const struct command_option guarding_split_options[] = {
    {0, "group-by", "LIST",
     "groups that must not be divided between splits: problem, problem-cluster, user, duplicates",
     .otherwise = "problem-cluster,duplicates, and the groups of `tokfix split`",
     TO_BITS(check_options, grouping, names_grouping)},
    {0, "preset", "NAME",
     "definition of near duplicates: allamanis, buglab, bigcode (see `tokfix dedup`)",
     .otherwise = "the preset of `tokfix dedup`", TO_PRESET(check_options, fingerprints.preset)},
    SHARED_OPTIONS("Grouping"),
};

const struct command_option guarding_match_options[] = {
    {0, "match", "HOW",
     "kind of match\n"
     "type1: its tokens are the tokens of the other program, or a part of them; white space, "
     "blank lines, comments and docstrings are ignored\n"
     "type2: also match after names are numbered in order of first use\n"
     "similar: also match programs that are similar as a whole",
     "type1", TO_ENUM(match_options, match, names_match)},
    {0, "similarity", "OF",
     "with --match similar, compute the Jaccard similarity of multisets of tokens (token) or of "
     "the shape of the syntax tree (tree)",
     "token", TO_SECOND(match_options, uses_trees, names_similarity)},
    {0, "threshold", "X", "with --match similar, the minimum similarity", "0.85",
     TO_VARIABLE(double, match_options, threshold, take_threshold),
     .takes = "a number from 0.1 to 1"},
    {0, "min-match-tokens", "N",
     "programs of a benchmark with fewer tokens match only if they are equal, not if they are "
     "contained or similar; 0 and 1 mean no minimum",
     "20", TO_VARIABLE(uint32_t, match_options, min_tokens, take_min_tokens),
     .takes = "a whole number of at least {min}", .max = INT32_MAX},
    {0, "literals", NULL, "with --match type2, also number the literals",
     TO_FLAG(match_options, renames_literals)},
    SHARED_OPTIONS("Matching programs"),
};

static int begin(struct db **db, const char *path, int64_t n_jobs, struct err *err)
{
    scoped(db) *opened = NULL;
    if (store_open_update(&opened, path, (int)n_jobs, err) != 0 ||
        db_execute(opened, "BEGIN IMMEDIATE", err) != 0)
        return ERR;
    *db = hand_over(opened);
    return 0;
}

int guarding_begin(struct db **db, const char *path, struct err *err)
{
    return begin(db, path, 1, err);
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

int guarding_refuse(const char *what, const struct dependent *dependents, const char *advice,
                    struct db *db, struct err *err)
{
    scoped(str) counts = {0};
    for (; dependents->one; dependents++) {
        int64_t n;
        if (db_get_int(db, &n, dependents->sql, err) != 0)
            return ERR;
        if (n)
            str_print(&counts, "%s%s", counts.length ? ", " : "",
                      counted(n, dependents->one, dependents->many).text);
    }
    return err_set(err,
                   "the database has %s; %s%sall exports made before depend on them; add --replace "
                   "to replace them, or %s",
                   what, str_text(&counts), counts.length ? " and " : "", advice);
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

void guarding_add_dedup_options(struct str *out, struct db *db)
{
    scoped(db_statement) *row =
        db_query(db, NULL,
                 "SELECT 'preset', 1, preset FROM dedup_run "
                 "UNION ALL SELECT 'literals', 0, '' FROM dedup_run WHERE renames_literals "
                 "UNION ALL SELECT 'problem-clusters', 1, 'FILE' FROM dedup_run "
                 "WHERE EXISTS (SELECT 1 FROM problem_links WHERE source = 'file') "
                 "UNION ALL SELECT 'dataset', 1, 'DATASET' FROM dedup_run WHERE EXISTS "
                 "(SELECT 1 FROM accepted_bugs WHERE accepted_fix_key IS NULL)",
                 NULL);
    add_options(out, row);
}

static const char split_options[] =
    "WITH made AS (SELECT * FROM split_sets WHERE split_set = ?1), "
    "seeded AS (SELECT * FROM made WHERE origin <> 'import') "
    "SELECT 'set', 1, split_set FROM made WHERE split_set <> '" SPLIT_SET_DEFAULT "' "
    "UNION ALL SELECT 'ratio', 1, train_ratio || ':' || validation_ratio || ':' || test_ratio "
    "FROM seeded WHERE origin = 'seed' AND NOT n_folds "
    "UNION ALL SELECT 'folds', 1, n_folds FROM seeded WHERE n_folds "
    "UNION ALL SELECT 'by-date', 1, coalesce(date(validation_from, 'unixepoch') || ':', '') "
    "|| date(test_from, 'unixepoch') FROM seeded WHERE origin = 'date' "
    "UNION ALL SELECT 'seed', 1, seed FROM seeded WHERE origin = 'seed' "
    "UNION ALL SELECT 'group-by', 1, coalesce(?2, grouped_by) FROM seeded "
    "UNION ALL SELECT 'previous', 1, 'DB' FROM seeded WHERE n_previous "
    "UNION ALL SELECT 'import', 1, 'SPLIT=FILE' FROM made WHERE origin = 'import' "
    "UNION ALL SELECT 'region', 1, iif(?3, 'all', regions) FROM made WHERE ?3 OR regions <> '' "
    "UNION ALL SELECT 'sweep', 1, iif(?3, 'all', sweeps) FROM made WHERE ?3 OR sweeps <> ''";

static void add_split_options(struct str *out, struct db *db, const char *set,
                              const char *grouped_by, bool takes_all)
{
    scoped(db_statement) *row =
        db_query(db, NULL, split_options, "tti", set ? set : SPLIT_SET_DEFAULT, grouped_by,
                 (int64_t)takes_all);
    add_options(out, row);
}

void guarding_add_split_options(struct str *out, struct db *db, const char *set,
                                const char *grouped_by)
{
    add_split_options(out, db, set, grouped_by, false);
}

void guarding_tell_split_all(const struct command *command, struct db *db, const char *path,
                             const char *set, const struct fix_account *account)
{
    scoped(str) word = {0}, options = {0};
    bool has_left_out =
        account->has_split_left_out && fix_account_count(account, FATE_NO_SPLIT) > 0;
    if (!has_left_out && !account->n_of_no_split)
        return;
    shell_add_path(&word, path);
    add_split_options(&options, db, set, NULL, true);
    tell(command, "to put all fixes into splits: tokfix split %s%s --replace", str_text(&word),
         str_text(&options));
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

static int store(const char *path, int64_t n_jobs, const char *report, const char *fingerprint,
                 struct err *err)
{
    scoped(db) *db = NULL;
    return begin(&db, path, n_jobs, err) == 0 && store_add_checks(db, report, fingerprint, err) == 0
               ? guarding_end(db, err)
               : ERR;
}

void guarding_remember_read(const struct command *command, const char *path, int64_t n_jobs,
                            struct db **read, const struct json *report)
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
        status = store(path, n_jobs, str_text(&text), fingerprint, &err);
    if (status < 0)
        tell(command,
             "the result was not stored in '%s', so cards and reports will not mention it: %s",
             path, err.message);
}
