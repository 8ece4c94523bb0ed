/* poll() runs before read(). It waits for bytes, or for one of two descriptors that cancel the
 * reading. A signal only interrupts a thread that is already waiting. A descriptor stays readable,
 * so a thread that starts to wait later sees it as well.
 *
 * Opening a named pipe blocks until the pipe has a writer. If it is opened without blocking, only
 * an attempt to read shows whether there is a writer. tee() makes such an attempt without removing
 * anything from the pipe. */
#include "base/input.h"

#include "base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS_PER_S = 50 };

/* Whether it is a pipe that any process can open by its name at any time. */
static bool is_named_pipe(int fd)
{
    struct stat info;
    struct statfs system;
    return fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode) && fstatfs(fd, &system) == 0 &&
           system.f_type != PIPEFS_MAGIC;
}

/* Waits until there is a writer, or bytes of a former writer. Returns false when none came. */
static bool wait_for_writer(int fd)
{
    static const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_PER_S};
    int copy[2];
    bool has_writer = false;
    if (pipe2(copy, O_CLOEXEC) != 0)
        return true; /* reading will show */
    for (int i = 0; i < INPUT_WAIT_S * LOOKS_PER_S && !has_writer && !interrupt_signal(); i++) {
        if (i)
            nanosleep(&pause, NULL);
        has_writer = tee(fd, copy[1], 1, SPLICE_F_NONBLOCK) != 0;
    }
    close(copy[0]);
    close(copy[1]);
    return has_writer;
}

static bool may_block(int fd)
{
    struct stat info;
    return fstat(fd, &info) != 0 || !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
}

int input_open(struct input *input, const char *path, struct err *err)
{
    bool is_standard = strcmp(path, "-") == 0;
    *input = INPUT_CLOSED;
    input->fd = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (input->fd < 0)
        return err_set_errno(err, "cannot open '%s'", path);
    int status = 0;
    if (!is_standard && is_named_pipe(input->fd) && !wait_for_writer(input->fd))
        status = err_set(err, "cannot read '%s': the pipe has no writer", path);
    input->may_block = may_block(input->fd);
    if (status == 0 && input->may_block && (input->stop = eventfd(0, EFD_CLOEXEC)) < 0)
        status = err_set_errno(err, "cannot read '%s'", path);
    if (status != 0)
        input_close(input);
    return status;
}

/* Waits for bytes or the end of the file. Returns false if reading was canceled. */
static bool wait_for_bytes(const struct input *input)
{
    struct pollfd waits[] = {
        {.fd = input->stop, .events = POLLIN},
        {.fd = interrupt_descriptor(), .events = POLLIN}, /* -1 if there is none, which poll()
                                                             ignores */
        {.fd = input->fd, .events = POLLIN},
    };
    while (poll(waits, sizeof waits / sizeof *waits, -1) < 0 && errno == EINTR)
        ;
    return !waits[0].revents && !waits[1].revents;
}

/* Another process may take the bytes that poll() has seen. If the file was opened here, read() does
 * not block in this case either. */
ptrdiff_t input_read(const struct input *input, char *bytes, size_t capacity)
{
    ssize_t n;
    do {
        if (input->may_block && !wait_for_bytes(input)) {
            errno = ECANCELED;
            return ERR;
        }
        n = read(input->fd, bytes, capacity < SSIZE_MAX ? capacity : SSIZE_MAX);
    } while (n < 0 && (errno == EINTR || (errno == EAGAIN && input->may_block)));
    return n;
}

/* Copies what is in the pipe. Sets `is_whole` if nothing more will come. */
static size_t copy_pipe(int fd, char *bytes, size_t capacity, bool *is_whole)
{
    int copy[2];
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (pipe2(copy, O_CLOEXEC) != 0)
        return 0;
    *is_whole = poll(&wait, 1, 0) > 0 && (wait.revents & POLLHUP);
    ssize_t n = tee(fd, copy[1], capacity, SPLICE_F_NONBLOCK);
    *is_whole |= n == 0 || (n < 0 && errno != EAGAIN);
    n = n > 0 ? read(copy[0], bytes, (size_t)n) : 0;
    close(copy[0]);
    close(copy[1]);
    return n > 0 ? (size_t)n : 0;
}

/* If the end of the pipe is known before its bytes are copied, they are all. */
static size_t peek_pipe(int fd, char *bytes, size_t capacity)
{
    static const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_PER_S};
    bool is_whole = false;
    size_t n = 0;
    for (int i = 0; i < INPUT_PEEK_S * LOOKS_PER_S && !interrupt_signal(); i += n > 0) {
        n = copy_pipe(fd, bytes, capacity, &is_whole);
        if (n == capacity || is_whole)
            break;
        nanosleep(&pause, NULL);
    }
    return interrupt_signal() ? 0 : n;
}

size_t input_peek_standard(char *bytes, size_t capacity)
{
    struct stat info;
    if (fstat(STDIN_FILENO, &info) != 0)
        return 0;
    if (S_ISFIFO(info.st_mode))
        return peek_pipe(STDIN_FILENO, bytes, capacity);
    off_t at = S_ISREG(info.st_mode) ? lseek(STDIN_FILENO, 0, SEEK_CUR) : -1;
    ssize_t n = at < 0 ? 0 : pread(STDIN_FILENO, bytes, capacity, at);
    return n > 0 ? (size_t)n : 0;
}

void input_stop(const struct input *input)
{
    uint64_t one = 1;
    if (input->stop >= 0)
        while (write(input->stop, &one, sizeof one) < 0 && errno == EINTR)
            ;
}

void input_close(struct input *input)
{
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    if (input->stop >= 0)
        close(input->stop);
    *input = INPUT_CLOSED;
}
