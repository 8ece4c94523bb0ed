/* The rows of the fixes are read in their order. The programs are read in another pass: a pipeline
 * cuts each into tokens once, and hands it to all visitors. */
#include "guard/fix_pairs.h"

#include "base/hash.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "db/fixes/fix_reader.h"
#include "guard/sequence.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void guard_tell(const struct guard_options *options, const char *phase, const char *unit,
                uint64_t done, uint64_t total)
{
    if (options)
        meter_show(&options->meter, (struct meter_step){phase, unit, done, total, done});
}

void guard_watch(const struct guard_options *options, const char *phase, struct db *db)
{
    if (options && options->on_database)
        options->on_database(options->context, phase, db);
}

/* ---- Fixes ---- */

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

/* ---- Their programs ---- */

enum { BATCH = 64, BATCH_BYTES = 256 * 1024 };

struct batch {
    uint32_t first; /* number of its first program */
    size_t n;
    const struct language *languages[BATCH];
    struct str codes[BATCH];
    uint32_t bad; /* number of a program without tokens; UINT32_MAX: none */
};

struct visit {
    const struct pairs *pairs;
    const struct program_visitor *visitors;
    size_t n_visitors;
    const struct guard_options *options;
    struct db_statement *statement;
    uint32_t next, n_done;
};

struct worker {
    const struct visit *visit;
    struct lexicals lexicals;
    struct program program;
    void **inner; /* by visitor */
};

static int produce(void *context, void *item, struct err *err)
{
    struct visit *visit = context;
    struct batch *batch = item;
    size_t n_bytes = 0;
    *batch = (struct batch){.first = visit->next, .bad = UINT32_MAX};
    while (batch->n < BATCH && n_bytes < BATCH_BYTES && visit->next < visit->pairs->program_ids.n) {
        int status = db_step(visit->statement, err);
        if (status != 1)
            return status == 0 ? err_set(err, "the database was changed while it was read") : ERR;
        const char *code = db_text(visit->statement, 0), *language = db_text(visit->statement, 1);
        batch->languages[batch->n] = language_find(language);
        if (!batch->languages[batch->n])
            return err_set(err, "a program is in a language that the database does not list, '%s'",
                           language);
        n_bytes += db_text_length(visit->statement, 0);
        str_add(&batch->codes[batch->n++], code, db_text_length(visit->statement, 0));
        visit->next++;
    }
    return batch->n != 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < BATCH; i++)
        str_release(&batch->codes[i]);
}

static void *worker_new(void *context)
{
    const struct visit *visit = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->visit = visit;
    worker->inner = mem_alloc(visit->n_visitors, sizeof *worker->inner);
    for (size_t i = 0; i < visit->n_visitors; i++)
        worker->inner[i] = visit->visitors[i].worker_new(visit->visitors[i].context);
    return worker;
}

static void worker_free(void *context)
{
    struct worker *worker = context;
    for (size_t i = 0; i < worker->visit->n_visitors; i++)
        worker->visit->visitors[i].worker_free(worker->inner[i]);
    free(worker->inner);
    program_release(&worker->program);
    lexicals_release(&worker->lexicals);
    free(worker);
}

static void work(void *context, void *worker_state, void *item)
{
    struct visit *visit = context;
    struct worker *worker = worker_state;
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n && batch->bad == UINT32_MAX; i++) {
        uint32_t number = batch->first + (uint32_t)i;
        struct program *program = &worker->program;
        const struct lexical *lexical = lexicals_get(&worker->lexicals, batch->languages[i]);
        if (!program_tokenize(program, lexical, str_text(&batch->codes[i]), batch->codes[i].length))
            batch->bad = number;
        for (size_t k = 0; k < visit->n_visitors && batch->bad != number; k++)
            visit->visitors[k].visit(visit->visitors[k].context, worker->inner[k], number, program);
    }
}

static void tell(void *context)
{
    const struct visit *visit = context;
    guard_tell(visit->options, "reading", "programs", visit->n_done, visit->pairs->program_ids.n);
}

static int consume(void *context, void *item, struct err *err)
{
    struct visit *visit = context;
    const struct batch *batch = item;
    visit->n_done += (uint32_t)batch->n;
    tell(visit);
    if (batch->bad != UINT32_MAX)
        return err_set(err,
                       "source %" PRId64 " in the database has no tokens; mine the dataset again",
                       visit->pairs->program_ids.items[batch->bad]);
    return 0;
}

int programs_visit(struct db *db, const struct pairs *pairs, const struct program_visitor *visitors,
                   size_t n_visitors, const struct guard_options *options, struct err *err)
{
    scoped(db_statement) *codes =
        db_query(db, err, "SELECT code, language FROM sources ORDER BY source_key", NULL);
    struct visit visit = {
        .pairs = pairs,
        .visitors = visitors,
        .n_visitors = n_visitors,
        .options = options,
        .statement = codes,
    };
    unsigned language_set;
    if (!codes || store_languages(&language_set, db, err) != 0)
        return ERR;
    struct pipeline pipeline = {
        .n_threads = options->n_jobs,
        .context = &visit,
        .item_size = sizeof(struct batch),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .idle = tell, /* a long program takes seconds */
        .release = release,
    };
    return pipeline_run(&pipeline, err);
}
