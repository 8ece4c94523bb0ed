/* The text goes through a pipe to a shell that runs the pager.
 *
 * The exit status of the shell says that it could not run the command (126, 127). By then the pipe
 * already contains some text. As long as the whole text fits into the pipe, it may not have been
 * read. So the text is kept up to that size, and goes to the terminal if necessary. */
#include "base/pager.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

/* Ignored while the pager runs: SIGPIPE, and the signals that are meant for the pager. */
static const int signals[] = {SIGPIPE, SIGINT, SIGQUIT};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

struct pager {
    FILE *stream, *terminal;
    pid_t child;
    int pipe;                            /* to the pager; -1 once it has ended */
    size_t capacity;                     /* bytes that the pipe holds */
    bool is_direct;                      /* the pager could not be run: the text goes to the
                                            terminal */
    bool is_read;                        /* more was written than the pipe holds, so the pager
                                            reads */
    struct str kept;                     /* the text so far, until it is certain that the pager
                                            reads */
    struct sigaction actions[N_SIGNALS]; /* those before the pager was started */
};

const char *pager_command(FILE *file)
{
    const char *command = getenv("TOKFIX_PAGER");
    if (!isatty(fileno(file)) || !getenv("TERM") || terminal_is_dumb())
        return NULL;
    if (!command)
        command = getenv("PAGER");
    if (!command)
        command = "less";
    return *command && strcmp(command, "cat") != 0 ? command : NULL;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static void ignore_signals(struct pager *pager)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &ignore, &pager->actions[i]);
}

static void restore_signals(const struct pager *pager)
{
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &pager->actions[i], NULL);
}

/* Waits for the end of the pager. If it could not be run, writes the kept text. */
static void leave(struct pager *pager)
{
    int status = 0;
    if (pager->pipe < 0)
        return;
    close(pager->pipe);
    pager->pipe = -1;
    while (waitpid(pager->child, &status, 0) < 0 && errno == EINTR)
        ;
    restore_signals(pager);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    pager->is_direct = !pager->is_read && (code == NOT_EXECUTABLE || code == NOT_FOUND);
    if (pager->is_direct)
        write_all(fileno(pager->terminal), str_text(&pager->kept), pager->kept.length);
    str_release(&pager->kept);
}

static void keep(struct pager *pager, const char *bytes, size_t length)
{
    pager->is_read = pager->is_read || length > pager->capacity - pager->kept.length;
    if (pager->is_read)
        str_release(&pager->kept);
    else
        str_add(&pager->kept, bytes, length);
}

/* Writes for the stream. Returns the length, or 0 on failure. */
static ssize_t take(void *cookie, const char *bytes, size_t length)
{
    struct pager *pager = cookie;
    if (pager->pipe >= 0 && write_all(pager->pipe, bytes, length)) {
        keep(pager, bytes, length);
        return (ssize_t)length;
    }
    leave(pager);
    bool is_written = pager->is_direct && write_all(fileno(pager->terminal), bytes, length);
    return is_written ? (ssize_t)length : 0;
}

/* Runs in the child. */
static _Noreturn void run(const struct pager *pager, const char *command, int input)
{
    restore_signals(pager);
    setenv("LESS", "FRX", 0);
    if (!getenv("LESSCHARDEF"))
        setenv("LESSCHARSET", "utf-8", 0);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(fileno(pager->terminal), STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(NOT_FOUND);
}

static bool start(struct pager *pager, const char *command)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(pager->terminal); /* earlier output must come first */
    ignore_signals(pager);
    pager->child = fork();
    if (pager->child == 0)
        run(pager, command, ends[0]);
    close(ends[0]);
    if (pager->child < 0) {
        close(ends[1]);
        restore_signals(pager);
        return false;
    }
    int capacity = fcntl(ends[1], F_GETPIPE_SZ);
    pager->capacity = capacity > 0 ? (size_t)capacity : 0;
    pager->pipe = ends[1];
    return true;
}

struct pager *pager_open(const char *command, FILE *terminal)
{
    struct pager *pager = mem_alloc(1, sizeof *pager);
    pager->terminal = terminal;
    pager->pipe = -1;
    pager->stream = fopencookie(pager, "w", (cookie_io_functions_t){.write = take});
    if (pager->stream && start(pager, command))
        return pager;
    if (pager->stream)
        fclose(pager->stream);
    free(pager);
    return NULL;
}

FILE *pager_stream(const struct pager *pager)
{
    return pager->stream;
}

void pager_close(struct pager *pager)
{
    if (!pager)
        return;
    fclose(pager->stream);
    leave(pager);
    free(pager);
}
