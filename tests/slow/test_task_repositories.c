/* How tasks find their repositories: by id, name, address or base. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#define SCRIPTS "\"$SAMPLE/../git\""

static bool is_ready;

/* `all` has a repository `sealed` with the base of a task of made/sealed, and another one. */
static int set_up(void **state)
{
    (void)state;
    is_ready = has_python("repositories of tasks") && has_program("git", "repositories of tasks") &&
               has_sandbox("repositories of tasks");
    if (is_ready)
        run_valid(NULL, "cd \"$SCRATCH\"; python3 " SCRIPTS "/make_tasks.py all && "
                        "cp all/lists/sealed.jsonl task.jsonl && cp -r all/made/sealed right && "
                        "cp -r all/made/skewed-clocks wrong");
    return 0;
}
SUITE_SETUP(set_up, NULL);

/* Runs shell commands in a new folder, and scans that, or what they write to `path`. There put()
 * copies `right` or `wrong`, origin() gives a repository an address, and spoil() makes it
 * unreadable. Returns "REPOSITORY" or "REPOSITORY: PROBLEM" for each task. */
static const char *home_of(const char *commands)
{
    scoped(str) output = {0};
    run_valid(
        &output,
        "cd \"$SCRATCH\"; rm -rf here; mkdir here; cd here; tasks=../task.jsonl; "
        "put() { mkdir -p \"$(dirname \"$2\")\"; cp -r ../$1 \"$2\"; }; "
        "origin() { printf '[remote \"origin\"]\\n\\turl = %%s\\n' \"$2\" >>\"$1/config\"; }; "
        "spoil() { mkfifo \"$1/refs/pipe\"; }; "
        "path=.; %s; \"$TOKFIX\" tasks --repositories $path --tasks $tasks --json "
        "2>../messages | python3 -c 'import json, sys\n"
        "for row in json.load(sys.stdin)[\"results\"]:\n"
        "    print(row.get(\"repository\") or \"-\", end=\"\")\n"
        "    print(\": \" + row[\"problem\"] if row.get(\"problem\") else \"\")'",
        commands);
    return printed("%s", str_text(&output));
}

#define NO_BASE "its base commit is not in the repository"
#define NONE    "-: no repository has its name or its base\n"

TEST(task_repositories__are_found)
{
    static const struct text_case cases[] = {
        /* one repository, whatever its name */
        {"put right x; path=x", "x\n"},
        {"put wrong x; path=x", NONE},
        /* by name, beside another one */
        {"put right sealed; put wrong x", "sealed\n"},
        {"put right sealed.git; put wrong x", "sealed\n"},
        {"put wrong sealed; put wrong x", "sealed: " NO_BASE "\n"},
        {"put wrong made__sealed", "made__sealed: " NO_BASE "\n"},
        {"put wrong made-sealed", "made-sealed: " NO_BASE "\n"},
        {"put wrong Made_Sealed.git", "Made_Sealed: " NO_BASE "\n"},
        {"put wrong made/sealed", "made-sealed: " NO_BASE "\n"},
        {"put wrong made+sealed/repo", "made+sealed-repo: " NO_BASE "\n"},
        {"put wrong unmade-sealed", NONE},
        {"put wrong unsealed", NONE},
        /* with a working tree, also one that a container calls testbed */
        {"put wrong sealed/.git", "sealed: " NO_BASE "\n"},
        {"put wrong sealed/testbed/.git", "sealed-testbed: " NO_BASE "\n"},
        {"put right testbed/.git; put wrong x/testbed/.git", "testbed\n"},
        /* by address */
        {"put wrong x; origin x https://host.example/made/sealed.git/", "x: " NO_BASE "\n"},
        {"put wrong x; origin x git@host.example:made/sealed", "x: " NO_BASE "\n"},
        {"put wrong sealed; origin sealed https://host.example/other/sealed", NONE},
        {"put wrong made__sealed; origin made__sealed /srv/copies/17",
         "made__sealed: " NO_BASE "\n"},
        {"put wrong x; printf 'path,url\\nx,https://host.example/made/sealed\\n' >list.csv; "
         "path=list.csv",
         "x: " NO_BASE "\n"},
        /* of several, the one with the base */
        {"put wrong made__sealed; put right x", "x\n"},
        {"put wrong a/sealed; put right b/sealed", "b-sealed\n"},
        {"put right made__sealed; put right x", "made__sealed\n"},
        {"put right a/sealed; put right b/sealed; origin a/sealed https://host.example/made/sealed;"
         "origin b/sealed https://host.example/fork/sealed",
         "a-sealed\n"},
        {"put right x; put right y", "-: several repositories have its base, and none its id\n"},
        {"put wrong a/sealed; put wrong b/sealed",
         "-: several repositories have its name, and none its base\n"},
    };
    if (!is_ready)
        skip();
    expect_texts(cases, N_ITEMS(cases), home_of);
}

TEST(task_repositories__are_checkouts_of_each_task)
{
    if (!is_ready)
        skip();
    assert_string_equal(home_of("put right made__sealed-12/.git; put right made__sealed-13/.git; "
                                "(cat $tasks; sed s/sealed-12/sealed-13/ $tasks) >tasks; "
                                "tasks=tasks"),
                        "made__sealed-12\nmade__sealed-13\n");
    assert_string_equal(home_of("put right made__sealed-12/testbed/.git; put right x/testbed/.git"),
                        "made__sealed-12-testbed\n");
}

TEST(task_repositories__are_named_if_they_cannot_be_read)
{
    static const struct {
        const char *commands, *homes, *message;
    } cases[] = {
        {"put right sealed; put wrong x; spoil x", "sealed\n", "x: its refs has a pipe"},
        {"put right sealed; spoil sealed; put wrong x", NONE, "sealed: its refs has a pipe"},
        {"put right sealed; rm -r sealed/objects/[0-9a-f]*; "
         "echo /nowhere >sealed/objects/info/alternates",
         "sealed: " NO_BASE "\n", "sealed: it borrows objects from '/nowhere'"},
        {"put right sealed; echo x >sealed/shallow", "sealed: " NO_BASE "\n",
         "sealed: fatal: bad shallow line"},
    };
    if (!is_ready)
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) messages = {0};
        assert_string_equal(home_of(cases[i].commands), cases[i].homes);
        read_test_file(&messages, "$SCRATCH/messages");
        assert_contains(str_text(&messages), cases[i].message);
    }
}
