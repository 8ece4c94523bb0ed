/* A split that others have decided, by problem. */
#include "guard/split.h"

#include "base/beneath.h"
#include "base/lines.h"
#include "guard/split_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Problems with their splits, of all lists. */
struct lists {
    struct table problems;
    ARRAY(int) splits; /* by number in `problems` */
};

/* A list on its way. */
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
        return err_set(err, "%s:%zu: '%.100s' is no problem id; write one id a line", list->path,
                       number, line);
    int64_t known = table_find(&lists->problems, line);
    if (known != TABLE_NONE && lists->splits.items[known] != list->split)
        return err_set(err, "%s:%zu: the problem %s is in the list for %s already", list->path,
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

/* All of them: mutants may be made of programs of problems that have no fix. */
static int store_lists(const struct lists *lists, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "INSERT INTO split_lists VALUES (?, ?)", err) != 0)
        return ERR;
    int status = 0;
    for (uint32_t i = 0; i < lists->problems.keys.n && status == 0; i++)
        status = db_run(s, err, "tt", pairs_name(&lists->problems, i),
                        split_names[lists->splits.items[i]]);
    db_finish(s);
    return status;
}

int split_import(struct split_summary *summary, struct db *db, const char *const paths[N_SPLITS],
                 struct err *err)
{
    struct lists lists = {0};
    struct split_plan plan = {.origin = "import", .seed = "", .closure = CLOSED_OVER_PROBLEM};
    *summary = (struct split_summary){0};
    int status = 0;
    for (int split = 0; split < N_SPLITS && status == 0; split++) {
        struct split_share *share = &summary->shares[split];
        share->wanted = share->expected = share->deviation = NAN;
        struct list list = {&lists, split, paths[split]};
        if (paths[split])
            status = lines_each(paths[split], take_line, &list, err);
    }
    if (status == 0)
        status = pairs_read(&plan.pairs, db, err);
    if (status == 0)
        status = closure_join(&plan.groups, db, &plan.pairs, plan.closure, err);
    if (status == 0) {
        plan.splits = mem_alloc(plan.pairs.list.n, sizeof *plan.splits);
        apply(&plan, &lists);
        split_plan_count(summary, &plan);
        status = summary->n_pairs && summary->n_pairs == summary->n_unlisted
                     ? err_set(err, "no problem of these lists has a fix in the database")
                     : split_plan_store(&plan, db, err);
        if (status == 0)
            status = store_lists(&lists, db, err);
    }
    array_release(&lists.splits);
    table_release(&lists.problems);
    split_plan_release(&plan);
    return status;
}
