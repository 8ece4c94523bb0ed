/* The README's walk makes training data without held-out data, as tokfix check and the ids of
 * problems show. */
#include "tests/support/test.h"

/* Runs what the README says, from mining to what is written for training, on a tree; of mutants
 * fewer. */
static void walk(const char *tree)
{
    scoped(str) output = {0};
    run_valid(
        &output,
        "set -e; rm -rf \"$SCRATCH/walk\"; mkdir -p \"$SCRATCH/walk/bin\"; cd \"$SCRATCH/walk\"\n"
        "ln -s \"$TOKFIX\" bin/tokfix; PATH=$PWD/bin:$PATH\n"
        "ln -s \"%s\" Project_CodeNet\n"
        "tar chzf Project_CodeNet.tar.gz Project_CodeNet\n"
        "sed -n '/^## A walk/,/^## Commands/s/^    //p' \"$SAMPLE/../../README.md\" |\n"
        "sed -e :a -e '/[\\]$/N; s/[\\]\\n//; ta' -e 's/--per-program 20$/--per-program 4/' |\n"
        "grep -E '^tokfix (mine|dedup|split|check|mutate|tag|export .*mutant)' >steps\n"
        "test $(wc -l <steps) = 9\n"
        "grep -q -e '--per-program 4$' steps\n"
        "sh -e steps >said 2>&1 || { cat said; exit 1; }\n"
        "tokfix check -q bugs.db | tail -n 1",
        tree);
    assert_string_equal(str_text(&output), "clean\n");
}

/* A number that a command prints. */
static long number(const char *command)
{
    scoped(str) output = output_of("cd \"$SCRATCH/walk\"; %s", command);
    long n = atol(str_text(&output));
    return n;
}

/* What is trained on: real fixes and mutants with correct programs, and tagged ones. */
static const char rows[] =
    "export bugs.db --origin real,mutant --negatives 1.0 --format pairs -q -o";

static void check_rows(void)
{
    struct str output = {0};
    run_valid(
        &output,
        "set -e; cd \"$SCRATCH/walk\"\n"
        "\"$TOKFIX\" %s train.jsonl --split train\n"
        "\"$TOKFIX\" %s held-out.jsonl --split validation,test\n"
        "\"$TOKFIX\" %s all/ --sample 1500\n"
        "\"$TOKFIX\" tag bugs.db --split train --rows-per-fix 3 -q -o tags.jsonl --force\n"
        "gzip -dc pretraining.jsonl.gz >pretraining.jsonl\n"
        "cp bugs.db held-out.db; sqlite3 held-out.db \"UPDATE set_splits SET split = 'test' "
        "WHERE split = 'validation'\"\n"
        "for one in train pretraining; do sed -n 1~4p $one.jsonl >some.jsonl\n"
        "\"$TOKFIX\" check held-out.db --against some.jsonl --split test --json >leaks.json || "
        "true\n"
        "jq -r .benchmarks[0].n_leaks leaks.json; done",
        rows, rows, rows);
    assert_contains(str_text(&output), "0\n0\n");
    str_release(&output);
    assert_true(number("grep -c . held-out.jsonl") > 0 && number("grep -c . tags.jsonl") > 0);
    assert_true(number("grep -c mutant train.jsonl") > number("grep -c mutant held-out.jsonl"));
    assert_true(number("grep -c mutant held-out.jsonl") > 0);
    assert_int_equal(number("jq -r .problem_id train.jsonl tags.jsonl | sort -u >train.ids\n"
                            "jq -r .project pretraining.jsonl | sort -u >>train.ids\n"
                            "jq -r .problem_id held-out.jsonl | sort -u >held-out.ids\n"
                            "grep -cxFf held-out.ids train.ids || true"),
                     0);
}

TEST(walk__trains_on_nothing_that_is_held_out)
{
    walk("$SAMPLE/Project_CodeNet");
    check_rows();
    if (!has_atcoder("the walk on real fixes"))
        return;
    walk("$SHARED/data/atcoder");
    check_rows();
}
