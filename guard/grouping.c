/* Each tie is a number that the tied pairs have in common: a problem, a user or a cluster. */
#include "guard/grouping.h"

#include <string.h>

static const struct {
    const char *name;
    enum grouping grouping;
} names[] = {
    {"problem", GROUP_BY_PROBLEM},
    {"problem-cluster", GROUP_BY_PROBLEM_CLUSTER},
    {"user", GROUP_BY_USER},
    {"duplicates", GROUP_BY_DUPLICATES},
};

enum { N_NAMES = sizeof names / sizeof *names };

unsigned grouping_find(const char *list, const char **bad)
{
    unsigned grouping = 0;
    for (const char *name = list; name;) {
        size_t length = strcspn(name, ",");
        unsigned found = 0;
        for (int i = 0; i < N_NAMES; i++)
            if (strlen(names[i].name) == length && memcmp(names[i].name, name, length) == 0)
                found = names[i].grouping;
        *bad = name;
        if (!found)
            return 0;
        grouping |= found;
        name = name[length] ? name + length + 1 : NULL;
    }
    return grouping;
}

const char *grouping_name(int number)
{
    return number < N_NAMES ? names[number].name : NULL;
}

void grouping_add_names(struct str *out, unsigned grouping)
{
    const char *comma = "";
    for (int i = 0; i < N_NAMES; i++)
        if (grouping & names[i].grouping) {
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

/* Joins a pair to the first pair with the same number. */
static void join_first(struct union_find *sets, uint32_t *first, uint32_t number, uint32_t pair)
{
    if (first[number] == UINT32_MAX)
        first[number] = pair;
    else
        union_find_join(sets, first[number], pair);
}

/* Joins the pairs that decide and have the same number in a field. `same` joins numbers that count
 * as one; it may be NULL. */
static void join_by(struct union_find *sets, const struct pairs *pairs, size_t field,
                    size_t n_numbers, struct union_find *same, bool only_made)
{
    scoped_memory uint32_t *first = none_of(n_numbers);
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        uint32_t number = pair_number(pair, field);
        if (pair_decides(pairs, pair) && (pair->is_made || !only_made))
            join_first(sets, first, same ? union_find_root(same, number) : number, i);
    }
}

static const char ties_sql[] = {
#include "guard/sql/duplicate_ties.sql.inc"
};

static int join_duplicates(struct union_find *sets, struct db *db, const struct pairs *pairs,
                           struct err *err)
{
    scoped_memory uint32_t *first = none_of(pairs->list.n); /* by representative, or by first
                                                             * conflicting pair */
    scoped(db_statement) *s = db_query(db, err, ties_sql, NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(s, 0));
        uint32_t representative = pairs_find(pairs, db_int(s, 1));
        if (pair != PAIR_NONE && representative != PAIR_NONE &&
            pair_decides(pairs, &pairs->list.items[pair]))
            join_first(sets, first, representative, pair);
    }
    return status;
}

/* Joins the problems (numbers of pairs->problems) that are identical according to the database. */
static int join_problems(struct union_find *problems, struct db *db, const struct pairs *pairs,
                         struct err *err)
{
    scoped(db_statement) *s = db_query(
        db, err, "SELECT problem_id, cluster_id FROM problem_clusters ORDER BY 2, 1", NULL);
    scoped(str) cluster = {0};
    int64_t first = TABLE_NONE; /* first problem of the current cluster that has a fix */
    int status;
    while ((status = db_step(s, err)) == 1) {
        int64_t problem = table_find(&pairs->problems, db_text(s, 0));
        if (strcmp(str_text(&cluster), db_text(s, 1)) != 0) {
            str_set(&cluster, "%s", db_text(s, 1));
            first = TABLE_NONE;
        }
        if (problem != TABLE_NONE && first != TABLE_NONE)
            union_find_join(problems, (uint32_t)first, (uint32_t)problem);
        if (first == TABLE_NONE)
            first = problem;
    }
    return status;
}

static int check_dedup(struct db *db, unsigned grouping, struct err *err)
{
    int64_t n_runs;
    if (!(grouping & (GROUP_BY_PROBLEM_CLUSTER | GROUP_BY_DUPLICATES)))
        return 0;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    return n_runs
               ? 0
               : err_set(err, "duplicates and problem clusters are not known yet; run tokfix dedup "
                              "on the database first, or choose --group-by problem or user");
}

int grouping_join(struct union_find *sets, struct db *db, const struct pairs *pairs,
                  unsigned grouping, struct err *err)
{
    size_t n_problems = pairs->problems.keys.n;
    scoped(union_find) problems = {0};
    if (check_dedup(db, grouping, err) != 0)
        return ERR;
    union_find_init(sets, pairs->list.n);
    union_find_init(&problems, n_problems);
    if (grouping & GROUP_BY_PROBLEM_CLUSTER && join_problems(&problems, db, pairs, err) != 0)
        return ERR;
    if (grouping & (GROUP_BY_PROBLEM | GROUP_BY_PROBLEM_CLUSTER))
        join_by(sets, pairs, offsetof(struct pair, problem), n_problems, &problems, false);
    if (grouping & GROUP_BY_USER)
        join_by(sets, pairs, offsetof(struct pair, user), pairs->users.keys.n, NULL, false);
    /* If there are no real fixes, the mutants of one program are tied. */
    join_by(sets, pairs, offsetof(struct pair, fixed), pairs->program_ids.n, NULL, true);
    return grouping & GROUP_BY_DUPLICATES ? join_duplicates(sets, db, pairs, err) : 0;
}
