/* What can be seen beside a base: commits first; without any, blobs. */
#include "tasks/scanning.h"

#include "sources/git/git_process.h"

enum { MAX_NAMES = 5, MAX_LINE = 1 << 12 };

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
