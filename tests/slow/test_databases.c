/* The databases of judges, on a private MariaDB and PostgreSQL, with the commands of doc/rows.md.
 * tests/databases/test.bash explains the steps. */
#include "tests/support/test.h"

enum { CANNOT_BE_RUN = 77 };

TEST(databases__of_judges_give_the_fixes_of_their_rows)
{
    scoped(str) output = {0};
    if (!is_release("databases of judges"))
        skip();
    int status = run_shell(&output, "tests/databases/test.bash");
    if (status == CANNOT_BE_RUN) {
        printf("%s", str_text(&output));
        str_release(&output);
        skip();
    }
    if (status != 0)
        fail_msg("tests/databases/test.bash: exit status %d: %s", status, str_text(&output));
}
