/* The history of a hostile repository: what git prints of its references and objects, and what is
 * in its reflogs and pseudo-refs, are any bytes. What is kept of them is sound, and the changes
 * between the commits have whole names.
 *
 * The input is a reflog, FETCH_HEAD, and a reference of a linked worktree, then the output of the
 * commands in the order in which they start, separated by lines `====`, with abbreviations
 * (fake_git.h). A line `r` at its start chooses a reftable. */
#include "miner/git/commit_graph.h"
#include "miner/git/tree_changes.h"
#include "tests/fuzz/fake_git.h"
#include "tests/fuzz/target.h"

#include <sys/stat.h>

static const char *const files[] = {"logs/refs/stash", "FETCH_HEAD", "worktrees/w/refs/bisect/bad"};

/* Makes the folder of the repository, once for each process. */
static const char *folder_of_repository(void)
{
    static char *folder;
    if (folder)
        return folder;
    const char *scratch = getenv("SCRATCH");
    scoped_memory char *made =
        mem_print("%s/history-%d", scratch ? scratch : "out/fuzz", (int)getpid());
    static const char *const inner[] = {"",
                                        "/logs",
                                        "/logs/refs",
                                        "/worktrees",
                                        "/worktrees/w",
                                        "/worktrees/w/refs",
                                        "/worktrees/w/refs/bisect"};
    for (size_t i = 0; i < N_ITEMS(inner); i++) {
        scoped_memory char *path = mem_print("%s%s", made, inner[i]);
        REQUIRE(mkdir(path, 0755) == 0, "cannot make '%s'", path);
    }
    folder = realpath(made, NULL);
    return folder;
}

static void write_files(const struct git_outputs *outputs)
{
    for (size_t i = 0; i < N_ITEMS(files); i++) {
        scoped_memory char *path = mem_print("%s/%s", folder_of_repository(), files[i]);
        FILE *file = fopen(path, "w");
        REQUIRE(file, "cannot write '%s'", path);
        fwrite(str_text(&outputs->texts[i]), 1, outputs->texts[i].length, file);
        fclose(file);
    }
}

/* ---- What is kept ---- */

static void require_id(const char *id)
{
    REQUIRE(git_is_id(id, strlen(id)), "an id: %s", id);
}

static void require_text(const char *text, size_t most)
{
    REQUIRE(strlen(text) <= most && utf8_is_valid(text, strlen(text)), "a text: %s", text);
}

static void check_commits(const struct commit_graph *graph)
{
    size_t n = graph->commits.n;
    for (uint32_t i = 0; i < n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        require_id(commit->id);
        require_id(commit->tree);
        require_text(commit->subject, 200);
        REQUIRE(commit_graph_find(graph, commit->id) == i, "commit %u is not found", i);
        REQUIRE(commit->is_visible && commit->places < 1 << N_PLACES, "commit %u", i);
        REQUIRE(!commit->is_cut || graph->damage.n, "a silent cut");
        REQUIRE((size_t)commit->parents + commit->n_parents <= graph->parents.n, "its parents");
        for (uint32_t j = 0; j < commit->n_parents; j++) {
            uint32_t parent = graph->parents.items[commit->parents + j];
            REQUIRE(parent < i, "commit %u is before its parent", i);
            REQUIRE(!(commit->places & ~graph->commits.items[parent].places), "places of %u", i);
        }
    }
    REQUIRE(!graph->damage.n == !graph->damage.text.length, "silent damage");
    require_text(str_text(&graph->damage.text), SIZE_MAX);
}

static void check_sightings(const struct commit_graph *graph)
{
    scoped_array struct number_list found = {0};
    for (size_t i = 0; i < graph->sightings.n; i++) {
        const struct sighting *it = &graph->sightings.items[i];
        require_text(it->name, SIZE_MAX);
        REQUIRE(it->commit < graph->commits.n && it->place < N_PLACES, "sighting %zu", i);
        REQUIRE(!i || it[-1].place <= it->place, "sightings out of order");
    }
    for (uint32_t i = 0; i < graph->commits.n; i++) {
        unsigned places = 0;
        array_clear(&found);
        commit_graph_sightings_of(graph, &i, 1, &found);
        for (size_t j = 0; j < found.n; j++)
            places |= 1u << graph->sightings.items[found.items[j]].place;
        REQUIRE(places == graph->commits.items[i].places, "places of commit %u", i);
    }
}

/* What is before a commit is related to it the other way round, unless nothing reaches it. */
static void check_relations(const struct commit_graph *graph)
{
    size_t n = graph->commits.n;
    scoped_memory uint8_t *relations = mem_alloc(n * n + 1, 1);
    for (uint32_t i = 0; i < n; i++)
        commit_graph_relate(graph, i, relations + i * n);
    for (size_t i = 0; i < n * n; i++) {
        size_t base = i / n, other = i % n;
        uint8_t back = relations[other * n + base];
        REQUIRE((relations[i] == RELATION_SAME) == (base == other), "itself");
        REQUIRE(relations[i] != RELATION_BEFORE || back == RELATION_AFTER ||
                    back == RELATION_UNREACHABLE,
                "%zu and %zu", base, other);
        REQUIRE(relations[i] != RELATION_AFTER || back == RELATION_BEFORE, "%zu and %zu", base,
                other);
    }
}

/* ---- Changes ---- */

struct taken {
    size_t n_pairs;
    size_t *n; /* of each pair */
};

static void take(void *context, size_t pair, const struct tree_change *change)
{
    struct taken *taken = context;
    REQUIRE(pair < taken->n_pairs, "pair %zu", pair);
    require_id(change->id[0]);
    require_id(change->id[1]);
    bool has_two = change->status == 'R' || change->status == 'C';
    REQUIRE(has_two || strcmp(change->path[0], change->path[1]) == 0, "two paths");
    taken->n[pair] += strlen(change->path[0]) + strlen(change->path[1]) + strlen(change->mode[0]) +
                      strlen(change->mode[1]) + 1;
}

static void drop(void *context, size_t pair)
{
    struct taken *taken = context;
    REQUIRE(pair < taken->n_pairs, "pair %zu", pair);
    taken->n[pair] = 0;
}

static void check_changes(const struct commit_graph *graph, struct repository *repository)
{
    size_t n = graph->commits.n, n_damaged;
    scoped_memory struct tree_pair *pairs = mem_alloc(n + 1, sizeof *pairs);
    struct taken taken = {n, mem_alloc(n + 1, sizeof *taken.n)};
    scoped(str) damage = {0};
    struct err err;
    for (size_t i = 0; i < n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        pairs[i].commit = commit->id;
        if (commit->n_parents)
            pairs[i].parent = graph->commits.items[graph->parents.items[commit->parents]].id;
    }
    const struct tree_comparison comparison = {.pairs = pairs,
                                               .n = n,
                                               .finds_renames = true,
                                               .context = &taken,
                                               .take = take,
                                               .drop = drop};
    REQUIRE(tree_changes_read(&comparison, repository, &n_damaged, &damage, &err) == 0, "%s",
            err.message);
    REQUIRE(n_damaged <= n && (!n_damaged || damage.length), "%zu damaged pairs", n_damaged);
    free(taken.n);
}

FUZZ_TARGET(history)
{
    const char *at = (const char *)bytes, *end = at + length;
    struct git_outputs outputs;
    struct repository repository = {.folder = folder_of_repository()};
    scoped(commit_graph) graph = {.damage = {0}};
    atomic_size_t n_read = 0;
    struct err err;
    target_keep_memory();
    if (length >= 2 && memcmp(bytes, "r\n", 2) == 0) {
        repository.has_reftable = true;
        at += 2;
    }
    git_outputs_cut(&outputs, at, end);
    write_files(&outputs);
    fake_git_set(outputs.list + N_ITEMS(files),
                 outputs.n > N_ITEMS(files) ? outputs.n - N_ITEMS(files) : 0);
    REQUIRE(commit_graph_read(&graph, &repository, SIGHT_ALL, NULL, NULL, &n_read, &err) == 0, "%s",
            err.message);
    check_commits(&graph);
    check_sightings(&graph);
    check_relations(&graph);
    check_changes(&graph, &repository);
    array_release(&repository.references);
    arena_release(&repository.arena);
    damage_release(&repository.broken);
    git_outputs_release(&outputs);
    return 0;
}
