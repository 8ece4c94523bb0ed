/* Lines go to a compressed file, a plain one, standard output, or, for Parquet, to an unnamed file
 * that is converted at the end. */
#include "export/output.h"

#include "base/duck.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/packed.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct output {
    struct output_file file;
    bool is_stdout, is_parquet;
    struct target target;
    FILE *lines;                          /* the file; of Parquet an unnamed one */
    FILE *parquet;                        /* what the lines are converted to at the end */
    gzFile gzip;                          /* takes the lines instead of `lines` */
    size_t longest;                       /* line */
    ARRAY(struct export_feature) columns; /* of Parquet; ended by one without a name */
};

enum { MIN_OBJECT_BYTES = 1 << 24 /* the library's default */ };

/* Refuses names of files that would have other contents than the name says. */
static int check_name(const char *path, struct err *err)
{
    static const char *const others[] = {"csv", "tsv", "xlsx", "xls", "ods", "zip", NULL};
    scoped_memory char *name = mem_copy_text(path, strlen(path));
    if (packing_of(path) == PACKING_GZIP) /* .csv.gz, too */
        name[strlen(name) - strlen(packing_suffix(PACKING_GZIP))] = '\0';
    bool is_other = packing_of(name) != PACKING_NONE;
    for (const char *const *other = others; *other; other++)
        is_other = is_other || file_has_extension(name, *other);
    if (is_other || (file_has_extension(name, "parquet") && strlen(name) != strlen(path)))
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

/* Opens what the lines go to, and for Parquet the file. */
static int open_streams(struct output *output, const char *path, struct err *err)
{
    const char *partial = output->target.partial_path;
    FILE *file = NULL;
    if (packing_of(path) == PACKING_GZIP)
        output->gzip = gzopen(partial, "wb6");
    else
        file = fopen(partial, "w");
    if (!output->gzip && !file)
        return err_set_errno(err, "cannot write '%s'", partial);
    *(output->is_parquet ? &output->parquet : &output->lines) = file;
    return output->is_parquet && !(output->lines = open_lines(path, err)) ? ERR : 0;
}

static int open_file(struct output *output, const struct output_plan *plan, struct err *err)
{
    if (output->is_parquet && !plan->features)
        return err_set(err, "'%s': these rows are written as .jsonl or .jsonl.gz only", plan->path);
    if (check_name(plan->path, err) != 0 || (output->is_parquet && duck_load(err) != 0) ||
        target_open(&output->target, plan->path, plan->is_replacing, err) != 0)
        return ERR;
    return open_streams(output, plan->path, err);
}

int output_open(struct output **out, const struct output_plan *plan, struct err *err)
{
    scoped(output) *output = mem_alloc(1, sizeof *output);
    output->is_stdout = strcmp(plan->path, "-") == 0;
    output->is_parquet = file_has_extension(plan->path, "parquet");
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
    const char *text = str_text(line);
    output->file.n_rows++;
    output->file.n_clean += is_clean;
    output->file.n_bytes += (int64_t)line->length;
    output->longest = line->length > output->longest ? line->length : output->longest;
    size_t n = output->gzip
                   ? gzfwrite(text, 1, line->length, output->gzip)
                   : fwrite(text, 1, line->length, output->is_stdout ? stdout : output->lines);
    return n == line->length ? 0 : file_write_failed(output->file.path, err);
}

/* Fails with what the library said, without the quoted name of a descriptor. */
static int fail(const char *path, char *reason, struct err *err)
{
    static const char name[] = "/proc/self/fd/";
    char *begin = strstr(reason, name);
    char *end = begin > reason + 1 ? strchr(begin, begin[-1]) : NULL;
    if (end && begin[-2] == ' ')
        memmove(begin - 2, end + 1, strlen(end + 1) + 1);
    return err_set(err, "cannot write '%s': %s", path, reason);
}

static void add_type(struct str *out, const struct export_feature *feature)
{
    static const char *const types[] = {[FEATURE_TEXT] = "VARCHAR",
                                        [FEATURE_INT] = "BIGINT",
                                        [FEATURE_BOOL] = "BOOLEAN",
                                        [FEATURE_INTS] = "BIGINT[]",
                                        [FEATURE_RECORDS] = "STRUCT("};
    str_add_text(out, types[feature->type]);
    if (feature->type != FEATURE_RECORDS)
        return;
    for (const struct export_feature *member = feature->members; member->name; member++) {
        str_print(out, "%s\"%s\" ", member == feature->members ? "" : ", ", member->name);
        add_type(out, member);
    }
    str_add_text(out, ")[]");
}

static void add_columns(struct str *out, const struct export_feature *features)
{
    for (const struct export_feature *feature = features; feature->name; feature++) {
        str_print(out, "%s'%s': '", feature == features ? "" : ", ", feature->name);
        add_type(out, feature);
        str_add_text(out, "'");
    }
}

/* Converts the lines to the Parquet file, in their order. It is compressed with Zstandard, in
 * groups of 10,240 rows. The same rows give the same bytes with the same version of the library,
 * which gets the files as descriptors, so that a file name is never read as a pattern or an
 * address. */
static int write_parquet(struct output *output, struct err *err)
{
    const char *path = output->file.path;
    scoped(str) sql = {0};
    struct err reason;
    if (file_flush(output->lines, path, err) != 0 || duck_load(err) != 0)
        return ERR;
    str_print(&sql,
              "COPY (SELECT * FROM read_json('/proc/self/fd/%d', format = 'newline_delimited', "
              "compression = 'uncompressed', maximum_object_size = %zu, columns = {",
              fileno(output->lines),
              output->longest < MIN_OBJECT_BYTES ? (size_t)MIN_OBJECT_BYTES : output->longest + 1);
    add_columns(&sql, output->columns.items);
    str_print(&sql,
              "})) TO '/proc/self/fd/%d' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, "
              "USE_TMP_FILE false)",
              fileno(output->parquet));
    return duck_run(str_text(&sql), NULL, NULL, NULL, &reason) == 0
               ? 0
               : fail(path, reason.message, err);
}

int output_finish(struct output *output, struct err *err)
{
    FILE *files[] = {output->lines, output->parquet};
    int status = output->is_stdout ? file_flush(stdout, "-", err) : 0;
    if (output->is_parquet && output->lines)
        status = write_parquet(output, err);
    for (int i = 0; i < 2; i++) {
        struct err lost;
        if (files[i] && file_close(files[i], output->file.path, &lost) != 0 && status == 0)
            status = err_pass(err, &lost);
    }
    if (output->gzip && gzclose(output->gzip) != Z_OK)
        status = file_write_failed(output->file.path, err);
    output->lines = output->parquet = NULL;
    output->gzip = NULL;
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
