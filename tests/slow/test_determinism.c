/* The same input gives the same bytes, for every number of jobs, and for every order of the files
 * on disk. */
#include "tests/support/test.h"

/* Mines and dumps; the text of the dump. */
static void dump_of(struct str *dump, const char *dataset, const char *arguments)
{
    run_valid(NULL, "\"$TOKFIX\" mine %s %s -o \"$SCRATCH/d.db\" --force", dataset, arguments);
    run_valid(dump, "sqlite3 \"$SCRATCH/d.db\" .dump");
}

/* Copies the tree with its files made in the opposite order, in another file system where there is
 * one, so that a folder lists them differently. Returns whether it does. */
static bool copy_in_another_order(const char *dataset)
{
    run_valid(NULL,
              "place=\"$SCRATCH\"; test -w /dev/shm && place=/dev/shm/tokfix-test-$$\n"
              "rm -rf \"$SCRATCH/copy\" \"$SCRATCH/link\"; mkdir -p \"$place/copy\"\n"
              "ln -s \"$place\" \"$SCRATCH/link\"\n"
              "cd %s; name=$(basename \"$PWD\"); mkdir \"$place/copy/$name\"\n"
              "find . -type d | sort -r | (cd \"$place/copy/$name\" && xargs -d '\\n' mkdir -p)\n"
              "find . -type f | sort -r | tar -c -T - | tar -x -C \"$place/copy/$name\"\n",
              dataset);
    bool differs = run_shell(NULL,
                             "cd %s; name=$(basename \"$PWD\")\n"
                             "find . > \"$SCRATCH/a\"; cd \"$SCRATCH/link/copy/$name\"\n"
                             "find . > \"$SCRATCH/b\"; cmp \"$SCRATCH/a\" \"$SCRATCH/b\"",
                             dataset) != 0;
    return differs;
}

static void check_dataset(const char *name, const char *dataset)
{
    static const char *const arguments[] = {"-j 2", "-j 7"};
    scoped(str) one = {0}, other = {0}, copy = {0};
    dump_of(&one, dataset, "-j 1");
    assert_true(one.length > 10000);
    for (size_t i = 0; i < N_ITEMS(arguments); i++) {
        dump_of(&other, dataset, arguments[i]);
        if (one.length != other.length || memcmp(one.text, other.text, one.length) != 0)
            fail_msg("%s: another dump with %s than with -j 1", name, arguments[i]);
    }
    bool differs = copy_in_another_order(dataset);
    run_valid(&copy, "echo \"$SCRATCH/link/copy/$(basename %s)\"", dataset);
    copy.text[strcspn(copy.text, "\n")] = '\0';
    dump_of(&other, str_text(&copy), "-j 2");
    assert_string_equal(one.text, other.text);
    printf("note: %s: the same dump of %zu bytes for -j 1, 2, 7 and for %s\n", name, one.length,
           differs ? "another order of the files on disk"
                   : "a copy (whose folders list the files in the same order here)");
    run_valid(&copy,
              "rm -rf \"$SCRATCH/link/copy\"; rmdir \"$(readlink \"$SCRATCH/link\")\" || true");
}

TEST(determinism__holds_for_the_sample)
{
    check_dataset("sample", "\"$SAMPLE/Project_CodeNet\"");
}

TEST(determinism__holds_for_atcoder)
{
    if (!has_atcoder("the same dump for real programs"))
        skip();
    check_dataset("atcoder", "\"$SHARED/data/atcoder\"");
}
