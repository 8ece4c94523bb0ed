#include "guard/programs.h"

#include "base/pipeline.h"
#include "base/str.h"
#include "db/fixes/fix_reader.h"

#include <inttypes.h>
#include <stdlib.h>

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
