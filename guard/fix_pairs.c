#include "guard/fix_pairs.h"

#include "base/hash.h"
#include "db/fixes/fix_reader.h"
#include "guard/sequence.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char pairs_sql[] = {
#include "guard/sql/pairs.sql.inc"
};

static int read_programs(struct pairs *pairs, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err, "SELECT source_key FROM sources ORDER BY source_key", NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        array_push(&pairs->program_ids, db_int(s, 0));
    return status;
}

/* Returns the number of the program with this key, or PAIR_NONE. */
static uint32_t program_of(const struct pairs *pairs, int64_t source_key)
{
    const int64_t *ids = pairs->program_ids.items;
    size_t at, n = pairs->program_ids.n;
    bisect(at, n, ids[at] < source_key);
    return at < n && ids[at] == source_key ? (uint32_t)at : PAIR_NONE;
}

/* Texts that are the same token get the same hash. */
static uint64_t hash_edit(struct db_statement *s, int column)
{
    uint64_t hash = 0;
    for (int i = column; i < column + 3; i++) {
        const char *text = db_text(s, i);
        hash = hash_pair(hash, sequence_text(text, db_text_length(s, i)));
    }
    return hash;
}

static int read_pair(struct pairs *pairs, struct db_statement *s, bool with_ids, struct err *err)
{
    int64_t token_index = db_int(s, 6);
    const char *split = db_text(s, 7);
    struct pair pair = {
        .fix_key = db_int(s, 0),
        .id = with_ids ? db_copy_text(s, 1, &pairs->arena) : NULL,
        .buggy = program_of(pairs, db_int(s, 2)),
        .fixed = program_of(pairs, db_int(s, 3)),
        .problem = (uint32_t)table_number(&pairs->problems, db_text(s, 4)),
        .user = (uint32_t)table_number(&pairs->users, db_text(s, 5)),
        .token_index = (uint32_t)token_index,
        .split = split_find(split),
        .is_excluded = db_int(s, 8) != 0,
        .edit = hash_edit(s, 9),
        .is_made = db_int(s, 12) != 0,
        .is_judged = db_int(s, 13) != 0,
        .is_left_out = db_int(s, 14) != 0,
    };
    if (pair.buggy == PAIR_NONE || pair.fixed == PAIR_NONE)
        return 0;
    if (token_index < 0 || token_index > UINT32_MAX || pairs->list.n == UINT32_MAX)
        return fix_refuse_outside(db_text(s, 1), err);
    if (*split && pair.split == NO_SPLIT)
        return err_set(err, "the fix %s is in the unknown split '%s'; run tokfix split again",
                       db_text(s, 1), split);
    pairs->has_real = pairs->has_real || !pair.is_made;
    array_push(&pairs->list, pair);
    return 0;
}

/* Fixes whose submissions or sources are missing were left out. The count finds them. */
static int check_number(const struct pairs *pairs, struct db *db, struct err *err)
{
    int64_t n_fixes;
    if (db_get_int(db, &n_fixes, "SELECT count(*) FROM fixes", err) != 0)
        return ERR;
    if ((uint64_t)n_fixes == pairs->list.n)
        return 0;
    int64_t n_lost = n_fixes - (int64_t)pairs->list.n;
    return err_set(
        err, "%s submissions or sources; mine the dataset again",
        counted(n_lost, "fix in the database lacks its", "fixes in the database lack their").text);
}

static int compare_fix_ids(const void *a, const void *b, void *context)
{
    const struct pair *pairs = context;
    int64_t x = pairs[*(const uint32_t *)a].fix_key, y = pairs[*(const uint32_t *)b].fix_key;
    return COMPARE(x, y);
}

static void index_by_fix_id(struct pairs *pairs)
{
    size_t n = pairs->list.n;
    pairs->by_fix_key = mem_alloc(n, sizeof *pairs->by_fix_key);
    for (uint32_t i = 0; i < n; i++)
        pairs->by_fix_key[i] = i;
    if (n)
        qsort_r(pairs->by_fix_key, n, sizeof *pairs->by_fix_key, compare_fix_ids,
                pairs->list.items);
}

int pairs_read(struct pairs *pairs, struct db *db, bool with_ids, struct err *err)
{
    *pairs = (struct pairs){0};
    scoped(db_statement) *s = NULL;
    if (read_programs(pairs, db, err) != 0 || db_prepare(&s, db, pairs_sql, err) != 0)
        return ERR;
    int status;
    while ((status = db_step(s, err)) == 1 && (status = read_pair(pairs, s, with_ids, err)) == 0)
        continue;
    index_by_fix_id(pairs);
    return status == 0 ? check_number(pairs, db, err) : ERR;
}

uint32_t pairs_find(const struct pairs *pairs, int64_t fix_key)
{
    const struct pair *items = pairs->list.items;
    size_t at;
    bisect(at, pairs->list.n, items[pairs->by_fix_key[at]].fix_key < fix_key);
    bool is_there = at < pairs->list.n && items[pairs->by_fix_key[at]].fix_key == fix_key;
    return is_there ? pairs->by_fix_key[at] : PAIR_NONE;
}

bool pair_decides(const struct pairs *pairs, const struct pair *pair)
{
    return !pair->is_excluded && !pair->is_left_out && !(pair->is_made && pairs->has_real);
}

bool pair_is_in_split(const struct pair *pair)
{
    return pair->split != NO_SPLIT && !pair->is_excluded;
}

void pairs_release(struct pairs *pairs)
{
    array_release(&pairs->list);
    array_release(&pairs->program_ids);
    free(pairs->by_fix_key);
    pairs->by_fix_key = NULL;
    table_release(&pairs->problems);
    table_release(&pairs->users);
    arena_release(&pairs->arena);
}
