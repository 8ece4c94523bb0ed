/* A repository is opened once for all of its tasks: its commits and its files are read once, and
 * then compared with each gold patch. Then each result gets what can be seen beside its base
 * (commits first; without any, blobs), and what the findings are to the task, by the graph and by
 * the names that lead to them. */
#include "guard/tasks/task_scan.h"

#include "base/file.h"
#include "miner/git/commit_graph.h"
#include "miner/git/git_process.h"

#include <stdlib.h>
#include <string.h>

/* The tasks of a repository that can be searched. */
struct scanned {
    struct task_scan *scan;
    const struct scan_options *options;
    struct repository repository;
    struct commit_graph graph;
    ARRAY(struct searched_task) tasks;
    ARRAY(struct task_result *) results; /* by task; those of the scan */
    struct sealing sealing;
};

enum { MAX_NAMES = 5 };

const char *const finding_role_names[] = {
    "", "own pull request", "merge of the fix", "backport", "other branch", "earlier fix", NULL,
};

/* ---- The findings ---- */

/* Whether a subject is that of the pull request with this number: "Merge pull request #NUMBER from
 * ...", or another one whose last number after a '#' it is. The subject of a commit that reverts
 * another one quotes that one's. */
static bool is_subject_of(const char *subject, const char *number)
{
    static const char merge[] = "Merge ", revert[] = "Revert \"";
    bool is_merge = strncmp(subject, merge, sizeof merge - 1) == 0;
    const char *at = is_merge ? strchr(subject, '#') : strrchr(subject, '#');
    size_t n = strlen(number);
    return at && strncmp(subject, revert, sizeof revert - 1) != 0 &&
           strncmp(at + 1, number, n) == 0 && (at[1 + n] < '0' || at[1 + n] > '9');
}

/* Whether a reference is one of a pull request: refs/pull/NUMBER/head. */
static bool is_pull_of(const struct sighting *sighting, const char *number)
{
    scoped_memory char *part = mem_print("/%s/", number);
    return sighting->place == PLACE_PULL && strstr(sighting->name, part);
}

/* Marks, by commit, the findings of the task's own pull request and their past: those with its
 * number after the base, as long as there are any, because other branches take over subjects. What
 * a merge brings has no number. */
static bool *mark_own(const struct scanned *scanned, const struct searched_task *task,
                      const char *number)
{
    const struct commit_graph *graph = &scanned->graph;
    bool *is_own = mem_alloc(graph->commits.n, sizeof *is_own);
    bool has_any = !number;
    for (int step = 0; step < 2 && !has_any; step++)
        for (size_t i = 0; i < task->findings.n; i++) {
            uint32_t commit = task->findings.items[i].commit;
            bool is_there = (scanned->sealing.relations[commit] == RELATION_AFTER) == (step == 0);
            is_own[commit] =
                is_there && is_subject_of(graph->commits.items[commit].subject, number);
            has_any = has_any || is_own[commit];
        }
    for (size_t i = graph->commits.n; has_any && i-- > 0;) {
        const struct past_commit *commit = &graph->commits.items[i];
        for (uint32_t p = 0; is_own[i] && p < commit->n_parents; p++)
            is_own[graph->parents.items[commit->parents + p]] = true;
    }
    return is_own;
}

/* Marks the commits that are findings, or have one in their past. */
static bool *mark_past(const struct commit_graph *graph, const struct searched_task *task)
{
    bool *is_past = mem_alloc(graph->commits.n, sizeof *is_past);
    for (size_t i = 0; i < task->findings.n; i++)
        is_past[task->findings.items[i].commit] = true;
    for (size_t i = 0; i < graph->commits.n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        for (uint32_t p = 0; p < commit->n_parents; p++)
            is_past[i] = is_past[i] || is_past[graph->parents.items[commit->parents + p]];
    }
    return is_past;
}

static bool merges_past(const struct commit_graph *graph, const struct past_commit *commit,
                        const bool *is_past)
{
    for (uint32_t p = 1; p < commit->n_parents; p++)
        if (is_past[graph->parents.items[commit->parents + p]])
            return true;
    return false;
}

/* Returns the number of commits in the past of one of two commits, and not of the other. */
static int64_t count_between(const struct commit_graph *graph, uint32_t from, uint32_t to)
{
    scoped_memory uint8_t *of = mem_alloc(graph->commits.n, 1); /* bits: 1 from, 2 to */
    int64_t n = 0, n_open = from != to; /* open: marks of `from` alone that are not counted yet */
    of[from] |= 1;
    of[to] |= 2;
    for (size_t i = (from > to ? from : to) + (size_t)1; n_open && i-- > 0;) {
        const struct past_commit *commit = &graph->commits.items[i];
        n += of[i] == 1;
        n_open -= of[i] == 1;
        for (uint32_t p = 0; of[i] && p < commit->n_parents; p++) {
            uint8_t *parent = &of[graph->parents.items[commit->parents + p]], was = *parent;
            *parent |= of[i];
            n_open += (*parent == 1) - (was == 1);
        }
    }
    return n;
}

struct ranked_finding {
    const struct finding *finding;
    enum relation relation;
    enum finding_role role;
};

/* The findings before the base come first, then the stronger ones, then those of a lower number. */
static int compare_ranked(const void *a, const void *b)
{
    const struct ranked_finding *x = a, *y = b;
    bool is_early_x = x->relation == RELATION_BEFORE, is_early_y = y->relation == RELATION_BEFORE;
    if (is_early_x != is_early_y)
        return is_early_x ? -1 : 1;
    if (x->finding->evidence != y->finding->evidence)
        return COMPARE(x->finding->evidence, y->finding->evidence);
    if ((x->role == ROLE_MERGE) != (y->role == ROLE_MERGE))
        return x->role == ROLE_MERGE ? 1 : -1;
    return COMPARE(x->finding->commit, y->finding->commit);
}

/* Makes what is kept of a finding. */
static struct task_finding keep_finding(struct scanned *scanned,
                                        const struct ranked_finding *ranked, uint32_t base,
                                        const char *number, const struct number_list *names)
{
    struct commit_graph *graph = &scanned->graph;
    struct arena *arena = &scanned->scan->arena;
    const struct finding *finding = ranked->finding;
    const struct past_commit *commit = &graph->commits.items[finding->commit];
    struct task_finding kept = {
        .commit = arena_text(arena, commit->id),
        .subject = arena_text(arena, commit->subject),
        .date = commit->date,
        .evidence = finding->evidence,
        .is_solved = finding->is_solved,
        .similarity = finding->similarity,
        .relation = ranked->relation,
        .role = ranked->role,
        .places = commit->places,
    };
    bool is_before = kept.relation == RELATION_BEFORE;
    kept.distance = is_before ? count_between(graph, base, finding->commit)
                              : count_between(graph, finding->commit, base);
    kept.n_names = names->n;
    for (size_t i = 0; i < names->n; i++) {
        const struct sighting *sighting = &graph->sightings.items[names->items[i]];
        if (i < MAX_NAMES)
            array_push(&kept.names, arena_text(arena, sighting->name));
        bool is_tip = sighting->commit == finding->commit; /* refs/pull/NUMBER/merge */
        bool is_own = !is_before && (is_tip || kept.role != ROLE_MERGE) && number &&
                      is_pull_of(sighting, number);
        kept.role = is_own ? ROLE_OWN_PULL_REQUEST : kept.role;
    }
    return kept;
}

/* Keeps the first `n` of the findings of a task. */
static void keep_first(struct task_result *result, struct scanned *scanned,
                       const struct searched_task *task, const struct ranked_finding *ranked,
                       size_t n)
{
    uint32_t commits[COMMIT_GRAPH_MAX_SIGHTED];
    for (size_t first = 0, n_asked; first < n; first += n_asked) {
        struct number_list names[COMMIT_GRAPH_MAX_SIGHTED] = {{0}};
        n_asked = n - first < COMMIT_GRAPH_MAX_SIGHTED ? n - first : COMMIT_GRAPH_MAX_SIGHTED;
        for (size_t i = 0; i < n_asked; i++)
            commits[i] = ranked[first + i].finding->commit;
        commit_graph_sightings_of(&scanned->graph, commits, n_asked, names);
        for (size_t i = 0; i < n_asked; i++) {
            array_push(&result->findings, keep_finding(scanned, &ranked[first + i], task->base,
                                                       result->task->number, &names[i]));
            array_release(&names[i]);
        }
    }
}

static enum finding_role role_of(const struct commit_graph *graph, const struct past_commit *commit,
                                 enum relation relation, const bool *is_past, bool is_own)
{
    if (relation == RELATION_BEFORE)
        return ROLE_EARLIER;
    if (is_own)
        return ROLE_OWN_PULL_REQUEST;
    if (merges_past(graph, commit, is_past))
        return ROLE_MERGE;
    if (relation != RELATION_SIDE)
        return ROLE_OTHER;
    bool is_released = commit->places & (1U << PLACE_BRANCH | 1U << PLACE_REMOTE | 1U << PLACE_TAG);
    return is_released ? ROLE_BACKPORT : ROLE_OTHER_BRANCH;
}

/* The base is of its own past. */
static enum relation relation_of(const struct scanned *scanned, const struct finding *finding)
{
    uint8_t relation = scanned->sealing.relations[finding->commit];
    return relation == RELATION_SAME ? RELATION_BEFORE : (enum relation)relation;
}

/* Whether a finding says something of a task. The base has what is removed before it: so it shows
 * nothing that a commit there once added what the gold deletes, or removed code like it. */
static bool is_telling(const struct scanned *scanned, const struct searched_task *task,
                       const struct finding *finding)
{
    bool is_before = relation_of(scanned, finding) == RELATION_BEFORE;
    bool is_old = finding->evidence == EVIDENCE_REVERT ? !task->gold.has_added : !finding->is_new;
    return seal_has_in_sight(&scanned->sealing, finding->commit) && !(is_before && is_old);
}

/* Removes the findings that say nothing, or are not in sight: in the past of other bases. */
static void remove_unseen(const struct scanned *scanned, struct searched_task *task)
{
    size_t n = 0;
    for (size_t i = 0; i < task->findings.n; i++)
        if (is_telling(scanned, task, &task->findings.items[i]))
            task->findings.items[n++] = task->findings.items[i];
    task->findings.n = n;
}

/* Whether a finding before the base is the solution. The same lines may have been changed at
 * another place, if the base has them. */
static bool is_solution(const struct task_result *result, const struct finding *finding)
{
    bool is_elsewhere = result->has_donor && finding->evidence == EVIDENCE_EXACT;
    return finding->is_solved || finding->evidence == EVIDENCE_CONTAINED ||
           (finding->evidence == EVIDENCE_EXACT && !is_elsewhere);
}

/* Sets the findings and texts of a result, and counts them. Removes those of `task` that are not in
 * sight. `relations` are those to its base. */
static void keep_findings(struct task_result *result, struct scanned *scanned,
                          struct searched_task *task)
{
    const struct commit_graph *graph = &scanned->graph;
    const char *number = result->task->number;
    scoped_array ARRAY(struct ranked_finding) ranked = {0};
    remove_unseen(scanned, task);
    scoped_memory bool *is_past = mark_past(graph, task);
    scoped_memory bool *is_own = mark_own(scanned, task, number);
    for (size_t i = 0; i < task->findings.n; i++) {
        const struct finding *finding = &task->findings.items[i];
        enum relation relation = relation_of(scanned, finding);
        const struct past_commit *commit = &graph->commits.items[finding->commit];
        bool is_its_own = is_own[finding->commit];
        enum finding_role role = role_of(graph, commit, relation, is_past, is_its_own);
        array_push(&ranked, ((struct ranked_finding){finding, relation, role}));
        result->n_findings[finding->evidence][relation]++;
        result->is_solved_before |= relation == RELATION_BEFORE && is_solution(result, finding);
    }
    array_sort(&ranked, compare_ranked);
    size_t limit = scanned->options->limit;
    keep_first(result, scanned, task, ranked.items, ranked.n < limit ? ranked.n : limit);
    result->n_texts = task->texts.n;
    for (size_t i = 0; i < task->texts.n; i++)
        result->n_files += !task->texts.items[i].is_blob;
    for (size_t i = 0; i < task->texts.n && i < scanned->options->limit; i++)
        array_push(&result->texts, task->texts.items[i]);
}

/* ---- A repository ---- */

/* Adds the lines of a text. */
static void add_note(struct task_scan *scan, const char *path, const char *text)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        str_print(&scan->notes, "%s: %.*s\n", path, (int)length, text);
    }
}

/* Adds the tasks of a repository whose bases are among its commits. */
static void add_tasks(struct scanned *scanned, int64_t number)
{
    for (size_t t = 0; t < scanned->scan->results.n; t++) {
        struct task_result *result = &scanned->scan->results.items[t];
        if (result->home != number || result->fault)
            continue;
        int64_t base = commit_graph_find(&scanned->graph, result->base);
        if (base < 0) {
            result->fault = "git cannot read its base commit";
            continue;
        }
        result->base_date = scanned->graph.commits.items[base].date;
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
    struct solution_notes notes = {.n_unread = 0};
    const struct solution_place place = {&scanned->repository, &scanned->graph,
                                         scanned->options->files, scanned->options->meter};
    if (scanned->options->is_sealed_only)
        return 0;
    int status = solutions_find(scanned->tasks.items, scanned->tasks.n, &place,
                                &scanned->scan->arena, &notes, err);
    if (status == 0) {
        scanned->scan->n_unread += notes.n_unread;
        if (notes.damage.length)
            add_note(scanned->scan, path, notes.damage.text);
        scanned->sealing.n_loose = (int64_t)notes.n_loose;
        find_twins(scanned);
    }
    str_release(&notes.damage);
    return status;
}

static int finish_tasks(struct scanned *scanned, const char *path, struct err *err)
{
    scoped(str) notes = {0};
    const unsigned donor = 1U << EVIDENCE_EXACT | 1U << EVIDENCE_CONTAINED | 1U << EVIDENCE_SOLVED;
    int status = 0;
    for (size_t i = 0; i < scanned->tasks.n && status == 0; i++) {
        struct searched_task *task = &scanned->tasks.items[i];
        struct task_result *result = scanned->results.items[i];
        str_clear(&notes);
        seal_relate(&scanned->sealing, task->base, task->patch, &notes);
        add_note(scanned->scan, path, str_text(&notes));
        status = seal_make(&result->seal, &scanned->sealing, result->base, err);
        result->off = task->off;
        result->has_donor = (task->off & donor) == 1U << EVIDENCE_CONTAINED;
        result->is_applicable = task->is_applicable || scanned->options->is_sealed_only;
        keep_findings(result, scanned, task);
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
    scoped(str) reason = {0}, hidden = {0};
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
    if (commit_graph_read(&scanned->graph, repository, options->sight, &bases, &seal_taker, &n_read,
                          err) != 0)
        return ERR;
    seal_find_hidden(&scanned->sealing, &hidden);
    add_note(scanned->scan, it->path, str_text(&hidden));
    if (scanned->graph.damage.n) {
        scanned->scan->n_damaged++;
        add_note(scanned->scan, it->path, str_text(&scanned->graph.damage.text));
    }
    add_tasks(scanned, number);
    return search_tasks(scanned, it->path, err) == 0 ? finish_tasks(scanned, it->path, err) : ERR;
}

static void release_scanned(struct scanned *scanned)
{
    for (size_t i = 0; i < scanned->tasks.n; i++)
        searched_task_release(&scanned->tasks.items[i]);
    array_release(&scanned->tasks);
    array_release(&scanned->results);
    sealing_release(&scanned->sealing);
    commit_graph_release(&scanned->graph);
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
        if (result->home != number || result->fault)
            continue;
        release_result(result); /* some of it may have been found before the failure */
        *result = (struct task_result){.task = result->task,
                                       .home = result->home,
                                       .repository = result->repository,
                                       .base = result->base,
                                       .fault = "its repository cannot be read"};
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
        struct scanned scanned = {.scan = out, .options = options};
        scanned.sealing = (struct sealing){.repository = &scanned.repository,
                                           .graph = &scanned.graph,
                                           .sight = options->sight,
                                           .arena = &out->arena,
                                           .n_loose = -1};
        if (scan_repository(&scanned, (int64_t)r, &reason) != 0)
            status = take_failure(out, (int64_t)r, list->list.items[r].path, &reason, err);
        release_scanned(&scanned);
    }
    return status;
}

bool task_result_is_solved_before(const struct task_result *result)
{
    return result->is_solved_before || result->n_findings[EVIDENCE_EXACT][RELATION_BEFORE] ||
           result->n_findings[EVIDENCE_REVERT][RELATION_BEFORE];
}

/* Whether nothing could be searched for: the gold changes only white space, modes, or binary files.
 */
static bool has_nothing_to_find(const struct task_result *result)
{
    unsigned all = 1U << EVIDENCE_EXACT | 1U << EVIDENCE_SOLVED;
    return (result->off & all) == all;
}

const char *const task_decision_names[] = {"keep", "drop", "review", NULL};

enum task_decision task_result_decide(const struct task_result *result, const char **why)
{
    const struct {
        bool is_so;
        const char *why;
    } reasons[] = {
        {result->fault, "not searched"},
        {result->is_solved_before, "the past has the fix"},
        {result->n_findings[EVIDENCE_REVERT][RELATION_BEFORE], "the past reverts it"},
        {result->n_findings[EVIDENCE_EXACT][RELATION_BEFORE], "the past may have it elsewhere"},
        {result->n_files, "a file has the fix"},
        {result->n_findings[EVIDENCE_SIMILAR][RELATION_BEFORE], "the past is similar"},
        {has_nothing_to_find(result), "nothing to search for"},
        {!result->is_applicable, "the patch does not apply"},
    };
    *why = NULL;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons && !*why; i++)
        *why = reasons[i].is_so ? reasons[i].why : NULL;
    return result->is_solved_before ? TASK_DROP : *why ? TASK_REVIEW : TASK_KEEP;
}

/* ---- The outcome, and lists ---- */

static void count_task(struct task_outcome *outcome, unsigned allowed,
                       const struct task_result *result)
{
    bool is_before = !(allowed & ALLOWED_BEFORE);
    if (result->fault) {
        bool fails = result->repository || !(allowed & ALLOWED_UNMATCHED);
        outcome->n_failing += fails;
        outcome->not_searched += fails;
        return;
    }
    outcome->n_searched++;
    bool is_open = !result->seal.is_sealed, applies = result->is_applicable;
    bool is_solved = is_before && task_result_is_solved_before(result);
    bool is_blind = is_before && has_nothing_to_find(result);
    outcome->not_sealed += is_open;
    outcome->solved_before += is_solved;
    outcome->in_files += result->n_texts > 0;
    outcome->not_applicable += !applies;
    outcome->blind += is_blind;
    outcome->n_failing += is_open || is_solved || result->n_texts || !applies || is_blind;
}

struct task_outcome task_outcome_of(const struct task_scan *scan, unsigned allowed)
{
    struct task_outcome outcome = {.is_clean = false};
    for (size_t i = 0; i < scan->results.n; i++)
        count_task(&outcome, allowed, &scan->results.items[i]);
    outcome.is_clean =
        outcome.n_searched && !outcome.n_failing && !scan->n_damaged && !scan->n_unread;
    return outcome;
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
    const char *why;
    int status = target_open_shared(&folder, lists->folder, err);
    scoped_memory bool *is_wanted = mem_alloc(tasks->list.n, sizeof *is_wanted);
    for (int decision = 0; decision < N_TASK_DECISIONS && status == 0; decision++) {
        scoped_memory char *path = list_path(lists, decision);
        for (size_t i = 0; i < tasks->list.n; i++)
            is_wanted[i] = (int)task_result_decide(&scan->results.items[i], &why) == decision;
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
