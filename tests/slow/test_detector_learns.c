/* The neural detector of contrib/detector learns mutants better than the detectors of `tokfix
 * baseline`, in about a minute and a half of one core. */
#include "base/json.h"
#include "tests/support/test.h"

#define PYTHON   "PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 /usr/bin/python3 "
#define FOLDER   "\"$SAMPLE/../../contrib/detector\""
#define DETECTOR PYTHON FOLDER "/detector.py"

static void shell(const char *command)
{
    run_valid(NULL, "cd \"$SCRATCH\" && { %s; }", command);
}

/* How many bugs a system has right with its first prediction. */
struct right {
    int64_t n_places, n_joint;
};

/* Scores $SCRATCH/SYSTEM.jsonl beside gold.jsonl, and prints the figures. */
static struct right scored(const char *system)
{
    scoped(json) *score = NULL;
    scoped(str) out = output_of("cd \"$SCRATCH\" && \"$TOKFIX\" score -q gold.jsonl --json "
                                "--predictions %s.jsonl",
                                system);
    assert_done(json_parse(&score, str_text(&out), out.length, &err));
    const struct json *all = json_find(json_get(score, "bugs"), "category", "all");
    const struct json *first = json_item(json_get(all, "ranks"), 0);
    assert_int_equal(json_number_at(first, "k"), 1);
    assert_int_equal(json_int(json_get(json_get(score, "inputs"), "unanswered"), -1), 0);
    int64_t n_bugs = json_int(json_get(json_get(score, "inputs"), "bugs"), -1);
    struct right right = {json_int(json_get(json_get(first, "localisation"), "right"), -1),
                          json_int(json_get(json_get(first, "joint"), "right"), -1)};
    printf("note: of %lld mutants, %s locates %lld and repairs %lld\n", (long long)n_bugs, system,
           (long long)right.n_places, (long long)right.n_joint);
    return right;
}

#define MUTANTS "--split-set cv --origin mutant --granularity program --max-tokens 128 "

/* Mutants of real programs in three folds: of two to learn from, and some of the third. */
static void make_mutants(void)
{
    shell("\"$TOKFIX\" mine -q \"$SHARED\"/data/atcoder -o mutants.db && "
          "\"$TOKFIX\" dedup -q mutants.db && "
          "\"$TOKFIX\" split -q mutants.db --set cv --folds 3 --seed 1 && "
          "\"$TOKFIX\" mutate -q mutants.db --dataset \"$SHARED\"/data/atcoder --split-set cv "
          "--per-program 60 && \"$TOKFIX\" dedup -q mutants.db");
    shell("\"$TOKFIX\" export -q mutants.db " MUTANTS "--split '!fold1' --format pairs --tokens "
          "-o learned.jsonl");
    shell("\"$TOKFIX\" export -q mutants.db " MUTANTS "--split fold1 --sample 600 --format pairs "
          "--tokens -o gold.jsonl");
}

/* All learn from the same mutants. The detector has to be better than the floors below; of ngram,
 * only the figures are printed. */
TEST(detector__learns_more_than_floors)
{
    static const char *const floors[] = {"frequent", "random", "ngram"};
    struct right right[N_ITEMS(floors)];
    if (!is_release("a training of the detector") ||
        !can_run(PYTHON "-c 'import torch'", "a training of the detector",
                 "python3-torch is missing") ||
        !has_atcoder("a training of the detector"))
        skip();
    make_mutants();
    shell(DETECTOR " train learned.jsonl --model detector.pt --layers 2 --tokens 1600000 "
                   "--batch 512 && " DETECTOR
                   " predict gold.jsonl --model detector.pt -o detector.jsonl");
    struct right detector = scored("detector");
    for (size_t i = 0; i < N_ITEMS(floors); i++) {
        shell(printed("\"$TOKFIX\" baseline -q mutants.db " MUTANTS "--split fold1 --k 1 "
                      "--detector %s -o %s.jsonl",
                      floors[i], floors[i]));
        right[i] = scored(floors[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_true(detector.n_places > right[i].n_places);
        assert_true(detector.n_joint > right[i].n_joint);
    }
}
