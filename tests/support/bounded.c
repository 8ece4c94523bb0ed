/* Limits are set in a child process, whose resources wait4() tells. */
#include "tests/support/bounded.h"

#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <stdarg.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

static _Noreturn void run_child(const char *command, int output)
{
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    limit(RLIMIT_CPU, has_sanitizer ? 10 * MAX_SECONDS : MAX_SECONDS);
    if (!has_sanitizer)
        limit(RLIMIT_AS, (rlim_t)MAX_ADDRESS_MB * KB * KB);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
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
        run_child(str_text(&command), ends[1]);
    close(ends[1]);
    str_clear(output);
    ssize_t n;
    while ((n = read(ends[0], str_reserve(output, 4096), 4096)) > 0)
        str_extend(output, (size_t)n);
    close(ends[0]);
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
