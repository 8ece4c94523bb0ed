/* The ordered pipeline: fixes are read from the store in batches, each batch becomes lines in some
 * thread, and lines are written in order. */
#include "export/export.h"

#include "base/pipeline.h"
#include "fixes/store_language.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 32 };

/* Some rows, first as they are in the store, then as lines. */
struct batch {
    struct arena arena;
    struct fix rows[BATCH_ROWS];
    size_t n;
    size_t first; /* number of the first row */
    struct str lines[BATCH_ROWS][EXPORT_MAX_PARTS];
    const char *reasons[BATCH_ROWS]; /* why a row is left out, or NULL */
};

struct exporting {
    const struct fix_item *items;
    size_t n, n_read, n_shards;
    const struct export_options *options;
    struct fix_reader *rows;
    struct output *output;
    struct export_counts *counts;
    struct fix_account *account; /* may be NULL */
    bool *is_taken; /* NULL: rows are written; else it is only found out which could be */
    const struct language *language;
    int status; /* of reading */
    struct err err;
};

static size_t shard_of(const struct exporting *exporting, size_t row)
{
    return exporting->n_shards ? row * exporting->n_shards / exporting->n : 0;
}

static void discard(void *context, void *item)
{
    struct batch *batch = item;
    (void)context;
    for (size_t i = 0; i < batch->n; i++)
        for (size_t part = 0; part < EXPORT_MAX_PARTS; part++)
            str_release(&batch->lines[i][part]);
    arena_release(&batch->arena);
    free(batch);
}

static void *read_batch(void *context)
{
    struct exporting *exporting = context;
    if (exporting->n_read == exporting->n || exporting->status != 0)
        return NULL;
    struct batch *batch = mem_alloc(1, sizeof *batch);
    batch->first = exporting->n_read;
    while (batch->n < BATCH_ROWS && exporting->n_read < exporting->n) {
        const struct fix_item *item = &exporting->items[exporting->n_read++];
        struct fix *row = &batch->rows[batch->n++];
        exporting->status =
            fix_reader_get(exporting->rows, item->fix_id, row, &batch->arena, &exporting->err);
        if (exporting->status != 0) {
            discard(context, batch);
            return NULL;
        }
        if (item->is_clean)
            fix_make_clean(row, &batch->arena);
    }
    return batch;
}

/* A thread's own. */
struct worker {
    struct example example;
    struct syntax_parser *parser; /* NULL where nothing is parsed */
    struct syntax_tree tree;
};

static void *worker_new(void *context)
{
    const struct exporting *exporting = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    if (exporting->options->view.granularity == GRANULARITY_FUNCTION)
        worker->parser = store_parser_new(exporting->language);
    return worker;
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    example_release(&worker->example);
    syntax_tree_release(&worker->tree);
    if (worker->parser)
        syntax_parser_free(worker->parser);
    free(worker);
}

static void write_lines(void *context, void *item, void *work)
{
    const struct exporting *exporting = context;
    const struct export_options *options = exporting->options;
    struct worker *worker = item;
    struct batch *batch = work;
    for (size_t i = 0; i < batch->n; i++) {
        batch->reasons[i] = example_make(&worker->example, &batch->rows[i], &options->view,
                                         worker->parser, &worker->tree);
        if (!batch->reasons[i])
            batch->reasons[i] = options->format->write(&worker->example, batch->lines[i]);
        if (!batch->reasons[i] && options->fits &&
            export_format_count_read(options->format, batch->lines[i]) > (size_t)options->fits)
            batch->reasons[i] = "they have more characters than --fits allows";
    }
}

static int write_line(struct exporting *exporting, const struct batch *batch, size_t i,
                      struct err *err)
{
    const struct fix_item *item = &exporting->items[batch->first + i];
    const struct export_options *options = exporting->options;
    if (batch->reasons[i]) {
        export_counts_add(exporting->counts, batch->reasons[i], 1);
        if (exporting->account && !item->is_clean)
            fix_account_move(exporting->account, item->values, FATE_CHOSEN, FATE_FORMAT);
        return 0;
    }
    if (output_write(exporting->output, shard_of(exporting, batch->first + i), batch->lines[i],
                     err) != 0)
        return ERR;
    exporting->counts->n_written++;
    if (item->is_clean) {
        exporting->counts->n_clean++;
        output_note_clean(exporting->output);
    }
    if (options->on_row)
        options->on_row(options->row_context, item);
    return 0;
}

static int write_batch(void *context, void *item, struct err *err)
{
    struct exporting *exporting = context;
    const struct export_options *options = exporting->options;
    struct batch *batch = item;
    int status = 0;
    for (size_t i = 0; i < batch->n && status == 0; i++) {
        if (exporting->is_taken)
            exporting->is_taken[batch->first + i] = !batch->reasons[i];
        else
            status = write_line(exporting, batch, i, err);
    }
    if (options->on_progress)
        options->on_progress(options->context, batch->first + batch->n, exporting->n);
    discard(context, batch);
    return status;
}

static int run(struct exporting *exporting, struct db *db, struct err *err)
{
    bool parses = exporting->options->view.granularity == GRANULARITY_FUNCTION;
    if ((parses && store_language(&exporting->language, db, err) != 0) ||
        fix_reader_open(&exporting->rows, db, err) != 0)
        return ERR;
    struct pipeline pipeline = {.n_threads = exporting->options->n_threads,
                                .context = exporting,
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = write_lines,
                                .consume = write_batch,
                                .discard = discard};
    int status = pipeline_run(&pipeline, err);
    if (status == 0 && exporting->status != 0) {
        *err = exporting->err;
        status = ERR;
    }
    fix_reader_close(exporting->rows);
    return status;
}

int export_write(struct db *db, const struct fix_item *items, size_t n,
                 const struct export_options *options, struct output *output, size_t n_shards,
                 struct export_counts *counts, struct fix_account *account, struct err *err)
{
    struct exporting exporting = {.items = items,
                                  .n = n,
                                  .n_shards = n_shards,
                                  .options = options,
                                  .output = output,
                                  .counts = counts,
                                  .account = account};
    return run(&exporting, db, err);
}

int export_probe(const void *options, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err)
{
    struct exporting exporting = {.items = items, .n = n, .options = options, .is_taken = is_taken};
    return run(&exporting, db, err);
}

void export_counts_add(struct export_counts *counts, const char *reason, int64_t n)
{
    for (size_t i = 0; i < counts->left_out.n; i++)
        if (strcmp(counts->left_out.items[i].reason, reason) == 0) {
            counts->left_out.items[i].n += n;
            return;
        }
    array_push(&counts->left_out, (struct export_reason){reason, n});
}

void export_counts_release(struct export_counts *counts)
{
    array_release(&counts->left_out);
}
