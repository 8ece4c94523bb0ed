/* The files of a fix are followed from the base back along first parents: what changed one last
 * says what it was before. The texts of all tasks are then read in one run of git. */
#include "tasks/planting.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "sources/git/blobs.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_PLACES = 60,
    MAX_TASK_BYTES = 1 << 21, /* of the files of a fix, before and after */
    MAX_BYTES = 1 << 28,      /* of all texts that are read in a repository */
    N_MOVES = 2,
};

/* A file of a gold patch. */
struct planted_file {
    const struct patch_file *file;
    int64_t path; /* before: a number in the paths of the files; -1: it is not there */
    uint32_t version;
    uint32_t older[MAX_OLDER];
    uint32_t moved[N_MOVES]; /* at the other places */
};

/* A task of which leaks are planted. */
struct planted_task {
    uint32_t task;
    ARRAY(struct planted_file) files;
    int64_t moved[N_MOVES]; /* other commits at which the gold applies, a near and a far one; -1 */
};

struct planting_run {
    struct planting *out;
    ARRAY(struct planted_task) tasks;
    struct arena arena;       /* of the texts */
    struct plant_text *texts; /* by version; without bytes: not read */
    struct piece_cutter *cutter;
};

/* ---- Versions ---- */

/* Goes back to the first parent, over the commit's changes of a file: sets its version before.
 * Returns false if the commit makes, moves or deletes it. */
static bool go_back(struct planted_file *file, const struct planted_search *search, uint32_t commit)
{
    const struct file_history *files = search->files;
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
        const struct file_change *change = &files->changes.items[i];
        if (change->path[0] != file->path && change->path[1] != file->path)
            continue;
        if (change->path[0] != change->path[1] || !change->version[0] ||
            change->version[1] != file->version)
            return false;
        file->version = change->version[0];
    }
    return true;
}

static int64_t parent_of(const struct history *history, int64_t commit)
{
    const struct past_commit *it = &history->commits.items[commit];
    return it->n_parents ? (int64_t)history->parents.items[it->parents] : -1;
}

/* Sets the version in the base. Returns whether it is as the patch says: there, or not. */
static bool find_version(struct planted_file *file, const struct planted_search *search,
                         int64_t commit)
{
    const struct file_history *files = search->files;
    file->version = 0;
    for (; file->path >= 0 && commit >= 0; commit = parent_of(search->history, commit))
        for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
            const struct file_change *change = &files->changes.items[i];
            if (change->path[1] == file->path)
                file->version = change->version[1];
            if (change->path[0] == file->path || change->path[1] == file->path)
                return (file->version != 0) == (file->file->path[PATCH_BEFORE] != NULL);
        }
    return !file->file->path[PATCH_BEFORE];
}

/* Whether the hunks of a file have a place in a version. */
static bool applies(const struct planted_search *search, uint32_t task,
                    const struct planted_file *file, uint32_t version)
{
    const struct gold_patch *gold = &search->tasks[task].gold;
    const struct file_version *it = &search->files->versions.items[version];
    scoped_array struct number_list out = {0};
    size_t first = 0, end;
    if (!file->file->path[PATCH_BEFORE])
        return true;
    int64_t path = table_find(search->paths, file->file->path[PATCH_BEFORE]);
    while (first < gold->hunks.n && gold->hunks.items[first].path != path)
        first++;
    for (end = first; end < gold->hunks.n && gold->hunks.items[end].path == path; end++)
        ;
    return gold_patch_apply(&out, gold, first, end, search->files->lines.items + it->first,
                            it->n_lines);
}

/* Follows the files from the base back, for their older versions, and other commits at which the
 * gold applies. */
static void find_older(struct planted_task *task, const struct planted_search *search)
{
    scoped_memory struct planted_file *now = mem_alloc(task->files.n, sizeof *now);
    scoped_memory size_t *n_older = mem_alloc(task->files.n, sizeof *n_older);
    size_t n_places = 0;
    memcpy(now, task->files.items, task->files.n * sizeof *now);
    int64_t commit = search->tasks[task->task].base, parent;
    for (; n_places < MAX_PLACES && (parent = parent_of(search->history, commit)) >= 0;
         commit = parent) {
        bool is_other = false, is_fit = true;
        for (size_t i = 0; i < task->files.n; i++) {
            uint32_t version = now[i].version;
            if (!version)
                continue;
            if (!go_back(&now[i], search, (uint32_t)commit))
                return;
            if (now[i].version == version)
                continue;
            is_other = true;
            if (n_older[i] < MAX_OLDER)
                task->files.items[i].older[n_older[i]++] = now[i].version;
        }
        n_places += is_other;
        for (size_t i = 0; is_other && i < task->files.n; i++)
            is_fit = is_fit && applies(search, task->task, &now[i], now[i].version);
        if (!is_other || !is_fit)
            continue;
        int place = task->moved[0] < 0 ? 0 : 1;
        task->moved[place] = parent;
        for (size_t i = 0; i < task->files.n; i++)
            task->files.items[i].moved[place] = now[i].version;
    }
}

static void add_task(struct planting_run *run, const struct planted_search *search, uint32_t number)
{
    const struct searched_task *searched = &search->tasks[number];
    struct planted_task task = {.task = number, .moved = {-1, -1}};
    bool is_fit = true;
    for (size_t f = 0; f < searched->patch->files.n; f++) {
        const struct patch_file *file = &searched->patch->files.items[f];
        if (!file->n_hunks)
            continue;
        const char *path = file->path[file->path[PATCH_BEFORE] ? PATCH_BEFORE : PATCH_AFTER];
        struct planted_file made = {.file = file, .path = table_find(&search->files->paths, path)};
        is_fit = is_fit && find_version(&made, search, searched->base) &&
                 (!made.version || applies(search, number, &made, made.version));
        array_push(&task.files, made);
    }
    if (!is_fit || !task.files.n) {
        array_release(&task.files);
        run->out->n_unplanted++;
        return;
    }
    find_older(&task, search);
    array_push(&run->tasks, task);
}

/* ---- Texts ---- */

static void ask(struct blobs *blobs, const struct file_history *files, bool *is_asked,
                uint32_t version)
{
    if (!version || is_asked[version])
        return;
    is_asked[version] = true;
    blobs_add(blobs, files->ids.keys.items[version - 1]);
}

static void ask_task(struct blobs *blobs, const struct file_history *files, bool *is_asked,
                     const struct planted_task *task)
{
    for (size_t i = 0; i < task->files.n; i++) {
        const struct planted_file *file = &task->files.items[i];
        ask(blobs, files, is_asked, file->version);
        for (int o = 0; o < MAX_OLDER; o++)
            ask(blobs, files, is_asked, file->older[o]);
        for (int place = 0; place < N_MOVES; place++)
            ask(blobs, files, is_asked, file->moved[place]);
    }
}

static int read_texts(struct planting_run *run, const struct planted_search *search,
                      struct repository *repository, struct err *err)
{
    const struct file_history *files = search->files;
    scoped(blobs) blobs = {.type = NULL};
    scoped_memory bool *is_asked = mem_alloc(files->versions.n, sizeof *is_asked);
    size_t n_read = 0;
    run->texts = mem_alloc(files->versions.n, sizeof *run->texts);
    for (size_t t = 0; t < run->tasks.n; t++)
        ask_task(&blobs, files, is_asked, &run->tasks.items[t]);
    if (blobs.order.n && blobs_check(&blobs, repository, MAX_TASK_BYTES, err) != 0)
        return ERR;
    for (size_t i = 0; i < blobs.order.n; i++) {
        const char *id = blobs.ids.keys.items[blobs.order.items[i]], *bytes;
        size_t length;
        int64_t version = 1 + table_find(&files->ids, id);
        if (blobs_next(&blobs, id, &bytes, &length) != BLOB_OK || length > MAX_BYTES - n_read)
            continue;
        n_read += length;
        run->texts[version] =
            (struct plant_text){arena_copy_text(&run->arena, bytes, length), length};
    }
    return 0;
}

/* Sets what the patch makes of a text. Returns false if it does not apply. */
static bool apply(struct plant_text *out, const struct patch *patch,
                  const struct planted_file *file, struct plant_text before, struct arena *arena)
{
    scoped(str) after = {0};
    bool is_new = !file->file->path[PATCH_BEFORE], is_gone = !file->file->path[PATCH_AFTER];
    if (is_new == (before.bytes != NULL) ||
        !patch_apply(&after, patch, file->file, is_new ? "" : before.bytes, before.length, false))
        return false;
    *out = is_gone ? (struct plant_text){NULL, 0}
                   : (struct plant_text){arena_copy_text(arena, str_text(&after), after.length),
                                         after.length};
    return true;
}

/* ---- Commits ---- */

static uint32_t push_commit(struct planting_run *run, struct file_history *files, uint32_t parent)
{
    struct history *history = &run->out->history;
    uint32_t commit = (uint32_t)history->commits.n;
    array_push(&history->commits, ((struct past_commit){.id = "",
                                                        .tree = "",
                                                        .subject = "",
                                                        .parents = (uint32_t)history->parents.n,
                                                        .n_parents = 1,
                                                        .is_visible = true}));
    array_push(&history->parents, parent);
    files->first_change =
        mem_resize(files->first_change, history->commits.n + 1, sizeof *files->first_change);
    return commit;
}

/* Adds the text of a file after a commit, as a change of it; returns its version. */
static uint32_t push_change(const struct planted_search *search, const struct planted_file *file,
                            uint32_t commit, uint32_t version, const struct plant_text *text)
{
    struct file_history *files = search->files;
    struct file_change change = {.commit = commit, .version = {version, 0}};
    if (text->bytes) {
        change.version[1] = (uint32_t)files->versions.n;
        file_history_add(files, search->lines, text->bytes, text->length);
    }
    const char *const *path = file->file->path;
    for (int side = 0; side < 2; side++) {
        const char *own = path[side] ? path[side] : path[!side];
        int64_t name = table_find(search->names, file_name(own));
        change.path[side] = (uint32_t)table_number(&files->paths, own);
        change.name[side] = name == TABLE_NONE ? NO_NAME : (uint32_t)name;
    }
    if (change.version[0] || change.version[1])
        array_push(&files->changes, change);
    return change.version[1];
}

/* Adds a leak. `versions`: of the files at the parent. */
static void push_leak(struct planting_run *run, const struct planted_search *search,
                      const struct planted_task *task, const struct planted *planted,
                      uint32_t parent, uint32_t *versions)
{
    struct file_history *files = search->files;
    struct planted_leak leak = {task->task, (uint32_t)run->out->history.commits.n,
                                (uint32_t)planted->n_commits, planted->kind};
    for (size_t c = 0; c < planted->n_commits; c++) {
        uint32_t commit = push_commit(run, files, parent);
        for (size_t i = 0; i < task->files.n; i++)
            versions[i] = push_change(search, &task->files.items[i], commit, versions[i],
                                      &planted->texts[c][i]);
        files->first_change[commit + 1] = (uint32_t)files->changes.n;
        parent = commit;
    }
    array_push(&run->out->leaks, leak);
}

/* Plants the fix on older versions of its files. */
static void push_moved(struct planting_run *run, const struct planted_search *search,
                       const struct planted_task *task, struct arena *arena)
{
    const struct patch *patch = search->tasks[task->task].patch;
    struct plant_text *texts = arena_alloc(arena, task->files.n, sizeof *texts);
    uint32_t *versions = arena_alloc(arena, task->files.n, sizeof *versions);
    for (int place = 0; place < N_MOVES; place++) {
        bool is_fit = task->moved[place] >= 0;
        for (size_t i = 0; is_fit && i < task->files.n; i++) {
            versions[i] = task->files.items[i].moved[place];
            is_fit = apply(&texts[i], patch, &task->files.items[i], run->texts[versions[i]], arena);
        }
        const struct planted planted = {PLANT_MOVED, place + 2, 1, {texts}};
        if (is_fit)
            push_leak(run, search, task, &planted, (uint32_t)task->moved[place], versions);
    }
}

/* Returns false if the patch does not apply to the texts, or they are too long. */
static bool make_files(struct plant_file *out, const struct planting_run *run,
                       const struct planted_search *search, const struct planted_task *task,
                       struct arena *arena)
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < task->files.n; i++) {
        const struct planted_file *file = &task->files.items[i];
        out[i].path = file->file->path[file->file->path[PATCH_AFTER] ? PATCH_AFTER : PATCH_BEFORE];
        out[i].before = run->texts[file->version];
        for (int o = 0; o < MAX_OLDER; o++)
            out[i].older[o] = run->texts[file->older[o]];
        if (!apply(&out[i].after, search->tasks[task->task].patch, file, out[i].before, arena))
            return false;
        n_bytes += out[i].before.length + out[i].after.length;
    }
    return n_bytes <= MAX_TASK_BYTES;
}

static void plant(struct planting_run *run, const struct planted_search *search,
                  const struct planted_task *task, const char *seed)
{
    scoped(arena) arena = {0};
    scoped_array struct planted_list list = {0};
    size_t n = task->files.n;
    uint32_t base = search->tasks[task->task].base;
    const char *id = search->history->commits.items[base].id;
    struct plant_file *files = arena_alloc(&arena, n, sizeof *files);
    uint32_t *versions = arena_alloc(&arena, n, sizeof *versions);
    struct dice dice = {
        hash_pair(hash_bytes(seed, strlen(seed), 0), hash_bytes(id, strlen(id), 0))};
    if (!make_files(files, run, search, task, &arena)) {
        run->out->n_unplanted++;
        return;
    }
    plant_all(&list, files, n, run->cutter, &dice, &arena);
    for (size_t l = 0; l < list.n; l++) {
        for (size_t i = 0; i < n; i++)
            versions[i] = task->files.items[i].version;
        push_leak(run, search, task, &list.items[l], base, versions);
    }
    push_moved(run, search, task, &arena);
}

static void copy_history(struct planting *out, const struct history *history)
{
    struct history *copy = &out->history;
    *copy = *history;
    copy->commits.items = mem_alloc(history->commits.n, sizeof *copy->commits.items);
    memcpy(copy->commits.items, history->commits.items,
           history->commits.n * sizeof *copy->commits.items);
    copy->commits.capacity = history->commits.n;
    copy->parents.items = mem_alloc(history->parents.n + 1, sizeof *copy->parents.items);
    if (history->parents.n)
        memcpy(copy->parents.items, history->parents.items,
               history->parents.n * sizeof *copy->parents.items);
    copy->parents.capacity = history->parents.n + 1;
    out->n_commits = history->commits.n;
}

int planting_make(struct planting *out, const struct planted_search *search,
                  struct repository *repository, const char *seed, struct err *err)
{
    struct planting_run run = {.out = out, .cutter = piece_cutter_new()};
    copy_history(out, search->history);
    for (size_t t = 0; t < search->n_tasks; t++)
        add_task(&run, search, (uint32_t)t);
    int status = read_texts(&run, search, repository, err);
    for (size_t t = 0; status == 0 && t < run.tasks.n && !interrupt_signal(); t++)
        plant(&run, search, &run.tasks.items[t], seed);
    for (size_t t = 0; t < run.tasks.n; t++)
        array_release(&run.tasks.items[t].files);
    array_release(&run.tasks);
    arena_release(&run.arena);
    free(run.texts);
    piece_cutter_free(run.cutter);
    return status;
}

void planting_release(struct planting *planting)
{
    array_release(&planting->leaks);
    array_release(&planting->history.commits);
    array_release(&planting->history.parents);
}
