/* Targets that cannot be written: on a full and on a read-only file system, which the test mounts
 * if it has the permission; in a folder that does not exist, or that another user owns. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

/* `place` is the folder; in it a.db for what changes it. */
static const char *const commands[] = {
    "mine tree -o place/new.db -j 1",
    "mine tree.tar.gz -o place/new.db -j 1",
    "merge place/new.db shard-1.db shard-2.db",
    "dedup place/a.db",
    "split place/a.db --seed 3 --ratio 1:1:1",
    "check place/a.db --against rows.jsonl --mark",
    "export a.db --format pairs --split all -o place/new.jsonl",
    "export a.db --format pairs --split all -o place/new.jsonl.gz",
    "export a.db --format messages -o place/folder/",
    "publish a.db -o place/new --license mit",
    "report a.db -o place/new.html",
};

/* Runs a shell command in the work folder. */
static int run_here(struct str *output, const char *shell)
{
    return run_shell(output, "cd \"$SCRATCH/work\" && { %s\n}", shell);
}

/* The command fails with one of the reasons, and leaves the files of the place as they are. */
static void expect_failure(const char *command, const char *runner, const char *reasons)
{
    scoped(str) before = {0}, output = {0}, after = {0};
    scoped(str) shell = str_of("%s \"$TOKFIX\" %s", runner, command);
    run_here(&before, "cd place 2>/dev/null && find . -type f | sort | xargs -r cksum");
    int status = run_here(&output, str_text(&shell));
    run_here(&after, "cd place 2>/dev/null && find . | sort | grep -v '^\\.$' | xargs -r cksum");
    if (status != 1 || !holds_one_of(str_text(&output), reasons) ||
        !strstr(str_text(&output), "place"))
        fail_msg("tokfix %s: status %d: %s", command, status, str_text(&output));
    if (strcmp(str_text(&before), str_text(&after)) != 0)
        fail_msg("tokfix %s: %sthe files were\n%sand are\n%s", command, str_text(&output),
                 str_text(&before), str_text(&after));
}

static void expect_failures(const char *runner, const char *reasons)
{
    for (size_t i = 0; i < N_ITEMS(commands); i++)
        expect_failure(commands[i], runner, reasons);
}

/* Mounts a file system of `size` at the place, with what changes in it. */
static bool mount_place(const char *size)
{
    return can_run(printed("cd \"$SCRATCH/work\" && mkdir place && "
                           "mount -t tmpfs -o size=%s tokfix place && cp a.db place",
                           size),
                   "targets on other disks", "this user cannot mount a file system");
}

static int unmount_place(void **state)
{
    (void)state;
    scoped(str) output = {0};
    run_here(&output, "! mountpoint -q place || umount place");
    return 0;
}

TEST(places__that_are_full_keep_what_they_hold)
{
    scoped(str) output = {0};
    faults_given();
    if (!mount_place("2m"))
        skip();
    assert_int_equal(run_here(&output, "head -c 4m /dev/zero >place/filler 2>/dev/null || true"),
                     0);
    expect_failures("", "No space left on device|database or disk is full");
    assert_int_equal(run_here(&output, "rm place/filler"), 0);
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        scoped(str) shell = str_of("rm -f place/new.db; \"$TOKFIX\" %s", commands[i]);
        if (run_here(&output, str_text(&shell)) != 0)
            fail_msg("tokfix %s: %s", commands[i], str_text(&output));
    }
}

TEST(places__that_are_read_only_are_named)
{
    scoped(str) output = {0};
    faults_given();
    if (!mount_place("2m"))
        skip();
    assert_int_equal(run_here(&output, "mount -o remount,ro place"), 0);
    expect_failures("", "Read-only file system|you have no write permission");
}

TEST(places__that_are_not_there_are_named)
{
    faults_given();
    expect_failures("", "No such file or directory");
}

/* As the user nobody, if the test may change to it. */
TEST(places__of_others_are_named)
{
    static const char nobody[] = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    faults_given();
    if (!can_run(
            printed("cd \"$SCRATCH/work\" && mkdir place && cp a.db place && chmod -R a+rX . && "
                    "%s test -r tree.tar && %s \"$TOKFIX\" --version && ! %s test -w place",
                    nobody, nobody, nobody),
            "targets in folders of others", "this user cannot become another"))
        skip();
    expect_failures(nobody, "Permission denied|you have no write permission");
}

/* Any of the files may be the one that does not fit. */
TEST(places__that_fill_up_keep_nothing)
{
    static const struct {
        const char *command;
        int first, last, step; /* KiB */
    } cases[] = {{"mine tree -o place/new.db -j 1", 16, 100, 42},
                 {"export a.db --format pairs --split all -o place/new.jsonl", 4, 4, 1},
                 {"export a.db --format messages -o place/folder/", 4, 4, 1},
                 {"publish a.db -o place/new --license mit", 4, 24, 4}};
    scoped(str) output = {0};
    faults_given();
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int size = cases[i].first; size <= cases[i].last; size += cases[i].step) {
            const char *mount =
                printed("mkdir -p place && mount -t tmpfs -o size=%dk tokfix place", size);
            if (!can_run(printed("cd \"$SCRATCH/work\" && %s", mount), "targets on full disks",
                         "this user cannot mount a file system"))
                skip();
            expect_failure(cases[i].command, "",
                           "No space left on device|database or disk is full");
            unmount_place(NULL);
        }
}

TEST_SETUP(NULL, unmount_place);
