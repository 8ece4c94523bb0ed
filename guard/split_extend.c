/* The parts are the splits of a set, or its folds, and the excluded pairs. Pairs become known one
 * after another: first those that have a split, then the excluded ones, then new ones that may
 * stay. For each known pair, its two programs, the pair up to renaming, and the buckets of its
 * bands (near.c) are noted. A new pair is compared with the known pairs of the other parts.
 *
 * First every new pair gets its split, in memory. Then the pairs that would tie two splits are
 * found. Then everything is written. This is done for each split set. */
#include "guard/duplicates.h"
#include "guard/near.h"
#include "guard/split_place.h"

#include <string.h>

enum { PART_EXCLUDED = N_PARTS, N_ALL_PARTS };

/* Whether a new pair must stay apart from its split, and why. */
struct apart {
    uint32_t other; /* the pair that it would be tied to; PAIR_NONE: it ties nothing */

    /* exact: one of its programs is equal, token by token, to one of the other pair's; renamed:
     * both are up to renaming; near: a similar pair */
    enum duplicate_kind kind;
};

/* Digests by number, and the first pair of each part that has each digest. */
struct seen {
    uint32_t *numbers; /* by program or pair: the number of its digest */
    uint32_t (*first)[N_ALL_PARTS];
};

/* A bucket of one band: the pairs with one key. It leads to the known ones, by part. */
struct bucket {
    uint32_t last[N_ALL_PARTS]; /* known last; PAIR_NONE: none */
};

struct band {
    uint32_t *buckets; /* by pair; PAIR_NONE: it is alone, or all pairs in its bucket are of one
                        * part */
    uint32_t *before;  /* by pair: the pair of the same bucket and part that became known before it
                        */
    ARRAY(struct bucket) list;
};

struct separating {
    struct arena arena; /* owns the arrays by program, pair or band */
    const struct pairs *pairs;
    const struct fingerprints *prints;
    const bool *is_new;
    struct seen programs, renamed;
    struct band *bands;
};

/* Numbers the digests. Equal digests get the same number. */
static void seen_init(struct seen *seen, struct arena *arena, struct numbered_digest *keys,
                      size_t n)
{
    uint32_t last = 0;
    seen->numbers = arena_alloc(arena, n, sizeof *seen->numbers);
    numbered_digests_sort(keys, n);
    for (size_t i = 0; i < n; i++) {
        last += i > 0 && digest_compare(keys[i].digest, keys[i - 1].digest) != 0;
        seen->numbers[keys[i].number] = last;
    }
    seen->first = arena_alloc(arena, (size_t)last + 1, sizeof *seen->first);
    memset(seen->first, 0xff, ((size_t)last + 1) * sizeof *seen->first);
}

/* If a digest is known in a split, an excluded fix with the same digest does not keep others out.
 */
static void seen_add(struct seen *seen, uint32_t item, int part, uint32_t pair)
{
    uint32_t *first = seen->first[seen->numbers[item]];
    bool is_in_split = false;
    for (int split = 0; split < N_PARTS; split++)
        is_in_split = is_in_split || first[split] != PAIR_NONE;
    if (first[part] == PAIR_NONE && !(part == PART_EXCLUDED && is_in_split))
        first[part] = pair;
}

/* Returns a pair of another part with the same digest, or PAIR_NONE. */
static uint32_t seen_find(const struct seen *seen, uint32_t item, int part)
{
    const uint32_t *first = seen->first[seen->numbers[item]];
    for (int other = 0; other < N_ALL_PARTS; other++)
        if (other != part && first[other] != PAIR_NONE)
            return first[other];
    return PAIR_NONE;
}

static void index_digests(struct separating *run)
{
    size_t n_programs = run->prints->n_programs, n = run->pairs->list.n;
    scoped_memory struct numbered_digest *programs = mem_alloc(n_programs, sizeof *programs);
    scoped_memory struct numbered_digest *renamed = mem_alloc(n, sizeof *renamed);
    for (uint32_t i = 0; i < n_programs; i++)
        programs[i] = (struct numbered_digest){run->prints->programs[i].exact, i};
    for (uint32_t i = 0; i < n; i++)
        renamed[i] = (struct numbered_digest){
            duplicates_renamed_key(run->prints, &run->pairs->list.items[i]), i};
    seen_init(&run->programs, &run->arena, programs, n_programs);
    seen_init(&run->renamed, &run->arena, renamed, n);
}

/* Returns the part of a pair, or NO_SPLIT if the pair does not count. */
static int part_of(const struct pair *pair)
{
    return pair->is_excluded ? PART_EXCLUDED : pair->split;
}

static const uint32_t *bands_of(const struct separating *run, uint32_t number)
{
    const struct pair *pair = &run->pairs->list.items[number];
    return pair_is_in_split(pair) ? fingerprints_bands(run->prints, number) : NULL;
}

/* Whether the pairs are of several parts, and some of them are new. */
static bool is_mixed(const struct separating *run, const struct band_key *run_of, size_t n)
{
    bool has_new = false, has_parts = false;
    int first = part_of(&run->pairs->list.items[run_of[0].number]);
    for (size_t i = 0; i < n; i++) {
        has_new = has_new || run->is_new[run_of[i].number];
        has_parts = has_parts || part_of(&run->pairs->list.items[run_of[i].number]) != first;
    }
    return has_new && has_parts;
}

static void index_band(struct separating *run, int number, struct band_key *keyed)
{
    struct bucket empty;
    struct band *band = &run->bands[number];
    size_t n_pairs = run->pairs->list.n, n = 0;
    band->buckets = arena_alloc(&run->arena, n_pairs, sizeof *band->buckets);
    band->before = arena_alloc(&run->arena, n_pairs, sizeof *band->before);
    memset(&empty, 0xff, sizeof empty);
    for (uint32_t i = 0; i < n_pairs; i++) {
        const uint32_t *bands = bands_of(run, i);
        band->buckets[i] = PAIR_NONE;
        if (bands)
            keyed[n++] = (struct band_key){bands[number], i};
    }
    band_sort(keyed, n);
    for (size_t start = 0, end; start < n; start = end) {
        end = band_bucket_end(keyed, n, start);
        if (!is_mixed(run, &keyed[start], end - start))
            continue;
        for (size_t i = start; i < end; i++)
            band->buckets[keyed[i].number] = (uint32_t)band->list.n;
        array_push(&band->list, empty);
    }
}

static void index_bands(struct separating *run, const struct guard_options *guard)
{
    uint64_t n_bands = (uint64_t)run->prints->minhash.n_bands;
    scoped_memory struct band_key *keyed = mem_alloc(run->pairs->list.n, sizeof *keyed);
    run->bands = arena_alloc(&run->arena, (size_t)run->prints->minhash.n_bands, sizeof *run->bands);
    for (int i = 0; i < run->prints->minhash.n_bands; i++) {
        guard_tell(guard, "indexing", "bands", (uint64_t)i, n_bands);
        index_band(run, i, keyed);
    }
}

/* Returns a pair of another part that is near this one, or PAIR_NONE. */
static uint32_t find_near(const struct separating *run, uint32_t number, int part)
{
    const struct pair *pairs = run->pairs->list.items;
    struct similarity ignored;
    for (int i = 0; i < run->prints->minhash.n_bands; i++) {
        const struct band *band = &run->bands[i];
        uint32_t bucket = band->buckets[number];
        for (int other = 0; bucket != PAIR_NONE && other < N_PARTS; other++)
            for (uint32_t pair = other == part ? PAIR_NONE : band->list.items[bucket].last[other];
                 pair != PAIR_NONE; pair = band->before[pair])
                if (!near_agree_before(run->prints, i, pair, number) &&
                    near_compare(&ignored, run->prints, &pairs[pair], &pairs[number]))
                    return pair;
    }
    return PAIR_NONE;
}

static void add(struct separating *run, uint32_t number, int part)
{
    const struct pair *pair = &run->pairs->list.items[number];
    seen_add(&run->programs, pair->buggy, part, number);
    seen_add(&run->programs, pair->fixed, part, number);
    seen_add(&run->renamed, number, part, number);
    for (int i = 0; i < run->prints->minhash.n_bands; i++) {
        struct band *band = &run->bands[i];
        if (band->buckets[number] == PAIR_NONE)
            continue;
        uint32_t *last = &band->list.items[band->buckets[number]].last[part];
        band->before[number] = *last;
        *last = number;
    }
}

static struct apart judge(const struct separating *run, uint32_t number, int part)
{
    const struct pair *pair = &run->pairs->list.items[number];
    uint32_t other = seen_find(&run->programs, pair->buggy, part);
    if (other == PAIR_NONE)
        other = seen_find(&run->programs, pair->fixed, part);
    if (other != PAIR_NONE)
        return (struct apart){other, DUPLICATE_EXACT};
    other = seen_find(&run->renamed, number, part);
    if (other != PAIR_NONE)
        return (struct apart){other, DUPLICATE_RENAMED};
    return (struct apart){find_near(run, number, part), DUPLICATE_NEAR};
}

static void separating_release(struct separating *run)
{
    for (int i = 0; i < run->prints->minhash.n_bands; i++)
        array_release(&run->bands[i].list);
    arena_release(&run->arena);
}

/* Finds the new pairs that would tie two parts. This is the test that tokfix check makes later. A
 * pair that already has a split is never given up; of two new pairs, the later one is given up.
 * Excluded pairs are a part of their own. A new pair is compared with them, but not for being near.
 */
static void find_apart(struct apart *out, const struct pairs *pairs, const bool *is_new,
                       const struct fingerprints *prints, const struct guard_options *guard)
{
    struct separating run = {.pairs = pairs, .prints = prints, .is_new = is_new};
    index_digests(&run);
    index_bands(&run, guard);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (!is_new[i] && pair_is_in_split(&pairs->list.items[i]))
            add(&run, i, pairs->list.items[i].split);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (pairs->list.items[i].is_excluded)
            add(&run, i, PART_EXCLUDED);
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        if (!is_new[i])
            continue;
        guard_tell(guard, "comparing", "fixes", i, pairs->list.n);
        int part = part_of(&pairs->list.items[i]);
        out[i] = judge(&run, i, part);
        if (out[i].other == PAIR_NONE)
            add(&run, i, part);
    }
    separating_release(&run);
}

/* A mutant or rewrite without a split. */
struct newcomer {
    int64_t fix_key;
    struct split_place place;
    int64_t group; /* number of its group, if no fix decides */
};

struct extending {
    struct split_places *places;
    ARRAY(struct newcomer) list; /* by key of the fix */
    struct table groups;
    ARRAY(int64_t) first; /* by number in `groups`: its first fix */
    struct pairs pairs;
    bool *is_new;        /* by pair */
    struct apart *apart; /* by pair */
};

static void extending_release(struct extending *run)
{
    split_places_close(run->places);
    array_release(&run->list);
    table_release(&run->groups);
    array_release(&run->first);
    pairs_release(&run->pairs);
    free(run->is_new);
    free(run->apart);
}
SCOPED_VALUE(extending, extending_release)

static int find_places(struct extending *run, struct db *db, struct err *err)
{
    scoped(str) group = {0};
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT fix_key, problem_id, submission_id, user_id FROM fixes "
                 "JOIN submissions ON submission_key = fixed_submission_key WHERE origin <> 'real' "
                 "AND fix_key NOT IN (SELECT fix_key FROM splits UNION "
                 "SELECT fix_key FROM exclusions) ORDER BY fix_key",
                 NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct newcomer newcomer = {
            .fix_key = db_int(s, 0),
            .place = split_places_find(run->places, db_text(s, 1), db_text(s, 2), db_text(s, 3)),
        };
        str_clear(&group);
        split_places_name_group(&group, run->places, db_text(s, 1), db_text(s, 2), db_text(s, 3));
        newcomer.group = table_number(&run->groups, str_text(&group));
        array_push(&run->list, newcomer);
    }
    while (run->first.n < run->groups.keys.n)
        array_push(&run->first, 0);
    return status;
}

/* Reads the pairs, and assigns splits to the new ones. If there are no splits, all pairs except the
 * excluded ones count as one split. */
static int read_pairs(struct extending *run, struct db *db, struct err *err)
{
    if (pairs_read(&run->pairs, db, true, err) != 0)
        return ERR;
    run->is_new = mem_alloc(run->pairs.list.n, sizeof *run->is_new);
    run->apart = mem_alloc(run->pairs.list.n, sizeof *run->apart);
    for (size_t i = 0; i < run->pairs.list.n; i++)
        run->apart[i].other = PAIR_NONE;
    bool has_splits = split_places_has_splits(run->places);
    for (size_t i = 0; i < run->pairs.list.n && !has_splits; i++)
        run->pairs.list.items[i].split = SPLIT_TRAIN;
    for (size_t i = 0; i < run->list.n; i++) {
        uint32_t number = pairs_find(&run->pairs, run->list.items[i].fix_key);
        enum split_place_kind kind = run->list.items[i].place.kind;
        if (has_splits)
            run->pairs.list.items[number].split = run->list.items[i].place.split;
        run->is_new[number] = kind == PLACE_FOUND || (!has_splits && kind == PLACE_NOWHERE);
    }
    return 0;
}

/* The fingerprints are the same for all sets, which have the same pairs. */
static int compare(struct extending *run, struct fingerprints *prints, struct db *db,
                   const struct guard_options *guard, struct err *err)
{
    const struct near_preset *preset;
    if (!prints->programs && (near_preset_read(&preset, db, err) != 0 ||
                              fingerprints_make(prints, db, &run->pairs, preset, guard, err) != 0))
        return ERR;
    find_apart(run->apart, &run->pairs, run->is_new, prints, guard);
    return 0;
}

/* Returns the reason why the fix may be in no split, or NULL. */
static const char *reason_of(const struct extending *run, const struct newcomer *newcomer,
                             const struct apart *apart)
{
    bool is_apart = apart->other != PAIR_NONE;
    if (newcomer->place.kind == PLACE_EXCLUDED ||
        (is_apart && run->pairs.list.items[apart->other].is_excluded))
        return "program";
    return is_apart || newcomer->place.kind == PLACE_TWO ? "split" : NULL;
}

static void add_evidence(struct str *out, const struct extending *run,
                         const struct newcomer *newcomer, const struct apart *apart)
{
    str_clear(out);
    if (newcomer->place.kind == PLACE_EXCLUDED) {
        str_add_text(out, "the fixes of its program are excluded");
    } else if (newcomer->place.kind == PLACE_TWO) {
        str_add_text(out, "ties: its problem is in one split, its user or an identical problem in "
                          "another");
    } else {
        const struct pair *other = &run->pairs.list.items[apart->other];
        str_print(out, "%s: %s, %s", duplicate_kind_names[apart->kind], other->id,
                  other->is_excluded ? "excluded" : split_names[other->split]);
    }
}

static int64_t group_of(struct extending *run, const struct newcomer *newcomer)
{
    if (newcomer->place.group_key)
        return newcomer->place.group_key;
    int64_t *first = &run->first.items[newcomer->group];
    *first = *first ? *first : newcomer->fix_key;
    return *first;
}

/* By date, what is made from a program in no split is in none either. */
static const char leave_out_by_date[] =
    "INSERT OR IGNORE INTO set_left_out SELECT split_set, ?, 'straddles' FROM split_run "
    "WHERE origin = 'date'";

static int write_all(struct extending *run, struct db *db, struct err *err)
{
    scoped(str) evidence = {0};
    for (size_t i = 0; i < run->list.n; i++) {
        const struct newcomer *newcomer = &run->list.items[i];
        const struct apart *apart = &run->apart[pairs_find(&run->pairs, newcomer->fix_key)];
        const char *reason = reason_of(run, newcomer, apart);
        int status = 0;
        if (reason) {
            add_evidence(&evidence, run, newcomer, apart);
            status = db_change(db, err,
                               "INSERT INTO set_exclusions VALUES (" CHOSEN_SPLIT_SET ", ?, ?, ?)",
                               "itt", newcomer->fix_key, reason, str_text(&evidence));
        } else if (newcomer->place.kind == PLACE_FOUND) {
            status = db_change(
                db, err, "INSERT INTO set_splits VALUES (" CHOSEN_SPLIT_SET ", ?, ?, ?)", "iti",
                newcomer->fix_key, split_names[newcomer->place.split], group_of(run, newcomer));
        } else {
            status = db_change(db, err, leave_out_by_date, "i", newcomer->fix_key);
        }
        if (status != 0)
            return ERR;
    }
    return 0;
}

static int extend(struct extending *run, struct fingerprints *prints, struct db *db,
                  const struct guard_options *guard, struct err *err)
{
    int64_t n_excluded;
    if (find_places(run, db, err) != 0 ||
        db_get_int(db, &n_excluded, "SELECT count(*) FROM exclusions", err) != 0)
        return ERR;
    if (!run->list.n || (!n_excluded && !split_places_has_splits(run->places)))
        return 0;
    if (read_pairs(run, db, err) != 0)
        return ERR;
    guard_watch(guard, NULL, db);
    if (compare(run, prints, db, guard, err) != 0)
        return ERR;
    guard_watch(guard, "writing", db);
    return write_all(run, db, err);
}

static int extend_set(struct fingerprints *prints, struct db *db, const char *set,
                      const struct guard_options *guard, struct err *err)
{
    scoped(extending) run = {0};
    guard_watch(guard, "reading", db);
    int status = store_view_split_set(db, set, err);
    if (status == 0)
        status = split_places_open(&run.places, db, err);
    if (status == 0)
        status = extend(&run, prints, db, guard, err);
    guard_watch(guard, NULL, db);
    return status;
}

/* Reads the names of all sets, and of the one that is viewed. */
static int read_sets(struct text_list *out, struct arena *arena, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT split_set FROM (SELECT split_set FROM split_sets ORDER BY split_set) "
                 "UNION ALL SELECT '' WHERE NOT EXISTS (SELECT 1 FROM split_sets) "
                 "UNION ALL SELECT split_set FROM chosen_split_set",
                 NULL);
    while ((status = db_step(s, err)) == 1)
        array_push(out, db_copy_text(s, 0, arena));
    return status;
}

int split_extend(struct db *db, const struct guard_options *guard, struct err *err)
{
    scoped(arena) arena = {0};
    scoped(fingerprints) prints = {0};
    scoped_array struct text_list sets = {0};
    int status = read_sets(&sets, &arena, db, err);
    if (status == 0)
        status =
            db_execute(db, "DELETE FROM set_exclusions WHERE reason IN ('split', 'program')", err);
    for (size_t i = 0; status == 0 && i + 1 < sets.n; i++)
        status = extend_set(&prints, db, sets.items[i], guard, err);
    return status == 0 ? store_view_split_set(db, sets.items[sets.n - 1], err) : ERR;
}
