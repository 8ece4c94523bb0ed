/* Repositories with a commit's past only. Each test makes $SCRATCH/r, with the id of the commit in
 * $SCRATCH/base, cleans it to $SCRATCH/c, and looks at that as plain git sees it
 * (tests/git/past.sh). */
#include "tests/support/cleaned.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_program("git", "clean repositories") && has_sandbox("clean repositories");
    return 0;
}
SUITE_SETUP(set_up, NULL);

static int begin(void **state)
{
    (void)state;
    if (is_ready)
        run_valid(NULL, "%srm -rf ./* && git init -q -b main r", cleaned_shell);
    return 0;
}
TEST_SETUP(begin, NULL);

static void need_git(void)
{
    if (!is_ready)
        skip();
}

/* Runs a shell command in $SCRATCH; in r. */
static void given(const char *commands)
{
    run_valid(NULL, "%s%s", cleaned_shell, commands);
}

static void given_in(const char *commands)
{
    run_valid(NULL, "%scd r && %s", cleaned_shell, commands);
}

static int clean_as(const char *name, struct err *err)
{
    scoped(str) base = {0};
    read_test_file(&base, "$SCRATCH/base");
    base.text[strcspn(base.text, "\n")] = '\0';
    return cleaned_make("r", base.text, name, err);
}

static int clean(struct err *err)
{
    return clean_as("c", err);
}

static const char nothing[] = "[ ! -e c ] && [ ! -e c.partial ]";

/* Everything that can name a later commit, or keep one. */
static const char all_names[] =
    "commit a && git tag early && commit b && git tag -am x annotated && git tag -am y nested "
    "annotated && git tag -am z thrice nested && be_base && commit later && git tag late && "
    "git tag -am x late-annotated && git branch side && git update-ref refs/pull/1/head HEAD && "
    "git update-ref refs/remotes/origin/main HEAD && git remote add origin https://h.example/r && "
    "git notes add -m note early && git replace HEAD early && git tag file HEAD:a && git tag "
    "folder HEAD^{tree} && echo x >a && git stash -q && commit lost && git reset -q --hard main~1 "
    "&& git fetch -q . side && echo unreached | git hash-object -w --stdin";

TEST(clean__has_the_past_and_nothing_else)
{
    need_git();
    given_in(all_names);
    given("find r -type f -printf '%p %T@ ' -exec sha256sum {} \\; | sort >before");
    assert_done(clean(&err));
    given("past && [ \"$(git -C c tag | xargs)\" = 'annotated early nested thrice' ] && "
          "! git -C c cat-file -e $(git -C r rev-parse side) 2>/dev/null");
    given("git init -q --bare new && cmp c/config new/config");
    given("find r -type f -printf '%p %T@ ' -exec sha256sum {} \\; | sort | cmp - before");
}

TEST(clean__is_the_same_each_time)
{
    need_git();
    given_in(all_names);
    assert_done(clean(&err));
    assert_done(clean_as("d", &err));
    given("diff -r c d");
}

/* Far more than the commits that a walk of git's looks at beyond the first older one. */
TEST(clean__does_not_depend_on_clocks)
{
    need_git();
    given_in(
        "i=0; while [ $i -lt 40 ]; do i=$((i + 1)); commit a$i @$((1600000000 - $i * 86400)) "
        "&& git tag a$i || exit; done; git checkout -qb side a3 && commit s1 @1700000000 && "
        "commit s2 @10 && git tag s2 && git checkout -q main && git merge -q --no-edit side && "
        "commit b @99 && git tag b && be_base && commit later @5 && git tag later");
    assert_done(clean(&err));
    given("past && [ $(git -C c tag | wc -l) = 42 ]");
}

TEST(clean__has_the_branch_of_head_or_main)
{
    static const struct text_case cases[] = {
        {"git branch -qm trunk/new", "refs/heads/trunk/new"},
        {"git checkout -q --detach", "refs/heads/main"},
        {"git symbolic-ref HEAD refs/heads/unborn", "refs/heads/unborn"},
        {"echo ref: refs/heads/-x >.git/HEAD", "refs/heads/main"},
        {"echo ref: refs/heads/HEAD >.git/HEAD", "refs/heads/main"},
        {"echo ref: refs/heads/a..b >.git/HEAD", "refs/heads/main"},
        {"echo ref: refs/tags/x >.git/HEAD", "refs/heads/main"},
        {"git branch -qm \"$(printf 'n\\303\\251')\"", "refs/heads/n\303\251"},
    };
    need_git();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        begin(NULL);
        run_valid(NULL, "%scd r && commit a && be_base && %s", cleaned_shell, cases[i].given);
        assert_done(clean(&err));
        run_valid(NULL, "%s[ \"$(git -C c symbolic-ref HEAD)\" = '%s' ] && git -C c log -1",
                  cleaned_shell, cases[i].expected);
    }
    begin(NULL);
    run_valid(NULL, "%scd r && commit a && be_base && : >.git/HEAD", cleaned_shell);
    assert_error_with(clean(&err), "not a git repository");
}

TEST(clean__of_a_shallow_repository_is_shallow)
{
    need_git();
    given("git init -q -b main whole && cd whole && for i in 1 2 3 4; do commit $i; done; cd .. && "
          "rm -rf r && git clone -q --depth 3 file://$PWD/whole r && cd r && be_base HEAD~1");
    assert_done(clean(&err));
    given("[ $(git -C c rev-list HEAD | wc -l) = 2 ] && cmp c/shallow r/.git/shallow && past");
}

TEST(clean__has_the_objects_of_alternates)
{
    need_git();
    given("cd r && commit a && commit b && cd .. && mv r whole && git clone -q --shared whole r && "
          "cd r && commit c && be_base && git gc -q");
    assert_done(clean(&err));
    given("past && [ ! -e c/objects/info/alternates ] && rm -rf whole r && git -C c fsck --full");
}

TEST(clean__keeps_sha256)
{
    need_git();
    given("rm -rf r && git init -q -b main --object-format=sha256 r && cd r && commit a && git tag "
          "-am a a && be_base && commit b");
    assert_done(clean(&err));
    given("past && [ $(cat base | wc -c) = 65 ]");
}

/* The tree of a commit that never had a file is not always stored. */
TEST(clean__has_the_empty_tree)
{
    need_git();
    given_in("git commit -q --allow-empty -m a && rm -rf "
             ".git/objects/4b && be_base");
    assert_done(clean(&err));
    given("git -C c fsck --full && [ -z \"$(git -C c ls-tree HEAD)\" ]");
}

TEST(clean__made_before_is_recognized_by_its_seal)
{
    static const struct text_case cases[] = {
        {"git -C c tag new && git -C c config user.name a && mkdir c/hooks", NULL},
        {"git -C r tag early HEAD~1", NULL},
        {"git -C c fetch -q ../r main", "more than the past of"},
        {"git -C c fetch -q ../r main && rm c/FETCH_HEAD", "more than the past of"},
        {"echo x | git -C c hash-object -w --stdin", "more than the past of"},
        {"rm c/objects/pack/*", "no repository has its name or its base"},
        {"ln -sf ../r/.git/HEAD c/HEAD", "no repository has its name or its base"},
        {"rm -r c && mkdir c && echo mine >c/mine", "contains no git repository"},
    };
    need_git();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        begin(NULL);
        given_in("commit a && commit b && be_base && commit later");
        assert_done(clean(&err));
        given(cases[i].given);
        if (cases[i].expected)
            assert_error_with(clean(&err), cases[i].expected);
        else
            assert_int_equal(clean(NULL), CLEANED_BEFORE);
        given("[ -e c ] && [ ! -e c.partial ]");
    }
}

TEST(clean__goes_on_where_a_killed_run_was)
{
    need_git();
    given_in("commit a && be_base");
    given("mkdir -p c.partial/objects && cd c.partial && printf 'The past of commit x\\n' "
          ">description && echo >objects/tmp_pack_x");
    assert_done(clean(&err));
    given("past && rm -rf c && mkdir c.partial");
    assert_done(clean(&err));
    given("past && rm -rf c && mkdir c.partial c && echo mine >c.partial/mine");
    assert_error_with(clean(&err), "contains 'mine', which tokfix did not write; move it away");
    given("[ -e c.partial/mine ] && rm c.partial/mine");
    assert_done(clean(&err));
    given("past");
}

TEST(clean__fails_and_says_why)
{
    static const struct text_case cases[] = {
        {"git tag -am x x && git rev-parse x >../base", "the repository has no commit "},
        {"git rev-parse HEAD^{tree} >../base", "the repository has no commit "},
        {"echo 1111111111111111111111111111111111111111 >../base",
         "its objects cannot be read: fatal: bad object 1111111111111111111111111111111111111111"},
        {"lose HEAD:a", "its objects cannot be read: "},
        {"lose HEAD^{tree}", "its objects cannot be read: "},
        {"lose HEAD~1^{tree}", "its objects cannot be read: "},
        {"lose HEAD~1", "its objects cannot be read: "},
        {"spoil HEAD:a", "its objects cannot be "},
        {"change HEAD:a HEAD:b", "its objects cannot be "},
        {"commit_tree .git", "hasDotgit"},
        {"commit_tree ..", "hasDotdot"},
        {"commit_tree .GIT", "hasDotgit"},
    };
    static const char functions[] =
        "file() { git rev-parse $1 | sed 's/^../.git\\/objects\\/&\\//'; }\n"
        "lose() { rm -f $(file $1); }\n"
        "spoil() { f=$(file $1) && chmod u+w $f && truncate -s -3 $f; }\n"
        "change() { f=$(file $1) && rm -f $f && cp $(file $2) $f; }\n"
        "commit_tree() { t=$(printf \"100644 blob $(git rev-parse HEAD:a)\\t$1\\n\" | git mktree) "
        "&& git commit-tree -m x $t >../base; }\n";
    need_git();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err = {""};
        begin(NULL);
        run_valid(NULL, "%s%scd r && commit a && commit b && be_base && (%s)", cleaned_shell,
                  functions, cases[i].given);
        if (clean(&err) == 0 || !strstr(err.message, cases[i].expected) ||
            !strstr(err.message, "/c'"))
            fail_msg("%s: %s", cases[i].given, err.message);
        given(nothing);
    }
}

TEST(clean__of_a_partial_clone_says_what_is_missing)
{
    need_git();
    given("cd r && commit a && commit b && be_base && git config uploadpack.allowFilter true && cd "
          ".. && mv r whole && git clone -q --bare --filter=blob:none file://$PWD/whole r");
    assert_error_with(clean(&err), "its objects cannot be read: ");
    given(nothing);
}

/* What a stranger's repository can do to a git that uses its settings or follows its links. */
TEST(clean__starts_nothing_and_reads_nothing_outside)
{
    need_git();
    given("git init -q -b main secret && (cd secret && commit secret)");
    given_in(
        "mkdir -p .git/hooks && for h in post-checkout post-index-change reference-transaction "
        "pre-commit; do printf '#!/bin/sh\\ntouch %s/pwned\\n' \"$SCRATCH\" >.git/hooks/$h && "
        "chmod +x .git/hooks/$h; done; echo '* filter=x' >.gitattributes && git add . && git "
        "-c core.hooksPath=/nowhere commit -qm a && be_base && for k in core.fsmonitor "
        "filter.x.smudge filter.x.clean filter.x.process core.sshCommand core.pager "
        "uploadpack.packObjectsHook; do git config $k \"touch $SCRATCH/pwned\"; done; git "
        "config filter.x.required true; echo '* filter=x' >.git/info/attributes; echo "
        "\"$SCRATCH/../outside\" >.git/objects/info/alternates");
    given("rm -rf pwned");
    assert_done(clean(&err));
    given("[ ! -e pwned ] && git clone -q c w && [ -z \"$(git -C w config --get-regexp filter)\" ] "
          "&& git -C w status && [ ! -e pwned ]");
}

TEST(clean__does_not_take_objects_that_are_links)
{
    need_git();
    given("git init -q -b main secret && (cd secret && commit secret)");
    given_in("commit a && be_base && for d in ../secret/.git/objects/??; do ln -s \"$PWD/$d\" "
             ".git/objects/ || true; done; git -C ../secret rev-parse HEAD >../base");
    assert_error_with(clean(&err), " is a symbolic link that leads out of it");
    given(nothing);
}

/* A folder that is written, then a link in its place, then a file through it. */
TEST(clean__refuses_what_a_clone_would_write_through_a_link)
{
    need_git();
    given("mkdir out && cd r && ln -s \"$SCRATCH/out\" d && git add d && l=$(git rev-parse :d) && "
          "b=$(echo x | git hash-object -w --stdin) && in=$(printf \"100644 blob $b\\tf\\n\" | git "
          "mktree) && t=$(printf \"120000 blob $l\\td\\n040000 tree $in\\te\\n\" | git mktree) && "
          "git cat-file tree $t | sed 's/e\\x00/d\\x00/' >t && t=$(git hash-object -w -t tree "
          "--literally t) && git commit-tree -m x $t >../base && rm t d");
    assert_error_with(clean(&err), "its objects cannot be copied: ");
    given(nothing);
}

/* ---- Repositories with everything that histories can have, and real ones ---- */

/* Calls `take` with the words of each line. */
static void each_line(char *text, void (*take)(char **words))
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *words[4] = {NULL}, *end = NULL;
        words[0] = strtok_r(line, " ", &end);
        for (size_t i = 1; i < N_ITEMS(words); i++)
            words[i] = strtok_r(NULL, " ", &end);
        take(words);
    }
}

static size_t n_cleaned;

/* Cleans a commit of a repository. What was made is whole, and what was not has left nothing. */
static void clean_tip(char **words)
{
    struct err err = {""};
    scoped_memory char *from = mem_print("all/%s", words[0]);
    bool is_made = cleaned_make(from, words[1], "c", &err) == 0;
    n_cleaned += is_made;
    if (is_made)
        run_valid(NULL,
                  "cd \"$SCRATCH/c\" && [ $(git rev-parse HEAD) = %s ] && git rev-list --objects "
                  "--all >../reached && [ $(cat ../reached | wc -l) = $(git cat-file "
                  "--batch-all-objects --batch-check | wc -l) ] && git fsck --full 2>&1 | grep -vE "
                  "'^(error|warning) in (commit|tree|tag) |^notice' || true; rm -rf ../c",
                  words[1]);
    run_valid(NULL, "cd \"$SCRATCH\" && [ ! -e c ] && [ ! -e c.partial ] && [ ! -e all/pwned ]");
}

TEST(clean__of_any_repository_is_whole_or_nothing)
{
    need_git();
    if (!has_python("cleaning of odd repositories"))
        skip();
    run_valid(NULL,
              "cd \"$SCRATCH\" && rm -rf r && python3 \"$SAMPLE/../git/repositories.py\" all && "
              "(cd all && find . -printf '%%p %%T@ %%s\\n' | sort) >before");
    scoped(str) tips = output_of(
        "cd $SCRATCH/all && for r in *; do g=$r; [ ! -d $r/.git ] || g=$r/.git; (cd $g 2>/dev/null "
        "&& grep -rhoE '^[0-9a-f]{40}([0-9a-f]{24})?' refs packed-refs HEAD 2>/dev/null) | sort -u "
        "| head -8 | while read id; do echo \"$r\" $id; done; done");
    each_line(tips.text, clean_tip);
    assert_true(n_cleaned > 50);
    run_valid(NULL,
              "cd \"$SCRATCH/all\" && find . -printf '%%p %%T@ %%s\\n' | sort | cmp - ../before");
}

/* Cleans the base of a task, whose repository is $MIRRORS/OWNER+NAME/repo. */
static void clean_base(char **words)
{
    scoped_memory char *from = mem_print("%s/%s/repo", getenv("MIRRORS"), words[0]);
    run_valid(NULL, "echo %s >\"$SCRATCH/base\"", words[1]);
    assert_done(cleaned_make(from, words[1], "c", &err));
    run_valid(NULL, "%spast %s && rm -rf c", cleaned_shell, from);
}

TEST(clean__of_real_tasks_is_whole)
{
    need_git();
    if (!can_run("test -d \"$MIRRORS\" && test -f \"$SHARED/data/swebench/tasks.jsonl\"",
                 "cleaning of real repositories", "$MIRRORS names no folder of them"))
        skip();
    /* the first task of each repository and each 30th; with $ALL_TASKS, all */
    scoped(str) bases = output_of(
        "cd $MIRRORS && sed -nE 's/.*\"repo\": \"([^/\"]*)\\/([^\"]*)\", \"base_commit\": "
        "\"([0-9a-f]*)\".*/\\1+\\2 \\3/p' $SHARED/data/swebench/tasks.jsonl | sort -u | "
        "awk '$1 != last || NR %% 30 == 0 || ENVIRON[\"ALL_TASKS\"]; {last = $1}' | "
        "while read r id; do [ ! -d $r/repo ] || echo $r $id; done");
    assert_true(bases.length > 0);
    each_line(bases.text, clean_base);
}
