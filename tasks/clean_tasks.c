#include "tasks/clean_tasks.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "sources/git/repository_list.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

int clean_tasks_check(const char *path, const char *folder, struct err *err)
{
    scoped_memory char *copy = mem_copy_text(folder, strlen(folder));
    scoped_memory char *to = realpath(file_is_folder(folder) ? folder : dirname(copy), NULL);
    if (!to)
        return err_set_errno(err, "cannot make the folder '%s'", folder);
    scoped_memory char *from = realpath(path, NULL);
    size_t length = from ? strlen(from) : 0;
    if (from && strncmp(to, from, length) == 0 && (!to[length] || to[length] == '/'))
        return err_set(err, "'%s' is in '%s', which is searched; name another folder", folder,
                       path);
    return 0;
}

/* Returns what clean_make() does. */
static int clean_task(const struct task_result *result, const struct repository_list *list,
                      const char *folder, struct err *err)
{
    scoped(repository) repository = {.is_shallow = false};
    scoped_memory char *path = mem_print("%s/%s", folder, result->task->id);
    struct err reason;
    size_t i = 0;
    while (i < list->list.n && strcmp(list->list.items[i].unit.id, result->repository) != 0)
        i++;
    if (i == list->list.n)
        return err_set(err, "the repository '%s' has disappeared", result->repository);
    if (listed_repository_open(&repository, list, &list->list.items[i], &reason) != 0)
        return err_set(err, "cannot read '%s': %s", list->list.items[i].path, reason.message);
    return clean_make(path, &repository, result->base, err);
}

int clean_tasks(struct clean_counts *out, const struct task_scan *scan, const char *path,
                const char *folder, const struct meter *meter, struct err *err)
{
    scoped(repository_list) list = {0};
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    *out = (struct clean_counts){0};
    int status = check_ids(scan, err);
    if (status == 0)
        status = repository_list_read(&list, path, &errors, NULL, err);
    array_release(&errors.list);
    if (status == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = err_set_errno(err, "cannot make the folder '%s'", folder);
    size_t n = scan->results.n;
    for (size_t i = 0; i < n && status == 0 && !interrupt_signal(); i++) {
        const struct task_result *result = &scan->results.items[i];
        struct err reason;
        meter_show(meter, (struct meter_step){"cleaning", "repositories", i, n, i});
        int made = result->problem ? ERR : clean_task(result, &list, folder, &reason);
        out->n_left_out += result->problem != NULL;
        out->n_made += made == 0;
        out->n_there += made == CLEAN_THERE;
        if (!result->problem && made == ERR && out->n_failed++ == 0)
            err_set(err, "%s", reason.message);
    }
    return out->n_failed ? ERR : status;
}
