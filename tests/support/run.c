/* See run.h. */
#include "tests/support/run.h"

#include "base/file.h"
#include "tests/support/test.h"

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

void run_valid(struct str *output, const char *format, ...)
{
    scoped(str) unread = {0};
    va_list args;
    va_start(args, format);
    int status = run_args(output ? output : &unread, format, args);
    va_end(args);
    if (status != 0)
        fail_msg("%s: exit status %d: %s", format, status, str_text(output ? output : &unread));
}

bool can_run(const char *command, const char *what, const char *why)
{
    if (run_shell(NULL, "%s", command) == 0)
        return true;
    printf("skipped: %s, for %s\n", what, why);
    return false;
}

bool has_python(const char *what)
{
    return can_run("python3 -c 'import ast; ast.parse(\"match a:\\n case 1: b\")'", what,
                   "there is no python3 of 3.10 or later");
}

bool has_atcoder(const char *what)
{
    return can_run("test -f \"$SHARED/data/atcoder/expected.tsv\"", what,
                   "../shared/data/atcoder is not there");
}

bool is_release(const char *what)
{
    static const char place[] = "/out/tokfix";
    const char *tokfix = getenv("TOKFIX");
    size_t length = tokfix ? strlen(tokfix) : 0, n = sizeof place - 1;
    if (length >= n && strcmp(tokfix + length - n, place) == 0)
        return true;
    printf("skipped: %s, of a build that is not the release\n", what);
    return false;
}

void read_test_file(struct str *content, const char *path)
{
    char name[16] = "";
    int length = 0;
    struct str full = {0};
    struct err err;
    if (sscanf(path, "$%15[A-Z]%n", name, &length) == 1)
        str_add_text(&full, getenv(name));
    str_add_text(&full, path + length);
    str_clear(content);
    if (file_read(content, str_text(&full), &err) != 0)
        fail_msg("%s", err.message);
    str_release(&full);
}
