/* Targets on a full and on a read-only disk: small file systems that the test mounts, if it has
 * the permission. */
#include "tests/support/test.h"

/* Mounts a tmpfs with the given options at $SCRATCH/disk; says so when it cannot. */
static bool mount_disk(const char *options)
{
    return can_run(printed("mkdir -p \"$SCRATCH/disk\"; umount \"$SCRATCH/disk\" 2>/dev/null\n"
                           "mount -t tmpfs -o %s tokfix \"$SCRATCH/disk\"",
                           options),
                   "targets on other disks", "this user cannot mount a file system");
}

static void unmount_disk(void)
{
    run_valid(NULL, "umount \"$SCRATCH/disk\"");
}

static void check_failure(const char *command, const char *message)
{
    scoped(str) output = {0};
    int status = run_shell(&output, "%s", command);
    scoped(str) left = output_of("ls -A \"$SCRATCH/disk\"");
    assert_int_equal(status, 1);
    assert_contains(str_text(&output), message);
    assert_string_equal(str_text(&left), "");
}

TEST(disk__full_is_said_and_leaves_nothing)
{
    static const char *const sizes[] = {"size=16k", "size=64k", "size=100k"};
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        if (!mount_disk(sizes[i]))
            skip();
        check_failure("\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o "
                      "\"$SCRATCH/disk/a.db\"",
                      "database or disk is full");
        unmount_disk();
    }
}

TEST(disk__full_is_said_by_export)
{
    static const char *const outputs[] = {
        "--format pairs -o \"$SCRATCH/disk/a.jsonl\"",
        "--format pairs -o \"$SCRATCH/disk/a.jsonl.gz\"",
        "--format messages -o \"$SCRATCH/disk/folder/\"",
    };
    if (!mount_disk("size=4k"))
        skip();
    run_valid(NULL,
              "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/a.db\" "
              "--force");
    for (size_t i = 0; i < N_ITEMS(outputs); i++) {
        const char *command = printed("\"$TOKFIX\" export \"$SCRATCH/a.db\" %s", outputs[i]);
        check_failure(command, "No space left on device");
    }
    unmount_disk();
}

/* Data, card, citation, description and sums: each may be the file that does not fit. */
TEST(disk__full_is_said_by_publish)
{
    run_valid(
        NULL,
        "cd \"$SCRATCH\"; \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o p.db "
        "&& "
        "\"$TOKFIX\" dedup p.db && \"$TOKFIX\" split p.db --seed 2 --ratio 1:1:1 && "
        "\"$TOKFIX\" check p.db");
    for (int size = 4; size <= 48; size += 4) {
        const char *options = printed("size=%dk", size);
        if (!mount_disk(options))
            skip();
        check_failure("\"$TOKFIX\" publish \"$SCRATCH/p.db\" -o \"$SCRATCH/disk/p\" --license mit",
                      "No space left on device");
        unmount_disk();
    }
    if (!mount_disk("size=1m"))
        skip();
    run_valid(NULL, "\"$TOKFIX\" publish \"$SCRATCH/p.db\" -o \"$SCRATCH/disk/p\" --license mit");
    unmount_disk();
}

TEST(disk__full_is_said_for_standard_output)
{
    scoped(str) output = output_of(
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/b.db\"");
    expect_run(1, "No space left on device", "\"$TOKFIX\" stats \"$SCRATCH/b.db\" 2>&1 >/dev/full");
    expect_run(1, "No space left on device",
               "\"$TOKFIX\" export \"$SCRATCH/b.db\" --format pairs 2>&1 >/dev/full");
}

TEST(disk__read_only_is_said)
{
    if (!mount_disk("size=1m,ro"))
        skip();
    check_failure(
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/disk/a.db\"",
        "Read-only file system");
    unmount_disk();
}
