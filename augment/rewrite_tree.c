/* All paths are listed first, in order. Files are read by the threads that rewrite them. */
#include "augment/rewrite.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/str.h"

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

/* Lists the programs in a folder and below it. `folder` is relative to the tree, "" for the
 * tree. */
static int list_files(struct walking *walking, const char *tree, const char *folder,
                      const char *extension, struct err *err)
{
    scoped(str) path = {0};
    scoped_array struct text_list names = {0};
    str_print(&path, "%s/%s", tree, folder);
    if (file_list(&names, &walking->arena, str_text(&path), err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++) {
        struct stat info;
        const char *name =
            arena_print(&walking->arena, "%s%s%s", folder, *folder ? "/" : "", names.items[i]);
        str_set(&path, "%s/%s", tree, name);
        if (lstat(str_text(&path), &info) != 0)
            return err_set_errno(err, "cannot read '%s'", str_text(&path));
        if (S_ISDIR(info.st_mode) && list_files(walking, tree, name, extension, err) != 0)
            return ERR;
        if (S_ISREG(info.st_mode) && file_has_extension(names.items[i], extension))
            array_push(&walking->paths, name);
    }
    return 0;
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
    if (list_files(&walking, tree, "", language->extension, err) != 0)
        return ERR;
    array_sort(&walking.paths, text_compare);
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
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    *foreign = NULL;
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n && !*foreign; i++)
        if (!is_own(names.items[i]))
            *foreign = mem_copy_text(names.items[i], strlen(names.items[i]));
    *n = names.n;
    return 0;
}

const struct folder_rules rewrite_tree_rules = {look, NULL, NULL};
