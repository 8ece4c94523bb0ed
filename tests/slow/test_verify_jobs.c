/* tokfix verify: the fixes of one problem are divided among the jobs, and kept one by one. */
#include "tests/support/codenet.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include <stdlib.h>

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
