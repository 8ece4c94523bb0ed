/* Options that cannot be combined are refused before anything is written. Any thread may convert a
 * selected fix to lines; the lines are written in order. */
#include "export/export.h"

#include "base/hash.h"
#include "base/str.h"
#include "db/fixes/bare_fix.h"
#include "db/fixes/fix_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int check_format(const struct export_format *format, const struct export_view *view,
                        double negatives, struct err *err)
{
    if (!(format->flags & FORMAT_PROMPTS) && view->question != questions[0])
        return err_set(err, "format %s has no prompts, so its only task is %s; omit --task",
                       format->name, questions[0]->name);
    if (!(format->flags & FORMAT_ALL_QUESTIONS) && !view->question->is_repair)
        return err_set(err,
                       "format %s cannot express the task %s; choose --task repair or "
                       "repair-with-verdict",
                       format->name, view->question->name);
    if (format->flags & FORMAT_OWN_PARTS && view->granularity != GRANULARITY_PROGRAM &&
        view->granularity != GRANULARITY_OWN)
        return err_set(err,
                       "format %s has the functions of git and the whole programs of contests; "
                       "omit --granularity, or choose --granularity program",
                       format->name);
    if (negatives > 0 && !(format->flags & FORMAT_NEGATIVES))
        return err_set(err, "format %s cannot express that a program is correct; omit --negatives",
                       format->name);
    if (view->has_marks && !(format->flags & FORMAT_MARKS))
        return err_set(err, "format %s cannot mark the location; omit --mark-location",
                       format->name);
    if (view->has_tokens && !(format->flags & FORMAT_TOKENS))
        return err_set(err, "format %s has no tokens; omit --tokens, or choose pairs or nbf",
                       format->name);
    return 0;
}

int export_options_check(const struct export_options *options, double negatives, struct err *err)
{
    const struct export_view *view = &options->view;
    if (check_format(options->format, view, negatives, err) != 0)
        return ERR;
    if (view->has_marks && view->question->asks_for_place)
        return err_set(err, "the mark reveals the answer of the task %s; omit --mark-location",
                       view->question->name);
    if (view->has_marks && negatives > 0)
        return err_set(err, "a correct program has no mark, which reveals that it is correct; omit "
                            "--mark-location or --negatives");
    if (view->question->shows_verdict && negatives > 0)
        return err_set(err,
                       "the prompt of the task %s has the verdict, which distinguishes correct "
                       "programs from buggy ones; omit --negatives",
                       view->question->name);
    return 0;
}

void export_options_features(struct export_feature *features, const struct export_options *options)
{
    const struct export_view *view = &options->view;
    export_features(features, options->format,
                    &(struct export_extras){view->has_ids, view->has_provenance, view->has_tokens});
}

struct made_row {
    struct str line;
    struct row_traits traits;
    const char *reason; /* why it is omitted, or NULL */
};

struct exporting {
    struct export_job job;
    bool *is_taken; /* NULL: write rows; else only find the fixes that could be written */
};

static void made_row_release(void *made)
{
    str_release(&((struct made_row *)made)->line);
}

/* The state of one thread. */
struct worker {
    struct bare_fix bare;
    struct example example;
    struct lexicals lexicals;
    struct syntax_parsers parsers;
};

static void *worker_new(void *context)
{
    (void)context;
    return mem_alloc(1, sizeof(struct worker));
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    bare_fix_release(&worker->bare);
    example_release(&worker->example);
    lexicals_release(&worker->lexicals);
    syntax_parsers_release(&worker->parsers);
    free(worker);
}

/* The dataset viewer of the Hugging Face Hub shows the first rows of a data set in answers of up to
 * 1 MB ("Preview a dataset", in its documentation); it cuts the texts of a larger row. */
enum { MAX_ROW_BYTES = 1000000 };

static void take_traits(struct row_traits *traits, const struct export_format *format,
                        const struct example *example)
{
    scoped(str) text = {0};
    const char *id = example->row->id, *language = example->row->language;
    size_t n_language = strlen(language) + 1;
    traits->digests[ROW_ID] = digest_bytes(id, strlen(id));
    str_add(&text, language, n_language);
    str_add(&text, str_text(&example->shown), example->shown.length);
    traits->digests[ROW_CODE] = digest_bytes(str_text(&text), text.length);
    str_clear(&text);
    str_add(&text, language, n_language);
    if (format->ask)
        format->ask(&text, example);
    else if (format->flags & FORMAT_PROMPTS)
        example_add_prompt(&text, example);
    else
        str_add(&text, str_text(&example->shown), example->shown.length);
    traits->digests[ROW_PROMPT] = digest_bytes(str_text(&text), text.length);
}

static void make_row(void *context, void *item, const struct fix *fix,
                     const struct fix_item *chosen, void *made)
{
    const struct exporting *exporting = context;
    const struct export_options *options = exporting->job.options;
    struct worker *worker = item;
    struct made_row *row = made;
    (void)chosen;
    const struct lexical *lexical = NULL;
    bool has_functions = granularity_for(options->view.granularity, fix) == GRANULARITY_FUNCTION;
    if (has_functions || options->omits_comments)
        lexical = lexicals_get(&worker->lexicals, language_find(fix->language));
    worker->example.parsers = &worker->parsers;
    if (options->omits_comments) {
        row->reason = bare_fix_make(&worker->bare, fix, lexical);
        fix = &worker->bare.fix;
    }
    if (!row->reason)
        row->reason = example_make(&worker->example, fix, &options->view, lexical);
    if (!row->reason)
        row->reason = export_format_write(options->format, &worker->example, &row->line);
    if (!row->reason && row->line.length > MAX_ROW_BYTES)
        row->reason = "the row is larger than 1 MB";
    if (!row->reason && options->on_row)
        take_traits(&row->traits, options->format, &worker->example);
}

/* Adds 1 to the number of rows omitted for this reason. */
static void add_reason(struct export_counts *counts, const char *reason)
{
    for (size_t i = 0; i < counts->left_out.n; i++)
        if (strcmp(counts->left_out.items[i].reason, reason) == 0) {
            counts->left_out.items[i].n++;
            return;
        }
    array_push(&counts->left_out, (struct export_reason){reason, 1});
}

static int write_row(const struct exporting *exporting, const struct fix_item *item,
                     const struct made_row *row, struct err *err)
{
    const struct export_job *job = &exporting->job;
    const struct export_options *options = job->options;
    if (row->reason) {
        add_reason(job->counts, row->reason);
        return 0;
    }
    if (output_write(job->output, &row->line, item->is_clean, err) != 0)
        return ERR;
    job->counts->n_written++;
    job->counts->n_clean += item->is_clean;
    if (options->on_row)
        options->on_row(options->row_context, item, &row->traits);
    return 0;
}

static int take_row(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                    struct err *err)
{
    const struct exporting *exporting = context;
    const struct export_options *options = exporting->job.options;
    const struct made_row *row = made;
    size_t number = (size_t)(item - exporting->job.items);
    int status = 0;
    (void)fix;
    if (exporting->is_taken)
        exporting->is_taken[number] = !row->reason;
    else
        status = write_row(exporting, item, row, err);
    meter_count(&options->meter, number + 1, exporting->job.n);
    return status;
}

static int run(struct exporting *exporting, struct db *db, struct err *err)
{
    unsigned language_set;
    enum granularity granularity = exporting->job.options->view.granularity;
    bool finds_functions = granularity == GRANULARITY_FUNCTION || granularity == GRANULARITY_OWN;
    bool needs_languages = finds_functions || exporting->job.options->omits_comments ||
                           exporting->job.options->view.has_tokens;
    if (needs_languages && store_languages(&language_set, db, err) != 0)
        return ERR;
    struct fix_visit visit = {.context = exporting,
                              .work = make_row,
                              .made_size = sizeof(struct made_row),
                              .made_release = made_row_release,
                              .n_threads = exporting->job.options->n_threads,
                              .worker_new = worker_new,
                              .worker_free = worker_free,
                              .take = take_row};
    return fixes_visit(db, exporting->job.items, exporting->job.n, &visit, err);
}

int export_write(struct db *db, const struct export_job *job, struct err *err)
{
    struct exporting exporting = {.job = *job};
    return run(&exporting, db, err);
}

int export_probe(const void *options, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err)
{
    struct exporting exporting = {.job = {.items = items, .n = n, .options = options},
                                  .is_taken = is_taken};
    return run(&exporting, db, err);
}

int export_refuse_nothing(struct export_counts *counts, struct err *err)
{
    const struct export_reason *most = counts->left_out.items;
    int64_t n = 0;
    if (counts->n_written)
        return 0;
    counts->is_empty = true;
    for (size_t i = 0; i < counts->left_out.n; i++) {
        const struct export_reason *one = &counts->left_out.items[i];
        most = one->n > most->n ? one : most;
        n += one->n;
    }
    if (n == 0)
        return err_set(err, "there is nothing to write: no fix passes the options; tokfix stats "
                            "shows what the database has");
    return err_set(err, "there is nothing to write: %s left out,%s because %s",
                   counted(n, "row was", "rows were").text, most->n < n ? " most" : "",
                   most->reason);
}

void export_counts_release(struct export_counts *counts)
{
    array_release(&counts->left_out);
}
