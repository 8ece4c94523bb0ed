/* Both programs of each fix are parsed, in the ordered pipeline. A program of several fixes is
 * parsed for each of them, as each has its own place in it. */
#include "export/tag_refused.h"

#include "base/pipeline.h"
#include "fixes/store_language.h"
#include "fixes/fix_reader.h"
#include "tokenize/digest.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_FIXES = 16 };

/* Some fixes, and then what is refused because of them. */
struct batch {
    struct arena arena;
    struct fix rows[BATCH_FIXES];
    size_t n;
    struct tag_refused refused; /* not sorted */
};

struct survey {
    ARRAY(int64_t) fixes;
    size_t next;
    struct fix_reader *rows;
    const struct language *language;
    const struct tagging_options *options;
    struct tagging_counts *counts;
    struct tag_refused *refused;
    int status; /* of reading */
    struct err err;
};

static int compare(const void *a, const void *b)
{
    return digest_compare(*(const struct digest *)a, *(const struct digest *)b);
}

static void sort(struct digest_set *set)
{
    struct digest *items = set->list.items;
    size_t n = 0;
    if (!set->list.n)
        return;
    qsort(items, set->list.n, sizeof *items, compare);
    for (size_t i = 0; i < set->list.n; i++)
        if (!n || compare(&items[i], &items[n - 1]) != 0)
            items[n++] = items[i];
    set->list.n = n;
}

bool digest_set_holds(const struct digest_set *set, struct digest digest)
{
    return set->list.n && bsearch(&digest, set->list.items, set->list.n, sizeof digest, compare);
}

void tag_refused_release(struct tag_refused *refused)
{
    array_release(&refused->repaired.list);
    array_release(&refused->tested.list);
}

static void add(struct digest_set *set, const struct digest_set *more)
{
    for (size_t i = 0; i < more->list.n; i++)
        array_push(&set->list, more->list.items[i]);
}

void tag_refused_add(struct tag_refused *refused, const struct tag_refused *more)
{
    add(&refused->repaired, &more->repaired);
    add(&refused->tested, &more->tested);
}

void tag_refused_sort(struct tag_refused *refused)
{
    sort(&refused->repaired);
    sort(&refused->tested);
}

static void discard(void *context, void *item)
{
    struct batch *batch = item;
    (void)context;
    tag_refused_release(&batch->refused);
    arena_release(&batch->arena);
    free(batch);
}

static void *read_batch(void *context)
{
    struct survey *survey = context;
    struct batch *batch = mem_alloc(1, sizeof *batch);
    while (batch->n < BATCH_FIXES && survey->next < survey->fixes.n && survey->status == 0)
        survey->status = fix_reader_get(survey->rows, survey->fixes.items[survey->next++],
                                        &batch->rows[batch->n++], &batch->arena, &survey->err);
    if (batch->n && survey->status == 0)
        return batch;
    discard(context, batch);
    return NULL;
}

/* A thread's own. */
struct worker {
    struct syntax_parser *parser;
    struct program program;
    struct program_parts parts;
    struct str scratch;
};

static void *worker_new(void *context)
{
    const struct survey *survey = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->parser = store_parser_new(survey->language);
    return worker;
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    program_release(&worker->program);
    parts_release(&worker->parts);
    str_release(&worker->scratch);
    syntax_parser_free(worker->parser);
    free(worker);
}

/* A program of the row, in which the edit is at the byte `place`. One that does not parse has no
 * pieces, and no row is of it. */
static void add_program(struct worker *worker, struct tag_refused *refused, const char *code,
                        size_t length, size_t place, const struct fix *row)
{
    const struct program *program = &worker->program;
    bool is_repaired = strcmp(row->origin, "mutant") != 0;
    bool is_tested = strcmp(row->split, "test") == 0;
    if (program_tokenize(&worker->program, worker->parser, code, length, NULL) != TOKENIZE_OK)
        return;
    parts_find(&worker->parts, program);
    for (size_t i = 0; i < worker->parts.list.n; i++) {
        const struct program_part *part = &worker->parts.list.items[i];
        struct digest digest =
            program_piece_digest(program, part->bytes.start, part->bytes.end, &worker->scratch);
        if (is_repaired && part_holds(part, place))
            array_push(&refused->repaired.list, digest);
        if (is_tested)
            array_push(&refused->tested.list, digest);
    }
    if (is_tested)
        array_push(&refused->tested.list,
                   program_piece_digest(program, 0, length, &worker->scratch));
}

static void work(void *context, void *worker, void *item)
{
    struct batch *batch = item;
    (void)context;
    for (size_t i = 0; i < batch->n; i++) {
        const struct fix *row = &batch->rows[i];
        add_program(worker, &batch->refused, row->buggy_code, row->buggy_length,
                    (size_t)row->start_byte, row);
        add_program(worker, &batch->refused, row->fixed_code, row->fixed_length,
                    (size_t)row->fixed_start_byte, row);
    }
}

static int take_batch(void *context, void *item, struct err *err)
{
    struct survey *survey = context;
    struct batch *batch = item;
    (void)err;
    tag_refused_add(survey->refused, &batch->refused);
    tagging_step(survey->options, survey->counts, (int64_t)batch->n);
    discard(context, batch);
    return 0;
}

static int read_fixes(struct survey *survey, struct db *db, struct err *err)
{
    struct db_statement *s;
    int status;
    if (db_prepare(&s, db,
                   "SELECT fix_id FROM fixes LEFT JOIN splits USING (fix_id) "
                   "WHERE origin <> 'mutant' OR split = 'test' ORDER BY fix_id",
                   err) != 0)
        return ERR;
    while ((status = db_step(s, err)) == 1)
        array_push(&survey->fixes, db_int(s, 0));
    db_finish(s);
    return status;
}

int tag_refused_find(struct tag_refused *refused, struct db *db, const struct language *language,
                     const struct tagging_options *options, struct tagging_counts *counts,
                     struct err *err)
{
    struct survey survey = {
        .language = language, .options = options, .counts = counts, .refused = refused};
    int status = read_fixes(&survey, db, err);
    if (status == 0)
        status = fix_reader_open(&survey.rows, db, err);
    counts->n_work += (int64_t)survey.fixes.n;
    struct pipeline pipeline = {.n_threads = options->n_threads,
                                .context = &survey,
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = work,
                                .consume = take_batch,
                                .discard = discard};
    if (status == 0)
        status = pipeline_run(&pipeline, err);
    fix_reader_close(survey.rows);
    array_release(&survey.fixes);
    if (status == 0 && survey.status != 0) {
        *err = survey.err;
        status = ERR;
    }
    tag_refused_sort(refused);
    return status;
}

void tag_refused_parts(struct program_parts *repaired, const struct tag_refused *refused,
                       const struct program *program, const struct program_parts *parts,
                       struct str *scratch)
{
    array_clear(&repaired->list);
    for (size_t i = 0; i < parts->list.n; i++) {
        const struct program_part *part = &parts->list.items[i];
        struct digest digest =
            program_piece_digest(program, part->bytes.start, part->bytes.end, scratch);
        if (digest_set_holds(&refused->repaired, digest))
            array_push(&repaired->list, *part);
    }
}
