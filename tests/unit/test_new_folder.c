/* Folders that appear whole or not at all. */
#include "augment/new_folder.h"
#include "tests/support/run.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_own(const char *name)
{
    return strncmp(name, "own", 3) == 0;
}

static void make(const char *path)
{
    assert_int_equal(mkdir(scratch_path(path), 0777), 0);
}

static void new_folder__stands_there_when_it_is_whole(void **state)
{
    (void)state;
    struct err err;
    struct new_folder folder;
    struct str text = {0};
    assert_success(new_folder_open(&folder, scratch_path("a//"), is_own, &err), err);
    assert_success(new_folder_write(&folder, "own/b/c.txt", "one\n", 4, &err), err);
    assert_success(new_folder_write(&folder, "own/b/d.txt", "two\n", 4, &err), err);
    assert_false(path_exists(scratch_path("a")));
    assert_success(new_folder_commit(&folder, &err), err);
    run_valid(&text, "cd \"$SCRATCH/a\" && cat own/b/c.txt own/b/d.txt && find . | wc -l");
    assert_string_equal(str_text(&text), "one\ntwo\n5\n");
    assert_false(path_exists(scratch_path("a.partial")));
    str_release(&text);
}

static void new_folder__takes_the_place_of_an_empty_one_only(void **state)
{
    (void)state;
    struct err err;
    struct new_folder folder;
    make("empty");
    assert_success(new_folder_open(&folder, scratch_path("empty"), is_own, &err), err);
    assert_success(new_folder_commit(&folder, &err), err);

    make("full");
    write_test_file(scratch_path("full/own"), "", 0);
    assert_int_equal(new_folder_open(&folder, scratch_path("full"), is_own, &err), ERR);
    assert_non_null(strstr(err.message, "exists and is left alone"));
    assert_false(path_exists(scratch_path("full.partial")));

    write_test_file(scratch_path("file"), "", 0);
    assert_int_equal(new_folder_open(&folder, scratch_path("file"), is_own, &err), ERR);
    assert_non_null(strstr(err.message, "is no folder"));
    assert_int_equal(new_folder_open(&folder, "", is_own, &err), ERR);
    assert_int_equal(new_folder_open(&folder, scratch_path("no/such"), is_own, &err), ERR);

    /* It was empty when it was looked at. */
    make("late");
    assert_success(new_folder_open(&folder, scratch_path("late"), is_own, &err), err);
    write_test_file(scratch_path("late/other"), "", 0);
    assert_int_equal(new_folder_commit(&folder, &err), ERR);
    assert_true(path_exists(scratch_path("late/other")));
    assert_false(path_exists(scratch_path("late.partial")));
}

static void new_folder__removes_what_a_killed_run_left(void **state)
{
    (void)state;
    struct err err;
    struct new_folder folder, second;
    make("b.partial");
    make("b.partial/own1");
    write_test_file(scratch_path("b.partial/own1/x"), "", 0);
    assert_success(new_folder_open(&folder, scratch_path("b"), is_own, &err), err);
    assert_false(path_exists(scratch_path("b.partial/own1")));

    assert_int_equal(new_folder_open(&second, scratch_path("b"), is_own, &err), ERR);
    assert_non_null(strstr(err.message, "another run is writing"));
    assert_success(new_folder_write(&folder, "own2/y", "", 0, &err), err);
    new_folder_abandon(&folder);
    assert_false(path_exists(scratch_path("b.partial")));

    make("b.partial");
    make("b.partial/own1");
    write_test_file(scratch_path("b.partial/mine"), "", 0);
    assert_int_equal(new_folder_open(&folder, scratch_path("b"), is_own, &err), ERR);
    assert_non_null(strstr(err.message, "holds 'mine'"));
    assert_true(path_exists(scratch_path("b.partial/own1")));
}

/* Nothing is removed, or written, where a link leads. */
static void new_folder__follows_no_links(void **state)
{
    (void)state;
    struct err err;
    struct new_folder folder;
    make("elsewhere");
    write_test_file(scratch_path("elsewhere/kept"), "", 0);
    assert_int_equal(symlink(scratch_path("elsewhere"), scratch_path("c.partial")), 0);
    assert_int_equal(new_folder_open(&folder, scratch_path("c"), is_own, &err), ERR);
    make("d.partial");
    assert_int_equal(symlink(scratch_path("elsewhere"), scratch_path("d.partial/own")), 0);
    assert_success(new_folder_open(&folder, scratch_path("d"), is_own, &err), err);
    assert_false(path_exists(scratch_path("d.partial/own")));
    new_folder_abandon(&folder);
    assert_true(path_exists(scratch_path("elsewhere/kept")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_folder__stands_there_when_it_is_whole),
        cmocka_unit_test(new_folder__takes_the_place_of_an_empty_one_only),
        cmocka_unit_test(new_folder__removes_what_a_killed_run_left),
        cmocka_unit_test(new_folder__follows_no_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
