/* Options that cannot be combined are refused before anything is written. Any thread may convert a
 * selected fix to lines; the lines are written in order. In a folder, the files of all splits get
 * their names together, at the end. */
#include "export/export.h"

#include "base/file.h"
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

/* ---- A file, or files in a folder ---- */

/* The files while they are being written. */
struct split_files {
    const struct export_options *options; /* format, is_parquet and view */
    const struct export_place *place;
    bool is_folder;
    struct target folder;             /* if it was created */
    struct output *outputs[N_STRATA]; /* one for each split, or one for all */
    const char *names[N_STRATA];      /* of the splits, or "all"; static */
    size_t n;
};

static void split_files_release(struct split_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        output_abandon(files->outputs[i]);
    if (files->is_folder)
        target_abandon(&files->folder);
}
SCOPED_VALUE(split_files, split_files_release)

struct fix_item *export_items_of(const struct fix_selection *selection, int split, int language,
                                 size_t *n)
{
    struct fix_item *items = mem_alloc(selection->items.n + 1, sizeof *items);
    *n = 0;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct fix_item *item = &selection->items.items[i];
        if (item->split == split && (language < 0 || item->language == language))
            items[(*n)++] = *item;
    }
    return items;
}

bool export_is_folder(const char *path)
{
    size_t length = strlen(path);
    bool is_stdout = strcmp(path, "-") == 0;
    return !is_stdout && (file_is_folder(path) || (length && path[length - 1] == '/'));
}

static void add_path(struct str *path, const struct export_place *place, const char *name)
{
    size_t length = strlen(place->path);
    str_print(path, "%s%s%s", place->path, length && place->path[length - 1] == '/' ? "" : "/",
              name);
}

static const char *extension(const struct split_files *files)
{
    return files->options->is_parquet ? ".parquet" : ".jsonl";
}

/* Opens a file that will have this path. */
static int open_output(struct split_files *files, const char *path, const char *name,
                       struct err *err)
{
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, files->options);
    struct output_plan plan = {path, features, files->place->is_replacing};
    if (output_open(&files->outputs[files->n], &plan, err) != 0)
        return ERR;
    files->names[files->n++] = name;
    return 0;
}

/* Opens the file, or creates the folder. */
static int begin(struct split_files *files, const struct export_options *options,
                 const struct export_place *place, struct err *err)
{
    *files = (struct split_files){
        .options = options, .place = place, .is_folder = export_is_folder(place->path)};
    return files->is_folder ? target_open_shared(&files->folder, place->path, err)
                            : open_output(files, place->path, NULL, err);
}

/* Sets `out` to where the rows of a stratum go. In a folder, opens the stratum's file. In a
 * database without splits, the file of the fixes in no split is called "all". */
static int open_for(struct output **out, struct split_files *files, int split,
                    const struct fix_account *account, struct err *err)
{
    bool has_name = split < STRATUM_NONE || account->subsets;
    const char *name = has_name ? split_names[split] : "all";
    scoped(str) path = {0};
    add_path(&path, files->place, name);
    str_add_text(&path, extension(files));
    if (files->is_folder && open_output(files, str_text(&path), name, err) != 0)
        return ERR;
    *out = files->outputs[files->n - 1];
    return 0;
}

/* Writes some items of the selection, which go to the files of a stratum. */
static int write_items(struct split_files *files, struct db *db, struct fix_selection *selection,
                       const struct fix_item *items, size_t n, int split,
                       struct export_counts *counts, struct err *err)
{
    struct export_job job = {.items = items, .n = n, .options = files->options, .counts = counts};
    if (open_for(&job.output, files, split, &selection->account, err) != 0 ||
        export_write(db, &job, err) != 0)
        return ERR;
    return files->is_folder ? output_finish(job.output, err) : 0;
}

static int write_splits(struct split_files *files, struct db *db, struct fix_selection *selection,
                        struct export_counts *counts, struct err *err)
{
    for (int split = 0; split < N_STRATA; split++) {
        size_t n;
        scoped_memory struct fix_item *items = export_items_of(selection, split, -1, &n);
        if (n && write_items(files, db, selection, items, n, split, counts, err) != 0)
            return ERR;
    }
    return 0;
}

/* LLaMA-Factory's list of data sets: an entry for each file. */
static struct json *dataset_info(const struct split_files *files)
{
    struct json *info = json_object();
    for (size_t i = 0; i < files->n; i++) {
        scoped(str) name = {0}, file = {0};
        str_print(&name, "tokfix_%s", files->names[i]);
        str_print(&file, "%s%s", files->names[i], extension(files));
        json_set(info, str_text(&name), files->options->format->describe(str_text(&file)));
    }
    return info;
}

/* Writes the list, not yet to its final name. */
static int write_dataset_info(struct target *target, const struct split_files *files,
                              struct err *err)
{
    scoped(str) path = {0};
    scoped(json) *info = dataset_info(files);
    add_path(&path, files->place, "dataset_info.json");
    if (target_open(target, str_text(&path), files->place->is_replacing, err) != 0)
        return ERR;
    FILE *out = fopen(target->partial_path, "w");
    if (out)
        json_write_pretty(info, out);
    if ((out ? file_close(out, str_text(&path), err) : file_write_failed(str_text(&path), err)) ==
        0)
        return 0;
    target_abandon(target);
    return ERR;
}

/* Puts all files in their places, including the dataset_info.json. */
static int place_all(struct split_files *files, struct output_files *written, struct err *err)
{
    bool has_info = files->is_folder && files->options->format->describe && files->n;
    struct target info;
    if (has_info && write_dataset_info(&info, files, err) != 0)
        return ERR;
    if (outputs_place(files->outputs, files->n, has_info ? &info : NULL, err) != 0)
        return ERR;
    for (size_t i = 0; i < files->n; i++)
        output_release(files->outputs[i], written);
    files->n = 0;
    return files->is_folder ? target_commit(&files->folder, err) : 0;
}

int export_to(struct db *db, struct fix_selection *selection, const struct export_options *options,
              const struct export_place *place, struct export_counts *counts,
              struct output_files *written, struct err *err)
{
    scoped(split_files) files = {0};
    if (begin(&files, options, place, err) != 0)
        return ERR;
    int status = files.is_folder ? write_splits(&files, db, selection, counts, err)
                                 : write_items(&files, db, selection, selection->items.items,
                                               selection->items.n, STRATUM_NONE, counts, err);
    if (status != 0 || export_refuse_nothing(counts, err) != 0)
        return ERR;
    return place_all(&files, written, err);
}
