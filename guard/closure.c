/* Every tie is by a number that the tied pairs have in common: a problem, a user, a cluster. */
#include "guard/closure.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum closure closure;
} names[] = {
    {"problem", CLOSED_OVER_PROBLEM},
    {"problem-cluster", CLOSED_OVER_PROBLEM_CLUSTER},
    {"user", CLOSED_OVER_USER},
    {"duplicates", CLOSED_OVER_DUPLICATES},
};

enum { N_NAMES = sizeof names / sizeof *names };

unsigned closure_find(const char *list, const char **bad)
{
    unsigned closure = 0;
    for (const char *name = list; name;) {
        size_t length = strcspn(name, ",");
        unsigned found = 0;
        for (int i = 0; i < N_NAMES; i++)
            if (strlen(names[i].name) == length && memcmp(names[i].name, name, length) == 0)
                found = names[i].closure;
        *bad = name;
        if (!found)
            return 0;
        closure |= found;
        name = name[length] ? name + length + 1 : NULL;
    }
    return closure;
}

const char *closure_name(int number)
{
    return number < N_NAMES ? names[number].name : NULL;
}

void closure_add_names(struct str *out, unsigned closure)
{
    const char *comma = "";
    for (int i = 0; i < N_NAMES; i++)
        if (closure & names[i].closure) {
            str_print(out, "%s%s", comma, names[i].name);
            comma = ",";
        }
}

static uint32_t *none_of(size_t n)
{
    uint32_t *first = mem_alloc(n, sizeof *first);
    memset(first, 0xff, n * sizeof *first);
    return first;
}

/* Joins a pair to the first one that has its number. */
static void join_first(struct union_find *sets, uint32_t *first, uint32_t number, uint32_t pair)
{
    if (first[number] == UINT32_MAX)
        first[number] = pair;
    else
        union_find_join(sets, first[number], pair);
}

static void join_problems(struct union_find *sets, const struct pairs *pairs,
                          struct union_find *problems)
{
    uint32_t *first = none_of(pairs->problems.keys.n);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (pair_decides(pairs, &pairs->list.items[i]))
            join_first(sets, first, union_find_root(problems, pairs->list.items[i].problem), i);
    free(first);
}

static void join_users(struct union_find *sets, const struct pairs *pairs)
{
    uint32_t *first = none_of(pairs->users.keys.n);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (pair_decides(pairs, &pairs->list.items[i]))
            join_first(sets, first, pairs->list.items[i].user, i);
    free(first);
}

/* Where all is made, what was made of one program. */
static void join_programs(struct union_find *sets, const struct pairs *pairs)
{
    uint32_t *first = none_of(pairs->program_ids.n);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (pairs->list.items[i].is_made && pair_decides(pairs, &pairs->list.items[i]))
            join_first(sets, first, pairs->list.items[i].fixed, i);
    free(first);
}

static int join_duplicates(struct union_find *sets, struct db *db, const struct pairs *pairs,
                           struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "SELECT fix_id, representative FROM duplicate_clusters WHERE kind = 'near' "
                   "UNION ALL SELECT fix_id, first FROM conflicts",
                   err) != 0)
        return ERR;
    uint32_t *first = none_of(pairs->list.n); /* by representative, or first of a conflict */
    int status;
    while ((status = db_step(s, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(s, 0));
        uint32_t representative = pairs_find(pairs, db_int(s, 1));
        if (pair != PAIR_NONE && representative != PAIR_NONE &&
            pair_decides(pairs, &pairs->list.items[pair]))
            join_first(sets, first, representative, pair);
    }
    db_finish(s);
    free(first);
    return status;
}

int closure_join_problems(struct union_find *problems, struct db *db, const struct pairs *pairs,
                          struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "SELECT problem_id, cluster FROM problem_clusters ORDER BY 2, 1", err) !=
        0)
        return ERR;
    struct str cluster = {0};
    int64_t first = TABLE_NONE; /* of the cluster at hand, the first problem that has a fix */
    int status;
    while ((status = db_step(s, err)) == 1) {
        int64_t problem = table_find(&pairs->problems, db_text(s, 0));
        if (strcmp(str_text(&cluster), db_text(s, 1)) != 0) {
            str_clear(&cluster);
            str_add_text(&cluster, db_text(s, 1));
            first = TABLE_NONE;
        }
        if (problem != TABLE_NONE && first != TABLE_NONE)
            union_find_join(problems, (uint32_t)first, (uint32_t)problem);
        if (first == TABLE_NONE)
            first = problem;
    }
    db_finish(s);
    str_release(&cluster);
    return status;
}

static int check_dedup(struct db *db, unsigned closure, struct err *err)
{
    int64_t n_runs;
    if (!(closure & (CLOSED_OVER_PROBLEM_CLUSTER | CLOSED_OVER_DUPLICATES)))
        return 0;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    return n_runs
               ? 0
               : err_set(err, "duplicates and problem clusters are not known yet; run tokfix dedup "
                              "on the database first, or choose --closed-over problem or user");
}

int closure_join(struct union_find *sets, struct db *db, const struct pairs *pairs,
                 unsigned closure, struct err *err)
{
    if (check_dedup(db, closure, err) != 0)
        return ERR;
    union_find_init(sets, pairs->list.n);
    struct union_find problems;
    int status = 0;
    union_find_init(&problems, pairs->problems.keys.n);
    if (closure & CLOSED_OVER_PROBLEM_CLUSTER)
        status = closure_join_problems(&problems, db, pairs, err);
    if (status == 0 && closure & (CLOSED_OVER_PROBLEM | CLOSED_OVER_PROBLEM_CLUSTER))
        join_problems(sets, pairs, &problems);
    if (status == 0 && closure & CLOSED_OVER_USER)
        join_users(sets, pairs);
    if (status == 0)
        join_programs(sets, pairs);
    if (status == 0 && closure & CLOSED_OVER_DUPLICATES)
        status = join_duplicates(sets, db, pairs, err);
    union_find_release(&problems);
    if (status != 0)
        union_find_release(sets);
    return status;
}
