/* Runs in the sandbox: reads a statement from standard input, and writes the text of each row that
 * it gives to standard output, one a line. An error is a line on standard error, and status 1. */
#include "base/duck.h"

#include <stdio.h>

#define MEMORY_LIMIT "3GiB" /* below the limit of the process, so that the library says so */

enum { BUFFER_BYTES = 1 << 18, MAX_STATEMENT = 1 << 20 };

static int put(void *context, const char *text, size_t length, struct err *err)
{
    (void)context;
    fwrite(text, 1, length, stdout);
    return putchar('\n') == EOF ? err_set_errno(err, "cannot write a row") : 0;
}

int main(void)
{
    static char statement[MAX_STATEMENT];
    struct err err = {{0}};
    setvbuf(stdout, NULL, _IOFBF, BUFFER_BYTES);
    statement[fread(statement, 1, MAX_STATEMENT - 1, stdin)] = '\0';
    int status = duck_run(statement, MEMORY_LIMIT, put, NULL, &err);
    if (fflush(stdout) != 0 && status == 0)
        status = err_set_errno(&err, "cannot write a row");
    if (status != 0)
        fprintf(stderr, "%s\n", err.message);
    return status == 0 ? 0 : 1;
}
