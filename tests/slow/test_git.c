/* tokfix mine --git on repositories with everything that histories can have (tests/git), and on
 * public ones if there are any beside the project. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include <sys/stat.h>

#define SCRIPTS "\"$SAMPLE/../git\""
#define MINE    "cd \"$SCRATCH\"; \"$TOKFIX\" mine --visible refs --git "

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_python("git histories") && has_program("git", "git histories") &&
               has_sandbox("git histories");
    if (is_ready)
        run_valid(NULL, "python3 " SCRIPTS "/repositories.py \"$SCRATCH/all\" && " MINE
                        "all --language all -o all.db -j 2 2>\"$SCRATCH/messages\"");
    return 0;
}
SUITE_SETUP(set_up, NULL);

static void need_git(void)
{
    if (!is_ready)
        skip();
}

TEST(git__finds_the_pairs_and_counts_the_rest)
{
    need_git();
    scoped(str) output = {0};
    if (run_shell(&output, "python3 " SCRIPTS "/compare.py \"$SCRATCH/all\" \"$SCRATCH/all.db\"") !=
        0)
        fail_msg("%s", str_text(&output));
}

TEST(git__starts_nothing_that_a_repository_names)
{
    need_git();
    assert_false(path_exists(scratch_path("all/pwned")));
}

TEST(git__gives_the_same_bytes_for_any_threads_shards_and_stops)
{
    need_git();
    run_valid(
        NULL, MINE
        "all --language all -o one.db -j 1 2>/dev/null && \"$SAMPLE/../same_db.sh\" one.db all.db");
    run_valid(NULL,
              MINE "all --language all -o 1.db --shard 1/2 2>/dev/null && \"$TOKFIX\" mine "
                   "--visible refs --git all --language all -o 2.db --shard 2/2 2>/dev/null && "
                   "\"$TOKFIX\" merge joined.db 2.db 1.db 2>/dev/null && "
                   "\"$SAMPLE/../same_db.sh\" joined.db all.db");
    scoped(str) output = {0};
    for (int ms = 100, status = 137; status != 0 && ms < 600000; ms += ms / 2)
        status = run_shell(&output,
                           MINE "all --language all -o k.db -j 2 --resume 2>/dev/null & p=$!; "
                                "sleep %d.%03d; kill -9 $p 2>/dev/null; wait $p",
                           ms / 1000, ms % 1000);
    run_valid(NULL, "cd \"$SCRATCH\" && \"$SAMPLE/../same_db.sh\" k.db all.db");
}

TEST(git__stops_on_a_signal_and_resumes)
{
    need_git();
    scoped(str) output = {0};
    bool is_early = true; /* a slow machine has not finished the first repository */
    for (int seconds = 1; is_early && seconds < 60; seconds *= 2) {
        str_clear(&output);
        int status = run_shell(&output,
                               MINE "all --language all -o s.db -j 1 & p=$!; sleep %d; "
                                    "kill -TERM $p; wait $p",
                               seconds);
        assert_int_equal(status, 75);
        is_early = strstr(str_text(&output), "before the first repository was done");
    }
    assert_contains(str_text(&output), "repositories are kept in 's.db.unfinished'");
    str_clear(&output);
    run_shell(&output, MINE "all --language all -o s.db");
    assert_contains(str_text(&output), "finished repositor");
    run_valid(NULL, MINE "all --language all -o s.db -j 2 --resume 2>/dev/null && "
                         "\"$SAMPLE/../same_db.sh\" s.db all.db");
}

TEST(git__keeps_texts_of_many_fixes_in_a_file)
{
    need_git();
    scoped(str) output = {0};
    run_valid(NULL,
              "cd \"$SCRATCH\"; git init -q --bare -b main texts; for n in $(seq 101 400); do "
              "printf 'commit refs/heads/main\\ncommitter a <a@b> %%d +0000\\ndata 3\\nfix\\n' "
              "$n; printf 'M 100644 inline a.py\\ndata 400008\\nx = %%03d#%%0400000d\\n' $n 0; "
              "done | git -C texts fast-import --quiet");
    int status = run_bounded(&output, "texts of many fixes", 160,
                             "\"$TOKFIX\" mine --git \"$SCRATCH/texts\" -j 1 -o "
                             "\"$SCRATCH/texts.db\"");
    assert_int_equal(status, 0);
    str_clear(&output);
    run_valid(&output, "sqlite3 \"$SCRATCH/texts.db\" \"select count(*), count(distinct code), "
                       "sum(length(code)), min(code glob 'x = [1-9]*#0*0') from sources\"");
    assert_string_equal(str_text(&output), "300|300|120002400|1\n");
}

TEST(git__does_not_resume_when_a_reference_has_moved)
{
    need_git();
    scoped(str) output = {0};
    run_valid(NULL, "cd \"$SCRATCH\" && mkdir moved && cp -r all/packed all/merges moved && "
                    "\"$TOKFIX\" mine --git moved -o m.db 2>/dev/null && cd moved/merges && "
                    "git -c safe.directory='*' update-ref refs/heads/new HEAD");
    assert_int_equal(run_shell(&output, MINE "moved -o m.db --resume"), 1);
    assert_contains(str_text(&output), "repository merges has changed since it was mined");
}

TEST(git__names_fixes_alike_whatever_is_mined)
{
    need_git();
    run_valid(NULL, MINE "all --language c,java --max-files 0 --keywords none -o alike.db "
                         "2>/dev/null");
    scoped(str) rows = output_of(
        "sqlite3 $SCRATCH/alike.db \"attach '$SCRATCH/all.db' as a; "
        "select problem_id, submission_id, path from a.file_versions join a.submissions using "
        "(submission_key) where language in ('c', 'java') except select problem_id, "
        "submission_id, path from main.file_versions join main.submissions using "
        "(submission_key); select count(*) > 9, max(length(submission_id)) from "
        "main.submissions\"");
    assert_string_equal(str_text(&rows), "1|19\n");
}

/* None of its settings is read, so it does not matter who wrote them. */
TEST(git__reads_repositories_of_others)
{
    need_git();
    if (!can_be_user("repositories of another user"))
        skip();
    scoped(str) output = {0};
    run_valid(NULL, "cd \"$SCRATCH\" && mkdir -p foreign && cp -r all/packed foreign && "
                    "chown -R 65534:65534 foreign/packed");
    run_valid(&output, MINE "foreign/packed -o foreign.db 2>&1");
    assert_null(strstr(str_text(&output), " 0 single-token fixes"));
}

/* Without git, or files, all repositories would fail for the same reason. */
TEST(git__fails_if_git_cannot_be_run)
{
    need_git();
    static const struct text_case cases[] = {
        {"echo git version 2.20.1", "install git 2.25 or later, not 2.20"},
        {"echo hello", "/usr/bin/git is not git: 'git version' prints 'hello'"},
        {"echo why >&2; exit 3", "'git version' fails: why"},
    };
    scoped(str) output = {0};
    assert_int_equal(run_shell(&output, "ulimit -n 24; " MINE "all -j 8 -q -o f.db 2>&1"), 1);
    if (!strstr(str_text(&output), "Too many open files")) /* or the sandbox has too many */
        assert_contains(str_text(&output), "the sandbox could not be started");
    if (!can_run("unshare -m true", "other versions of git", "this user cannot mount a file"))
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        str_clear(&output);
        int status = run_shell(&output,
                               "cd \"$SCRATCH\" && printf '#!/bin/sh\\n%s\\n' >git && chmod +x git "
                               "&& unshare -m sh -c 'mount --bind git /usr/bin/git && \"$TOKFIX\" "
                               "mine --git all -o other.db 2>&1'",
                               cases[i].given);
        assert_int_equal(status, 1);
        assert_contains(str_text(&output), cases[i].expected);
    }
}

/* git would wait for a writer. */
TEST(git__does_not_wait_for_pipes)
{
    need_git();
    static const char *const names[] = {"packed-refs", "shallow", "config"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        scoped(str) output = {0};
        int status =
            run_shell(&output,
                      "cd \"$SCRATCH\" && rm -rf pipe && cp -r all/packed pipe && rm -f pipe/%s && "
                      "mkfifo pipe/%s && \"$TOKFIX\" mine --git pipe -o pipe.db",
                      names[i], names[i]);
        assert_int_equal(status, 1);
        assert_contains(str_text(&output), "is not a file");
    }
}

/* Each tenth commit is a fix. */
TEST(git__reads_a_hundred_thousand_commits)
{
    need_git();
    run_valid(NULL, "python3 " SCRIPTS "/repositories.py \"$SCRATCH/one\" --big 100000 && " MINE
                    "one -o big.db 2>/dev/null");
    scoped(str) rows = output_of("sqlite3 $SCRATCH/big.db \"select count(*) from fixes; select n "
                                 "from commit_counts where name = 'no_keyword'\"");
    assert_string_equal(str_text(&rows), "9999\n90000\n");
    run_valid(NULL, "rm -rf \"$SCRATCH/one\" \"$SCRATCH\"/big.db");
}

/* A store with fixes of contests and of git histories, from mine to a published folder. */
TEST(git__histories_and_contests_are_published_together)
{
    need_git();
    scoped(str) output = {0};
    run_valid(
        NULL,
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o c.db "
        "2>/dev/null && \"$TOKFIX\" merge both.db all.db c.db 2>/dev/null && "
        "\"$TOKFIX\" dedup -q both.db >/dev/null && \"$TOKFIX\" split -q both.db "
        ">/dev/null && \"$TOKFIX\" check -q both.db >/dev/null && "
        "\"$TOKFIX\" publish both.db -o both --license other "
        "--code-license any 2>/dev/null");
    run_valid(&output,
              "cd \"$SCRATCH\" && (cd both; sha256sum -c SHA256SUMS); grep -c '^tokfix mine' "
              "both/README.md; \"$TOKFIX\" stats both.db");
    assert_contains(str_text(&output), "croissant.json: OK");
    assert_contains(str_text(&output), "Project_CodeNet + all: ");
    run_valid(
        NULL,
        "cd \"$SCRATCH/both\" && n=$(zcat data/*/*.gz | grep -c '\"license\":\"BSD-3-Clause\"') && "
        "test $n -gt 0 && grep \"^| BSD-3-Clause | $n |\" README.md");
    run_valid(NULL, "cd \"$SCRATCH\" && \"$TOKFIX\" publish both.db -o one --license other "
                    "--code-license any --where \"source = 'git'\" 2>/dev/null && "
                    "grep -q 'mined from the histories of git repositories (all)' one/README.md && "
                    "mkdir again && cd again && ln -s "
                    "../all \"$SAMPLE/Project_CodeNet\" . && sed -n 's/^tokfix/\"$TOKFIX\"/p' "
                    "../both/README.md | sh -e >/dev/null 2>&1 && diff -r both ../both");
    scoped(str) splits = output_of("sqlite3 $SCRATCH/both.db \"select count(distinct split) from "
                                   "splits join fixes using (fix_key) join submissions on "
                                   "submission_key = buggy_submission_key where problem_id in "
                                   "('fork-copy', 'fork-upstream')\"");
    assert_string_equal(str_text(&splits), "1\n");
}
