/* bin/tokfix of the bundle: starts lib/tokfix/program with the loader and the libraries of the
 * bundle. It is linked statically, so it needs nothing of the machine. The loader is a file named
 * tokfix, which is the name that `ps` and `top` show. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Returns an allocated path in the bundle. */
static char *below(const char *bundle, const char *path)
{
    char *whole = NULL;
    return asprintf(&whole, "%s/%s", bundle, path) < 0 ? NULL : whole;
}

int main(int argc, char **argv)
{
    char bundle[PATH_MAX];
    char **words = calloc((size_t)argc + 4, sizeof *words);
    if (!words || !realpath((const char *)getauxval(AT_EXECFN), bundle)) {
        fprintf(stderr, "tokfix: cannot find its own folder: %s\n", strerror(errno));
        return 1;
    }
    *strrchr(bundle, '/') = '\0';
    *strrchr(bundle, '/') = '\0';
    words[0] = below(bundle, "libexec/tokfix");
    words[1] = "--inhibit-cache";
    words[2] = below(bundle, "lib/tokfix/program");
    memcpy(words + 3, argv + 1, sizeof *words * (size_t)argc); /* and the NULL */
    unsetenv("LD_PRELOAD"); /* what is for the machine's libraries does not fit these */
    setenv("TOKFIX_BUNDLE", bundle, 1);
    setenv("GCONV_PATH", below(bundle, "lib/tokfix/gconv"), 1);
    execv(words[0], words);
    fprintf(stderr, "tokfix: cannot start '%s': %s\n", words[0], strerror(errno));
    return 1;
}
