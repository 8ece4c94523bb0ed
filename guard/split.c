/* The parts are read in whole millionths, so that no binary fraction comes in between, and divided
 * by what they have in common.
 *
 * Groups are looked at as a whole: their units are counted, and their place decided, in one pass
 * over the pairs.
 *
 * Shares and groups are counted anew from what is stored of each fix. */
#include "guard/split.h"

#include "db/store.h"
#include "guard/split_place.h"
#include "guard/split_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WHOLE_DIGITS = 11, MAX_PLACES = 6, MAX_TERM = 1000000 };

/* Digits, a point with digits behind it, or both: the value in millionths, or -1. */
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

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int split_ratio_read(int64_t ratio[N_SPLITS], const char *text)
{
    int64_t parts[N_SPLITS];
    int n = 0;
    for (const char *part = text; part; n++) {
        size_t length = strcspn(part, ":");
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
    int64_t divisor = 0;
    for (int split = 0; split < N_SPLITS; split++)
        divisor = common_divisor(terms[split], divisor);
    if (!divisor)
        return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        if (terms[split] / divisor > MAX_TERM)
            return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        ratio[split] = terms[split] / divisor;
    return 0;
}

struct group {
    int64_t n_pairs;
    int64_t n_units;
    int drawn;    /* most held-out place of its units */
    int previous; /* most held-out split of its pairs in the earlier store, or NO_SPLIT */
};

struct splitting {
    struct split_plan plan;
    const struct split_options *options;
    struct group *groups; /* by pair: filled for the first of each group */
    int *previous;        /* by pair, or NO_SPLIT */
    int home;             /* the split that is to hold most */
    int64_t total;        /* sum of the ratio; products with numbers of pairs fit */
};

/* Problems, or else users, or else the fixes themselves. */
static void name_unit(struct str *unit, const struct splitting *splitting, const struct pair *pair)
{
    const struct pairs *pairs = &splitting->plan.pairs;
    unsigned closure = splitting->options->closure;
    str_clear(unit);
    if (closure & (CLOSED_OVER_PROBLEM | CLOSED_OVER_PROBLEM_CLUSTER))
        str_print(unit, "problem %s", pairs_name(&pairs->problems, pair->problem));
    else if (closure & CLOSED_OVER_USER)
        str_print(unit, "user %s", pairs_name(&pairs->users, pair->user));
    else
        str_print(unit, "fix %s", pair->id);
}

static void gather_groups(struct splitting *splitting)
{
    struct split_plan *plan = &splitting->plan;
    struct table units = {0};
    struct str unit = {0};
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
    str_release(&unit);
    table_release(&units);
}

/* Whether the split may be the place of a group of that size. */
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

/* Adds what is to be expected of a group over all seeds. */
static void expect(struct split_summary *summary, const struct splitting *splitting,
                   const struct group *group)
{
    double n = (double)group->n_pairs, left = 1, chance[N_SPLITS] = {0};
    for (int split = N_SPLITS - 1; split >= 0; split--) {
        double below = 0; /* the chance of one unit to be drawn below this split */
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

/* What the earlier store says of the pairs, found by their ids. */
static int read_previous(struct splitting *splitting, struct err *err)
{
    struct pairs *pairs = &splitting->plan.pairs;
    splitting->previous = mem_alloc(pairs->list.n, sizeof *splitting->previous);
    for (size_t i = 0; i < pairs->list.n; i++)
        splitting->previous[i] = NO_SPLIT;
    if (!splitting->options->previous)
        return 0;
    struct db *db;
    struct pairs earlier;
    if (store_open(&db, splitting->options->previous, err) != 0)
        return ERR;
    int status = pairs_read(&earlier, db, err);
    struct table ids = {0};
    ARRAY(int) splits = {0};
    for (size_t i = 0; i < earlier.list.n && status == 0; i++)
        if (table_add(&ids, earlier.list.items[i].id) != TABLE_NONE)
            array_push(&splits, earlier.list.items[i].split);
    for (size_t i = 0; i < pairs->list.n && status == 0; i++) {
        int64_t found = table_find(&ids, pairs->list.items[i].id);
        splitting->previous[i] = found == TABLE_NONE ? NO_SPLIT : splits.items[found];
    }
    int64_t n_runs = 0, n_known = 0;
    for (size_t i = 0; i < pairs->list.n && status == 0; i++)
        n_known += splitting->previous[i] != NO_SPLIT;
    if (status == 0)
        status = db_get_int(db, &n_runs, "SELECT count(*) FROM split_run", err);
    if (status == 0 && !n_runs)
        status = err_set(err,
                         "'%s' has no split that could be kept; name a database on which "
                         "tokfix split was run",
                         splitting->options->previous);
    if (status == 0 && n_runs && !n_known)
        status = err_set(err,
                         "no fix of this database has a split in '%s'; name an earlier one of "
                         "the same data set",
                         splitting->options->previous);
    array_release(&splits);
    table_release(&ids);
    pairs_release(&earlier);
    db_close(db);
    return status;
}

static void set_wanted(struct split_summary *summary, struct splitting *splitting)
{
    for (int split = 0; split < N_SPLITS; split++) {
        splitting->total += splitting->options->ratio[split];
        if (splitting->options->ratio[split] > splitting->options->ratio[splitting->home])
            splitting->home = split;
    }
    for (int split = 0; split < N_SPLITS; split++)
        summary->shares[split].wanted =
            (double)splitting->options->ratio[split] / (double)splitting->total;
}

int split_make(struct split_summary *summary, struct db *db, const struct split_options *options,
               struct err *err)
{
    struct splitting splitting = {
        .options = options,
        .plan = {.origin = "seed",
                 .seed = options->seed,
                 .ratio = options->ratio,
                 .closure = options->closure},
    };
    struct split_plan *plan = &splitting.plan;
    *summary = (struct split_summary){0};
    int status = pairs_read(&plan->pairs, db, err);
    if (status == 0)
        status = closure_join(&plan->groups, db, &plan->pairs, options->closure, err);
    if (status == 0)
        status = read_previous(&splitting, err);
    if (status == 0) {
        size_t n = plan->pairs.list.n;
        splitting.groups = mem_alloc(n, sizeof *splitting.groups);
        plan->splits = mem_alloc(n, sizeof *plan->splits);
        for (size_t i = 0; i < n; i++)
            summary->n_pairs += pair_decides(&plan->pairs, &plan->pairs.list.items[i]);
        set_wanted(summary, &splitting);
        gather_groups(&splitting);
        place_groups(&splitting, summary);
        summary->n_pairs = 0; /* counted again */
        split_plan_count(summary, plan);
        plan->n_previous = summary->n_previous;
        status = split_plan_store(plan, db, err);
    }
    free(splitting.groups);
    free(splitting.previous);
    split_plan_release(plan);
    return status;
}

static int read_run(struct split_summary *summary, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "SELECT n_previous, train, validation, test, train + validation + test "
                   "FROM split_run",
                   err) != 0)
        return ERR;
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
    db_finish(s);
    return status < 0 ? ERR : 0;
}

static int read_shares(struct split_summary *summary, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "SELECT split, count(*), count(DISTINCT group_id) FROM splits "
                   "JOIN counted_fixes USING (fix_id) GROUP BY split",
                   err) != 0)
        return ERR;
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
    db_finish(s);
    return status;
}

int split_summary_read(struct split_summary *summary, struct db *db, struct err *err)
{
    *summary = (struct split_summary){.n_large = -1, .n_pairs_in_large = -1, .n_moved = -1};
    if (read_run(summary, db, err) != 0 || read_shares(summary, db, err) != 0 ||
        db_get_int(db, &summary->n_excluded,
                   "SELECT count(*) FROM counted_fixes WHERE fix_id NOT IN "
                   "(SELECT fix_id FROM splits) "
                   "AND fix_id IN (SELECT fix_id FROM exclusions)",
                   err) != 0)
        return ERR;
    int status = db_get_int(db, &summary->n_unlisted,
                            "SELECT count(*) FROM counted_fixes WHERE fix_id NOT IN "
                            "(SELECT fix_id FROM splits UNION SELECT fix_id FROM exclusions)",
                            err);
    summary->n_pairs += summary->n_unlisted;
    return status;
}
