/* Each fix is of one cell: a category of a language of a source. Cells are read in the order of
 * their names, so their numbers do not depend on the order of the fixes.
 *
 * The strata are numbered: all, categories, languages, sources, cells. */
#include "guard/strata.h"

#include "base/hash.h"

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
    table_release(&strata->names);
    array_release(&strata->cells);
    free(strata->cell_of);
    stratify_release(&strata->task);
}

/* ---- The cells ---- */

static uint32_t find_cell(struct strata *strata, struct db_statement *row, struct str *text)
{
    const char *category = db_text(row, 1), *language = db_text(row, 2), *source = db_text(row, 3);
    str_set(text, "%s, %s, %s", category, language, source);
    uint32_t number = (uint32_t)table_number(&strata->names, str_text(text));
    if (number == strata->cells.n)
        array_push(&strata->cells,
                   (struct cell){
                       .category = (uint32_t)table_number(&strata->categories, category),
                       .language = (uint32_t)table_number(&strata->languages, language),
                       .source = (uint32_t)table_number(&strata->sources, source),
                   });
    return number;
}

static int read_cells(struct strata *strata, struct db *db, const struct pairs *pairs,
                      struct err *err)
{
    scoped(str) text = {0};
    scoped(db_statement) *row = db_query(db, err, strata_sql, NULL);
    int status;
    strata->cell_of = mem_alloc(pairs->list.n, sizeof *strata->cell_of);
    while ((status = db_step(row, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(row, 0));
        if (pair != PAIR_NONE && pair_decides(pairs, &pairs->list.items[pair]))
            strata->cell_of[pair] = find_cell(strata, row, &text);
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
SCOPED_VALUE(members, members_release)

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

/* Lists the strata that a cell belongs to. A single language or source is not a stratum. With one
 * language of one source, the categories are enough, and cells are not strata. */
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
    if (strata->languages.keys.n > 1 || strata->sources.keys.n > 1)
        out[n++] = first_cell(strata) + number;
    return n;
}

/* ---- Dividing ---- */

static void add_groups(struct strata *strata, const struct members *members)
{
    uint32_t of[MAX_STRATA_OF_CELL];
    size_t end;
    for (size_t at = 0; at < members->list.n; at = end) {
        uint32_t group = members->list.items[at].group;
        end = group_end(members, at);
        stratify_add_group(&strata->task, members->ranks[group], members->pins[group]);
        for (size_t i = at; i < end; i++)
            for (int k = strata_of(of, strata, strata->cell_of[members->list.items[i].pair]);
                 k-- > 0;)
                stratify_count(&strata->task, of[k]);
        stratify_close_group(&strata->task);
    }
}

int strata_divide(struct strata *out, int *parts, struct db *db,
                  const struct strata_request *request, struct err *err)
{
    scoped(members) members = {0};
    *out = (struct strata){0};
    memcpy(out->shares, request->shares, (size_t)request->n_parts * sizeof *out->shares);
    if (read_cells(out, db, request->pairs, err) != 0)
        return ERR;
    out->task = (struct stratify){
        .n_strata = n_strata(out), .n_parts = request->n_parts, .shares = out->shares};
    read_members(&members, request);
    add_groups(out, &members);
    stratify(&out->task);
    for (size_t i = 0; i < request->pairs->list.n; i++)
        parts[i] = NO_PART;
    size_t number = 0;
    for (size_t at = 0, end; at < members.list.n; at = end, number++) {
        end = group_end(&members, at);
        for (size_t i = at; i < end; i++)
            parts[members.list.items[i].pair] = out->task.groups.items[number].part;
    }
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
