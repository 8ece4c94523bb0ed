/* All paths are listed first, in order. Then many threads read and rewrite the files, and one
 * thread writes them. */
#include "augment/rewrite_tree.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/pipeline.h"
#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_BYTES = 1 << 20 };

struct rewritten_file {
    enum rewrite_kind kind;
    int64_t number; /* number among the program's rewrites of that kind, from 1 */
    const char *text;
    size_t length;
};

struct item {
    struct arena arena;
    const char *path; /* relative to the tree; borrowed */
    bool is_broken;   /* reading failed because of the machine */
    struct err error;
    ARRAY(struct rewritten_file) files;
    enum rewrite_reason reasons[N_REWRITE_KINDS];
};

struct walking {
    const struct rewrite_run *run;
    struct rewrite_counts *counts;
    const struct target *out;
    struct beneath_folder root;
    ARRAY(const char *) paths;
    struct arena arena; /* owns the paths */
    size_t n_produced, n_done;
};

static void walking_release(struct walking *walking)
{
    beneath_close(&walking->root);
    array_release(&walking->paths);
    arena_release(&walking->arena);
}
SCOPED_VALUE(walking, walking_release)

/* The memory of one thread. */
struct worker {
    struct rewrite_tools *tools;
    struct rewrite_side side;
    struct rewrite_tries tries;
    struct str content;
};

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

static int list_files(struct walking *walking, const char *tree, struct err *err)
{
    struct listing listing = {tree, walking->run->choice.language->extension, walking, {0}};
    int status = 0;
    array_push(&listing.folders, "");
    for (size_t i = 0; i < listing.folders.n && status == 0; i++)
        status = list_folder(&listing, listing.folders.items[i], err);
    array_sort(&walking->paths, by_name);
    array_release(&listing.folders);
    return status;
}

/* ---- Rewriting ---- */

static int produce(void *context, void *item, struct err *err)
{
    struct walking *walking = context;
    (void)err;
    if (walking->n_produced == walking->paths.n)
        return 0;
    ((struct item *)item)->path = walking->paths.items[walking->n_produced++];
    return 1;
}

static void *worker_new(void *context)
{
    struct walking *walking = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->tools = rewrite_tools_new(walking->run->choice.language);
    return worker;
}

static void worker_free(void *argument)
{
    struct worker *worker = argument;
    rewrite_tools_free(worker->tools);
    rewrite_side_release(&worker->side);
    rewrite_tries_release(&worker->tries);
    str_release(&worker->content);
    free(worker);
}

static enum rewrite_reason rewrite_by(struct worker *worker, struct item *item,
                                      const struct rewrite_choice *choice, enum rewrite_kind kind,
                                      size_t mark)
{
    uint64_t draw = rewrite_draw(choice->seed, item->path, kind);
    struct rewrite_tries *tries = &worker->tries;
    enum rewrite_reason reason = rewrite_tries_begin(tries, &worker->side, kind, draw);
    if (reason != REWRITE_DONE)
        return reason;
    int64_t n = 0, n_wanted = rewrite_choice_number(choice, draw);
    while (n < n_wanted && rewrite_tries_next(tries)) {
        if (!rewrite_side_make(&worker->side, worker->tools, &tries->place, NULL)) {
            rewrite_tries_refuse(tries);
            continue;
        }
        scoped(str) text = {0};
        str_add(&text, str_text(&worker->content), mark);
        str_add(&text, str_text(&worker->side.text), worker->side.text.length);
        const char *kept = arena_copy_text(&item->arena, str_text(&text), text.length);
        array_push(&item->files, (struct rewritten_file){kind, ++n, kept, text.length});
    }
    return n ? REWRITE_DONE : REWRITE_TOKENS;
}

/* Reads the file into the worker's memory. */
static enum rewrite_reason read_program(struct worker *worker, struct item *item,
                                        const struct walking *walking, size_t *mark)
{
    scoped(beneath_folder) folder = {.fd = -1};
    const char *slash = strrchr(item->path, '/');
    const struct beneath_folder *where = &walking->root;
    enum beneath_result result = BENEATH_OK;
    if (slash) {
        const char *parent =
            arena_copy_text(&item->arena, item->path, (size_t)(slash - item->path));
        result = beneath_open(&folder, &walking->root, parent, &item->error);
        where = &folder;
    }
    if (result == BENEATH_OK)
        result = beneath_read(&worker->content, where, slash ? slash + 1 : item->path, MAX_BYTES,
                              &item->error);
    item->is_broken = result == BENEATH_BROKEN;
    if (result != BENEATH_OK || !utf8_is_valid(str_text(&worker->content), worker->content.length))
        return REWRITE_UNREADABLE;
    *mark = utf8_byte_order_mark(str_text(&worker->content), worker->content.length);
    enum rewrite_reason reason =
        rewrite_side_read(&worker->side, worker->tools, str_text(&worker->content) + *mark,
                          worker->content.length - *mark, NULL);
    bool is_long = reason == REWRITE_DONE &&
                   rewrite_choice_is_exceeded(&walking->run->choice, &worker->side.program);
    return is_long ? REWRITE_LONG : reason;
}

static void work(void *context, void *argument, void *item_argument)
{
    const struct walking *walking = context;
    const struct rewrite_choice *choice = &walking->run->choice;
    struct item *item = item_argument;
    size_t mark = 0;
    enum rewrite_reason reason = read_program(argument, item, walking, &mark);
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        item->reasons[kind] = reason;
        if (reason == REWRITE_DONE && choice->kinds & (1u << kind))
            item->reasons[kind] = rewrite_by(argument, item, choice, kind, mark);
    }
}

/* ---- Writing ---- */

static void release(void *argument)
{
    struct item *item = argument;
    array_release(&item->files);
    arena_release(&item->arena);
}

static int write_files(struct walking *walking, struct item *item, struct err *err)
{
    if (item->is_broken)
        return err_set(err, "cannot read '%s': %s", item->path, item->error.message);
    struct rewrite_counts *counts = walking->counts;
    counts->n_read++;
    int64_t n_rewrites[N_REWRITE_KINDS] = {0};
    for (size_t i = 0; i < item->files.n; i++) {
        const struct rewritten_file *file = &item->files.items[i];
        n_rewrites[file->kind]++;
        const char *kind = rewrite_kind_name(file->kind);
        if (file->number > 1)
            kind = arena_print(&item->arena, "%s%lld", kind, (long long)file->number);
        const char *name = arena_print(&item->arena, "%s/%s", kind, item->path);
        if (target_write(walking->out, name, file->text, file->length, err) != 0)
            return ERR;
    }
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++)
        rewrite_counts_add(counts, &walking->run->choice, kind, n_rewrites[kind],
                           item->reasons[kind]);
    return 0;
}

static int consume(void *context, void *item, struct err *err)
{
    struct walking *walking = context;
    int status = write_files(walking, item, err);
    walking->n_done++;
    meter_count(&walking->run->meter, walking->n_done, walking->paths.n);
    return status;
}

int rewrite_tree(const struct target *out, const char *tree, const struct rewrite_run *run,
                 struct rewrite_counts *counts, struct err *err)
{
    scoped(walking) walking = {.run = run, .counts = counts, .out = out, .root = {.fd = -1}};
    struct err reason;
    *counts = (struct rewrite_counts){0};
    if (rewrite_check_language(run->choice.language, err) != 0)
        return ERR;
    if (beneath_open_root(&walking.root, tree, &reason) != BENEATH_OK)
        return err_set(err, "cannot open the folder '%s': %s", tree, reason.message);
    struct pipeline pipeline = {
        .n_threads = run->n_jobs,
        .context = &walking,
        .item_size = sizeof(struct item),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return list_files(&walking, tree, err) != 0 ? ERR : pipeline_run(&pipeline, err);
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
