/* Clusters of exact and renamed duplicates and of patches, and conflicts, are runs of equal keys.
 * An Accepted bug is a buggy program whose key is among those of the fixed ones. Only near
 * duplicates need a search, among the representatives of the exact clusters.
 *
 * The last part of the file writes the result of duplicates_find() to the database. */
#include "guard/duplicates.h"

#include "guard/near.h"

#include <math.h>

const char *const duplicate_kind_names[] = {"exact", "renamed", "near", "patch", NULL};

/* Pairs with their keys of one kind. */
struct keys {
    const struct pairs *pairs;
    const struct fingerprints *prints;
    bool only_in_splits;
    struct numbered_digest *items; /* sorted by key, then number; owned */
    size_t n;
};

/* The search for near pairs takes the most memory, and has no keys. */
static void keys_release(struct keys *keys)
{
    free(keys->items);
    keys->items = NULL;
}
SCOPED_VALUE(keys, keys_release)

struct digest duplicates_program_key(struct digest exact, uint32_t problem)
{
    struct digest parts[] = {exact, {0, problem}};
    return digest_bytes(parts, sizeof parts);
}

/* Keys beside those of the kinds of duplicates. */
enum { KEY_OF_BUGGY = N_DUPLICATE_KINDS, KEY_OF_FIXED };

/* For `renamed`, each side is renamed by itself. The two renamings agree: the sides differ only in
 * the edited token, so each name gets the same number in both. */
static struct digest key_of(const struct keys *keys, int kind, uint32_t number)
{
    const struct pair *pair = &keys->pairs->list.items[number];
    const struct fingerprint *buggy = &keys->prints->programs[pair->buggy];
    const struct fingerprint *fixed = &keys->prints->programs[pair->fixed];
    struct digest exact[] = {buggy->exact, fixed->exact};
    struct digest renamed[] = {buggy->renamed, fixed->renamed, {0, pair->token_index}};
    switch (kind) {
    case DUPLICATE_EXACT:
        return digest_bytes(exact, sizeof exact);
    case DUPLICATE_RENAMED:
        return digest_bytes(renamed, sizeof renamed);
    case DUPLICATE_PATCH:
        return keys->prints->patches[number];
    case KEY_OF_BUGGY:
        return buggy->exact;
    default:
        return duplicates_program_key(fixed->exact, pair->problem);
    }
}

static bool takes_part(const struct keys *keys, uint32_t number)
{
    return !keys->only_in_splits || pair_is_in_split(&keys->pairs->list.items[number]);
}

static void make_keys(struct keys *keys, int kind)
{
    keys_release(keys);
    keys->items = mem_alloc(keys->pairs->list.n, sizeof *keys->items);
    keys->n = 0;
    for (uint32_t i = 0; i < keys->pairs->list.n; i++)
        if (takes_part(keys, i))
            keys->items[keys->n++] = (struct numbered_digest){key_of(keys, kind, i), i};
    numbered_digests_sort(keys->items, keys->n);
}

/* Returns the end of the run of equal keys that begins at `start`. */
static size_t run_end(const struct keys *keys, size_t start)
{
    size_t end = start + 1;
    while (end < keys->n && digest_compare(keys->items[end].digest, keys->items[start].digest) == 0)
        end++;
    return end;
}

struct linking {
    struct duplicates *out;
    struct union_find *sets;
    enum duplicate_kind kind;
};

/* Links the pairs with equal keys to the earliest of them. */
static void link_runs(struct linking *linking, const struct keys *keys)
{
    for (size_t start = 0, end; start < keys->n; start = end) {
        end = run_end(keys, start);
        uint32_t first = keys->items[start].number;
        for (size_t i = start + 1; i < end; i++)
            if (union_find_join(linking->sets, first, keys->items[i].number))
                array_push(
                    &linking->out->links,
                    (struct duplicate_link){linking->kind, first, keys->items[i].number, {1, 1}});
    }
}

static void take_near(void *context, uint32_t a, uint32_t b, const struct similarity *similarity)
{
    struct linking *linking = context;
    array_push(&linking->out->links, (struct duplicate_link){DUPLICATE_NEAR, a, b, *similarity});
}

static void keep_representatives(struct linking *linking)
{
    uint32_t *representatives = mem_alloc(linking->sets->n, sizeof *representatives);
    for (uint32_t i = 0; i < linking->sets->n; i++)
        representatives[i] = union_find_root(linking->sets, i);
    linking->out->representatives[linking->kind] = representatives;
}

/* Compares only the representatives of exact clusters, because the other members are equal to them.
 * Joins real pairs first. Then mutants and rewrites are joined, and they do not merge clusters of
 * real pairs. */
static int link_near(struct linking *linking, const struct keys *keys,
                     const struct guard_options *guard, struct err *err)
{
    struct near_search search = {keys->prints, keys->pairs, take_near, linking, guard};
    size_t n_pairs = keys->pairs->list.n, n = 0, n_real = 0;
    scoped_memory uint32_t *numbers = mem_alloc(n_pairs, sizeof *numbers);
    for (uint32_t i = 0; i < n_pairs; i++)
        if (linking->out->representatives[DUPLICATE_EXACT][i] == i && takes_part(keys, i)) {
            numbers[n++] = i;
            n_real += !keys->pairs->list.items[i].is_made;
        }
    if (near_join(linking->sets, &search, numbers, n_real, "comparing", err) != 0)
        return ERR;
    keep_representatives(linking);
    if (n > n_real && near_join(linking->sets, &search, numbers, n, "comparing all", err) != 0)
        return ERR;
    for (uint32_t i = 0; i < n_pairs; i++)
        if (keys->pairs->list.items[i].is_made)
            linking->out->representatives[DUPLICATE_NEAR][i] = union_find_root(linking->sets, i);
    return 0;
}

/* Whether the pairs of a run, which have the same buggy program, are in several exact clusters. */
static bool differ(const struct duplicates *duplicates, const struct keys *keys, size_t start,
                   size_t end)
{
    const uint32_t *fixes = duplicates->representatives[DUPLICATE_EXACT];
    for (size_t i = start; i < end; i++)
        if (fixes[keys->items[i].number] != fixes[keys->items[start].number])
            return true;
    return false;
}

/* Finds buggy programs with fixes in several exact clusters. The real pairs of a run come first. */
static void find_conflicts(struct duplicates *out, const struct keys *keys)
{
    const struct pair *pairs = keys->pairs->list.items;
    for (size_t start = 0, end; start < keys->n; start = end) {
        end = run_end(keys, start);
        size_t end_of_real = start;
        while (end_of_real < end && !pairs[keys->items[end_of_real].number].is_made)
            end_of_real++;
        size_t first = differ(out, keys, start, end_of_real) ? start : end_of_real;
        if (!differ(out, keys, start, end))
            first = end;
        for (size_t i = first; i < end; i++)
            out->conflicts[keys->items[i].number] = keys->items[start].number;
    }
}

/* Whether the fixed program of `other`, which is the buggy program of `pair`, shows that this
 * program is right. */
static bool shows_right(const struct keys *keys, const struct pair *other, const struct pair *pair)
{
    const struct fingerprint *programs = keys->prints->programs;
    bool is_reverse =
        digest_compare(programs[other->buggy].exact, programs[pair->fixed].exact) == 0;
    return (pair->is_made || !other->is_made) && (other->is_judged || is_reverse);
}

/* Finds the buggy programs among the fixed ones of their problems. */
static void find_accepted(struct duplicates *out, const struct keys *keys)
{
    const struct pair *pairs = keys->pairs->list.items;
    for (uint32_t i = 0; i < keys->pairs->list.n; i++) {
        const struct pair *pair = &pairs[i];
        struct digest buggy =
            duplicates_program_key(keys->prints->programs[pair->buggy].exact, pair->problem);
        size_t at;
        out->accepted[i] = NO_CONFLICT;
        bisect(at, keys->n, digest_compare(keys->items[at].digest, buggy) < 0);
        for (; takes_part(keys, i) && out->accepted[i] == NO_CONFLICT && at < keys->n &&
               digest_compare(keys->items[at].digest, buggy) == 0;
             at++)
            if (shows_right(keys, &pairs[keys->items[at].number], pair))
                out->accepted[i] = keys->items[at].number;
    }
}

int duplicates_find(struct duplicates *out, const struct pairs *pairs,
                    const struct fingerprints *prints, bool only_in_splits,
                    const struct guard_options *guard, struct err *err)
{
    size_t n = pairs->list.n;
    scoped(keys) keys = {pairs, prints, only_in_splits, NULL, 0};
    scoped(union_find) sets = {0};
    struct linking linking = {.out = out, .sets = &sets};
    *out = (struct duplicates){0};
    for (linking.kind = 0; linking.kind < N_DUPLICATE_KINDS; linking.kind++) {
        if (linking.kind == DUPLICATE_EXACT || linking.kind == DUPLICATE_PATCH) {
            union_find_release(&sets);
            union_find_init(&sets, n);
        }
        if (linking.kind == DUPLICATE_NEAR) {
            keys_release(&keys);
            if (link_near(&linking, &keys, guard, err) != 0)
                return ERR;
        } else {
            make_keys(&keys, linking.kind);
            link_runs(&linking, &keys);
            keep_representatives(&linking);
        }
    }
    out->conflicts = mem_alloc(n, sizeof *out->conflicts);
    for (size_t i = 0; i < n; i++)
        out->conflicts[i] = NO_CONFLICT;
    make_keys(&keys, KEY_OF_BUGGY);
    find_conflicts(out, &keys);
    out->accepted = mem_alloc(n, sizeof *out->accepted);
    make_keys(&keys, KEY_OF_FIXED);
    find_accepted(out, &keys);
    return 0;
}

void duplicates_release(struct duplicates *duplicates)
{
    array_release(&duplicates->links);
    for (int kind = 0; kind < N_DUPLICATE_KINDS; kind++)
        free(duplicates->representatives[kind]);
    free(duplicates->conflicts);
    free(duplicates->accepted);
    *duplicates = (struct duplicates){0};
}

static int store_run(const struct fingerprints *prints, struct db *db, struct err *err)
{
    const struct near_preset *preset = prints->preset;
    return db_change(db, err, "INSERT INTO dedup_run VALUES (1, ?, ?, ?, ?, ?, ?, ?)", "tirriii",
                     preset->name, (int64_t)preset->run_length, preset->set_threshold,
                     preset->multiset_threshold > 0 ? preset->multiset_threshold : NAN,
                     (int64_t)preset->min_tokens, (int64_t)prints->minhash.n_bands,
                     (int64_t)prints->minhash.n_rows);
}

static int store_links(const struct duplicates *duplicates, const struct pair *pairs,
                       bool has_multiset, struct db *db, struct err *err)
{
    for (size_t i = 0; i < duplicates->links.n; i++) {
        const struct duplicate_link *link = &duplicates->links.items[i];
        bool is_near = link->kind == DUPLICATE_NEAR;
        if (db_change(db, err, "INSERT INTO duplicate_links VALUES (?, ?, ?, ?, ?)", "tiirr",
                      duplicate_kind_names[link->kind], pairs[link->a].fix_key,
                      pairs[link->b].fix_key, link->similarity.set,
                      is_near && has_multiset ? link->similarity.multiset : NAN) != 0)
            return ERR;
    }
    return 0;
}

/* Writes only clusters of two pairs or more. */
static int store_clusters(const uint32_t *representatives, enum duplicate_kind kind,
                          const struct pairs *pairs, struct db *db, struct err *err)
{
    size_t n = pairs->list.n;
    scoped_memory bool *is_shared =
        mem_alloc(n, sizeof *is_shared); /* by pair: represents other pairs */
    for (size_t i = 0; i < n; i++)
        if (representatives[i] != i)
            is_shared[representatives[i]] = true;
    for (size_t i = 0; i < n; i++)
        if (is_shared[representatives[i]] &&
            db_change(db, err, "INSERT INTO duplicate_clusters VALUES (?, ?, ?)", "tii",
                      duplicate_kind_names[kind], pairs->list.items[i].fix_key,
                      pairs->list.items[representatives[i]].fix_key) != 0)
            return ERR;
    return 0;
}

/* Runs an insertion for each pair that another one belongs to (NO_CONFLICT: none), with both keys.
 */
static int store_others(const uint32_t *others, const struct pairs *pairs, const char *sql,
                        struct db *db, struct err *err)
{
    for (size_t i = 0; i < pairs->list.n; i++)
        if (others[i] != NO_CONFLICT && db_change(db, err, sql, "ii", pairs->list.items[i].fix_key,
                                                  pairs->list.items[others[i]].fix_key) != 0)
            return ERR;
    return 0;
}

int duplicates_store(const struct duplicates *duplicates, const struct pairs *pairs,
                     const struct fingerprints *prints, struct db *db, struct err *err)
{
    bool has_multiset = prints->preset->multiset_threshold > 0;
    if (db_execute(db,
                   "PRAGMA cache_size = -262144; "
                   "DELETE FROM dedup_run; DELETE FROM duplicate_links; "
                   "DELETE FROM duplicate_clusters; DELETE FROM conflicts; "
                   "DELETE FROM accepted_bugs",
                   err) != 0 ||
        store_run(prints, db, err) != 0 ||
        store_links(duplicates, pairs->list.items, has_multiset, db, err) != 0)
        return ERR;
    for (int kind = 0; kind < N_DUPLICATE_KINDS; kind++)
        if (store_clusters(duplicates->representatives[kind], kind, pairs, db, err) != 0)
            return ERR;
    if (store_others(duplicates->conflicts, pairs, "INSERT INTO conflicts VALUES (?, ?)", db,
                     err) != 0)
        return ERR;
    return store_others(duplicates->accepted, pairs,
                        "INSERT INTO accepted_bugs SELECT ?1, ?2, submission_id FROM fixes "
                        "JOIN submissions ON submission_key = fixed_submission_key "
                        "WHERE fix_key = ?2",
                        db, err);
}
