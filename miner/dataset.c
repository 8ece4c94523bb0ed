/* Problems come from three sides: problem_list.csv, the files in metadata/ and the folders in
 * data/. They are sorted by id and merged, so that the order in which a directory is read has no
 * influence on anything. */
#include "miner/dataset.h"

#include "miner/csv_rows.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char problem_list_name[] = "problem_list.csv";

static int open_parts(struct dataset *dataset, const char *metadata, struct err *err)
{
    const char *root = dataset->path;
    struct err reason;
    enum beneath_result data = beneath_open(&dataset->data, &dataset->root, "data", &reason);
    if (data != BENEATH_OK)
        return err_set(err, "cannot read '%s/data': %s%s", root, reason.message,
                       data == BENEATH_OUTSIDE ? "; put the folder itself there" : "");
    if (metadata) {
        if (beneath_open_root(&dataset->metadata, metadata, &reason) != BENEATH_OK)
            return err_set(err, "cannot read '%s': %s", metadata, reason.message);
        return 0;
    }
    enum beneath_result result =
        beneath_open(&dataset->metadata, &dataset->root, "metadata", &reason);
    if (result == BENEATH_MISSING)
        return err_set(err,
                       "'%s' has no folder metadata/, and without it nothing tells which "
                       "submissions were accepted; today's Project_CodeNet.tar.gz lacks it: get "
                       "the metadata from Project CodeNet's maintainers or from an older archive, "
                       "and name the folder with --metadata DIR",
                       root);
    if (result != BENEATH_OK)
        return err_set(err, "cannot read '%s/metadata': %s", root, reason.message);
    return 0;
}

static bool has_folder(const struct beneath_folder *parent, const char *name)
{
    struct beneath_folder folder;
    struct err ignored;
    bool is_there = beneath_open(&folder, parent, name, &ignored) != BENEATH_MISSING;
    beneath_close(&folder);
    return is_there;
}

static int open_root(struct dataset *dataset, const char *path, struct err *err)
{
    struct err reason;
    dataset->path = path;
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        return err_set(err, "'%s' is no folder; unpack the archive and name its Project_CodeNet/",
                       path);
    if (beneath_open_root(&dataset->root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", path, reason.message);
    if (has_folder(&dataset->root, "data"))
        return 0;
    struct beneath_folder inner;
    if (beneath_open(&inner, &dataset->root, "Project_CodeNet", &reason) == BENEATH_OK) {
        inner.root = NULL; /* it is the root now */
        beneath_close(&dataset->root);
        dataset->root = inner;
        dataset->path = arena_print(&dataset->arena, "%s/Project_CodeNet", path);
        if (has_folder(&dataset->root, "data"))
            return 0;
    }
    return err_set(err,
                   "'%s' is no Project CodeNet tree: it has neither data/ nor "
                   "Project_CodeNet/data/; name the folder that holds data/ and metadata/",
                   path);
}

/* By id; of entries with one id, those of problem_list.csv first and in its order. */
static int compare_problems(const void *a, const void *b)
{
    const struct problem *x = a, *y = b;
    int order = strcmp(x->problem_id, y->problem_id);
    if (order)
        return order;
    if (x->is_listed != y->is_listed)
        return x->is_listed ? -1 : 1;
    return (x->list_line > y->list_line) - (x->list_line < y->list_line);
}

struct listing {
    struct dataset *dataset;
    int id, name, contest; /* columns, -1 when absent */
    bool has_header;
};

static const char *field_text(struct listing *listing, const struct csv_row *row, int column)
{
    if (column < 0 || (size_t)column >= row->n_fields || row->fields[column].length == 0)
        return NULL;
    return arena_copy_text(&listing->dataset->arena, row->fields[column].text,
                           row->fields[column].length);
}

static void list_row(void *context, const struct csv_row *row)
{
    struct listing *listing = context;
    struct dataset *dataset = listing->dataset;
    if (!listing->has_header) {
        listing->has_header = true;
        listing->id = csv_column(row, "id");
        listing->name = csv_column(row, "name");
        listing->contest = csv_column(row, "dataset");
        if (listing->id < 0)
            input_errors_add(&dataset->errors, INPUT_METADATA_UNUSABLE, "metadata/problem_list.csv",
                             row->line, "no column 'id'; names and empty problems are not known");
        return;
    }
    if (listing->id < 0)
        return;
    const char *id = field_text(listing, row, listing->id);
    if (!id || csv_row_is_binary(row)) {
        input_errors_add(&dataset->errors, INPUT_ROW_MALFORMED, "metadata/problem_list.csv",
                         row->line, "no usable problem id");
    } else if (!beneath_is_safe_name(id, row->fields[listing->id].length)) {
        input_errors_add(&dataset->errors, INPUT_ROW_ID_UNSAFE, "metadata/problem_list.csv",
                         row->line, "problem id '%s' cannot be a file name", id);
    } else {
        array_push(&dataset->problems,
                   (struct problem){.problem_id = id,
                                    .name = field_text(listing, row, listing->name),
                                    .contest = field_text(listing, row, listing->contest),
                                    .is_listed = true,
                                    .list_line = row->line});
    }
}

static void read_problem_list(struct dataset *dataset)
{
    struct str content = {0};
    struct err reason;
    enum beneath_result result =
        beneath_read(&content, &dataset->metadata, problem_list_name, MAX_METADATA_BYTES, &reason);
    if (result == BENEATH_OK) {
        sha256_hex(str_text(&content), content.length, dataset->problem_list_sha256);
        struct listing listing = {.dataset = dataset};
        csv_rows_read(str_text(&content), content.length, list_row, &listing);
    } else if (result != BENEATH_MISSING) {
        input_errors_add(&dataset->errors, INPUT_METADATA_UNUSABLE, "metadata/problem_list.csv", 0,
                         "%s", reason.message);
    }
    str_release(&content);
}

/* Calls `take` for each name in a folder, in no particular order. */
static int each_name(struct dataset *dataset, const struct beneath_folder *folder,
                     void (*take)(struct dataset *dataset, const char *name), struct err *err)
{
    int fd = dup(folder->fd);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (!directory) {
        err_set_errno(err, "cannot list '%s'", folder->path);
        if (fd >= 0)
            close(fd);
        return ERR;
    }
    rewinddir(directory);
    struct dirent *entry;
    errno = 0;
    while ((entry = readdir(directory)))
        take(dataset, entry->d_name);
    int status = errno ? err_set_errno(err, "cannot list '%s'", folder->path) : 0;
    closedir(directory);
    return status;
}

static void take_metadata_file(struct dataset *dataset, const char *name)
{
    size_t length = strlen(name);
    if (length <= 4 || strcmp(name + length - 4, ".csv") != 0 ||
        strcmp(name, problem_list_name) == 0)
        return;
    struct stat info;
    bool has_size =
        fstatat(dataset->metadata.fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && info.st_size > 0;
    array_push(&dataset->problems,
               (struct problem){.problem_id = arena_copy_text(&dataset->arena, name, length - 4),
                                .is_unsafe = !beneath_is_safe_name(name, length - 4),
                                .has_metadata = true,
                                .metadata_bytes = has_size ? (uint64_t)info.st_size : 0});
}

static void take_data_folder(struct dataset *dataset, const char *name)
{
    struct stat info;
    if (name[0] == '.' || fstatat(dataset->data.fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !(S_ISDIR(info.st_mode) || S_ISLNK(info.st_mode)))
        return;
    array_push(&dataset->problems,
               (struct problem){
                   .problem_id = arena_copy_text(&dataset->arena, name, strlen(name)),
                   .is_unsafe = !beneath_is_safe_name(name, strlen(name)),
                   .has_data = true,
               });
}

/* Makes one of all entries with the same id. */
static void merge_problems(struct dataset *dataset)
{
    struct problem *problems = dataset->problems.items;
    size_t n = dataset->problems.n, kept = 0;
    if (n)
        qsort(problems, n, sizeof *problems, compare_problems);
    for (size_t i = 0; i < n; i++) {
        struct problem *last = kept ? &problems[kept - 1] : NULL;
        if (!last || strcmp(last->problem_id, problems[i].problem_id) != 0) {
            problems[kept++] = problems[i];
            continue;
        }
        last->is_unsafe |= problems[i].is_unsafe;
        last->has_metadata |= problems[i].has_metadata;
        last->metadata_bytes += problems[i].metadata_bytes;
        last->has_data |= problems[i].has_data;
    }
    dataset->problems.n = kept;
}

/* Problems that cannot be mined are reported and left out. */
static void drop_unusable_problems(struct dataset *dataset)
{
    size_t kept = 0;
    for (size_t i = 0; i < dataset->problems.n; i++) {
        struct problem problem = dataset->problems.items[i];
        struct str file = {0};
        if (problem.is_unsafe) {
            str_print(&file, problem.has_metadata ? "metadata/%s.csv" : "data/%s",
                      problem.problem_id);
            input_errors_add(&dataset->errors, INPUT_METADATA_UNUSABLE, str_text(&file), 0,
                             "no name of a problem; left out");
        } else if (problem.has_metadata) {
            dataset->problems.items[kept++] = problem;
        } else if (problem.has_data) {
            str_print(&file, "data/%s", problem.problem_id);
            input_errors_add(&dataset->errors, INPUT_DATA_WITHOUT_METADATA, str_text(&file), 0,
                             "sources, but no metadata/%s.csv", problem.problem_id);
        } else {
            str_print(&file, "metadata/%s.csv", problem.problem_id);
            input_errors_add(&dataset->errors, INPUT_METADATA_MISSING, str_text(&file), 0,
                             "listed in problem_list.csv, but missing");
        }
        str_release(&file);
    }
    dataset->problems.n = kept;
}

int dataset_open(struct dataset *dataset, const char *path, const char *metadata, struct err *err)
{
    *dataset = (struct dataset){.root = {.fd = -1}, .data = {.fd = -1}, .metadata = {.fd = -1}};
    dataset->errors.arena = &dataset->arena;
    if (open_root(dataset, path, err) != 0 || open_parts(dataset, metadata, err) != 0)
        return ERR;
    const char *slash = strrchr(dataset->root.path, '/');
    dataset->name = slash ? slash + 1 : dataset->root.path;
    read_problem_list(dataset);
    if (each_name(dataset, &dataset->metadata, take_metadata_file, err) != 0 ||
        each_name(dataset, &dataset->data, take_data_folder, err) != 0)
        return ERR;
    merge_problems(dataset);
    drop_unusable_problems(dataset);
    if (dataset->problems.n == 0)
        return err_set(err, "no metadata of a problem (pNNNNN.csv) in '%s%s'",
                       metadata ? metadata : dataset->path, metadata ? "" : "/metadata");
    return 0;
}

void dataset_close(struct dataset *dataset)
{
    beneath_close(&dataset->metadata);
    beneath_close(&dataset->data);
    beneath_close(&dataset->root);
    array_release(&dataset->problems);
    array_release(&dataset->errors.list);
    arena_release(&dataset->arena);
}
