/* Cleaning of repositories with everything that histories can have (tests/git/repositories.py), and
 * of real ones. */
#include "tests/support/cleaned.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready =
        has_program("git", "cleaning of repositories") && has_sandbox("cleaning of repositories");
    return 0;
}
SUITE_SETUP(set_up, NULL);

static void need_git(void)
{
    if (!is_ready)
        skip();
}

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

/* ---- Strangers' repositories ---- */

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
              "cd \"$SCRATCH\" && python3 \"$SAMPLE/../git/repositories.py\" all && (cd all && "
              "find . -printf '%%p %%T@ %%s\\n' | sort) >before");
    scoped(str) tips = output_of(
        "cd $SCRATCH/all && for r in *; do g=$r; [ ! -d $r/.git ] || g=$r/.git; (cd $g 2>/dev/null "
        "&& grep -rhoE '^[0-9a-f]{40}([0-9a-f]{24})?' refs packed-refs HEAD 2>/dev/null) | sort -u "
        "| head -8 | while read id; do echo \"$r\" $id; done; done");
    each_line(tips.text, clean_tip);
    assert_true(n_cleaned > 50);
    run_valid(NULL,
              "cd \"$SCRATCH/all\" && find . -printf '%%p %%T@ %%s\\n' | sort | cmp - ../before");
}

/* ---- Real repositories: $MIRRORS/OWNER+NAME/repo ---- */

/* Cleans the base of a task. */
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
