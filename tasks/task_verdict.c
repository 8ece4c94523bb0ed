#include "tasks/task_verdict.h"

#include "base/file.h"

static void count_task(struct task_verdict *verdict, unsigned allowed,
                       const struct task_result *result)
{
    bool is_before = !(allowed & ALLOWED_BEFORE);
    if (result->problem) {
        bool fails = result->repository || !(allowed & ALLOWED_UNMATCHED);
        verdict->n_failing += fails;
        verdict->not_searched += fails;
        return;
    }
    verdict->n_searched++;
    bool is_open = !result->seal.is_sealed, applies = result->is_applicable;
    bool is_solved = is_before && task_result_is_solved_before(result);
    bool is_blind = is_before && task_result_is_blind(result);
    verdict->not_sealed += is_open;
    verdict->solved_before += is_solved;
    verdict->in_files += result->n_texts > 0;
    verdict->not_applicable += !applies;
    verdict->blind += is_blind;
    verdict->n_failing += is_open || is_solved || result->n_texts || !applies || is_blind;
}

struct task_verdict task_verdict_of(const struct task_scan *scan, unsigned allowed)
{
    struct task_verdict verdict = {.is_clean = false};
    for (size_t i = 0; i < scan->results.n; i++)
        count_task(&verdict, allowed, &scan->results.items[i]);
    verdict.is_clean =
        verdict.n_searched && !verdict.n_failing && !scan->n_damaged && !scan->n_unread;
    return verdict;
}

/* ---- The lists ---- */

/* Returns the path of the list of a decision. The caller frees it. */
static char *list_path(const struct task_lists *lists, int decision)
{
    static const char *const suffixes[] = {
        [TASKS_LINES] = "jsonl", [TASKS_ARRAY] = "json", [TASKS_PATCH] = "patch"};
    return mem_print("%s/%s.%s", lists->folder, task_decision_names[decision],
                     suffixes[lists->format]);
}

int task_lists_check(const struct task_lists *lists, struct err *err)
{
    for (int i = 0; i < N_TASK_DECISIONS; i++) {
        scoped_memory char *path = list_path(lists, i);
        if (file_kind_at(lists->folder) == FILE_KIND_FOLDER &&
            target_check(path, lists->is_replacing, err) != 0)
            return ERR;
    }
    return 0;
}

int task_lists_write(const struct task_lists *lists, const struct task_list *tasks,
                     const struct task_scan *scan, struct err *err)
{
    scoped(target) folder = {.path = NULL};
    struct target targets[N_TASK_DECISIONS] = {{.path = NULL}}, *open[N_TASK_DECISIONS];
    int status = target_open_shared(&folder, lists->folder, err);
    scoped_memory bool *is_wanted = mem_alloc(tasks->list.n, sizeof *is_wanted);
    for (int decision = 0; decision < N_TASK_DECISIONS && status == 0; decision++) {
        scoped_memory char *path = list_path(lists, decision);
        for (size_t i = 0; i < tasks->list.n; i++)
            is_wanted[i] = (int)task_result_decide(&scan->results.items[i]) == decision;
        open[decision] = &targets[decision];
        status = target_open(&targets[decision], path, lists->is_replacing, err);
        if (status == 0)
            status = task_list_write(tasks, is_wanted, &targets[decision], err);
    }
    if (status == 0)
        status = target_commit_all(open, N_TASK_DECISIONS, err);
    for (int i = 0; i < N_TASK_DECISIONS; i++)
        target_abandon(&targets[i]);
    return status == 0 ? target_commit(&folder, err) : ERR;
}
