/* Reading from a pipe with an idle writer ends when the bytes are no longer needed. */
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

static void pause_ms(long n)
{
    nanosleep(&(struct timespec){.tv_sec = n / 1000, .tv_nsec = n % 1000 * 1000000}, NULL);
}

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

TEST(input__is_wanted_no_more_when_stopped_before_it_is_read)
{
    char bytes[8];
    struct pipe pipe = open_pipe();
    input_stop(&pipe.input);
    errno = 0;
    assert_int_equal(input_read(&pipe.input, bytes, sizeof bytes), ERR);
    assert_int_equal(errno, ECANCELED);
    close_pipe(&pipe);
}

/* A regular file causes no wait, and is read to its end. */
TEST(input__of_a_file_is_not_stopped)
{
    char bytes[8];
    scoped(input) input = {0};
    write_test_file(scratch_path("plain"), "text", 4);
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
