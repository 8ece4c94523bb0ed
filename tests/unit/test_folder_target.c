/* A folder appears whole at its place, or nothing there changes. */
#include "publish/folder_target.h"
#include "tests/support/run.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include "base/str.h"

#include <string.h>
#include <sys/stat.h>

static void shell(const char *command)
{
    struct str output = {0};
    run_valid(&output, "cd \"$SCRATCH\"; %s", command);
    str_release(&output);
}

static const char ours[] =
    "mkdir -p f/data; echo '{\"tool\":{\"name\":\"tokfix\"}}' > f/manifest.json; "
    "echo old > f/data/train-00000-of-00001.jsonl.gz";

static int clear(void **state)
{
    (void)state;
    shell("rm -rf f f.partial");
    return 0;
}

static void write_new(void)
{
    shell("echo new > f.partial/README.md");
}

static void folder_target__appears_when_it_is_complete(void **state)
{
    struct folder_target target;
    struct err err;
    (void)state;
    assert_success(folder_target_open(&target, scratch_path("f/"), false, &err), err);
    write_new();
    assert_false(path_exists(scratch_path("f")));
    assert_success(folder_target_commit(&target, &err), err);
    assert_true(path_exists(scratch_path("f/README.md")));
    assert_true(path_exists(scratch_path("f/data")));
    assert_false(path_exists(scratch_path("f.partial")));
}

static void folder_target__leaves_nothing_when_it_is_abandoned(void **state)
{
    struct folder_target target;
    struct err err;
    (void)state;
    assert_success(folder_target_open(&target, scratch_path("f"), false, &err), err);
    write_new();
    folder_target_abandon(&target);
    assert_false(path_exists(scratch_path("f")));
    assert_false(path_exists(scratch_path("f.partial")));
}

static void folder_target__replaces_what_was_published(void **state)
{
    struct folder_target target;
    struct err err;
    (void)state;
    shell(ours);
    assert_int_equal(folder_target_open(&target, scratch_path("f"), false, &err), ERR);
    assert_non_null(strstr(err.message, "--force"));
    assert_success(folder_target_open(&target, scratch_path("f"), true, &err), err);
    write_new();
    assert_true(path_exists(scratch_path("f/manifest.json")));
    assert_success(folder_target_commit(&target, &err), err);
    assert_true(path_exists(scratch_path("f/README.md")));
    assert_false(path_exists(scratch_path("f/manifest.json")));
    assert_false(path_exists(scratch_path("f/data/train-00000-of-00001.jsonl.gz")));
    assert_false(path_exists(scratch_path("f.partial")));
    clear(NULL);
    shell("mkdir f");
    assert_success(folder_target_open(&target, scratch_path("f"), true, &err), err);
    assert_success(folder_target_commit(&target, &err), err);
}

static void folder_target__never_replaces_anything_else(void **state)
{
    static const struct {
        const char *shell, *message;
    } cases[] = {
        {"touch f", "is no folder"},
        {"ln -s /tmp f", "is no folder"},
        {"mkdir f; touch f/notes.txt", "'notes.txt'"},
        {"mkdir f; touch f/README.md", "no manifest.json of tokfix"},
        {"mkdir f; echo '{}' > f/manifest.json", "no manifest.json of tokfix"},
        {"mkdir f; echo '{\"tool\":{\"name\":\"other\"}}' > f/manifest.json", "no manifest.json"},
        {"mkdir f; echo '{' > f/manifest.json", "no manifest.json"},
    };
    struct folder_target target;
    struct err err;
    (void)state;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        clear(NULL);
        shell(cases[i].shell);
        assert_int_equal(folder_target_open(&target, scratch_path("f"), true, &err), ERR);
        if (!strstr(err.message, cases[i].message))
            fail_msg("%s: %s", cases[i].shell, err.message);
        assert_true(path_exists(scratch_path("f")));
        assert_false(path_exists(scratch_path("f.partial")));
    }
    clear(NULL);
    shell(ours);
    shell("mkdir f/.git");
    assert_int_equal(folder_target_open(&target, scratch_path("f"), true, &err), ERR);
    assert_true(path_exists(scratch_path("f/.git")));
}

static void folder_target__refuses_what_appeared_meanwhile(void **state)
{
    struct folder_target target;
    struct err err;
    (void)state;
    assert_success(folder_target_open(&target, scratch_path("f"), true, &err), err);
    shell("mkdir f; touch f/notes.txt");
    assert_int_equal(folder_target_commit(&target, &err), ERR);
    assert_true(path_exists(scratch_path("f/notes.txt")));
    assert_false(path_exists(scratch_path("f.partial")));
}

static void folder_target__writes_over_what_a_killed_run_left(void **state)
{
    struct folder_target target, second;
    struct err err;
    (void)state;
    shell("mkdir -p f.partial/data; touch f.partial/README.md "
          "f.partial/data/train-00000-of-00001.jsonl.gz.partial");
    assert_success(folder_target_open(&target, scratch_path("f"), false, &err), err);
    assert_false(path_exists(scratch_path("f.partial/README.md")));
    assert_int_equal(folder_target_open(&second, scratch_path("f"), false, &err), ERR);
    assert_non_null(strstr(err.message, "another run"));
    assert_success(folder_target_commit(&target, &err), err);
    clear(NULL);
    shell("mkdir f.partial; touch f.partial/mine");
    assert_int_equal(folder_target_open(&target, scratch_path("f"), false, &err), ERR);
    assert_non_null(strstr(err.message, "'mine'"));
    assert_true(path_exists(scratch_path("f.partial/mine")));
    assert_int_equal(folder_target_open(&target, "", false, &err), ERR);
    assert_int_equal(folder_target_open(&target, scratch_path("no/such/f"), false, &err), ERR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(folder_target__appears_when_it_is_complete, clear),
        cmocka_unit_test_setup(folder_target__leaves_nothing_when_it_is_abandoned, clear),
        cmocka_unit_test_setup(folder_target__replaces_what_was_published, clear),
        cmocka_unit_test_setup(folder_target__never_replaces_anything_else, clear),
        cmocka_unit_test_setup(folder_target__refuses_what_appeared_meanwhile, clear),
        cmocka_unit_test_setup(folder_target__writes_over_what_a_killed_run_left, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
