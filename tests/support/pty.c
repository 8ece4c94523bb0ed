/* See pty.h. */
#include "tests/support/pty.h"

#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 24, TIMEOUT_MS = 60000 };

bool has_pty(const char *what)
{
    int controller, terminal;
    if (openpty(&controller, &terminal, NULL, NULL, NULL) != 0) {
        printf("skipped: %s, for there are no pseudo-terminals\n", what);
        return false;
    }
    close(controller);
    close(terminal);
    return true;
}

/* Line ends are passed on as they are, and keys are not shown. */
static void make_plain(struct termios *settings, int *controller, int *terminal)
{
    assert_int_equal(openpty(controller, terminal, NULL, NULL, NULL), 0);
    assert_int_equal(tcgetattr(*terminal, settings), 0);
    settings->c_oflag &= ~(tcflag_t)OPOST;
    settings->c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    close(*controller);
    close(*terminal);
}

static _Noreturn void run_child(const char *command)
{
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Reads until the terminal is closed; false when that takes too long. */
static bool read_screen(struct str *screen, int controller)
{
    struct pollfd ready = {.fd = controller, .events = POLLIN};
    for (;;) {
        char buffer[4096];
        if (poll(&ready, 1, TIMEOUT_MS) == 0)
            return false;
        ssize_t n = read(controller, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) /* EIO: nobody has the terminal open any more */
            return true;
        str_add(screen, buffer, (size_t)n);
    }
}

int pty_run(struct str *screen, int columns, const char *keys, const char *format, ...)
{
    struct winsize size = {.ws_row = LINES, .ws_col = (unsigned short)columns};
    struct termios settings;
    char command[4096];
    int controller, terminal, status = 0;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(command, sizeof command, format, args);
    va_end(args);
    assert_in_range(length, 1, sizeof command - 1);
    make_plain(&settings, &controller, &terminal);
    str_clear(screen);
    pid_t child = forkpty(&controller, NULL, &settings, &size);
    assert_true(child >= 0);
    if (child == 0)
        run_child(command);
    assert_int_equal(write(controller, keys, strlen(keys)), strlen(keys));
    bool is_done = read_screen(screen, controller);
    if (!is_done)
        kill(-child, SIGKILL);
    close(controller);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!is_done)
        fail_msg("not done after a minute: %s; so far: %s", command, str_text(screen));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
