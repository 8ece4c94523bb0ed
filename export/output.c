#include "export/export.h"

#include "base/duck.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/packed.h"
#include "export/parquet.h"

#include <stdlib.h>
#include <string.h>

/* `below` is the file itself, `stream` compresses into it. For a Parquet file, `stream` is an
 * unnamed file of lines, which is converted at the end. */
struct output {
    struct output_file file;
    bool is_stdout, is_parquet;
    struct target target;
    FILE *below, *stream;
    size_t longest;                       /* line */
    ARRAY(struct export_feature) columns; /* of Parquet; ended by one without a name */
};

/* Refuses names of files that would have other contents than the name says. */
static int check_name(const char *path, struct err *err)
{
    static const char *const others[] = {"csv", "tsv", "xlsx", "xls", "ods", "zip", NULL};
    scoped_memory char *name = mem_copy_text(path, strlen(path));
    if (packing_of(path) == PACKING_GZIP) /* .csv.gz, too */
        name[strlen(name) - strlen(packing_suffix(PACKING_GZIP))] = '\0';
    bool is_other = packing_of_input(name) != PACKING_NONE;
    for (const char *const *other = others; *other; other++)
        is_other = is_other || file_has_extension(name, *other);
    if (is_other || (parquet_is_name(name) && strlen(name) != strlen(path)))
        return err_set(err, "'%s': rows are written as .jsonl, .jsonl.gz or .parquet only", path);
    return 0;
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

static int open_file(struct output *output, const struct output_plan *plan, struct err *err)
{
    if (output->is_parquet && !plan->features)
        return err_set(err, "'%s': these rows are written as .jsonl or .jsonl.gz only", plan->path);
    if (check_name(plan->path, err) != 0 || (output->is_parquet && duck_load(err) != 0) ||
        target_open(&output->target, plan->path, plan->is_replacing, err) != 0)
        return ERR;
    output->below = fopen(output->target.partial_path, "w");
    if (!output->below)
        return err_set_errno(err, "cannot write '%s'", output->target.partial_path);
    output->stream = output->is_parquet ? open_lines(plan->path, err)
                                        : packed_writer(output->below, packing_of(plan->path), err);
    return output->stream ? 0 : ERR;
}

int output_open(struct output **out, const struct output_plan *plan, struct err *err)
{
    scoped(output) *output = mem_alloc(1, sizeof *output);
    output->is_stdout = strcmp(plan->path, "-") == 0;
    output->is_parquet = parquet_is_name(plan->path);
    output->file.path = mem_copy_text(plan->path, strlen(plan->path));
    for (const struct export_feature *column = plan->features; column && column->name; column++)
        array_push(&output->columns, *column);
    array_push(&output->columns, (struct export_feature){0});
    if (output->is_stdout)
        interrupt_outcome(NULL); /* what is already on standard output stays */
    else if (open_file(output, plan, err) != 0)
        return ERR;
    *out = hand_over(output);
    return 0;
}

int output_write(struct output *output, const struct str *line, bool is_clean, struct err *err)
{
    FILE *stream = output->is_stdout ? stdout : output->stream;
    output->file.n_rows++;
    output->file.n_clean += is_clean;
    output->file.n_bytes += (int64_t)line->length;
    output->longest = line->length > output->longest ? line->length : output->longest;
    return fwrite(str_text(line), 1, line->length, stream) == line->length
               ? 0
               : file_write_failed(output->file.path, err);
}

/* Converts the lines to the Parquet file. */
static int write_parquet(struct output *output, struct err *err)
{
    if (file_flush(output->stream, output->file.path, err) != 0)
        return ERR;
    return parquet_write(fileno(output->below), fileno(output->stream), output->longest,
                         output->columns.items, output->file.path, err);
}

int output_finish(struct output *output, struct err *err)
{
    FILE *streams[] = {output->stream, output->below}; /* the first writes to the second */
    int status = output->is_stdout ? file_flush(stdout, "-", err) : 0;
    if (output->is_parquet && output->stream)
        status = write_parquet(output, err);
    output->stream = output->below = NULL;
    for (int i = 0; i < 2; i++) {
        struct err lost;
        if (streams[i] && file_close(streams[i], output->file.path, &lost) != 0 && status == 0)
            status = err_pass(err, &lost);
    }
    return status;
}

int outputs_place(struct output *const *outputs, size_t n, struct target *other, struct err *err)
{
    scoped_array ARRAY(struct target *) targets = {0};
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        status = output_finish(outputs[i], err);
        if (!outputs[i]->is_stdout)
            array_push(&targets, &outputs[i]->target);
    }
    if (other && status == 0)
        array_push(&targets, other);
    else if (other)
        target_abandon(other);
    return status == 0 ? target_commit_all(targets.items, targets.n, err) : ERR;
}

void output_release(struct output *output, struct output_files *files)
{
    if (files && !output->is_stdout)
        array_push(&files->list, output->file);
    else
        free(output->file.path);
    array_release(&output->columns);
    free(output);
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
    output->is_parquet = output->is_stdout = false; /* the files are removed */
    output_finish(output, NULL);
    if (output->target.path)
        target_abandon(&output->target);
    output_release(output, NULL);
}
