/* Which repository each task is about. */
#include "guard/tasks/task_scan.h"

#include "base/file.h"
#include "base/str.h"
#include "miner/git/git_process.h"

#include <ctype.h>
#include <string.h>

/* How a repository fits a task; the strongest comes first. One that has the base is stronger than
 * any that has not. */
enum fit { FIT_ID, FIT_NAME, FIT_BASE, FIT_TREE, N_FITS };
enum { FITS_NOT = 2 * N_FITS };

struct asked_bases {
    const struct task_list *tasks;
    const char **bases, **trees; /* by task */
    struct arena *arena;
    size_t n_answered; /* two for each task */
    bool has_any;
};

/* What is known of a repository. */
struct known_repository {
    struct str address; /* of the list, or of the remote `origin`; empty: unknown */
    const char **bases; /* by task: the id of its base commit; NULL: it is missing */
    bool is_remade;     /* it has none of them, but commits with their trees */
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
    const char *const folders[] = {"/.git", "/repo", "/testbed", NULL};
    str_add_text(out, it->git_folder);
    trim(out);
    for (const char *const *folder = folders; *folder; folder++)
        if (out->length > strlen(*folder) &&
            strcmp(out->text + out->length - strlen(*folder), *folder) == 0)
            out->text[out->length -= strlen(*folder)] = '\0';
    trim(out);
}

/* Returns the fit, plus N_FITS if the repository does not have the base; or FITS_NOT. */
static int rank_of(const struct task *task, const struct listed_repository *it,
                   const struct known_repository *known, bool has_base)
{
    scoped(str) path = {0};
    add_path(&path, it);
    bool has_id = task->id && ends_with(str_text(&path), task->id);
    bool has_name = task->repository &&
                    (known->address.length ? ends_with(known->address.text, task->repository)
                                           : path_has_name(str_text(&path), task->repository));
    if (known->is_remade && has_base && !has_id)
        return FIT_TREE;
    if (!has_id && !has_name)
        return has_base ? FIT_BASE : FITS_NOT;
    return (has_id ? FIT_ID : FIT_NAME) + (has_base ? 0 : N_FITS);
}

/* ---- Bases ---- */

static bool ask_for_bases(void *context, struct str *out)
{
    const struct asked_bases *asked = context;
    for (size_t i = 0; i < asked->tasks->list.n; i++) {
        const char *base = asked->tasks->list.items[i].base;
        bool is_plain = base && *base && !strpbrk(base, "\n\r");
        base = is_plain ? base : "";
        str_print(out, "%s^{commit}\n%s^{tree}\n", base, base);
    }
    return false;
}

/* Takes a line "ID commit SIZE", then one of its tree; any other says that the base is missing. */
static bool take_base(void *context, char *line, size_t length)
{
    struct asked_bases *asked = context;
    size_t n = strcspn(line, " "), task = asked->n_answered / 2;
    bool is_tree = asked->n_answered++ % 2;
    (void)length;
    if (task == asked->tasks->list.n)
        return false;
    if (git_is_id(line, n) && text_begins(line + n, is_tree ? " tree " : " commit ")) {
        (is_tree ? asked->trees : asked->bases)[task] = arena_copy_text(asked->arena, line, n);
        asked->has_any = true;
    }
    return true;
}

/* Finds the bases. Sets `reason` to what git says, or what it cannot see, if there is none. */
static void find_bases(struct known_repository *known, const struct repository *repository,
                       const struct task_list *tasks, const char **trees, struct arena *arena,
                       struct str *reason)
{
    static const char *const arguments[] = {"cat-file", "--batch-check", "--buffer", NULL};
    struct asked_bases asked = {
        .tasks = tasks, .bases = known->bases, .trees = trees, .arena = arena};
    scoped(str) warnings = {0};
    const struct git_talk talk = {'\n', ask_for_bases, take_base, &asked, &warnings, GIT_BUSY_S};
    int status = git_run(&repository->place, arguments, &talk, reason);
    known->is_remade = !asked.has_any;
    if (asked.has_any || repository->left_out.length)
        str_clear(reason);
    if (!asked.has_any && repository->left_out.length)
        str_add_text(reason, repository->left_out.text);
    else if (!asked.has_any && status == 0)
        str_add(reason, str_text(&warnings), strcspn(str_text(&warnings), "\n"));
}

/* Takes a line "TREE COMMIT". */
static bool take_tree(void *context, char *line, size_t length)
{
    const struct asked_bases *asked = context;
    size_t n = strcspn(line, " ");
    for (size_t t = 0; t < asked->tasks->list.n && length > n; t++)
        if (asked->trees[t] && strncmp(asked->trees[t], line, n) == 0)
            asked->bases[t] = arena_text(asked->arena, line + n + 1);
    return true;
}

/* Takes commits with the trees of the bases, in a repository without these. */
static void find_trees(const struct task_scan *scan, size_t number, struct asked_bases *asked)
{
    static const char *const arguments[] = {"log", "--all", "--format=%T %H", "--", NULL};
    const struct repository_list *list = &scan->repositories;
    scoped(repository) repository = {.is_shallow = false};
    scoped(str) ignored = {0};
    const struct git_talk talk = {'\n', NULL, take_tree, asked, &ignored, GIT_BUSY_S};
    struct err err;
    if (listed_repository_open(&repository, list, &list->list.items[number], &err) == 0)
        git_run(&repository.place, arguments, &talk, &ignored);
}

/* ---- Choosing ---- */

static struct task_result choose(const struct task *task, size_t number,
                                 const struct repository_list *list,
                                 const struct known_repository *known)
{
    struct task_result chosen = {
        .task = task, .home = NO_REPOSITORY, .fault = "no repository has its name or its base"};
    int best = FITS_NOT;
    size_t n = 0; /* that fit as well as the best */
    for (size_t r = 0; r < list->list.n; r++) {
        const char *base = known[r].bases ? known[r].bases[number] : NULL;
        int rank = known[r].bases ? rank_of(task, &list->list.items[r], &known[r], base) : FITS_NOT;
        n = rank < best ? 1 : n + (rank == best);
        chosen.home = rank < best ? (int64_t)r : chosen.home;
        chosen.base = rank < best ? base : chosen.base;
        best = rank < best ? rank : best;
    }
    bool has_base = best < N_FITS;
    if (best != FITS_NOT && n == 1) {
        chosen.fault = has_base ? NULL : "its base commit is not in the repository";
    } else if (best != FITS_NOT) {
        chosen.home = NO_REPOSITORY;
        chosen.base = NULL;
        chosen.fault = has_base ? "several repositories have its base, and none its id"
                                : "several repositories have its name, and none its base";
    }
    return chosen;
}

/* Opens a repository, and finds its address and the bases. Notes one that cannot be opened. */
static void look_at(struct known_repository *known, struct task_scan *out,
                    const struct listed_repository *it, const struct task_list *tasks,
                    const char **trees)
{
    scoped(repository) repository = {.is_shallow = false};
    scoped(str) text = {0};
    struct err reason;
    if (listed_repository_open(&repository, &out->repositories, it, &reason) != 0) {
        str_print(&out->notes, "%s: %s\n", it->path, reason.message);
        return;
    }
    known->bases = mem_alloc(tasks->list.n, sizeof *known->bases);
    if (it->url)
        str_add_text(&known->address, it->url);
    else
        repository_add_url(&repository, &known->address);
    trim(&known->address);
    find_bases(known, &repository, tasks, trees, &out->arena, &text);
    if (text.length)
        str_print(&out->notes, "%s: %s\n", it->path, text.text);
}

void task_repositories_find(struct task_scan *out, const struct task_list *tasks)
{
    const struct repository_list *repositories = &out->repositories;
    size_t n = repositories->list.n;
    struct known_repository *known = mem_alloc(n, sizeof *known);
    scoped_memory const char **trees = mem_alloc(tasks->list.n + 1, sizeof *trees);
    for (size_t r = 0; r < n; r++)
        look_at(&known[r], out, &repositories->list.items[r], tasks, trees);
    for (size_t r = 0; r < n; r++) {
        struct asked_bases asked = {tasks, known[r].bases, trees, &out->arena, 0, false};
        if (known[r].is_remade)
            find_trees(out, r, &asked);
    }
    for (size_t t = 0; t < tasks->list.n; t++) {
        const struct task *task = &tasks->list.items[t];
        struct task_result result = {.task = task, .home = NO_REPOSITORY, .fault = task->fault};
        if (!task->fault)
            result = choose(task, t, repositories, known);
        if (result.home != NO_REPOSITORY)
            result.repository =
                arena_text(&out->arena, repositories->list.items[result.home].unit.id);
        if (result.base && known[result.home].is_remade)
            str_print(&out->notes, "%s: commit %.10s has the tree of the base of %s\n",
                      repositories->list.items[result.home].path, result.base, task->id);
        array_push(&out->results, result);
    }
    for (size_t r = 0; r < n; r++) {
        free(known[r].bases);
        str_release(&known[r].address);
    }
    free(known);
}
