/* Repositories in $SCRATCH in which commits can be seen in one way each. */
#include "miner/git/commit_graph.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include <ctype.h>

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
    "loose() { echo .git/objects/$(git rev-parse $1 | sed 's|..|&/|'); }\n"
    "lose() { rm -f $(loose $1); }\n"
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

/* Replaces ids by ID. */
static void hide_ids(struct str *text)
{
    char *to = text->text;
    for (const char *at = text->text; text->length && *at;) {
        size_t n = strspn(at, "0123456789abcdef");
        if (n >= 40)
            to = stpcpy(to, "ID");
        else
            to = memmove(to, at, n ? n : 1), to += n ? n : 1;
        at += n ? n : 1;
    }
    if (text->length) {
        *to = '\0';
        text->length = (size_t)(to - text->text);
    }
}

/* Describes the sightings, then the commits that nothing reaches, those whose parents are missing,
 * and the damage. */
static const char *described(const struct commit_graph *graph)
{
    static struct str out;
    str_clear(&out);
    for (size_t i = 0; i < graph->sightings.n; i++) {
        const struct sighting *it = &graph->sightings.items[i];
        str_print(&out, "%s %s: %s\n", place_names[it->place], it->name,
                  graph->commits.items[it->commit].subject);
    }
    for (size_t i = 0; i < graph->commits.n; i++)
        if (!graph->commits.items[i].places)
            str_print(&out, "%s: %s\n", graph->commits.items[i].is_visible ? "none" : "not visible",
                      graph->commits.items[i].subject);
    for (size_t i = 0; i < graph->commits.n; i++)
        if (graph->commits.items[i].is_cut)
            str_print(&out, "cut: %s\n", graph->commits.items[i].subject);
    if (graph->damage.n)
        str_print(&out, "%zu damaged: %s\n", graph->damage.n, str_text(&graph->damage.text));
    hide_ids(&out);
    return str_text(&out);
}

/* Makes a repository and describes it. */
static const char *seen(const char *commands, enum sight sight)
{
    scoped(commit_graph) graph = {.damage = {0}};
    scoped(repository) repository = {.folder = NULL};
    scoped(str) output = {0};
    if (run_shell(&output, "%s%s\n}", shell_functions, commands) != 0)
        fail_msg("%s: %s", commands, str_text(&output));
    read_made(&graph, &repository, sight);
    return described(&graph);
}

static void expect_seen(const struct text_case *cases, size_t n, enum sight sight)
{
    if (!is_ready)
        skip();
    for (size_t i = 0; i < n; i++) {
        const char *found = seen(cases[i].given, sight);
        if (strcmp(found, cases[i].expected) != 0)
            fail_msg("%s:\n%sinstead of:\n%s", cases[i].given, found, cases[i].expected);
    }
}

#define MAIN(subject) "branch HEAD: " subject "\nbranch refs/heads/main: " subject "\n"

TEST(history__has_all_kinds_of_references)
{
    static const struct text_case cases[] = {
        {":", ""},
        {"c 1", MAIN("1")},
        {"c 1; c 2; git branch side HEAD~", MAIN("2") "branch refs/heads/side: 1\n"},
        {"c 1; git checkout -q --detach; c 2", "branch HEAD: 2\nbranch refs/heads/main: 1\n"},
        {"c 1; c 2; git tag t; git reset -q --hard HEAD~; rm .git/ORIG_HEAD",
         MAIN("1") "tag refs/tags/t: 2\n"},
        {"c 1; git tag -a -m x t; git tag -a -m x u t; git tag -a -m x b HEAD^{tree}",
         MAIN("1") "tag refs/tags/t: 1\ntag refs/tags/u: 1\n"},
        {"c 1; git update-ref refs/remotes/o/main HEAD; git symbolic-ref refs/remotes/o/HEAD "
         "refs/remotes/o/main",
         MAIN("1") "remote refs/remotes/o/HEAD: 1\nremote refs/remotes/o/main: 1\n"},
        {"c 1; for name in pull/1/head changes/01/1/1 merge-requests/1/head pull-requests/1/from "
         "pulls/1; do git update-ref refs/$name HEAD; done",
         MAIN("1") "pull refs/changes/01/1/1: 1\npull refs/merge-requests/1/head: 1\n"
                   "pull refs/pull-requests/1/from: 1\npull refs/pull/1/head: 1\n"
                   "other refs/pulls/1: 1\n"},
        {"c 1; git notes add -m x", MAIN("1") "notes refs/notes/commits: Notes added by 'git notes "
                                              "add'\n"},
        {"c 1; c 2; git replace HEAD $(git commit-tree -m new HEAD^{tree}); git branch side; "
         "git pack-refs --all",
         MAIN("2") "branch refs/heads/side: 2\nother refs/replace/ID: new\n"},
        {"c 1; c 2; git rev-parse HEAD >.git/info/grafts", MAIN("2")},
        {"c 1; git tag \"$(printf 'b\\377')\"", MAIN("1") "tag refs/tags/b\uFFFD: 1\n"},
    };
    expect_seen(cases, N_ITEMS(cases), SIGHT_REFS);
}

TEST(history__has_what_a_clone_gets)
{
    static const struct text_case cases[] = {
        {"c 1; c 2; git update-ref refs/pull/1/head HEAD; git update-ref refs/remotes/o/x HEAD; "
         "git tag t HEAD~; git reset -q --hard HEAD~",
         MAIN("1") "tag refs/tags/t: 1\nnot visible: 2\n"},
        {"git config core.logAllRefUpdates true; c 1; git checkout -q --detach; c 2; git checkout "
         "-q main",
         MAIN("1") "not visible: 2\n"},
    };
    expect_seen(cases, N_ITEMS(cases), SIGHT_CLONE);
}

/* What is not a reference. */
TEST(history__has_all_else_that_names_a_commit)
{
    static const struct text_case cases[] = {
        {"c 1; git config core.logAllRefUpdates true; c 2; git reset -q --hard HEAD~",
         MAIN("1") "reflog HEAD@{0}: 1\nreflog HEAD@{1}: 2\nreflog HEAD@{2}: 1\n"
                   "reflog refs/heads/main@{0}: 1\nreflog refs/heads/main@{1}: 2\n"
                   "reflog refs/heads/main@{2}: 1\npseudo-ref ORIG_HEAD: 2\n"},
        {"c 1; echo x >a; git add a; git stash -q -m s1; echo y >a; git add a; git stash -q -m s2; "
         "git reset -q "
         "--hard; rm -f .git/ORIG_HEAD",
         MAIN("1") "stash refs/stash: On main: s2\nstash refs/stash@{0}: On main: s2\n"
                   "stash refs/stash@{1}: On main: s1\n"},
        {"c 1; c 2; c 3; (git rev-parse HEAD; git rev-parse HEAD~; echo x; git rev-parse HEAD~2) "
         "| sed 's/$/\\tnot-for-merge\\tbranch x of y/' >.git/FETCH_HEAD; git reset -q --hard "
         "HEAD~2; rm -f .git/ORIG_HEAD",
         MAIN("1") "pseudo-ref FETCH_HEAD: 3\npseudo-ref FETCH_HEAD:2: 2\n"
                   "pseudo-ref FETCH_HEAD:4: 1\n"},
        {"c 1; echo 1 >a; git add a; c 2; git checkout -q -b side HEAD~; echo 2 >a; git add a; c 3"
         "; git merge main >/dev/null || test -f .git/MERGE_HEAD",
         "branch HEAD: 3\nbranch refs/heads/main: 2\nbranch refs/heads/side: 3\n"
         "pseudo-ref MERGE_HEAD: 2\npseudo-ref ORIG_HEAD: 3\n"},
        {"c 1; echo 1 >a; git add a; c 2; git checkout -q -b side HEAD~; echo 2 >a; git add a; c 3"
         "; git cherry-pick main 2>/dev/null >&2 || test -f .git/CHERRY_PICK_HEAD",
         "branch HEAD: 3\nbranch refs/heads/main: 2\nbranch refs/heads/side: 3\n"
         "pseudo-ref CHERRY_PICK_HEAD: 2\n"},
        {"c 1; lost=$(git commit-tree -m lost HEAD^{tree}); mkdir .git/rebase-merge "
         ".git/sequencer; printf 'pick 1\\nbreak\\npick %s x\\n' $lost >.git/rebase-merge/done; "
         "echo "
         "$lost >.git/sequencer/head; echo \"Revert $lost\" >.git/MERGE_MSG",
         MAIN("1") "pseudo-ref rebase-merge/done:3: lost\npseudo-ref sequencer/head: lost\n"},
        {"c 1; git commit-tree -m lost HEAD^{tree}", MAIN("1") "none: lost\n"},
        {"c 1; lost=$(git commit-tree -m lost HEAD^{tree}); git tag -a -m x t $lost; "
         "git update-ref "
         "-d refs/tags/t; git repack -qadk",
         MAIN("1") "none: lost\n"},
        {"c 1; c 2; git rev-parse HEAD | tr a-f A-F >.git/ORIG_HEAD; echo $(git rev-parse HEAD)a "
         ">.git/X_HEAD; git rev-parse HEAD >.git/lower; git rev-parse HEAD >.git/X_MSG",
         MAIN("2") "pseudo-ref ORIG_HEAD: 2\n"},
        {"c 1; mkdir .git/logs; printf '%040d %s x\\nx\\n%s %s x\\n' 0 $(git rev-parse HEAD) $(git "
         "commit-tree -m lost HEAD^{tree}) $(git rev-parse HEAD) >.git/logs/HEAD",
         MAIN("1") "reflog HEAD@{0}: 1\nreflog HEAD@{1}: 1\nreflog HEAD@{1}: lost\n"},
        {"c 1; mkdir -p .git/logs/refs/heads/a/b; printf '%040d %040d x\\n%s' 1 2 x "
         ">.git/logs/refs/heads/a/b/c; : >.git/logs/empty",
         MAIN("1")},
    };
    expect_seen(cases, N_ITEMS(cases), SIGHT_ALL);
}

TEST(history__has_what_belongs_to_linked_worktrees)
{
    static const char made[] =
        "c 1; git config core.logAllRefUpdates true; git worktree add -q --detach ../w; at w; c 2; "
        "c 3; git update-ref refs/bisect/bad HEAD; git reset -q --hard HEAD~; git checkout -q "
        "--detach HEAD~; c 4";
    static const struct text_case all[] = {
        {made, MAIN("1") "worktree worktrees/w/HEAD: 4\nworktree worktrees/w/HEAD@{0}: 4\n"
                         "worktree worktrees/w/HEAD@{1}: 1\nworktree worktrees/w/HEAD@{2}: 2\n"
                         "worktree worktrees/w/HEAD@{3}: 3\nworktree worktrees/w/HEAD@{4}: 2\n"
                         "worktree worktrees/w/HEAD@{5}: 1\nworktree worktrees/w/ORIG_HEAD: 3\n"
                         "worktree worktrees/w/refs/bisect/bad: 3\n"},
    };
    static const struct text_case references[] = {
        {made, MAIN("1") "worktree worktrees/w/HEAD: 4\n"
                         "worktree worktrees/w/refs/bisect/bad: 3\n"},
    };
    expect_seen(all, N_ITEMS(all), SIGHT_ALL);
    expect_seen(references, N_ITEMS(references), SIGHT_REFS);
}

TEST(history__is_the_same_however_it_is_stored)
{
    static const struct text_case cases[] = {
        {"c 1; c 2; git tag -a -m x t; git gc -q", MAIN("2") "tag refs/tags/t: 2\n"},
        {"c 1; c 2; git tag -a -m x t; git repack -qad; c 3; git commit-graph write --reachable; "
         "git multi-pack-index write; git pack-refs --all",
         MAIN("3") "tag refs/tags/t: 2\n"},
        {"c 1; c 2; at .; git init -q -b main other; mv r/.git/objects/* other/.git/objects; echo "
         "../../../other/.git/objects >r/.git/objects/info/alternates || { mkdir -p "
         "r/.git/objects/info; echo ../../../other/.git/objects >r/.git/objects/info/alternates; }",
         MAIN("2")},
        {"at .; rm -rf r; git init -q -b main --object-format=sha256 r; at r; c 1; c 2; git tag -a "
         "-m x t",
         MAIN("2") "tag refs/tags/t: 2\n"},
        {"echo x >a; git add a; c 1; echo y >a; git add a; c 2; git config uploadpack.allowFilter "
         "true; at .; mv r other; git clone -q --bare --filter=blob:none file://$SCRATCH/other r; "
         "git -C r rev-list --objects --all --missing=print | grep -q '^?'",
         MAIN("2")},
        {"c 1; c 2; c 3; at .; mv r other; git clone -q --bare --depth 2 file://$SCRATCH/other r",
         MAIN("3") "cut: 2\n"},
        {"c 1; c 2; c 3; git rev-parse HEAD >.git/shallow", MAIN("3")},
    };
    expect_seen(cases, N_ITEMS(cases), SIGHT_REFS);
}

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
    if (!can_run("git init -q --ref-format=reftable \"$SCRATCH\"/x", "histories in a reftable",
                 "this git has none"))
        skip();
    expect_seen(cases, N_ITEMS(cases), SIGHT_ALL);
}

#define UNREAD  " is not read: "
#define NO_FILE UNREAD "it is not a regular file"
#define OUTSIDE UNREAD "a symbolic link leads out of the repository"

TEST(history__counts_and_names_what_is_damaged)
{
    static const struct text_case cases[] = {
        {"c 1; c 2; c 3; lose HEAD~",
         MAIN("3") "none: 1\ncut: 3\n1 damaged: commit ID is missing, a parent of ID\n"},
        {"c 1; c 2; c 3; file=$(loose HEAD~); cp -f $(loose HEAD) $file",
         MAIN("3") "none: 1\ncut: 3\n1 damaged: commit ID is damaged\n"},
        {"c 1; c 2; c 3; file=$(loose HEAD~); chmod +w $file; echo x >$file",
         MAIN("3") "none: 1\ncut: 3\n1 damaged: object ID cannot be read\n"},
        {"c 1; echo 1111111111111111111111111111111111111111 >.git/refs/heads/x",
         MAIN("1") "1 damaged: refs/heads/x leads to an object that is missing\n"},
        {"c 1; git tag -a -m x t $(git commit-tree -m lost HEAD^{tree}); lose t^{}",
         MAIN("1") "1 damaged: refs/tags/t leads to an object that is missing\n"},
        {"c 1; git tag -a -m x t; file=$(loose t); chmod +w $file; cp $(loose HEAD) $file",
         MAIN("1") "2 damaged: commit ID is damaged; refs/tags/t leads to an object that is "
                   "damaged\n"},
        {"c 1; mkdir -p .git/objects/info; echo /usr >.git/objects/info/alternates",
         MAIN("1") "1 damaged: it borrows objects from '/usr', which is not in the folder that was "
                   "named: run 'git repack -a -d' in it, or name a folder that contains both\n"},
        {"c 1; mkdir -p .git/objects/info; echo /nowhere >.git/objects/info/alternates", MAIN("1")},
        {"c 1; git repack -qad; c 2; index=$(echo .git/objects/pack/*.idx); head -c 20 $index >i; "
         "cp -f i $index",
         MAIN("2") "cut: 2\n2 damaged: git cannot list all objects: error: index file "
                   "/repository/objects/pack/pack-ID.idx is too small; commit ID is missing, a "
                   "parent of ID\n"},
        {"c 1; git tag tree HEAD^{tree}; git tag blob $(echo x | git hash-object -w --stdin)",
         MAIN("1")},
        {"c 1; : >.git/refs/heads/x; mkdir .git/refs/heads/d; echo x >.git/refs/heads/d/e",
         MAIN("1") "1 damaged: 2 references are broken: refs/heads/d/e; refs/heads/x\n"},
        {"c 1; head -c 1000 /dev/zero >.git/ORIG_HEAD; mkfifo .git/X_HEAD; mkdir .git/Y_HEAD "
         ".git/logs; ln -s ../logs .git/logs/again; ln -s /etc/passwd .git/Z_HEAD; mkfifo "
         ".git/logs/HEAD",
         MAIN("1") "5 damaged: its logs/HEAD" NO_FILE "; its logs/again" UNREAD "it is a symbolic "
                   "link; its X_HEAD" NO_FILE "; its Y_HEAD" UNREAD
                   "it is a folder; its Z_HEAD" OUTSIDE "\n"},
        {"c 1; git rev-parse HEAD >lost; ln -s ../lost .git/X_HEAD; ln -s $PWD .git/worktrees; "
         "ln -s /etc .git/logs",
         MAIN("1") "3 damaged: its logs" OUTSIDE "; its X_HEAD" OUTSIDE "; its worktrees" OUTSIDE
                   "\n"},
    };
    expect_seen(cases, N_ITEMS(cases), SIGHT_ALL);
}

TEST(history__has_the_blobs_that_nothing_reaches)
{
    if (!is_ready)
        skip();
    scoped(commit_graph) graph = {.damage = {0}};
    scoped(repository) repository = {.folder = NULL};
    run_valid(NULL, "%sc 1; echo x >a; git add a; git reset -q; echo y >a; git add a; c 2\n}",
              shell_functions);
    read_made(&graph, &repository, SIGHT_ALL);
    scoped(str) ids = output_of("cd \"$SCRATCH\"/r && (echo x; echo y) | while read line; do echo "
                                "$line | git hash-object --stdin; done");
    assert_int_equal(graph.blobs.keys.n, 2);
    for (char *id = strtok(ids.text, "\n"); id; id = strtok(NULL, "\n"))
        assert_true(table_find(&graph.blobs, id) != TABLE_NONE);
}

TEST(history__has_the_ancestors_of_bases)
{
    if (!is_ready)
        skip();
    scoped(commit_graph) graph = {.damage = {0}};
    scoped(repository) repository = {.folder = NULL};
    scoped(str) id = {0};
    const char *bases[] = {NULL, "1111111111111111111111111111111111111111"};
    const struct text_list list = {bases, 2, 2};
    atomic_size_t n_read = 0;
    run_valid(&id, "%sc 1; c 2; git rev-parse HEAD; c 3\n}", shell_functions);
    bases[0] = strtok(id.text, "\n");
    open_made(&repository);
    assert_done(
        commit_graph_read(&graph, &repository, SIGHT_ANCESTORS, &list, NULL, &n_read, &err));
    assert_string_equal(described(&graph), "none: 1\nnone: 2\nnot visible: 3\n");
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
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(commit_graph) graph = {.damage = {0}};
        scoped(repository) repository = {.folder = NULL};
        run_valid(NULL,
                  "%sprintf 'tree %%s\\n%s' $(git mktree </dev/null) >m; git update-ref "
                  "refs/heads/main $(git hash-object -t commit -w --literally m)\n}",
                  shell_functions, cases[i].given);
        read_made(&graph, &repository, SIGHT_REFS);
        assert_int_equal(graph.commits.n, 1);
        const struct past_commit *commit = &graph.commits.items[0];
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
    for (uint32_t seed = 1; seed <= 3; seed++) {
        scoped(commit_graph) graph = {.damage = {0}};
        scoped(repository) repository = {.folder = NULL};
        FILE *file = fopen(scratch_path("stream"), "w");
        write_stream(file, 60, seed);
        fclose(file);
        run_valid(NULL, "%sgit fast-import --quiet <\"$SCRATCH\"/stream\n}", shell_functions);
        read_made(&graph, &repository, SIGHT_ALL);
        assert_int_equal(graph.commits.n, 60);
        for (uint32_t i = 0; i < 60; i++)
            compare_with_git(&graph, i);
        compare_descendants(&graph);
    }
}
