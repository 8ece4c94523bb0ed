/* A leak is found if one of its commits is. The evidence `revert` does not count, because no leak
 * undoes its fix. */
#include "tasks/calibration.h"

static void count_leak(const struct planted_leak *leak, const struct searched_task *task,
                       struct planted_counts *counts)
{
    bool is_found = false, is_otherwise = false;
    for (size_t i = 0; i < task->findings.n; i++) {
        const struct finding *finding = &task->findings.items[i];
        if (finding->commit < leak->commit || finding->commit >= leak->commit + leak->n_commits ||
            (finding->evidence == EVIDENCE_REVERT && !finding->is_solved))
            continue;
        is_found = true;
        is_otherwise = is_otherwise || finding->evidence != EVIDENCE_SIMILAR || finding->is_solved;
    }
    counts->n_planted++;
    counts->n_found += is_found;
    counts->n_otherwise += is_otherwise;
}

static void count_leaks(const struct planting *planting, const struct planted_search *search,
                        struct calibration *calibration)
{
    for (size_t first = 0, end; first < planting->leaks.n; first = end) {
        bool has_kind[N_PLANT_KINDS] = {false};
        const struct planted_leak *leaks = planting->leaks.items;
        for (end = first; end < planting->leaks.n && leaks[end].task == leaks[first].task; end++) {
            has_kind[leaks[end].kind] = true;
            count_leak(&leaks[end], &search->tasks[leaks[end].task],
                       &calibration->kinds[leaks[end].kind]);
        }
        for (int kind = 0; kind < N_PLANT_KINDS; kind++)
            calibration->kinds[kind].n_left_out += !has_kind[kind];
        calibration->n_tasks++;
    }
}

/* Whether a commit changes a file with a name of the gold's. */
static bool concerns(const struct file_history *files, const struct gold_patch *gold,
                     uint32_t commit)
{
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++)
        for (size_t n = 0; n < gold->names.n; n++)
            if (files->changes.items[i].name[0] == gold->names.items[n] ||
                files->changes.items[i].name[1] == gold->names.items[n])
                return true;
    return false;
}

static void count_alarms(const struct searched_task *task, const struct planted_search *search,
                         const uint8_t *relations, struct calibration *calibration)
{
    bool has[N_EVIDENCES] = {false};
    for (size_t i = 0; i < task->findings.n; i++)
        if (relations[task->findings.items[i].commit] == RELATION_BEFORE)
            has[task->findings.items[i].evidence] = true;
    bool is_alarmed = false;
    for (int evidence = 0; evidence < N_EVIDENCES; evidence++) {
        calibration->n_alarms[evidence] += has[evidence];
        is_alarmed = is_alarmed || has[evidence];
    }
    calibration->n_alarmed += is_alarmed;
    calibration->n_searched++;
    for (uint32_t commit = 0; commit < search->history->commits.n; commit++)
        calibration->n_earlier += relations[commit] == RELATION_BEFORE &&
                                  search->history->commits.items[commit].n_parents &&
                                  concerns(search->files, &task->gold, commit);
}

void calibration_count(struct calibration *calibration, const struct planting *planting,
                       const struct planted_search *search)
{
    scoped_memory uint8_t *relations = mem_alloc(planting->n_commits, 1);
    count_leaks(planting, search, calibration);
    calibration->n_unplanted += planting->n_unplanted;
    for (size_t t = 0; t < search->n_tasks; t++) {
        struct searched_task *task = &search->tasks[t];
        size_t n = 0;
        for (size_t i = 0; i < task->findings.n; i++)
            if (task->findings.items[i].commit < planting->n_commits)
                task->findings.items[n++] = task->findings.items[i];
        task->findings.n = n;
        history_relate(search->history, task->base, relations);
        count_alarms(task, search, relations, calibration);
    }
}
