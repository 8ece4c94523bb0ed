/* The parts of a dataset are the files that the user named, in this order. */
#include "sources/rows/row_parts.h"

#include "base/file.h"
#include "base/packed.h"

#include "sources/rows/row_layout.h"
#include "sources/rows/row_lines.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A file of the dataset, and its part. */
struct listed_part {
    struct row_part part;
    char *path, *folder;       /* owned */
    uint64_t n_bytes;          /* of the file; 0: unknown */
    struct row_layout *layout; /* NULL: none */
    bool is_lines;             /* two files (row_lines.h) */
};

struct row_parts {
    const struct source_request *request;
    bool is_pairs;
    ARRAY(struct listed_part *) list;
    size_t n_opened;
    char *name;
    uint64_t n_bytes;                  /* of all; 0: unknown */
    atomic_uint_fast64_t bytes_before; /* of those before the last that was opened */
};

/* Returns 0 for what is not a regular file. */
static uint64_t size_of_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

static void list_file(struct row_parts *parts, const char *path)
{
    bool is_standard = strcmp(path, "-") == 0;
    struct listed_part *listed = mem_alloc(1, sizeof *listed);
    listed->path = mem_copy_text(path, strlen(path));
    listed->folder = is_standard ? NULL : file_folder(path);
    listed->part = (struct row_part){
        .name = is_standard ? "standard input" : file_name(listed->path),
        .folder = listed->folder,
        .number = (uint32_t)parts->list.n,
        .form = {(enum row_format)parts->request->format},
    };
    listed->is_lines = parts->is_pairs && row_lines_are_at(path);
    if (listed->is_lines)
        listed->part.form.format = ROWS_CSV;
    listed->n_bytes = size_of_file(is_standard ? "/dev/stdin" : path);
    parts->n_bytes += listed->n_bytes;
    array_push(&parts->list, listed);
}

/* Lists the folder or archive of a layout. */
static int list_layout(struct row_parts *parts, const char *path,
                       const struct rows_options *options, struct err *err)
{
    scoped(row_layout) *layout = NULL;
    if (row_layout_open(&layout, path, options, parts->request->max_bytes, err) != 0)
        return ERR;
    struct listed_part *listed = mem_alloc(1, sizeof *listed);
    scoped(str) name = {0};
    if (strcmp(path, "-") == 0)
        str_add_text(&name, "standard input");
    else
        file_add_name(&name, path);
    listed->path = mem_copy_text(str_text(&name), name.length);
    listed->folder = mem_copy_text(path, strlen(path));
    listed->part = (struct row_part){
        .name = listed->path,
        .folder = listed->folder,
        .is_layout = true,
        .number = (uint32_t)parts->list.n,
        .form = {ROWS_CSV},
    };
    listed->layout = hand_over(layout);
    listed->n_bytes = size_of_file(path);
    parts->n_bytes += listed->n_bytes;
    array_push(&parts->list, listed);
    return 0;
}

static int list_path(struct row_parts *parts, const char *path, struct err *err)
{
    const struct rows_options *options = parts->request->own;
    if (options->layout)
        return list_layout(parts, path, options, err);
    list_file(parts, path);
    return 0;
}

/* The name of the first, without an ending for packing, and how many more there are. */
static char *name_of(const struct row_parts *parts)
{
    const char *first = parts->list.items[0]->part.name;
    int length = (int)(strlen(first) - strlen(packing_suffix(packing_of(first))));
    return parts->list.n == 1 ? mem_print("%.*s", length, first)
                              : mem_print("%.*s and %zu more", length, first, parts->list.n - 1);
}

int row_parts_open(struct row_parts **out, const struct source_request *request, bool is_pairs,
                   struct err *err)
{
    scoped(row_parts) *parts = mem_alloc(1, sizeof *parts);
    parts->request = request;
    parts->is_pairs = is_pairs;
    if (list_path(parts, request->path, err) != 0)
        return ERR;
    for (size_t i = 0; request->others && i < request->others->n; i++)
        if (list_path(parts, request->others->items[i], err) != 0)
            return ERR;
    parts->name = name_of(parts);
    *out = hand_over(parts);
    return 0;
}

int row_parts_next(struct row_parts *parts, struct row_part **part, struct row_text *text,
                   struct err *err)
{
    if (parts->n_opened == parts->list.n)
        return 0;
    struct listed_part *listed = parts->list.items[parts->n_opened];
    if (parts->n_opened++)
        atomic_fetch_add(&parts->bytes_before, parts->list.items[parts->n_opened - 2]->n_bytes);
    *part = &listed->part;
    if (listed->layout)
        return row_layout_open_text(text, listed->layout, err) == 0 ? 1 : ERR;
    if (listed->is_lines)
        return row_lines_open(text, listed->path, err) == 0 ? 1 : ERR;
    return row_text_open_file(text, listed->path, err) == 0 ? 1 : ERR;
}

const struct row_part *row_parts_at(const struct row_parts *parts, uint32_t number)
{
    return &parts->list.items[number]->part;
}

uint64_t row_parts_position(const struct row_parts *parts, uint64_t *total)
{
    *total = parts->n_bytes;
    return atomic_load(&parts->bytes_before);
}

const char *row_parts_name(const struct row_parts *parts)
{
    return parts->name;
}

void row_parts_add_errors(const struct row_parts *parts, struct input_errors *errors)
{
    for (size_t i = 0; i < parts->list.n; i++)
        if (parts->list.items[i]->layout)
            row_layout_add_errors(parts->list.items[i]->layout, parts->list.items[i]->part.name,
                                  errors);
}

void row_parts_close(struct row_parts *parts)
{
    if (!parts)
        return;
    for (size_t i = 0; i < parts->list.n; i++) {
        free(parts->list.items[i]->path);
        free(parts->list.items[i]->folder);
        row_layout_free(parts->list.items[i]->layout);
        free(parts->list.items[i]);
    }
    array_release(&parts->list);
    free(parts->name);
    free(parts);
}
