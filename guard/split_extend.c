/* First each gets its place, in memory; then what ties two splits is found; then all is written. */
#include "guard/split_extend.h"

#include "guard/split_apart.h"
#include "guard/split_place.h"

#include <stdlib.h>

/* A made fix without a split. */
struct newcomer {
    int64_t fix_id;
    struct split_place place;
    int64_t group; /* number of what it goes with, where no fix says */
};

struct extending {
    struct split_places *places;
    ARRAY(struct newcomer) list; /* by fix_id */
    struct table groups;
    ARRAY(int64_t) first; /* by number in `groups`: the first fix of it */
    struct pairs pairs;
    bool *is_new;        /* by pair */
    struct apart *apart; /* by pair */
};

static int find_places(struct extending *run, struct db *db, struct err *err)
{
    struct db_statement *s;
    struct str group = {0};
    if (db_prepare(&s, db,
                   "SELECT fix_id, problem_id, submission_id, user_id FROM fixes "
                   "JOIN submissions ON submission_key = fixed WHERE origin <> 'real' "
                   "AND fix_id NOT IN (SELECT fix_id FROM splits UNION "
                   "SELECT fix_id FROM exclusions) ORDER BY fix_id",
                   err) != 0)
        return ERR;
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct newcomer newcomer = {
            .fix_id = db_int(s, 0),
            .place = split_places_find(run->places, db_text(s, 1), db_text(s, 2), db_text(s, 3)),
        };
        str_clear(&group);
        split_places_name_group(&group, run->places, db_text(s, 1), db_text(s, 2), db_text(s, 3));
        newcomer.group = table_number(&run->groups, str_text(&group));
        array_push(&run->list, newcomer);
    }
    db_finish(s);
    str_release(&group);
    while (run->first.n < run->groups.keys.n)
        array_push(&run->first, 0);
    return status;
}

/* Reads the pairs, and gives the new ones their splits. Without splits all but what is excluded is
 * one. */
static int read_pairs(struct extending *run, struct db *db, struct err *err)
{
    if (pairs_read(&run->pairs, db, err) != 0)
        return ERR;
    run->is_new = mem_alloc(run->pairs.list.n, sizeof *run->is_new);
    run->apart = mem_alloc(run->pairs.list.n, sizeof *run->apart);
    bool has_splits = split_places_has_splits(run->places);
    for (size_t i = 0; i < run->pairs.list.n && !has_splits; i++)
        run->pairs.list.items[i].split = SPLIT_TRAIN;
    for (size_t i = 0; i < run->list.n; i++) {
        uint32_t number = pairs_find(&run->pairs, run->list.items[i].fix_id);
        enum split_place_kind kind = run->list.items[i].place.kind;
        if (has_splits)
            run->pairs.list.items[number].split = run->list.items[i].place.split;
        run->is_new[number] = kind == PLACE_FOUND || (!has_splits && kind == PLACE_NOWHERE);
    }
    return 0;
}

static int find_apart(struct extending *run, struct db *db, const struct guard_options *guard,
                      struct err *err)
{
    struct fingerprint_options options;
    struct fingerprints prints;
    if (fingerprint_options_read(&options, db, err) != 0)
        return ERR;
    int status = fingerprints_make(&prints, db, &run->pairs, &options, guard, err);
    if (status == 0)
        split_apart_find(run->apart, &run->pairs, run->is_new, &prints, guard);
    fingerprints_release(&prints);
    return status;
}

/* Why it may be in no split, or NULL. */
static const char *reason_of(const struct extending *run, const struct newcomer *newcomer,
                             const struct apart *apart)
{
    bool is_apart = apart->kind != APART_NOT;
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
        str_add_text(out, "ties: its problem and its user, or a problem that is the same one, are "
                          "in two splits");
    } else {
        const struct pair *other = &run->pairs.list.items[apart->other];
        str_print(out, "%s: %s, %s", apart_kind_name(apart->kind), other->id,
                  other->is_excluded ? "excluded" : split_names[other->split]);
    }
}

static int64_t group_of(struct extending *run, const struct newcomer *newcomer)
{
    if (newcomer->place.group_id)
        return newcomer->place.group_id;
    int64_t *first = &run->first.items[newcomer->group];
    *first = *first ? *first : newcomer->fix_id;
    return *first;
}

static int write_all(struct extending *run, struct db *db, struct err *err)
{
    struct db_statement *split = NULL, *exclusion = NULL;
    struct str evidence = {0};
    int status = db_prepare(&split, db, "INSERT INTO splits VALUES (?, ?, ?)", err);
    if (status == 0)
        status = db_prepare(&exclusion, db, "INSERT INTO exclusions VALUES (?, ?, ?)", err);
    for (size_t i = 0; i < run->list.n && status == 0; i++) {
        const struct newcomer *newcomer = &run->list.items[i];
        const struct apart *apart = &run->apart[pairs_find(&run->pairs, newcomer->fix_id)];
        const char *reason = reason_of(run, newcomer, apart);
        if (reason) {
            add_evidence(&evidence, run, newcomer, apart);
            status = db_run(exclusion, err, "itt", newcomer->fix_id, reason, str_text(&evidence));
        } else if (newcomer->place.kind == PLACE_FOUND) {
            status = db_run(split, err, "iti", newcomer->fix_id, split_names[newcomer->place.split],
                            group_of(run, newcomer));
        }
    }
    db_finish(split);
    db_finish(exclusion);
    str_release(&evidence);
    return status;
}

static int extend(struct extending *run, struct db *db, const struct guard_options *guard,
                  struct err *err)
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
    if (find_apart(run, db, guard, err) != 0)
        return ERR;
    guard_watch(guard, "writing", db);
    return write_all(run, db, err);
}

int split_extend(struct db *db, const struct guard_options *guard, struct err *err)
{
    struct extending run = {0};
    guard_watch(guard, "reading", db);
    int status = db_execute(db, "DELETE FROM exclusions WHERE reason IN ('split', 'program')", err);
    if (status == 0)
        status = split_places_open(&run.places, db, err);
    if (status == 0)
        status = extend(&run, db, guard, err);
    guard_watch(guard, NULL, db);
    split_places_close(run.places);
    array_release(&run.list);
    table_release(&run.groups);
    array_release(&run.first);
    pairs_release(&run.pairs);
    free(run.is_new);
    free(run.apart);
    return status;
}
