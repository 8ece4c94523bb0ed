/* The candidates are sorted by split and rank. In each split, candidates are tested in this order
 * until there are enough that the format can represent. Each test takes as many as are still
 * missing. */
#include "db/fixes/negatives.h"

#include "base/hash.h"
#include "db/fixes/sampling.h"

#include <math.h>
#include <stdlib.h>

struct candidates {
    ARRAY(struct fix_item) list;
};

static void release_candidates(struct candidates *candidates)
{
    array_release(&candidates->list);
}
SCOPED_VALUE(candidates, release_candidates)

/* Candidates from the selection come first. */
static int by_rank(const struct fix_item *x, const struct fix_item *y)
{
    int result = x->is_left_out - y->is_left_out;
    if (!result)
        result = COMPARE(x->clean_rank, y->clean_rank);
    return result ? result : COMPARE(x->fix_key, y->fix_key);
}

static int by_source(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->fixed_source, y->fixed_source);
    return result ? result : by_rank(x, y);
}

static int by_split(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = x->split - y->split;
    return result ? result : by_rank(x, y);
}

static void add_candidate(struct candidates *candidates, const struct fix_item *item)
{
    struct fix_item candidate = *item;
    candidate.is_clean = true;
    array_push(&candidates->list, candidate);
}

/* For a source: whether it is also a buggy program; and, if fixes in several splits have it as
 * their fixed program, the greatest of these splits, whichever are written. */
static const char find_uses[] =
    "SELECT EXISTS (SELECT 1 FROM submissions b JOIN fixes f "
    "ON f.buggy_submission_key = b.submission_key WHERE b.source_key = ?1), "
    "(SELECT iif(count(DISTINCT split) > 1, "
    "max(CASE split WHEN 'test' THEN 2 WHEN 'validation' THEN 1 WHEN 'train' THEN 0 "
    "ELSE 2 + substr(split, 5) END), NULL) "
    "FROM submissions a JOIN fixes f ON f.fixed_submission_key = a.submission_key "
    "JOIN splits USING (fix_key) WHERE a.source_key = ?1)";

/* Keeps the first candidate for each fixed program that may be used. */
static int reduce(struct candidates *candidates, struct db *db, struct err *err)
{
    struct fix_item *items = candidates->list.items;
    size_t n = 0;
    scoped(db_statement) *s = NULL;
    if (db_prepare(&s, db, find_uses, err) != 0)
        return ERR;
    array_sort(&candidates->list, by_source);
    for (size_t i = 0, end; i < candidates->list.n; i = end) {
        int64_t source = items[i].fixed_source;
        if (db_run(s, err, "i", source) < 0)
            return ERR;
        bool is_buggy = db_int(s, 0), is_shared = db_type(s, 1) != DB_NULL;
        int split = (int)db_int(s, 1);
        size_t first = SIZE_MAX;
        db_rewind(s);
        for (end = i; end < candidates->list.n && items[end].fixed_source == source; end++)
            if (first == SIZE_MAX && (!is_shared || items[end].split == split))
                first = end;
        if (!is_buggy && first != SIZE_MAX)
            items[n++] = items[first];
    }
    candidates->list.n = n;
    return 0;
}

/* Finds which of the items can be written as rows. Without a probe, all can. */
static int probe(bool **is_taken, struct db *db, const struct fix_item *items, size_t n,
                 const struct fix_choice *choice, struct err *err)
{
    *is_taken = mem_alloc(n ? n : 1, sizeof **is_taken);
    if (choice->probe)
        return choice->probe(choice->rows, db, items, n, *is_taken, err);
    for (size_t i = 0; i < n; i++)
        (*is_taken)[i] = true;
    return 0;
}

/* Computes the number of correct programs that each split should have. */
static int find_wanted(struct fix_selection *selection, struct db *db,
                       const struct fix_choice *choice, struct err *err)
{
    int64_t n_rows[N_STRATA] = {0};
    const struct fix_item *items = selection->items.items;
    scoped_memory bool *is_taken = NULL;
    if (probe(&is_taken, db, items, selection->items.n, choice, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++)
        n_rows[items[i].split] += is_taken[i];
    for (int split = 0; split < N_STRATA; split++)
        selection->account.n_clean_wanted[split] =
            llround(choice->negatives * (double)n_rows[split]);
    return 0;
}

/* Takes as many candidates of a split as are wanted. */
static int draw(struct fix_selection *selection, struct db *db, int split,
                const struct fix_item *items, size_t n, const struct fix_choice *choice,
                struct err *err)
{
    int64_t *n_clean = &selection->account.n_clean[split];
    int64_t n_wanted = selection->account.n_clean_wanted[split];
    for (size_t i = 0; i < n && *n_clean < n_wanted;) {
        size_t n_tried =
            (size_t)(n_wanted - *n_clean) < n - i ? (size_t)(n_wanted - *n_clean) : n - i;
        scoped_memory bool *is_taken = NULL;
        if (probe(&is_taken, db, items + i, n_tried, choice, err) != 0)
            return ERR;
        for (size_t k = 0; k < n_tried; k++)
            if (is_taken[k]) {
                array_push(&selection->items, items[i + k]);
                ++*n_clean;
            }
        i += n_tried;
    }
    return 0;
}

int negatives_add(struct fix_selection *selection, struct db *db, const struct fix_choice *choice,
                  struct err *err)
{
    scoped(candidates) candidates = {0};
    int status = 0;
    for (size_t i = 0; i < selection->items.n; i++)
        add_candidate(&candidates, &selection->items.items[i]);
    for (size_t i = 0; i < selection->others.n; i++)
        add_candidate(&candidates, &selection->others.items[i]);
    if (find_wanted(selection, db, choice, err) != 0 || reduce(&candidates, db, err) != 0)
        return ERR;
    array_sort(&candidates.list, by_split);
    for (size_t i = 0, end; i < candidates.list.n && status == 0; i = end) {
        int split = candidates.list.items[i].split;
        for (end = i; end < candidates.list.n && candidates.list.items[end].split == split;)
            end++;
        status = draw(selection, db, split, candidates.list.items + i, end - i, choice, err);
    }
    sampling_sort(selection);
    return status;
}

int negatives_add_all(struct fix_selection *selection, struct db *db, struct err *err)
{
    scoped(candidates) candidates = {0};
    for (size_t i = 0; i < selection->items.n; i++)
        add_candidate(&candidates, &selection->items.items[i]);
    if (reduce(&candidates, db, err) != 0)
        return ERR;
    for (size_t i = 0; i < candidates.list.n; i++) {
        struct fix_item *item = &candidates.list.items[i];
        selection->account.n_clean[item->split]++;
        selection->account.n_clean_wanted[item->split]++;
        array_push(&selection->items, *item);
    }
    sampling_sort(selection);
    return 0;
}
