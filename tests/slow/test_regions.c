/* The regions of real fixes are those of labels that were given by reading them
 * (tests/oracle/regions/labels.tsv; doc/mining.md says how the labels came about). The figures of a
 * release are in the documentation; here they must not fall. */
#include "tests/support/run.h"
#include "tests/support/test.h"

/* Compares databases in $SCRATCH with the labels. */
static void compare(const char *source, const char *options)
{
    scoped(str) output = {0};
    int status = run_shell(&output,
                           "python3 \"$SAMPLE/../oracle/regions.py\" "
                           "\"$SAMPLE/../oracle/regions/labels.tsv\" --source %s --wrong "
                           "%s -- \"$SCRATCH\"/%s-*.db",
                           source, options, source);
    if (status != 0)
        fail_msg("%s", str_text(&output));
    printf("note: regions of %s: %s", source, strstr(str_text(&output), "all: "));
}

TEST(regions__of_contests_are_those_that_readers_see)
{
    if (!can_run("test -d \"$SHARED/data/atcoder\"", "regions of contests",
                 "../shared/data is missing"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && for set in atcoder cpp-atcoder c-codeflaws java-condefects "
                    "c-cpack codenet/rows.jsonl; do \"$TOKFIX\" mine \"$SHARED/data/$set\" -q -o "
                    "contest-$(basename $set).db || exit 1; done");
    compare("contest", "--least 0.9 --regions code output");
}

/* $MIRRORS is a folder with repositories OWNER+NAME/repo; those that are missing are left out. */
TEST(regions__of_git_are_those_that_readers_see)
{
    if (!can_run("test -d \"$MIRRORS/astropy+astropy/repo\"", "regions of git",
                 "MIRRORS names no folder of repositories"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && cut -f2,3 \"$SAMPLE/../oracle/regions/labels.tsv\" | "
                    "sed -n 's/^git\t//p' | sort -u | tr / + | while read -r name; do "
                    "test -d \"$MIRRORS/$name/repo\" || continue; "
                    "\"$TOKFIX\" mine --git \"$MIRRORS/$name/repo\" --keywords none -q -o "
                    "\"git-$name.db\" || exit 1; done");
    compare("git", "--sample random --least 0.94 --regions code");
}
