/* The progress line while a database query runs. */
#include "commands/progress.h"
#include "db/db.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>

static const char count[] =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "
    "SELECT count(*) FROM n";

static void compute(struct db *db)
{
    int64_t n;
    assert_done(db_get_int(db, &n, count, &err));
    assert_int_equal(n, 100000);
}

/* What takes a line away. */
static const char gone[] = "\r\033[K";

static bool is_gone(const struct str *text)
{
    size_t n = strlen(gone);
    return text->length >= n && memcmp(str_text(text) + text->length - n, gone, n) == 0;
}

/* What is to be the last thing on the terminal. It comes there a little later. */
enum last { ANYTHING, LINE, NO_LINE };

static void read_terminal(struct str *text, int controller, enum last last)
{
    char bytes[4096];
    struct pollfd input = {.fd = controller, .events = POLLIN};
    bool is_there;
    fflush(stderr);
    str_clear(text);
    do {
        ssize_t n = read(controller, bytes, sizeof bytes);
        str_add(text, bytes, n > 0 ? (size_t)n : 0);
        is_there = last == ANYTHING || (text->length && is_gone(text) == (last == NO_LINE));
    } while (!is_there && poll(&input, 1, 10000) == 1);
}

/* The line of a minute and a quarter, and what takes it away; then what of one that just began, and
 * what is written without a watch. */
static void write_lines(struct str lines[4], struct db *db, int controller)
{
    struct progress progress;
    progress_watch(&progress, "counting", db);
    progress.start -= 75;
    progress.last_draw -= 75;
    compute(db);
    read_terminal(&lines[0], controller, LINE);
    progress_clear(&progress);
    read_terminal(&lines[1], controller, NO_LINE);
    progress_watch(&progress, "counting", db);
    progress.start += 75; /* however slow the machine is, its first second is not over */
    progress.last_draw -= 75;
    compute(db);
    progress_clear(&progress);
    read_terminal(&lines[2], controller, ANYTHING);
    compute(db);
    read_terminal(&lines[3], controller, ANYTHING);
}

TEST(progress__shows_the_time_while_a_database_computes)
{
    scoped(db) *db = NULL;
    struct str lines[4] = {{0}};
    int controller, terminal, kept = dup(STDERR_FILENO);
    if (!has_pty("the line of a database"))
        skip();
    setenv("TERM", "xterm", 1);
    assert_done(db_open_new(&db, scratch_path("watched.db"), &err));
    assert_int_equal(openpty(&controller, &terminal, NULL, NULL, NULL), 0);
    assert_int_equal(fcntl(controller, F_SETFL, O_NONBLOCK), 0);
    dup2(terminal, STDERR_FILENO);
    write_lines(lines, db, controller);
    dup2(kept, STDERR_FILENO);
    /* a line, or several on a slow machine; what takes the last one away; nothing */
    assert_memory_equal(str_text(&lines[0]), "\r\033[Kcounting 1:", 15);
    assert_true(is_gone(&lines[1]));
    assert_string_equal(str_text(&lines[2]), "");
    assert_string_equal(str_text(&lines[3]), "");
    for (int i = 0; i < 4; i++)
        str_release(&lines[i]);
    close(controller);
    close(terminal);
    close(kept);
}

TEST(progress__keeps_its_line_within_the_terminal)
{
    struct progress progress;
    struct str line = {0};
    struct winsize size = {.ws_row = 10, .ws_col = 30};
    int controller, terminal, kept = dup(STDERR_FILENO);
    if (!has_pty("a narrow line"))
        skip();
    setenv("TERM", "xterm", 1);
    unsetenv("COLUMNS");
    assert_int_equal(openpty(&controller, &terminal, NULL, NULL, &size), 0);
    assert_int_equal(fcntl(controller, F_SETFL, O_NONBLOCK), 0);
    dup2(terminal, STDERR_FILENO);
    progress_start(&progress, "mining", "pairs", 100);
    progress.start -= 75;
    progress.last_draw -= 75;
    snprintf(progress.text, sizeof progress.text, "2 of 400 repositories, 3 commits");
    progress_update(&progress, 50, 50);
    read_terminal(&line, controller, LINE);
    dup2(kept, STDERR_FILENO);
    assert_string_equal(str_text(&line), "\r\033[Kmining  50%  2 of 400 reposi…");
    str_release(&line);
    close(controller);
    close(terminal);
    close(kept);
}

TEST(progress_line__has_slow_and_fast_rates)
{
    struct progress progress;
    scoped(str) slow = {0}, fast = {0};
    progress_start(&progress, "cleaning", "repositories", 4);
    progress.start -= 100;
    progress.done = progress.count = 2;
    progress_add_line(&progress, &slow);
    progress.count = 1000;
    progress_add_line(&progress, &fast);
    assert_non_null(strstr(str_text(&slow), "50%  2 repositories  0.02/s  1:"));
    assert_non_null(strstr(str_text(&fast), "1000 repositories  10/s  1:"));
    str_clear(&fast);
    snprintf(progress.text, sizeof progress.text, "2 of 4 repositories, 3 commits");
    progress_add_line(&progress, &fast);
    assert_non_null(strstr(str_text(&fast), "50%  2 of 4 repositories, 3 commits  1:"));
}
