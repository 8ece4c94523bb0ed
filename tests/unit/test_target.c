/* A target appears complete under its name, or nothing changes. */
#include "base/target.h"
#include "tests/support/test.h"

#include "base/mem.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void write_text(const char *path, const char *text)
{
    write_test_file(path, text, strlen(text));
}

/* The content of $SCRATCH/NAME must be `text`; NULL: nothing may be there. */
static void assert_file(const char *name, const char *text)
{
    if (!text) {
        if (path_exists(scratch_path(name)))
            fail_msg("'%s' exists", name);
        return;
    }
    scoped(str) content = test_file(printed("$SCRATCH/%s", name));
    assert_string_equal(str_text(&content), text);
}

/* The target `out` and its partial file, each NULL where it may not be. */
static void assert_out(const char *content, const char *partial)
{
    assert_file("out", content);
    assert_file("out.partial", partial);
}

/* Every test works on the target `out`; none sees the files of another. */
static int remove_files(void **state)
{
    (void)state;
    run_valid(NULL, "rm -rf \"${SCRATCH:?}\"/*");
    return 0;
}

static void open_out(struct target *target, bool is_replacing)
{
    assert_done(target_open(target, scratch_path("out"), is_replacing, &err));
}

static void assert_refused(const char *name, bool is_replacing, const char *format_of_message)
{
    struct target target;
    scoped(str) expected = {0};
    const char *place = strstr(format_of_message, "PATH");
    assert_non_null(place);
    str_add(&expected, format_of_message, (size_t)(place - format_of_message));
    str_print(&expected, "%s%s", scratch_path(name), place + strlen("PATH"));
    assert_error(target_open(&target, scratch_path(name), is_replacing, &err), str_text(&expected));
}

TEST(target__appears_only_when_committed)
{
    struct target target;
    open_out(&target, false);
    assert_string_equal(target.path, scratch_path("out"));
    assert_string_equal(target.partial_path, scratch_path("out.partial"));
    assert_out(NULL, "");
    write_text(target.partial_path, "content\n");
    assert_file("out", NULL);
    assert_done(target_commit(&target, &err));
    assert_out("content\n", NULL);
}

TEST(target__leaves_an_existing_file_alone)
{
    write_text(scratch_path("out"), "old\n");
    assert_refused("out", false,
                   "'PATH' already exists; replace it with --force, or name another "
                   "file");
    assert_out("old\n", NULL);
}

TEST(target__replaces_an_existing_file_on_request)
{
    struct target target;
    write_text(scratch_path("out"), "old and longer\n");
    open_out(&target, true);
    write_text(target.partial_path, "new\n");
    assert_file("out", "old and longer\n");
    assert_done(target_commit(&target, &err));
    assert_out("new\n", NULL);
}

TEST(target__abandoned_changes_nothing)
{
    struct target target;
    open_out(&target, false);
    write_text(target.partial_path, "half");
    target_abandon(&target);
    assert_out(NULL, NULL);

    write_text(scratch_path("out"), "old\n");
    open_out(&target, true);
    write_text(target.partial_path, "half");
    target_abandon(&target);
    assert_out("old\n", NULL);
}

TEST(target__keeps_a_second_writer_away)
{
    static const bool choices[] = {false, true};
    for (size_t i = 0; i < N_ITEMS(choices); i++) {
        struct target first, second;
        struct err err;
        open_out(&first, choices[i]);
        write_text(first.partial_path, "first\n");
        for (int round = 0; round < 2; round++) {
            assert_int_equal(target_open(&second, scratch_path("out"), choices[i], &err), ERR);
            assert_memory_equal(err.message, "another run is writing '", 24);
            assert_file("out.partial", "first\n");
        }
        assert_success(target_commit(&first, &err), err);
        assert_file("out", "first\n");

        open_out(&second, true); /* now it may */
        write_text(second.partial_path, "second\n");
        assert_success(target_commit(&second, &err), err);
        assert_file("out", "second\n");
        remove_files(NULL);
    }
}

TEST(target__may_be_opened_again_after_it_was_abandoned)
{
    struct target target;
    open_out(&target, false);
    target_abandon(&target);
    open_out(&target, false);
    write_text(target.partial_path, "content\n");
    assert_done(target_commit(&target, &err));
    assert_file("out", "content\n");
}

TEST(target__does_not_hinder_another_target)
{
    struct target first, second;
    open_out(&first, false);
    assert_done(target_open(&second, scratch_path("out2"), false, &err));
    write_text(first.partial_path, "1\n");
    write_text(second.partial_path, "2\n");
    assert_done(target_commit(&second, &err));
    assert_done(target_commit(&first, &err));
    assert_file("out", "1\n");
    assert_file("out2", "2\n");
}

TEST(target__refuses_a_folder)
{
    run_valid(NULL, "mkdir \"$SCRATCH/out\" && echo x >\"$SCRATCH/out/file\"");
    assert_refused("out", false, "'PATH' is a folder; name a file in it");
    assert_refused("out", true, "'PATH' is a folder; name a file in it");
    assert_file("out/file", "x\n");
    assert_file("out.partial", NULL);
}

TEST(target__needs_its_folder)
{
    write_text(scratch_path("file"), "");
    assert_refused("nowhere/out", false, "cannot write 'PATH.partial': No such file or directory");
    assert_refused("nowhere/out", true, "cannot write 'PATH.partial': No such file or directory");
    assert_refused("file/out", false, "cannot write 'PATH.partial': Not a directory");
    assert_file("nowhere", NULL);
}

TEST(target__needs_a_name)
{
    struct target target;
    assert_error(target_open(&target, "", true, &err), "the name of the file to write is empty");
}

TEST(target__writes_over_a_stale_partial_file)
{
    struct target target;
    write_text(scratch_path("out.partial"), "the rest of a killed run\n");
    open_out(&target, false);
    assert_file("out.partial", "");
    write_text(target.partial_path, "new\n");
    assert_done(target_commit(&target, &err));
    assert_out("new\n", NULL);
}

TEST(target__does_not_write_through_a_link)
{
    struct target target;
    write_text(scratch_path("victim"), "precious\n");
    run_valid(NULL, "ln -s victim \"$SCRATCH/out.partial\"");
    assert_any_error(target_open(&target, scratch_path("out"), true, &err));
    assert_file("victim", "precious\n");
    assert_file("out", NULL);
}

/* The message says $SCRATCH/ for the folder of all files. */
static void assert_spared(const char *name, const char *input, const char *message)
{
    struct err err = {.message = ""};
    scoped(str) expected = {0};
    for (const char *c = message; *c; c++) {
        bool is_name = strncmp(c, "$SCRATCH/", 9) == 0;
        str_add_text(&expected, is_name ? scratch_path("") : (char[]){*c, '\0'});
        c += is_name ? 8 : 0;
    }
    scoped_memory char *path = mem_copy_text(scratch_path(name), strlen(scratch_path(name)));
    int status = target_spare(path, scratch_path(input), "the database", &err);
    assert_string_equal(err.message, str_text(&expected));
    assert_int_equal(status, *message ? ERR : 0);
}

TEST(target__spares_what_is_read)
{
    run_valid(NULL, "cd \"$SCRATCH\" && echo 1 >db && echo 1 >db2.partial && ln -s db link && "
                    "ln db hard && mkdir folder && mkfifo pipe");
    assert_spared("db", "db", "'$SCRATCH/db' is the database itself; name another file");
    assert_spared("link", "db", "'$SCRATCH/link' is the database itself; name another file");
    assert_spared("db", "link", "'$SCRATCH/db' is the database itself; name another file");
    assert_spared("hard", "db", "'$SCRATCH/hard' is the database itself; name another file");
    assert_spared(
        "db2", "db2.partial",
        "'$SCRATCH/db2' would be written as '$SCRATCH/db2.partial', which is the database "
        "itself; name another file");
    static const char *const others[][2] = {
        {"out", "db"},        {"db", "out"},    {"db2.partial", "db"}, {"db2", "db"},
        {"folder", "folder"}, {"pipe", "pipe"}, {"out", "missing"}};
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_spared(others[i][0], others[i][1], "");
    assert_file("db", "1\n");
    assert_file("db2.partial", "1\n");
}

TEST(target__replaces_only_links_to_files)
{
    scoped(str) output =
        output_of("cd \"$SCRATCH\" && mkdir folder && ln -s folder out && ln -s /dev/null null && "
                  "ln -s nowhere dangling && ln -s /proc/self/fd/1 stdout");
    assert_refused("out", true, "'PATH' is a folder; name a file in it");
    assert_refused("null", true, "'PATH' is not a regular file");
    int before = dup(STDOUT_FILENO), file = open(scratch_path("file"), O_WRONLY | O_CREAT, 0666);
    assert_int_equal(dup2(file, STDOUT_FILENO), STDOUT_FILENO);
    assert_refused("stdout", true, "'PATH' is standard output; name another file");
    assert_refused("file", true, "'PATH' is standard output; name another file");
    dup2(before, STDOUT_FILENO);
    close(before);
    close(file);
    struct target target;
    assert_done(target_open(&target, scratch_path("dangling"), true, &err));
    assert_done(target_commit(&target, &err));
    assert_file("dangling", "");
}

TEST(target__leaves_alone_what_appeared_meanwhile)
{
    struct target target;
    open_out(&target, false);
    write_text(target.partial_path, "mine\n");
    write_text(scratch_path("out"), "theirs\n");
    assert_error_with(target_commit(&target, &err), "already exists");
    assert_out("theirs\n", NULL);
}

TEST(target__replaces_on_request_what_appeared_meanwhile)
{
    struct target target;
    open_out(&target, true);
    write_text(target.partial_path, "mine\n");
    write_text(scratch_path("out"), "theirs\n");
    assert_done(target_commit(&target, &err));
    assert_file("out", "mine\n");
}

TEST(target__refuses_a_folder_that_appeared_meanwhile)
{
    struct target target;
    open_out(&target, true);
    run_valid(NULL, "mkdir \"$SCRATCH/out\"");
    assert_error_with(target_commit(&target, &err), "is a folder");
    assert_true(path_exists(scratch_path("out")));
    assert_file("out.partial", NULL);
}

TEST(target__fails_when_the_partial_file_is_gone)
{
    struct target target;
    struct err err = {.message = ""};
    write_text(scratch_path("out"), "old\n");
    open_out(&target, true);
    assert_int_equal(unlink(target.partial_path), 0);
    assert_int_equal(target_commit(&target, &err), ERR);
    assert_memory_equal(err.message, "cannot rename '", 15);
    assert_file("out", "old\n");
}

TEST(target__takes_a_name_in_the_current_folder)
{
    struct target target;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(scratch_path("")), 0);
    assert_done(target_open(&target, "out", false, &err));
    write_text("out.partial", "content\n");
    assert_done(target_commit(&target, &err));
    assert_int_equal(chdir(before), 0);
    assert_file("out", "content\n");
}

/* In a process of its own, as the lists of base/interrupt.h want it. */
static _Noreturn void write_again_and_again(const char *path, atomic_int *n_commits)
{
    while (*n_commits < 500) {
        struct target target;
        struct err err;
        if (target_open(&target, path, true, &err) != 0)
            continue; /* the other one is writing */
        if (write(target.lock, "content\n", 8) == 8 && target_commit(&target, &err) == 0)
            (*n_commits)++;
    }
    _exit(0);
}

TEST(target__is_whole_while_two_write_it)
{
    pid_t writers[2];
    const char *path = scratch_path("out");
    atomic_int *n_commits =
        mmap(NULL, sizeof *n_commits, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int n_cut = 0, status;
    struct stat info;
    assert_ptr_not_equal(n_commits, MAP_FAILED);
    for (int i = 0; i < 2; i++) {
        writers[i] = fork();
        assert_true(writers[i] >= 0);
        if (writers[i] == 0)
            write_again_and_again(path, n_commits);
    }
    while (*n_commits < 500)
        n_cut += stat(path, &info) == 0 && info.st_size != 8;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(n_cut, 0);
    munmap(n_commits, sizeof *n_commits);
}

TEST_SETUP(remove_files, NULL);
