/* The neural detector of setup/detector learns mutants better than the floor of `tokfix score`,
 * in about a minute and a half of one core. */
#include "tests/support/test.h"

#define PYTHON   "PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 /usr/bin/python3 "
#define FOLDER   "\"$SAMPLE/../../setup/detector\""
#define DETECTOR PYTHON FOLDER "/detector.py"

static void shell(const char *command)
{
    run_valid(NULL, "cd \"$SCRATCH\" && { %s; }", command);
}

/* Returns how many bugs a system has right with its first prediction, by a score. Prints it. */
static int64_t right_of(const char *system, const char *score)
{
    scoped(str) out =
        output_of("cd \"$SCRATCH\" && \"$TOKFIX\" score -q gold.jsonl --format csv --predictions "
                  "%s.jsonl | sed -n 's/^%s.jsonl,all,,%s,1,[0-9]*,\\([0-9]*\\),.*/\\1/p'",
                  system, system, score);
    printf("note: %s: %s %s", score, system, str_text(&out));
    assert_true(out.length > 0);
    return atoll(str_text(&out));
}

#define MUTANTS "--split-set cv --origin mutant --granularity program --max-tokens 128 "

/* Mutants of real programs in three folds: of two to learn from, and some of the third. */
static void make_mutants(void)
{
    shell("\"$TOKFIX\" mine -q \"$SHARED\"/data/atcoder -o mutants.db && "
          "\"$TOKFIX\" dedup -q mutants.db && "
          "\"$TOKFIX\" split -q mutants.db --split-set cv --folds 3 --seed 1 && "
          "\"$TOKFIX\" mutate -q mutants.db --dataset \"$SHARED\"/data/atcoder --split-set cv "
          "--per-program 60 && \"$TOKFIX\" dedup -q mutants.db");
    shell("\"$TOKFIX\" export -q mutants.db " MUTANTS "--split '!fold1' --format pairs --tokens "
          "-o learned.jsonl");
    shell("\"$TOKFIX\" export -q mutants.db " MUTANTS "--split fold1 --sample 600 --format pairs "
          "--tokens -o gold.jsonl");
}

TEST(detector__learns_more_than_the_floor)
{
    static const char *const scores[] = {"localisation", "joint"};
    if (!is_release("a training of the detector") ||
        !can_run(PYTHON "-c 'import torch'", "a training of the detector",
                 "python3-torch is missing") ||
        !has_atcoder("a training of the detector"))
        skip();
    make_mutants();
    shell(DETECTOR " train learned.jsonl --model detector.pt --layers 2 --tokens 1600000 "
                   "--batch 512 && " DETECTOR
                   " predict gold.jsonl --model detector.pt -o detector.jsonl");
    shell(
        "\"$TOKFIX\" score -q gold.jsonl --database mutants.db --split-set cv --floor floor.jsonl");
    for (size_t i = 0; i < N_ITEMS(scores); i++)
        assert_true(right_of("detector", scores[i]) > right_of("floor", scores[i]));
}
