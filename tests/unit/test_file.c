/* Files named by the user are read completely, or the message says why not. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/thread.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

TEST(file__says_why_it_cannot_be_read)
{
    scoped(str) content = {0};
    assert_error(file_read(&content, scratch_path("none"), &err),
                 printed("cannot open '%s': No such file or directory", scratch_path("none")));
    assert_error(file_read(&content, scratch_path(""), &err),
                 printed("cannot read '%s': Is a directory", scratch_path("")));
    assert_int_equal(content.length, 0);
}

static void pause_ms(long n)
{
    nanosleep(&(struct timespec){.tv_nsec = n * 1000000}, NULL);
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
    static const long pauses[][2] = {{0, 0}, {100, 0}, {0, 100}};
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

TEST(file__names_the_last_part_of_a_path)
{
    static const char *const cases[][2] = {{"a", "a"},     {"a/b", "b"},    {"/a/b.py", "b.py"},
                                           {"a/b/", "b"},  {"a/b///", "b"}, {"/a", "a"},
                                           {"./a", "a"},   {"", ""},        {"..", ".."},
                                           {"a/..", ".."}, {"a//b", "b"},   {"a b/c d", "c d"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) name = {0};
        file_add_name(&name, cases[i][0]);
        assert_string_equal(str_text(&name), cases[i][1]);
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

/* The case target-errors and full disks (tests/slow/test_faults_places.c) show the rest. */
TEST(file__is_written_whole_or_says_why_not)
{
    assert_done(file_write(scratch_path("new"), "a\0b", 3, &err));
    scoped(str) content = test_file("$SCRATCH/new");
    assert_int_equal(content.length, 3);
    assert_memory_equal(content.text, "a\0b", 3);
    assert_error(file_write("/dev/full", "text", 4, &err),
                 "cannot write '/dev/full': No space left on device");
    assert_error(file_write("/dev/null/x", "", 0, &err),
                 "cannot write '/dev/null/x': Not a directory");
}

TEST(file_has_extension__needs_a_dot_after_a_name)
{
    static const char *const have[][2] = {{"s1.py", "py"},
                                          {"s.1.py", "py"},
                                          {"..py", "py"},
                                          {"a.tar.gz", "tar.gz"},
                                          {".tar.gz", "gz"}};
    static const char *const have_not[][2] = {
        {".py", "py"},   {"py", "py"},     {"", "py"},       {"s1py", "py"},   {"s1.pyc", "py"},
        {"s1.PY", "py"}, {"s1.py.", "py"}, {"s1.py ", "py"}, {"p1.csv", "sv"}, {"s1.cc", "c"}};
    for (size_t i = 0; i < N_ITEMS(have); i++)
        assert_true(file_has_extension(have[i][0], have[i][1]));
    for (size_t i = 0; i < N_ITEMS(have_not); i++)
        assert_false(file_has_extension(have_not[i][0], have_not[i][1]));
}

/* ---- A pipe whose writer is idle: reading ends with the bytes that are needed ---- */

/* A pipe with a name, opened to be read and to be written. */
struct pipe {
    struct input input;
    int writer;
};

static struct pipe open_pipe(void)
{
    struct pipe pipe;
    const char *path = scratch_path("pipe");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    pipe.writer = open(path, O_RDWR | O_CLOEXEC);
    assert_true(pipe.writer >= 0);
    assert_int_equal(write(pipe.writer, "abc", 3), 3);
    assert_done(input_open(&pipe.input, path, &err));
    return pipe;
}

static void close_pipe(struct pipe *pipe)
{
    input_close(&pipe->input);
    input_close(&pipe->input); /* as often as anybody likes */
    close(pipe->writer);
}

static void *stop_later(void *input)
{
    pause_ms(100);
    input_stop(input);
    return NULL;
}

TEST(input__ends_the_waiting_of_a_thread_and_of_who_comes_later)
{
    char bytes[8];
    struct thread thread;
    struct pipe pipe = open_pipe();
    assert_int_equal(input_read(&pipe.input, bytes, sizeof bytes), 3);
    assert_memory_equal(bytes, "abc", 3);
    assert_done(thread_start(&thread, stop_later, &pipe.input, &err));
    for (int i = 0; i < 2; i++) {
        errno = 0;
        assert_int_equal(input_read(&pipe.input, bytes, sizeof bytes), ERR);
        assert_int_equal(errno, ECANCELED);
    }
    thread_join(&thread);
    close_pipe(&pipe);
}

/* A regular file causes no wait, and is read to its end. */
TEST(input__that_was_stopped_is_read_no_more_unless_it_is_a_file)
{
    char bytes[8];
    scoped(input) input = {0};
    struct pipe pipe = open_pipe();
    input_stop(&pipe.input);
    errno = 0;
    assert_int_equal(input_read(&pipe.input, bytes, sizeof bytes), ERR);
    assert_int_equal(errno, ECANCELED);
    close_pipe(&pipe);
    write_test_text("plain", "text");
    assert_done(input_open(&input, scratch_path("plain"), &err));
    input_stop(&input);
    assert_int_equal(input_read(&input, bytes, 3), 3);
    assert_int_equal(input_read(&input, bytes, 3), 1);
    assert_int_equal(input_read(&input, bytes, 3), 0);
}

/* In a child, which a signal asks to stop at some time before or while it waits. */
static int errno_after_signal(long before_ms, int number)
{
    char bytes[8];
    int status, ready[2];
    assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(number, SIG_DFL);
        interrupt_listen();
        struct pipe pipe = open_pipe();
        if (input_read(&pipe.input, bytes, sizeof bytes) != 3)
            _exit(0);
        if (write(ready[1], "r", 1) != 1)
            _exit(0);
        pause_ms(before_ms);
        errno = 0;
        ptrdiff_t n = input_read(&pipe.input, bytes, sizeof bytes);
        _exit(n == ERR ? errno : 0);
    }
    assert_int_equal(read(ready[0], bytes, 1), 1);
    close(ready[0]);
    close(ready[1]);
    pause_ms(100);
    kill(child, number);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(input__ends_when_the_process_is_asked_to_stop)
{
    static const int signals[] = {SIGINT, SIGTERM};
    static const long pauses[] = {0, 200};
    for (size_t i = 0; i < N_ITEMS(signals); i++)
        for (size_t j = 0; j < N_ITEMS(pauses); j++)
            assert_int_equal(errno_after_signal(pauses[j], signals[i]), ECANCELED);
}
