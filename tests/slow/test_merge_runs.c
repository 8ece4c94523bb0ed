/* Real programs, mined language by language and merged, give what one run gives; and a judge's dump
 * merged with a larger one gives what the larger one gives. Two dumps mined together give what a
 * dump with the rows of both gives, also if they overlap; merged, they lack the pairs between. */
#include "tests/support/test.h"

/* Prints what a database says of its fixes, programs and counts. */
#define CONTENT                                                                                \
    "content() { sqlite3 $1 \"select fix_id, category, line, buggy_code, fixed_code from "     \
    "fix_details order by 1\" \"select * from run_totals\" \"select * from funnel\" "          \
    "\"select * from problem_totals\" \"select language, sha256 from sources order by 1, 2\" " \
    "\"select submission_id, user_id, date, status, original_language from submissions "       \
    "order by 1\" \"select problem_id, sum(n_rows), sum(n_unusable), sum(n_other_languages) "  \
    "from problem_rows group by 1\"; }; "

/* Java's programs of some problems are added to the tree of Python's. */
static const char tree[] =
    "cd \"$SCRATCH\" && rm -rf tree && cp -r \"$SHARED/data/atcoder\" tree && "
    "cp -r \"$SHARED/data/java-condefects/data\" tree && "
    "for f in \"$SHARED\"/data/java-condefects/metadata/*; do n=tree/metadata/${f##*/}; "
    "if [ -f $n ]; then tail -n +2 $f >>$n; else cp $f $n; fi; done";

TEST(merge__of_languages_is_one_run)
{
    if (!has_atcoder("merging languages of real programs"))
        return;
    run_valid(NULL, "%s", tree);
    scoped(str) output = {0};
    run_valid(&output, "cd \"$SCRATCH\" && " CONTENT
                       "\"$TOKFIX\" mine tree -q -o all.db && for l in python cpp c java; do "
                       "\"$TOKFIX\" mine tree --language $l -q -o $l.db || exit 1; done && "
                       "\"$TOKFIX\" merge -q m.db java.db c.db python.db cpp.db && "
                       "content all.db >all.txt && content m.db | cmp - all.txt && "
                       "sqlite3 all.db 'select count(*) from fixes'");
    printf("note: merge: %s", str_text(&output));
}

TEST(merge__of_a_dump_and_a_larger_one_is_the_larger_one)
{
    if (!has_atcoder("merging dumps of real programs"))
        return;
    scoped(str) output = {0};
    run_valid(&output,
              "cd \"$SCRATCH\" && rm -rf dump && cp -r \"$SHARED/data/atcoder\" dump && "
              "for f in dump/metadata/p10[0-3]*.csv; do head -n 3 $f >one && cp one $f; done && "
              "rm dump/metadata/p105*.csv && "
              "\"$TOKFIX\" mine dump -q -o small.db --force && "
              "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -q -o large.db --force && "
              "\"$TOKFIX\" merge -q both.db small.db large.db --force && "
              "f='select fix_id, category, line, buggy_code, fixed_code from fix_details "
              "order by 1' && sqlite3 large.db \"$f\" >large.txt && "
              "sqlite3 both.db \"$f\" | cmp - large.txt && "
              "sqlite3 small.db 'select count(*) from fixes'");
    assert_true(output.length > 2);
}

TEST(merge__of_two_dumps_lacks_the_pairs_between_them)
{
    if (!has_atcoder("mining two dumps of real programs") ||
        !can_run("command -v python3", "mining two dumps of real programs", "python3 is missing"))
        return;
    scoped(str) output = {0};
    run_valid(
        &output,
        "cd \"$SCRATCH\" && rm -rf dumps && mkdir dumps && cd dumps && "
        "rows=\"$SAMPLE/../rows\" && export PYTHONDONTWRITEBYTECODE=1 && "
        "python3 \"$rows/convert.py\" \"$SHARED/data/atcoder\" jsonl all.jsonl && "
        "python3 \"$rows/cut_dump.py\" all.jsonl . && "
        "for d in january rest february; do "
        "\"$TOKFIX\" mine $d.jsonl -q -o $d.db || exit 1; done && "
        "\"$TOKFIX\" mine january.jsonl rest.jsonl -q -o parts.db && "
        "\"$TOKFIX\" mine rest.jsonl january.jsonl -q -o turned.db && "
        "\"$TOKFIX\" mine january.jsonl february.jsonl -q -o overlap.db && "
        "\"$TOKFIX\" merge overlap-merged.db january.db february.db 2>/dev/null && "
        "\"$TOKFIX\" merge -q merged.db january.db rest.db --same-problems && "
        "for d in parts turned overlap overlap-merged february merged; do sqlite3 $d.db "
        "'select fix_id, category, line, buggy_code, fixed_code from fix_details order by 1' "
        "\"select 'submission', submission_id, user_id, date, status from submissions order "
        "by 2\" >$d.txt; done && "
        "for d in parts turned overlap overlap-merged; do cmp $d.txt february.txt || exit 1; "
        "done && "
        /* all that is merged is in the other, and what is not merged is between the dumps */
        "sqlite3 parts.db \"attach 'merged.db' as m\" \"attach 'january.db' as j\" "
        "\"attach 'rest.db' as r\" \"select (select count(*) from m.fix_details where fix_id not "
        "in "
        "(select fix_id from fix_details)) = 0, (select count(*) from fix_details where fix_id "
        "not in "
        "(select fix_id from m.fix_details)) > 0, (select count(*) from m.fix_details) = (select "
        "count(*) "
        "from j.fix_details) + (select count(*) from r.fix_details), (select count(*) from fixes), "
        "(select count(*) from m.fix_details)\"");
    assert_memory_equal(str_text(&output), "1|1|1|", 6);
    printf("note: dumps: fixes together and merged: %s", str_text(&output) + 6);
}
