#include "tests/support/cleaned.h"

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

int cleaned_make(const char *repository, const char *base, const char *to, struct err *err)
{
    scoped(repository) opened = {.is_shallow = false};
    scoped(arena) arena = {0};
    scoped_memory char *from = full_path(repository);
    scoped_memory char *path = full_path(to);
    scoped_memory char *root = mem_print("%s/..", from);
    const char *git_folder;
    if (!repository_is(from, &arena, &git_folder))
        return err_set(err, "'%s' is not a repository", from);
    if (repository_open(&opened, git_folder, root, err) != 0)
        return ERR;
    return clean_make(path, &opened, base, err);
}
