/* The parts of a dataset are the files that the user named, in this order. In place of a folder or
 * a zip archive are the files of rows in it (row_listing.h). An archive is open from its first part
 * to its last, and its entries are read in its order. */
#include "miner/rows/row_parts.h"

#include "base/file.h"
#include "base/packed.h"
#include "miner/rows/row_listing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { N_EXAMPLES = 3 /* of many files, so many are named */ };

/* A file of the dataset, and its part. */
struct listed_part {
    struct row_part part;
    const char *path;
    const char *entry;         /* in the archive at `path`; NULL: the file itself */
    bool begins_archive;       /* it is the first of it */
    uint64_t n_bytes;          /* of the file, and of an archive with its last part; 0: unknown */
    struct row_layout *layout; /* NULL: none */
    bool is_parquet;
};

/* Adds a part. `file` is the name that says its format. */
static struct listed_part *add_part(struct row_parts *parts, const char *name, const char *path,
                                    const char *file)
{
    enum row_name named = row_name_of(file);
    int format = parts->request->format;
    if (format == ROWS_FOUND && named == ROW_NAME_JSON)
        format = ROWS_JSON_LINES;
    else if (format == ROWS_FOUND && named == ROW_NAME_TABLE)
        format = ROWS_CSV;
    struct listed_part *listed = mem_alloc(1, sizeof *listed);
    listed->path = arena_text(&parts->arena, path);
    listed->part = (struct row_part){
        .name = arena_text(&parts->arena, name),
        .number = (uint32_t)parts->list.n,
        .form.format = (enum row_format)format,
    };
    array_push(&parts->list, listed);
    return listed;
}

static void count_bytes(struct row_parts *parts, const char *path)
{
    struct stat info;
    bool is_file = stat(path, &info) == 0 && S_ISREG(info.st_mode);
    uint64_t n_bytes = is_file ? (uint64_t)info.st_size : 0;
    if (parts->list.n)
        parts->list.items[parts->list.n - 1]->n_bytes = n_bytes;
    parts->n_bytes += n_bytes;
}

/* Says which files are left out: the first of them, and how many they are. */
static void note_left_out(struct row_parts *parts, const char *name,
                          const struct row_listing *listing)
{
    scoped(str) examples = {0};
    size_t n = listing->others.n;
    for (size_t i = 0; i < n && i < N_EXAMPLES; i++)
        str_print(&examples, "%s%s", i ? ", " : "", listing->others.items[i]);
    if (n)
        input_errors_add(
            parts->errors, INPUT_FILE_LEFT_OUT, name, 0, "left out %s: %s%s",
            counted((int64_t)n, "file that is not rows", "files that are not rows").text,
            str_text(&examples), n > N_EXAMPLES ? ", ..." : "");
}

static int list_zip(struct row_parts *parts, const char *path, const char *name, struct err *err)
{
    scoped(row_listing) listing = {0};
    if (row_listing_read_zip(&listing, path, err) != 0)
        return ERR;
    note_left_out(parts, name, &listing);
    for (size_t i = 0; i < listing.files.n; i++) {
        const char *entry = arena_text(&parts->arena, listing.files.items[i]);
        scoped_memory char *whole = mem_print("%s/%s", name, entry);
        struct listed_part *listed = add_part(parts, whole, path, entry);
        listed->part.is_in_archive = true;
        listed->begins_archive = i == 0;
        listed->entry = entry;
    }
    count_bytes(parts, path);
    return 0;
}

/* Fails for what is known, and not rows. */
static int refuse(const char *path, const struct row_start *start, struct err *err)
{
    if (start->kind == ROW_START_OTHER)
        return err_set(err, "'%s' is %s, and not rows: make CSV or JSON lines of it (doc/rows.md)",
                       path, start->what);
    if (start->kind == ROW_START_TAR)
        return err_set(err, "'%s' is a tar archive: unpack it, and name its folder", path);
    return 0;
}

/* Lists a file that the user named, or that is in a folder. */
static int list_any_file(struct row_parts *parts, const char *path, const char *name,
                         struct err *err)
{
    scoped_memory char *folder = file_folder(path);
    struct row_start start = row_start_at(path);
    if (start.kind == ROW_START_ZIP)
        return list_zip(parts, path, name, err);
    if (refuse(path, &start, err) != 0)
        return ERR;
    struct listed_part *listed = add_part(parts, name, path, path);
    listed->part.folder = arena_text(&parts->arena, folder);
    count_bytes(parts, path);
    listed->is_parquet = start.kind == ROW_START_PARQUET;
    if (listed->is_parquet)
        listed->part.form.format = ROWS_JSON_LINES;
    if (start.kind == ROW_START_BINARY && (int)listed->part.form.format == ROWS_FOUND)
        return err_set(err, "'%s' is neither text nor an archive that tokfix knows", path);
    return 0;
}

static int list_folder(struct row_parts *parts, const char *path, struct err *err)
{
    scoped(row_listing) listing = {0};
    scoped(str) folder = {0};
    size_t length = strlen(path);
    file_add_name(&folder, path);
    if (row_listing_read_folder(&listing, path, err) != 0)
        return ERR;
    note_left_out(parts, str_text(&folder), &listing);
    for (size_t i = 0; i < listing.files.n; i++) {
        const char *below = listing.files.items[i];
        scoped_memory char *file =
            mem_print("%s%s%s", path, path[length - 1] == '/' ? "" : "/", below);
        scoped_memory char *name = mem_print("%s/%s", str_text(&folder), below);
        if (list_any_file(parts, file, name, err) != 0)
            return ERR;
    }
    return 0;
}

static int list_standard_input(struct row_parts *parts, struct err *err)
{
    struct row_start start = row_start_at("-");
    if (start.kind == ROW_START_ZIP || start.kind == ROW_START_PARQUET)
        return err_set(err, "zip archives and Parquet are not read from standard input; name the "
                            "file");
    if (refuse("standard input", &start, err) != 0)
        return ERR;
    add_part(parts, "standard input", "-", "-");
    count_bytes(parts, "/dev/stdin");
    return 0;
}

/* Whether another file that the user named has the same name in another folder. */
static bool is_ambiguous(const struct source_request *request, const char *path)
{
    size_t n_same = strcmp(file_name(request->path), file_name(path)) == 0;
    for (size_t i = 0; request->others && i < request->others->n; i++)
        n_same += strcmp(file_name(request->others->items[i]), file_name(path)) == 0;
    return n_same > 1;
}

/* Lists the folder or archive of a layout. */
static int list_layout(struct row_parts *parts, const char *path,
                       const struct rows_options *options, struct err *err)
{
    scoped(row_layout) *layout = NULL;
    scoped(str) name = {0};
    if (row_layout_open(&layout, path, options, parts->request->max_bytes, err) != 0)
        return ERR;
    if (strcmp(path, "-") == 0)
        str_add_text(&name, "standard input");
    else
        file_add_name(&name, path);
    struct listed_part *listed = add_part(parts, str_text(&name), path, path);
    listed->part.folder = listed->path;
    listed->part.is_layout = true;
    listed->part.form = (struct row_form){.format = ROWS_CSV, .csv.delimiter = ','};
    listed->layout = hand_over(layout);
    count_bytes(parts, path);
    return 0;
}

static int list(struct row_parts *parts, const char *path, struct err *err)
{
    const struct rows_options *options = parts->request->own;
    if (options->layout)
        return list_layout(parts, path, options, err);
    if (strcmp(path, "-") == 0)
        return list_standard_input(parts, err);
    if (file_is_folder(path))
        return list_folder(parts, path, err);
    const char *name = is_ambiguous(parts->request, path) ? path : file_name(path);
    return list_any_file(parts, path, name, err);
}

/* Appends the name of what the user named, without an ending for packing. */
static void add_name(struct str *out, const char *path)
{
    scoped(str) name = {0};
    file_add_name(&name, path);
    size_t suffix = strlen(packing_suffix(packing_of(str_text(&name))));
    str_add(out, name.text, name.length - suffix);
}

/* Names the first, and how many more there are; and all of several. */
static void name_all(struct row_parts *parts)
{
    const struct source_request *request = parts->request;
    size_t n_more = request->others ? request->others->n : 0;
    bool is_standard = strcmp(request->path, "-") == 0;
    scoped(str) first = {0};
    add_name(&first, request->path);
    parts->name = is_standard ? "standard input" : arena_text(&parts->arena, str_text(&first));
    if (n_more)
        parts->name = arena_print(&parts->arena, "%s and %zu more", parts->name, n_more);
    for (size_t i = 0; n_more && i <= n_more; i++) {
        const char *path = i ? request->others->items[i - 1] : request->path;
        scoped(str) name = {0};
        if (is_ambiguous(request, path) || strcmp(path, "-") == 0)
            str_add_text(&name, path);
        else
            add_name(&name, path);
        word_list_add(&parts->files, str_text(&name));
    }
}

static void view(const struct row_parts *parts)
{
    scoped(str) names = {0};
    size_t n = parts->list.n;
    for (size_t i = 0; i < n && i < N_EXAMPLES; i++)
        str_print(&names, "%s%s", i ? ", " : "", parts->list.items[i]->part.name);
    str_add_text(&names, n > N_EXAMPLES ? ", ..." : "");
    source_view_add(parts->request->view, "files", "%zu: %s", n, str_text(&names));
}

int row_parts_open(struct row_parts **out, const struct source_request *request,
                   const struct row_columns *columns, struct input_errors *errors, struct err *err)
{
    scoped(row_parts) *parts = mem_alloc(1, sizeof *parts);
    parts->request = request;
    parts->columns = columns;
    parts->errors = errors;
    if (list(parts, request->path, err) != 0)
        return ERR;
    for (size_t i = 0; request->others && i < request->others->n; i++)
        if (list(parts, request->others->items[i], err) != 0)
            return ERR;
    if (!parts->list.n)
        return err_set(
            err,
            "'%s' has no files of rows (.csv, .tsv, .json, .jsonl, .parquet): name other "
            "files one by one, save a sheet as CSV; programs in folders need --layout",
            request->path);
    name_all(parts);
    if (request->view && parts->list.n > 1)
        view(parts);
    *out = hand_over(parts);
    return 0;
}

/* Goes on in the archive to the entry of a part. */
static int find_entry(struct row_parts *parts, const struct listed_part *listed, struct err *err)
{
    struct entry entry;
    int status;
    if (listed->begins_archive) {
        archive_reader_close(parts->archive);
        parts->archive = NULL;
        if (archive_reader_open(&parts->archive, listed->path, err) != 0)
            return ERR;
    }
    while ((status = archive_reader_next(parts->archive, &entry, err)) == 1)
        if (entry.path && strcmp(entry.path, listed->entry) == 0)
            return 0;
    return status ? ERR : err_set(err, "'%s' was changed while it was read", listed->path);
}

static int open_text(struct row_parts *parts, const struct listed_part *listed,
                     struct row_text *text, struct err *err)
{
    if (listed->layout)
        return row_layout_open_text(text, listed->layout, err);
    if (listed->is_parquet)
        return row_text_open_parquet(text, listed->path, parts->columns, err);
    if (!listed->entry)
        return row_text_open(text, listed->path, NULL, err);
    return find_entry(parts, listed, err) == 0
               ? row_text_open(text, listed->part.name, parts->archive, err)
               : ERR;
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
    if (open_text(parts, listed, text, err) != 0)
        return ERR;
    listed->part.encoding = text->encoding;
    return 1;
}

const struct row_part *row_parts_at(const struct row_parts *parts, uint32_t number)
{
    return &parts->list.items[number]->part;
}

void row_parts_add_errors(const struct row_parts *parts)
{
    for (size_t i = 0; i < parts->list.n; i++) {
        const struct listed_part *listed = parts->list.items[i];
        if (listed->layout)
            row_layout_add_errors(listed->layout, listed->part.name, parts->errors);
    }
}

void row_parts_close(struct row_parts *parts)
{
    if (!parts)
        return;
    for (size_t i = 0; i < parts->list.n; i++) {
        row_layout_free(parts->list.items[i]->layout);
        free(parts->list.items[i]);
    }
    archive_reader_close(parts->archive);
    array_release(&parts->list);
    arena_release(&parts->arena);
    str_release(&parts->files);
    free(parts);
}
