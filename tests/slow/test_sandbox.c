/* Programs that want out, fresh and warm, as the user of the tests and as one without rights. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include "base/file.h"

#include <fcntl.h>

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
    scoped(sandbox) *sandbox = sandboxed_open();
    scoped(str) shared_lines = {0};
    struct err err;
    if (file_read(&shared_lines, "tests/sandbox/prelude.py", &err) != 0)
        return 1;
    return sandboxed_table(sandbox, "tests/sandbox/hostile.py", str_text(&shared_lines));
}

static int check_ordinary(void)
{
    scoped(sandbox) *sandbox = sandboxed_open();
    return sandboxed_table(sandbox, "tests/sandbox/ordinary.py", NULL);
}

TEST(sandbox__walls_hold)
{
    if (!has_sandbox("the walls of the sandbox"))
        skip();
    assert_int_equal(check_hostile(), 0);
}

TEST(sandbox__walls_hold_for_a_user_without_rights)
{
    if (!has_sandbox("the walls of a user's sandbox") || !can_be_user("a user's sandbox"))
        skip();
    assert_int_equal(sandboxed_as_user(check_hostile), 0);
}

TEST(sandbox__zygote_is_like_a_fresh_interpreter)
{
    if (!has_sandbox("the zygote"))
        skip();
    assert_int_equal(check_ordinary(), 0);
}

TEST(sandbox__zygote_of_a_user_without_rights_is_like_a_fresh_interpreter)
{
    if (!has_sandbox("the zygote of a user") || !can_be_user("a user's zygote"))
        skip();
    assert_int_equal(sandboxed_as_user(check_ordinary), 0);
}
