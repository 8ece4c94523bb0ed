/* A repository is opened once for all of its tasks: its history and its files are read once, and
 * then compared with each gold patch. */
#include "guard/tasks/scanning.h"

#include "base/file.h"
#include "miner/git/git_process.h"

#include <stdlib.h>
#include <string.h>

static void add_note(struct task_scan *scan, const char *path, const char *text)
{
    str_print(&scan->notes, "%s: %s\n", path, text);
}

/* Adds the tasks of a repository whose bases are in its history. */
static void add_tasks(struct scanned *scanned, int64_t number)
{
    for (size_t t = 0; t < scanned->scan->results.n; t++) {
        struct task_result *result = &scanned->scan->results.items[t];
        if (result->home != number || result->problem)
            continue;
        int64_t base = history_find(&scanned->history, result->base);
        if (base < 0) {
            result->problem = "git cannot read its base commit";
            continue;
        }
        result->base_date = scanned->history.commits.items[base].date;
        array_push(&scanned->tasks,
                   ((struct searched_task){.patch = &result->task->patch, .base = (uint32_t)base}));
        array_push(&scanned->results, result);
    }
}

/* Names an earlier task with the same change. */
static void find_twins(struct scanned *scanned)
{
    for (size_t i = 0; i < scanned->tasks.n; i++)
        for (size_t j = 0; j < i && !scanned->results.items[i]->twin; j++) {
            const struct signed_lines *a = &scanned->tasks.items[i].gold.change;
            const struct signed_lines *b = &scanned->tasks.items[j].gold.change;
            bool is_same =
                a->n && a->n == b->n && memcmp(a->items, b->items, a->n * sizeof *a->items) == 0;
            if (is_same)
                scanned->results.items[i]->twin = scanned->results.items[j]->task;
        }
}

static int search_tasks(struct scanned *scanned, const char *path, struct err *err)
{
    struct search_notes notes = {.n_unread = 0};
    const struct search_place place = {&scanned->repository, &scanned->history,
                                       scanned->options->files, scanned->options->meter};
    if (scanned->options->is_sealed_only)
        return 0;
    int status = solutions_find(scanned->tasks.items, scanned->tasks.n, &place,
                                &scanned->scan->arena, &notes, err);
    if (status == 0) {
        scanned->scan->n_unread += notes.n_unread;
        if (notes.damage.length)
            add_note(scanned->scan, path, notes.damage.text);
        scanned->n_loose = (int64_t)notes.n_loose;
        find_twins(scanned);
    }
    str_release(&notes.damage);
    return status;
}

static int finish_tasks(struct scanned *scanned, struct err *err)
{
    int status = 0;
    scanned->relations = mem_alloc(scanned->history.commits.n, 1);
    for (size_t i = 0; i < scanned->tasks.n && status == 0; i++) {
        struct searched_task *task = &scanned->tasks.items[i];
        struct task_result *result = scanned->results.items[i];
        history_relate(&scanned->history, task->base, scanned->relations);
        status = seal_make(result, scanned, err);
        result->off = task->off;
        result->is_applicable = task->is_applicable || scanned->options->is_sealed_only;
        findings_keep(result, scanned, task);
        meter_show(&scanned->options->meter, (struct meter_step){"ordering findings", "tasks",
                                                                 i + 1, scanned->tasks.n, i + 1});
    }
    return status;
}

/* Scans a repository, unless no task is about it. */
static int scan_repository(struct scanned *scanned, int64_t number, struct err *err)
{
    const struct repository_list *list = &scanned->scan->repositories;
    const struct listed_repository *it = &list->list.items[number];
    const struct scan_options *options = scanned->options;
    struct repository *repository = &scanned->repository;
    scoped(str) reason = {0};
    scoped_array struct text_list bases = {0};
    char fingerprint[SHA256_HEX_SIZE];
    for (size_t t = 0; t < scanned->scan->results.n; t++) {
        const struct task_result *result = &scanned->scan->results.items[t];
        if (result->home == number && result->base)
            array_push(&bases, result->base);
    }
    if (!bases.n)
        return 0;
    if (listed_repository_open(repository, list, it, err) != 0)
        return ERR;
    if (repository_fingerprint(repository, fingerprint, &reason) != 0)
        return err_set(err, "%s", str_text(&reason));
    atomic_size_t n_read = 0;
    if (history_read(&scanned->history, repository, options->sight, &bases, NULL, &n_read, err) !=
        0)
        return ERR;
    if (scanned->history.damage.n) {
        scanned->scan->n_damaged++;
        add_note(scanned->scan, it->path, str_text(&scanned->history.damage.text));
    }
    add_tasks(scanned, number);
    return search_tasks(scanned, it->path, err) == 0 ? finish_tasks(scanned, err) : ERR;
}

static void release_scanned(struct scanned *scanned)
{
    for (size_t i = 0; i < scanned->tasks.n; i++)
        searched_task_release(&scanned->tasks.items[i]);
    array_release(&scanned->tasks);
    array_release(&scanned->results);
    free(scanned->relations);
    history_release(&scanned->history);
    repository_close(&scanned->repository);
}

/* ---- All ---- */

static void release_result(struct task_result *result)
{
    array_release(&result->seal.names);
    for (size_t i = 0; i < result->findings.n; i++)
        array_release(&result->findings.items[i].names);
    array_release(&result->findings);
    array_release(&result->texts);
}

/* A repository that cannot be scanned is named, unless git cannot be run any more. */
static int take_failure(struct task_scan *scan, int64_t number, const char *path,
                        const struct err *reason, struct err *err)
{
    if (git_check_version(err) != 0)
        return ERR;
    scan->n_damaged++;
    add_note(scan, path, reason->message);
    for (size_t t = 0; t < scan->results.n; t++) {
        struct task_result *result = &scan->results.items[t];
        if (result->home != number || result->problem)
            continue;
        release_result(result); /* some of it may have been found before the failure */
        *result = (struct task_result){.task = result->task,
                                       .home = result->home,
                                       .repository = result->repository,
                                       .base = result->base,
                                       .problem = "its repository cannot be read"};
    }
    return 0;
}

int task_scan_run(struct task_scan *out, const struct task_list *tasks, const char *path,
                  const struct scan_options *options, struct err *err)
{
    struct repository_list *list = &out->repositories;
    struct input_errors errors = {.arena = &out->arena};
    struct err reason;
    if (git_check_version(err) != 0 || repository_list_read(list, path, &errors, NULL, err) != 0)
        return ERR;
    for (size_t i = 0; i < errors.list.n; i++)
        add_note(out, errors.list.items[i].file, errors.list.items[i].detail);
    array_release(&errors.list);
    task_repositories_find(out, tasks);
    int status = 0;
    for (size_t r = 0; r < list->list.n && status == 0; r++) {
        struct scanned scanned = {.scan = out, .options = options, .n_loose = -1};
        if (scan_repository(&scanned, (int64_t)r, &reason) != 0)
            status = take_failure(out, (int64_t)r, list->list.items[r].path, &reason, err);
        release_scanned(&scanned);
    }
    return status;
}

bool task_result_is_solved_before(const struct task_result *result)
{
    return result->n_findings[EVIDENCE_EXACT][RELATION_BEFORE] ||
           result->n_findings[EVIDENCE_CONTAINED][RELATION_BEFORE] ||
           result->n_findings[EVIDENCE_SOLVED][RELATION_BEFORE];
}

/* Whether nothing could be searched for: the gold changes only white space, modes, or binary files.
 */
static bool has_nothing_to_find(const struct task_result *result)
{
    unsigned all = 1U << EVIDENCE_EXACT | 1U << EVIDENCE_SOLVED;
    return (result->off & all) == all;
}

const char *const task_decision_names[] = {"keep", "drop", "review", NULL};

enum task_decision task_result_decide(const struct task_result *result)
{
    if (task_result_is_solved_before(result))
        return TASK_DROP;
    bool is_doubtful = result->problem || !result->is_applicable || has_nothing_to_find(result) ||
                       result->n_files || result->n_findings[EVIDENCE_SIMILAR][RELATION_BEFORE];
    return is_doubtful ? TASK_REVIEW : TASK_KEEP;
}

/* ---- The verdict, and lists ---- */

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
    bool is_blind = is_before && has_nothing_to_find(result);
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

void task_scan_release(struct task_scan *scan)
{
    for (size_t i = 0; i < scan->results.n; i++)
        release_result(&scan->results.items[i]);
    array_release(&scan->results);
    repository_list_release(&scan->repositories);
    arena_release(&scan->arena);
    str_release(&scan->notes);
}
