/* Programs that are planted in training data, in many forms, by a script that reads the database
 * with SQL (tests/training/plant.py): all are found, and none of the others. */
#include "tests/support/test.h"

static void plant(const char *source, const char *language)
{
    run_valid(NULL,
              "set -e; cd \"$SCRATCH\"; rm -rf f.db planted; mkdir planted\n"
              "\"$TOKFIX\" mine \"$SHARED/data/%s\" --language %s -o f.db\n"
              "\"$TOKFIX\" dedup f.db; \"$TOKFIX\" split f.db",
              source, language);
    run_valid(NULL, "python3 -W ignore tests/training/plant.py \"$TOKFIX\" \"$SCRATCH/f.db\" "
                    "\"$SCRATCH/planted\"");
}

TEST(training__data_has_no_program_that_is_not_found)
{
    static const char what[] = "planted programs";
    if (!has_python(what) || !has_atcoder(what))
        skip();
    plant("atcoder", "python");
    plant("java-condefects", "java");
}
