/* See exhausted.h. */
#include "tests/support/exhausted.h"

#include "base/str.h"
#include "tests/support/test.h"

#include <sys/wait.h>
#include <unistd.h>

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
    struct str messages = {0};
    char buffer[512];
    ssize_t n;
    while ((n = read(ends[0], buffer, sizeof buffer)) > 0)
        str_add(&messages, buffer, (size_t)n);
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 ||
        !strstr(str_text(&messages), "tokfix: out of memory\n"))
        fail_msg("%s: wait status %d, messages: %s", name, status, str_text(&messages));
    str_release(&messages);
}
