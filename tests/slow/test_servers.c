/* What private servers show: the databases of judges, on MariaDB and PostgreSQL, with the commands
 * of doc/rows.md, and an array of setup/slurm on Slurm. The scripts explain the steps. */
#include "tests/support/test.h"

enum { CANNOT_BE_RUN = 77 };

/* Runs a script that may say that it cannot be run here. */
static void run_steps(const char *script)
{
    scoped(str) output = {0};
    if (!is_release(script))
        skip();
    int status = run_shell(&output, "%s", script);
    if (status == CANNOT_BE_RUN) {
        printf("%s", str_text(&output));
        str_release(&output);
        skip();
    }
    if (status != 0)
        fail_msg("%s: exit status %d: %s", script, status, str_text(&output));
}

TEST(databases__of_judges_give_the_fixes_of_their_rows)
{
    run_steps("tests/databases/test.bash");
}

TEST(slurm__array_with_killed_and_requeued_tasks_gives_the_database_of_one_run)
{
    run_steps("tests/slurm/test.bash");
    printf("note: an array of Slurm, with tasks killed, cancelled and requeued: the database of "
           "one run, byte for byte\n");
}
