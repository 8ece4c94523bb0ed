/* Git ends at the first commit that it cannot read, before it lists any. Then the tips are halved
 * until each group has only tips that git can list, or is one tip that it cannot. */
#include "sources/git/repository.h"

#include "base/interrupt.h"

#include <string.h>

enum {
    MAX_STARTS = 100,  /* of git, after references at which it ends */
    MAX_GROUPS = 1000, /* of tips that are listed: what is left then is left out */
};

/* Asks for the object and for the commit that a reference names. */
static bool ask_for_commit(void *context, struct str *out)
{
    struct repository *repository = context;
    if (repository->next_request == repository->references.n)
        return false;
    const char *id = repository->references.items[repository->next_request++].id;
    str_print(out, "%s^{}\n%s^{commit}\n", id, id);
    return true;
}

/* Takes the answers about a reference. Returns false if there are none. */
static bool take_tip(struct repository *repository, struct git_process *git,
                     const struct reference *reference)
{
    char *line;
    size_t length;
    if (git_read_to(git, '\n', REPOSITORY_MAX_REFERENCE, &line, &length) != 1)
        return false;
    if (strchr(line, ' ')) /* ID^{} missing */
        repository_add_broken(repository, reference->name, "");
    if (git_read_to(git, '\n', REPOSITORY_MAX_REFERENCE, &line, &length) != 1)
        return false;
    if (!strchr(line, ' ') && strncmp(reference->name, "refs/replace/", 13) != 0)
        array_push(&repository->tips,
                   ((struct reference){arena_text(&repository->arena, line), reference->name}));
    return true;
}

int tips_find(struct repository *repository, struct err *err)
{
    static const char *const arguments[] = {"cat-file", "--batch-check=%(objectname)", "--buffer",
                                            NULL};
    const struct reference *list = repository->references.items;
    size_t n = repository->references.n, n_found = 0;
    for (int n_starts = 0; n_found < n; n_starts++) {
        struct git_process git;
        repository->next_request = n_found;
        int status = n_starts < MAX_STARTS ? git_start(&git, &repository->place, arguments,
                                                       ask_for_commit, repository, err)
                                           : err_set(err, "git cannot read its references");
        while (status == 0 && n_found < n && take_tip(repository, &git, &list[n_found]))
            n_found++;
        if (n_starts < MAX_STARTS)
            git_end(&git, NULL);
        if (status != 0)
            return ERR;
        if (n_found < n) /* git has ended at this one */
            repository_add_broken(repository, list[n_found++].name, "");
    }
    return 0;
}

bool tips_ask(void *context, struct str *out)
{
    struct tips *tips = context;
    if (tips->n == 0)
        return false;
    str_print(out, "%s\n", tips->list->id);
    tips->list++;
    tips->n--;
    return true;
}

/* Whether git can list the commits of these tips. If not, `reason` is what it says. */
static int can_list(struct repository *repository, struct tips tips, struct str *reason,
                    struct err *err)
{
    static const char *const arguments[] = {"rev-list", "--quiet", "--stdin", "--", NULL};
    struct git_process git;
    char *line;
    size_t length;
    int status = git_start(&git, &repository->place, arguments, tips_ask, &tips, err);
    while (status == 0 && git_read_to(&git, '\n', REPOSITORY_MAX_REFERENCE, &line, &length) == 1)
        ;
    bool is_late = git.is_late;
    bool is_listed = git_end(&git, reason) == 0 || is_late;
    return status == 0 ? is_listed : ERR;
}

/* Adds those of these tips that git can list. */
static int keep(struct repository *repository, struct tips tips, size_t *n_groups, struct err *err)
{
    scoped(str) reason = {0};
    int status = *n_groups < MAX_GROUPS ? can_list(repository, tips, &reason, err) : 0;
    if (status < 0 || interrupt_signal())
        return status < 0 ? ERR : 0;
    if (status == 0 && tips.n > 1 && ++*n_groups < MAX_GROUPS) {
        struct tips half = {tips.list, tips.n / 2}, rest = {tips.list + half.n, tips.n - half.n};
        return keep(repository, half, n_groups, err) == 0 ? keep(repository, rest, n_groups, err)
                                                          : ERR;
    }
    for (size_t i = 0; i < tips.n; i++)
        if (status)
            array_push(&repository->tips, tips.list[i]);
        else
            repository_add_broken(repository, tips.list[i].name,
                                  reason.length ? str_text(&reason) : "too many are broken");
    return 0;
}

int tips_leave_out(struct repository *repository, struct err *err)
{
    struct reference *list = repository->tips.items;
    struct tips all = {list, repository->tips.n};
    size_t n_groups = 0;
    memset(&repository->tips, 0, sizeof repository->tips);
    int status = keep(repository, all, &n_groups, err);
    free(list);
    return status;
}
