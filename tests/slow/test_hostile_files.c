/* Pipes, devices, sockets and links in place of files and folders. The program does not wait for
 * them, or not for long; it does not read endlessly; and it reads nothing that the user has not
 * named. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"

#include <sys/socket.h>
#include <sys/un.h>

/* Makes a tree of one pair anew, and beside it a secret, a pipe, and a socket. */
static void make_tree(void)
{
    static const struct codenet_submission pair[] = {{"s1", "u", 1, "Wrong Answer", "x = 1 < 2\n"},
                                                     {"s2", "u", 2, "Accepted", "x = 1 <= 2\n"}};
    run_valid(NULL, "cd \"$SCRATCH\" && rm -rf tree pipe socket secret bench && mkfifo pipe && "
                    "mkdir -p secret bench/buggy bench/fixed && "
                    "echo 'x = 1 > 2' | tee secret/s2.py >bench/fixed/s2.py");
    codenet_add_problem(codenet_make("tree"), "p00001", pair, 2);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    assert_int_equal(chdir(scratch_path("")), 0);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(server, (struct sockaddr *)&address, sizeof address), 0);
    close(server);
}

#define SOURCE "data/p00001/Python/s2.py"

static const struct {
    const char *spoil;  /* in the tree; $f is a source */
    const char *errors; /* that are stored, or the end of the message */
    int status, n_fixes;
} trees[] = {
    {"rm $f; mkfifo $f", "source_unreadable|" SOURCE "|it is not a regular file (named", 0, 0},
    {"rm $f; mv ../socket $f", "source_unreadable|" SOURCE "|No such device or address", 0, 0},
    {"ln -sf /dev/zero $f", "source_outside|" SOURCE "|a symbolic link leads out", 0, 0},
    {"ln -sf ../../../../secret/s2.py $f", "source_outside|" SOURCE "|a symbolic link", 0, 0},
    {"ln -sf s2.py $f", "source_unreadable|" SOURCE "|Too many levels of symbolic links", 0, 0},
    {"rm $f; mkdir $f", "source_unreadable|" SOURCE "|it is a folder", 0, 0},
    {"truncate -s 100G $f", "source_too_large|" SOURCE "|larger than 1048576 bytes", 0, 0},
    {"rm -r data/p00001; ln -s .. data/p00001", "source_missing|data/p00001/Python/s1.py|", 0, 0},
    {"rm -r data/p00001; mkfifo data/p00001", "source_missing|data/p00001/Python/s1.py|", 0, 0},
    {"rm -r data/p00001; ln -s ../../secret data/p00001",
     "source_missing|data/p00001/Python/s1.py|", 0, 0},
    {"rm -r data/p00001/Python; ln -s ../../../secret data/p00001/Python",
     "source_outside|data/p00001/Python/s1.py|", 0, 0},
    {"rm metadata/p00001.csv; mkfifo metadata/p00001.csv",
     "metadata_unusable|metadata/p00001.csv|it is not a regular file", 0, 0},
    {"ln -sf p00001.csv metadata/p00001.csv",
     "metadata_unusable|metadata/p00001.csv|Too many levels of symbolic links", 0, 0},
    {"ln -sf /dev/zero metadata/p00001.csv",
     "metadata_unusable|metadata/p00001.csv|a symbolic link leads out", 0, 0},
    {"mkfifo metadata/problem_list.csv",
     "metadata_unusable|metadata/problem_list.csv|it is not a regular file", 0, 1},
    {"mkdir -p derived/duplicates; mkfifo derived/duplicates/identical_problem_clusters",
     "problem_clusters_unusable|derived/duplicates/identical_problem_clusters|it is not a reg", 0,
     1},
    {"mkdir problem_descriptions; mkfifo problem_descriptions/p00001.html",
     "description_unusable|problem_descriptions/p00001.html|it is not a regular file", 0, 1},
    {"mkfifo problem_descriptions; ln -s derived derived", "", 0, 1},
    {"rm -r metadata; mkfifo metadata", "has no folder metadata/", 1, 0},
    {"rm -r metadata; ln -s metadata metadata", "Too many levels of symbolic links", 1, 0},
    {"rm -r metadata; ln -s . metadata", "no metadata file of a problem", 1, 0},
    {"rm -r data; mkfifo data", "is not a Project CodeNet tree", 1, 0},
    {"rm -r data; ln -s data data", "Too many levels of symbolic links", 1, 0},
    {"rm -r data; ln -s ../secret data", "leads out of the dataset", 1, 0},
};

TEST(hostile_files__of_a_tree_are_refused_one_by_one)
{
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(trees); i++) {
        make_tree();
        run_valid(&output, "cd \"$SCRATCH/tree\" && f=" SOURCE " && %s", trees[i].spoil);
        int status =
            run_bounded(&output, trees[i].spoil, 40,
                        "\"$TOKFIX\" mine \"$SCRATCH/tree\" -j 2 --force -o \"$SCRATCH/db\"");
        assert_int_equal(status, trees[i].status);
        if (status == 0)
            run_valid(&output,
                      "sqlite3 \"$SCRATCH/db\" \"select kind, file, detail from input_errors; "
                      "select 'fixes ' || count(*) from fixes; select fixed_code from "
                      "fix_details where fixed_code like '%%>%%'\"");
        scoped(str) end = str_of("fixes %d\n", trees[i].n_fixes);
        if (!strstr(str_text(&output), trees[i].errors) ||
            (status == 0 && strcmp(output.text + output.length - end.length, str_text(&end)) != 0))
            fail_msg("%s: %s", trees[i].spoil, str_text(&output));
    }
}

/* Commands for which $x is the file that they are to read. */
enum { N_FOR_DEVICES = 3 };
static const char *const commands[] = {
    "mine $x -o mined.db",
    "mine tree --metadata $x -o mined-too.db",
    "diff --tokens $x",
    /* of a device, others read up to 1 GiB, as `diff --tokens` does */
    "check good.db --against $x",
    "check good.db --against $x",
    "check good.db --against bench --repaired $x",
    "dedup good.db --problem-clusters $x",
    "split good.db --import test=$x",
    "stats $x",
    "show $x",
    "report $x -o report.html",
    "publish $x -o published --license mit --creator me",
    "split good.db --previous $x --group-by problem",
};

static void make_store(struct str *output)
{
    make_tree();
    run_valid(output, "cd \"$SCRATCH\" && rm -f good.db && "
                      "\"$TOKFIX\" mine tree -o good.db -q");
}

/* All at once, for each waits the same while. */
TEST(hostile_files__that_are_pipes_are_given_up)
{
    scoped(str) output = {0};
    make_store(&output);
    scoped(str) script = str_of("cd \"$SCRATCH\"; x=pipe\n");
    for (size_t i = 0; i < N_ITEMS(commands); i++)
        str_print(&script, "(timeout 60 \"$TOKFIX\" %s >%zu.out 2>&1; echo $? >>%zu.out) &\n",
                  commands[i], i, i);
    str_add_text(&script, "wait");
    write_test_file(scratch_path("script"), str_text(&script), script.length);
    run_valid(&output, "sh \"$SCRATCH/script\"");
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        run_valid(&output, "cat \"$SCRATCH/%zu.out\"", i);
        bool is_told = strstr(str_text(&output), "the pipe has no writer") ||
                       strstr(str_text(&output), "is not a regular file");
        if (!is_told || strcmp(output.text + output.length - 3, "\n1\n") != 0)
            fail_msg("%s: %s", commands[i], str_text(&output));
    }
}

TEST(hostile_files__that_are_devices_and_sockets_have_an_end)
{
    static const char *const files[] = {"/dev/zero", "socket", "secret/none"};
    scoped(str) output = {0}, command = {0};
    make_store(&output);
    for (size_t file = 0; file < N_ITEMS(files); file++)
        for (size_t i = 0; i < (file ? N_ITEMS(commands) : N_FOR_DEVICES); i++) {
            str_set(&command, "env x=%s sh -c 'cd \"$SCRATCH\" && exec \"$TOKFIX\" %s'",
                    files[file], commands[i]);
            int status = run_bounded(&output, commands[i], 1100, "%s", str_text(&command));
            if (status != 1)
                fail_msg("%s %s: %s", files[file], commands[i], str_text(&output));
        }
}
