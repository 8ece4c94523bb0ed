#include "export/validate/published.h"

#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 4 /* of listed folders */ };

const char *published_path(struct published *published, const char *name)
{
    size_t length = strlen(published->path);
    bool has_slash = length && published->path[length - 1] == '/';
    return arena_print(&published->arena, "%s%s%s", published->path, has_slash ? "" : "/", name);
}

static bool is_safe_path(const char *name)
{
    for (;;) {
        size_t length = strcspn(name, "/");
        if (!beneath_is_safe_name(name, length))
            return false;
        if (!name[length])
            return true;
        name += length + 1;
    }
}

bool published_has(const struct published *published, const char *name, uint64_t *n_bytes,
                   struct err *err)
{
    scoped(str) path = {0};
    struct stat info;
    size_t length = strlen(published->root.path);
    if (!is_safe_path(name)) {
        err_set(err, "'%s' is not a path within the folder", name);
        return false;
    }
    str_print(&path, "%s/%s", published->root.path, name);
    scoped_memory char *resolved = realpath(str_text(&path), NULL);
    bool is_inside =
        resolved && (length == 1 || (strncmp(resolved, published->root.path, length) == 0 &&
                                     resolved[length] == '/'));
    bool is_file = is_inside && stat(resolved, &info) == 0 && S_ISREG(info.st_mode);
    if (!resolved)
        err_set(err, "'%s' does not exist", name);
    else if (!is_inside)
        err_set(err, "'%s' is a link that leads out of the folder", name);
    else if (!is_file)
        err_set(err, "'%s' is not a regular file", name);
    if (is_file && n_bytes)
        *n_bytes = (uint64_t)info.st_size;
    return is_file;
}

const struct changed_file *published_changed(const struct published *published, const char *name)
{
    int64_t number = table_find(&published->changed_names, name);
    return number == TABLE_NONE ? NULL : &published->changed.items[number];
}

struct data_file *published_file(const struct published *published, const char *name)
{
    struct validation *validation = published->validation;
    int64_t number = table_find(&validation->file_names, name);
    return number == TABLE_NONE ? NULL : &validation->files.items[number];
}

/* A folder that is being listed. */
struct listing {
    struct published *published;
    const char *prefix; /* of the names in it: "" or "data/" */
    ARRAY(const char *) folders;
};

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    struct arena *arena = &listing->published->arena;
    struct stat info;
    (void)size;
    bool is_hidden = name[0] == '.';
    if (is_hidden && (!*listing->prefix || strcmp(name, ".") == 0 || strcmp(name, "..") == 0))
        return; /* at the top, these are files of hubs */
    const char *whole = arena_print(arena, "%s%s", listing->prefix, name);
    const char *path = published_path(listing->published, whole);
    if (is_folder && lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
        array_push(&listing->folders, arena_print(arena, "%s/", whole));
    else
        array_push(&listing->published->names, whole);
}

static int list(struct published *published, const char *prefix, int depth, struct err *err)
{
    struct listing listing = {.published = published, .prefix = prefix};
    scoped_memory char *name = mem_copy_text(prefix, *prefix ? strlen(prefix) - 1 : 0);
    scoped(beneath_folder) folder = {.fd = -1};
    if (*prefix && beneath_open(&folder, &published->root, name, err) != BENEATH_OK)
        return ERR;
    int status = beneath_each_name(*prefix ? &folder : &published->root, take_name, &listing, err);
    for (size_t i = 0; i < listing.folders.n && status == 0 && depth < MAX_DEPTH; i++)
        status = list(published, listing.folders.items[i], depth + 1, err);
    array_release(&listing.folders);
    return status;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int published_open(struct published *out, struct validation *validation, const char *path,
                   struct err *err)
{
    *out = (struct published){.validation = validation, .path = path, .root = {.fd = -1}};
    struct err reason;
    if (beneath_open_root(&out->root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot open the folder '%s': %s", path, reason.message);
    if (list(out, "", 0, err) != 0)
        return ERR;
    array_sort(&out->names, compare_names);
    const struct {
        struct document *document;
        const char *name;
        enum document_kind kind;
    } documents[] = {{&out->manifest, "manifest.json", DOCUMENT_JSON},
                     {&out->card, "README.md", DOCUMENT_CARD},
                     {&out->croissant, "croissant.json", DOCUMENT_JSON},
                     {&out->citation, "CITATION.cff", DOCUMENT_YAML}};
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        document_read(documents[i].document, validation, &out->root, documents[i].name,
                      published_path(out, documents[i].name), documents[i].kind);
    return 0;
}

void published_release(struct published *published)
{
    document_release(&published->manifest);
    document_release(&published->card);
    document_release(&published->croissant);
    document_release(&published->citation);
    array_release(&published->names);
    array_release(&published->changed);
    table_release(&published->changed_names);
    array_release(&published->configs);
    array_release(&published->uses);
    arena_release(&published->arena);
    beneath_close(&published->root);
}
