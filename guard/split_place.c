/* What is known about programs, problems and users is looked up by their names.
 *
 * Each new mutant or rewrite follows its program. Then the splits are compared as tokfix check does
 * it (guard/crossings.h). If one of two fixes that tie two splits is new, all new ones of its
 * program in its split are taken out, because they resemble each other, and the rest is compared
 * again. */
#include "guard/split.h"

#include "base/hash.h"
#include "guard/crossings.h"

#include <string.h>

/* ---- Where a program belongs ---- */

struct split_places {
    bool has_splits, is_import, is_by_date;
    unsigned ties;
    struct str seed;
    double shares[N_SUBSETS];
    /* "program p00001 s1", "problem p00001", "user u1"; the greatest split of the fixes of each,
     * PLACE_EXCLUDED if all of them are excluded */
    struct table names;
    ARRAY(struct split_place) known;
    struct table clustered;         /* problems that are identical to others */
    ARRAY(const char *) cluster_of; /* by number in `clustered`: its name; in the arena */
    struct arena arena;
};

static const char known_sql[] = {
#include "guard/sql/known_places.sql.inc"
};

static int read_run(struct split_places *places, struct db *db, struct err *err)
{
    const char *ignored;
    int status;
    scoped(db_statement) *run = db_query(
        db, err, "SELECT origin = 'import', origin = 'date', seed, grouped_by FROM split_run",
        NULL);
    if ((status = db_step(run, err)) != 1)
        return status;
    places->has_splits = true;
    places->is_import = db_int(run, 0) != 0;
    places->is_by_date = db_int(run, 1) != 0;
    str_add_text(&places->seed, db_text(run, 2));
    places->ties = ties_find(db_text(run, 3), &ignored);
    scoped(db_statement) *subsets =
        db_query(db, err, "SELECT split, share FROM split_parts WHERE share IS NOT NULL", NULL);
    while ((status = db_step(subsets, err)) == 1)
        places->shares[split_find(db_text(subsets, 0))] = db_double(subsets, 1);
    return status;
}

/* Even if splits are grouped by single problems, tokfix check looks for divided clusters. */
static int read_clusters(struct split_places *places, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *s =
        db_query(db, err, "SELECT problem_id, cluster_id FROM problem_clusters", NULL);
    while ((status = db_step(s, err)) == 1)
        if (table_add(&places->clustered, db_text(s, 0)) != TABLE_NONE)
            array_push(&places->cluster_of, db_copy_text(s, 1, &places->arena));
    return status;
}

static struct split_place place_in(int split, int64_t group_key)
{
    return split == NO_SPLIT ? (struct split_place){PLACE_NOWHERE, NO_SPLIT, 0}
                             : (struct split_place){PLACE_FOUND, split, group_key};
}

static int read_known(struct split_places *places, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, known_sql, NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct split_place place = db_int(s, 3) != 0
                                       ? (struct split_place){PLACE_EXCLUDED, NO_SPLIT, 0}
                                       : place_in(split_find(db_text(s, 1)), db_int(s, 2));
        size_t number = (size_t)table_number(&places->names, db_text(s, 0));
        if (number == places->known.n)
            array_push(&places->known, place);
        struct split_place *known = &places->known.items[number];
        if (place.split > known->split || known->kind == PLACE_EXCLUDED)
            *known = place;
    }
    return status;
}

int split_places_open(struct split_places **out, struct db *db, struct err *err)
{
    struct split_places *places = *out = mem_alloc(1, sizeof *places);
    return read_run(places, db, err) == 0 && read_clusters(places, db, err) == 0
               ? read_known(places, db, err)
               : ERR;
}

bool split_places_has_splits(const struct split_places *places)
{
    return places->has_splits;
}

void split_places_close(struct split_places *places)
{
    if (!places)
        return;
    str_release(&places->seed);
    table_release(&places->names);
    array_release(&places->known);
    table_release(&places->clustered);
    array_release(&places->cluster_of);
    arena_release(&places->arena);
    free(places);
}

static const struct split_place *find_known(const struct split_places *places, const char *name)
{
    int64_t number = table_find(&places->names, name);
    return number == TABLE_NONE ? NULL : &places->known.items[number];
}

/* Draws a split by the shares. It depends only on the seed and the name. */
static int draw(const struct split_places *places, const char *name)
{
    const char *seed = str_text(&places->seed);
    uint64_t hash = hash_bytes(name, strlen(name), hash_bytes(seed, strlen(seed), 0));
    double drawn = (double)(hash >> 11) / (double)(UINT64_C(1) << 53); /* from 0 to 1 */
    for (int subset = N_SUBSETS - 1; subset > 0; subset--) {
        drawn -= places->shares[subset];
        if (drawn < 0)
            return subset;
    }
    return SPLIT_TRAIN;
}

/* Returns the split of the fixes with this name, or if there are none, the split that the seed
 * draws for it. */
static struct split_place find_named(const struct split_places *places, const char *name)
{
    const struct split_place *known = find_known(places, name);
    return known && known->kind == PLACE_FOUND
               ? *known
               : place_in(places->is_import ? NO_SPLIT : draw(places, name), 0);
}

/* Places a program without fixes, by the units that the splits are grouped by. */
static struct split_place find_tied(const struct split_places *places, const char *problem,
                                    const char *user, const char *program)
{
    bool has_users = places->ties & TIE_USER;
    struct split_place of_problem = find_named(places, problem), of_user = find_named(places, user);
    if (!(places->ties & (TIE_PROBLEM | TIE_PROBLEM_CLUSTER)))
        return has_users ? of_user : find_named(places, program);
    if (!has_users)
        return of_problem;
    if (of_problem.split != of_user.split)
        return (struct split_place){PLACE_TWO, NO_SPLIT, 0};
    return of_problem.group_key ? of_problem : of_user;
}

struct split_place split_places_find(const struct split_places *places, const char *problem_id,
                                     const char *submission_id, const char *user_id)
{
    scoped(str) problem = {0}, program = {0}, user = {0};
    int64_t cluster = table_find(&places->clustered, problem_id);
    str_print(&problem, "problem %s",
              cluster == TABLE_NONE ? problem_id : places->cluster_of.items[cluster]);
    str_print(&program, "program %s %s", problem_id, submission_id);
    str_print(&user, "user %s", user_id);
    const struct split_place *known = find_known(places, program.text);
    if (known)
        return *known;
    if (!places->has_splits || places->is_by_date)
        return place_in(NO_SPLIT, 0);
    return find_tied(places, problem.text, user.text, program.text);
}

/* ---- All mutants and rewrites ---- */

/* A mutant or rewrite without a split. */
struct newcomer {
    int64_t fix_key;
    struct split_place place;
};

/* Why the mutants of a program leave their split. */
struct separation {
    const char *what; /* as of a crossing; NULL: there is none */
    uint32_t other;   /* pair of another split */
    int split;
};

struct extending {
    struct split_places *places;
    ARRAY(struct newcomer) list;
    struct pairs pairs;
    bool *is_new;                   /* by pair: it got a split */
    struct separation *separations; /* by program */
};

static void extending_release(struct extending *run)
{
    split_places_close(run->places);
    array_release(&run->list);
    pairs_release(&run->pairs);
    free(run->is_new);
    free(run->separations);
}
SCOPED_VALUE(extending, extending_release)

static int find_places(struct extending *run, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT fix_key, problem_id, submission_id, user_id FROM fixes "
                 "JOIN submissions ON submission_key = fixed_submission_key WHERE origin <> 'real' "
                 "AND fix_key NOT IN (SELECT fix_key FROM splits UNION "
                 "SELECT fix_key FROM exclusions) ORDER BY fix_key",
                 NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        array_push(&run->list, (struct newcomer){db_int(s, 0),
                                                 split_places_find(run->places, db_text(s, 1),
                                                                   db_text(s, 2), db_text(s, 3))});
    return status;
}

static int read_pairs(struct extending *run, struct db *db, struct err *err)
{
    if (pairs_read(&run->pairs, db, true, err) != 0)
        return ERR;
    run->is_new = mem_alloc(run->pairs.list.n, sizeof *run->is_new);
    run->separations = mem_alloc(run->pairs.program_ids.n, sizeof *run->separations);
    for (size_t i = 0; i < run->list.n; i++) {
        uint32_t number = pairs_find(&run->pairs, run->list.items[i].fix_key);
        run->pairs.list.items[number].split = run->list.items[i].place.split;
        run->is_new[number] = run->list.items[i].place.kind == PLACE_FOUND;
    }
    return 0;
}

/* Takes out new pairs of the crossings: of two, the later one. Returns whether there were some. */
static bool take_out(struct extending *run, const struct crossings *crossings)
{
    struct pair *pairs = run->pairs.list.items;
    bool is_any = false;
    for (size_t i = 0; i < crossings->list.n; i++) {
        const struct crossing *crossing = &crossings->list.items[i];
        bool is_later = run->is_new[crossing->b];
        uint32_t out = is_later ? crossing->b : crossing->a;
        if (!run->is_new[out])
            continue;
        run->separations[pairs[out].fixed] = (struct separation){
            crossing->what, is_later ? crossing->a : crossing->b, pairs[out].split};
        is_any = true;
    }
    for (size_t i = 0; i < run->pairs.list.n; i++) {
        const struct separation *tie = &run->separations[pairs[i].fixed];
        if (run->is_new[i] && tie->what && tie->split == pairs[i].split)
            pairs[i].is_excluded = true;
    }
    return is_any;
}

/* The fingerprints are the same for all sets, which have the same pairs. */
static int separate(struct extending *run, struct fingerprints *prints, struct db *db,
                    const struct guard_options *guard, struct err *err)
{
    const struct near_preset *preset;
    if (near_preset_read(&preset, db, err) != 0 ||
        (!prints->programs && fingerprints_make(prints, db, &run->pairs, preset, guard, err) != 0))
        return ERR;
    for (bool has_ties = true; has_ties;) {
        scoped(crossings) crossings = {0};
        if (crossings_find(&crossings, db, &run->pairs, prints, TIE_DUPLICATES, guard, err) != 0)
            return ERR;
        has_ties = take_out(run, &crossings);
    }
    return 0;
}

static int exclude(struct db *db, int64_t fix_key, const char *reason, const char *evidence,
                   struct err *err)
{
    return db_change(db, err, "INSERT INTO set_exclusions VALUES (" CHOSEN_SPLIT_SET ", ?, ?, ?)",
                     "itt", fix_key, reason, evidence);
}

static int write_newcomer(const struct extending *run, const struct newcomer *newcomer,
                          struct db *db, struct err *err)
{
    int64_t key = newcomer->fix_key;
    const struct split_place *place = &newcomer->place;
    scoped(str) evidence = {0};
    switch (place->kind) {
    case PLACE_EXCLUDED:
        return exclude(db, key, "program", "the fixes of its program are excluded", err);
    case PLACE_TWO:
        return exclude(db, key, "split", "ties: its problem is in one split, its user in another",
                       err);
    case PLACE_NOWHERE: /* by date, what is made from a program in no split is in none either */
        return db_change(db, err,
                         "INSERT OR IGNORE INTO set_left_out "
                         "SELECT split_set, ?, 'straddles' FROM split_run WHERE origin = 'date'",
                         "i", key);
    case PLACE_FOUND:
        break;
    }
    const struct pair *pairs = run->pairs.list.items, *pair = &pairs[pairs_find(&run->pairs, key)];
    const struct separation *tie = &run->separations[pair->fixed];
    if (!pair->is_excluded)
        return db_change(db, err, "INSERT INTO set_splits VALUES (" CHOSEN_SPLIT_SET ", ?, ?, ?)",
                         "iti", key, split_names[place->split],
                         place->group_key ? place->group_key : key);
    str_print(&evidence, "%s: %s, %s", tie->what, pairs[tie->other].id,
              split_names[pairs[tie->other].split]);
    return exclude(db, key, "split", str_text(&evidence), err);
}

static int extend(struct extending *run, struct fingerprints *prints, struct db *db,
                  const struct guard_options *guard, struct err *err)
{
    if (split_places_open(&run->places, db, err) != 0 || find_places(run, db, err) != 0)
        return ERR;
    if (run->list.n && split_places_has_splits(run->places)) {
        if (read_pairs(run, db, err) != 0)
            return ERR;
        guard_watch(guard, NULL, db);
        if (separate(run, prints, db, guard, err) != 0)
            return ERR;
        guard_watch(guard, "writing", db);
    }
    for (size_t i = 0; i < run->list.n; i++)
        if (write_newcomer(run, &run->list.items[i], db, err) != 0)
            return ERR;
    return 0;
}

static int extend_set(struct fingerprints *prints, struct db *db, const char *set,
                      const struct guard_options *guard, struct err *err)
{
    scoped(extending) run = {0};
    guard_watch(guard, "reading", db);
    int status =
        store_view_split_set(db, set, err) == 0 ? extend(&run, prints, db, guard, err) : ERR;
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
