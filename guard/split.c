/* The parts of a ratio are read as whole millionths, which avoids binary fractions. Whole numbers
 * stay as they are given; others are multiplied by a power of ten.
 *
 * Shares and groups are not stored. The summary of stored splits counts them again from the table
 * `set_splits`. */
#include "guard/split.h"

#include "base/beneath.h"
#include "base/lines.h"
#include <math.h>
#include <string.h>

/* ---- The ratio ---- */

enum { MAX_WHOLE_DIGITS = 11, MAX_PLACES = 6, MILLION = 1000000, MAX_TERM = 1000000 };

/* Returns the value in millionths of digits, of a point followed by digits, or of both; -1 for any
 * other text. */
static int64_t millionths(const char *text, size_t length)
{
    size_t n_whole = strspn(text, "0123456789");
    bool has_point = n_whole < length && text[n_whole] == '.';
    size_t n_places = has_point ? strspn(text + n_whole + 1, "0123456789") : 0;
    if (n_whole + has_point + n_places != length || has_point != (n_places > 0) ||
        n_whole > MAX_WHOLE_DIGITS || n_places > MAX_PLACES || length == 0)
        return -1;
    int64_t value = 0;
    for (size_t i = 0; i < n_whole; i++)
        value = value * 10 + (text[i] - '0');
    for (size_t i = 0; i < MAX_PLACES; i++)
        value = value * 10 + (i < n_places ? text[n_whole + 1 + i] - '0' : 0);
    return value;
}

int split_ratio_read(int64_t ratio[N_SPLITS], const char *text)
{
    int64_t parts[N_SPLITS];
    int n = 0;
    for (const char *part = text; part; n++) {
        size_t length = strcspn(part, ":/");
        if (n == N_SPLITS || (parts[n] = millionths(part, length)) < 0)
            return ERR;
        part = part[length] ? part + length + 1 : NULL;
    }
    if (n < 2)
        return ERR;
    int64_t terms[N_SPLITS] = {
        [SPLIT_TRAIN] = parts[0],
        [SPLIT_VALIDATION] = n == N_SPLITS ? parts[1] : 0,
        [SPLIT_TEST] = parts[n - 1],
    };
    int64_t unit = MILLION; /* the greatest power of ten that divides all */
    for (int split = 0; split < N_SPLITS; split++)
        while (terms[split] % unit != 0)
            unit /= 10;
    if (!terms[SPLIT_TRAIN] && !terms[SPLIT_VALIDATION] && !terms[SPLIT_TEST])
        return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        if (terms[split] / unit > MAX_TERM)
            return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        ratio[split] = terms[split] / unit;
    return 0;
}

/* ---- A split before it is written ---- */

struct split_plan {
    struct pairs pairs;
    struct union_find groups; /* of pairs */
    int *splits;              /* by pair: number, or NO_SPLIT */
    const char *origin;       /* as in the table split_sets: seed, import, date */
    const char *seed;
    const struct split_options *options; /* for an import: what was given, and the grouping */
    int64_t n_previous;
};

static void split_plan_release(struct split_plan *plan)
{
    pairs_release(&plan->pairs);
    union_find_release(&plan->groups);
    free(plan->splits);
}
SCOPED_VALUE(split_plan, split_plan_release)

static int read_pairs(struct split_plan *plan, struct db *db, struct err *err)
{
    if (pairs_read(&plan->pairs, db, true, err) != 0 ||
        grouping_join(&plan->groups, db, &plan->pairs, plan->options->grouping, err) != 0)
        return ERR;
    plan->splits = mem_alloc(plan->pairs.list.n, sizeof *plan->splits);
    return 0;
}

static int store_run(const struct split_plan *plan, struct db *db, struct err *err)
{
    const struct split_options *options = plan->options;
    const struct split_days *days = &options->days;
    bool has_ratio = !days->is_given && !options->n_folds;
    scoped(str) names = {0};
    grouping_add_names(&names, options->grouping);
    return db_change(db, err,
                     "INSERT INTO split_sets SELECT split_set, ?, ?, ?, ?, ?, ?, iif(?, ?, NULL), "
                     "iif(?, ?, NULL), ?, ? FROM chosen_split_set",
                     "ttiiiiiiiiti", plan->origin, plan->seed,
                     has_ratio ? options->ratio[SPLIT_TRAIN] : 0,
                     has_ratio ? options->ratio[SPLIT_VALIDATION] : 0,
                     has_ratio ? options->ratio[SPLIT_TEST] : 0, options->n_folds,
                     (int64_t)(days->is_given && days->has_validation), days->validation_from,
                     (int64_t)days->is_given, days->test_from, str_text(&names), plan->n_previous);
}

/* Writes the splits in place of earlier ones. */
static int store_splits(struct split_plan *plan, struct db *db, struct err *err)
{
    if (db_execute(db,
                   "DELETE FROM split_sets WHERE split_set = " CHOSEN_SPLIT_SET ";"
                   "DELETE FROM set_splits WHERE split_set = " CHOSEN_SPLIT_SET ";"
                   "DELETE FROM set_lists WHERE split_set = " CHOSEN_SPLIT_SET,
                   err) != 0 ||
        store_run(plan, db, err) != 0)
        return ERR;
    const struct pair *pairs = plan->pairs.list.items;
    for (uint32_t i = 0; i < plan->pairs.list.n; i++)
        if (plan->splits[i] != NO_SPLIT &&
            db_change(db, err, "INSERT INTO set_splits VALUES (" CHOSEN_SPLIT_SET ", ?, ?, ?)",
                      "iti", pairs[i].fix_key, split_names[plan->splits[i]],
                      pairs[union_find_root(&plan->groups, i)].fix_key) != 0)
            return ERR;
    return 0;
}

/* ---- Splits divided by strata ---- */

struct splitting {
    struct split_plan plan;
    const struct split_options *options;
    int first_part, n_parts;
    double shares[N_PARTS]; /* that the parts should have, from the first one on */
    int *previous;          /* by pair: the split in the earlier database, or NO_SPLIT */
    int *pins;              /* by pair: the part that it has already, from 0, or NO_PART */
};

static void splitting_release(struct splitting *splitting)
{
    split_plan_release(&splitting->plan);
    free(splitting->previous);
    free(splitting->pins);
}
SCOPED_VALUE(splitting, splitting_release)

static void set_parts(struct splitting *splitting)
{
    const struct split_options *options = splitting->options;
    bool has_folds = options->n_folds > 0;
    int64_t total = 0;
    splitting->first_part = has_folds ? SPLIT_FOLDS : SPLIT_TRAIN;
    splitting->n_parts = has_folds ? (int)options->n_folds : N_SPLITS;
    for (int split = 0; split < N_SPLITS; split++)
        total += options->ratio[split];
    for (int part = 0; part < splitting->n_parts; part++)
        splitting->shares[part] = has_folds ? 1.0 / (double)options->n_folds
                                            : (double)options->ratio[part] / (double)total;
}

/* Returns the number of a split among the parts, from 0; NO_PART: it is none of them. */
static int part_of(const struct splitting *splitting, int split)
{
    int part = split - splitting->first_part;
    return split != NO_SPLIT && part >= 0 && part < splitting->n_parts ? part : NO_PART;
}

/* Opens the earlier database, with the split set that has the name of this one. */
static int open_previous(struct db **out, const char *path, struct db *db, struct err *err)
{
    int64_t n_runs;
    scoped(db_statement) *s = db_query(db, err, "SELECT split_set FROM chosen_split_set", NULL);
    if (db_step(s, err) != 1 || store_open(out, path, err) != 0 ||
        store_view_split_set(*out, db_text(s, 0), err) != 0 ||
        db_get_int(*out, &n_runs, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    return n_runs ? 0
                  : err_set(err,
                            "'%s' has no split set '%s' to keep; name a database in which "
                            "tokfix split has made it",
                            path, db_text(s, 0));
}

/* Reads the splits of the earlier database. Pairs are matched by their ids. Several pairs may have
 * one id, because ids of submissions may contain hyphens: the split is then that of the first. */
static int read_previous(struct splitting *splitting, struct db *db, struct err *err)
{
    const struct pairs *pairs = &splitting->plan.pairs;
    const char *path = splitting->options->previous;
    scoped(db) *earlier = NULL;
    scoped(table) ids = {0};
    scoped_array ARRAY(int) splits = {0}; /* by the numbers of `ids` */
    int64_t n_known = 0;
    int status;
    if (open_previous(&earlier, path, db, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(earlier, err,
                                       "SELECT fix_id, split FROM fix_details "
                                       "ORDER BY origin <> 'real', fixed_date, buggy_date, fix_key",
                                       NULL);
    while ((status = db_step(s, err)) == 1)
        if (table_add(&ids, db_text(s, 0)) != TABLE_NONE)
            array_push(&splits, split_find(db_text(s, 1)));
    if (status < 0)
        return ERR;
    for (size_t i = 0; i < pairs->list.n; i++) {
        int64_t found = table_find(&ids, pairs->list.items[i].id);
        splitting->previous[i] = found == TABLE_NONE ? NO_SPLIT : splits.items[found];
        if (splitting->previous[i] == NO_SPLIT)
            continue;
        n_known++;
        if (part_of(splitting, splitting->previous[i]) == NO_PART)
            return err_set(err, "'%s' has %s in this set, which cannot be kept here", path,
                           split_names[splitting->previous[i]]);
    }
    return n_known ? 0
                   : err_set(err,
                             "no fix of this database has a split in '%s'; name an earlier "
                             "database of the same dataset",
                             path);
}

/* Finds the parts that pairs have already in the earlier database. */
static int read_pins(struct splitting *splitting, struct db *db, struct err *err)
{
    const struct pairs *pairs = &splitting->plan.pairs;
    splitting->previous = mem_alloc(pairs->list.n, sizeof *splitting->previous);
    splitting->pins = mem_alloc(pairs->list.n, sizeof *splitting->pins);
    for (size_t i = 0; i < pairs->list.n; i++)
        splitting->previous[i] = NO_SPLIT;
    if (splitting->options->previous && read_previous(splitting, db, err) != 0)
        return ERR;
    for (size_t i = 0; i < pairs->list.n; i++)
        splitting->pins[i] = part_of(splitting, splitting->previous[i]);
    return 0;
}

static void count_moved(struct split_summary *made, const struct splitting *splitting)
{
    for (size_t i = 0; i < splitting->plan.pairs.list.n; i++) {
        int split = splitting->plan.splits[i];
        bool was_split = splitting->previous[i] != NO_SPLIT && split != NO_SPLIT;
        made->n_previous += was_split;
        made->n_moved += was_split && splitting->previous[i] != split;
    }
}

static int divide(struct splitting *splitting, struct strata *strata, struct db *db,
                  struct err *err)
{
    struct split_plan *plan = &splitting->plan;
    struct strata_request request = {
        .pairs = &plan->pairs,
        .groups = &plan->groups,
        .pins = splitting->pins,
        .seed = plan->seed,
        .shares = splitting->shares,
        .n_parts = splitting->n_parts,
    };
    if (strata_divide(strata, plan->splits, db, &request, err) != 0)
        return ERR;
    for (size_t i = 0; i < plan->pairs.list.n; i++)
        plan->splits[i] += plan->splits[i] == NO_PART ? 0 : splitting->first_part;
    return 0;
}

static int split_by_strata(struct split_summary *made, struct strata *strata, struct db *db,
                           const struct split_options *options, struct err *err)
{
    scoped(splitting) splitting = {
        .options = options,
        .plan = {.origin = "seed", .seed = options->seed, .options = options},
    };
    struct split_plan *plan = &splitting.plan;
    set_parts(&splitting);
    if (read_pairs(plan, db, err) != 0 || read_pins(&splitting, db, err) != 0 ||
        divide(&splitting, strata, db, err) != 0)
        return ERR;
    count_moved(made, &splitting);
    plan->n_previous = made->n_previous;
    return store_splits(plan, db, err);
}

/* ---- Splits by date ---- */

enum { UNDATED = N_SPLITS };

/* Sets `splits` to the split that the date of each pair gives it by itself. */
static int read_dates(struct split_plan *plan, struct db *db, const struct split_days *days,
                      struct err *err)
{
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT fix_key, date FROM fixes "
                                       "JOIN submissions ON submission_key = fixed_submission_key",
                                       NULL);
    int status;
    for (size_t i = 0; i < plan->pairs.list.n; i++)
        plan->splits[i] = NO_SPLIT;
    while ((status = db_step(s, err)) == 1) {
        uint32_t i = pairs_find(&plan->pairs, db_int(s, 0));
        int64_t date = db_int(s, 1);
        if (i == PAIR_NONE || !pair_decides(&plan->pairs, &plan->pairs.list.items[i]))
            continue;
        plan->splits[i] = !date                                                   ? UNDATED
                          : date >= days->test_from                               ? SPLIT_TEST
                          : days->has_validation && date >= days->validation_from ? SPLIT_VALIDATION
                                                                                  : SPLIT_TRAIN;
    }
    return status;
}

static int leave_out(const struct split_plan *plan, uint32_t pair, const char *reason,
                     struct db *db, struct err *err)
{
    return db_change(db, err, "INSERT INTO set_left_out VALUES (" CHOSEN_SPLIT_SET ", ?, ?)", "it",
                     plan->pairs.list.items[pair].fix_key, reason);
}

/* Leaves out what has no date, and of each group what is later than its first split. */
static int leave_out_late(struct split_plan *plan, struct db *db, struct err *err)
{
    size_t n = plan->pairs.list.n;
    scoped_memory int *first = mem_alloc(n, sizeof *first); /* by the first pair of each group */
    for (uint32_t i = 0; i < n; i++)
        first[i] = UNDATED;
    for (uint32_t i = 0; i < n; i++) {
        int *split = &first[union_find_root(&plan->groups, i)];
        if (plan->splits[i] != NO_SPLIT && plan->splits[i] < *split)
            *split = plan->splits[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        bool is_undated = plan->splits[i] == UNDATED;
        if (plan->splits[i] == NO_SPLIT ||
            (!is_undated && plan->splits[i] == first[union_find_root(&plan->groups, i)]))
            continue;
        plan->splits[i] = NO_SPLIT;
        if (leave_out(plan, i, is_undated ? "undated" : "straddles", db, err) != 0)
            return ERR;
    }
    return 0;
}

static int split_by_date(struct db *db, const struct split_options *options, struct err *err)
{
    scoped(split_plan) plan = {.origin = "date", .seed = "", .options = options};
    if (read_pairs(&plan, db, err) != 0 || read_dates(&plan, db, &options->days, err) != 0 ||
        leave_out_late(&plan, db, err) != 0)
        return ERR;
    return store_splits(&plan, db, err);
}

int split_make(struct split_summary *summary, struct strata *strata, struct db *db,
               const struct split_options *options, struct err *err)
{
    struct split_summary made = {0};
    *strata = (struct strata){0};
    if ((options->days.is_given ? split_by_date(db, options, err)
                                : split_by_strata(&made, strata, db, options, err)) != 0 ||
        split_summary_read(summary, db, err) != 0)
        return ERR;
    summary->n_moved = made.n_moved;
    return 0;
}

/* ---- Splits given by lists of problems ---- */

/* The problems of all lists, with their splits. */
struct lists {
    struct table problems;
    ARRAY(int) splits; /* by number in `problems` */
};

static void lists_release(struct lists *lists)
{
    table_release(&lists->problems);
    array_release(&lists->splits);
}
SCOPED_VALUE(lists, lists_release)

/* The state of reading one list. */
struct list {
    struct lists *lists;
    int split;
    const char *path;
};

static int take_line(void *context, char *line, size_t number, struct err *err)
{
    const struct list *list = context;
    struct lists *lists = list->lists;
    if (strpbrk(line, " \t,;") || !beneath_is_safe_name(line, strlen(line)))
        return err_set(err, "%s:%zu: '%.100s' is not a problem id; write one id per line",
                       list->path, number, line);
    int64_t known = table_find(&lists->problems, line);
    if (known != TABLE_NONE && lists->splits.items[known] != list->split)
        return err_set(err, "%s:%zu: the problem '%s' is already in the list for %s", list->path,
                       number, line, split_names[lists->splits.items[known]]);
    if (table_add(&lists->problems, line) != TABLE_NONE)
        array_push(&lists->splits, list->split);
    return 0;
}

static void apply(struct split_plan *plan, const struct lists *lists)
{
    for (size_t i = 0; i < plan->pairs.list.n; i++) {
        const struct pair *pair = &plan->pairs.list.items[i];
        int64_t found =
            table_find(&lists->problems, pairs_name(&plan->pairs.problems, pair->problem));
        plan->splits[i] = found == TABLE_NONE || !pair_decides(&plan->pairs, pair)
                              ? NO_SPLIT
                              : lists->splits.items[found];
    }
}

/* Writes all problems of the lists, because mutants may be made from programs of problems that have
 * no fix. */
static int store_lists(const struct lists *lists, struct db *db, struct err *err)
{
    for (uint32_t i = 0; i < lists->problems.keys.n; i++)
        if (db_change(db, err, "INSERT INTO set_lists VALUES (" CHOSEN_SPLIT_SET ", ?, ?)", "tt",
                      pairs_name(&lists->problems, i), split_names[lists->splits.items[i]]) != 0)
            return ERR;
    return 0;
}

int split_import(struct split_summary *summary, struct db *db, const char *const paths[N_SPLITS],
                 struct err *err)
{
    scoped(lists) lists = {0};
    struct split_options options = {.grouping = GROUP_BY_PROBLEM};
    scoped(split_plan) plan = {.origin = "import", .seed = "", .options = &options};
    for (int split = 0; split < N_SPLITS; split++) {
        struct list list = {&lists, split, paths[split]};
        if (paths[split] && lines_each(paths[split], take_line, &list, err) != 0)
            return ERR;
    }
    if (read_pairs(&plan, db, err) != 0)
        return ERR;
    apply(&plan, &lists);
    if (store_splits(&plan, db, err) != 0 || store_lists(&lists, db, err) != 0 ||
        split_summary_read(summary, db, err) != 0)
        return ERR;
    summary->n_moved = 0;
    if (summary->n_pairs && summary->n_pairs == summary->n_unlisted)
        return err_set(err, "no problem in these lists has a fix in the database");
    return 0;
}

/* ---- Fixes that are in no split ---- */

int split_leave_out(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err)
{
    if (fix_select_keys(account, db, choice, err) != 0)
        return ERR;
    return db_execute(db,
                      "DELETE FROM set_left_out WHERE split_set = " CHOSEN_SPLIT_SET ";"
                      "INSERT INTO set_left_out "
                      "SELECT " CHOSEN_SPLIT_SET ", fix_key, 'choice' FROM counted_fixes "
                      "WHERE fix_key NOT IN (SELECT fix_key FROM temp.filtered_fixes)",
                      err);
}

/* ---- The summary of stored splits ---- */

static int read_split_run(struct split_summary *summary, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT n_previous, n_folds, train_ratio, validation_ratio, test_ratio, "
                 "train_ratio + validation_ratio + test_ratio FROM split_run",
                 NULL);
    int status = db_step(s, err);
    for (int part = 0; part < N_PARTS && status == 1; part++) {
        double n_folds = db_double(s, 1), total = db_double(s, 2 + N_SPLITS);
        summary->shares[part].wanted = n_folds > 0 ? 1 / n_folds
                                       : total > 0 && part < N_SPLITS
                                           ? db_double(s, 2 + part) / total
                                           : NAN;
    }
    if (status == 1)
        summary->n_previous = db_int(s, 0);
    return status < 0 ? ERR : store_read_parts(&summary->parts, db, err);
}

static int read_shares(struct split_summary *summary, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT split, count(*), count(DISTINCT group_key) FROM splits "
                 "JOIN counted_fixes USING (fix_key) GROUP BY split",
                 NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        int split = split_find(db_text(s, 0));
        if (split == NO_SPLIT)
            continue;
        summary->shares[split].n_pairs = db_int(s, 1);
        summary->shares[split].n_groups = db_int(s, 2);
        summary->n_pairs += db_int(s, 1);
        summary->n_groups += db_int(s, 2);
    }
    return status;
}

static int read_outside(struct split_summary *summary, struct db *db, struct err *err)
{
#define LEFT_OUT(reason)                                                      \
    "SELECT count(*) FROM split_left_out JOIN counted_fixes USING (fix_key) " \
    "WHERE reason = '" reason "' AND fix_key NOT IN (SELECT fix_key FROM exclusions)"
    struct {
        int64_t *n;
        const char *sql;
    } counts[] = {
        {&summary->n_excluded, "SELECT count(*) FROM counted_fixes WHERE fix_key NOT IN "
                               "(SELECT fix_key FROM splits) "
                               "AND fix_key IN (SELECT fix_key FROM exclusions)"},
        {&summary->n_left_out, LEFT_OUT("choice")},
        {&summary->n_straddling, LEFT_OUT("straddles")},
        {&summary->n_undated, LEFT_OUT("undated")},
        {&summary->n_unlisted, "SELECT count(*) FROM counted_fixes WHERE fix_key NOT IN "
                               "(SELECT fix_key FROM splits UNION SELECT fix_key FROM exclusions "
                               "UNION SELECT fix_key FROM split_left_out)"},
        {&summary->n_nobody, "SELECT count(*) FROM splits JOIN counted_fixes USING (fix_key) "
                             "JOIN submissions ON submission_key = buggy_submission_key "
                             "WHERE user_id = '' AND EXISTS (SELECT 1 FROM split_run "
                             "WHERE ',' || grouped_by || ',' LIKE '%,user,%')"},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (db_get_int(db, counts[i].n, counts[i].sql, err) != 0)
            return ERR;
    return 0;
}

int split_summary_read(struct split_summary *summary, struct db *db, struct err *err)
{
    *summary = (struct split_summary){.n_moved = -1};
    if (read_split_run(summary, db, err) != 0 || read_shares(summary, db, err) != 0 ||
        read_outside(summary, db, err) != 0)
        return ERR;
    summary->n_pairs += summary->n_unlisted;
    return 0;
}
