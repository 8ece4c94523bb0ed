/* measure OUT LOG COMMAND [ARGUMENT]...: runs a command with its standard output in the file OUT
 * and its standard error in the file LOG, both written anew. Prints what it cost: seconds by the
 * clock, seconds of CPU time (user and system), and the largest resident size in MB, as wait4()
 * reports them of just this process. The exit status is the command's, or 128 when a signal ended
 * it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void redirect(int to, const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || dup2(fd, to) < 0) {
        perror(path);
        _exit(126);
    }
    close(fd);
}

static void run(char **argv)
{
    redirect(STDOUT_FILENO, argv[1]);
    redirect(STDERR_FILENO, argv[2]);
    execvp(argv[3], &argv[3]);
    perror(argv[3]);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: measure OUT LOG COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    double start = now();
    int status;
    struct rusage usage;
    pid_t pid = fork();
    if (pid == 0)
        run(argv);
    while (pid < 0 || wait4(pid, &status, 0, &usage) < 0) {
        if (pid > 0 && errno == EINTR)
            continue;
        perror(argv[3]);
        return 126;
    }
    printf("%.6f %.6f %.1f\n", now() - start,
           seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), (double)usage.ru_maxrss / 1024);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
