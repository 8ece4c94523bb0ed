/* tokfix verify: what slow programs and programs that do not end may cost, and what is not run. */
#include "tests/support/codenet.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

TEST(verify__counts_the_time_of_its_sandboxes)
{
    if (!has_sandbox("the time of sandboxes"))
        skip();
    codenet_add_pair("busy", "p00001", "Python", "py", 1, "while True:\n    a = 1\n",
                     "while True:\n    a = 2\n");
    write_test_text("busy.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"2\\n\", "
                    "\"seconds\": 0.5}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/busy -o $SCRATCH/busy.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/busy.db --tests $SCRATCH/busy.jsonl -v 2>&1 | "
                    "sed -n 's/.* s, processors \\([0-9.]*\\) s.*/\\1/p' | grep -v '^0'");
}

#define PATIENT                                   \
    "import time\nn = int(input())\n"             \
    "a = list(map(int, input().split()))\n"       \
    "while time.process_time() < %s:\n    pass\n" \
    "if n >= 1000000:\n    n = 1\nprint(%s)\n"

/* Programs that never differ on what is made: if they were fast, two levels would have 20 inputs.
 * A program that is slow on the tests is not searched with. */
TEST(verify__makes_fewer_inputs_for_slow_programs)
{
    static const char *const answers[] = {"sum(a)", "sum(a[:])", "sum(a, 0)", "sum(sorted(a))"};
    static const struct {
        const char *seconds, *verdict;
    } rows[] = {{"0.13", "weak_tests||10\n"},
                {"0.7 * (a != [5, 1, 4])", "weak_tests||2\n"},
                {"0.7", "weak_tests|no search, because the fixed program is slow|0\n"}};
    if (!has_sandbox("slow programs"))
        skip();
    write_test_text("patient.jsonl", "{\"problem_id\": \"p00001\", \"input\": \"3\\n5 1 4\\n\", "
                                     "\"output\": \"10\\n\"}\n");
    for (size_t row = 0; row < N_ITEMS(rows); row++) {
        run_valid(NULL, "rm -rf $SCRATCH/patient $SCRATCH/patient.db");
        for (int i = 0; i < 4; i++) {
            scoped(str) fixed = str_of(PATIENT, rows[row].seconds, answers[i]);
            scoped(str) buggy = str_of(PATIENT, rows[row].seconds, answers[i]);
            memcpy(strstr(buggy.text, ">= "), "==", 2);
            codenet_add_pair("patient", "p00001", "Python", "py", i + 1, buggy.text, fixed.text);
        }
        run_valid(NULL, "$TOKFIX mine $SCRATCH/patient -o $SCRATCH/patient.db");
        run_valid(NULL, "$TOKFIX verify $SCRATCH/patient.db --tests $SCRATCH/patient.jsonl "
                        "--inputs 10");
        scoped(str) counts = output_of("sqlite3 $SCRATCH/patient.db \"select distinct verdict, "
                                       "detail, n_inputs from verdicts\"");
        assert_string_equal(str_text(&counts), rows[row].verdict);
    }
}

/* One of the three jurors takes 0.7 seconds for a test. */
TEST(verify__has_no_slow_jurors)
{
    static const struct {
        const char *seconds, *answer;
    } rows[] = {
        {"0", "max(a)"}, {"0", "max(a[:])"}, {"0.7", "max(a, key=int)"}, {"0", "sorted(a)[-1]"}};
    if (!has_sandbox("slow jurors"))
        skip();
    for (size_t i = 0; i < N_ITEMS(rows); i++) {
        scoped(str) fixed = str_of(PATIENT, rows[i].seconds, rows[i].answer);
        scoped(str) buggy = str_of(PATIENT, rows[i].seconds, i ? "''" : "len(a)");
        const char *const texts[] = {buggy.text, fixed.text};
        codenet_add_judged("jury", "p00001", "Python", "Python", "py", (int)i + 1, texts);
    }
    write_test_text("jury.jsonl", "{\"problem_id\": \"p00001\", \"input\": \"3\\n3 -1 2\\n\", "
                                  "\"output\": \"3\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/jury -o $SCRATCH/jury.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/jury.db --tests $SCRATCH/jury.jsonl "
                    "--dataset $SCRATCH/jury");
    scoped(str) counts = output_of("sqlite3 $SCRATCH/jury.db \"select verdict, n_jurors from "
                                   "verdicts where verdict = 'proven'\"");
    assert_string_equal(str_text(&counts), "proven|2\n");
}

/* Mines and verifies a tree with the tests of the file of its name. Returns the verdicts, and the
 * runs on tests. */
static struct str runs_of(const char *name)
{
    run_valid(NULL,
              "$TOKFIX mine $SCRATCH/%s -o $SCRATCH/%s.db && "
              "$TOKFIX verify $SCRATCH/%s.db --tests $SCRATCH/%s.jsonl --time 1",
              name, name, name, name);
    return output_of(
        "sqlite3 $SCRATCH/%s.db \"select verdict from verdicts; select outcome, output, "
        "detail from test_runs order by submission_key, test_name\"",
        name);
}

/* The interpreter that all runs share has loaded modules that the program has not. */
TEST(verify__says_that_a_program_fails_only_if_it_does_so_alone)
{
    if (!has_sandbox("runs of their own"))
        skip();
    codenet_add_pair("alone", "p00001", "Python", "py", 1,
                     "import sys\nprint(6 if 'ctypes' in sys.modules else 4)\n",
                     "import sys\nprint(6 if 'ctypes' in sys.modules else 5)\n");
    write_test_text("alone.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"5\\n\"}\n"
                    "{\"problem_id\": \"p00001\", \"input\": \"1\", \"output\": \"6\\n\"}\n");
    scoped(str) runs = runs_of("alone");
    assert_string_equal(str_text(&runs), "reproduced\nwrong|4\n|\npass||\npass||\npass||\n");
}

TEST(verify__and_score_run_again_what_fails_among_others)
{
    if (!has_sandbox("runs of their own"))
        skip();
    codenet_add_pair("lonely", "p00001", "Python", "py", 1,
                     "import sys\nprint(6 if 'ctypes' in sys.modules else 4)\n",
                     "import sys\nprint(6 if 'ctypes' in sys.modules else 5)\n");
    write_test_text("lonely.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"5\\n\"}\n");
    write_test_text("lonely-repairs.jsonl",
                    "{\"id\": \"p00001-s000000002-s000000003\", \"code\": \"import sys\\n"
                    "print(7 if 'ctypes' in sys.modules else 5)\\n\"}\n");
    scoped(str) runs = runs_of("lonely");
    run_valid(NULL, "cd $SCRATCH && $TOKFIX export -q lonely.db --format pairs -o rows.jsonl");
    scoped(str) figures = output_of(
        "cd $SCRATCH && $TOKFIX score -q rows.jsonl --database lonely.db --predictions "
        "lonely-repairs.jsonl --execute --format csv | grep -o ',plausible,1,[0-9]*,[0-9]*'");
    assert_string_equal(str_text(&figures), ",plausible,1,1,1\n");
}

/* One of the programs does not end on the first and the second of three tests. */
TEST(verify__runs_no_program_again_that_did_not_end)
{
    if (!has_sandbox("endless programs"))
        skip();
    codenet_add_pair("endless", "p00001", "Python", "py", 1,
                     "n = int(input())\nwhile n < 2:\n    pass\nprint(5)\n",
                     "n = int(input())\nwhile n < 0:\n    pass\nprint(5)\n");
    write_test_text("endless.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"0\", \"output\": \"5\\n\"}\n"
                    "{\"problem_id\": \"p00001\", \"input\": \"1\", \"output\": \"5\\n\"}\n"
                    "{\"problem_id\": \"p00001\", \"input\": \"2\", \"output\": \"5\\n\"}\n");
    scoped(str) runs = runs_of("endless");
    assert_string_equal(str_text(&runs),
                        "reproduced\ntimeout||timeout: 2 s of processor time\n"
                        "near_limit||not run, because this or the fixed program did not end\n"
                        "near_limit||not run, because this or the fixed program did not end\n"
                        "pass||\npass||\npass||\n");
}

/* The first of two fixed programs does not end: nothing can be concluded from the other program. */
TEST(verify__runs_a_program_only_where_the_fixed_one_ends)
{
    static const struct codenet_submission submissions[] = {
        {"s000000001", "u1", 1, "Wrong Answer",
         "n = int(input())\nwhile n < 0:\n    pass\nprint(4)\n"},
        {"s000000002", "u1", 2, "Accepted", "n = int(input())\nwhile n < 2:\n    pass\nprint(4)\n"},
        {"s000000003", "u1", 3, "Accepted", "n = int(input())\nwhile n < 0:\n    pass\nprint(5)\n"},
        {"s000000004", "u2", 4, "Wrong Answer",
         "n = int(input())\nwhile n < 1:\n    pass\nprint(5)\n"},
        {"s000000005", "u2", 5, "Accepted", "n = int(input())\nwhile n < 3:\n    pass\nprint(5)\n"},
    };
    if (!has_sandbox("a fixed program that does not end"))
        skip();
    codenet_add_problem(codenet_make("unended"), "p00001", submissions, N_ITEMS(submissions));
    write_test_text("unended.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"1\", \"output\": \"5\\n\"}\n"
                    "{\"problem_id\": \"p00001\", \"input\": \"2\", \"output\": \"5\\n\"}\n");
    scoped(str) runs = runs_of("unended");
    assert_string_equal(str_text(&runs),
                        "fixed_errs\n"
                        "reproduced\n"
                        "fixed_errs\n"
                        "wrong|4\n"
                        "|\n"
                        "wrong|4\n"
                        "|\n"
                        "timeout||timeout: 2 s of processor time\n"
                        "near_limit||not run, because this or the fixed program did not end\n"
                        "pass||\n"
                        "pass||\n"
                        "near_limit||not run, because this or the fixed program did not end\n"
                        "near_limit||not run, because this or the fixed program did not end\n"
                        "timeout||timeout: 2 s of processor time\n"
                        "near_limit||not run, because this or the fixed program did not end\n");
}
