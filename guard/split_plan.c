/* See split_plan.h. */
#include "guard/split_plan.h"

#include <stdlib.h>

void split_plan_count(struct split_summary *summary, struct split_plan *plan)
{
    for (uint32_t i = 0; i < plan->pairs.list.n; i++) {
        int split = plan->splits[i];
        const struct pair *pair = &plan->pairs.list.items[i];
        if (!pair_decides(&plan->pairs, pair)) {
            summary->n_excluded += pair->is_excluded && !(pair->is_made && plan->pairs.has_real);
            continue;
        }
        summary->n_pairs++;
        if (split == NO_SPLIT) {
            summary->n_unlisted++;
            continue;
        }
        bool is_first = union_find_root(&plan->groups, i) == i;
        summary->shares[split].n_pairs++;
        summary->shares[split].n_groups += is_first;
        summary->n_groups += is_first;
    }
}

static int store_run(const struct split_plan *plan, struct db *db, struct err *err)
{
    static const int64_t none[N_SPLITS];
    const int64_t *ratio = plan->ratio ? plan->ratio : none;
    scoped(str) names = {0};
    scoped(db_statement) *s = NULL;
    if (db_prepare(&s, db, "INSERT INTO split_run VALUES (1, ?, ?, ?, ?, ?, ?, ?)", err) != 0)
        return ERR;
    closure_add_names(&names, plan->closure);
    return db_run(s, err, "ttiiiti", plan->origin, plan->seed, ratio[SPLIT_TRAIN],
                  ratio[SPLIT_VALIDATION], ratio[SPLIT_TEST], str_text(&names), plan->n_previous);
}

int split_plan_store(struct split_plan *plan, struct db *db, struct err *err)
{
    scoped(db_statement) *s = NULL;
    if (db_execute(db, "DELETE FROM split_run; DELETE FROM splits; DELETE FROM split_lists", err) !=
            0 ||
        store_run(plan, db, err) != 0 ||
        db_prepare(&s, db, "INSERT INTO splits VALUES (?, ?, ?)", err) != 0)
        return ERR;
    const struct pair *pairs = plan->pairs.list.items;
    for (uint32_t i = 0; i < plan->pairs.list.n; i++)
        if (plan->splits[i] != NO_SPLIT &&
            db_run(s, err, "iti", pairs[i].fix_id, split_names[plan->splits[i]],
                   pairs[union_find_root(&plan->groups, i)].fix_id) != 0)
            return ERR;
    return 0;
}

void split_plan_release(struct split_plan *plan)
{
    pairs_release(&plan->pairs);
    union_find_release(&plan->groups);
    free(plan->splits);
}
