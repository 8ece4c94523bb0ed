/* The repository is mounted at /repository, and its alternates at /alternates/N, because their
 * paths outside are not those in the sandbox. */
#include "git/repository.h"

#include "base/beneath.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPOSITORY "/repository"

/* The file cache, which is most of the memory of git, is dropped when the limit is reached. */
#define GIT_TOGETHER_BYTES     (UINT64_C(12) << 30)
#define GIT_TOGETHER_PROCESSES 256

enum {
    MAX_SMALL_FILE = 1 << 26, /* of `shallow` and `alternates` */
    MAX_DEPTH = 5,            /* of alternates of alternates, as in git */
    MAX_VALUE = 4096,
    MAX_REFERENCE = 1 << 16,
};

static bool is_of_kind(const char *path, mode_t kind)
{
    struct stat info;
    return lstat(path, &info) == 0 && (info.st_mode & S_IFMT) == kind;
}

static bool has_objects(const char *folder)
{
    scoped_memory char *objects = mem_print("%s/objects", folder);
    scoped_memory char *head = mem_print("%s/HEAD", folder);
    return is_of_kind(objects, S_IFDIR) && is_of_kind(head, S_IFREG);
}

bool repository_is(const char *path, struct arena *arena, const char **git_folder)
{
    scoped_memory char *inner = mem_print("%s/.git", path);
    const char *found = has_objects(inner) ? inner : has_objects(path) ? path : NULL;
    if (found)
        *git_folder = arena_text(arena, found);
    return found;
}

/* Git itself refuses to look at a repository of another user, because its settings can name
 * programs. */
static int check_owner(struct repository *repository, const char *folder, bool any_owner,
                       struct err *err)
{
    struct stat info;
    const char *sudo = getenv("SUDO_UID");
    if (stat(folder, &info) != 0)
        return err_set_errno(err, "cannot read it");
    repository->owner = (struct sandbox_owner){info.st_uid, info.st_gid};
    bool is_own = info.st_uid == geteuid() ||
                  (geteuid() == 0 && sudo && info.st_uid == (uid_t)strtoul(sudo, NULL, 10));
    if (is_own || any_owner)
        return 0;
    return err_set(err, "it belongs to another user (%u); to read it, use --any-owner",
                   (unsigned)info.st_uid);
}

/* Reads a small file below the folder of the repository; empty if it cannot be read. */
static void read_small(struct str *content, const char *folder, const char *below, const char *name)
{
    scoped(beneath_folder) root = {.fd = -1};
    scoped(beneath_folder) inner = {.fd = -1};
    struct err ignored;
    bool is_open = beneath_open_root(&root, folder, &ignored) == BENEATH_OK &&
                   (!below || beneath_open(&inner, &root, below, &ignored) == BENEATH_OK);
    if (!is_open ||
        beneath_read(content, below ? &inner : &root, name, MAX_SMALL_FILE, &ignored) != BENEATH_OK)
        str_clear(content);
}

static void read_shallow(struct repository *repository, const char *folder)
{
    scoped(str) content = {0};
    read_small(&content, folder, NULL, "shallow");
    char *rest = NULL;
    for (char *line = content.length ? strtok_r(content.text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        table_number(&repository->shallow, line);
    repository->is_shallow = repository->shallow.keys.n > 0;
}

static bool is_below(const char *path, const char *root)
{
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Adds the folders of objects that a folder of objects names, and theirs. Leaves out those that are
 * missing or not below the root. */
static void add_alternates(struct repository *repository, const char *objects, const char *root,
                           size_t *n, int depth)
{
    scoped(str) content = {0};
    char *rest = NULL;
    read_small(&content, objects, "info", "alternates");
    for (char *line = content.length ? strtok_r(content.text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        char real[PATH_MAX];
        scoped_memory char *path =
            *line == '/' ? mem_print("%s", line) : mem_print("%s/%s", objects, line);
        if (*line == '#' || !realpath(path, real) || !is_below(real, root) ||
            !is_of_kind(real, S_IFDIR) || *n == GIT_MAX_ALTERNATES)
            continue;
        const char *to = arena_print(&repository->arena, "/alternates/%zu", *n);
        repository->folders[++*n] = (struct mounted_path){arena_text(&repository->arena, real), to};
        str_print(&repository->alternates, "%s%s", repository->alternates.length ? ":" : "", to);
        if (depth < MAX_DEPTH)
            add_alternates(repository, real, root, n, depth + 1);
    }
}

int repository_open(struct repository *repository, const char *git_folder, const char *root,
                    bool any_owner, struct err *err)
{
    char real[PATH_MAX], real_root[PATH_MAX];
    size_t n_alternates = 0;
    *repository = (struct repository){0};
    if (!realpath(git_folder, real) || !realpath(root, real_root))
        return err_set_errno(err, "cannot read it");
    if (check_owner(repository, real, any_owner, err) != 0)
        return ERR;
    read_shallow(repository, real);
    repository->folders[0] =
        (struct mounted_path){arena_text(&repository->arena, real), REPOSITORY};
    scoped_memory char *objects = mem_print("%s/objects", real);
    add_alternates(repository, objects, real_root, &n_alternates, 1);
    const struct sandbox_setup setup = {
        .folders = repository->folders,
        .owner = &repository->owner,
        .together = {GIT_TOGETHER_BYTES, GIT_TOGETHER_PROCESSES},
    };
    if (sandbox_open(&repository->place.sandbox, &setup, err) != 0)
        return ERR;
    repository->place.folder = REPOSITORY;
    repository->place.alternates = n_alternates ? str_text(&repository->alternates) : NULL;
    return 0;
}

int repository_fingerprint(struct repository *repository, char hex[SHA256_HEX_SIZE],
                           struct str *reason)
{
    static const char *const arguments[] = {"show-ref", "--head", NULL};
    struct git_process git;
    struct err err;
    scoped(str) list = {0};
    char *line;
    size_t length;
    hex[0] = '\0';
    int status = git_start(&git, &repository->place, arguments, NULL, NULL, &err);
    while (status == 0 && git_read_to(&git, '\n', MAX_REFERENCE, &line, &length) == 1) {
        str_add(&list, line, length);
        str_add_text(&list, "\n");
    }
    if (status != 0)
        str_add_text(reason, err.message);
    /* without any reference, it ends with an error */
    bool is_read = git_end(&git, status == 0 && list.length ? reason : NULL) == 0;
    for (size_t i = 0; i < repository->shallow.keys.n; i++)
        str_print(&list, "shallow %s\n", repository->shallow.keys.items[i]);
    if (status != 0 || (!is_read && list.length))
        return ERR;
    sha256_hex(str_text(&list), list.length, hex);
    return 0;
}

void repository_add_setting(struct repository *repository, const char *name, struct str *out)
{
    const char *const arguments[] = {"config", "--local", "--no-includes", "-z", "--get",
                                     name,     NULL};
    struct git_process git;
    struct err err;
    char *value;
    size_t length;
    if (git_start(&git, &repository->place, arguments, NULL, NULL, &err) == 0 &&
        git_read_to(&git, '\0', MAX_VALUE, &value, &length) == 1)
        str_add(out, value, length);
    git_end(&git, NULL);
}

void repository_close(struct repository *repository)
{
    sandbox_close(repository->place.sandbox);
    table_release(&repository->shallow);
    arena_release(&repository->arena);
    str_release(&repository->alternates);
    *repository = (struct repository){0};
}
