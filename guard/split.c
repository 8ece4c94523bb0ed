/* The parts of a ratio are read as whole millionths, which avoids binary fractions. Whole numbers
 * stay as they are given; others are multiplied by a power of ten.
 *
 * When the seed decides, one pass over the pairs gathers the groups, counts their units, and draws
 * their splits. When lists of problems decide, each pair is placed by itself.
 *
 * Shares and groups are not stored. The summary of stored splits counts them again from the table
 * `set_splits`. */
#include "guard/split.h"

#include "base/beneath.h"
#include "base/lines.h"
#include "guard/split_place.h"

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
    const char *origin;       /* as in the table split_sets: seed, import */
    const char *seed;
    int64_t ratio[N_SPLITS];
    unsigned grouping;
    struct split_given given;
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
        grouping_join(&plan->groups, db, &plan->pairs, plan->grouping, err) != 0)
        return ERR;
    plan->splits = mem_alloc(plan->pairs.list.n, sizeof *plan->splits);
    return 0;
}

/* Writes the splits in place of earlier ones. */
static int store_splits(struct split_plan *plan, struct db *db, struct err *err)
{
    scoped(str) names = {0};
    grouping_add_names(&names, plan->grouping);
    if (db_execute(db,
                   "DELETE FROM split_sets WHERE split_set = " CHOSEN_SPLIT_SET ";"
                   "DELETE FROM set_splits WHERE split_set = " CHOSEN_SPLIT_SET ";"
                   "DELETE FROM set_lists WHERE split_set = " CHOSEN_SPLIT_SET,
                   err) != 0 ||
        db_change(db, err,
                  "INSERT INTO split_sets SELECT split_set, ?, ?, ?, ?, ?, 0, NULL, NULL, ?, "
                  "coalesce(?, ''), coalesce(?, ''), ? FROM chosen_split_set",
                  "ttiiittti", plan->origin, plan->seed, plan->ratio[SPLIT_TRAIN],
                  plan->ratio[SPLIT_VALIDATION], plan->ratio[SPLIT_TEST], str_text(&names),
                  plan->given.regions, plan->given.sweeps, plan->n_previous) != 0)
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

/* ---- Splits drawn by the seed ---- */

struct group {
    int64_t n_pairs;
    int64_t n_units;
    int drawn;    /* the greatest split drawn for its units */
    int previous; /* the greatest split of its pairs in the earlier database, or NO_SPLIT */
};

struct splitting {
    struct split_plan plan;
    const struct split_options *options;
    struct group *groups; /* by pair: filled in for the first pair of each group */
    int *previous;        /* by pair, or NO_SPLIT */
    int home;             /* the largest split by the ratio */
    int64_t total;        /* sum of the ratio; its product with a number of pairs fits */
};

/* Names the unit of a pair: its problem, or its user, or the fix itself. */
static void name_unit(struct str *unit, const struct splitting *splitting, const struct pair *pair)
{
    const struct pairs *pairs = &splitting->plan.pairs;
    unsigned grouping = splitting->options->grouping;
    str_clear(unit);
    if (grouping & (GROUP_BY_PROBLEM | GROUP_BY_PROBLEM_CLUSTER))
        str_print(unit, "problem %s", pairs_name(&pairs->problems, pair->problem));
    else if (grouping & GROUP_BY_USER)
        str_print(unit, "user %s", pairs_name(&pairs->users, pair->user));
    else
        str_print(unit, "fix %s", pair->id);
}

static void gather_groups(struct splitting *splitting)
{
    struct split_plan *plan = &splitting->plan;
    scoped(table) units = {0};
    scoped(str) unit = {0};
    for (uint32_t i = 0; i < plan->pairs.list.n; i++) {
        const struct pair *pair = &plan->pairs.list.items[i];
        if (!pair_decides(&plan->pairs, pair))
            continue;
        uint32_t root = union_find_root(&plan->groups, i);
        struct group *group = &splitting->groups[root];
        if (root == i)
            *group = (struct group){.drawn = SPLIT_TRAIN, .previous = NO_SPLIT};
        group->n_pairs++;
        if (splitting->previous[i] > group->previous)
            group->previous = splitting->previous[i];
        name_unit(&unit, splitting, pair);
        if (table_add(&units, str_text(&unit)) != TABLE_NONE) {
            int place =
                split_draw(splitting->options->seed, splitting->options->ratio, str_text(&unit));
            group->n_units++;
            group->drawn = place > group->drawn ? place : group->drawn;
        }
    }
}

/* Whether a group of this size may go to the split. */
static bool has_room(const struct splitting *splitting, const struct split_summary *summary,
                     const struct group *group, int split)
{
    return split == splitting->home ||
           group->n_pairs * splitting->total <= splitting->options->ratio[split] * summary->n_pairs;
}

static int place_of_group(const struct splitting *splitting, const struct split_summary *summary,
                          const struct group *group)
{
    if (group->previous != NO_SPLIT)
        return group->previous;
    return has_room(splitting, summary, group, group->drawn) ? group->drawn : splitting->home;
}

/* Adds a group's expected number of pairs in each split, over all seeds. */
static void expect(struct split_summary *summary, const struct splitting *splitting,
                   const struct group *group)
{
    double n = (double)group->n_pairs, left = 1, chance[N_SPLITS] = {0};
    for (int split = N_SPLITS - 1; split >= 0; split--) {
        double below = 0; /* probability that a unit is drawn for a split below this one */
        for (int i = 0; i < split; i++)
            below += (double)splitting->options->ratio[i] / (double)splitting->total;
        double stays_below = pow(below, (double)group->n_units);
        double here = left - stays_below;
        left -= here;
        chance[has_room(splitting, summary, group, split) ? split : splitting->home] += here;
    }
    for (int split = 0; split < N_SPLITS; split++) {
        summary->shares[split].expected += n * chance[split];
        summary->shares[split].deviation += n * n * chance[split] * (1 - chance[split]);
    }
}

static void summarize_chances(struct split_summary *summary, const struct splitting *splitting)
{
    double n = summary->n_pairs ? (double)summary->n_pairs : 1;
    for (int split = 0; split < N_SPLITS; split++) {
        struct split_share *share = &summary->shares[split];
        bool is_drawn = !splitting->options->previous;
        share->expected = is_drawn ? share->expected / n : NAN;
        share->deviation = is_drawn ? sqrt(share->deviation) / n : NAN;
    }
}

static void place_groups(struct splitting *splitting, struct split_summary *summary)
{
    struct split_plan *plan = &splitting->plan;
    for (uint32_t i = 0; i < plan->pairs.list.n; i++) {
        plan->splits[i] = NO_SPLIT;
        if (!pair_decides(&plan->pairs, &plan->pairs.list.items[i]))
            continue;
        uint32_t root = union_find_root(&plan->groups, i);
        const struct group *group = &splitting->groups[root];
        plan->splits[i] = place_of_group(splitting, summary, group);
        if (root == i) {
            bool is_large =
                group->previous == NO_SPLIT && !has_room(splitting, summary, group, group->drawn);
            summary->n_large += is_large;
            summary->n_pairs_in_large += is_large ? group->n_pairs : 0;
            expect(summary, splitting, group);
        }
        if (splitting->previous[i] != NO_SPLIT) {
            summary->n_previous++;
            summary->n_moved += splitting->previous[i] != plan->splits[i];
        }
    }
    summarize_chances(summary, splitting);
}

/* Reads the splits of the earlier database. Pairs are matched by their ids. Several pairs may have
 * one id, because ids of submissions may contain hyphens: the split is then that of the first. */
static int read_previous(struct splitting *splitting, struct err *err)
{
    const struct pairs *pairs = &splitting->plan.pairs;
    const char *path = splitting->options->previous;
    scoped(db) *db = NULL;
    scoped(table) ids = {0};
    scoped_array ARRAY(int) splits = {0}; /* by the numbers of `ids` */
    int64_t n_runs, n_known = 0;
    int status;
    splitting->previous = mem_alloc(pairs->list.n, sizeof *splitting->previous);
    for (size_t i = 0; i < pairs->list.n; i++)
        splitting->previous[i] = NO_SPLIT;
    if (!path)
        return 0;
    if (store_open(&db, path, err) != 0 ||
        db_get_int(db, &n_runs, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err,
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
        n_known += splitting->previous[i] != NO_SPLIT;
    }
    if (!n_runs)
        return err_set(
            err, "'%s' has no splits to keep; name a database on which tokfix split was run", path);
    return n_known ? 0
                   : err_set(err,
                             "no fix of this database has a split in '%s'; name an earlier "
                             "database of the same dataset",
                             path);
}

static void add_up_ratio(struct splitting *splitting)
{
    for (int split = 0; split < N_SPLITS; split++) {
        splitting->total += splitting->options->ratio[split];
        if (splitting->options->ratio[split] > splitting->options->ratio[splitting->home])
            splitting->home = split;
    }
}

static void splitting_release(struct splitting *splitting)
{
    split_plan_release(&splitting->plan);
    free(splitting->groups);
    free(splitting->previous);
}
SCOPED_VALUE(splitting, splitting_release)

int split_make(struct split_summary *summary, struct db *db, const struct split_options *options,
               struct err *err)
{
    scoped(splitting) splitting = {
        .options = options,
        .plan = {.origin = "seed",
                 .seed = options->seed,
                 .grouping = options->grouping,
                 .given = options->given},
    };
    struct split_plan *plan = &splitting.plan;
    memcpy(plan->ratio, options->ratio, sizeof plan->ratio);
    struct split_summary made = {0};
    if (read_pairs(plan, db, err) != 0 || read_previous(&splitting, err) != 0)
        return ERR;
    splitting.groups = mem_alloc(plan->pairs.list.n, sizeof *splitting.groups);
    for (size_t i = 0; i < plan->pairs.list.n; i++)
        made.n_pairs += pair_decides(&plan->pairs, &plan->pairs.list.items[i]);
    add_up_ratio(&splitting);
    gather_groups(&splitting);
    place_groups(&splitting, &made);
    plan->n_previous = made.n_previous;
    if (store_splits(plan, db, err) != 0 || split_summary_read(summary, db, err) != 0)
        return ERR;
    for (int split = 0; split < N_SPLITS; split++) {
        summary->shares[split].expected = made.shares[split].expected;
        summary->shares[split].deviation = made.shares[split].deviation;
    }
    summary->n_large = made.n_large;
    summary->n_pairs_in_large = made.n_pairs_in_large;
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
                 const struct split_given *given, struct err *err)
{
    scoped(lists) lists = {0};
    scoped(split_plan)
        plan = {.origin = "import", .seed = "", .grouping = GROUP_BY_PROBLEM, .given = *given};
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
    summary->n_large = summary->n_pairs_in_large = summary->n_moved = 0;
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
                 "SELECT n_previous, train_ratio, validation_ratio, test_ratio, "
                 "train_ratio + validation_ratio + test_ratio FROM split_run",
                 NULL);
    int status = db_step(s, err);
    for (int split = 0; split < N_SPLITS && status == 1; split++) {
        double total = db_double(s, 1 + N_SPLITS);
        summary->shares[split] = (struct split_share){
            .wanted = total > 0 ? db_double(s, 1 + split) / total : NAN,
            .expected = NAN,
            .deviation = NAN,
        };
    }
    if (status == 1)
        summary->n_previous = db_int(s, 0);
    return status < 0 ? ERR : 0;
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

int split_summary_read(struct split_summary *summary, struct db *db, struct err *err)
{
    *summary = (struct split_summary){.n_large = -1, .n_pairs_in_large = -1, .n_moved = -1};
    if (read_split_run(summary, db, err) != 0 || read_shares(summary, db, err) != 0 ||
        db_get_int(db, &summary->n_excluded,
                   "SELECT count(*) FROM counted_fixes WHERE fix_key NOT IN "
                   "(SELECT fix_key FROM splits) "
                   "AND fix_key IN (SELECT fix_key FROM exclusions)",
                   err) != 0 ||
        db_get_int(db, &summary->n_left_out,
                   "SELECT count(*) FROM split_left_out JOIN counted_fixes USING (fix_key) "
                   "WHERE fix_key NOT IN (SELECT fix_key FROM exclusions)",
                   err) != 0)
        return ERR;
    int status = db_get_int(db, &summary->n_unlisted,
                            "SELECT count(*) FROM counted_fixes WHERE fix_key NOT IN "
                            "(SELECT fix_key FROM splits UNION SELECT fix_key FROM exclusions "
                            "UNION SELECT fix_key FROM split_left_out)",
                            err);
    summary->n_pairs += summary->n_unlisted;
    return status;
}
