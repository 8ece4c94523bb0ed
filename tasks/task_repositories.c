#include "tasks/task_repositories.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/str.h"
#include "sources/git/git_process.h"

#include <ctype.h>
#include <string.h>

enum { MAX_LINE = 1 << 12, N_FITS = 3 };

/* How a repository fits a task; the strongest comes first. */
enum fit { FIT_ID, FIT_NAME, FIT_BASE, FIT_NONE };

struct asked_bases {
    const struct task_list *tasks;
    size_t next;
};

/* What is known of a repository. */
struct known_repository {
    struct str address; /* of the list, or of the remote `origin`; empty: unknown */
    const char **bases; /* by task: the id of its base commit; NULL: it is missing */
};

/* ---- Names ---- */

/* Whether a text ends with another one, in any case, at the start of a part of a path. */
static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return m && n >= m && strcasecmp(text + n - m, end) == 0 &&
           (n == m || strchr("/:", text[n - m - 1]));
}

/* Removes slashes and `.git` from the end of a path or address. */
static void trim(struct str *path)
{
    static const char suffix[] = ".git";
    size_t n_suffix = sizeof suffix - 1;
    while (path->length && path->text[path->length - 1] == '/')
        path->text[--path->length] = '\0';
    if (path->length > n_suffix && strcasecmp(path->text + path->length - n_suffix, suffix) == 0 &&
        path->text[path->length - n_suffix - 1] != '/')
        path->text[path->length -= n_suffix] = '\0';
}

static bool path_has_name(const char *path, const char *name)
{
    static const char *const joints[] = {"/", "__", "-", "_", "+", NULL};
    const char *slash = strrchr(name, '/');
    if (!slash)
        return ends_with(path, name);
    for (const char *const *joint = joints; *joint; joint++) {
        scoped_memory char *joined =
            mem_print("%.*s%s%s", (int)(slash - name), name, *joint, slash + 1);
        if (ends_with(path, joined))
            return true;
    }
    return ends_with(path, slash + 1);
}

/* The path of a repository without the name of its folder, if that says nothing of it. */
static void add_path(struct str *out, const struct listed_repository *it)
{
    str_add_text(out, it->git_folder);
    while (out->length && out->text[out->length - 1] == '/')
        out->text[--out->length] = '\0';
    const char *const folders[] = {"/.git", "/repo", "/repo.git", "/testbed", NULL};
    for (const char *const *folder = folders; *folder; folder++)
        if (out->length > strlen(*folder) &&
            strcmp(out->text + out->length - strlen(*folder), *folder) == 0)
            out->text[out->length -= strlen(*folder)] = '\0';
    trim(out);
}

static enum fit fit_of(const struct task *task, const struct listed_repository *it,
                       const struct known_repository *known, bool has_base)
{
    scoped(str) path = {0};
    add_path(&path, it);
    if (task->id && ends_with(str_text(&path), task->id))
        return FIT_ID;
    bool has_name = task->repository &&
                    (known->address.length ? ends_with(known->address.text, task->repository)
                                           : path_has_name(str_text(&path), task->repository));
    return has_name ? FIT_NAME : has_base ? FIT_BASE : FIT_NONE;
}

/* ---- Bases ---- */

static bool ask_for_base(void *context, struct str *out)
{
    struct asked_bases *asked = context;
    if (asked->next == asked->tasks->list.n)
        return false;
    const struct task *task = &asked->tasks->list.items[asked->next++];
    bool is_plain = task->base && !strpbrk(task->base, "\n\r") && *task->base;
    str_print(out, "%s^{commit}\n", is_plain ? task->base : "");
    return true;
}

/* Returns the id in a line "ID commit SIZE"; NULL if the line is another one. */
static const char *commit_in(char *line, struct arena *arena)
{
    size_t n = strspn(line, "0123456789abcdef");
    bool is_commit = (n == 40 || n == 64) && strncmp(line + n, " commit ", 8) == 0;
    return is_commit ? arena_copy_text(arena, line, n) : NULL;
}

/* Finds the bases. Sets `reason` to what git says, or what it cannot see, if there is none. */
static int find_bases(struct known_repository *known, struct repository *repository,
                      const struct task_list *tasks, struct arena *arena, struct str *reason,
                      struct err *err)
{
    static const char *const arguments[] = {"cat-file", "--batch-check", "--buffer", NULL};
    struct asked_bases asked = {tasks, 0};
    struct git_process git;
    scoped(str) warnings = {0};
    bool has_any = false;
    char *line;
    size_t length;
    int status = git_start(&git, &repository->place, arguments, ask_for_base, &asked, err);
    git.warnings = &warnings;
    for (size_t i = 0; status == 0 && git_read_to(&git, '\n', MAX_LINE, &line, &length) == 1; i++) {
        if (i < tasks->list.n)
            known->bases[i] = commit_in(line, arena);
        has_any = has_any || (i < tasks->list.n && known->bases[i]);
    }
    int ended = git_end(&git, reason);
    if (has_any || repository->left_out.length)
        str_clear(reason);
    if (!has_any && repository->left_out.length)
        str_add_text(reason, repository->left_out.text);
    else if (!has_any && ended == 0)
        str_add(reason, str_text(&warnings), strcspn(str_text(&warnings), "\n"));
    return status;
}

/* ---- Choosing ---- */

struct candidate {
    int64_t repository;
    size_t n; /* that fit equally well */
};

static void choose(struct task_repository *out, const struct task *task, size_t number,
                   const struct repository_list *list, const struct known_repository *known)
{
    struct candidate best[N_FITS][2] = {{{0, 0}}}; /* by fit, and whether they have the base */
    for (size_t r = 0; r < list->list.n; r++) {
        bool has_base = known[r].bases && known[r].bases[number];
        enum fit fit =
            known[r].bases ? fit_of(task, &list->list.items[r], &known[r], has_base) : FIT_NONE;
        if (fit != FIT_NONE && best[fit][has_base].n++ == 0)
            best[fit][has_base].repository = (int64_t)r;
    }
    *out = (struct task_repository){NO_REPOSITORY, NULL, "no repository has its name or its base"};
    for (int has_base = 1; has_base >= 0; has_base--)
        for (int fit = 0; fit < N_FITS; fit++) {
            const struct candidate *candidate = &best[fit][has_base];
            if (!candidate->n)
                continue;
            if (candidate->n > 1) {
                out->problem = has_base ? "several repositories have its base, and none its id"
                                        : "several repositories have its name, and none its base";
                return;
            }
            out->repository = candidate->repository;
            out->base = known[candidate->repository].bases[number];
            out->problem = has_base ? NULL : "its base commit is not in the repository";
            return;
        }
}

/* Opens a repository, and finds its address and the bases. Notes one that cannot be opened. */
static int look_at(struct known_repository *known, struct task_repositories *out,
                   const struct repository_list *list, const struct listed_repository *it,
                   const struct task_list *tasks, struct err *err)
{
    scoped(repository) repository = {.is_shallow = false};
    scoped(str) text = {0};
    struct err reason;
    if (listed_repository_open(&repository, list, it, &reason) != 0) {
        str_print(&out->unreadable, "%s: %s\n", it->path, reason.message);
        return 0;
    }
    known->bases = mem_alloc(tasks->list.n, sizeof *known->bases);
    if (it->url)
        str_add_text(&known->address, it->url);
    else
        repository_add_url(&repository, &known->address);
    trim(&known->address);
    int status = find_bases(known, &repository, tasks, &out->arena, &text, err);
    if (text.length)
        str_print(&out->unreadable, "%s: %s\n", it->path, text.text);
    return status;
}

int task_repositories_find(struct task_repositories *out, const struct task_list *tasks,
                           const struct repository_list *repositories, struct err *err)
{
    size_t n = repositories->list.n;
    struct known_repository *known = mem_alloc(n, sizeof *known);
    int status = 0;
    for (size_t r = 0; r < n && status == 0 && !interrupt_signal(); r++)
        status = look_at(&known[r], out, repositories, &repositories->list.items[r], tasks, err);
    for (size_t t = 0; t < tasks->list.n && status == 0; t++) {
        struct task_repository chosen = {NO_REPOSITORY, NULL, tasks->list.items[t].problem};
        if (!chosen.problem)
            choose(&chosen, &tasks->list.items[t], t, repositories, known);
        array_push(&out->list, chosen);
    }
    for (size_t r = 0; r < n; r++) {
        free(known[r].bases);
        str_release(&known[r].address);
    }
    free(known);
    return status;
}

void task_repositories_release(struct task_repositories *repositories)
{
    arena_release(&repositories->arena);
    array_release(&repositories->list);
    str_release(&repositories->unreadable);
}
