/* Repositories that lead out of the folder that is mined, which is $SCRATCH/in; $SCRATCH/out has
 * what they lead to. */
#include "miner/git/repository.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* Makes in/r and out/r, each with two commits and a branch. `mined` mines a folder, and prints the
 * messages, the subjects of the fixes and the number of commits. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && rm -rf in out *.db\n"
    "for place in in out; do (git init -q -b main $place/r && cd $place/r && "
    "printf \"# $place\\nx = a < b\\n\" >a.py && git add . && git commit -qm start && "
    "sed -i 's/</<=/' a.py && git commit -qam \"fix $place\" && git branch $place && "
    "git config remote.origin.url https://h.example/$place) || exit; done\n"
    "git=in/r/.git other=\"$SCRATCH/out/r/.git\"\n"
    "lead() { rm -rf $git/$1 && ln -s \"$other/$1\" $git/$1; }\n"
    "broken_branch() { (cd in/r && git checkout -q --orphan $1 && for i in 1 2 3; do git commit -q "
    "--allow-empty -m $1$i || exit; done; lost=$(git rev-parse $1~1 | sed 's/^../.git\\/objects\\/&"
    "\\//') && git checkout -q main && rm -f $lost && eval \"$2\"); }\n"
    "mined() { \"$TOKFIX\" mine --git $1 -o m.db 2>&1; sqlite3 m.db \"SELECT subject || ', ' || n "
    "|| ' commits, ' || url FROM commits JOIN commit_counts USING (problem_id) JOIN repositories "
    "USING (problem_id) WHERE name = 'commits'; SELECT detail FROM input_errors\" 2>&1; }\n";

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_program("git", "links of repositories") && has_sandbox("links of repositories");
    return 0;
}
SUITE_SETUP(set_up, NULL);

#define OWN   "fix in, 2 commits, https://h.example/in"
#define LACKS "git cannot read all of it: "
#define LOST  " leads to an object that is missing"

TEST(repository__does_not_lead_out_of_the_folder)
{
    static const struct text_case cases[] = {
        {"mined in", OWN},
        {"mined in/r", OWN},
        {"ln -s r in/link; mined in/link", OWN},
        {"rm -rf $git; ln -s \"$other\" $git; mined in", "it names another folder"},
        {"rm -rf $git; ln -s \"$other\" $git; mined in/r", "it names another folder"},
        {"rm -rf $git; ln -s \"$other\" $git; printf 'path\\nin/r\\n' >l.csv; mined l.csv",
         "'in/r' is not a git repository"},
        {"echo gitdir: \"$other\" >x; rm -rf $git; mv x $git; mined in", "it names another folder"},
        {"lead objects; mined in", "contains no git repository"},
        {"lead HEAD; mined in", "its HEAD is a symbolic link that leads out of it; replace it by"},
        {"lead refs; mined in", "its refs is a symbolic link that leads out of it"},
        {"git -C out/r pack-refs --all; lead packed-refs; mined in",
         "its packed-refs is a symbolic link that leads out of it"},
        {"lead shallow; mined in", "its shallow is a symbolic link that leads nowhere"},
        {"lead config; mined in", "its config is a symbolic link that leads out of it"},
        {"mkdir $git/refs/tags/d; mkfifo $git/refs/tags/d/v1; mined in",
         "its refs has a pipe, a socket or a device; remove it"},
        {"mkdir -p $git/objects/00; mkfifo $git/objects/00/1; mined in", "its objects has a pipe"},
        {"lead refs/heads/out; lead objects/pack; mined in",
         "its objects/pack is a symbolic link that leads out of it"},
        {"lead refs/heads/out; mined in", "its refs/heads/out is a symbolic link that leads out"},
        {"for f in \"$other\"/objects/??; do ln -s $f $git/objects/; done; (cd $git/refs/heads && "
         "cat \"$other/refs/heads/out\" >out); mined in",
         " is a symbolic link that leads out of it; replace it by what it names"},
        {"echo \"$other\" >$git/commondir; mined in", "its commondir leads git to another folder"},
        {"echo \"$other/objects\" >$git/objects/info/alternates; cp \"$other/refs/heads/out\" "
         "$git/refs/heads; mined in",
         "which is not in the folder that was named"},
        {"ln -s \"$other/objects\" in/link; echo ../../../link >$git/objects/info/alternates; cp "
         "\"$other/refs/heads/out\" $git/refs/heads; mined in",
         "it borrows objects from '../../../link', which is not in the folder"},
        {"echo \"$other/objects\" >out/a; ln -s \"$SCRATCH/out/a\" $git/objects/info/alternates; "
         "cp \"$other/refs/heads/out\" $git/refs/heads; mined in",
         "its objects/info/alternates is a symbolic link that leads out of it"},
        {"mv $git/objects/info \"$other/objects/i\"; ln -s \"$other/objects/i\" "
         "$git/objects/info; mined in",
         "its objects/info is a symbolic link that leads out of it"},
    };
    if (!is_ready)
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_shell(&output, "%s%s", shell_functions, cases[i].given);
        if (!strstr(str_text(&output), cases[i].expected) || strstr(str_text(&output), "fix out") ||
            strstr(str_text(&output), "example/out"))
            fail_msg("%s: %s", cases[i].given, str_text(&output));
    }
}

/* Where git follows links. `hide` moves a part to another place in the repository, and leaves a
 * link there. */
TEST(repository__follows_links_that_stay_in_it)
{
    static const char hide[] = "hide() { mkdir -p $git/hidden && mv $git/$1 $git/hidden/ && ln -s "
                               "\"${2:-$SCRATCH/$git}/hidden/${1##*/}\" $git/$1; }\n";
    static const struct text_case cases[] = {
        {"hide refs/heads ..; mined in", OWN},
        {"hide refs; hide objects .; hide config; mined in", OWN},
        {"git -C in/r repack -qad; for f in $git/objects/pack/*; do hide ${f#$git/} ../..; done; "
         "git -C in/r pack-refs --all; hide packed-refs; mined in",
         OWN},
        {"for f in $git/objects/??; do hide ${f#$git/}; done; hide hidden; mined in", OWN},
        {"hide refs/heads/main; hide HEAD; mined in", OWN},
        {"rm $git/HEAD; ln -s refs/heads/main $git/HEAD; mined in", OWN},
        {"rm $git/HEAD; ln -s refs/heads/none $git/HEAD; mined in", OWN},
        {"git -C in/r worktree add -q --detach ../../out/w; git -C out/w commit -q --allow-empty "
         "-m more; hide worktrees; mined in",
         "fix in, 3 commits"},
        {"ln -s ../.. $git/refs/tags/x; mined in",
         "its refs/tags/x is a symbolic link that leads in a circle"},
        {"(cd $git/refs; mkdir a b; ln -s ../b a/b; ln -s ../a b/a); mined in",
         " has symbolic links in a circle"},
        {"ln -s none $git/refs/heads/x; mined in", "its refs/heads/x is a symbolic link that leads "
                                                   "nowhere"},
        {"ln -s x $git/refs/heads/x; mined in", "its refs/heads/x is a symbolic link that leads "
                                                "nowhere"},
        {"cd $git/refs/heads; seq 1000 | while read i; do cp main x$i; done; ln -s main y; cd "
         "\"$SCRATCH\"; mined in",
         "is beside a symbolic link and too many files"},
        {"git -C in/r branch -q b; mkdir in/b; mv $git/objects/?? in/b; ln -s ../../../b/none "
         "in/b/zz; echo ../../../b >$git/objects/info/alternates; mined in",
         "it borrows objects from '../../../b', which is not used: its zz is a symbolic link that"},
    };
    if (!is_ready)
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_shell(&output, "%s%s%s", shell_functions, hide, cases[i].given);
        if (!strstr(str_text(&output), cases[i].expected))
            fail_msg("%s: %s", cases[i].given, str_text(&output));
    }
}

/* A reference that names nothing does not discard the commits of the others. `git` reads the
 * reftable from version 2.45 on. */
TEST(repository__leaves_out_only_what_is_broken)
{
    static const char id[] = "1111111111111111111111111111111111111111";
    static const struct text_case cases[] = {
        {"echo $id >$git/refs/heads/x; mined in", OWN "\n" LACKS "refs/heads/x" LOST},
        {": >$git/refs/heads/x; mined in", OWN "\n" LACKS "1 reference is broken: refs/heads/x"},
        {"echo $id refs/tags/p >>$git/packed-refs; mined in", OWN "\n" LACKS "refs/tags/p" LOST},
        {"for i in 1 2 3 4 5 6 7 8 9 10 11; do : >$git/refs/heads/x$i; done; mined in",
         LACKS "11 references are broken: refs/heads/x1; refs/heads/x10; "},
        {"(cd $git/refs/heads; seq 3000 | while read i; do : >x$i; done); mined in",
         LACKS "3000 references are broken: refs/heads/x1; "},
        {"echo ref: refs/heads/none >$git/refs/heads/x; mined in", OWN},
        {"echo ref: refs/heads/none >$git/HEAD; mined in", OWN},
        {"echo $id >$git/HEAD; mined in", OWN "\n" LACKS "HEAD" LOST},
        {": >$git/HEAD; mined in", "not a git repository"},
        {"rm $git/HEAD; mkfifo $git/HEAD; mined in", "its HEAD is not a file"},
        {"rm $git/HEAD; mkdir $git/HEAD; mined in/r", "its HEAD is not a file"},
        {"git -C in/r pack-refs --all; echo x >>$git/packed-refs; mined in", "packed-refs: x"},
        {"git -C in/r pack-refs --all; rm -r $git/refs; mined in", OWN "\n"},
        {"git -C in/r tag b $(echo x | git -C in/r hash-object -w --stdin); mined in", OWN "\n"},
        {"(cd in/r; git checkout -q --detach; git commit -q --allow-empty -m more); mined in",
         "fix in, 3 commits"},
        {"rm -rf in/r; if git init -q --ref-format=reftable -b main in/r 2>&-; then cd in/r; "
         "echo 'x = a < b' >a.py; git add .; git commit -qm x; echo 'x = a <= b' >a.py; "
         "git commit -qam 'fix reftable'; git config remote.origin.url https://h.example/r; "
         "cd ../..; mined in | grep 'fix reftable, 2 commits'; "
         "else git init -q in/r; git -C in/r config extensions.refStorage reftable; mined in; fi",
         "reftable"},
        {"git -C in/r config remote.reftable.url x; mined in", OWN},
        {"printf '# refstorage = reftable\n[x]\nrefStorage = reftable\n[extensions]\n' "
         ">>$git/config; printf '; objectFormat = sha256\n\tpath = refstorage=reftable\n' "
         ">>$git/config; mined in",
         OWN},
        {"printf '[core] bare = false\n [ExtensIons]  RefStorage=\"reftable\" # so\n' "
         ">>$git/config; if git init -q --ref-format=reftable in/s 2>&-; then rm -r in/s; mined in "
         "| grep -q 'mine: 0 commits' && echo an empty reftable; else mined in; fi",
         "reftable"},
        {"(echo '[extensions]'; yes a | head -c 8000000) >>$git/config; mined in", OWN},
        {"printf '[extensions]\n\tobjectformat = sha256\n' >>$git/config; mined in",
         LACKS "2 references are broken: refs/heads/in; refs/heads/main"},

        /* a parent that is missing, or damaged */
        {"broken_branch side :; mined in", "fix in, 3 commits"},
        {"broken_branch side :; mined in", "\n" LACKS "commit "},
        {"broken_branch side 'echo x >$lost'; mined in", "\n" LACKS "object "},
        {"broken_branch b1 :; broken_branch b2 :; for i in 1 2 3 4 5 6 7; do git -C in/r branch "
         "a$i; git -C in/r branch c$i; done; (cd in/r; git tag t b2); mined in",
         "4 commits: 1 root, 2 damaged, 1 used"},
        {"broken_branch side :; (cd in/r; git checkout -q -B main side; git branch -qD in); "
         "mined in",
         "1 commit: 1 damaged"},

        /* a linked worktree */
        {"(cd in/r; git worktree add -q --detach ../../out/w); rm $git/worktrees/w/HEAD; mkfifo "
         "$git/worktrees/w/HEAD; mined in",
         OWN "\n" LACKS "1 reference is broken: worktrees/w/HEAD"},
        {"(cd in/r; git worktree add -q --detach ../../out/w; cd ../../out/w; git commit -q "
         "--allow-empty -m more); mined in",
         "fix in, 3 commits"},
        {"(cd in/r; git worktree add -q --detach ../../out/w); echo $id >$git/worktrees/w/HEAD; "
         "mined in",
         OWN "\n" LACKS "worktrees/w/HEAD" LOST},
        {"(cd in/r; git worktree add -q ../../out/w in); mined in", OWN "\n"},
        {"ln -s \"$SCRATCH/out\" $git/worktrees; mined in", OWN "\n"},
    };
    if (!is_ready)
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_shell(&output, "%sid=%s; %s", shell_functions, id, cases[i].given);
        if (!strstr(str_text(&output), cases[i].expected))
            fail_msg("%s: %s", cases[i].given, str_text(&output));
    }
}
