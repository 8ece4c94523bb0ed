/* The neural detector of setup/detector: it goes on after a stop, reads the rows that it is
 * promised and names those that it cannot read; and the rules of its experiment. */
#include "base/json.h"
#include "tests/support/test.h"

#define PYTHON   "PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 /usr/bin/python3 "
#define FOLDER   "\"$SAMPLE/../../setup/detector\""
#define DETECTOR PYTHON FOLDER "/detector.py"

static bool has_torch(const char *what)
{
    return can_run("/usr/bin/python3 -c 'import torch'", what, "python3-torch is missing");
}

static void shell(const char *command)
{
    run_valid(NULL, "cd \"$SCRATCH\" && { %s; }", command);
}

/* Makes sample.FORMAT.jsonl of all fixes of the sample, and of as many correct programs. */
static void export_sample(const char *format)
{
    shell("test -f sample.db || \"$TOKFIX\" mine -q --language python \"$SAMPLE/Project_CodeNet\" "
          "-o sample.db");
    shell(printed("\"$TOKFIX\" export -q sample.db --format %s --tokens --category all "
                  "--negatives 1 -o sample.%s.jsonl --force",
                  format, format));
}

/* Three batches are an epoch, so a training that stops after each of them also stops between
 * epochs. What is drawn at random is drawn as without stops. */
TEST(detector__is_the_same_after_stops)
{
#define TRAIN                                                                       \
    DETECTOR " train sample.pairs.jsonl --tokens 15000 --batch 4096 --dropout 0.1 " \
             "--correct 0.3 --model "
    scoped(str) output = {0};
    if (!has_torch("a training with stops"))
        skip();
    export_sample("pairs");
    shell(TRAIN "whole.pt");
    run_valid(&output,
              "cd \"$SCRATCH\"; n=0; until " TRAIN "stopped.pt --minutes 0.0001 2>>log; do "
              "[ $? -eq 75 ] || { cat log; exit 1; }; n=$((n + 1)); done >/dev/null; "
              "grep -q 'run again' log && grep -q '^continues after ' log && "
              "echo \"$n stops\"");
    printf("note: a training with %s", str_text(&output));
    shell("for one in whole stopped; do " DETECTOR
          " predict sample.pairs.jsonl --model $one.pt -o $one.jsonl; done; test -s whole.jsonl && "
          "cmp whole.jsonl stopped.jsonl && ! test -e stopped.pt.part");
}

TEST(detector__reads_the_same_bugs_in_pairs_and_nbf)
{
    if (!has_torch("the rows that the detector reads"))
        skip();
    export_sample("pairs");
    export_sample("nbf");
    scoped(str) output =
        output_of("cd \"$SCRATCH\"; " PYTHON "\"$SAMPLE/../python/same_bugs.py\" " FOLDER
                  " sample.pairs.jsonl sample.nbf.jsonl");
    assert_string_equal(str_text(&output), "same: 4 delete, 3 insert, 50 none, 60 replace\n");
}

TEST(detector__names_rows_that_it_cannot_read)
{
    /* after a first row that is right */
    static const struct text_case cases[] = {
        {"{\"id\":\"a\",\"buggy_code\":\"x\\n\",\"edit\":\"none\"}\n",
         "bad.jsonl:2: not a row of `tokfix"},
        {"{\"id\":\"a\",\n", "bad.jsonl:2: "},
        {"a line\n", "bad.jsonl:2: "},
        {"[1]\n", "bad.jsonl:2: "},
    };
    static const char *const commands[] = {"train bad.jsonl --tokens 1000 --model bad.pt",
                                           "predict bad.jsonl --model good.pt -o bad.out"};
    if (!has_torch("rows that the detector refuses"))
        skip();
    export_sample("pairs");
    shell(DETECTOR " train sample.pairs.jsonl --tokens 1 --model good.pt");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        write_test_text("end", cases[i].given);
        shell("{ head -n 1 sample.pairs.jsonl; cat end; } > bad.jsonl");
        for (size_t j = 0; j < N_ITEMS(commands); j++) {
            scoped(str) output = {0};
            int status = run_shell(&output, "cd \"$SCRATCH\"; " DETECTOR " %s", commands[j]);
            if (status != 1 ||
                strncmp(str_text(&output), cases[i].expected, strlen(cases[i].expected)) != 0)
                fail_msg("status %d for %s%s", status, cases[i].given, str_text(&output));
            assert_false(path_exists(scratch_path(j == 0 ? "bad.pt" : "bad.out")));
        }
    }
}

/* Right predictions repair each program to its fixed one, but for spaces and comments. */
TEST(repairs__make_the_fixed_programs)
{
    if (!has_torch("repairs"))
        skip();
    export_sample("pairs");
#define SAME " | .fixed_code |= gsub(\"#[^\\r\\n]*|\\\\s\"; \"\")' "
    shell("jq -c 'select(.edit != \"none\") | {id, rank: 1, line, column, repair: .after}' "
          "sample.pairs.jsonl > right.jsonl && " PYTHON FOLDER
          "/repairs.py sample.pairs.jsonl right.jsonl > repaired.jsonl");
    shell("jq -cS 'select(.edit != \"none\") | {id: (.id + \"-1\"), problem_id, language, "
          "buggy_code, fixed_code}" SAME "sample.pairs.jsonl > expected && "
          "jq -cS '{id, problem_id, language, buggy_code: .buggy, fixed_code: .fixed}" SAME
          "repaired.jsonl > found && test -s found && cmp expected found");
}

/* Programs that are in no database are rows, and what is predicted for them can be mined. */
TEST(programs__are_predicted)
{
    if (!has_torch("predictions for programs"))
        skip();
    export_sample("pairs");
    write_test_text("one.py", "x = 1\n");
    write_test_text("two.py", "\xef\xbb\xbfif a < b:\n    print('\xc3\xa4', a)\n");
    write_test_text("three.py", "if\n");
    shell(PYTHON FOLDER
          "/programs.py \"$TOKFIX\" one.py two.py three.py > programs.jsonl 2> log && "
          "grep -q '^three.py: left out: ' log");
    shell(DETECTOR " train sample.pairs.jsonl --tokens 1 --model any.pt && " DETECTOR
                   " predict programs.jsonl --model any.pt --has-bug -o any.jsonl && " PYTHON FOLDER
                   "/repairs.py programs.jsonl any.jsonl > pairs.jsonl && "
                   "grep -q one.py-1 pairs.jsonl && grep -q two.py-1 pairs.jsonl");
    shell("\"$TOKFIX\" mine -q pairs.jsonl --format pairs --columns language:=python -o any.db && "
          "test \"$(sqlite3 any.db 'SELECT count(*) > 0 FROM fixes')\" = 1");
}

/* As README.md of the folder says. */
TEST(detector__is_small)
{
    if (!has_torch("the size of the detector"))
        skip();
    export_sample("pairs");
    run_valid(NULL, "test $(cat " FOLDER "/detector.py | wc -l) -le 600");
    scoped(str) output = output_of("cd \"$SCRATCH\"; " DETECTOR " train sample.pairs.jsonl "
                                   "--tokens 1 --model small.pt 2>log");
    scoped(json) *printed_line = NULL;
    assert_done(json_parse(&printed_line, str_text(&output), output.length, &err));
    int64_t n_weights = json_int(json_get(printed_line, "weights"), -1);
    assert_true(n_weights > 0 && n_weights <= 3000000);
}

TEST(detector__types_are_checked)
{
    if (!has_torch("the types of the detector") ||
        !has_program("mypy", "the types of the detector"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\"; MYPYPATH=" FOLDER " mypy --strict " FOLDER "/*.py");
}

TEST(experiment__prints_right_tables)
{
    run_valid(NULL, "cd \"$SAMPLE/../python\"; " PYTHON "-m unittest test_detector_table");
}

/* The rules of the experiment, without running them: each arm that is asked for is trained once for
 * each seed, and no file that is needed has no rule. */
static void assert_planned(const char *options, const char *arms)
{
    scoped(str) output = output_of(
        "cd \"$SAMPLE/../..\"; " PLAIN "make -n -f setup/detector/experiment.mk "
        "OUT=\"$SCRATCH/plan\" TOKFIX=\"$TOKFIX\" %s all > \"$SCRATCH/plan.sh\"; "
        "sed -n 's|.* train .*--model [^ ]*/models/\\([^ ]*\\)\\.pt .*|\\1|p' \"$SCRATCH/plan.sh\" "
        "| sort > \"$SCRATCH/trained\"; "
        "{ %s; } | sort | diff - \"$SCRATCH/trained\" && tail -n 1 \"$SCRATCH/plan.sh\"",
        options, arms);
    assert_contains(str_text(&output), "/table.py ");
}

#define ARMS      "sed '/^#/d; /BASELINE/d; s/\\t.*//' setup/detector/arms.tsv"
#define EACH_SEED " | sed 'h; s/$/-1/p; g; s/$/-2/p; g; s/$/-3/'"

TEST(experiment__trains_each_arm_once)
{
    if (!can_run("test -d \"$SHARED/data/benchmarks/realit\"", "the plan of the experiment",
                 "../shared is missing"))
        skip();
    assert_planned("TESTS=t REPOSITORIES=r", ARMS EACH_SEED);
}

TEST(experiment__leaves_out_what_has_no_data)
{
    assert_planned("DATASET=d SHARED=none",
                   ARMS " | grep -v -e proven -e as-many -e git" EACH_SEED);
    run_valid(NULL, "! grep -e realit -e ' --git' -e verify \"$SCRATCH/plan.sh\"");
}

TEST(experiment__has_a_small_edition)
{
    assert_planned("DATASET=d SHARED=none MAIN=1",
                   "for arm in fixes longer mutants-only-bugs mutants-real mutants-uniform; do "
                   "echo $arm-1; done");
}

/* Each of RealiT's bugs is a pair that differs in one token. */
TEST(experiment__reads_the_sample_of_realit)
{
    if (!can_run("test -d \"$SHARED/data/benchmarks/realit\"", "RealiT's sample",
                 "../shared is missing"))
        skip();
    run_valid(NULL, "cd \"$SAMPLE/../..\"; " PLAIN
                    "make -s -f setup/detector/experiment.mk SHARED=\"$SHARED/data\" "
                    "OUT=\"$SCRATCH/plan\" TOKFIX=\"$TOKFIX\" \"$SCRATCH/plan/realit.db\"");
    shell("test $(sqlite3 plan/realit.db 'SELECT count(*) FROM fixes') = "
          "$(wc -l < \"$SHARED/data/benchmarks/realit/real_bugs_dummy.jsonl\")");
}

/* Fixes of docstrings are in no fold. The arm of all regions learns from these and from the folds
 * that it is not tested on. */
TEST(experiment__learns_from_fixes_in_no_fold_and_in_other_folds)
{
    shell("mkdir -p plan; for word in alpha beta gamma delta; do for name in '' 'doc of '; do "
          "jq -nc --arg id \"$name$word\" --arg word $word '{$id, language: \"python\"} + "
          "if $id == $word then {buggy: \"print(len(\\\"\\($word)\\\") < 1)\", "
          "fixed: \"print(len(\\\"\\($word)\\\") <= 1)\"} else "
          "{buggy: \"def \\($word)():\\n    \\\"\\\"\\\"Says \\($word).\\\"\\\"\\\"\\n\", "
          "fixed: \"def \\($word)():\\n    \\\"\\\"\\\"Say \\($word).\\\"\\\"\\\"\\n\"} end'; "
          "done; done > plan/pairs.jsonl; "
          "\"$TOKFIX\" mine -q plan/pairs.jsonl --format pairs -o plan/git.db && "
          "\"$TOKFIX\" dedup -q plan/git.db && "
          "\"$TOKFIX\" split -q plan/git.db --split-set cv --folds 3 --group-by user,duplicates "
          "--seed 1");
    run_valid(NULL, "cd \"$SAMPLE/../..\"; " PLAIN
                    "make -s -f setup/detector/experiment.mk DATASET=d REPOSITORIES=r "
                    "OUT=\"$SCRATCH/plan\" TOKFIX=\"$TOKFIX\" -o \"$SCRATCH/plan/git.db\" "
                    "\"$SCRATCH/plan/rows/git-1.jsonl.gz\" "
                    "\"$SCRATCH/plan/rows/gitall-1.jsonl.gz\"");
    scoped(str) output = output_of("cd \"$SCRATCH/plan/rows\"; for one in git gitall; do "
                                   "zcat $one-1.jsonl.gz | jq -r '\"\\(.region) \\(.split)\"' | "
                                   "sort | uniq -c | tr -s ' '; done");
    assert_string_equal(str_text(&output), " 1 code fold2\n 1 code fold3\n"
                                           " 1 code fold2\n 1 code fold3\n 4 docstring \n");
}

TEST(experiment__wants_data)
{
    scoped(str) output = {0};
    int status = run_shell(&output, "cd \"$SAMPLE/../..\"; " PLAIN
                                    "make -f setup/detector/experiment.mk OUT=\"$SCRATCH/plan\" "
                                    "SHARED=none check-data");
    assert_int_equal(status, 2);
    assert_contains(str_text(&output),
                    "none/atcoder does not exist; name a dataset that `tokfix mine` reads: "
                    "make experiment DATASET=PATH\n");
}

/* Trains a model with a detector that only stops, by a command before make. */
static void assert_stops(const char *command, const char *words)
{
    scoped(str) output = {0};
    write_test_text("stops.sh", "exit 75\n");
    int status =
        run_shell(&output,
                  "cd \"$SAMPLE/../..\"; mkdir -p \"$SCRATCH/plan/rows\" \"$SCRATCH/plan/models\"; "
                  "touch \"$SCRATCH/plan/rows/uniform-1.jsonl.gz\"; " PLAIN "%s "
                  "make -f setup/detector/experiment.mk OUT=\"$SCRATCH/plan\" DATASET=d MINUTES=5 "
                  "DETECTOR=\"sh $SCRATCH/stops.sh\" -o \"$SCRATCH/plan/rows/uniform-1.jsonl.gz\" "
                  "\"$SCRATCH/plan/models/mutants-uniform-1.pt\"",
                  command);
    assert_int_equal(status, 2);
    assert_contains(str_text(&output), words);
}

TEST(experiment__says_how_to_continue)
{
    assert_stops("", "mutants-uniform-1.pt: the training was stopped after 5 min; run the same "
                     "command again to continue\n");
}

TEST(experiment__trains_a_model_once_at_a_time)
{
    assert_stops("flock \"$SCRATCH/plan/models/mutants-uniform-1.pt.lock\"",
                 "mutants-uniform-1.pt: is being trained by another make\n");
}
