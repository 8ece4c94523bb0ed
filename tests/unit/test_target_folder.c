/* A folder appears complete under its name, or nothing changes. */
#include "augment/rewrite.h"
#include "export/publish/publish.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void shell(const char *command)
{
    run_valid(NULL, "cd \"$SCRATCH\"; %s", command);
}

static const char ours[] = "mkdir -p f/data; touch f/SHA256SUMS; "
                           "echo old > f/data/train-00000-of-00001.jsonl.gz";

static int clear(void **state)
{
    (void)state;
    shell("rm -rf f f.partial");
    return 0;
}

static int open_f(struct target *target, bool is_replacing, struct err *err)
{
    return target_open_folder(target, scratch_path("f"), &publish_folder_rules, is_replacing, err);
}

static int open_tree(struct target *target, const char *name, struct err *err)
{
    return target_open_folder(target, scratch_path(name), &rewrite_tree_rules, false, err);
}

static void write_new(void)
{
    shell("echo new > f.partial/README.md");
}

TEST(target_folder__appears_when_it_is_complete)
{
    struct target target;
    assert_done(
        target_open_folder(&target, scratch_path("f/"), &publish_folder_rules, false, &err));
    write_new();
    assert_false(path_exists(scratch_path("f")));
    assert_done(target_commit(&target, &err));
    assert_true(path_exists(scratch_path("f/README.md")));
    assert_false(path_exists(scratch_path("f.partial")));
}

TEST(target_folder__leaves_nothing_when_it_is_abandoned)
{
    struct target target;
    assert_done(open_f(&target, false, &err));
    write_new();
    target_abandon(&target);
    assert_false(path_exists(scratch_path("f")));
    assert_false(path_exists(scratch_path("f.partial")));
}

TEST(target_folder__replaces_what_was_published)
{
    struct target target;
    shell(ours);
    assert_error_with(open_f(&target, false, &err), "--force");
    assert_done(open_f(&target, true, &err));
    write_new();
    assert_true(path_exists(scratch_path("f/SHA256SUMS")));
    assert_done(target_commit(&target, &err));
    assert_true(path_exists(scratch_path("f/README.md")));
    assert_false(path_exists(scratch_path("f/SHA256SUMS")));
    assert_false(path_exists(scratch_path("f/data/train-00000-of-00001.jsonl.gz")));
    assert_false(path_exists(scratch_path("f.partial")));
    clear(NULL);
    shell("mkdir f");
    assert_done(open_f(&target, true, &err));
    assert_done(target_commit(&target, &err));
}

TEST(target_folder__never_replaces_anything_else)
{
    static const struct text_case cases[] = {
        {"touch f", "is not a folder"},
        {"ln -s /tmp f", "is not a folder"},
        {"mkdir f; touch f/notes.txt", "'notes.txt'"},
        {"mkdir f; touch f/README.md", "no SHA256SUMS"},
    };
    struct target target;
    struct err err;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        clear(NULL);
        shell(cases[i].given);
        assert_int_equal(open_f(&target, true, &err), ERR);
        if (!strstr(err.message, cases[i].expected))
            fail_msg("%s: %s", cases[i].given, err.message);
        assert_true(path_exists(scratch_path("f")));
        assert_false(path_exists(scratch_path("f.partial")));
    }
    clear(NULL);
    shell(ours);
    shell("mkdir f/.git");
    assert_int_equal(open_f(&target, true, &err), ERR);
    assert_true(path_exists(scratch_path("f/.git")));
}

TEST(target_folder__refuses_what_appeared_meanwhile)
{
    struct target target;
    assert_done(open_f(&target, true, &err));
    shell("mkdir f; touch f/notes.txt");
    assert_any_error(target_commit(&target, &err));
    assert_true(path_exists(scratch_path("f/notes.txt")));
    assert_false(path_exists(scratch_path("f.partial")));
}

TEST(target_folder__writes_over_what_a_killed_run_left)
{
    struct target target, second;
    shell("mkdir -p f.partial/data; touch f.partial/README.md "
          "f.partial/data/train-00000-of-00001.jsonl.gz.partial");
    assert_done(open_f(&target, false, &err));
    assert_false(path_exists(scratch_path("f.partial/README.md")));
    assert_error_with(open_f(&second, false, &err), "another run");
    assert_done(target_commit(&target, &err));
    clear(NULL);
    shell("mkdir f.partial; touch f.partial/mine");
    assert_error_with(open_f(&target, false, &err), "'mine'");
    assert_true(path_exists(scratch_path("f.partial/mine")));
    assert_any_error(target_open_folder(&target, "", &publish_folder_rules, false, &err));
    assert_any_error(
        target_open_folder(&target, scratch_path("no/such/f"), &publish_folder_rules, false, &err));
}

static void make(const char *path)
{
    assert_int_equal(mkdir(scratch_path(path), 0777), 0);
}

TEST(target_folder__has_folders_in_it)
{
    struct target folder;
    assert_done(open_tree(&folder, "a//", &err));
    assert_done(target_write(&folder, "rename/b/c.txt", "one\n", 4, &err));
    assert_done(target_write(&folder, "rename/b/d.txt", "two\n", 4, &err));
    assert_false(path_exists(scratch_path("a")));
    assert_done(target_commit(&folder, &err));
    scoped(str) text =
        output_of("cd \"$SCRATCH/a\" && cat rename/b/c.txt rename/b/d.txt && find . | wc -l");
    assert_string_equal(str_text(&text), "one\ntwo\n5\n");
    assert_false(path_exists(scratch_path("a.partial")));
}

TEST(target_folder__takes_the_place_of_an_empty_one_only)
{
    struct target folder;
    make("empty");
    assert_done(open_tree(&folder, "empty", &err));
    assert_done(target_commit(&folder, &err));

    make("full");
    write_test_file(scratch_path("full/rename"), "", 0);
    assert_error_with(open_tree(&folder, "full", &err), "already exists");
    assert_false(path_exists(scratch_path("full.partial")));

    write_test_file(scratch_path("file"), "", 0);
    assert_error_with(open_tree(&folder, "file", &err), "is not a folder");
    assert_any_error(target_open_folder(&folder, "", &rewrite_tree_rules, false, &err));
    assert_any_error(open_tree(&folder, "no/such", &err));

    /* It was empty when it was looked at. */
    make("late");
    assert_done(open_tree(&folder, "late", &err));
    write_test_file(scratch_path("late/other"), "", 0);
    assert_any_error(target_commit(&folder, &err));
    assert_true(path_exists(scratch_path("late/other")));
    assert_false(path_exists(scratch_path("late.partial")));
}

TEST(target_folder__removes_what_a_killed_run_left)
{
    struct target folder, second;
    make("b.partial");
    make("b.partial/rename1");
    write_test_file(scratch_path("b.partial/rename1/x"), "", 0);
    assert_done(open_tree(&folder, "b", &err));
    assert_false(path_exists(scratch_path("b.partial/rename1")));

    assert_error_with(open_tree(&second, "b", &err), "another run is writing");
    assert_done(target_write(&folder, "rename2/y", "", 0, &err));
    target_abandon(&folder);
    assert_false(path_exists(scratch_path("b.partial")));

    make("b.partial");
    make("b.partial/rename1");
    write_test_file(scratch_path("b.partial/mine"), "", 0);
    assert_error_with(open_tree(&folder, "b", &err), "contains 'mine'");
    assert_true(path_exists(scratch_path("b.partial/rename1")));
}

/* Nothing is removed, or written, where a link leads. */
TEST(target_folder__follows_no_links)
{
    struct target folder;
    make("elsewhere");
    write_test_file(scratch_path("elsewhere/kept"), "", 0);
    assert_int_equal(symlink(scratch_path("elsewhere"), scratch_path("c.partial")), 0);
    assert_any_error(open_tree(&folder, "c", &err));
    make("d.partial");
    assert_int_equal(symlink(scratch_path("elsewhere"), scratch_path("d.partial/rename")), 0);
    assert_done(open_tree(&folder, "d", &err));
    assert_false(path_exists(scratch_path("d.partial/rename")));
    target_abandon(&folder);
    assert_true(path_exists(scratch_path("elsewhere/kept")));
}

/* Who holds the lock of a folder is about to take it away. */
TEST(target_folder__waits_for_no_other_run)
{
    struct target target, second;
    shell(ours);
    assert_done(open_f(&target, true, &err));
    int replaced = open(scratch_path("f"), O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(replaced, LOCK_EX), 0);
    assert_error_with(target_commit(&target, &err), "another run is writing");
    assert_true(path_exists(scratch_path("f/SHA256SUMS")));
    assert_false(path_exists(scratch_path("f.partial")));
    close(replaced);

    /* Of two runs, the slower one gets a message that names what is there now. */
    clear(NULL);
    assert_done(open_f(&target, false, &err));
    assert_error_with(open_f(&second, true, &err), "another run is writing");
    write_new();
    assert_done(target_commit(&target, &err));
    assert_error_with(open_f(&second, false, &err), "already exists; replace it with --force");
    shell("mv f g; mkdir f");
    assert_done(open_f(&target, false, &err));
    shell("rmdir f; mv g f");
    assert_error_with(target_commit(&target, &err), "already exists; replace it with --force");
}

/* Makes a folder again and again in a process of its own. The exit status: 0, or 1 when it failed
 * for another reason than that there was another run. */
static pid_t make_often(bool is_replacing)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child)
        return child;
    for (int i = 0; i < 300; i++) {
        struct target target;
        struct err err;
        int status = open_f(&target, is_replacing, &err);
        if (status == 0)
            status = target_write(&target, "SHA256SUMS", "sums", 4, &err);
        if (status == 0)
            status = target_write(&target, "data/train-00000-of-00001.jsonl.gz", "new", 3, &err);
        if (status == 0)
            status = target_commit(&target, &err);
        if (status != 0 && !strstr(err.message, "another run is writing") &&
            !strstr(err.message, "already exists")) {
            fprintf(stderr, "%s\n", err.message);
            _exit(1);
        }
        if (!is_replacing && i % 3 == 0)
            rename(scratch_path("f"), scratch_path(i % 2 ? "g" : "h"));
    }
    _exit(0);
}

TEST(target_folder__of_several_runs_has_the_right_words_for_the_slower)
{
    for (int is_replacing = 0; is_replacing < 2; is_replacing++) {
        pid_t children[3];
        int status;
        clear(NULL);
        for (size_t i = 0; i < N_ITEMS(children); i++)
            children[i] = make_often(is_replacing);
        for (size_t i = 0; i < N_ITEMS(children); i++) {
            assert_int_equal(waitpid(children[i], &status, 0), children[i]);
            assert_int_equal(status, 0);
        }
        assert_false(path_exists(scratch_path("f.partial")));
    }
}

TEST_SETUP(clear, NULL);
