/* Each chosen fix becomes lines in some thread; lines are written in order. */
#include "export/export.h"

#include "fixes/fix_reader.h"
#include "fixes/store_language.h"

#include <stdlib.h>
#include <string.h>

/* A row as lines. */
struct made_row {
    struct str lines[EXPORT_MAX_PARTS];
    const char *reason; /* why it is left out, or NULL */
};

struct exporting {
    const struct fix_item *items;
    size_t n, n_shards;
    const struct export_options *options;
    struct output *output;
    struct export_counts *counts;
    struct fix_account *account; /* may be NULL */
    bool *is_taken; /* NULL: rows are written; else it is only found out which could be */
    const struct language *language;
};

static size_t shard_of(const struct exporting *exporting, size_t row)
{
    return exporting->n_shards ? row * exporting->n_shards / exporting->n : 0;
}

static void made_row_release(void *made)
{
    struct made_row *row = made;
    for (size_t part = 0; part < EXPORT_MAX_PARTS; part++)
        str_release(&row->lines[part]);
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
        worker->parser = syntax_parser_new(exporting->language);
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

static void make_row(void *context, void *item, const struct fix *fix,
                     const struct fix_item *chosen, void *made)
{
    const struct exporting *exporting = context;
    const struct export_options *options = exporting->options;
    struct worker *worker = item;
    struct made_row *row = made;
    (void)chosen;
    row->reason =
        example_make(&worker->example, fix, &options->view, worker->parser, &worker->tree);
    if (!row->reason)
        row->reason = options->format->write(&worker->example, row->lines);
    if (!row->reason && options->fits &&
        export_format_count_read(options->format, row->lines) > (size_t)options->fits)
        row->reason = "they have more characters than --fits allows";
}

static int write_row(const struct exporting *exporting, const struct fix_item *item,
                     const struct made_row *row, struct err *err)
{
    const struct export_options *options = exporting->options;
    if (row->reason) {
        export_counts_add(exporting->counts, row->reason, 1);
        if (exporting->account && !item->is_clean)
            fix_account_move(exporting->account, item->values, FATE_CHOSEN, FATE_FORMAT);
        return 0;
    }
    if (output_write(exporting->output, shard_of(exporting, (size_t)(item - exporting->items)),
                     row->lines, err) != 0)
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

static int take_row(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                    struct err *err)
{
    const struct exporting *exporting = context;
    const struct export_options *options = exporting->options;
    const struct made_row *row = made;
    size_t number = (size_t)(item - exporting->items);
    int status = 0;
    (void)fix;
    if (exporting->is_taken)
        exporting->is_taken[number] = !row->reason;
    else
        status = write_row(exporting, item, row, err);
    meter_count(&options->meter, number + 1, exporting->n);
    return status;
}

static int run(struct exporting *exporting, struct db *db, struct err *err)
{
    bool parses = exporting->options->view.granularity == GRANULARITY_FUNCTION;
    if (parses && store_language(&exporting->language, db, err) != 0)
        return ERR;
    struct fix_visit visit = {.context = exporting,
                              .work = make_row,
                              .made_size = sizeof(struct made_row),
                              .made_release = made_row_release,
                              .n_threads = exporting->options->n_threads,
                              .worker_new = worker_new,
                              .worker_free = worker_free,
                              .take = take_row};
    return fixes_visit(db, exporting->items, exporting->n, &visit, err);
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
