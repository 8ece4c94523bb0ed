/* What a result says of its task: what can be seen beside the base (commits first; without any,
 * blobs), and what the findings are to the task, by the graph and by the names that lead to them.
 */
#include "guard/tasks/scanning.h"

#include "miner/git/git_process.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 5, MAX_LINE = 1 << 12 };

const char *const finding_role_names[] = {
    "", "own pull request", "merge of the fix", "backport", "other branch", "earlier fix", NULL,
};

/* ---- The seal ---- */

/* Adds the names that lead to a commit that is not of the base's past. */
static void add_seal_names(struct seal *seal, const struct scanned *scanned)
{
    const struct history *history = &scanned->history;
    for (size_t i = 0; i < history->sightings.n; i++) {
        const struct sighting *sighting = &history->sightings.items[i];
        if (scanned->relations[sighting->commit] <= RELATION_BEFORE || seal->n_names++ >= MAX_NAMES)
            continue;
        array_push(&seal->names, arena_text(&scanned->scan->arena, sighting->name));
    }
}

static void count_commits(struct seal *seal, const struct scanned *scanned)
{
    const struct history *history = &scanned->history;
    for (uint32_t i = 0; i < history->commits.n; i++) {
        const struct past_commit *commit = &history->commits.items[i];
        if (scanned->relations[i] <= RELATION_BEFORE || !is_in_sight(scanned, i))
            continue;
        seal->n_relations[scanned->relations[i]]++;
        for (int place = 0; place < N_PLACES; place++)
            seal->n_places[place] += commit->places >> place & 1;
        seal->n_places[N_PLACES] += !commit->places;
        seal->is_sealed = false;
    }
}

/* Counts the blobs that are not of the base's past. */
static int count_blobs(struct seal *seal, struct scanned *scanned, const char *base,
                       struct err *err)
{
    const char *const arguments[] = {
        "rev-list", "--objects", "--no-object-names", "--missing=allow-any", base, "--", NULL};
    const struct table *blobs = &scanned->history.blobs;
    struct git_process git;
    scoped_memory bool *is_known = mem_alloc(blobs->keys.n + 1, 1);
    char *line;
    size_t length;
    int status = git_start(&git, &scanned->repository.place, arguments, NULL, NULL, err);
    seal->n_blobs = (int64_t)blobs->keys.n;
    while (status == 0 && git_read_to(&git, '\n', MAX_LINE, &line, &length) == 1) {
        int64_t number = table_find(blobs, line);
        if (number == TABLE_NONE || is_known[number])
            continue;
        is_known[number] = true;
        seal->n_blobs--;
    }
    git_end(&git, NULL);
    seal->is_sealed = seal->n_blobs == 0;
    return status;
}

int seal_make(struct task_result *result, struct scanned *scanned, struct err *err)
{
    struct seal *seal = &result->seal;
    seal->is_sealed = true;
    seal->n_blobs = -1;
    count_commits(seal, scanned);
    add_seal_names(seal, scanned);
    if (!seal->is_sealed || scanned->options->sight != SIGHT_ALL)
        return 0;
    if (scanned->n_loose < 0)
        return count_blobs(seal, scanned, result->base, err);
    seal->n_blobs = scanned->n_loose; /* all trees are of the base's past */
    seal->is_sealed = seal->n_blobs == 0;
    return 0;
}

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
    const struct history *history = &scanned->history;
    bool *is_own = mem_alloc(history->commits.n, sizeof *is_own);
    bool has_any = !number;
    for (int step = 0; step < 2 && !has_any; step++)
        for (size_t i = 0; i < task->findings.n; i++) {
            uint32_t commit = task->findings.items[i].commit;
            bool is_there = (scanned->relations[commit] == RELATION_AFTER) == (step == 0);
            is_own[commit] =
                is_there && is_subject_of(history->commits.items[commit].subject, number);
            has_any = has_any || is_own[commit];
        }
    for (size_t i = history->commits.n; has_any && i-- > 0;) {
        const struct past_commit *commit = &history->commits.items[i];
        for (uint32_t p = 0; is_own[i] && p < commit->n_parents; p++)
            is_own[history->parents.items[commit->parents + p]] = true;
    }
    return is_own;
}

/* Marks the commits that are findings, or have one in their past. */
static bool *mark_past(const struct history *history, const struct searched_task *task)
{
    bool *is_past = mem_alloc(history->commits.n, sizeof *is_past);
    for (size_t i = 0; i < task->findings.n; i++)
        is_past[task->findings.items[i].commit] = true;
    for (size_t i = 0; i < history->commits.n; i++) {
        const struct past_commit *commit = &history->commits.items[i];
        for (uint32_t p = 0; p < commit->n_parents; p++)
            is_past[i] = is_past[i] || is_past[history->parents.items[commit->parents + p]];
    }
    return is_past;
}

static bool merges_past(const struct history *history, const struct past_commit *commit,
                        const bool *is_past)
{
    for (uint32_t p = 1; p < commit->n_parents; p++)
        if (is_past[history->parents.items[commit->parents + p]])
            return true;
    return false;
}

/* Returns the number of commits in the past of one of two commits, and not of the other. */
static int64_t count_between(const struct history *history, uint32_t from, uint32_t to)
{
    scoped_memory uint8_t *of = mem_alloc(history->commits.n, 1); /* bits: 1 from, 2 to */
    int64_t n = 0, n_open = from != to; /* open: marks of `from` alone that are not counted yet */
    of[from] |= 1;
    of[to] |= 2;
    for (size_t i = (from > to ? from : to) + (size_t)1; n_open && i-- > 0;) {
        const struct past_commit *commit = &history->commits.items[i];
        n += of[i] == 1;
        n_open -= of[i] == 1;
        for (uint32_t p = 0; of[i] && p < commit->n_parents; p++) {
            uint8_t *parent = &of[history->parents.items[commit->parents + p]], was = *parent;
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
    struct history *history = &scanned->history;
    struct arena *arena = &scanned->scan->arena;
    const struct finding *finding = ranked->finding;
    const struct past_commit *commit = &history->commits.items[finding->commit];
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
    kept.distance = is_before ? count_between(history, base, finding->commit)
                              : count_between(history, finding->commit, base);
    kept.n_names = names->n;
    for (size_t i = 0; i < names->n; i++) {
        const struct sighting *sighting = &history->sightings.items[names->items[i]];
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
    uint32_t commits[HISTORY_MAX_SIGHTED];
    for (size_t first = 0, part; first < n; first += part) {
        struct number_list names[HISTORY_MAX_SIGHTED] = {{0}};
        part = n - first < HISTORY_MAX_SIGHTED ? n - first : HISTORY_MAX_SIGHTED;
        for (size_t i = 0; i < part; i++)
            commits[i] = ranked[first + i].finding->commit;
        history_sightings_of(&scanned->history, commits, part, names);
        for (size_t i = 0; i < part; i++) {
            array_push(&result->findings, keep_finding(scanned, &ranked[first + i], task->base,
                                                       result->task->number, &names[i]));
            array_release(&names[i]);
        }
    }
}

static enum finding_role role_of(const struct history *history, const struct past_commit *commit,
                                 enum relation relation, const bool *is_past, bool is_own)
{
    if (relation == RELATION_BEFORE)
        return ROLE_EARLIER;
    if (is_own)
        return ROLE_OWN_PULL_REQUEST;
    if (merges_past(history, commit, is_past))
        return ROLE_MERGE;
    if (relation != RELATION_SIDE)
        return ROLE_OTHER;
    bool is_released = commit->places & (1U << PLACE_BRANCH | 1U << PLACE_REMOTE | 1U << PLACE_TAG);
    return is_released ? ROLE_BACKPORT : ROLE_OTHER_BRANCH;
}

/* Removes the findings that are not in sight: they are in the past of other bases. */
static void remove_unseen(const struct scanned *scanned, struct searched_task *task)
{
    size_t n = 0;
    for (size_t i = 0; i < task->findings.n; i++)
        if (is_in_sight(scanned, task->findings.items[i].commit))
            task->findings.items[n++] = task->findings.items[i];
    task->findings.n = n;
}

void findings_keep(struct task_result *result, struct scanned *scanned, struct searched_task *task)
{
    const struct history *history = &scanned->history;
    const char *number = result->task->number;
    scoped_array ARRAY(struct ranked_finding) ranked = {0};
    remove_unseen(scanned, task);
    scoped_memory bool *is_past = mark_past(history, task);
    scoped_memory bool *is_own = mark_own(scanned, task, number);
    for (size_t i = 0; i < task->findings.n; i++) {
        const struct finding *finding = &task->findings.items[i];
        enum relation relation = (enum relation)scanned->relations[finding->commit];
        const struct past_commit *commit = &history->commits.items[finding->commit];
        bool is_its_own = is_own[finding->commit];
        enum finding_role role = role_of(history, commit, relation, is_past, is_its_own);
        array_push(&ranked, ((struct ranked_finding){finding, relation, role}));
        result->n_findings[finding->evidence][relation]++;
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
