/* A target, a file or a folder, appears complete under its name, or nothing changes. */
#include "base/target.h"
#include "augment/rewrite.h"
#include "base/file.h"
#include "base/mem.h"
#include "export/publish/publish.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* Every test begins in an empty folder. */
static int empty_folder(void **state)
{
    (void)state;
    run_valid(NULL, "rm -rf \"${SCRATCH:?}\"/*; mkdir \"$SCRATCH/work\"");
    return chdir(scratch_path("work"));
}

/* All that is there: "FOLDER FILE=CONTENT ", in order. */
static const char *listing(void)
{
    scoped(str) out = output_of("find . -mindepth 1 | LC_ALL=C sort | while read -r f; do\n"
                                "if [ -f \"$f\" ]; then echo \"${f#./}=$(cat \"$f\")\"; else echo "
                                "\"${f#./}\"; fi; done | tr '\\n' ' '");
    return printed("%s", str_text(&out));
}

enum kind { A_FILE, DATASET, REWRITES };

static int open_target(struct target *target, enum kind kind, const char *name, bool is_replacing,
                       struct err *err)
{
    if (kind == A_FILE)
        return target_open(target, name, is_replacing, err);
    const struct folder_rules *rules =
        kind == DATASET ? &publish_folder_rules : &rewrite_tree_rules;
    return target_open_folder(target, name, rules, is_replacing, err);
}

static int write_target(struct target *target, enum kind kind, const char *text, struct err *err)
{
    if (kind == A_FILE)
        return file_write(target->partial_path, text, strlen(text), err);
    return target_write(target, kind == DATASET ? "README.md" : "rename/b/c.txt", text,
                        strlen(text), err);
}

/* What publish writes. */
#define OURS                                \
    "mkdir -p f/data; touch f/SHA256SUMS; " \
    "echo old >f/data/train-00000-of-00001.jsonl.gz; "
#define OURS_LISTED "f f/SHA256SUMS= f/data f/data/train-00000-of-00001.jsonl.gz=old "
#define TREE        "a a/rename a/rename/b a/rename/b/c.txt=new "

/* What is there before, whether it may be replaced, what is written (NULL: the target is
 * abandoned), what happens before the end, what has to be said (NULL: nothing; a part of the
 * message), and what is there at the end. */
static const struct scene {
    enum kind kind;
    const char *name, *before;
    bool is_replacing;
    const char *text, *meanwhile, *error, *after;
} scenes[] = {
    {A_FILE, "out", "", false, "new", "", NULL, "out=new "},
    {A_FILE, "out", "echo old >out", false, "new", "",
     "'out' already exists; replace it with --force, or name another file", "out=old "},
    {A_FILE, "out", "echo old and longer >out", true, "new", "", NULL, "out=new "},
    {A_FILE, "out", "", false, NULL, "", NULL, ""},
    {A_FILE, "out", "echo old >out", true, NULL, "", NULL, "out=old "},
    {A_FILE, "out", "mkdir out; echo x >out/file", true, "new", "",
     "'out' is a folder; name a file in it", "out out/file=x "},
    {A_FILE, "no/out", "", true, "new", "",
     "cannot write 'no/out.partial': No such file or directory", ""},
    {A_FILE, "x/out", "echo x >x", true, "new", "", "cannot write 'x/out.partial': Not a directory",
     "x=x "},
    {A_FILE, "out", "echo what a killed run left >out.partial", false, "new", "", NULL, "out=new "},
    {A_FILE, "out", "echo precious >victim; ln -s victim out.partial", true, "new", "", "",
     "out.partial=precious victim=precious "},
    {A_FILE, "out", "mkdir folder; ln -s folder out", true, "new", "", "is a folder",
     "folder out "},
    {A_FILE, "null", "ln -s /dev/null null", true, "new", "", "'null' is not a regular file",
     "null "},
    {A_FILE, "dangling", "ln -s nowhere dangling", true, "new", "", NULL, "dangling=new "},
    {A_FILE, "out", "", false, "mine", "echo theirs >out", "already exists", "out=theirs "},
    {A_FILE, "out", "", true, "mine", "echo theirs >out", NULL, "out=mine "},
    {A_FILE, "out", "", true, "mine", "mkdir out", "is a folder", "out "},
    {A_FILE, "out", "echo old >out", true, "mine", "rm out.partial", "cannot rename '", "out=old "},
    {DATASET, "f/", "", false, "new", "", NULL, "f f/README.md=new "},
    {DATASET, "f", "", false, NULL, "", NULL, ""},
    {DATASET, "f", OURS, false, "new", "", "--force", OURS_LISTED},
    {DATASET, "f", OURS, true, NULL, "", NULL, OURS_LISTED},
    {DATASET, "f", OURS, true, "new", "", NULL, "f f/README.md=new "},
    {DATASET, "f", "mkdir f", true, "new", "", NULL, "f f/README.md=new "},
    {DATASET, "f", "touch f", true, "new", "", "is not a folder", "f= "},
    {DATASET, "f", "ln -s /tmp f", true, "new", "", "is not a folder", "f "},
    {DATASET, "f", "mkdir f; touch f/notes", true, "new", "", "'notes'", "f f/notes= "},
    {DATASET, "f", "mkdir f; touch f/README.md", true, "new", "", "no SHA256SUMS",
     "f f/README.md= "},
    {DATASET, "f", OURS "mkdir f/.git", true, "new", "", "",
     "f f/.git "
     "f/SHA256SUMS= f/data f/data/train-00000-of-00001.jsonl.gz=old "},
    {DATASET, "f", "", true, "new", "mkdir f; touch f/notes", "", "f f/notes= "},
    {DATASET, "f",
     "mkdir -p f.partial/data; cd f.partial; touch README.md; "
     "touch data/train-00000-of-00001.jsonl.gz.partial",
     false, "new", "", NULL, "f f/README.md=new "},
    {DATASET, "f", "mkdir f.partial; touch f.partial/mine", false, "new", "", "'mine'",
     "f.partial f.partial/mine= "},
    {DATASET, "no/such/f", "", false, "new", "", "", ""},
    {REWRITES, "a//", "", false, "new", "", NULL, TREE},
    {REWRITES, "a", "mkdir a", false, "new", "", NULL, TREE},
    {REWRITES, "a", "mkdir a; touch a/rename", false, "new", "", "already exists", "a a/rename= "},
    {REWRITES, "a", "touch a", false, "new", "", "is not a folder", "a= "},
    {REWRITES, "a", "mkdir a", false, "new", "touch a/other", "", "a a/other= "},
    {REWRITES, "a", "mkdir -p a.partial/rename1; touch a.partial/rename1/x", false, "new", "", NULL,
     TREE},
    {REWRITES, "a", "mkdir -p a.partial/rename1; touch a.partial/mine", false, "new", "",
     "contains 'mine'", "a.partial a.partial/mine= a.partial/rename1 "},
    /* nothing is removed, or written, where a link leads */
    {REWRITES, "a", "mkdir else; touch else/kept; ln -s else a.partial", false, "new", "", "",
     "a.partial else else/kept= "},
    {REWRITES, "a", "mkdir else a.partial; touch else/kept; ln -s ../else a.partial/rename", false,
     NULL, "", NULL, "else else/kept= "},
};

TEST(target__appears_whole_or_not_at_all)
{
    for (size_t i = 0; i < N_ITEMS(scenes); i++) {
        const struct scene *scene = &scenes[i];
        struct target target;
        struct err err = {""};
        empty_folder(NULL);
        run_valid(NULL, "%s", scene->before);
        int status = open_target(&target, scene->kind, scene->name, scene->is_replacing, &err);
        if (status == 0 && !scene->text)
            target_abandon(&target);
        if (status == 0 && scene->text) {
            assert_string_equal(target.partial_path, printed("%s.partial", target.path));
            status = write_target(&target, scene->kind, scene->text, &err);
            run_valid(NULL, "%s", scene->meanwhile);
            status = status ? status : target_commit(&target, &err);
        }
        if (status != (scene->error ? ERR : 0) ||
            !strstr(err.message, scene->error ? scene->error : "") ||
            (status == ERR && !err.message[0]))
            fail_msg("scene %zu (%s): %d, '%s'", i, scene->before, status, err.message);
        if (strcmp(listing(), scene->after) != 0)
            fail_msg("scene %zu (%s): '%s'", i, scene->before, listing());
    }
}

TEST(target__keeps_a_second_writer_away)
{
    struct target first, second, other;
    for (enum kind kind = A_FILE; kind <= REWRITES; kind++) {
        assert_done(open_target(&first, kind, "out", false, &err));
        assert_done(open_target(&other, kind, "other", false, &err));
        for (int round = 0; round < 2; round++)
            assert_error_with(open_target(&second, kind, "out", round == 1, &err),
                              "another run is writing '");
        assert_done(write_target(&first, kind, "first", &err));
        assert_false(path_exists("out"));
        assert_done(target_commit(&first, &err));
        assert_done(target_commit(&other, &err)); /* which this did not hinder */
        assert_true(path_exists("out") && path_exists("other") && !path_exists("out.partial"));
        if (kind == A_FILE) {
            assert_done(open_target(&second, kind, "out", true, &err)); /* now it may */
            target_abandon(&second);
        }
        assert_any_error(open_target(&second, kind, "", true, &err));
        empty_folder(NULL);
    }
    /* who holds the lock of a folder is about to take it away */
    run_valid(NULL, OURS);
    assert_done(open_target(&first, DATASET, "f", true, &err));
    int replaced = open("f", O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(replaced, LOCK_EX), 0);
    assert_error_with(target_commit(&first, &err), "another run is writing");
    assert_string_equal(listing(), OURS_LISTED);
    close(replaced);
    /* of two runs, the slower one gets a message that names what is there now */
    assert_error_with(open_target(&second, DATASET, "f", false, &err),
                      "already exists; replace it with --force");
    run_valid(NULL, "mv f g; mkdir f");
    assert_done(open_target(&first, DATASET, "f", false, &err));
    run_valid(NULL, "rmdir f; mv g f");
    assert_error_with(target_commit(&first, &err), "already exists; replace it with --force");
}

TEST(target__is_not_standard_output)
{
    struct target target;
    int before = dup(STDOUT_FILENO), file = open("file", O_WRONLY | O_CREAT, 0666);
    run_valid(NULL, "ln -s /proc/self/fd/1 stdout");
    assert_int_equal(dup2(file, STDOUT_FILENO), STDOUT_FILENO);
    assert_error(target_open(&target, "stdout", true, &err),
                 "'stdout' is standard output; name another file");
    assert_error(target_open(&target, "file", true, &err),
                 "'file' is standard output; name another file");
    dup2(before, STDOUT_FILENO);
    close(before);
    close(file);
}

/* The case target-errors has more. */
TEST(target__spares_what_is_read)
{
    static const char *const cases[][3] = {
        {"link", "db", "'link' is the database itself; name another file"},
        {"db", "link", "'db' is the database itself; name another file"},
        {"hard", "db", "'hard' is the database itself; name another file"},
        {"db2", "db2.partial",
         "'db2' would be written as 'db2.partial', which is the database itself; name another "
         "file"},
        {"out", "db"},
        {"db", "out"},
        {"db2.partial", "db"},
        {"folder", "folder"},
        {"pipe", "pipe"}};
    run_valid(NULL, "echo 1 >db; echo 1 >db2.partial; ln -s db link; ln db hard; mkdir folder; "
                    "mkfifo pipe");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err = {""};
        int status = target_spare(cases[i][0], cases[i][1], "the database", &err);
        assert_string_equal(err.message, cases[i][2] ? cases[i][2] : "");
        assert_int_equal(status, cases[i][2] ? ERR : 0);
    }
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
    const char *path = "out";
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
        int status = target_open_folder(&target, "f", &publish_folder_rules, is_replacing, &err);
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
            rename("f", i % 2 ? "g" : "h");
    }
    _exit(0);
}

TEST(target_folder__of_several_runs_has_the_right_words_for_the_slower)
{
    for (int is_replacing = 0; is_replacing < 2; is_replacing++) {
        pid_t children[3];
        int status;
        empty_folder(NULL);
        for (size_t i = 0; i < N_ITEMS(children); i++)
            children[i] = make_often(is_replacing);
        for (size_t i = 0; i < N_ITEMS(children); i++) {
            assert_int_equal(waitpid(children[i], &status, 0), children[i]);
            assert_int_equal(status, 0);
        }
        assert_false(path_exists("f.partial"));
    }
}

TEST_SETUP(empty_folder, NULL);
