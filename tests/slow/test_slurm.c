/* An array of setup/slurm on a private Slurm. tests/slurm/test.bash explains the steps. */
#include "tests/support/test.h"

enum { CANNOT_BE_RUN = 77 };

TEST(slurm__array_with_killed_and_requeued_tasks_gives_the_database_of_one_run)
{
    scoped(str) output = {0};
    if (!is_release("an array of Slurm"))
        skip();
    int status = run_shell(&output, "tests/slurm/test.bash");
    if (status == CANNOT_BE_RUN) {
        printf("%s", str_text(&output));
        str_release(&output);
        skip();
    }
    if (status != 0)
        fail_msg("tests/slurm/test.bash: exit status %d: %s", status, str_text(&output));
    printf("note: an array of Slurm, with tasks killed, cancelled and requeued: the database of "
           "one run, byte for byte\n");
}
