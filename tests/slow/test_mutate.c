/* Python's own tokenizer and parser judge mutants of real programs (mutants.py). */
#include "tests/support/test.h"

struct tree {
    const char *name, *path;
    const char *made; /* how mutants of it are made, up to the options */
};

static const struct tree sample = {
    "sample", "$SAMPLE/Project_CodeNet",
    "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o m.db --force -q; "
    "\"$TOKFIX\" mutate m.db --dataset \"$SAMPLE/Project_CodeNet\""};
static const struct tree atcoder = {
    "AtCoder", "$SHARED/data/atcoder",
    "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o m.db --force -q; \"$TOKFIX\" mutate m.db"};

/* Makes mutants, and has them judged. */
static void judge(const struct tree *tree, const char *options, const char *judge_options)
{
    scoped(str) output = output_of(
        "set -e; cd \"$SCRATCH\"\n"
        "{ %s -q %s; } >/dev/null 2>&1\n"
        "\"$TOKFIX\" export m.db --format pairs --origin mutant -q -o rows.jsonl --force\n"
        "\"$TOKFIX\" export m.db --format pairs --category all -q -o real.jsonl --force\n"
        "python3 \"$SAMPLE/../oracle/mutants.py\" rows.jsonl \"%s\" %s",
        tree->made, options, tree->path, judge_options);
    printf("note: %s: %s", tree->name, str_text(&output));
}

TEST(mutants__are_single_edits_that_can_be_taken_back)
{
    if (!has_python("mutants by Python's own parser"))
        skip();
    judge(&sample, "--per-program 1000", "1500");
    if (has_atcoder("mutants of real programs"))
        judge(&atcoder, "--per-program 5", "1000");
}

/* Each edit is one of a real fix; and shares of categories, in percent, as far as programs have a
 * site, are within a few points. */
TEST(mutants__are_made_as_real_fixes_are)
{
    if (!has_python("mutants by Python's own parser"))
        skip();
    judge(&sample, "--distribution real", "1000 real.jsonl");
    if (!has_atcoder("mutants like real fixes"))
        return;
    judge(&atcoder, "--distribution real --per-program 4", "1000 real.jsonl");
    scoped(str) output = output_of(
        "sqlite3 \"$SCRATCH/m.db\" \"select max(abs(r.percent - m.percent)) from bug_types r "
        "join mutant_types m using (category)\"");
    double distance = strtod(str_text(&output), NULL);
    printf("note: categories are %.2f points at most from those of the real fixes\n", distance);
    assert_true(output.length && distance < 6);
}

TEST(mutants__depend_on_the_seed_alone)
{
    scoped(str) output = {0};
    run_valid(
        &output,
        "set -e; cd \"$SCRATCH\"\n"
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -q -o a.db 2>/dev/null\n"
        "make_mutants() { cp a.db made.db; \"$TOKFIX\" mutate -q made.db \"$@\" >/dev/null; }\n"
        "dump() { sqlite3 \"$1\" .dump | grep -v 'INTO steps'; }\n"
        "make_mutants --per-program 9 -j 1; mv made.db one.db\n"
        "make_mutants --per-program 9 -j 5; mv made.db many.db\n"
        "cmp one.db many.db\n"
        "\"$TOKFIX\" mutate -q many.db --per-program 3 --seed other -j 2 >/dev/null\n"
        "dump one.db >one; dump many.db >many; if cmp -s one many; then exit 1; fi\n"
        "\"$TOKFIX\" mutate -q many.db --per-program 9 -j 2 >/dev/null\n"
        "dump many.db >many; cmp one many\n"
        "make_mutants --per-program 4; mv made.db few.db\n"
        "sqlite3 few.db \"attach 'one.db' as one; "
        "select 'no mutants' where not exists (select 1 from fixes where origin = 'mutant'); "
        "select fix_id, before, after, buggy_code "
        "from fix_details where origin = 'mutant' except select fix_id, before, after, buggy_code "
        "from one.fix_details\"");
    assert_string_equal(str_text(&output), "");
}
