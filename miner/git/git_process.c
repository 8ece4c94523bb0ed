/* One poll() waits for all three pipes, so that a command that writes a warning, or waits for its
 * output to be read, cannot block this process. */
#include "miner/git/git_process.h"

#include "base/interrupt.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    READ_BYTES = 1 << 16,
    MAX_MESSAGES = 1 << 16,
    MAX_WARNINGS = 1 << 24, /* of messages, if somebody reads them all */
    MAX_REASON = 300,
    REQUEST_BYTES = 1 << 15, /* that wait to be written */
    END_S = 30,              /* for a command that has closed its output */
    LOOK_MS = 500,           /* between looks at the signals */
};

/* GIT_NO_LAZY_FETCH and GIT_ALLOW_PROTOCOL: a partial clone can name a program that fetches missing
 * objects. GIT_GRAFT_FILE: a file can give commits other parents, and git advises against any file
 * that exists. */
static const char *const environment[] = {
    "PATH=/usr/bin:/bin",
    "LC_ALL=C",
    "HOME=/nowhere",
    "XDG_CONFIG_HOME=/nowhere",
    "GIT_CONFIG_NOSYSTEM=1",
    "GIT_CONFIG_SYSTEM=/dev/null",
    "GIT_CONFIG_GLOBAL=/dev/null",
    "GIT_ATTR_NOSYSTEM=1",
    "GIT_NO_LAZY_FETCH=1",
    "GIT_ALLOW_PROTOCOL=",
    "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_GRAFT_FILE=/nowhere/grafts",
    "GIT_FLUSH=0", /* of what it prints, a write for each line */
    "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0",
    "GIT_PAGER=cat",
    "GIT_TRACE=0",
    NULL,
};
enum { N_ENVIRONMENT = sizeof environment / sizeof *environment };

enum { MAX_WORDS = 48 };

/* The limits of git. It maps packs of any size into its address space. It writes no file, except
 * where git_place allows it. */
static const struct process_limits limits = {
    .memory_bytes = UINT64_C(4) << 30,
    .address_bytes = UINT64_MAX,
    .stack_bytes = 64 << 20,
    .file_bytes = 0,
    .cpu_seconds = UINT32_MAX,
    .n_processes = 64,
};

static const struct git_process closed = {.input = -1, .output = -1, .errors = -1};

/* Makes a socket for the input, because writing to it raises no signal when git has ended, and two
 * pipes. `theirs` are the ends for git. */
static int make_pipes(struct git_process *process, int theirs[3], struct err *err)
{
    int *const ours[] = {&process->input, &process->output, &process->errors};
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if ((i ? pipe2(ends, O_CLOEXEC)
               : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) != 0)
            return err_set_errno(err, "cannot make a pipe");
        *ours[i] = ends[0];
        theirs[i] = ends[1];
        fcntl(*ours[i], F_SETFL, O_NONBLOCK);
        if (i)
            fcntl(*ours[i], F_SETPIPE_SZ, 1 << 20); /* fewer changes between the processes */
    }
    return 0;
}

static int start(struct git_process *process, const struct git_place *place,
                 const char *const *arguments, const int theirs[3], struct err *err)
{
    const char *words[MAX_WORDS + 1], *variables[N_ENVIRONMENT + 1];
    size_t n = 0, n_variables = 0;
    scoped_memory char *folder = mem_print("--git-dir=%s", place->folder);
    scoped_memory char *alternates =
        place->alternates ? mem_print("GIT_ALTERNATE_OBJECT_DIRECTORIES=%s", place->alternates)
                          : NULL;
    words[n++] = "/usr/bin/git";
    words[n++] = "--no-pager";
    words[n++] = folder;
    while (*arguments && n < MAX_WORDS)
        words[n++] = *arguments++;
    words[n] = NULL;
    for (; environment[n_variables]; n_variables++)
        variables[n_variables] = environment[n_variables];
    variables[n_variables++] = alternates;
    variables[n_variables] = NULL;
    struct sandbox_execute run = {.arguments = words, .environment = variables, .limits = limits};
    if (place->is_writable)
        run.limits.file_bytes = UINT64_MAX;
    return sandbox_start(place->sandbox, &run, theirs, &process->number, err);
}

int git_start(struct git_process *process, const struct git_place *place,
              const char *const *arguments, git_requests *more, void *context, struct err *err)
{
    int theirs[3] = {-1, -1, -1};
    *process = closed;
    process->idle_s = GIT_IDLE_S;
    process->more = more;
    process->context = context;
    int status = make_pipes(process, theirs, err);
    if (status == 0)
        status = start(process, place, arguments, theirs, err);
    if (status == 0)
        process->sandbox = place->sandbox;
    for (int i = 0; i < 3; i++)
        fd_close(&theirs[i]);
    if (!more)
        fd_close(&process->input);
    return status;
}

/* Appends what can be read. Closes the pipe at its end. */
static void read_pipe(int *fd, struct str *out, size_t max)
{
    char dropped[4096];
    ssize_t n;
    do {
        bool has_room = out->length < max;
        size_t room = max - out->length < READ_BYTES ? max - out->length : READ_BYTES;
        n = has_room ? read(*fd, str_reserve(out, room), room) : read(*fd, dropped, sizeof dropped);
        if (n > 0 && has_room)
            str_extend(out, (size_t)n);
    } while (n < 0 && errno == EINTR);
    if (n == 0 || (n < 0 && errno != EAGAIN))
        fd_close(fd);
}

static void read_messages(struct git_process *process)
{
    size_t most = process->warnings ? MAX_WARNINGS : MAX_MESSAGES;
    read_pipe(&process->errors, &process->messages, most);
}

/* Gets more requests, and writes what the pipe takes. */
static void write_requests(struct git_process *process)
{
    struct str *requests = &process->requests;
    if (process->n_written == requests->length) {
        str_clear(requests);
        process->n_written = 0;
        while (process->more && requests->length < REQUEST_BYTES)
            if (!process->more(process->context, requests))
                process->more = NULL;
    }
    size_t left = requests->length - process->n_written;
    const char *next = str_text(requests) + process->n_written;
    ssize_t n = left ? send(process->input, next, left, MSG_NOSIGNAL) : 0;
    if (n > 0)
        process->n_written += (size_t)n;
    bool is_broken = n < 0 && errno != EAGAIN && errno != EINTR; /* git has ended */
    if (is_broken || (!process->more && process->n_written == requests->length))
        fd_close(&process->input);
}

/* Reads at least one more byte. Returns false at the end of the output. */
static bool read_more(struct git_process *process)
{
    size_t before = process->bytes.length;
    if (process->start && process->start == before) {
        str_clear(&process->bytes);
        process->start = before = 0;
    } else if (process->start > READ_BYTES) {
        memmove(process->bytes.text, process->bytes.text + process->start,
                before - process->start + 1);
        process->bytes.length = before -= process->start;
        process->start = 0;
    }
    for (int64_t idle = 0; process->output >= 0;) {
        struct pollfd waits[] = {{process->output, POLLIN, 0},
                                 {process->errors, POLLIN, 0},
                                 {process->input, POLLOUT, 0}};
        int n = poll(waits, 3, LOOK_MS);
        idle = n > 0 ? 0 : idle + LOOK_MS;
        process->is_late = idle > INT64_C(1000) * process->idle_s;
        if (process->is_late || interrupt_signal())
            return false;
        if (n > 0 && waits[1].revents)
            read_messages(process);
        if (n > 0 && waits[2].revents)
            write_requests(process);
        if (n > 0 && waits[0].revents)
            read_pipe(&process->output, &process->bytes, SIZE_MAX);
        if (process->bytes.length > before)
            return true;
    }
    return false;
}

int git_read_to(struct git_process *process, char end, size_t max, char **text, size_t *length)
{
    size_t seen = 0;
    for (;;) {
        size_t held = process->bytes.length - process->start;
        char *from = held ? process->bytes.text + process->start : NULL;
        char *found = held > seen ? memchr(from + seen, end, held - seen) : NULL;
        if (found) {
            *found = '\0';
            *text = from;
            *length = (size_t)(found - from);
            process->start += *length + 1;
            return 1;
        }
        seen = held;
        if (seen > max)
            return ERR;
        if (!read_more(process))
            return held ? ERR : 0;
    }
}

int git_read(struct git_process *process, size_t n, char **text)
{
    while (process->bytes.length - process->start < n)
        if (!read_more(process))
            return process->bytes.length > process->start ? ERR : 0;
    *text = process->bytes.text + process->start;
    process->start += n;
    return 1;
}

int git_read_some(struct git_process *process, char **text, size_t *length)
{
    if (process->start == process->bytes.length && !read_more(process))
        return 0;
    *text = process->bytes.text + process->start;
    *length = process->bytes.length - process->start;
    process->start = process->bytes.length;
    return 1;
}

/* Appends the last line that git printed as an error: the one that says why it ended. */
static void add_message(struct str *out, const struct git_process *process)
{
    const char *text = str_text(&process->messages);
    size_t end = process->messages.length;
    while (end && text[end - 1] == '\n')
        end--;
    size_t start = end;
    while (start && text[start - 1] != '\n')
        start--;
    str_print(out, "%.*s", (int)(end - start < MAX_REASON ? end - start : MAX_REASON),
              text + start);
}

int git_end(struct git_process *process, struct str *reason)
{
    struct sandbox_result result = {.end = SANDBOX_EXITED, .code = 1};
    struct err err = {{0}};
    int status = 0;
    while (process->errors >= 0 && process->output < 0 && !process->is_late) {
        struct pollfd wait = {process->errors, POLLIN, 0};
        if (poll(&wait, 1, END_S * 1000) <= 0)
            break;
        read_messages(process);
    }
    bool is_finished = process->output < 0;
    fd_close(&process->input);
    fd_close(&process->output);
    fd_close(&process->errors);
    if (process->sandbox) {
        const struct sandbox_execute run = {.limits = limits,
                                            .wall_seconds = is_finished ? END_S : 0};
        status = sandbox_wait(process->sandbox, process->number, &run, &result, &err);
    }
    bool is_good = status == 0 && is_finished && result.end == SANDBOX_EXITED && result.code == 0;
    if (reason && !is_good) {
        if (process->is_late)
            str_print(reason, "git did nothing for %d s", process->idle_s);
        else if (process->messages.length)
            add_message(reason, process);
        else if (err.message[0])
            str_add_text(reason, err.message);
        else if (result.end == SANDBOX_EXITED)
            str_print(reason, "git ended with status %d", result.code);
        else
            str_print(reason, "git was ended by signal %d", result.code);
    }
    if (process->warnings)
        str_add(process->warnings, str_text(&process->messages), process->messages.length);
    str_release(&process->requests);
    str_release(&process->bytes);
    str_release(&process->messages);
    *process = closed;
    return is_good ? 0 : ERR;
}

bool git_is_id(const char *text, size_t length)
{
    return (length == 40 || length == 64) && strspn(text, "0123456789abcdef") == length;
}
