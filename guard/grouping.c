/* Each tie is a text that the tied pairs have in common: a problem, a user or a cluster. */
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

void grouping_add_promise(struct str *out, unsigned grouping)
{
    bool has_problem = grouping & (GROUP_BY_PROBLEM | GROUP_BY_PROBLEM_CLUSTER);
    const char *const kept[] = {
        has_problem ? "problem" : NULL,
        grouping & GROUP_BY_USER ? "user" : NULL,
        grouping & GROUP_BY_DUPLICATES ? "program" : NULL,
    };
    const char *link = "";
    str_add_text(out, has_problem ? "across problems: "
                                  : "within problems: a problem may be in two splits; ");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i]) {
            str_print(out, "%sno %s", link, kept[i]);
            link = " and ";
        }
    str_add_text(out, has_problem ? " is in two splits" : " is");
}

static const char ties_sql[] = {
#include "guard/sql/ties.sql.inc"
};

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
    scoped(table) ties = {0};
    scoped_array ARRAY(uint32_t) first = {0}; /* by tie: its first pair */
    int status;
    if (check_dedup(db, grouping, err) != 0)
        return ERR;
    union_find_init(sets, pairs->list.n);
    scoped(db_statement) *s = db_query(db, err, ties_sql, "i", (int64_t)grouping);
    while ((status = db_step(s, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(s, 1));
        if (pair == PAIR_NONE || !pair_decides(pairs, &pairs->list.items[pair]))
            continue;
        size_t tie = (size_t)table_number(&ties, db_text(s, 0));
        if (tie == first.n)
            array_push(&first, pair);
        union_find_join(sets, first.items[tie], pair);
    }
    return status;
}
