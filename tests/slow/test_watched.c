/* Commands with a database in which one step takes seconds: a line on the terminal names the
 * step. */
#include "tests/support/run.h"
#include "tests/support/test.h"

/* Counts for some seconds. */
#define SLOW                                                                                     \
    "CREATE VIEW slow AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT " \
    "8000000) SELECT count(*) AS n FROM n; "
/* A table that it takes as long to write a row into, or to read. */
#define SLOW_INSERT(name) \
    SLOW "CREATE TRIGGER late BEFORE INSERT ON " name " BEGIN SELECT n FROM slow; END"
#define SLOW_TABLE(name)                                          \
    SLOW "ALTER TABLE " name " RENAME TO kept; CREATE VIEW " name \
         " AS SELECT * FROM kept WHERE (SELECT n FROM slow)"

TEST(commands__say_what_takes_long)
{
    static const struct {
        const char *change, *command, *line;
    } cases[] = {
        {SLOW_INSERT("dedup_run"), "dedup slow.db", "writing 0:0"},
        {SLOW_TABLE("identical_problems"), "dedup slow.db", "counting 0:0"},
        {SLOW_INSERT("split_run"), "split slow.db --seed 1 --replace", "splitting 0:0"},
        {SLOW_TABLE("duplicate_links"), "leak slow.db", "searching 0:0"},
        {SLOW_TABLE("problem_clusters"), "mutate slow.db", "reading 0:0"},
        {SLOW_TABLE("statuses"), "publish slow.db -o slow --license mit --despite-check",
         "counting 0:0"},
        {SLOW_TABLE("checks"), "report slow.db -o slow.html --force", "counting 0:0"},
    };
    scoped(str) screen = {0};
    if (!has_pty("lines of what takes long"))
        skip();
    setenv("TERM", "xterm", 1);
    scoped(str) output =
        output_of("cd \"$SCRATCH\" && \"$TOKFIX\" mine \"$SAMPLE/Project_CodeNet\" -o s.db && "
                  "\"$TOKFIX\" dedup s.db && \"$TOKFIX\" split s.db && \"$TOKFIX\" leak s.db");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        run_valid(&output, "cd \"$SCRATCH\" && cp s.db slow.db && sqlite3 slow.db '%s'",
                  cases[i].change);
        pty_run(&screen, 80, "", "cd \"$SCRATCH\" && \"$TOKFIX\" %s", cases[i].command);
        if (!strstr(str_text(&screen), cases[i].line))
            fail_msg("%s: no '%s' in: %s", cases[i].command, cases[i].line, str_text(&screen));
    }
}
