/* Each fix is of one cell: a category of a language of a source. Cells are read in the order of
 * their names, so their numbers do not depend on the order of the fixes.
 *
 * The strata are numbered: all, categories, languages, sources, cells. */
#include "guard/strata.h"

#include "base/hash.h"

#include <string.h>

static const char strata_sql[] = {
#include "guard/sql/strata.sql.inc"
};

struct cell {
    uint32_t number, category, language, source;
};

struct strata {
    struct table categories, languages, sources;
    struct cell *cells; /* by pair that decides */
    uint32_t n_cells;
};

static void strata_release(struct strata *strata)
{
    table_release(&strata->categories);
    table_release(&strata->languages);
    table_release(&strata->sources);
    free(strata->cells);
}
SCOPED_VALUE(strata, strata_release)

static int read_cells(struct strata *strata, struct db *db, const struct pairs *pairs,
                      struct err *err)
{
    scoped(db_statement) *row = db_query(db, err, strata_sql, NULL);
    struct cell last = {0};
    int status;
    strata->cells = mem_alloc(pairs->list.n, sizeof *strata->cells);
    while ((status = db_step(row, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(row, 0));
        if (pair == PAIR_NONE || !pair_decides(pairs, &pairs->list.items[pair]))
            continue;
        struct cell cell = {
            .number = last.number,
            .category = (uint32_t)table_number(&strata->categories, db_text(row, 1)),
            .language = (uint32_t)table_number(&strata->languages, db_text(row, 2)),
            .source = (uint32_t)table_number(&strata->sources, db_text(row, 3)),
        };
        if (!strata->n_cells || memcmp(&cell, &last, sizeof cell) != 0)
            cell.number = strata->n_cells++;
        last = strata->cells[pair] = cell;
    }
    return status;
}

/* Counts a fix of the last group in its strata. A single language or source is not a stratum. With
 * one language of one source, the categories are enough, and cells are not strata. */
static void count_in_strata(struct stratify *task, const struct strata *strata,
                            const struct cell *cell)
{
    size_t n_languages = strata->languages.keys.n, n_sources = strata->sources.keys.n;
    size_t first_language = 1 + strata->categories.keys.n;
    size_t first_source = first_language + n_languages, first_cell = first_source + n_sources;
    stratify_count(task, STRATIFY_ALL);
    stratify_count(task, 1 + cell->category);
    if (n_languages > 1)
        stratify_count(task, (uint32_t)first_language + cell->language);
    if (n_sources > 1)
        stratify_count(task, (uint32_t)first_source + cell->source);
    if (n_languages > 1 || n_sources > 1)
        stratify_count(task, (uint32_t)first_cell + cell->number);
}

/* A pair that decides, and its group: the one of the union-find. */
struct member {
    uint32_t group, pair;
};

struct members {
    ARRAY(struct member) list; /* groups one after the other */
};

static void members_release(struct members *members)
{
    array_release(&members->list);
}
SCOPED_VALUE(members, members_release)

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return x->group != y->group ? COMPARE(x->group, y->group) : COMPARE(x->pair, y->pair);
}

static void list_members(struct members *members, const struct strata_request *request)
{
    const struct pairs *pairs = request->pairs;
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (pair_decides(pairs, &pairs->list.items[i]))
            array_push(&members->list, (struct member){union_find_root(request->groups, i), i});
    array_sort(&members->list, compare_members);
}

static bool is_first(const struct members *members, size_t at)
{
    return !at || members->list.items[at].group != members->list.items[at - 1].group;
}

static void add_groups(struct stratify *task, const struct strata *strata,
                       const struct members *members, const struct strata_request *request)
{
    uint64_t seed = hash_bytes(request->seed, strlen(request->seed), 0);
    for (size_t at = 0; at < members->list.n; at++) {
        uint32_t pair = members->list.items[at].pair;
        const char *id = request->pairs->list.items[pair].id;
        uint64_t rank = hash_bytes(id, strlen(id), seed);
        if (is_first(members, at))
            stratify_add_group(task, rank, request->pins[pair]);
        struct stratify_group *group = &task->groups.items[task->groups.n - 1];
        group->rank = rank < group->rank ? rank : group->rank;
        group->pin = request->pins[pair] > group->pin ? request->pins[pair] : group->pin;
        count_in_strata(task, strata, &strata->cells[pair]);
        if (at + 1 == members->list.n || is_first(members, at + 1))
            stratify_close_group(task);
    }
}

int strata_divide(int *parts, struct db *db, const struct strata_request *request, struct err *err)
{
    scoped(strata) strata = {0};
    scoped(members) members = {0};
    if (read_cells(&strata, db, request->pairs, err) != 0)
        return ERR;
    scoped(stratify) task = {
        .n_strata = (uint32_t)(1 + strata.categories.keys.n + strata.languages.keys.n +
                               strata.sources.keys.n + strata.n_cells),
        .n_parts = request->n_parts,
        .shares = request->shares,
    };
    list_members(&members, request);
    add_groups(&task, &strata, &members, request);
    stratify(&task);
    for (size_t i = 0; i < request->pairs->list.n; i++)
        parts[i] = NO_PART;
    for (size_t at = 0, n_groups = 0; at < members.list.n; at++) {
        n_groups += is_first(&members, at);
        parts[members.list.items[at].pair] = task.groups.items[n_groups - 1].part;
    }
    return 0;
}
