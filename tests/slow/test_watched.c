/* Commands with a database in which one step takes seconds: a line on the terminal names the
 * step. */
#include "tests/support/run.h"
#include "tests/support/test.h"

/* A table that it takes seconds to read, because it has many rows. */
#define MANY(insert)                                                                           \
    "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT 3000000) INSERT " \
    "INTO " insert

TEST(commands__say_what_takes_long)
{
    static const struct {
        const char *change, *command, *line;
    } cases[] = {
        {MANY("identical_problems SELECT 1, i, i FROM n"), "dedup slow.db", "counting 0:0"},
        {MANY("problem_clusters SELECT i, i FROM n"), "mutate slow.db", "reading 0:0"},
        {MANY("input_errors SELECT i, 1, random(), 0, NULL, 0, NULL FROM n"),
         "report slow.db -o slow.html --force", "counting 0:0"},
    };
    scoped(str) screen = {0};
    if (!has_pty("lines of what takes long"))
        skip();
    setenv("TERM", "xterm", 1);
    scoped(str) output = output_of(
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o "
        "s.db && "
        "\"$TOKFIX\" dedup s.db && \"$TOKFIX\" split s.db && \"$TOKFIX\" check s.db");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        run_valid(&output, "cd \"$SCRATCH\" && cp s.db slow.db && sqlite3 slow.db '%s'",
                  cases[i].change);
        pty_run(&screen, 80, "", "cd \"$SCRATCH\" && \"$TOKFIX\" %s", cases[i].command);
        if (!strstr(str_text(&screen), cases[i].line))
            fail_msg("%s: no '%s' in: %s", cases[i].command, cases[i].line, str_text(&screen));
    }
}
