/* Every question about descent is one pass over the numbers of the commits, because parents have
 * smaller numbers than children. */
#include "miner/git/history.h"

const char *const relation_names[] = {"same", "before", "after", "side", "unreachable", NULL};

/* Adds to the places of each commit those of its children. */
static void spread_places(struct history *history)
{
    for (size_t i = 0; i < history->sightings.n; i++) {
        const struct sighting *sighting = &history->sightings.items[i];
        history->commits.items[sighting->commit].places |= (uint16_t)(1u << sighting->place);
    }
    for (size_t i = history->commits.n; i-- > 0;) {
        const struct past_commit *commit = &history->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents; j++)
            history->commits.items[history->parents.items[commit->parents + j]].places |=
                commit->places;
    }
}

/* Marks commits and their ancestors. */
static void spread_marks(const struct history *history, uint32_t last, bool *is_marked)
{
    for (size_t i = (size_t)last + 1; i-- > 0;) {
        const struct past_commit *commit = &history->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents && is_marked[i]; j++)
            is_marked[history->parents.items[commit->parents + j]] = true;
    }
}

void history_show(struct history *history, enum sight sight, const struct text_list *bases)
{
    size_t n = history->commits.n;
    scoped_memory bool *is_marked = mem_alloc(n + 1, sizeof *is_marked);
    spread_places(history);
    for (size_t i = 0; sight == SIGHT_ANCESTORS && i < bases->n; i++) {
        int64_t number = history_find(history, bases->items[i]);
        if (number != TABLE_NONE)
            is_marked[number] = true;
    }
    if (n)
        spread_marks(history, (uint32_t)n - 1, is_marked);
    for (size_t i = 0; i < n; i++) {
        struct past_commit *commit = &history->commits.items[i];
        commit->is_visible = sight == SIGHT_ALL || commit->places || is_marked[i];
    }
}

int64_t history_find(const struct history *history, const char *id)
{
    return table_find(&history->numbers_by_id, id);
}

/* Marks the descendants of the commits that are marked, from the first of these on. */
static void mark_descendants(const struct history *history, uint32_t first, bool *is_marked)
{
    for (size_t i = (size_t)first + 1; i < history->commits.n; i++) {
        const struct past_commit *commit = &history->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents && !is_marked[i]; j++)
            is_marked[i] = is_marked[history->parents.items[commit->parents + j]];
    }
}

void history_relate(const struct history *history, uint32_t base, uint8_t *relations)
{
    size_t n = history->commits.n;
    scoped_memory bool *is_before = mem_alloc(n + 1, sizeof *is_before);
    scoped_memory bool *is_after = mem_alloc(n + 1, sizeof *is_after);
    is_before[base] = is_after[base] = true;
    spread_marks(history, base, is_before);
    mark_descendants(history, base, is_after);
    for (size_t i = 0; i < n; i++)
        relations[i] = i == base                           ? RELATION_SAME
                       : is_before[i]                      ? RELATION_BEFORE
                       : !history->commits.items[i].places ? RELATION_UNREACHABLE
                       : is_after[i]                       ? RELATION_AFTER
                                                           : RELATION_SIDE;
}

void history_sightings_of(const struct history *history, const uint32_t *commits, size_t n,
                          struct number_list *out)
{
    scoped_memory uint64_t *past = mem_alloc(history->commits.n + 1, sizeof *past); /* bits */
    for (size_t i = 0; i < n; i++)
        past[commits[i]] |= UINT64_C(1) << i;
    for (size_t i = 0; i < history->commits.n; i++) {
        const struct past_commit *commit = &history->commits.items[i];
        for (uint32_t j = 0; j < commit->n_parents; j++)
            past[i] |= past[history->parents.items[commit->parents + j]];
    }
    for (uint32_t s = 0; s < history->sightings.n; s++)
        for (uint64_t bits = past[history->sightings.items[s].commit]; bits; bits &= bits - 1)
            array_push(&out[__builtin_ctzll(bits)], s);
}
