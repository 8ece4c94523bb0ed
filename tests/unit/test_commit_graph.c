/* Commits as no git writes them, a reftable, and descent beside git. */
#include "miner/git/commit_graph.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* `c MESSAGE` commits, `new NAME` makes a repository whose reflogs are off and enters it, `at NAME`
 * enters one. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b "
    "GIT_AUTHOR_DATE='1500000000 +0000' GIT_COMMITTER_DATE='1500000000 +0000' && "
    "rm -rf r other w\n"
    "new() { cd \"$SCRATCH\" && git init -q -b main $1 && cd $1 && "
    "git config core.logAllRefUpdates false && git config advice.detachedHead false; }\n"
    "at() { cd \"$SCRATCH/$1\"; }\n"
    "c() { git commit -q --allow-empty -m \"$1\"; }\n"
    "new r && {\n";

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready =
        has_program("git", "histories of repositories") && has_sandbox("histories of repositories");
    return 0;
}
SUITE_SETUP(set_up, NULL);

static void open_made(struct repository *repository)
{
    scoped(arena) arena = {NULL};
    const char *folder;
    assert_true(repository_is(scratch_path("r"), &arena, &folder));
    assert_done(repository_open(repository, folder, scratch_path("."), &err));
}

static void read_made(struct commit_graph *graph, struct repository *repository, enum sight sight)
{
    atomic_size_t n_read = 0;
    open_made(repository);
    assert_done(commit_graph_read(graph, repository, sight, NULL, NULL, &n_read, &err));
    assert_true(n_read >= graph->commits.n);
}

#define MAIN(subject) "branch HEAD: " subject "\nbranch refs/heads/main: " subject "\n"

TEST(history__reads_a_reftable)
{
    static const struct text_case cases[] = {
        {"at .; rm -rf r; git init -q -b main --ref-format=reftable r; at r; c 1; c 2; git tag t; "
         "git reset -q --hard HEAD~; echo x >a; git add a; git stash -q -m s1; echo y >a; git add "
         "a; git stash -q -m s2; git reset -q --hard; git rev-parse t >.git/FETCH_HEAD",
         MAIN("1") "tag refs/tags/t: 2\nstash refs/stash: On main: s2\n"
                   "stash refs/stash@{0}: On main: s2\nstash refs/stash@{1}: On main: s1\n"
                   "reflog HEAD@{0}: 1\nreflog HEAD@{1}: 1\nreflog HEAD@{2}: 1\n"
                   "reflog HEAD@{3}: 1\nreflog HEAD@{4}: 2\nreflog HEAD@{5}: 1\n"
                   "reflog refs/heads/main@{0}: 1\nreflog refs/heads/main@{1}: 2\n"
                   "reflog refs/heads/main@{2}: 1\n"
                   "pseudo-ref FETCH_HEAD: 2\npseudo-ref ORIG_HEAD: 1\n"},
        {"at .; rm -rf r; git init -q -b main --ref-format=reftable r; at r; git config "
         "core.logAllRefUpdates false; c 1; git worktree add -q --detach ../w",
         MAIN("1") "1 damaged: worktrees/w/reftable is not read\n"},
    };
    if (!is_ready || !can_run("git init -q --ref-format=reftable \"$SCRATCH\"/x",
                              "histories in a reftable", "this git has none"))
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(commit_graph) graph = {.damage = {0}};
        scoped(repository) repository = {.folder = NULL};
        scoped(str) out = {0};
        run_valid(NULL, "%s%s\n}", shell_functions, cases[i].given);
        read_made(&graph, &repository, SIGHT_ALL);
        for (size_t k = 0; k < graph.sightings.n; k++) {
            const struct sighting *it = &graph.sightings.items[k];
            str_print(&out, "%s %s: %s\n", place_names[it->place], it->name,
                      graph.commits.items[it->commit].subject);
        }
        if (graph.damage.n)
            str_print(&out, "%zu damaged: %s\n", graph.damage.n, str_text(&graph.damage.text));
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}

/* What follows the tree in a commit. */
TEST(history__has_first_lines_and_sound_dates)
{
    static const struct text_case cases[] = {
        {"author a <a@b> 1 +0000\\ncommitter a <a@b> 1500000000 +0000\\n\\n\\n\\r\\na  b\\r\\nc",
         "a  b 1500000000"},
        {"author a <a@b> 1 +0000\\ncommitter a > <> 5 +0000\\n\\n1\\0002", "1 5"},
        {"committer a <a@b> 5\\n\\ncaf\\351", "caf\uFFFD 5"},
        {"committer a <a@b> 5\\nencoding ISO-8859-1\\n\\ncaf\\351", "caf\u00e9 5"},
        {"committer a <a@b> 5\\nencoding nonsense\\n\\ncaf\\351", "caf\uFFFD 5"},
        {"committer a <a@b> 5\\nencoding EUC-JP\\n\\n\\306\\374\\377", "\u65e5\uFFFD 5"},
        {"committer a <a@b> 99999999999999 +0000\\n\\na", "a 0"},
        {"committer a <a@b> -5 +0000\\n\\na", "a 0"},
        {"committer a <a@b>\\n\\n7", "7 0"},
        {"committer a\\n\\na", "a 0"},
        {"gpgsig x\\n committer a <a@b> 5\\n\\ncommitter a <a@b> 6", "committer a <a@b> 6 0"},
        {"committer a <a@b> 5\\nx", " 5"},
        {"\\n%0300d", "00000000000000000000000000000000000000000000000000000000000000000000000000"
                      "00000000000000000000000000000000000000000000000000000000000000000000000000"
                      "0000000000000000000000000000000000000000000000000000 0"},
    };
    if (!is_ready)
        skip();
    scoped(commit_graph) graph = {.damage = {0}};
    scoped(repository) repository = {.folder = NULL};
    scoped(str) commands = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        str_print(&commands,
                  "printf 'tree %%s\\n%s' $(git mktree </dev/null) >m; git update-ref "
                  "refs/heads/%02zu $(git hash-object -t commit -w --literally m);",
                  cases[i].given, i);
    run_valid(NULL, "%s%s\n}", shell_functions, str_text(&commands));
    read_made(&graph, &repository, SIGHT_REFS);
    assert_int_equal(graph.sightings.n, N_ITEMS(cases));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct past_commit *commit = &graph.commits.items[graph.sightings.items[i].commit];
        assert_string_equal(printed("%s %lld", commit->subject, (long long)commit->date),
                            cases[i].expected);
    }
}

/* ---- Descent, beside git ---- */

/* Writes commits with up to five parents and dates of any order for git fast-import, and a
 * reference to every fifth. */
static void write_stream(FILE *file, int n, uint32_t seed)
{
    for (int i = 1; i <= n; i++) {
        seed = seed * 1664525 + 1013904223;
        int n_parents = i < 3 ? 0 : (int)(seed >> 24) % 12;
        n_parents = n_parents == 11 ? 5 : n_parents == 0 ? 0 : n_parents > 7 ? 2 : 1;
        fprintf(file, "reset refs/x\ncommit refs/x\nmark :%d\ncommitter a <a@b> %u +0000\ndata 2\n",
                i, 1500000000 + (seed >> 8) % 1000000);
        fprintf(file, "%02d", i % 100);
        for (int j = 0; j < n_parents && j < i - 1; j++) {
            seed = seed * 1664525 + 1013904223;
            int parent = i - 1 - (int)((seed >> 16) % (unsigned)(i < 9 ? i - 1 : 8));
            fprintf(file, "\n%s :%d", j ? "merge" : "from", parent);
        }
        fprintf(file, "\n\n");
        if (i % 5 == 0)
            fprintf(file, "reset refs/%s/%d\nfrom :%d\n\n", i % 2 ? "heads" : "tags", i, i);
    }
    fprintf(file, "reset refs/x\nfrom 0000000000000000000000000000000000000000\n");
}

/* Compares the ancestors and the references of a commit with those that git finds. */
static void compare_with_git(const struct commit_graph *graph, uint32_t base)
{
    const char *id = graph->commits.items[base].id;
    scoped(str) ancestors = output_of("git -C \"$SCRATCH\"/r rev-list %s", id);
    scoped(str) names = output_of("git -C \"$SCRATCH\"/r for-each-ref --format='%%(refname)' "
                                  "--contains %s",
                                  id);
    scoped(str) found = {0};
    scoped_array struct number_list sightings = {0};
    scoped_memory uint8_t *relations = mem_alloc(graph->commits.n, 1);
    commit_graph_relate(graph, base, relations);
    for (uint32_t i = 0; i < graph->commits.n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        bool is_ancestor = strstr(str_text(&ancestors), commit->id);
        assert_int_equal(relations[i] <= RELATION_BEFORE, is_ancestor);
        assert_int_equal(relations[i] == RELATION_SAME, i == base);
        assert_int_equal(relations[i] == RELATION_UNREACHABLE, !is_ancestor && !commit->places);
    }
    commit_graph_sightings_of(graph, &base, 1, &sightings);
    for (size_t i = 0; i < sightings.n; i++)
        str_print(&found, "%s\n", graph->sightings.items[sightings.items[i]].name);
    assert_string_equal(str_text(&found), str_text(&names));
    assert_int_equal(!sightings.n, !graph->commits.items[base].places);
}

/* A descendant has the base as an ancestor. */
static void compare_descendants(const struct commit_graph *graph)
{
    size_t n = graph->commits.n;
    scoped_memory uint8_t *relations = mem_alloc(n * n, 1);
    for (uint32_t i = 0; i < n; i++)
        commit_graph_relate(graph, i, relations + i * n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            bool is_after = relations[j * n + i] == RELATION_BEFORE;
            enum relation expected = i == j                                    ? RELATION_SAME
                                     : relations[i * n + j] == RELATION_BEFORE ? RELATION_BEFORE
                                     : !graph->commits.items[j].places ? RELATION_UNREACHABLE
                                     : is_after                        ? RELATION_AFTER
                                                                       : RELATION_SIDE;
            assert_int_equal(relations[i * n + j], expected);
        }
}

TEST(history__relates_commits_as_git_does)
{
    if (!is_ready)
        skip();
    for (uint32_t seed = 1; seed <= tier_draws(3); seed++) {
        scoped(commit_graph) graph = {.damage = {0}};
        scoped(repository) repository = {.folder = NULL};
        FILE *file = fopen(scratch_path("stream"), "w");
        write_stream(file, 60, seed);
        fclose(file);
        run_valid(NULL, "%sgit fast-import --quiet <\"$SCRATCH\"/stream\n}", shell_functions);
        read_made(&graph, &repository, SIGHT_ALL);
        assert_int_equal(graph.commits.n, 60);
        for (uint32_t i = seed; i < 60; i += 3)
            compare_with_git(&graph, i);
        compare_descendants(&graph);
    }
}
