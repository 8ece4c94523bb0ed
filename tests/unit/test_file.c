/* Files named by the user are read completely, or the message says why not. */
#include "base/file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

TEST(file__is_read_whole)
{
    static const size_t lengths[] = {0, 1, 16383, 16384, 16385, 100000};
    scoped_memory char *bytes = malloc(100000);
    assert_non_null(bytes);
    for (size_t i = 0; i < 100000; i++)
        bytes[i] = (char)(i * 7 + i / 251); /* zero bytes, too */
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        scoped(str) content = {0};
        write_test_file(scratch_path("whole"), bytes, lengths[i]);
        str_add_text(&content, "before ");
        assert_done(file_read(&content, scratch_path("whole"), &err));
        assert_int_equal(content.length, 7 + lengths[i]);
        assert_memory_equal(content.text, "before ", 7);
        assert_memory_equal(content.text + 7, bytes, lengths[i]);
    }
}

TEST(file__of_the_name_minus_is_standard_input)
{
    scoped(str) content = {0};
    write_test_file(scratch_path("input"), "from\0there\n", 11);
    assert_non_null(freopen(scratch_path("input"), "rb", stdin));
    assert_done(file_read(&content, "-", &err));
    assert_int_equal(content.length, 11);
    assert_memory_equal(content.text, "from\0there\n", 11);
    assert_int_equal(fgetc(stdin), EOF); /* it is still open */
}

TEST(file__says_why_it_cannot_be_read)
{
    scoped(str) content = {0};
    struct err err;
    assert_int_equal(file_read(&content, scratch_path("none"), &err), ERR);
    scoped(str) expected =
        str_of("cannot open '%s': No such file or directory", scratch_path("none"));
    assert_string_equal(err.message, str_text(&expected));
    str_clear(&expected);
    assert_int_equal(file_read(&content, scratch_path(""), &err), ERR);
    str_print(&expected, "cannot read '%s': Is a directory", scratch_path(""));
    assert_string_equal(err.message, str_text(&expected));
    assert_int_equal(content.length, 0);
}

static void pause_ms(long n)
{
    struct timespec pause = {.tv_nsec = n * 1000000};
    nanosleep(&pause, NULL);
}

/* Writes to a pipe with a name, in a process of its own, some time after it was opened. */
static pid_t write_late(const char *path, long open_ms, long write_ms, const char *text)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child)
        return child;
    pause_ms(open_ms);
    int fd = open(path, O_WRONLY);
    pause_ms(write_ms);
    _exit(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : 1);
}

/* tests/slow/test_hostile_files.c shows that a pipe without a writer is given up. */
TEST(file__may_be_a_pipe_whose_writer_comes_later)
{
    static const long pauses[][2] = {{0, 0}, {300, 0}, {0, 300}, {300, 300}};
    const char *path = scratch_path("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    for (size_t i = 0; i < N_ITEMS(pauses); i++) {
        scoped(str) content = {0};
        int status;
        pid_t child = write_late(path, pauses[i][0], pauses[i][1], "late\n");
        assert_done(file_read(&content, path, &err));
        assert_string_equal(str_text(&content), "late\n");
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

/* It can have no writer any more, so reading does not wait. */
TEST(file__from_a_pipe_without_a_name_may_be_empty)
{
    int ends[2];
    scoped(str) content = {0};
    assert_int_equal(pipe(ends), 0);
    const char *path = printed("/dev/fd/%d", ends[0]);
    close(ends[1]);
    assert_done(file_read(&content, path, &err));
    assert_int_equal(content.length, 0);
    close(ends[0]);
}

TEST(file__knows_folders)
{
    write_test_file(scratch_path("plain"), "", 0);
    assert_true(file_is_folder(scratch_path("")));
    assert_false(file_is_folder(scratch_path("plain")));
    assert_false(file_is_folder(scratch_path("none")));
}

TEST(file__names_the_last_part_of_a_path)
{
    static const struct {
        const char *path, *name;
    } cases[] = {
        {"a", "a"},      {"a/b", "b"},   {"/a/b.py", "b.py"}, {"a/b/", "b"},
        {"a/b///", "b"}, {"/a", "a"},    {"./a", "a"},        {"", ""},
        {"..", ".."},    {"a/..", ".."}, {"a//b", "b"},       {"a b/c d", "c d"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) name = {0};
        file_add_name(&name, cases[i].path);
        assert_string_equal(str_text(&name), cases[i].name);
    }
}

/* A stream that takes `room` bytes, then fails once, and takes all that comes later. */
struct narrow {
    size_t room;
    bool has_failed;
};

static ssize_t take(void *cookie, const char *bytes, size_t length)
{
    struct narrow *narrow = cookie;
    (void)bytes;
    if (length <= narrow->room || narrow->has_failed)
        return (ssize_t)length;
    narrow->has_failed = true;
    errno = ENOSPC;
    return 0;
}

static FILE *narrow_stream(struct narrow *narrow)
{
    FILE *file = fopencookie(narrow, "w", (cookie_io_functions_t){.write = take});
    assert_non_null(file);
    return file;
}

TEST(file__that_lost_something_does_not_close_well)
{
    struct narrow wide = {.room = 10}, narrow = {.room = 2}, early = {.room = 2};
    FILE *file = narrow_stream(&wide);
    fputs("text", file);
    assert_done(file_flush(file, "x", &err));
    assert_done(file_close(file, "x", &err));
    file = narrow_stream(&narrow);
    fputs("text", file);
    assert_error(file_close(file, "x", &err), "cannot write 'x': No space left on device");
    file = narrow_stream(&early);
    fputs("text", file);
    fflush(file); /* without progress */
    fputs("text", file);
    assert_error(file_flush(file, "-", &err),
                 "cannot write to standard output: Input/output error");
    assert_any_error(file_close(file, "x", &err));
}

TEST(file__is_written_whole_or_says_why_not)
{
    scoped(str) content = {0};
    assert_done(file_write(scratch_path("new"), "a\0b", 3, &err));
    assert_done(file_read(&content, scratch_path("new"), &err));
    assert_int_equal(content.length, 3);
    assert_memory_equal(content.text, "a\0b", 3);
    assert_error(file_write("/dev/full", "text", 4, &err),
                 "cannot write '/dev/full': No space left on device");
    assert_error(file_write("/dev/null/x", "", 0, &err),
                 "cannot write '/dev/null/x': Not a directory");
}

TEST(file_has_extension__needs_a_dot_after_a_name)
{
    static const struct {
        const char *name, *extension;
        bool has;
    } cases[] = {
        {"s1.py", "py", true},   {"s.1.py", "py", true},  {"..py", "py", true},
        {".py", "py", false},    {"py", "py", false},     {"", "py", false},
        {"s1py", "py", false},   {"s1.pyc", "py", false}, {"s1.PY", "py", false},
        {"s1.py.", "py", false}, {"s1.py ", "py", false}, {"s1.py.gz", "py", false},
        {"p1.csv", "csv", true}, {"p1.csv", "py", false}, {"p1.csv", "sv", false},
        {"s1.c", "c", true},     {"s1.cc", "c", false},   {"s1.tar.gz", "tar.gz", true},
        {".tar.gz", "gz", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (file_has_extension(cases[i].name, cases[i].extension) != cases[i].has)
            fail_msg("'%s' and '%s'", cases[i].name, cases[i].extension);
}
