/* Tags agree with Python's own tokenizer and with the programs of the database. */
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
    scoped(str) output = output_of(
        "set -e; cd \"$SCRATCH\"\n" TAG "%s --rows-per-fix 2 -o functions.jsonl\n"
        "\"$TOKFIX\" dedup %s >dedup\n" TAG
        "%s --granularity program --max-tags 20 --rows-per-fix 1 --seed 9 -o all.jsonl\n" ORACLE
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
        "\"$TOKFIX\" split split.db --ratio 1:1:3 --group-by user >split\n"
        "sqlite3 split.db \"INSERT INTO set_exclusions SELECT '', fix_key, 'benchmark', 'x' FROM "
        "splits WHERE split = 'test' AND fix_key %% 2 = 0\"\n"
        "for granularity in piece function program; do " TAG
        "split.db --granularity $granularity --rows-per-fix 1 --max-tags 9 "
        "-o $granularity.jsonl; done\n" ORACLE "split.db piece.jsonl function.jsonl program.jsonl",
        db);
    print_notes(name, &output);
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
