/* All paths are listed first, in order. Files are read by the threads that rewrite them. */
#include "augment/rewrite.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_BYTES = 1 << 20 };

struct item {
    struct rewrite_item base; /* its id is the path relative to the tree, borrowed */
    bool has_mark;            /* a byte order mark, which is not a part of the program */
};

struct walking {
    const struct target *out;
    struct beneath_folder root;
    ARRAY(const char *) paths;
    struct arena arena; /* owns the paths */
    size_t n_begun;
};

static void walking_release(struct walking *walking)
{
    beneath_close(&walking->root);
    array_release(&walking->paths);
    arena_release(&walking->arena);
}
SCOPED_VALUE(walking, walking_release)

/* ---- Listing ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct listing {
    const char *tree;
    const char *extension;
    struct walking *walking;
    ARRAY(const char *)
    folders; /* relative to the tree, found so far; the first one is the tree itself */
};

/* Adds a name of the folder to the programs or to the folders, or ignores it. */
static int list_name(struct listing *listing, const char *folder, int fd, const char *name,
                     struct err *err)
{
    struct arena *arena = &listing->walking->arena;
    const char *path = *folder ? arena_print(arena, "%s/%s", folder, name)
                               : arena_copy_text(arena, name, strlen(name));
    struct stat info;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return 0;
    if (fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return err_set_errno(err, "cannot read '%s/%s'", listing->tree, path);
    if (S_ISDIR(info.st_mode))
        array_push(&listing->folders, path);
    else if (S_ISREG(info.st_mode) && file_has_extension(name, listing->extension))
        array_push(&listing->walking->paths, path);
    return 0;
}

static int list_folder(struct listing *listing, const char *folder, struct err *err)
{
    scoped(str) path = {0};
    str_print(&path, "%s/%s", listing->tree, folder);
    DIR *names = opendir(str_text(&path));
    int status = names ? 0 : err_set_errno(err, "cannot read the folder '%s'", str_text(&path));
    struct dirent *entry = NULL;
    while (status == 0 && (errno = 0, entry = readdir(names)))
        status = list_name(listing, folder, dirfd(names), entry->d_name, err);
    if (status == 0 && errno != 0)
        status = err_set_errno(err, "cannot read the folder '%s'", str_text(&path));
    if (names)
        closedir(names);
    return status;
}

static int list_files(struct walking *walking, const char *tree, const char *extension,
                      struct err *err)
{
    struct listing listing = {tree, extension, walking, {0}};
    int status = 0;
    array_push(&listing.folders, "");
    for (size_t i = 0; i < listing.folders.n && status == 0; i++)
        status = list_folder(&listing, listing.folders.items[i], err);
    array_sort(&walking->paths, by_name);
    array_release(&listing.folders);
    return status;
}

/* ---- Rewriting ---- */

static int next(void *context, void *item, struct err *err)
{
    struct walking *walking = context;
    (void)err;
    if (walking->n_begun == walking->paths.n)
        return 0;
    ((struct item *)item)->base.id = walking->paths.items[walking->n_begun++];
    return 1;
}

static enum beneath_result read_file(struct str *content, const struct beneath_folder *root,
                                     const char *path, struct err *err)
{
    scoped(beneath_folder) folder = {.fd = -1};
    const char *slash = strrchr(path, '/');
    if (!slash)
        return beneath_read(content, root, path, MAX_BYTES, err);
    scoped_memory char *parent = mem_copy_text(path, (size_t)(slash - path));
    enum beneath_result result = beneath_open(&folder, root, parent, err);
    return result == BENEATH_OK ? beneath_read(content, &folder, slash + 1, MAX_BYTES, err)
                                : result;
}

static void load(void *context, void *argument)
{
    const struct walking *walking = context;
    struct item *item = argument;
    struct rewrite_item *base = &item->base;
    struct err reason;
    scoped(str) content = {0};
    enum beneath_result result = read_file(&content, &walking->root, base->id, &reason);
    if (result == BENEATH_BROKEN)
        err_set(&base->failure, "cannot read '%s': %s", base->id, reason.message);
    if (result != BENEATH_OK || !utf8_is_valid(str_text(&content), content.length)) {
        base->reason = REWRITE_UNREADABLE;
        return;
    }
    size_t n_mark = utf8_byte_order_mark(str_text(&content), content.length);
    item->has_mark = n_mark > 0;
    base->sides[0].length = content.length - n_mark;
    base->sides[0].code =
        arena_copy_text(&base->arena, str_text(&content) + n_mark, base->sides[0].length);
}

static int write_file(void *context, void *argument, const struct rewrite *rewrite, struct err *err)
{
    const struct walking *walking = context;
    const struct item *item = argument;
    const struct rewrite_program *program = &rewrite->sides[0];
    scoped(str) name = {0}, text = {0};
    str_print(&name, rewrite->number > 1 ? "%s%d" : "%s", rewrite_kind_name(rewrite->kind),
              rewrite->number);
    str_print(&name, "/%s", item->base.id);
    str_add_text(&text, item->has_mark ? "\xef\xbb\xbf" : "");
    str_add(&text, program->code, program->length);
    return target_write(walking->out, str_text(&name), str_text(&text), text.length, err);
}

int rewrite_tree(const struct target *out, const char *tree, const struct rewrite_run *run,
                 struct rewrite_counts *counts, struct err *err)
{
    scoped(walking) walking = {.out = out, .root = {.fd = -1}};
    const struct language *language = run->choice.language;
    struct err reason;
    *counts = (struct rewrite_counts){0};
    if (!language->rewrites)
        return err_set(err, "there are no rules for rewriting %s", language->name);
    if (beneath_open_root(&walking.root, tree, &reason) != BENEATH_OK)
        return err_set(err, "cannot open the folder '%s': %s", tree, reason.message);
    if (list_files(&walking, tree, language->extension, err) != 0)
        return ERR;
    const struct rewrite_passage passage = {.context = &walking,
                                            .item_size = sizeof(struct item),
                                            .n_items = walking.paths.n,
                                            .next = next,
                                            .load = load,
                                            .write = write_file};
    return rewrite_items(&passage, run, counts, err);
}

/* Whether a name is that of a folder for a kind. A run that was killed leaves such folders. */
static bool is_own(const char *name)
{
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        size_t length = strlen(rewrite_kind_name(kind));
        if (strncmp(name, rewrite_kind_name(kind), length) == 0 &&
            name[length + strspn(name + length, "0123456789")] == '\0')
            return true;
    }
    return false;
}

static int look(const char *path, char **foreign, size_t *n, struct err *err)
{
    *foreign = NULL;
    *n = 0;
    DIR *names = opendir(path);
    if (!names)
        return err_set_errno(err, "cannot read the folder '%s'", path);
    for (struct dirent *entry; (errno = 0, entry = readdir(names));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        ++*n;
        if (!*foreign && !is_own(name))
            *foreign = mem_copy_text(name, strlen(name));
    }
    int code = errno;
    closedir(names);
    if (!code)
        return 0;
    free(*foreign);
    errno = code;
    return err_set_errno(err, "cannot read the folder '%s'", path);
}

const struct folder_rules rewrite_tree_rules = {look, NULL};
