#include "tasks/clean_tasks.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/remove.h"
#include "sources/git/repository_list.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What all repositories are made with. */
struct cleaning {
    struct clean_counts *counts;
    const struct task_scan *scan;
    const char *folder;
    const struct scan_options *options;
    const struct clean_options *clean;
    size_t n_done, n;
};

static bool is_of(const struct task_result *result, const struct listed_repository *it)
{
    return !result->problem && strcmp(result->repository, it->unit.id) == 0;
}

static int clean_task(struct cleaning *cleaning, struct repository *repository,
                      const struct task_result *result, struct err *err)
{
    const char *id = result->task->id;
    scoped_memory char *path = mem_print("%s/%s", cleaning->folder, id);
    if (!beneath_is_safe_name(id, strlen(id)))
        return err_set(err, "the id '%s' cannot be the name of a folder", id);
    meter_show(&cleaning->options->meter,
               (struct meter_step){"cleaning", "repositories", cleaning->n_done, cleaning->n,
                                   cleaning->n_done});
    int status = clean_make(path, repository, result->base, cleaning->clean, NULL, err);
    cleaning->counts->n_made += status == 0;
    cleaning->counts->n_there += status == CLEAN_THERE;
    cleaning->n_done++;
    return status < 0 ? ERR : 0;
}

/* Resolves a path whose last part may be missing. */
static bool resolve(char real[PATH_MAX], const char *path)
{
    scoped_memory char *parent = file_folder(path);
    scoped(str) name = {0};
    if (realpath(path, real))
        return true;
    file_add_name(&name, path);
    bool is_resolved = realpath(parent, real) && strlen(real) + name.length + 2 < PATH_MAX;
    if (is_resolved)
        strcat(strcat(real, "/"), str_text(&name));
    return is_resolved;
}

/* Whether a folder is, or is below, a repository or the work tree that has it. */
static bool is_in_repository(const char *folder, const struct listed_repository *it)
{
    char real[PATH_MAX], repository[PATH_MAX];
    if (!resolve(real, folder) || !realpath(it->git_folder, repository))
        return false;
    if (strcmp(file_name(repository), ".git") == 0)
        *strrchr(repository, '/') = '\0';
    size_t length = strlen(repository);
    return strncmp(real, repository, length) == 0 && (real[length] == '/' || !real[length]);
}

/* Makes the folder of the repositories, unless it is there. */
static int make_folder(const char *folder, const struct repository_list *list, struct err *err)
{
    for (size_t i = 0; i < list->list.n; i++)
        if (is_in_repository(folder, &list->list.items[i]))
            return err_set(err,
                           "'%s' is in the repository '%s', which is only read; name another "
                           "folder",
                           folder, list->list.items[i].path);
    return mkdir(folder, 0777) == 0 || errno == EEXIST
               ? 0
               : err_set_errno(err, "cannot make the folder '%s'", folder);
}

static int clean_repository(struct cleaning *cleaning, const struct repository_list *list,
                            const struct listed_repository *it, struct err *err)
{
    scoped(repository) repository = {.is_shallow = false};
    int status = 0;
    bool is_open = false;
    for (size_t i = 0; i < cleaning->scan->results.n && status == 0 && !interrupt_signal(); i++) {
        const struct task_result *result = &cleaning->scan->results.items[i];
        if (!is_of(result, it))
            continue;
        if (!is_open)
            status =
                listed_repository_open(&repository, list, it, cleaning->options->any_owner, err);
        is_open = true;
        if (status == 0)
            status = clean_task(cleaning, &repository, result, err);
    }
    return status;
}

/* Scans the new repositories, and removes those that are not sealed. */
static int scan_again(struct cleaning *cleaning, const struct task_list *tasks, struct err *err)
{
    scoped(task_scan) scan = {.n_unread = 0};
    struct scan_options options = *cleaning->options;
    int64_t n_open = 0;
    options.sight = SIGHT_ALL;
    options.is_sealed_only = true;
    options.any_owner = true;
    if (task_scan_run(&scan, tasks, cleaning->folder, &options, err) != 0)
        return ERR;
    for (size_t i = 0; i < scan.results.n; i++) {
        const struct task_result *before = &cleaning->scan->results.items[i];
        const struct task_result *after = &scan.results.items[i];
        if (before->problem || (!after->problem && after->seal.is_sealed))
            continue;
        scoped_memory char *path = mem_print("%s/%s", cleaning->folder, before->task->id);
        remove_tree(path);
        n_open++;
    }
    return n_open ? err_set(err, "%s not sealed after cleaning, and removed again",
                            counted(n_open, "repository is", "repositories are").text)
                  : 0;
}

int clean_tasks(struct clean_counts *out, const struct task_scan *scan,
                const struct task_list *tasks, const char *path, const char *folder,
                const struct scan_options *options, const struct clean_options *clean,
                struct err *err)
{
    scoped(repository_list) list = {0};
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    struct cleaning cleaning = {out, scan, folder, options, clean, 0, 0};
    int status = repository_list_read(&list, path, &errors, err);
    array_release(&errors.list);
    *out = (struct clean_counts){0};
    for (size_t i = 0; i < scan->results.n; i++) {
        cleaning.n += !scan->results.items[i].problem;
        out->n_left_out += scan->results.items[i].problem != NULL;
    }
    if (status == 0)
        status = make_folder(folder, &list, err);
    for (size_t r = 0; r < list.list.n && status == 0 && !interrupt_signal(); r++)
        status = clean_repository(&cleaning, &list, &list.list.items[r], err);
    if (status == 0 && !interrupt_signal())
        status = scan_again(&cleaning, tasks, err);
    return status;
}
