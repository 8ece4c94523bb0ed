/* The function or run of statements around a place agrees with Python's own parser. */
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static void check_store(const char *name, const char *db)
{
    scoped(str) output = {0};
    run_valid(
        &output,
        "set -e; cd \"$SCRATCH\"\n"
        "\"$TOKFIX\" export %s --format pairs --category all -o pairs.jsonl --force 2>/dev/null\n"
        "\"$TOKFIX\" export %s --format prompt-completion --category all --granularity "
        "function -o functions.jsonl --force 2>/dev/null\n"
        "python3 \"$SAMPLE/../oracle/enclosing.py\" pairs.jsonl functions.jsonl",
        db, db);
    printf("note: %s: %s", name, str_text(&output));
}

TEST(functions__are_those_of_pythons_parser)
{
    if (!has_python("functions by Python's own parser"))
        skip();
    jsonl_each_store("functions of real programs", check_store);
}
