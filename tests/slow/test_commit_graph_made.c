/* Histories of repositories with everything that histories can have (tests/git), beside git. */
#include "miner/git/commit_graph.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#define GIT                                                                                \
    "GIT_CEILING_DIRECTORIES=\"$SCRATCH\" git -c safe.directory='*' --no-replace-objects " \
    "-C \"$SCRATCH\"/'%s' "

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_python("made histories") && has_program("git", "made histories") &&
               has_sandbox("made histories");
    if (is_ready)
        run_valid(NULL, "python3 \"$SAMPLE/../git/repositories.py\" \"$SCRATCH\"/all");
    return 0;
}
SUITE_SETUP(set_up, NULL);

/* Reads the history of $SCRATCH/NAME. Returns false if it is not a repository. */
static bool read_made(struct commit_graph *graph, struct repository *repository, const char *name,
                      const char *root)
{
    scoped(arena) arena = {NULL};
    atomic_size_t n_read = 0;
    const char *folder;
    if (!repository_is(scratch_path(name), &arena, &folder))
        return false;
    assert_done(repository_open(repository, folder, scratch_path(root), &err));
    assert_done(commit_graph_read(graph, repository, SIGHT_REFS, NULL, NULL, &n_read, &err));
    return true;
}

/* Compares the visible commits with those that git reaches from all references. Where git fails,
 * there is damage, except to settings and the file `shallow`, which do not matter. */
static bool compare_reached(const struct commit_graph *graph, const char *name)
{
    scoped(str) listed = {0};
    size_t n = 0, n_listed = 0;
    if (run_shell(&listed, GIT "rev-list --all 2>\"$SCRATCH\"/errors", name) != 0) {
        if (!graph->damage.n && !strstr(name, "config") && !strstr(name, "shallow"))
            fail_msg("%s: no damage, but git says: %s", name, str_text(&listed));
        return false;
    }
    for (const char *at = listed.text; at && (at = strchr(at, '\n')); at++)
        n_listed++;
    for (size_t i = 0; i < graph->commits.n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        bool is_listed = strstr(str_text(&listed), commit->id);
        n += commit->is_visible;
        if (is_listed && !commit->is_visible)
            fail_msg("%s: %s is not visible", name, commit->id);
    }
    if (n < n_listed)
        fail_msg("%s: %zu commits, but git lists %zu", name, n, n_listed);
    return n == n_listed;
}

/* More commits than git lists are those after a boundary in the file `shallow`. */
TEST(history__sees_what_git_reaches)
{
    if (!is_ready)
        skip();
    scoped(str) names = output_of("cd \"$SCRATCH\"/all && ls -d [a-z]*");
    size_t n_equal = 0;
    for (char *name = strtok(names.text, "\n"); name; name = strtok(NULL, "\n")) {
        scoped(commit_graph) graph = {.damage = {0}};
        scoped(repository) repository = {.folder = NULL};
        const char *path = printed("all/%s", name);
        if (read_made(&graph, &repository, path, "all"))
            n_equal += compare_reached(&graph, path);
    }
    assert_in_range(n_equal, 60, 111);
}

/* The commits and what descends from them, one pair after the other. */
TEST(history__relates_all_pairs_as_git_does)
{
    static const char *const names[] = {"all/merges", "all/commit-graph", "all/grafts", "all/refs",
                                        "all/shallow-with-parents"};
    if (!is_ready)
        skip();
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        scoped(commit_graph) graph = {.damage = {0}};
        scoped(repository) repository = {.folder = NULL};
        assert_true(read_made(&graph, &repository, names[i], "all"));
        size_t n = graph.commits.n;
        scoped_memory uint8_t *relations = mem_alloc(n, 1);
        for (uint32_t base = 0; base < n; base++) {
            commit_graph_relate(&graph, base, relations);
            for (uint32_t other = 0; other < n; other++) {
                /* without its boundaries */
                int status = run_shell(NULL,
                                       "export GIT_SHALLOW_FILE=/dev/null GIT_GRAFT_FILE=/dev/null"
                                       "; " GIT "-c core.commitGraph=false merge-base --is-ancestor"
                                       " %s %s",
                                       names[i], graph.commits.items[other].id,
                                       graph.commits.items[base].id);
                if ((relations[other] <= RELATION_BEFORE) != (status == 0))
                    fail_msg("%s: %u to %u is %s", names[i], other, base,
                             relation_names[relations[other]]);
            }
        }
    }
}
