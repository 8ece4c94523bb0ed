/* Tags beside what Python's own tokenizer says, and beside the programs of the database. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#define TAG    "\"$TOKFIX\" tag -q --force "
#define ORACLE "python3 \"$SAMPLE/../oracle/tag.py\" "

static void print_notes(const char *name, struct str *notes)
{
    for (char *rest = notes->text, *line; (line = strsep(&rest, "\n")) && *line;)
        printf("note: %s: %s\n", name, line);
}

/* Of functions, and of all programs. */
static void check_tags(const char *name, const char *db)
{
    scoped(str) output =
        output_of("set -e; cd \"$SCRATCH\"\n" TAG "%s --ratio 2 -o functions.jsonl\n"
                  "\"$TOKFIX\" dedup %s >dedup\n" TAG
                  "%s --granularity program --max-tags 20 --ratio 1 --seed 9 -o all.jsonl\n" ORACLE
                  "%s functions.jsonl all.jsonl",
                  db, db, db, db);
    print_notes(name, &output);
}

/* With splits: of each granularity, and of all fixes that filters and marks would leave out. */
static void check_splits(const char *name, const char *db)
{
    scoped(str) output = output_of(
        "set -e; cd \"$SCRATCH\"; cp %s split.db\n"
        "\"$TOKFIX\" dedup split.db >dedup\n"
        "\"$TOKFIX\" split split.db --ratio 1:1:3 --closed-over user >split\n"
        "sqlite3 split.db \"INSERT INTO exclusions SELECT fix_id, 'benchmark', 'x' FROM "
        "splits WHERE split = 'test' AND fix_id %% 2 = 0\"\n"
        "for granularity in piece function program; do " TAG
        "split.db --granularity $granularity --ratio 1 --max-tags 9 -o $granularity.jsonl; done\n" ORACLE
        "split.db piece.jsonl function.jsonl program.jsonl",
        db);
    print_notes(name, &output);
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
    jsonl_each_store("tags in real programs", check_tags);
}

TEST(tags__are_in_no_code_of_the_test_set)
{
    if (!has_python("tags beside the test set"))
        skip();
    jsonl_each_store("tags in split stores", check_splits);
}

TEST(tags__go_by_the_seed_alone)
{
    jsonl_each_store("tags by seeds", check_seeds);
}
