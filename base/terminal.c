/* Text is made safe code point by code point. Bytes that are not UTF-8 are shown byte by byte.
 *
 * The text for a pager goes through a pipe to a process that runs the shell. When the shell could
 * not run the command, which it says by its exit status (126, 127), nothing was read, and that
 * process becomes `cat`. */
#include "base/terminal.h"

#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_COLUMNS = 1 << 30 };

static bool is_unsafe(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

/* Adds one character, or one byte that does not begin one. Returns the number of columns
 * written. */
static size_t add_character(struct str *out, const char *text, size_t length, uint32_t code)
{
    size_t before = out->length;
    if (length == 0 || is_unsafe(code)) {
        if (code == '\n' || code == '\t' || code == '\r')
            str_add_text(out, code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r");
        else
            str_print(out, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
        return out->length - before;
    }
    str_add(out, text, length);
    return utf8_columns_of(code);
}

size_t terminal_add_character(struct str *out, const char *text, size_t length, size_t *n_columns)
{
    uint32_t code;
    size_t n = utf8_decode(text, length, &code);
    *n_columns = add_character(out, text, n, n ? code : (unsigned char)*text);
    return n ? n : 1;
}

size_t terminal_add_safe(struct str *out, const char *text, size_t length, size_t max_columns)
{
    size_t n_written = 0;
    for (size_t i = 0, columns; i < length;) {
        size_t before = out->length;
        i += terminal_add_character(out, text + i, length - i, &columns);
        bool is_last = i == length;
        if (max_columns && n_written + columns + !is_last > max_columns) {
            out->length = before;
            str_add_text(out, "…");
            return n_written + 1;
        }
        n_written += columns;
    }
    return n_written;
}

const char *terminal_copy_safe(struct arena *arena, const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    return arena_copy_text(arena, str_text(&safe), safe.length);
}

void terminal_add_safe_lines(struct str *out, const char *text)
{
    for (;; text++) {
        size_t length = strcspn(text, "\n");
        terminal_add_safe(out, text, length, 0);
        text += length;
        if (!*text)
            return;
        str_add_text(out, "\n");
    }
}

const char *color_choice_name(int choice)
{
    static const char *const names[] = {"auto", "always", "never"};
    return choice >= 0 && choice <= COLOR_NEVER ? names[choice] : NULL;
}

bool terminal_is_dumb(void)
{
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") == 0;
}

static enum color_choice chosen = COLOR_AUTO;

void terminal_choose_color(enum color_choice choice)
{
    chosen = choice;
}

bool terminal_is_colored(FILE *file)
{
    if (chosen != COLOR_AUTO)
        return chosen == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return isatty(fileno(file)) && !(no_color && *no_color) && !terminal_is_dumb();
}

void terminal_print_bold(FILE *file, const char *text)
{
    bool is_colored = terminal_is_colored(file);
    fprintf(file, "%s%s%s", is_colored ? "\033[1m" : "", text, is_colored ? "\033[0m" : "");
}

/* Returns the number of columns in a text; 0 if the text is missing or not a number of columns. */
static size_t columns_named(const char *text)
{
    char *end;
    if (!text || *text < '0' || *text > '9')
        return 0;
    unsigned long columns = strtoul(text, &end, 10); /* too large numbers are limited below */
    return *end ? 0 : columns < MAX_COLUMNS ? columns : MAX_COLUMNS;
}

size_t terminal_columns(FILE *file, size_t otherwise)
{
    struct winsize size;
    size_t columns = columns_named(getenv("COLUMNS"));
    if (columns)
        return columns;
    if (ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
    return otherwise;
}

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

/* Ignored while the pager runs: SIGPIPE, and the signals that are meant for the pager. */
static const int signals[] = {SIGPIPE, SIGINT, SIGQUIT};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

struct pager {
    FILE *stream; /* the pipe */
    pid_t child;
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

/* Waits until the process has ended. Returns its exit status; 0 if a signal ended it. */
static int wait_for(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* Runs in the child, whose standard input and output are those of the pager. */
static _Noreturn void run_pager(const struct pager *pager, const char *command)
{
    unsetenv("GCONV_PATH"); /* the modules of a bundle fit its own C library only */
    setenv("LESS", "FRX", 0);
    if (!getenv("LESSCHARDEF"))
        setenv("LESSCHARSET", "utf-8", 0);
    pid_t shell = fork();
    if (shell == 0) {
        restore_signals(pager);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(NOT_FOUND);
    }
    int code = shell < 0 ? NOT_FOUND : wait_for(shell);
    restore_signals(pager);
    if (code == NOT_EXECUTABLE || code == NOT_FOUND)
        execlp("cat", "cat", (char *)NULL);
    _exit(0);
}

static bool start_pager(struct pager *pager, const char *command, FILE *terminal, const int ends[2])
{
    fflush(terminal); /* earlier output must come first */
    pager->stream = fdopen(ends[1], "w");
    if (!pager->stream)
        return false;
    ignore_signals(pager);
    pager->child = fork();
    if (pager->child == 0) {
        close(ends[1]);
        if (dup2(ends[0], STDIN_FILENO) >= 0 && dup2(fileno(terminal), STDOUT_FILENO) >= 0)
            run_pager(pager, command);
        _exit(0);
    }
    if (pager->child < 0)
        restore_signals(pager);
    return pager->child > 0;
}

struct pager *pager_open(const char *command, FILE *terminal)
{
    int ends[2];
    struct pager *pager = mem_alloc(1, sizeof *pager);
    bool is_open = pipe2(ends, O_CLOEXEC) == 0;
    bool is_started = is_open && start_pager(pager, command, terminal, ends);
    if (is_open)
        close(ends[0]);
    if (is_started)
        return pager;
    if (pager->stream)
        fclose(pager->stream);
    else if (is_open)
        close(ends[1]);
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
    wait_for(pager->child);
    restore_signals(pager);
    free(pager);
}
