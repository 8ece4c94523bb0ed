/* What is known about programs, problems and users is looked up by their names. */
#include "guard/split_place.h"

#include "base/hash.h"
#include "guard/grouping.h"

#include <string.h>

/* What is known about a program, a problem or a user. */
struct known {
    int split;         /* the greatest split of its fixes, or NO_SPLIT */
    int64_t group_key; /* the group of a fix in that split */
    bool is_excluded;  /* all its fixes are excluded */
};

struct split_places {
    bool has_splits, is_import, is_by_date;
    unsigned grouping;
    struct str seed;
    double shares[N_PARTS];
    struct table names; /* "program p00001 s1", "problem p00001", "user u1" */
    ARRAY(struct known) known;
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
    places->grouping = grouping_find(db_text(run, 3), &ignored);
    scoped(db_statement) *parts =
        db_query(db, err, "SELECT split, share FROM split_parts WHERE share IS NOT NULL", NULL);
    while ((status = db_step(parts, err)) == 1)
        places->shares[split_find(db_text(parts, 0))] = db_double(parts, 1);
    return status;
}

static bool has_problems(const struct split_places *places)
{
    return places->grouping & (GROUP_BY_PROBLEM | GROUP_BY_PROBLEM_CLUSTER);
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

static void learn(struct split_places *places, const char *name, const struct known *fix)
{
    int64_t number = table_number(&places->names, name);
    if (number == (int64_t)places->known.n)
        array_push(&places->known, *fix);
    struct known *known = &places->known.items[number];
    bool is_excluded = known->is_excluded && fix->is_excluded;
    if (fix->split > known->split)
        *known = *fix;
    known->is_excluded = is_excluded;
}

static int read_known(struct split_places *places, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, known_sql, NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        bool is_excluded = db_int(s, 3) != 0;
        int split = is_excluded ? NO_SPLIT : split_find(db_text(s, 1));
        learn(places, db_text(s, 0), &(struct known){split, db_int(s, 2), is_excluded});
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

static const struct known *find_known(const struct split_places *places, const char *name)
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
    for (int part = N_PARTS - 1; part > 0; part--) {
        drawn -= places->shares[part];
        if (drawn < 0)
            return part;
    }
    return SPLIT_TRAIN;
}

static struct split_place found(int split, int64_t group_key)
{
    return split == NO_SPLIT ? (struct split_place){PLACE_NOWHERE, NO_SPLIT, 0}
                             : (struct split_place){PLACE_FOUND, split, group_key};
}

/* Returns the split of the fixes with this name, or if there are none, the split that the seed
 * draws for it. */
static struct split_place find_named(const struct split_places *places, const char *name)
{
    const struct known *known = find_known(places, name);
    if (known && known->split != NO_SPLIT)
        return found(known->split, known->group_key);
    return found(places->is_import ? NO_SPLIT : draw(places, name), 0);
}

/* Places a program without fixes, by the units that the splits are grouped by. */
static struct split_place find_tied(const struct split_places *places, const char *problem,
                                    const char *user, const char *program)
{
    bool has_users = places->grouping & GROUP_BY_USER;
    struct split_place of_problem = find_named(places, problem), of_user = find_named(places, user);
    if (!has_problems(places))
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
    const struct known *known = find_known(places, program.text);
    if (known && known->split == NO_SPLIT && known->is_excluded)
        return (struct split_place){PLACE_EXCLUDED, NO_SPLIT, 0};
    if (known)
        return found(known->split, known->group_key);
    if (!places->has_splits || places->is_by_date)
        return found(NO_SPLIT, 0);
    return find_tied(places, problem.text, user.text, program.text);
}
