#include "export/export.h"

#include "base/csv_row.h"
#include "base/duck.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/packed.h"
#include "export/parquet.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One file. `below` is the file itself, `stream` compresses into it. For a Parquet file, `stream`
 * is an unnamed file of lines, which is converted at the end. */
struct part {
    struct target target;
    FILE *below, *stream;
    struct output_file file;
    size_t longest; /* line */
};

struct output {
    struct output_plan plan;
    char *path;     /* of the plan; owned */
    size_t n_parts; /* files of one shard */
    size_t shard;   /* the one being written */
    bool is_stdout, is_parquet;
    struct csv_style csv;                 /* without a delimiter: the file is not CSV */
    ARRAY(struct export_feature) columns; /* for Parquet and CSV; ended by one without a name */
    ARRAY(struct part) parts;             /* of the shards so far */
};

/* The name of one file: its stem, shard, part, extension, extension of the compression. */
static char *name_part(const struct output *output, size_t shard, size_t part)
{
    const char *path = output->plan.path, *suffix = packing_suffix(packing_of(path));
    size_t length = strlen(path) - strlen(suffix), folder = (size_t)(file_name(path) - path);
    scoped(str) base = {0};
    struct str result = {0};
    str_add(&base, path, length);
    const char *dot = strrchr(str_text(&base) + folder, '.');
    size_t stem = dot && dot > str_text(&base) + folder && !output->plan.format->parts[0]
                      ? (size_t)(dot - str_text(&base))
                      : length;
    str_add(&result, path, stem);
    if (output->plan.n_shards)
        str_print(&result, "-%05zu-of-%05zu", shard, output->plan.n_shards);
    if (output->plan.format->parts[0])
        str_add_text(&result, output->plan.format->parts[part]);
    str_print(&result, "%s%s", str_text(&base) + stem, suffix);
    return result.text;
}

enum output_form output_form_of(const char *path)
{
    static const char *const extensions[] = {[OUTPUT_LINES] = "jsonl",
                                             [OUTPUT_CSV] = "csv",
                                             [OUTPUT_TSV] = "tsv",
                                             [OUTPUT_PARQUET] = "parquet"};
    size_t length = strlen(path) - strlen(packing_suffix(packing_of(path)));
    scoped_memory char *inner = mem_copy_text(path, length);
    for (char *c = inner; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    for (size_t form = OUTPUT_LINES; form < sizeof extensions / sizeof *extensions; form++)
        if (file_has_extension(inner, extensions[form]))
            return form;
    return OUTPUT_BY_NAME;
}

/* Appends the row of titles, or with a row of JSON that of its values. */
static void add_cells(struct str *out, const struct output *output, const struct json *row)
{
    for (const struct export_feature *feature = output->columns.items; feature->name; feature++) {
        if (feature != output->columns.items)
            str_add(out, &output->csv.delimiter, 1);
        if (row)
            csv_add_value(out, &output->csv, json_get(row, feature->name));
        else
            csv_add_text(out, &output->csv, feature->name);
    }
    str_add_text(out, "\n");
}

static int write_text(const struct output *output, FILE *stream, const struct str *text,
                      struct err *err)
{
    return fwrite(str_text(text), 1, text->length, stream) == text->length
               ? 0
               : file_write_failed(output->plan.path, err);
}

static int write_titles(const struct output *output, FILE *stream, struct err *err)
{
    scoped(str) titles = {0};
    if (!output->csv.delimiter)
        return 0;
    add_cells(&titles, output, NULL);
    return write_text(output, stream, &titles, err);
}

/* An unnamed file for lines, in the folder of `path`. */
static FILE *open_lines(const char *path, struct err *err)
{
    scoped_memory char *folder = file_folder(path);
    int fd = file_open_unnamed(folder, err);
    FILE *lines = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !lines)
        mem_exhausted();
    return lines;
}

static int open_part(struct output *output, size_t shard, size_t number, struct err *err)
{
    struct part part = {.file.path = name_part(output, shard, number)};
    if (target_open(&part.target, part.file.path, output->plan.is_replacing, err) != 0) {
        free(part.file.path);
        return ERR;
    }
    part.below = fopen(part.target.partial_path, "w");
    if (!part.below)
        err_set_errno(err, "cannot write '%s'", part.target.partial_path);
    else if (output->is_parquet)
        part.stream = open_lines(part.file.path, err);
    else
        part.stream = packed_writer(part.below, packing_of(output->plan.path), err);
    array_push(&output->parts, part);
    return part.stream ? write_titles(output, part.stream, err) : ERR;
}

/* Converts the lines to the Parquet file. */
static int write_parquet(struct output *output, struct part *part, struct err *err)
{
    if (file_flush(part->stream, part->file.path, err) != 0)
        return ERR;
    return parquet_write(fileno(part->below), fileno(part->stream), part->longest,
                         output->columns.items, part->file.path, err);
}

/* Finishes the files of the current shard. They do not have their final names yet. */
static int close_shard(struct output *output, struct err *err)
{
    int status = 0;
    for (size_t i = 0; i < output->parts.n; i++) {
        struct part *part = &output->parts.items[i];
        struct err lost;
        if (output->is_parquet && part->stream && status == 0)
            status = write_parquet(output, part, err);
        FILE *streams[] = {part->stream, part->below}; /* the first writes to the second */
        part->stream = part->below = NULL;
        for (int j = 0; j < 2; j++)
            if (streams[j] && file_close(streams[j], part->file.path, &lost) != 0 && status == 0)
                status = err_pass(err, &lost);
    }
    return status;
}

static int open_shard(struct output *output, size_t shard, struct err *err)
{
    if (close_shard(output, err) != 0)
        return ERR;
    output->shard = shard;
    for (size_t part = 0; part < output->n_parts; part++)
        if (open_part(output, shard, part, err) != 0)
            return ERR;
    return 0;
}

/* Sets the form of the files, by their name, and the columns. */
static int take_form(struct output *output, const struct output_plan *plan, struct err *err)
{
    static const char delimiters[] = {
        [OUTPUT_CSV] = ',', [OUTPUT_TSV] = '\t', [OUTPUT_PARQUET] = 0};
    enum output_form form = plan->form ? plan->form : output_form_of(plan->path);
    const struct export_feature *columns = plan->features;
    output->is_parquet = form == OUTPUT_PARQUET;
    output->csv = (struct csv_style){delimiters[form], plan->escapes_formulas};
    if (file_has_extension(plan->path, "xlsx") || file_has_extension(plan->path, "xls") ||
        file_has_extension(plan->path, "ods"))
        return err_set(err, "'%s': spreadsheets are not written; name a file .csv, which they open",
                       plan->path);
    if (packing_of_input(plan->path) >= N_PACKINGS || file_has_extension(plan->path, "zip"))
        return err_set(err, "'%s': files are compressed as .gz or .zst only", plan->path);
    if (output->is_parquet && packing_of(plan->path) != PACKING_NONE)
        return err_set(err, "'%s': Parquet files are already compressed; name the file .parquet",
                       plan->path);
    if (!output->is_parquet && !output->csv.delimiter)
        return 0;
    if (!plan->format->features)
        return err_set(err, "format %s has no columns, so it cannot be written as %s to '%s'",
                       plan->format->name, output->is_parquet ? "Parquet" : "CSV", plan->path);
    for (columns = columns ? columns : plan->format->features; columns->name; columns++)
        array_push(&output->columns, *columns);
    array_push(&output->columns, (struct export_feature){0});
    return output->is_parquet ? duck_load(err) : 0;
}

int output_open(struct output **out, const struct output_plan *plan, struct err *err)
{
    bool is_stdout = strcmp(plan->path, "-") == 0;
    size_t n_parts = export_format_n_parts(plan->format);
    if (is_stdout && (n_parts > 1 || plan->n_shards))
        return err_set(err, "%s writes more than one file; name them with -o",
                       n_parts > 1 ? plan->format->name : "--files");
    scoped(output) *output = mem_alloc(1, sizeof *output);
    if (take_form(output, plan, err) != 0)
        return ERR;
    output->plan = *plan;
    output->plan.path = output->path = mem_copy_text(plan->path, strlen(plan->path));
    output->n_parts = n_parts;
    output->is_stdout = is_stdout;
    if (is_stdout)
        interrupt_outcome(NULL); /* what is already on standard output stays */
    if ((is_stdout ? write_titles(output, stdout, err) : open_shard(output, 0, err)) != 0)
        return ERR;
    *out = hand_over(output);
    return 0;
}

/* Writes the line of a row to a part, or without one to standard output. */
static int write_line(const struct output *output, struct part *part, const struct str *line,
                      bool is_clean, struct err *err)
{
    scoped(json) *row = NULL;
    scoped(str) cells = {0};
    if (output->csv.delimiter) {
        if (json_parse(&row, str_text(line), line->length, err) != 0)
            return ERR;
        add_cells(&cells, output, row);
        line = &cells;
    }
    if (part) {
        part->file.n_rows++;
        part->file.n_clean += is_clean;
        part->file.n_bytes += (int64_t)line->length;
        part->longest = line->length > part->longest ? line->length : part->longest;
    }
    return write_text(output, part ? part->stream : stdout, line, err);
}

int output_write(struct output *output, size_t shard, const struct str *lines, bool is_clean,
                 struct err *err)
{
    while (!output->is_stdout && output->shard < shard)
        if (open_shard(output, output->shard + 1, err) != 0)
            return ERR;
    for (size_t i = 0; i < output->n_parts; i++) {
        struct part *part =
            output->is_stdout ? NULL : &output->parts.items[output->parts.n - output->n_parts + i];
        if (write_line(output, part, &lines[i], is_clean, err) != 0)
            return ERR;
    }
    return 0;
}

void output_release(struct output *output, struct output_files *files)
{
    for (size_t i = 0; files && i < output->parts.n; i++) {
        array_push(&files->list, output->parts.items[i].file);
        output->parts.items[i].file.path = NULL;
    }
    for (size_t i = 0; i < output->parts.n; i++)
        free(output->parts.items[i].file.path);
    array_release(&output->parts);
    array_release(&output->columns);
    free(output->path);
    free(output);
}

int output_finish(struct output *output, struct err *err)
{
    while (output->shard + 1 < output->plan.n_shards)
        if (open_shard(output, output->shard + 1, err) != 0)
            return ERR;
    return close_shard(output, err);
}

int outputs_place(struct output *const *outputs, size_t n, struct target *other, struct err *err)
{
    scoped_array ARRAY(struct target *) targets = {0};
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        struct output *output = outputs[i];
        status = output->is_stdout ? file_flush(stdout, "-", err) : output_finish(output, err);
        for (size_t k = 0; k < output->parts.n; k++)
            array_push(&targets, &output->parts.items[k].target);
    }
    if (other && status == 0)
        array_push(&targets, other);
    else if (other)
        target_abandon(other);
    return status == 0 ? target_commit_all(targets.items, targets.n, err) : ERR;
}

int output_commit(struct output **output, struct output_files *files, struct err *err)
{
    if (outputs_place(output, 1, NULL, err) != 0)
        return ERR;
    output_release(*output, files);
    *output = NULL;
    return 0;
}

void output_files_release(struct output_files *files)
{
    for (size_t i = 0; i < files->list.n; i++)
        free(files->list.items[i].path);
    array_release(&files->list);
}

void output_abandon(struct output *output)
{
    if (!output)
        return;
    output->is_parquet = false; /* the files are removed */
    close_shard(output, NULL);
    for (size_t i = 0; i < output->parts.n; i++) {
        struct part *part = &output->parts.items[i];
        if (part->target.path)
            target_abandon(&part->target);
    }
    output_release(output, NULL);
}
