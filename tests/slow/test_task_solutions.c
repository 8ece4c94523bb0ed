/* tokfix tasks on repositories with everything that can become of a solution
 * (tests/git/make_tasks.py). */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#define SCRIPTS "\"$SAMPLE/../git\""
#define HERE    "cd \"$SCRATCH/out\"; "

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_python("tasks of repositories") && has_program("git", "tasks of repositories") &&
               has_sandbox("tasks of repositories");
    if (is_ready)
        run_valid(NULL, "python3 " SCRIPTS "/make_tasks.py \"$SCRATCH/out\"");
    return 0;
}
SUITE_SETUP(set_up, NULL);

static void need_git(void)
{
    if (!is_ready)
        skip();
}

/* What each sight has, and why a check of all tasks fails. */
TEST(task_solutions__are_found_at_each_sight)
{
    need_git();
    static const char *const sights[] = {"clone", "refs", "all", "ancestors"};
    for (size_t i = 0; i < N_ITEMS(sights); i++) {
        scoped(str) output = {0};
        int status = run_shell(
            &output,
            HERE "\"$TOKFIX\" tasks --check --repositories made --tasks tasks.jsonl --visible %s "
                 "--json >report.json 2>/dev/null; [ $? = 1 ] && python3 " SCRIPTS
                 "/compare_tasks.py . %s report.json",
            sights[i], sights[i]);
        if (status != 0)
            fail_msg("%s: %s", sights[i], str_text(&output));
    }
}

/* Relations, distances, trees and changes, as git sees them. */
TEST(task_solutions__are_what_git_says)
{
    need_git();
    run_valid(NULL,
              HERE "\"$TOKFIX\" tasks --repositories made --tasks tasks.jsonl --json "
                   ">report.json && python3 " SCRIPTS "/ask_git.py made tasks.jsonl report.json");
}

TEST(task_solutions__that_a_bench_plants_are_found)
{
    need_git();
    scoped(str) output = {0};
    run_valid(&output, HERE "python3 \"$SAMPLE/../bench/planted.py\" made tasks.jsonl planted "
                            "\"$TOKFIX\"");
    assert_contains(str_text(&output), "verbatim          46     44");
    assert_contains(str_text(&output), "8 of 52 tasks have a finding before the base");
}

/* Damaged, hostile and odd repositories. */
TEST(task_solutions__are_searched_wherever_git_can_read)
{
    need_git();
    scoped(str) output = {0};
    run_valid(NULL, "python3 " SCRIPTS "/repositories.py \"$SCRATCH/histories\"");
    if (run_shell(&output, "python3 " SCRIPTS "/tasks_of_pairs.py \"$SCRATCH/histories\" "
                           "\"$TOKFIX\"") != 0)
        fail_msg("%s", str_text(&output));
}

/* $MIRRORS is a folder with repositories OWNER+NAME/repo, with all references: those of the tasks
 * in $SHARED, whose fixes are all found, and no other commit before a base. */
TEST(task_solutions__of_real_tasks_are_found)
{
    need_git();
    if (!can_run("test -d \"$SHARED/data/swebench\"", "real tasks", "they are not there") ||
        !can_run("test -d \"$MIRRORS\"", "real tasks", "MIRRORS names no folder of repositories"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\"; T=\"$SHARED/data/swebench\"; "
                    "(echo path; ls -d \"$MIRRORS\"/*/repo) >mirrors.csv; "
                    "cat \"$T/tasks.jsonl\" \"$T/earlier.jsonl\" >real.jsonl; "
                    "\"$TOKFIX\" tasks --repositories mirrors.csv --tasks real.jsonl --json "
                    ">real.json && python3 " SCRIPTS "/compare_tasks.py \"$T\" real real.json && "
                    "python3 " SCRIPTS "/ask_git.py \"$MIRRORS\" real.jsonl real.json 1");
}
