#include "tasks/clean_tasks.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/remove.h"
#include "sources/git/repository_list.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What all repositories are made with. */
struct cleaning {
    struct clean_counts *counts;
    const struct task_scan *scan;
    const char *folder;
    const struct scan_options *options;
    size_t n_done, n;
    bool *is_made, *is_there; /* by result: its repository was made, or is finished */
    struct err *err;          /* why the first of those that failed did */
};

static bool is_of(const struct task_result *result, const struct listed_repository *it)
{
    return !result->problem && strcmp(result->repository, it->unit.id) == 0;
}

static void clean_task(struct cleaning *cleaning, struct repository *repository, size_t number)
{
    const struct task_result *result = &cleaning->scan->results.items[number];
    scoped_memory char *path = mem_print("%s/%s", cleaning->folder, result->task->id);
    struct clean_counts *counts = cleaning->counts;
    struct err err;
    meter_show(&cleaning->options->meter,
               (struct meter_step){"cleaning", "repositories", cleaning->n_done, cleaning->n,
                                   cleaning->n_done});
    int status = clean_make(path, repository, result->base, &err);
    if (status < 0 && counts->n_failed++ == 0)
        err_set(cleaning->err, "%s", err.message);
    counts->n_made += status == 0;
    counts->n_there += status == CLEAN_THERE;
    cleaning->is_made[number] = status == 0;
    cleaning->is_there[number] = status >= 0;
    cleaning->n_done++;
}

static void clean_repository(struct cleaning *cleaning, const struct repository_list *list,
                             const struct listed_repository *it)
{
    scoped(repository) repository = {.is_shallow = false};
    struct err err;
    int status = 0;
    bool is_open = false;
    for (size_t i = 0; i < cleaning->scan->results.n && !interrupt_signal(); i++) {
        if (!is_of(&cleaning->scan->results.items[i], it))
            continue;
        if (!is_open)
            status = listed_repository_open(&repository, list, it, &err);
        is_open = true;
        if (status == 0)
            clean_task(cleaning, &repository, i);
        else if (cleaning->counts->n_failed++ == 0)
            err_set(cleaning->err, "cannot read '%s': %s", it->path, err.message);
    }
}

/* Scans a new repository for its task alone: among others, ids that differ in case only, or look
 * like the ends of paths, would fit several. Returns 1 if it is sealed, otherwise 0. */
static int is_sealed(const struct task_result *result, const char *path, struct err *err)
{
    scoped(task_scan) scan = {.n_unread = 0};
    struct task alone = *result->task;
    const struct task_list tasks = {.list = {&alone, 1, 1}};
    const struct scan_options options = {.sight = SIGHT_ALL, .is_sealed_only = true};
    alone.base = result->base; /* names may lead elsewhere */
    if (task_scan_run(&scan, &tasks, path, &options, err) != 0)
        return ERR;
    const struct task_result *found = &scan.results.items[0];
    return !found->problem && found->seal.is_sealed && !scan.n_damaged;
}

/* Scans the new repositories, and removes those that are not sealed. */
static void scan_again(struct cleaning *cleaning)
{
    for (size_t i = 0; i < cleaning->scan->results.n; i++) {
        const struct task_result *result = &cleaning->scan->results.items[i];
        struct err err;
        if (!cleaning->is_there[i])
            continue;
        scoped_memory char *path = mem_print("%s/%s", cleaning->folder, result->task->id);
        int status = is_sealed(result, path, &err);
        if (interrupt_signal())
            break;
        if (status == 1)
            continue;
        remove_tree(path);
        *(cleaning->is_made[i] ? &cleaning->counts->n_made : &cleaning->counts->n_there) -= 1;
        if (cleaning->counts->n_failed++ == 0)
            err_set(cleaning->err, "'%s' is not sealed after cleaning, and removed again: %s", path,
                    status == ERR ? err.message : "more than the past of its base can be seen");
    }
}

/* ---- Before anything is made ---- */

static int check_ids(const struct task_scan *scan, struct err *err)
{
    for (size_t i = 0; i < scan->results.n; i++) {
        const struct task_result *result = &scan->results.items[i];
        const char *id = result->task->id;
        if (!result->problem && !beneath_is_safe_name(id, strlen(id)))
            return err_set(err, "the id '%s' cannot be the name of a folder", id);
    }
    return 0;
}

/* Returns the resolved path of a folder that need not be there, which the caller frees; NULL if it
 * cannot be made. */
static char *resolve(const char *folder)
{
    char *resolved = realpath(folder, NULL);
    if (resolved || errno != ENOENT)
        return resolved;
    scoped_memory char *copy = mem_copy_text(folder, strlen(folder));
    scoped_memory char *parent = realpath(dirname(copy), NULL);
    return parent ? mem_print("%s/%s", parent, file_name(folder)) : NULL;
}

int clean_tasks_check(const char *path, const char *folder, struct err *err)
{
    scoped(repository_list) list = {0};
    scoped(arena) arena = {0};
    scoped_memory char *to = resolve(folder);
    struct input_errors errors = {.arena = &arena};
    int status = to ? repository_list_read(&list, path, &errors, NULL, err)
                    : err_set_errno(err, "cannot make the folder '%s'", folder);
    array_release(&errors.list);
    for (size_t i = 0; i <= list.list.n && status == 0; i++) {
        bool is_root = i == list.list.n;
        if (is_root && !list.root)
            break;
        scoped_memory char *from =
            realpath(is_root ? list.root : list.list.items[i].git_folder, NULL);
        size_t length = from ? strlen(from) : 0;
        bool is_git = length > 5 && strcmp(from + length - 5, "/.git") == 0;
        if (is_git)
            from[length -= 5] = '\0';
        if (from && strncmp(to, from, length) == 0 && (!to[length] || to[length] == '/'))
            status = err_set(err, "'%s' is in '%s', which is searched; name another folder", folder,
                             from);
    }
    return status;
}

int clean_tasks(struct clean_counts *out, const struct task_scan *scan, const char *path,
                const char *folder, const struct scan_options *options, struct err *err)
{
    scoped(repository_list) list = {0};
    scoped(arena) arena = {0};
    scoped_memory bool *is_made = mem_alloc(scan->results.n, sizeof *is_made);
    scoped_memory bool *is_there = mem_alloc(scan->results.n, sizeof *is_there);
    struct input_errors errors = {.arena = &arena};
    struct cleaning cleaning = {out, scan, folder, options, 0, 0, is_made, is_there, err};
    int status = check_ids(scan, err);
    if (status == 0)
        status = repository_list_read(&list, path, &errors, NULL, err);
    array_release(&errors.list);
    *out = (struct clean_counts){0};
    for (size_t i = 0; i < scan->results.n; i++) {
        cleaning.n += !scan->results.items[i].problem;
        out->n_left_out += scan->results.items[i].problem != NULL;
    }
    if (status == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = err_set_errno(err, "cannot make the folder '%s'", folder);
    for (size_t r = 0; r < list.list.n && status == 0 && !interrupt_signal(); r++)
        clean_repository(&cleaning, &list, &list.list.items[r]);
    if (status == 0 && !interrupt_signal())
        scan_again(&cleaning);
    return status == 0 && out->n_failed ? ERR : status;
}
