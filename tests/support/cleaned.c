#include "tests/support/cleaned.h"

#include "base/file.h"
#include "tests/support/test.h"

const char cleaned_shell[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b\n"
    "commit() { echo $1 >$1 && git add $1 && GIT_COMMITTER_DATE=\"${2:-@1500000000} +0000\" "
    "GIT_AUTHOR_DATE=\"@1500000000 +0000\" git commit -qm $1; }\n"
    "be_base() { git rev-parse ${1:-HEAD} >\"$SCRATCH/base\"; }\n"
    "past() { sh \"$SAMPLE/../git/past.sh\" ${1:-r} $(cat base) ${2:-c}; }\n";

static char *full_path(const char *path)
{
    return mem_print("%s", *path == '/' ? path : scratch_path(path));
}

/* Cleans the repository of a scan that has found it and its base for a task with the name `to`. */
int cleaned_make(const char *repository, const char *base, const char *to, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_memory char *from = full_path(repository), *path = full_path(to);
    scoped_memory char *root = mem_print("%s/..", from), *folder = file_folder(path);
    const struct task task = {.id = file_name(path)};
    struct listed_repository listed = {.path = repository};
    struct task_result result = {.task = &task, .base = base};
    const struct task_scan scan = {.repositories = {.root = root, .list = {&listed, 1, 1}},
                                   .results = {&result, 1, 1}};
    struct clean_counts counts;
    if (!repository_is(from, &arena, &listed.git_folder))
        return err_set(err, "'%s' is not a repository", from);
    if (clean_tasks(&counts, &scan, folder, NULL, err) != 0)
        return ERR;
    if (!counts.n_made && !counts.n_there)
        return err_set(err, "stopped");
    return counts.n_there ? CLEANED_BEFORE : 0;
}
