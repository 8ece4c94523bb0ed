/* Clusters of exact and renamed duplicates and of patches, and conflicts, are stretches of equal
 * keys. An Accepted bug is a buggy program whose key is among those of the fixed ones, or of the
 * Accepted programs of the data set: several threads read these problem by problem, and keep them
 * only as long as a problem takes. Only near duplicates need a search, among the representatives of
 * the exact clusters. */
#include "guard/duplicates.h"

#include "base/pipeline.h"
#include "guard/sequence.h"
#include "tokenize/languages/language.h"

#include <math.h>

const char *const duplicate_kind_names[] = {"exact", "renamed", "near", "patch", NULL};

struct key {
    struct digest digest;
    uint32_t number; /* of the pair */
};

/* Pairs with their keys of one kind. */
struct keys {
    const struct pairs *pairs;
    const struct fingerprints *prints;
    bool only_in_splits;
    struct key *items; /* sorted by digest, then number; owned */
    size_t n;
};

/* The search for near pairs takes the most memory, and has no keys. */
static void keys_release(struct keys *keys)
{
    free(keys->items);
    keys->items = NULL;
}
SCOPED_VALUE(keys, keys_release)

/* ---- Keys ---- */

/* Returns the key of a program, whose digest is `exact`, of a problem: equal for the same tokens in
 * the same problem. */
static struct digest program_key(struct digest exact, uint32_t problem)
{
    struct digest parts[] = {exact, {0, problem}};
    return digest_bytes(parts, sizeof parts);
}

/* Keys beside those of the kinds of duplicates. */
enum { KEY_OF_BUGGY = N_DUPLICATE_KINDS, KEY_OF_BUGGY_IN_PROBLEM, KEY_OF_FIXED_IN_PROBLEM };

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
    case KEY_OF_BUGGY_IN_PROBLEM:
        return program_key(buggy->exact, pair->problem);
    default:
        return program_key(fixed->exact, pair->problem);
    }
}

static bool is_compared(const struct keys *keys, uint32_t number)
{
    return !keys->only_in_splits || pair_is_in_split(&keys->pairs->list.items[number]);
}

static int compare_keys(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    int order = digest_compare(x->digest, y->digest);
    return order ? order : COMPARE(x->number, y->number);
}

/* Sorts in a time that grows linearly with the number of different digests: their first bits spread
 * evenly, so the items are counted into buckets by them, and each bucket is sorted. */
static void sort_keys(struct key *items, size_t n)
{
    int bits = 1;
    while (bits < 20 && n >> bits > 4)
        bits++;
    int shift = 64 - bits;
    size_t n_buckets = (size_t)1 << bits, start = 0;
    scoped_memory struct key *others = mem_alloc(n, sizeof *others);
    scoped_memory size_t *ends = mem_alloc(n_buckets, sizeof *ends);
    for (size_t i = 0; i < n; i++)
        ends[items[i].digest.high >> shift]++;
    for (size_t bucket = 0; bucket < n_buckets; bucket++) {
        start += ends[bucket];
        ends[bucket] = start - ends[bucket];
    }
    for (size_t i = 0; i < n; i++)
        others[ends[items[i].digest.high >> shift]++] = items[i];
    start = 0;
    for (size_t bucket = 0; bucket < n_buckets; start = ends[bucket++])
        if (ends[bucket] - start > 1)
            qsort(others + start, ends[bucket] - start, sizeof *others, compare_keys);
    if (n)
        memcpy(items, others, n * sizeof *items);
}

static void make_keys(struct keys *keys, int kind)
{
    keys_release(keys);
    keys->items = mem_alloc(keys->pairs->list.n, sizeof *keys->items);
    keys->n = 0;
    for (uint32_t i = 0; i < keys->pairs->list.n; i++)
        if (is_compared(keys, i))
            keys->items[keys->n++] = (struct key){key_of(keys, kind, i), i};
    sort_keys(keys->items, keys->n);
}

/* Returns the end of the stretch of equal keys that begins at `start`. */
static size_t equal_end(const struct keys *keys, size_t start)
{
    size_t end = start + 1;
    while (end < keys->n && digest_compare(keys->items[end].digest, keys->items[start].digest) == 0)
        end++;
    return end;
}

/* Returns the first pair with the key, or where it would be. */
static size_t equal_start(const struct keys *keys, struct digest key)
{
    size_t at;
    bisect(at, keys->n, digest_compare(keys->items[at].digest, key) < 0);
    return at;
}

/* ---- Links ---- */

struct linking {
    struct duplicates *out;
    struct union_find *sets;
    enum duplicate_kind kind;
};

/* Links the pairs with equal keys to the earliest of them. */
static void link_equal(struct linking *linking, const struct keys *keys)
{
    for (size_t start = 0, end; start < keys->n; start = end) {
        end = equal_end(keys, start);
        uint32_t first = keys->items[start].number;
        for (size_t i = start + 1; i < end; i++)
            if (union_find_join(linking->sets, first, keys->items[i].number))
                array_push(
                    &linking->out->links,
                    (struct duplicate_link){linking->kind, first, keys->items[i].number, {1, 1}});
    }
}

static void add_near(void *context, uint32_t a, uint32_t b, const struct similarity *similarity)
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
    struct near_search search = {keys->prints, keys->pairs, add_near, linking, guard};
    size_t n_pairs = keys->pairs->list.n, n = 0, n_real = 0;
    scoped_memory uint32_t *numbers = mem_alloc(n_pairs, sizeof *numbers);
    for (uint32_t i = 0; i < n_pairs; i++)
        if (linking->out->representatives[DUPLICATE_EXACT][i] == i && is_compared(keys, i)) {
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

/* Whether the pairs of a stretch, all of one buggy program, are in several exact clusters. */
static bool differ(const struct duplicates *duplicates, const struct keys *keys, size_t start,
                   size_t end)
{
    const uint32_t *fixes = duplicates->representatives[DUPLICATE_EXACT];
    for (size_t i = start; i < end; i++)
        if (fixes[keys->items[i].number] != fixes[keys->items[start].number])
            return true;
    return false;
}

/* Finds buggy programs with fixes in several exact clusters. The real pairs of a stretch come
 * first. */
static void find_conflicts(struct duplicates *out, const struct keys *keys)
{
    const struct pair *pairs = keys->pairs->list.items;
    for (size_t start = 0, end; start < keys->n; start = end) {
        end = equal_end(keys, start);
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
        struct digest buggy = key_of(keys, KEY_OF_BUGGY_IN_PROBLEM, i);
        out->accepted[i] = NO_CONFLICT;
        for (size_t at = equal_start(keys, buggy);
             is_compared(keys, i) && out->accepted[i] == NO_CONFLICT && at < keys->n &&
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
            link_equal(&linking, &keys);
            keep_representatives(&linking);
        }
    }
    out->conflicts = mem_alloc(n, sizeof *out->conflicts);
    for (size_t i = 0; i < n; i++)
        out->conflicts[i] = NO_CONFLICT;
    make_keys(&keys, KEY_OF_BUGGY);
    find_conflicts(out, &keys);
    out->accepted = mem_alloc(n, sizeof *out->accepted);
    make_keys(&keys, KEY_OF_FIXED_IN_PROBLEM);
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

/* ---- The database ---- */

static int store_run(const struct fingerprints *prints, struct db *db, struct err *err)
{
    const struct near_preset *preset = prints->preset;
    return db_change(db, err, "INSERT INTO dedup_run VALUES (1, ?, ?, ?, ?, ?, ?, ?)", "tirriii",
                     preset->name, (int64_t)preset->ngram_length, preset->set_threshold,
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
    /* by pair: it represents others */
    scoped_memory bool *is_shared = mem_alloc(n, sizeof *is_shared);
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

/* ---- Bugs that are Accepted programs of the data set ---- */

struct searching {
    struct keys keys; /* of the buggy programs */
    struct db *db;
    const struct correct_source *source;
    const struct guard_options *guard;
    uint64_t n_done;
};

struct match {
    uint32_t pair, program; /* a pair, and the Accepted program that is its buggy one */
};

struct searched {
    struct correct_programs programs; /* of a problem */
    ARRAY(struct match) matches;
};

struct searcher {
    struct sequence_reader *reader;
    struct lexicals lexicals;
    struct program program;
    struct sequence sequence;
};

static void *searcher_new(void *context)
{
    struct searcher *searcher = mem_alloc(1, sizeof *searcher);
    (void)context;
    searcher->reader = sequence_reader_new(&(struct sequence_options){.has_layout = true});
    return searcher;
}

static void searcher_free(void *memory)
{
    struct searcher *searcher = memory;
    sequence_reader_free(searcher->reader);
    lexicals_release(&searcher->lexicals);
    program_release(&searcher->program);
    sequence_release(&searcher->sequence);
    free(searcher);
}

static int produce(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    return searching->source->next(searching->source->context, &((struct searched *)item)->programs,
                                   err);
}

static void look_up(struct searched *searched, const struct searching *searching, uint32_t program,
                    struct digest key)
{
    const struct keys *keys = &searching->keys;
    for (size_t at = equal_start(keys, key);
         at < keys->n && digest_compare(keys->items[at].digest, key) == 0; at++)
        array_push(&searched->matches, (struct match){keys->items[at].number, program});
}

static void work(void *context, void *worker, void *item)
{
    const struct searching *searching = context;
    struct searcher *searcher = worker;
    struct searched *searched = item;
    struct correct_programs *programs = &searched->programs;
    int64_t problem = table_find(&searching->keys.pairs->problems, programs->problem_id);
    if (problem == TABLE_NONE)
        return;
    searching->source->load(searching->source->context, programs);
    for (uint32_t i = 0; i < programs->list.n; i++) {
        const struct correct_program *program = &programs->list.items[i];
        const struct lexical *lexical =
            lexicals_get(&searcher->lexicals, language_find(program->submission.language));
        if (!program_tokenize(&searcher->program, lexical, program->code, program->n_bytes))
            continue;
        sequence_read(&searcher->sequence, searcher->reader, &searcher->program);
        struct digest exact = sequence_digest(&searcher->sequence, false);
        look_up(searched, searching, i, program_key(exact, (uint32_t)problem));
    }
}

/* Of the Accepted programs that are one buggy program, the first one stays. */
static int consume(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    const struct searched *searched = item;
    for (size_t i = 0; i < searched->matches.n; i++) {
        const struct match *match = &searched->matches.items[i];
        if (db_change(searching->db, err, "INSERT OR IGNORE INTO accepted_bugs VALUES (?, NULL, ?)",
                      "it", searching->keys.pairs->list.items[match->pair].fix_key,
                      searched->programs.list.items[match->program].submission.submission_id) != 0)
            return ERR;
    }
    guard_tell(searching->guard, "searching", "problems", ++searching->n_done,
               searching->source->n_problems);
    return 0;
}

static void release(void *item)
{
    struct searched *searched = item;
    correct_programs_release(&searched->programs);
    array_release(&searched->matches);
}

int duplicates_store_accepted(struct db *db, const struct pairs *pairs,
                              const struct fingerprints *prints,
                              const struct correct_source *source,
                              const struct guard_options *guard, struct err *err)
{
    struct searching searching = {{pairs, prints, false, NULL, 0}, db, source, guard, 0};
    make_keys(&searching.keys, KEY_OF_BUGGY_IN_PROBLEM);
    struct pipeline pipeline = {
        .n_threads = guard->n_jobs,
        .n_in_flight = (size_t)guard->n_jobs + 1,
        .context = &searching,
        .item_size = sizeof(struct searched),
        .produce = produce,
        .worker_new = searcher_new,
        .worker_free = searcher_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    int status = pipeline_run(&pipeline, err);
    keys_release(&searching.keys);
    return status == 0 ? correct_source_finish(source, err) : ERR;
}
