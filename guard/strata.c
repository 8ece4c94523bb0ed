/* Each fix is of one cell: a category of a language of a source. Cells are read in the order of
 * their names, so their numbers do not depend on the order of the fixes.
 *
 * First each language of a source is divided by itself, as if there were nothing else. Sources of
 * which one comes out of tolerance are pooled. The pool is then divided by itself, and what its
 * cells got is what is wanted of them when everything is divided together. What is wanted of a
 * stratum is the sum over its cells.
 *
 * The strata are numbered: all, categories, languages, sources, cells. */
#include "guard/strata.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { MAX_STRATA_OF_CELL = 5 };

const char *const strata_kind_names[] = {"all", "category", "language", "source", "cell"};

static const char strata_sql[] = {
#include "guard/sql/strata.sql.inc"
};

void strata_release(struct strata *strata)
{
    table_release(&strata->categories);
    table_release(&strata->languages);
    table_release(&strata->sources);
    table_release(&strata->origins);
    table_release(&strata->names);
    array_release(&strata->cells);
    free(strata->cell_of);
    free(strata->is_pooled);
    stratify_release(&strata->task);
}

/* ---- The cells ---- */

static uint32_t find_cell(struct strata *strata, struct db_statement *row, struct str *text)
{
    const char *category = db_text(row, 1), *language = db_text(row, 2), *source = db_text(row, 3);
    str_set(text, "%s, %s, %s", category, language, source);
    uint32_t number = (uint32_t)table_number(&strata->names, str_text(text));
    if (number < strata->cells.n)
        return number;
    str_set(text, "%s, %s", language, source);
    array_push(&strata->cells,
               (struct cell){
                   .category = (uint32_t)table_number(&strata->categories, category),
                   .language = (uint32_t)table_number(&strata->languages, language),
                   .source = (uint32_t)table_number(&strata->sources, source),
                   .origin = (uint32_t)table_number(&strata->origins, str_text(text)),
               });
    return number;
}

static int read_cells(struct strata *strata, struct db *db, const struct strata_request *request,
                      struct err *err)
{
    const struct pairs *pairs = request->pairs;
    scoped(str) text = {0};
    scoped(db_statement) *row = db_query(db, err, strata_sql, NULL);
    int status;
    strata->cell_of = mem_alloc(pairs->list.n, sizeof *strata->cell_of);
    while ((status = db_step(row, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(row, 0));
        if (pair == PAIR_NONE || !pair_decides(pairs, &pairs->list.items[pair]))
            continue;
        strata->cell_of[pair] = find_cell(strata, row, &text);
        for (int part = 0; part < request->n_parts; part++)
            strata->cells.items[strata->cell_of[pair]].wanted[part] += request->shares[part];
    }
    return status;
}

/* ---- The groups ---- */

/* A pair of a group. */
struct member {
    uint32_t group, pair; /* the group is that of the union-find */
};

struct members {
    ARRAY(struct member) list; /* groups one after the other */
    uint64_t *ranks;           /* by the first pair of a group */
    int *pins;                 /* by the first pair of a group */
};

static void members_release(struct members *members)
{
    array_release(&members->list);
    free(members->ranks);
    free(members->pins);
}
static int compare_members(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return x->group != y->group ? COMPARE(x->group, y->group) : COMPARE(x->pair, y->pair);
}

static void read_members(struct members *members, const struct strata_request *request)
{
    const struct pairs *pairs = request->pairs;
    uint64_t seed = hash_bytes(request->seed, strlen(request->seed), 0);
    members->ranks = mem_alloc(pairs->list.n, sizeof *members->ranks);
    members->pins = mem_alloc(pairs->list.n, sizeof *members->pins);
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        if (!pair_decides(pairs, pair))
            continue;
        uint32_t group = union_find_root(request->groups, i);
        uint64_t rank = hash_bytes(pair->id, strlen(pair->id), seed);
        if (group == i || rank < members->ranks[group])
            members->ranks[group] = rank;
        if (group == i || request->pins[i] > members->pins[group])
            members->pins[group] = request->pins[i];
        array_push(&members->list, (struct member){group, i});
    }
    array_sort(&members->list, compare_members);
}

static size_t group_end(const struct members *members, size_t at)
{
    size_t end = at;
    while (end < members->list.n && members->list.items[end].group == members->list.items[at].group)
        end++;
    return end;
}

/* ---- The strata ---- */

static uint32_t n_categories(const struct strata *strata)
{
    return (uint32_t)strata->categories.keys.n;
}

static uint32_t first_language(const struct strata *strata)
{
    return 1 + n_categories(strata);
}

static uint32_t first_source(const struct strata *strata)
{
    return first_language(strata) + (uint32_t)strata->languages.keys.n;
}

static uint32_t first_cell(const struct strata *strata)
{
    return first_source(strata) + (uint32_t)strata->sources.keys.n;
}

static uint32_t n_strata(const struct strata *strata)
{
    return first_cell(strata) + (uint32_t)strata->cells.n;
}

/* Lists the strata that a cell belongs to. A single language or source is not a
 * stratum. With one language of one source, the categories are enough, and cells are not strata. */
static int strata_of(uint32_t out[MAX_STRATA_OF_CELL], const struct strata *strata, uint32_t number)
{
    const struct cell *cell = &strata->cells.items[number];
    int n = 0;
    out[n++] = STRATIFY_ALL;
    out[n++] = 1 + cell->category;
    if (strata->languages.keys.n > 1)
        out[n++] = first_language(strata) + cell->language;
    if (strata->sources.keys.n > 1)
        out[n++] = first_source(strata) + cell->source;
    if (strata->origins.keys.n > 1)
        out[n++] = first_cell(strata) + number;
    return n;
}

/* ---- Dividing ---- */

enum { EVERY_ORIGIN = -2, POOL = -1 }; /* others: an origin by its number */

struct dividing {
    struct strata *strata;
    const struct strata_request *request;
    struct members members;
    int *parts; /* by pair */
};

static bool takes(const struct strata *strata, uint32_t cell, int64_t origin)
{
    const struct cell *of = &strata->cells.items[cell];
    return origin == EVERY_ORIGIN ||
           (origin == POOL ? strata->is_pooled[of->source] : of->origin == (uint32_t)origin);
}

/* Sums up what is wanted of the cells of an origin, for the strata below `n`. */
static double *want(const struct dividing *run, int64_t origin, uint32_t n, bool takes_pool)
{
    const struct strata *strata = run->strata;
    size_t n_parts = (size_t)run->request->n_parts;
    double *wanted = mem_alloc(n, n_parts * sizeof *wanted);
    uint32_t of[MAX_STRATA_OF_CELL];
    for (uint32_t cell = 0; cell < strata->cells.n; cell++) {
        bool is_taken = takes(strata, cell, origin) && (takes_pool || !takes(strata, cell, POOL));
        for (int k = is_taken ? strata_of(of, strata, cell) : 0; k-- > 0;)
            for (size_t part = 0; part < n_parts && of[k] < n; part++)
                wanted[of[k] * n_parts + part] += strata->cells.items[cell].wanted[part];
    }
    return wanted;
}

/* Asks for the shares, unless the pool is so far from them that the others would have to leave
 * their tolerance to make up for it. */
static double *ask(const struct dividing *run, int64_t origin, const struct stratify *task)
{
    size_t n_parts = (size_t)task->n_parts;
    scoped_memory double *others = want(run, origin, task->n_strata, false);
    double *asked = mem_alloc(task->n_strata, n_parts * sizeof *asked);
    for (size_t i = 0; i < task->n_strata * n_parts; i += n_parts) {
        double n = 0;
        for (size_t part = 0; part < n_parts; part++)
            n += task->wanted[i + part];
        for (size_t part = 0; part < n_parts; part++) {
            double share = n * task->shares[part], wanted = task->wanted[i + part];
            double room = stratify_tolerance(share) + stratify_tolerance(others[i + part]);
            asked[i + part] = fabs(share - wanted) <= room ? share : wanted;
        }
    }
    return asked;
}

/* Adds the groups, with the pairs of an origin only. Pins are kept only if all pairs are taken. */
static void add_groups(struct stratify *task, const struct dividing *run, int64_t origin)
{
    const struct members *members = &run->members;
    uint32_t of[MAX_STRATA_OF_CELL];
    size_t end;
    for (size_t at = 0; at < members->list.n; at = end) {
        uint32_t group = members->list.items[at].group;
        int pin = origin == EVERY_ORIGIN ? members->pins[group] : NO_PART;
        end = group_end(members, at);
        stratify_add_group(task, members->ranks[group], pin);
        for (size_t i = at; i < end; i++) {
            uint32_t cell = run->strata->cell_of[members->list.items[i].pair];
            int n = takes(run->strata, cell, origin) ? strata_of(of, run->strata, cell) : 0;
            for (int k = 0; k < n && of[k] < task->n_strata; k++)
                stratify_count(task, of[k]);
        }
        stratify_close_group(task);
    }
}

/* Divides the pairs of an origin, and sets their parts. Only the strata below `n` decide. */
static void divide(struct stratify *task, const struct dividing *run, int64_t origin, uint32_t n)
{
    const struct members *members = &run->members;
    *task = (struct stratify){
        .n_strata = n, .n_parts = run->request->n_parts, .shares = run->strata->shares};
    task->wanted = want(run, origin, n, true);
    task->asked = ask(run, origin, task);
    add_groups(task, run, origin);
    stratify(task);
    size_t number = 0;
    for (size_t i = 0; i < members->list.n; i++) {
        const struct member *member = &members->list.items[i];
        number += i > 0 && member->group != members->list.items[i - 1].group;
        if (takes(run->strata, run->strata->cell_of[member->pair], origin))
            run->parts[member->pair] = task->groups.items[number].part;
    }
}

/* Returns whether an origin, divided by itself, gets what is wanted. */
static bool is_dividable(const struct dividing *run, int64_t origin)
{
    scoped(stratify) task;
    bool is_within = true;
    divide(&task, run, origin, 1);
    for (int part = 0; part < task.n_parts; part++)
        is_within = is_within && stratify_is_within(task.wanted[part], (double)task.got[part]);
    return is_within;
}

/* Pools the sources that have a language which cannot be divided by itself. */
static void find_pooled(struct dividing *run)
{
    struct strata *strata = run->strata;
    scoped_memory bool *is_tried = mem_alloc(strata->origins.keys.n, sizeof *is_tried);
    strata->is_pooled = mem_alloc(strata->sources.keys.n, sizeof *strata->is_pooled);
    for (size_t i = 0; i < strata->cells.n; i++) {
        const struct cell *cell = &strata->cells.items[i];
        if (!is_tried[cell->origin] && !is_dividable(run, cell->origin))
            strata->is_pooled[cell->source] = true;
        is_tried[cell->origin] = true;
    }
}

/* Wants of the pooled cells what dividing the pool by itself gives. Sources do not decide: each may
 * go to one part as a whole. */
static void divide_pool(struct dividing *run)
{
    struct strata *strata = run->strata;
    scoped(stratify) task;
    divide(&task, run, POOL, first_source(strata));
    for (size_t i = 0; i < strata->cells.n; i++)
        if (takes(strata, (uint32_t)i, POOL))
            memset(strata->cells.items[i].wanted, 0, sizeof strata->cells.items[i].wanted);
    for (size_t i = 0; i < run->members.list.n; i++) {
        uint32_t pair = run->members.list.items[i].pair, cell = strata->cell_of[pair];
        if (takes(strata, cell, POOL))
            strata->cells.items[cell].wanted[run->parts[pair]]++;
    }
}

int strata_divide(struct strata *out, int *parts, struct db *db,
                  const struct strata_request *request, struct err *err)
{
    struct dividing run = {out, request, .parts = parts};
    *out = (struct strata){0};
    memcpy(out->shares, request->shares, (size_t)request->n_parts * sizeof *out->shares);
    if (read_cells(out, db, request, err) != 0)
        return ERR;
    for (size_t i = 0; i < request->pairs->list.n; i++)
        parts[i] = NO_PART;
    read_members(&run.members, request);
    find_pooled(&run);
    divide_pool(&run);
    divide(&out->task, &run, EVERY_ORIGIN, n_strata(out));
    members_release(&run.members);
    return 0;
}

enum strata_kind strata_kind_of(const struct strata *strata, uint32_t stratum, const char **name)
{
    const struct {
        enum strata_kind kind;
        const struct table *names;
        uint32_t first;
    } kinds[] = {
        {STRATA_CELL, &strata->names, first_cell(strata)},
        {STRATA_SOURCE, &strata->sources, first_source(strata)},
        {STRATA_LANGUAGE, &strata->languages, first_language(strata)},
        {STRATA_CATEGORY, &strata->categories, 1},
    };
    *name = strata_kind_names[STRATA_ALL];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (stratum >= kinds[i].first) {
            *name = kinds[i].names->keys.items[stratum - kinds[i].first];
            return kinds[i].kind;
        }
    return STRATA_ALL;
}
