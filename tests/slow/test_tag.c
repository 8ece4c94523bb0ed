/* Tags beside what Python's own tokenizer says, and beside the programs of the database. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static void check_functions(const char *name, const char *db)
{
    scoped(str) output =
        output_of("set -e; cd \"$SCRATCH\"\n"
                  "\"$TOKFIX\" tag %s --ratio 2 -o rows.jsonl --force 2>/dev/null\n"
                  "python3 \"$SAMPLE/../oracle/tag.py\" rows.jsonl %s",
                  db, db);
    printf("note: %s: %s", name, str_text(&output));
}

/* With splits: of each granularity, and of all fixes that filters and marks would leave out. */
static void check_splits(const char *name, const char *db)
{
    static const char *const granularities[] = {"piece", "function", "program"};
    for (size_t i = 0; i < N_ITEMS(granularities); i++) {
        scoped(str) output = output_of(
            "set -e; cd \"$SCRATCH\"; cp %s split.db\n"
            "\"$TOKFIX\" dedup split.db >/dev/null\n"
            "\"$TOKFIX\" split split.db --ratio 1:1:3 --closed-over user >/dev/null\n"
            "sqlite3 split.db \"INSERT INTO exclusions SELECT fix_id, 'benchmark', 'x' FROM "
            "splits WHERE split = 'test' AND fix_id %% 2 = 0\"\n"
            "\"$TOKFIX\" tag split.db --granularity %s --ratio 1 --max-tags 9 -o rows.jsonl "
            "--force 2>/dev/null\n"
            "python3 \"$SAMPLE/../oracle/tag.py\" rows.jsonl split.db",
            db, granularities[i]);
        printf("note: %s: %s", name, str_text(&output));
    }
}

static void check_programs(const char *name, const char *db)
{
    scoped(str) output = {0};
    run_valid(
        &output,
        "set -e; cd \"$SCRATCH\"\n"
        "\"$TOKFIX\" dedup %s >/dev/null\n"
        "\"$TOKFIX\" tag %s --granularity program --max-tags 20 --ratio 1 --seed 9 -o rows.jsonl "
        "--force 2>/dev/null\n"
        "python3 \"$SAMPLE/../oracle/tag.py\" rows.jsonl %s all",
        db, db, db);
    printf("note: %s: %s", name, str_text(&output));
}

/* Another seed takes other tokens, of the same code. */
static void check_seeds(const char *name, const char *db)
{
    (void)name;
    run_valid(NULL,
              "set -e; cd \"$SCRATCH\"\n"
              "for seed in 1 2 1; do \"$TOKFIX\" tag %s --seed $seed -j $seed 2>/dev/null "
              ">seed-$seed-$again; again=again; done\n"
              "cmp seed-1- seed-1-again && ! cmp -s seed-1- seed-2-again\n"
              "\"$TOKFIX\" tag %s --seed 1 -j 7 --format prompt-completion 2>/dev/null >prompts\n"
              "test $(wc -l <prompts) -eq $(wc -l <seed-1-)",
              db, db);
}

TEST(tags__agree_with_pythons_tokenizer)
{
    if (!has_python("tags by Python's own tokenizer"))
        skip();
    jsonl_each_store("tags in real functions", check_functions);
}

TEST(tags__are_in_no_code_of_the_test_set)
{
    if (!has_python("tags beside the test set"))
        skip();
    jsonl_each_store("tags in split stores", check_splits);
}

TEST(tags__are_in_all_correct_programs)
{
    if (!has_python("tags in all programs of a database"))
        skip();
    jsonl_each_store("tags in real programs", check_programs);
}

TEST(tags__go_by_the_seed_alone)
{
    jsonl_each_store("tags by seeds", check_seeds);
}
