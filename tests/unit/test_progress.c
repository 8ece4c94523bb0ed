/* The line on the terminal while a database computes. */
#include "db/db.h"
#include "miner/progress.h"
#include "tests/support/pty.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char count[] =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "
    "SELECT count(*) FROM n";

static void compute(struct db *db)
{
    struct err err;
    int64_t n;
    assert_success(db_get_int(db, &n, count, &err), err);
    assert_int_equal(n, 100000);
}

/* What was written to the terminal since. */
static void read_terminal(struct str *text, int controller)
{
    char bytes[4096];
    fflush(stderr);
    ssize_t n = read(controller, bytes, sizeof bytes);
    str_clear(text);
    str_add(text, bytes, n > 0 ? (size_t)n : 0);
}

/* The line of a minute and a quarter, and what takes it away; then what of one that just began, and
 * what is written without a watch. */
static void write_lines(struct str lines[4], struct db *db, int controller)
{
    struct progress progress;
    progress_watch(&progress, "counting", db);
    progress.start.tv_sec -= 75;
    progress.last_draw.tv_sec -= 75;
    compute(db);
    read_terminal(&lines[0], controller);
    progress_unwatch(&progress, db);
    read_terminal(&lines[1], controller);
    progress_watch(&progress, "counting", db);
    progress.start.tv_sec += 75; /* however slow the machine is, its first second is not over */
    progress.last_draw.tv_sec -= 75;
    compute(db);
    progress_unwatch(&progress, db);
    read_terminal(&lines[2], controller);
    compute(db);
    read_terminal(&lines[3], controller);
}

static void progress__shows_the_time_while_a_database_computes(void **state)
{
    /* first a line, or several on a slow machine */
    static const char *const expected[] = {"\r\033[Kcounting 1:", "\r\033[K", "", ""};
    struct err err;
    struct db *db;
    struct str lines[4] = {0};
    int controller, terminal, kept = dup(STDERR_FILENO);
    (void)state;
    if (!has_pty("the line of a database"))
        skip();
    setenv("TERM", "xterm", 1);
    assert_success(db_open_new(&db, scratch_path("watched.db"), &err), err);
    assert_int_equal(openpty(&controller, &terminal, NULL, NULL, NULL), 0);
    assert_int_equal(fcntl(controller, F_SETFL, O_NONBLOCK), 0);
    dup2(terminal, STDERR_FILENO);
    write_lines(lines, db, controller);
    dup2(kept, STDERR_FILENO);
    for (int i = 0; i < 4; i++) {
        size_t compared = i == 0 ? strlen(expected[i]) : lines[i].length + 1;
        if (strncmp(str_text(&lines[i]), expected[i], compared) != 0)
            fail_msg("'%s' and not '%s'", str_text(&lines[i]), expected[i]);
        str_release(&lines[i]);
    }
    db_close(db);
    close(controller);
    close(terminal);
    close(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress__shows_the_time_while_a_database_computes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
