/* `tokfix stats --by` prints what Python finds in the tables (tests/oracle/groups.py). */
#include "tests/support/run.h"
#include "tests/support/test.h"

static void compare(const char *name)
{
    run_valid(NULL,
              "cd \"$SCRATCH\" && keys=$(\"$TOKFIX\" stats s.db --by '?' 2>&1 | "
              "sed -n 's/.*use one of: //p' | tr -d ,) && test \"$keys\" && "
              "for key in $keys; do \"$TOKFIX\" stats %s --by $key -n all --json -q; done | "
              "jq -c '.groups[] | del(.name)' >said && python3 \"$SAMPLE/../oracle/groups.py\" %s "
              "$keys | jq -c . | diff - said",
              name, name);
}

TEST(groups__of_the_sample_are_those_of_python)
{
    if (!has_python("fixes in groups") || !has_program("jq", "fixes in groups"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && \"$TOKFIX\" mine \"$SAMPLE/Project_CodeNet\" -q -o s.db && "
                    "\"$TOKFIX\" mutate -q s.db >/dev/null");
    compare("s.db");
    run_valid(NULL,
              "cd \"$SCRATCH\" && sqlite3 s.db \"UPDATE submissions SET date = 0, user_id = '' "
              "WHERE submission_key %% 3 = 0; UPDATE submissions SET date = 253402300799 + "
              "submission_key %% 2 WHERE submission_key %% 7 = 0; UPDATE fixes SET "
              "first_failing_date = NULL WHERE fix_key %% 5 = 0\"");
    compare("s.db");
}

TEST(groups__of_real_histories_are_those_of_python)
{
    if (!has_python("fixes in groups") || !has_atcoder("fixes in groups"))
        skip();
    run_valid(NULL, "mkdir -p \"$SCRATCH/real\" && cd \"$SCRATCH/real\" && "
                    "for set in c-cpack cpp-atcoder atcoder; do "
                    "\"$TOKFIX\" mine \"$SHARED/data/$set\" --language c,cpp,python --prefix $set "
                    "-q -o $set.db || exit; done && \"$TOKFIX\" merge -q all.db *.db >/dev/null && "
                    "mv all.db ..");
    compare("all.db");
}
