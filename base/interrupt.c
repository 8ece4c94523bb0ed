/* The handlers set a flag, or end the process. Before ending it they remove the partial files. They
 * run in the main thread, which changes the list of partial files only while signals are held. They
 * call only async-signal-safe functions (signal-safety(7)).
 *
 * So a folder is removed with the system call below readdir(), because readdir() allocates memory.
 * Folders are opened relative to their parents, without following links. */
#include "base/interrupt.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ECHO_MS = 200, GRACE_MS = 2000, ENTRIES_BYTES = 4096, MAX_LEVELS = 64 };

struct interrupt_partial {
    char *path;
    bool is_folder_of_others;
    struct interrupt_partial *next, **link; /* `link` points to the pointer to this one */
};

/* Read by all threads. Handlers may write them where they are lock-free, as on all machines that
 * this runs on. */
static atomic_int stop_signal, wants_line;
static atomic_int descriptor = -1;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a handler writes them");

/* Used only by the main thread. */
static struct interrupt_partial *partials;
static const char *guarded_command; /* NULL: nothing is guarded */
static const char *volatile guarded_outcome;
static pid_t guarded_process; /* a forked child does not remove the partial files */
static bool has_terminal;     /* standard error is a terminal, which may show a line of progress */
static int64_t stop_ms;       /* when stop_signal came, on the monotonic clock; set before it, once,
                                 so other threads may read it after they have seen the signal */

/* ---- Removing ---- */

static int remove_beneath(int folder, const char *name, int level);

static int open_folder(int folder, const char *name)
{
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Removes what can be removed of a block of entries. Returns how many entries that were. */
static int remove_entries(int folder, const char *entries, long length, int level)
{
    int n_removed = 0;
    for (long at = 0; at < length;) {
        const struct dirent64 *entry = (const void *)(entries + at);
        bool is_dots = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        n_removed += !is_dots && remove_beneath(folder, entry->d_name, level) == 0;
        at += entry->d_reclen;
    }
    return n_removed;
}

/* Removing entries changes the folder while it is read, so it is read again as long as that
 * helps. */
static void empty(int folder, int level)
{
    _Alignas(struct dirent64) char entries[ENTRIES_BYTES];
    for (int n_removed = 1; n_removed > 0;) {
        long length;
        n_removed = 0;
        lseek(folder, 0, SEEK_SET);
        while ((length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0)
            n_removed += remove_entries(folder, entries, length, level);
    }
}

static int remove_beneath(int folder, const char *name, int level)
{
    if (unlinkat(folder, name, 0) == 0)
        return 0;
    int fd =
        (errno == EISDIR || errno == EPERM) && level < MAX_LEVELS ? open_folder(folder, name) : -1;
    if (fd >= 0) {
        empty(fd, level + 1);
        close(fd);
    }
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 ? 0 : ERR;
}

int remove_tree(const char *path)
{
    return remove_beneath(AT_FDCWD, path, 0);
}

int remove_content(const char *path)
{
    int fd = open_folder(AT_FDCWD, path);
    if (fd < 0)
        return ERR;
    empty(fd, 1);
    close(fd);
    return 0;
}

/* ---- Partial files ---- */

struct interrupt_hold interrupt_hold(void)
{
    struct interrupt_hold hold;
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &held, &hold.before);
    return hold;
}

void interrupt_let(const struct interrupt_hold *hold)
{
    pthread_sigmask(SIG_SETMASK, &hold->before, NULL);
}

/* The newest comes first, so a folder comes after the files in it. */
struct interrupt_partial *interrupt_add_partial(const char *path, bool is_folder_of_others)
{
    struct interrupt_partial *partial = mem_alloc(1, sizeof *partial);
    partial->path = mem_copy_text(path, strlen(path));
    partial->is_folder_of_others = is_folder_of_others;
    scoped(interrupt_hold) hold = interrupt_hold();
    partial->next = partials;
    partial->link = &partials;
    if (partials)
        partials->link = &partial->next;
    partials = partial;
    return partial;
}

void interrupt_drop_partial(struct interrupt_partial *partial)
{
    if (!partial)
        return;
    scoped(interrupt_hold) hold = interrupt_hold();
    *partial->link = partial->next;
    if (partial->next)
        partial->next->link = partial->link;
    free(partial->path);
    free(partial);
}

void interrupt_place_partial(struct interrupt_partial *partial)
{
    scoped(interrupt_hold) hold = interrupt_hold();
    interrupt_drop_partial(partial);
    const struct interrupt_partial *left = partials;
    while (left && left->is_folder_of_others)
        left = left->next;
    if (!left)
        guarded_outcome = NULL;
}

static void remove_partials(void)
{
    for (const struct interrupt_partial *partial = partials; partial; partial = partial->next)
        if (partial->is_folder_of_others)
            rmdir(partial->path);
        else
            remove_tree(partial->path);
}

/* ---- Handlers ---- */

static void say(const char *text)
{
    for (size_t length = strlen(text); length > 0;) {
        ssize_t n = write(STDERR_FILENO, text, length);
        if (n < 0)
            return;
        text += n;
        length -= (size_t)n;
    }
}

/* The signal is blocked while its handler runs. It ends the process when the handler returns. */
static void clear_up(int number)
{
    if (getpid() == guarded_process) {
        remove_partials();
        if (guarded_outcome) {
            say(has_terminal ? "\r\033[Ktokfix " : "tokfix ");
            say(guarded_command);
            say(number == SIGINT ? ": stopped by SIGINT; " : ": stopped by SIGTERM; ");
            say(guarded_outcome);
            say("\n");
        }
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* Wakes everybody who polls the descriptor, now or later. */
static void wake(void)
{
    uint64_t one = 1;
    int code = errno;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR)
        ;
    errno = code;
}

/* Programs may send a signal twice without meaning to end the process at once. */
static bool is_echo(int number)
{
    return number == stop_signal && (number == SIGTERM || clock_ms() - stop_ms < ECHO_MS);
}

static void ask_to_stop(int number)
{
    if (stop_signal && !is_echo(number)) {
        remove_partials();
        _exit(128 + number);
    }
    if (!stop_signal)
        stop_ms = clock_ms();
    stop_signal = number;
    wake();
}

static void ask_for_line(int number)
{
    (void)number;
    wants_line = 1;
}

/* Interrupted system calls are restarted, so readers and writers need no code for signals. A signal
 * that was ignored when the program was started (nohup) stays ignored. */
static void hear(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void interrupt_guard(const char *command, const char *outcome)
{
    guarded_command = command;
    guarded_outcome = outcome;
    guarded_process = getpid();
    has_terminal = isatty(STDERR_FILENO) && !terminal_is_dumb();
    hear(SIGINT, clear_up);
    hear(SIGTERM, clear_up);
}

void interrupt_outcome(const char *outcome)
{
    guarded_outcome = outcome;
}

void interrupt_listen(void)
{
    if (descriptor < 0)
        descriptor = eventfd(0, EFD_CLOEXEC);
    hear(SIGINT, ask_to_stop);
    hear(SIGTERM, ask_to_stop);
    hear(SIGUSR1, ask_for_line);
}

int interrupt_signal(void)
{
    return stop_signal;
}

bool interrupt_is_overdue(void)
{
    return stop_signal && clock_ms() - stop_ms >= GRACE_MS;
}

int interrupt_descriptor(void)
{
    return descriptor;
}

bool interrupt_wants_line(void)
{
    return atomic_exchange(&wants_line, 0) != 0;
}
