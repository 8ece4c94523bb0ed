/* Programs that want out, fresh and warm, as root and as a user without rights. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include "base/file.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

static struct str shared_lines;

/* What a program must not find: a variable and open files of tokfix. */
static int plant_secrets(void **state)
{
    (void)state;
    setenv("TOKFIX_SECRET", "secret", 1);
    write_test_file(scratch_path("secret"), "secret", 6);
    int fd = open(scratch_path("secret"), O_RDWR);
    return fd < 0 || dup2(fd, 40) < 0 || dup2(fd, 100) < 0 ? -1 : 0;
}
SUITE_SETUP(plant_secrets, NULL);

static int check_hostile(void)
{
    struct sandbox *sandbox = sandboxed_open();
    struct err err;
    if (!shared_lines.length && file_read(&shared_lines, "tests/sandbox/prelude.py", &err) != 0)
        return 1;
    int n = sandboxed_table(sandbox, "tests/sandbox/hostile.py", str_text(&shared_lines));
    sandbox_close(sandbox);
    return n;
}

static int check_ordinary(void)
{
    struct sandbox *sandbox = sandboxed_open();
    int n = sandboxed_table(sandbox, "tests/sandbox/ordinary.py", NULL);
    sandbox_close(sandbox);
    return n;
}

TEST(sandbox__walls_hold)
{
    if (!has_sandbox("the walls of the sandbox"))
        skip();
    assert_int_equal(check_hostile(), 0);
}

TEST(sandbox__zygote_is_like_a_fresh_interpreter)
{
    if (!has_sandbox("the zygote"))
        skip();
    assert_int_equal(check_ordinary(), 0);
}
