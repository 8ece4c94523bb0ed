/* Programs, problems, clusters and users are looked up by name. */
#include "guard/split_place.h"

#include "base/hash.h"
#include "guard/grouping.h"

#include <inttypes.h>
#include <string.h>

/* What is known about a name. */
struct known {
    int split;         /* the greatest split of its fixes, or NO_SPLIT */
    int64_t group_key; /* the group of a fix in that split */
    bool is_excluded;  /* all its fixes are excluded */
    int drawn;         /* cluster: the greatest split drawn for its problems */
    bool is_divided;   /* cluster: the split is not grouped by clusters, and divides this one */
};

struct index {
    struct table names;
    ARRAY(struct known) list;
};

struct split_places {
    bool has_splits, is_import, is_by_date;
    unsigned grouping;
    struct str seed;
    int64_t ratio[N_PARTS];
    struct index programs; /* "problem submission" */
    struct index problems; /* of the fixes; after an import also of the lists */
    struct index users;
    struct index clusters;
    struct table clustered;      /* problems */
    ARRAY(uint32_t) clusters_of; /* by number in `clustered`: the problem's cluster */
};

/* Returns a number from 0 to 1 that depends only on the seed and the unit. */
static double draw(const char *seed, const char *unit)
{
    uint64_t hash = hash_bytes(unit, strlen(unit), hash_bytes(seed, strlen(seed), 0));
    return (double)(hash >> 11) / (double)(UINT64_C(1) << 53);
}

static int draw_unit(const struct split_places *places, const char *kind, const char *name)
{
    scoped(str) unit = {0};
    double total = 0;
    for (int part = 0; part < N_PARTS; part++)
        total += (double)places->ratio[part];
    str_print(&unit, "%s %s", kind, name);
    double drawn = draw(str_text(&places->seed), str_text(&unit)) * total;
    for (int part = N_PARTS - 1; part > 0; part--) {
        drawn -= (double)places->ratio[part];
        if (drawn < 0)
            return part;
    }
    return SPLIT_TRAIN;
}

static struct known *add_name(struct index *index, const char *name)
{
    if (table_add(&index->names, name) != TABLE_NONE)
        array_push(&index->list, (struct known){.split = NO_SPLIT, .is_excluded = true});
    return &index->list.items[table_find(&index->names, name)];
}

static const struct known *find_name(const struct index *index, const char *name)
{
    int64_t found = table_find(&index->names, name);
    return found == TABLE_NONE ? NULL : &index->list.items[found];
}

static void index_release(struct index *index)
{
    table_release(&index->names);
    array_release(&index->list);
}

static int read_run(struct split_places *places, struct db *db, struct err *err)
{
    const char *ignored;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT origin = 'import', origin = 'date', seed, grouped_by, n_folds, "
                 "train_ratio, validation_ratio, test_ratio FROM split_run",
                 NULL);
    int status = db_step(s, err);
    places->has_splits = status == 1;
    if (status != 1)
        return status;
    places->is_import = db_int(s, 0) != 0;
    places->is_by_date = db_int(s, 1) != 0;
    str_add_text(&places->seed, db_text(s, 2));
    places->grouping = grouping_find(db_text(s, 3), &ignored);
    for (int part = 0; part < N_PARTS; part++)
        places->ratio[part] =
            part < N_SPLITS ? db_int(s, 5 + part) : part - SPLIT_FOLDS < db_int(s, 4);
    return 0;
}

static int read_clusters(struct split_places *places, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *s =
        db_query(db, err, "SELECT problem_id, cluster_id FROM problem_clusters ORDER BY 1", NULL);
    while ((status = db_step(s, err)) == 1) {
        struct known *cluster = add_name(&places->clusters, db_text(s, 1));
        int drawn = draw_unit(places, "problem", db_text(s, 0));
        cluster->drawn = drawn > cluster->drawn ? drawn : cluster->drawn;
        if (table_add(&places->clustered, db_text(s, 0)) != TABLE_NONE)
            array_push(&places->clusters_of, (uint32_t)(cluster - places->clusters.list.items));
    }
    return status;
}

/* Returns the number of the problem's cluster, or TABLE_NONE. */
static int64_t cluster_of(const struct split_places *places, const char *problem_id)
{
    int64_t found = table_find(&places->clustered, problem_id);
    return found == TABLE_NONE ? TABLE_NONE : (int64_t)places->clusters_of.items[found];
}

static void learn(struct known *known, int split, int64_t group_key, bool is_excluded)
{
    known->is_excluded = known->is_excluded && is_excluded;
    if (split > known->split) {
        known->split = split;
        known->group_key = group_key;
    }
}

static const char fixes_sql[] = {
#include "guard/sql/placed_fixes.sql.inc"
};

static int read_fixes(struct split_places *places, struct db *db, struct err *err)
{
    scoped(str) program = {0};
    scoped(db_statement) *s = db_query(db, err, fixes_sql, NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        bool is_excluded = db_int(s, 5) != 0;
        int split = is_excluded ? NO_SPLIT : split_find(db_text(s, 3));
        str_set(&program, "%s %s", db_text(s, 0), db_text(s, 1));
        learn(add_name(&places->programs, str_text(&program)), split, db_int(s, 4), is_excluded);
        learn(add_name(&places->problems, db_text(s, 0)), split, db_int(s, 4), is_excluded);
        learn(add_name(&places->users, db_text(s, 2)), split, db_int(s, 4), is_excluded);
        int64_t cluster = cluster_of(places, db_text(s, 0));
        if (cluster != TABLE_NONE)
            learn(&places->clusters.list.items[cluster], split, db_int(s, 4), is_excluded);
    }
    return status;
}

static int read_lists(struct split_places *places, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *s = db_query(db, err, "SELECT problem_id, split FROM split_lists", NULL);
    while ((status = db_step(s, err)) == 1)
        learn(add_name(&places->problems, db_text(s, 0)), split_find(db_text(s, 1)), 0, false);
    return status;
}

static struct split_place found(int split, int64_t group_key)
{
    return split == NO_SPLIT ? (struct split_place){PLACE_NOWHERE, NO_SPLIT, 0}
                             : (struct split_place){PLACE_FOUND, split, group_key};
}

/* Returns the split of a name, or if it has none, the split that the seed draws for it. */
static struct split_place find_unit(const struct split_places *places, const struct known *known,
                                    const char *kind, const char *name)
{
    if (known && known->split != NO_SPLIT)
        return found(known->split, known->group_key);
    return found(draw_unit(places, kind, name), 0);
}

/* Places a problem by itself, without its cluster. */
static struct split_place find_single(const struct split_places *places, const char *problem_id)
{
    const struct known *known = find_name(&places->problems, problem_id);
    if (places->is_import)
        return found(known ? known->split : NO_SPLIT, known ? known->group_key : 0);
    return find_unit(places, known, "problem", problem_id);
}

static struct split_place find_problem(const struct split_places *places, const char *problem_id)
{
    int64_t number = cluster_of(places, problem_id);
    if (number == TABLE_NONE)
        return find_single(places, problem_id);
    const struct known *cluster = &places->clusters.list.items[number];
    if (cluster->is_divided)
        return (struct split_place){PLACE_TWO, NO_SPLIT, 0};
    if (!(places->grouping & GROUP_BY_PROBLEM_CLUSTER))
        return find_single(places, problem_id);
    return cluster->split != NO_SPLIT ? found(cluster->split, cluster->group_key)
                                      : found(cluster->drawn, 0);
}

/* Even if splits are grouped by single problems, tokfix check looks for divided clusters. */
static void find_divided(struct split_places *places)
{
    size_t n = places->clusters.list.n;
    scoped_memory int *splits = mem_alloc(n, sizeof *splits);
    for (size_t i = 0; i < n; i++)
        splits[i] = NO_SPLIT;
    for (uint32_t i = 0; i < places->clusters_of.n; i++) {
        uint32_t number = places->clusters_of.items[i];
        int split = find_single(places, pairs_name(&places->clustered, i)).split;
        if (splits[number] == NO_SPLIT)
            splits[number] = split;
        else if (split != NO_SPLIT && split != splits[number])
            places->clusters.list.items[number].is_divided = true;
    }
}

static bool has_problems(const struct split_places *places)
{
    return places->grouping & (GROUP_BY_PROBLEM | GROUP_BY_PROBLEM_CLUSTER);
}

/* Places a program without fixes, by the units that the splits are grouped by. */
static struct split_place find_tied(const struct split_places *places, const char *problem_id,
                                    const char *program, const char *user_id)
{
    if (places->is_by_date)
        return found(NO_SPLIT, 0);
    if (!(places->grouping & GROUP_BY_USER))
        return has_problems(places) ? find_problem(places, problem_id)
                                    : find_unit(places, NULL, "fix", program);
    struct split_place user =
        find_unit(places, find_name(&places->users, user_id), "user", user_id);
    if (!has_problems(places))
        return user;
    struct split_place problem = find_problem(places, problem_id);
    if (problem.kind == PLACE_FOUND && problem.split != user.split)
        return (struct split_place){PLACE_TWO, NO_SPLIT, 0};
    return problem.kind == PLACE_FOUND && !problem.group_key ? user : problem;
}

int split_places_open(struct split_places **out, struct db *db, struct err *err)
{
    struct split_places *places = *out = mem_alloc(1, sizeof *places);
    if (read_run(places, db, err) != 0 || read_clusters(places, db, err) != 0 ||
        read_fixes(places, db, err) != 0 || read_lists(places, db, err) != 0)
        return ERR;
    if (has_problems(places) && !(places->grouping & GROUP_BY_PROBLEM_CLUSTER))
        find_divided(places);
    return 0;
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
    index_release(&places->programs);
    index_release(&places->problems);
    index_release(&places->users);
    index_release(&places->clusters);
    table_release(&places->clustered);
    array_release(&places->clusters_of);
    free(places);
}

struct split_place split_places_find(const struct split_places *places, const char *problem_id,
                                     const char *submission_id, const char *user_id)
{
    scoped(str) program = {0};
    str_print(&program, "%s %s", problem_id, submission_id);
    const struct known *known = find_name(&places->programs, str_text(&program));
    struct split_place place =
        known || !places->has_splits
            ? found(known ? known->split : NO_SPLIT, known ? known->group_key : 0)
            : find_tied(places, problem_id, str_text(&program), user_id);
    if (known && known->split == NO_SPLIT && known->is_excluded)
        place.kind = PLACE_EXCLUDED;
    return place;
}

void split_places_name_group(struct str *out, const struct split_places *places,
                             const char *problem_id, const char *submission_id, const char *user_id)
{
    int64_t cluster = has_problems(places) ? cluster_of(places, problem_id) : TABLE_NONE;
    if (cluster != TABLE_NONE)
        str_print(out, "cluster %" PRId64, cluster);
    else if (has_problems(places))
        str_print(out, "problem %s", problem_id);
    else if (places->grouping & GROUP_BY_USER)
        str_print(out, "user %s", user_id);
    else
        str_print(out, "fix %s %s", problem_id, submission_id);
}
