/* A part of a repository is mounted as it is, and no symbolic link in it is followed. If it has
 * links, the folders on the way to them are made anew: each of their entries is mounted for itself,
 * and in the place of a link what it names. */
#include "miner/git/git_mounts.h"

#include "base/file.h"

#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_ALTERNATES = 16,
    MAX_PATHS = MOUNTS_MAX_PATHS - 2 * MAX_ALTERNATES,
    MAX_ENTRIES = 4096, /* of the folders with links */
    MAX_SMALL_FILE = 1 << 26,
    MAX_DEPTH = 5,   /* of alternates of alternates, as in git */
    MAX_SHOWN = 200, /* bytes of a path in a message */
    MAX_OPEN_FOLDERS = 16,
};

/* What is mounted of a repository, and where. */
static const struct {
    const char *name;
    mode_t kind;
    const char *to;
} parts[] = {
    {"objects", S_IFDIR, GIT_REPOSITORY "/objects"},
    {"refs", S_IFDIR, GIT_REPOSITORY "/refs"},
    {"packed-refs", S_IFREG, GIT_REPOSITORY "/packed-refs"},
    {"HEAD", S_IFREG, GIT_REPOSITORY "/HEAD"},
    {"shallow", S_IFREG, GIT_REPOSITORY "/shallow"},
    {"config", S_IFREG, GIT_FOREIGN_CONFIG},
    {"reftable", S_IFDIR, GIT_REPOSITORY "/reftable"},
};

struct mounting {
    struct git_mounts *out;
    struct repository *repository; /* owns the texts */
    const char *inside;            /* links must not lead out of this folder */
    size_t n_entries;              /* of folders with links */
};

enum beneath_result git_small_file_read(struct str *content, const char *folder, const char *below,
                                        const char *name)
{
    scoped(beneath_folder) root = {.fd = -1};
    scoped(beneath_folder) inner = {.fd = -1};
    enum beneath_result result = beneath_open_root(&root, folder, NULL);
    if (result == BENEATH_OK && below)
        result = beneath_open(&inner, &root, below, NULL);
    if (result == BENEATH_OK)
        result = beneath_read(content, below ? &inner : &root, name, MAX_SMALL_FILE, NULL);
    if (result != BENEATH_OK)
        str_clear(content);
    return result;
}

static bool is_below(const char *path, const char *root)
{
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static void add_path(struct mounting *mounting, const char *from, const char *to)
{
    struct arena *arena = &mounting->repository->arena;
    array_push(&mounting->out->paths, ((struct mounted_path){.from = arena_text(arena, from),
                                                             .to = arena_text(arena, to),
                                                             .is_foreign = true}));
}

/* ---- Links ---- */

enum { HAS_LINK = 1, HAS_SPECIAL };

static int look_at(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)path;
    (void)place;
    return type == FTW_SL ? HAS_LINK : type == FTW_F && !S_ISREG(info->st_mode) ? HAS_SPECIAL : 0;
}

static int add_entries(struct mounting *mounting, const char *from, const char *to,
                       struct err *err);

/* Adds a link in the place of a reference to a name below refs/, which git reads as a symbolic one
 * wherever it leads. Returns whether it is one. */
static bool add_symbolic(struct mounting *mounting, const char *link, const char *to)
{
    char target[PATH_MAX];
    ssize_t length = readlink(link, target, sizeof target - 1);
    target[length < 0 ? 0 : length] = '\0';
    bool is_reference =
        text_begins(to, GIT_REPOSITORY "/refs/") || strcmp(to, GIT_REPOSITORY "/HEAD") == 0;
    if (!is_reference || !text_begins(target, "refs/"))
        return false;
    struct arena *arena = &mounting->repository->arena;
    const char *text = arena_print(arena, "ref: %s\n", target);
    array_push(&mounting->out->files,
               ((struct mounted_file){arena_text(arena, to), text, strlen(text)}));
    return true;
}

static const char *name_in(const struct mounting *mounting, const char *path)
{
    const char *name = path + strlen(mounting->inside);
    return name + (*name == '/');
}

/* Adds what is at a path, or what the link there names. git would wait for a pipe. */
static int add_entry(struct mounting *mounting, const char *path, const char *to, struct err *err)
{
    struct stat info = {0};
    const char *name = name_in(mounting, path);
    bool is_link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    if (is_link && add_symbolic(mounting, path, to))
        return 0;
    scoped_memory char *real = realpath(path, NULL);
    bool is_there = real && stat(real, &info) == 0;
    if (!is_there && !is_link)
        return 0;
    const char *where = !is_there                           ? "nowhere"
                        : !is_below(real, mounting->inside) ? "out of it"
                        : is_link && is_below(path, real)   ? "in a circle"
                                                            : NULL;
    if (where)
        return err_set(err, "its %s is a symbolic link that leads %s; replace it by what it names",
                       name, where);
    int found = S_ISREG(info.st_mode) ? 0 : HAS_SPECIAL;
    if (S_ISDIR(info.st_mode))
        found = nftw(real, look_at, MAX_OPEN_FOLDERS, FTW_PHYS);
    if (found == HAS_SPECIAL)
        return err_set(err, "its %s has a pipe, a socket or a device; remove it", name);
    if (found == HAS_LINK)
        return add_entries(mounting, real, to, err);
    if (mounting->out->paths.n >= MAX_PATHS)
        return err_set(err,
                       "its %s is beside a symbolic link and too many files; replace the link "
                       "by what it names",
                       name);
    add_path(mounting, real, to);
    return 0;
}

/* Adds the entries of a folder that has links, at any depth. A circle of links ends, because paths
 * become long, and each entry counts. */
static int add_entries(struct mounting *mounting, const char *from, const char *to, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    int status = file_list(&names, &arena, from, err);
    for (size_t i = 0; i < names.n && status == 0; i++) {
        scoped_memory char *path = mem_print("%s/%s", from, names.items[i]);
        scoped_memory char *place = mem_print("%s/%s", to, names.items[i]);
        if (mounting->n_entries++ == MAX_ENTRIES || strlen(place) >= MOUNTS_PATH_SIZE)
            return err_set(err,
                           "its %s has symbolic links in a circle, or beside long paths; "
                           "replace them by what they name",
                           name_in(mounting, from));
        status = add_entry(mounting, path, place, err);
    }
    return status;
}

/* ---- Alternates ---- */

/* Notes why an alternate is not used. The line is a stranger's. */
static void leave_out(struct repository *repository, const char *line, bool is_missing,
                      const char *reason)
{
    scoped(str) path = {0};
    if (is_missing ? repository->left_out.length > 0 : repository->hides_objects)
        return;
    str_clear(&repository->left_out);
    repository->hides_objects |= !is_missing;
    utf8_add_valid(&path, line, strnlen(line, MAX_SHOWN));
    str_print(&repository->left_out, "it borrows objects from '%s', %s", str_text(&path), reason);
}

/* Hides the folder `info` of a folder of objects, because git would look for the alternates at
 * paths of the sandbox. */
static void hide_info(struct mounting *mounting, const char *from, const char *to)
{
    scoped_memory char *info = mem_print("%s/info", from);
    scoped_memory char *place = mem_print("%s/info", to);
    if (file_is_folder(info))
        add_path(mounting, "", place);
}

static void add_alternates(struct mounting *mounting, const char *objects, const char *root,
                           int depth);

/* Adds a folder of objects, and those that it names. */
static void add_alternate(struct mounting *mounting, const char *line, const char *real,
                          const char *root, int depth)
{
    struct repository *repository = mounting->repository;
    struct mounting own = {.out = mounting->out, .repository = repository, .inside = real};
    size_t n_before = mounting->out->paths.n;
    struct err err;
    const char *to = arena_print(&repository->arena, "/alternates/%zu", repository->n_alternates++);
    if (add_entry(&own, real, to, &err) != 0) {
        scoped_memory char *reason = mem_print("which is not used: %s", err.message);
        mounting->out->paths.n = n_before;
        leave_out(repository, line, false, reason);
        return;
    }
    hide_info(mounting, real, to);
    str_print(&repository->alternates, "%s%s", repository->alternates.length ? ":" : "", to);
    if (depth < MAX_DEPTH)
        add_alternates(&own, real, root, depth + 1);
}

/* Adds the folders of objects that a folder of objects names, and theirs. Leaves out those that are
 * missing or not below the root. */
static void add_alternates(struct mounting *mounting, const char *objects, const char *root,
                           int depth)
{
    struct repository *repository = mounting->repository;
    scoped(str) content = {0};
    scoped_memory char *info = mem_print("%s/info", objects);
    enum beneath_result result =
        git_small_file_read(&content, mounting->inside, name_in(mounting, info), "alternates");
    if (result != BENEATH_OK && result != BENEATH_MISSING && !repository->hides_objects) {
        str_set(&repository->left_out,
                "its objects/info/alternates is unreadable or a link that leads out of it");
        repository->hides_objects = true;
    }
    for (char *rest = content.text, *line; (line = strsep(&rest, "\n"));) {
        char real[PATH_MAX];
        scoped_memory char *path =
            *line == '/' ? mem_print("%s", line) : mem_print("%s/%s", objects, line);
        if (!*line || *line == '#' || repository->n_alternates == MAX_ALTERNATES)
            continue;
        bool is_missing = !realpath(path, real) || !file_is_folder(real);
        if (is_missing || !is_below(real, root))
            leave_out(repository, line, is_missing,
                      is_missing ? "which does not exist"
                                 : "which is not in the folder that was named: run 'git repack -a "
                                   "-d' in it, or name a folder that contains both");
        else
            add_alternate(mounting, line, real, root, depth);
    }
}

/* ---- All ---- */

int git_mounts_find(struct git_mounts *out, struct repository *repository, const char *root,
                    struct err *err)
{
    struct mounting mounting = {out, repository, repository->folder, 0};
    scoped_memory char *common = mem_print("%s/commondir", repository->folder);
    scoped_memory char *path = mem_print("%s/objects", repository->folder);
    struct stat info;
    if (lstat(common, &info) == 0)
        return err_set(err, "its commondir leads git to another folder; remove this file, or name "
                            "the repository in that folder");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        scoped_memory char *part = mem_print("%s/%s", repository->folder, parts[i].name);
        if (stat(part, &info) == 0 && (info.st_mode & S_IFMT) != parts[i].kind)
            return err_set(err, "its %s is not a %s", parts[i].name,
                           parts[i].kind == S_IFDIR ? "folder" : "file");
        if (add_entry(&mounting, part, parts[i].to, err) != 0)
            return ERR;
    }
    scoped_memory char *objects = realpath(path, NULL);
    if (!objects)
        return err_set_errno(err, "its objects cannot be read");
    hide_info(&mounting, objects, GIT_REPOSITORY "/objects");
    add_alternates(&mounting, objects, root, 1);
    array_push(&out->paths, (struct mounted_path){.from = NULL});
    return 0;
}

void git_mounts_release(struct git_mounts *mounts)
{
    array_release(&mounts->paths);
    array_release(&mounts->files);
}
