/* tokfix verify: interruptions, jobs, and machines that lack something. What is concluded of
 * programs is in the cases verify-programs and verify-languages. */
#include "tests/support/codenet.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

static struct str verdicts_of(const char *database)
{
    return output_of("sqlite3 $SCRATCH/%s \"select d.problem_id || ' ' || d.verdict || ' ' || "
                     "v.detail from fix_details d join verdicts v using (fix_key) "
                     "order by d.fix_key\"",
                     database);
}

/* The modules that doc/verify.md names, with a use that loads their libraries. */
static const char *const modules[][2] = {
    {"numpy", "numpy.linalg.solve(numpy.eye(2), numpy.ones(2))"},
    {"scipy", "__import__('scipy.sparse.csgraph')"},
    {"pandas", "pandas.Series([1]).sum()"},
    {"networkx", "networkx.path_graph(3)"},
    {"sympy", "sympy.factorint(12)"},
    {"numba", "numba.njit(lambda x: x)(1)"},
    {"sortedcontainers", "sortedcontainers.SortedList([2, 1])[0]"},
};

TEST(verify__imports_the_modules_of_judges)
{
    scoped(str) tests = {0};
    if (!has_sandbox("modules of Python"))
        skip();
    for (size_t i = 0; i < N_ITEMS(modules); i++) {
        scoped(str) fixed = {0}, buggy = {0};
        char problem[8];
        snprintf(problem, sizeof problem, "p%05zu", i);
        str_print(&fixed, "import %s\n%s\nprint(int(input()) + 1)\n", modules[i][0], modules[i][1]);
        str_print(&buggy, "import %s\n%s\nprint(int(input()) - 1)\n", modules[i][0], modules[i][1]);
        codenet_add_pair("modules", problem, "Python", "py", (int)i, str_text(&buggy),
                         str_text(&fixed));
        str_print(&tests, "{\"problem_id\": \"%s\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n",
                  problem);
    }
    write_test_text("modules.jsonl", str_text(&tests));
    run_valid(NULL, "$TOKFIX mine $SCRATCH/modules -o $SCRATCH/modules.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/modules.db --tests $SCRATCH/modules.jsonl --time 20");
    scoped(str) verdicts = verdicts_of("modules.db");
    for (size_t i = 0; i < N_ITEMS(modules); i++) {
        scoped(str) line = {0};
        scoped(str) found = output_of("/usr/bin/python3 -c 'import %s' 2>/dev/null && echo yes || "
                                      "echo no",
                                      modules[i][0]);
        bool is_installed = strncmp(str_text(&found), "yes", 3) == 0;
        if (!is_installed)
            print_message("%s is not installed\n", modules[i][0]);
        if (is_installed)
            str_print(&line, "p%05zu reproduced \n", i);
        else
            str_print(&line, "p%05zu unsupported ModuleNotFoundError: No module named '%s'\n", i,
                      modules[i][0]);
        assert_contains(str_text(&verdicts), str_text(&line));
    }
}

#define LONG_LOOP                                                                          \
    "n = int(input())\nt = 0\nfor i in range(50000000):\n    t = (t + i * i) %% 1000003\n" \
    "print(n %s 1)\n"

/* Where PyPy is missing, its programs may be too slow. */
TEST(verify__runs_programs_of_pypy_or_says_that_it_is_missing)
{
    scoped(str) fixed = {0}, buggy = {0};
    if (!has_sandbox("PyPy"))
        skip();
    str_print(&fixed, LONG_LOOP, "+");
    str_print(&buggy, LONG_LOOP, "-");
    const char *const slow[] = {str_text(&buggy), str_text(&fixed)};
    const char *const quick[] = {"print(int(input()) - 1)\n", "print(int(input()) + 1)\n"};
    codenet_add_judged("pypy", "p00001", "Python", "PyPy3 (7.3.0)", "py", 1, slow);
    codenet_add_judged("pypy", "p00002", "Python", "Python (3.8.2)", "py", 2, slow);
    codenet_add_judged("pypy", "p00003", "Python", "PyPy3 (7.3.0)", "py", 3, quick);
    write_test_text("pypy.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n"
                    "{\"problem_id\": \"p00002\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n"
                    "{\"problem_id\": \"p00003\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/pypy -o $SCRATCH/pypy.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/pypy.db --tests $SCRATCH/pypy.jsonl --time 1");
    scoped(str) verdicts = verdicts_of("pypy.db");
    bool is_installed = access("/usr/bin/pypy3", X_OK) == 0;
    assert_contains(str_text(&verdicts),
                    is_installed ? "p00001 reproduced \n" : "p00001 unsupported PyPy 3\n");
    assert_contains(str_text(&verdicts), "p00002 fixed_errs ");
    assert_contains(str_text(&verdicts), "p00003 reproduced \n");
}

/* A copy of CPython under the name of PyPy, which the programs look for. */
#define WITH_PYPY(COMMANDS)                                                                     \
    "cd $SCRATCH && unshare -m sh -euc 'mkdir -p own; mount -t tmpfs own own; "                 \
    "mkdir own/bin own/work; cp $(realpath /usr/bin/python3) own/bin/pypy3; mount "             \
    "-t overlay -o lowerdir=/usr/bin,upperdir=own/bin,workdir=own/work own /usr/bin; " COMMANDS \
    "' 2>&1"
#define IS_PYPY "import sys\nprint(int(input()) %s (\"pypy\" in sys.executable))\n"

TEST(verify__and_score_run_programs_of_pypy_with_it)
{
    scoped(str) output = {0}, fixed = {0}, buggy = {0};
    if (!has_sandbox("a copy of Python as PyPy") ||
        !can_run(WITH_PYPY("true"), "a copy of Python as PyPy", "this user cannot mount it"))
        skip();
    str_print(&fixed, IS_PYPY, "+");
    str_print(&buggy, IS_PYPY, "-");
    const char *const texts[] = {str_text(&buggy), str_text(&fixed)};
    codenet_add_judged("named", "p00001", "Python", "PyPy3 (7.3.0)", "py", 1, texts);
    write_test_text("named.jsonl",
                    "{\"problem_id\":\"p00001\",\"input\":\"7\\n\",\"output\":\"8\\n\"}\n");
    write_test_text("repairs.jsonl",
                    "{\"id\":\"p00001-s000000002-s000000003\",\"code\":"
                    "\"import sys\\nprint(7 + ('pypy' in sys.executable))\\n\"}\n");
    run_valid(&output, WITH_PYPY("$TOKFIX mine -q named -o named.db; $TOKFIX verify -q named.db "
                                 "--tests named.jsonl; $TOKFIX export -q named.db --format pairs "
                                 "-o named-rows.jsonl; $TOKFIX score -q named-rows.jsonl "
                                 "--database named.db --predictions repairs.jsonl --execute "
                                 "--format csv >score.csv"));
    scoped(str) figures = output_of("grep -o ',plausible,1,[0-9]*,[0-9]*' $SCRATCH/score.csv");
    scoped(str) verdicts = verdicts_of("named.db");
    assert_string_equal(str_text(&verdicts), "p00001 reproduced \n");
    assert_string_equal(str_text(&figures), ",plausible,1,1,1\n");
}

static void mine_sample(const char *database)
{
    run_valid(NULL, "$TOKFIX mine $SAMPLE/Project_CodeNet --language python -o $SCRATCH/%s 2>&1",
              database);
}

TEST(verify__continues_after_a_signal)
{
    if (!has_sandbox("interrupted runs"))
        skip();
    mine_sample("a.db");
    run_valid(NULL, "cp $SCRATCH/a.db $SCRATCH/b.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/a.db --dataset $SAMPLE/Project_CodeNet --time 1 -j 1");
    scoped(str) output = {0};
    int status =
        run_shell(&output, "timeout -s TERM 4 $TOKFIX verify $SCRATCH/b.db --dataset "
                           "$SAMPLE/Project_CodeNet --time 1 -j 1 2>&1; echo \"ended with $?\"");
    assert_int_equal(status, 0);
    assert_contains(str_text(&output), "stopped by SIGTERM; give the same command again");
    /* timeout reports 124; the process itself ended with 75 */
    assert_contains(str_text(&output), "ended with 124");
    run_valid(&output,
              "$TOKFIX verify $SCRATCH/b.db --dataset $SAMPLE/Project_CodeNet --time 1 -j 7 2>&1");
    run_valid(NULL, "cd \"$SCRATCH\"; \"$SAMPLE/../same_db.sh\" a.db b.db");
}

TEST(verify__continues_after_it_was_killed)
{
    if (!has_sandbox("killed runs"))
        skip();
    mine_sample("whole.db");
    run_valid(NULL, "cp $SCRATCH/whole.db $SCRATCH/killed.db");
    static const char how[] = "--dataset $SAMPLE/Project_CodeNet --time 1 --inputs 5";
    run_valid(NULL, "$TOKFIX verify $SCRATCH/whole.db %s -j 2", how);
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            run_shell(NULL, printed("timeout -s KILL 2 $TOKFIX verify $SCRATCH/killed.db "
                                    "%s -j 2 2>/dev/null",
                                    how)),
            137);
    run_valid(NULL, "$TOKFIX verify $SCRATCH/killed.db %s -j 1", how);
    run_valid(NULL, "cd \"$SCRATCH\"; \"$SAMPLE/../same_db.sh\" whole.db killed.db");
}

TEST(verify__says_what_the_machine_lacks)
{
    scoped(str) output = {0};
    if (!has_sandbox("a machine that lacks something"))
        skip();
    mine_sample("lacking.db");
    int status =
        run_shell(&output, "unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && "
                           "$TOKFIX verify $SCRATCH/lacking.db --dataset "
                           "$SAMPLE/Project_CodeNet' 2>&1");
    assert_int_equal(status, 1);
    assert_contains(str_text(&output), "cannot isolate programs: this machine gives no user "
                                       "namespaces to this user");
    if (!can_test(geteuid() == 0, "a machine without Python", "only root can hide it"))
        return;
    run_valid(&output,
              "unshare -m sh -c 'mount --bind /dev/null $(realpath /usr/bin/python3) && "
              "$TOKFIX verify $SCRATCH/lacking.db --dataset $SAMPLE/Project_CodeNet' 2>&1");
    assert_contains(str_text(&output), "Python 3");
    scoped(str) verdicts = output_of("sqlite3 $SCRATCH/lacking.db 'select verdict, count(*) from "
                                     "verdicts group by 1'");
    assert_string_equal(str_text(&verdicts), "no_tests|6\nunsupported|88\n");
    /* where no cgroup can be made; no sandbox is opened without tests */
    run_valid(&output,
              "cd $SCRATCH && echo '{\"problem_id\":\"x\",\"input\":\"\",\"output\":\"\"}' "
              ">none.jsonl && unshare -m sh -c 'umount -l -R /sys/fs/cgroup && "
              "$TOKFIX verify lacking.db --tests none.jsonl --force' 2>&1");
    assert_contains(str_text(&output),
                    "no cgroup can be made here, so the limits are those of each "
                    "process");
}

/* A run beside one that has not ended finds its verdicts. */
TEST(verify__waits_for_a_run_that_has_not_ended_and_fails_where_it_cannot_write)
{
    scoped(str) output = {0};
    if (!has_sandbox("runs that cannot write"))
        skip();
    codenet_add_pair("slow", "p00001", "Python", "py", 1, "import time\ntime.sleep(3)\nprint(1)\n",
                     "import time\ntime.sleep(3)\nprint(2)\n");
    write_test_text("slow.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"2\\n\", "
                    "\"seconds\": 5}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/slow -o $SCRATCH/slow.db");
    run_valid(NULL, "cd $SCRATCH; { $TOKFIX verify slow.db --tests slow.jsonl -q; echo $?; } "
                    ">slow.out 2>&1 & cd $SCRATCH; n=0; until [ -s slow.db-journal ] || "
                    "[ $n -gt 15 ]; do n=$((n + 1)); sleep 0.1; done");
    run_valid(&output, "cd $SCRATCH; $TOKFIX stats slow.db all; $TOKFIX verify slow.db --tests "
                       "slow.jsonl; sleep 0.5; tail -n 1 slow.out");
    assert_contains(str_text(&output), "1 of 1 bug shown");
    assert_contains(str_text(&output), "\n0\n");
    run_valid(NULL, "mkdir $SCRATCH/slow.db.verifying-1-of-2");
    assert_int_equal(run_shell(&output, "$TOKFIX verify $SCRATCH/slow.db --shard 1/2 --tests "
                                        "$SCRATCH/slow.jsonl 2>&1"),
                     1);
    assert_contains(str_text(&output), "copy the database to a folder that can be written");
}

#define TIMED                                                                \
    "import time\nbegin = time.time()\ntime.sleep(0.3)\nkind = %d\nn = %d\n" \
    "print(5 if n == 5 else [begin, time.time()])\n"

/* A problem whose buggy programs print when they began and ended. */
static void add_timed_fixes(int n)
{
    for (int i = 1; i <= n; i++) {
        scoped(str) fixed = str_of(TIMED, i, 5);
        scoped(str) buggy = str_of(TIMED, i, 4);
        const char *const texts[] = {buggy.text, fixed.text};
        codenet_add_judged("timed", "p00001", "Python", "Python", "py", i, texts);
    }
    write_test_text("timed.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"5\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/timed -o $SCRATCH/timed.db");
}

TEST(verify__divides_the_fixes_of_a_problem_among_the_jobs)
{
    if (!has_sandbox("fixes of a problem in parallel"))
        skip();
    add_timed_fixes(6);
    for (int n_jobs = 1; n_jobs <= 3; n_jobs += 2) {
        run_valid(NULL,
                  "$TOKFIX verify $SCRATCH/timed.db --tests $SCRATCH/timed.jsonl --force -j %d",
                  n_jobs);
        scoped(str) overlaps =
            output_of("sqlite3 $SCRATCH/timed.db \"with r as (select submission_key k, "
                      "json_extract(output, '\\$[0]') b, json_extract(output, '\\$[1]') e "
                      "from test_runs where outcome = 'wrong') select (select count(*) from r), "
                      "count(*) > 0 from r x join r y on x.k < y.k and x.b < y.e and y.b < x.e\"");
        assert_string_equal(str_text(&overlaps), n_jobs == 1 ? "6|0\n" : "6|1\n");
    }
}

/* The fixed program of the second fix does not end in the 20 seconds of its band. */
TEST(verify__keeps_the_fixes_of_a_problem_that_are_done)
{
    int n_kept = 0;
    if (!has_sandbox("a run that is stopped between two fixes"))
        skip();
    codenet_add_pair("between", "p00001", "Python", "py", 1, "print(4)\n", "print(5)\n");
    codenet_add_pair("between", "p00001", "Python", "py", 2, "n = 4\nwhile 0 < n:\n    pass\n",
                     "n = 5\nwhile 0 < n:\n    pass\n");
    write_test_text("between.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"5\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/between -o $SCRATCH/between.db");
    for (int seconds = 1; seconds < 20 && n_kept == 0; seconds *= 2) {
        run_shell(NULL,
                  "cd $SCRATCH; timeout --preserve-status -s KILL %d $TOKFIX verify between.db "
                  "--tests between.jsonl --time 10 -j 2 --force",
                  seconds);
        scoped(str) kept = output_of("cd $SCRATCH; sqlite3 between.db "
                                     "'select count(*) from verdicts' 2>/dev/null || :");
        n_kept = atoi(str_text(&kept));
    }
    assert_int_equal(n_kept, 1);
    run_valid(NULL, "cd $SCRATCH; sqlite3 between.db \"update verdicts set detail = 'kept'\"; "
                    "$TOKFIX verify between.db --tests between.jsonl --time 10");
    scoped(str) verdicts = output_of("sqlite3 $SCRATCH/between.db 'select verdict, detail from "
                                     "verdicts order by fix_key'");
    assert_string_equal(str_text(&verdicts),
                        "reproduced|kept\nfixed_errs|timeout: 20 s of processor time\n");
}
