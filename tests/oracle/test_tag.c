/* Tags beside what Python's own tokenizer says, and beside the programs of the database. */
#include "tests/support/jsonl.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <stdio.h>

static void check_functions(const char *name, const char *db)
{
    struct str output = {0};
    run_valid(&output,
              "set -e; cd \"$SCRATCH\"\n"
              "\"$TOKFIX\" tag %s --ratio 12 -o rows.jsonl --force 2>/dev/null\n"
              "python3 \"$SAMPLE/../oracle/tag.py\" rows.jsonl",
              db);
    printf("note: %s: %s", name, str_text(&output));
    str_release(&output);
}

static void check_programs(const char *name, const char *db)
{
    struct str output = {0};
    run_valid(
        &output,
        "set -e; cd \"$SCRATCH\"\n"
        "\"$TOKFIX\" dedup %s >/dev/null\n"
        "\"$TOKFIX\" tag %s --granularity program --max-tags 20 --ratio 3 --seed 9 -o rows.jsonl "
        "--force 2>/dev/null\n"
        "python3 \"$SAMPLE/../oracle/tag.py\" rows.jsonl %s",
        db, db, db);
    printf("note: %s: %s", name, str_text(&output));
    str_release(&output);
}

/* Another seed takes other tokens, of the same code. */
static void check_seeds(const char *name, const char *db)
{
    struct str output = {0};
    (void)name;
    run_valid(&output,
              "set -e; cd \"$SCRATCH\"\n"
              "for seed in 1 2 1; do \"$TOKFIX\" tag %s --seed $seed -j $seed 2>/dev/null "
              ">seed-$seed-$again; again=again; done\n"
              "cmp seed-1- seed-1-again && ! cmp -s seed-1- seed-2-again\n"
              "\"$TOKFIX\" tag %s --seed 1 -j 7 --format prompt-completion 2>/dev/null >prompts\n"
              "test $(wc -l <prompts) -eq $(wc -l <seed-1-)",
              db, db);
    str_release(&output);
}

static void has_python(const char *what)
{
    struct str output = {0};
    int status = run_shell(&output, "python3 -c 'import sqlite3, tokenize'");
    str_release(&output);
    if (status != 0) {
        printf("skipped: %s, for there is no python3\n", what);
        skip();
    }
}

static void tags__agree_with_pythons_tokenizer(void **state)
{
    (void)state;
    has_python("tags by Python's own tokenizer");
    jsonl_each_store("tags in real functions", check_functions);
}

static void tags__are_in_all_correct_programs(void **state)
{
    (void)state;
    has_python("tags in all programs of a database");
    jsonl_each_store("tags in real programs", check_programs);
}

static void tags__go_by_the_seed_alone(void **state)
{
    (void)state;
    jsonl_each_store("tags by seeds", check_seeds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags__agree_with_pythons_tokenizer),
        cmocka_unit_test(tags__are_in_all_correct_programs),
        cmocka_unit_test(tags__go_by_the_seed_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
