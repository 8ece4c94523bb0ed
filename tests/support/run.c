#include "tests/support/run.h"

#include "base/file.h"
#include "base/mem.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int run_args(struct str *output, const char *format, va_list args)
{
    char buffer[4096];
    scoped(str) command = {0};
    str_add_text(&command, "exec 2>&1\n");
    str_print_list(&command, format, args);
    str_clear(output);
    FILE *pipe = popen(str_text(&command), "r");
    assert_non_null(pipe);
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, pipe)) > 0)
        str_add(output, buffer, n);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int run_shell(struct str *output, const char *format, ...)
{
    scoped(str) unread = {0};
    va_list args;
    va_start(args, format);
    int status = run_args(output ? output : &unread, format, args);
    va_end(args);
    return status;
}

static void run_args_valid(struct str *output, const char *format, va_list args)
{
    scoped(str) unread = {0};
    struct str *printed = output ? output : &unread;
    int status = run_args(printed, format, args);
    if (status != 0)
        fail_msg("%s: exit status %d: %s", format, status, str_text(printed));
}

void run_valid(struct str *output, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    run_args_valid(output, format, args);
    va_end(args);
}

struct str output_of(const char *format, ...)
{
    struct str output = {0};
    va_list args;
    va_start(args, format);
    run_args_valid(&output, format, args);
    va_end(args);
    return output;
}

struct str str_of(const char *format, ...)
{
    struct str text = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&text, format, args);
    va_end(args);
    return text;
}

const char *printed(const char *format, ...)
{
    static struct arena texts;
    scoped(str) text = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&text, format, args);
    va_end(args);
    return arena_print(&texts, "%s", str_text(&text));
}

void expect_texts(const struct text_case *cases, size_t n, const char *(*of)(const char *given))
{
    for (size_t i = 0; i < n; i++) {
        const char *found = of(cases[i].given);
        if (strcmp(found, cases[i].expected) != 0)
            fail_msg("of '%s' comes '%s', not '%s'", cases[i].given, found, cases[i].expected);
    }
}

const char *next_text(const char **rest)
{
    const char *start = *rest, *end = start ? strchr(start, '|') : NULL;
    *rest = end ? end + 1 : NULL;
    return start ? printed("%.*s", (int)(end ? (size_t)(end - start) : strlen(start)), start)
                 : NULL;
}

bool can_test(bool is_possible, const char *what, const char *why)
{
    if (!is_possible)
        printf("skipped: %s, because %s\n", what, why);
    return is_possible;
}

bool can_run(const char *command, const char *what, const char *why)
{
    return can_test(run_shell(NULL, "%s", command) == 0, what, why);
}

bool has_program(const char *program, const char *what)
{
    return can_test(run_shell(NULL, "command -v %s", program) == 0, what,
                    printed("%s is not installed", program));
}

bool has_python(const char *what)
{
    return can_run("python3 -c 'import ast; ast.parse(\"match a:\\n case 1: b\")'", what,
                   "it needs python3 of version 3.10 or later");
}

bool has_atcoder(const char *what)
{
    return can_run("test -f \"$SHARED/data/atcoder/expected.tsv\"", what,
                   "../shared/data/atcoder is missing");
}

bool is_release(const char *what)
{
    static const char place[] = "/out/tokfix";
    const char *tokfix = getenv("TOKFIX");
    size_t length = tokfix ? strlen(tokfix) : 0, n = sizeof place - 1;
    return can_test(length >= n && strcmp(tokfix + length - n, place) == 0, what,
                    "this build is not the release");
}

void read_test_file(struct str *content, const char *path)
{
    char name[16] = "";
    int length = 0;
    scoped(str) full = {0};
    struct err err;
    if (sscanf(path, "$%15[A-Z]%n", name, &length) == 1)
        str_add_text(&full, getenv(name));
    str_add_text(&full, path + length);
    str_clear(content);
    if (file_read(content, str_text(&full), &err) != 0)
        fail_msg("%s", err.message);
}

struct str test_file(const char *path)
{
    struct str content = {0};
    read_test_file(&content, path);
    return content;
}

const char *scratch_path(const char *name)
{
    const char *folder = getenv("SCRATCH");
    assert_non_null(folder);
    return printed("%s/%s", folder, name);
}

void write_test_file(const char *path, const char *bytes, size_t length)
{
    /* Shortened after it is written: ext4 waits for the disk when a file that was emptied is
     * closed. */
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    if (fd < 0)
        fail_msg("cannot write '%s'", path);
    assert_int_equal(write(fd, bytes, length), length);
    assert_true(ftruncate(fd, (off_t)length) == 0 || errno == EINVAL); /* a pipe has no length */
    assert_int_equal(close(fd), 0);
}

void write_packed_file(const char *path, enum packing packing, const char *bytes, size_t length)
{
    static const char *const programs[] = {"cat", "gzip", "zstd", "xz", "bzip2"};
    const char *plain = scratch_path("to-pack");
    write_test_file(plain, bytes, length);
    run_valid(NULL, "%s <'%s' >'%s'", programs[packing], plain, path);
}

void write_test_text(const char *name, const char *text)
{
    write_test_file(scratch_path(name), text, strlen(text));
}

static char *stream_text;
static size_t stream_length;

FILE *text_stream(void)
{
    FILE *stream = open_memstream(&stream_text, &stream_length);
    assert_non_null(stream);
    return stream;
}

char *text_written(FILE *stream)
{
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(strlen(stream_text), stream_length);
    return stream_text;
}

bool path_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

/* Limits are set in a child process, whose resources wait4() reports. */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool has_sanitizer = true;
#else
static const bool has_sanitizer = false;
#endif

enum { MAX_SECONDS = 60, MAX_ADDRESS_MB = 3000, KB = 1 << 10 };

static void limit(int resource, rlim_t value)
{
    struct rlimit both = {value, value};
    setrlimit((__rlimit_resource_t)resource, &both);
}

/* Reads a descriptor to its end, and closes it. */
static void read_all(struct str *out, int fd)
{
    ssize_t n;
    while ((n = read(fd, str_reserve(out, 4096), 4096)) > 0)
        str_extend(out, (size_t)n);
    close(fd);
}

static _Noreturn void become(const char *command)
{
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static _Noreturn void become_bounded(const char *command, int output)
{
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    limit(RLIMIT_CPU, has_sanitizer ? 10 * MAX_SECONDS : MAX_SECONDS);
    if (!has_sanitizer)
        limit(RLIMIT_AS, (rlim_t)MAX_ADDRESS_MB * KB * KB);
    become(command);
}

int run_bounded(struct str *output, const char *name, size_t max_mb, const char *format, ...)
{
    scoped(str) command = {0};
    struct rusage usage;
    int ends[2], status;
    va_list args;
    va_start(args, format);
    str_add_text(&command, "exec ");
    str_print_list(&command, format, args);
    va_end(args);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become_bounded(str_text(&command), ends[1]);
    close(ends[1]);
    str_clear(output);
    read_all(output, ends[0]);
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    size_t peak_mb = (size_t)usage.ru_maxrss / KB;
    printf("took: %s: exit status %d, %zu MB, %.2f s\n", name, WEXITSTATUS(status), peak_mb,
           (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
    if (!WIFEXITED(status) || strstr(str_text(output), "out of memory") ||
        (peak_mb > max_mb && !has_sanitizer))
        fail_msg("%s: wait status %d, %zu MB: %.2000s", name, status, peak_mb, str_text(output));
    return WEXITSTATUS(status);
}

size_t bounded_size(size_t n)
{
    return has_sanitizer ? n / 10 : n;
}

size_t tier_draws(size_t n)
{
    const char *tier = getenv("TIER");
    return tier && strcmp(tier, "fast") == 0 ? (n + 7) / 8 : n;
}

FILE *bounded_create(const char *name)
{
    FILE *file = fopen(scratch_path(name), "wb");
    if (!file)
        fail_msg("cannot write '%s'", name);
    return file;
}

void bounded_close(FILE *file)
{
    assert_int_equal(ftruncate(fileno(file), (fflush(file), ftello(file))), 0);
    assert_int_equal(fclose(file), 0);
}

void bounded_repeat(FILE *file, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fputs(text, file);
}

void bounded_skip(FILE *file, uint64_t n)
{
    assert_int_equal(fseeko(file, (off_t)n, SEEK_CUR), 0);
}

void interrupted_tree(int n_copies)
{
    run_valid(NULL,
              "mkdir -p \"$SCRATCH/many\"; cd \"$SCRATCH/many\"; rm -rf Project_CodeNet; "
              "mkdir -p Project_CodeNet/data Project_CodeNet/metadata; cd Project_CodeNet; "
              "S=\"$SAMPLE/Project_CodeNet\"; head -n 1 \"$S/metadata/problem_list.csv\" "
              "> metadata/problem_list.csv; "
              "for p in $(cd \"$S/data\" && ls); do test -f \"$S/metadata/$p.csv\" || continue; "
              "i=1; while [ $i -le %d ]; do q=p$i${p#p}; "
              "sed \"s/,$p,/,$q,/\" \"$S/metadata/$p.csv\" > metadata/$q.csv; "
              "cp -R \"$S/data/$p\" data/$q; i=$((i + 1)); done; done",
              n_copies);
}

int interrupted_run(struct str *output, const char *database, const char *options, const char *then)
{
    return run_shell(
        output,
        "cd \"$SCRATCH\"; rm -f pipe stalled; mkfifo pipe; "
        "tar cf many.tar --sort=name -C many Project_CodeNet/data; size=$(stat -c %%s many.tar); "
        "(exec 3> pipe; head -c $((size / 2)) many.tar >&3; "
        "while [ ! -e stalled ]; do sleep 0.02; done) & "
        "env --default-signal=INT \"$TOKFIX\" mine - --metadata many/Project_CodeNet/metadata "
        "-o %s %s < pipe 2> run.err & RUN=$!; n=0; until [ -s %s.unfinished ] || [ $n -gt 4000 ] "
        "|| ! kill -0 $RUN; do sleep 0.02; n=$((n + 1)); done; "
        "n=0; until grep -q '[1-9][0-9]* committed' run.err || [ $n -gt 4000 ] || "
        "! kill -USR1 $RUN; do sleep 0.05; n=$((n + 1)); done; "
        "{ %s; } > then.out 2>&1; "
        "wait $RUN; status=$?; touch stalled; wait; cat run.err then.out; exit $status",
        database, options, database, then);
}

void expect_run(int status, const char *message, const char *format, ...)
{
    scoped(str) command = {0}, output = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&command, format, args);
    va_end(args);
    int actual = run_shell(&output, "%s", str_text(&command));
    if (actual != status || !strstr(str_text(&output), message))
        fail_msg("%s\nstatus %d, not %d; wanted '%s' in:\n%s", str_text(&command), actual, status,
                 message, str_text(&output));
}

enum { LINES = 24, TIMEOUT_MS = 60000 };

bool has_pty(const char *what)
{
    int controller, terminal;
    if (!can_test(openpty(&controller, &terminal, NULL, NULL, NULL) == 0, what,
                  "no pseudo-terminal can be opened"))
        return false;
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
        if (n <= 0) /* EIO: no process has the terminal open any more */
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
        become(command);
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

void assert_exhausts_memory(void (*act)(void), const char *name)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        act();
        _exit(0);
    }
    close(ends[1]);
    scoped(str) messages = {0};
    read_all(&messages, ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 ||
        !strstr(str_text(&messages), "tokfix: out of memory\n"))
        fail_msg("%s: wait status %d, messages: %s", name, status, str_text(&messages));
}

enum { MAX_COLUMNS = 16 };

static int split(char *line, char **columns, int max)
{
    int n = 0;
    while (line && n < max) {
        columns[n++] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return line ? max + 1 : n;
}

int tsv_each_row(char *table, int n_columns, void (*row)(char **columns, void *context),
                 void *context)
{
    int n = 0;
    char *place;
    for (char *line = strtok_r(table, "\n", &place); line; line = strtok_r(NULL, "\n", &place)) {
        char *columns[MAX_COLUMNS];
        assert_int_equal(split(line, columns, MAX_COLUMNS), n_columns);
        if (n++)
            row(columns, context);
    }
    return n - 1;
}

void tsv_escape(struct str *out, const char *text)
{
    str_clear(out);
    for (; *text; text++) {
        if (*text == '\\' || *text == '\t' || *text == '\n')
            str_print(out, "\\%c", *text == '\\' ? '\\' : *text == '\t' ? 't' : 'n');
        else
            str_add(out, text, 1);
    }
}
