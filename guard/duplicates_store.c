/* What duplicates_find() found, as rows. */
#include "guard/duplicates.h"

#include <math.h>
#include <stdlib.h>

static int store_run(const struct fingerprints *prints, struct db *db, struct err *err)
{
    const struct near_preset *preset = prints->options.preset;
    struct db_statement *s;
    if (db_prepare(&s, db, "INSERT INTO dedup_run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", err) != 0)
        return ERR;
    int status =
        db_run(s, err, "tirriiii", preset->name, (int64_t)preset->run_length, preset->set_threshold,
               preset->multiset_threshold > 0 ? preset->multiset_threshold : NAN,
               (int64_t)preset->min_tokens, (int64_t)prints->options.renames_literals,
               (int64_t)prints->minhash.n_bands, (int64_t)prints->minhash.n_rows);
    db_finish(s);
    return status;
}

static int store_links(const struct duplicates *duplicates, const struct pair *pairs,
                       bool has_multiset, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "INSERT INTO duplicate_links VALUES (?, ?, ?, ?, ?)", err) != 0)
        return ERR;
    int status = 0;
    for (size_t i = 0; i < duplicates->links.n && status == 0; i++) {
        const struct duplicate_link *link = &duplicates->links.items[i];
        bool is_near = link->kind == DUPLICATE_NEAR;
        status = db_run(s, err, "tiirr", duplicate_kind_name(link->kind), pairs[link->a].fix_id,
                        pairs[link->b].fix_id, link->similarity.set,
                        is_near && has_multiset ? link->similarity.multiset : NAN);
    }
    db_finish(s);
    return status;
}

/* Only clusters of two pairs or more. */
static int store_clusters(const uint32_t *representatives, enum duplicate_kind kind,
                          const struct pairs *pairs, struct db *db, struct err *err)
{
    size_t n = pairs->list.n;
    bool *is_shared = mem_alloc(n, sizeof *is_shared); /* by pair: it stands for others as well */
    for (size_t i = 0; i < n; i++)
        if (representatives[i] != i)
            is_shared[representatives[i]] = true;
    struct db_statement *s = NULL;
    int status = db_prepare(&s, db, "INSERT INTO duplicate_clusters VALUES (?, ?, ?)", err);
    for (size_t i = 0; i < n && status == 0; i++)
        if (is_shared[representatives[i]])
            status = db_run(s, err, "tii", duplicate_kind_name(kind), pairs->list.items[i].fix_id,
                            pairs->list.items[representatives[i]].fix_id);
    db_finish(s);
    free(is_shared);
    return status;
}

static int store_conflicts(const struct duplicates *duplicates, const struct pairs *pairs,
                           struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "INSERT INTO conflicts VALUES (?, ?)", err) != 0)
        return ERR;
    int status = 0;
    for (size_t i = 0; i < pairs->list.n && status == 0; i++)
        if (duplicates->conflicts[i] != NO_CONFLICT)
            status = db_run(s, err, "ii", pairs->list.items[i].fix_id,
                            pairs->list.items[duplicates->conflicts[i]].fix_id);
    db_finish(s);
    return status;
}

int duplicates_store(const struct duplicates *duplicates, const struct pairs *pairs,
                     const struct fingerprints *prints, struct db *db, struct err *err)
{
    bool has_multiset = prints->options.preset->multiset_threshold > 0;
    if (db_execute(db,
                   "DELETE FROM dedup_run; DELETE FROM duplicate_links; "
                   "DELETE FROM duplicate_clusters; DELETE FROM conflicts",
                   err) != 0 ||
        store_run(prints, db, err) != 0 ||
        store_links(duplicates, pairs->list.items, has_multiset, db, err) != 0)
        return ERR;
    for (int kind = 0; kind < N_DUPLICATE_KINDS; kind++)
        if (store_clusters(duplicates->representatives[kind], kind, pairs, db, err) != 0)
            return ERR;
    return store_conflicts(duplicates, pairs, db, err);
}
