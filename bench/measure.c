/* fork, exec and wait4(), which tells the time and the memory of just this child. */
#include "bench/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    if (fd < 0 || dup2(fd, to) < 0)
        _exit(126);
    close(fd);
}

int measure_run_status(struct cost *cost, int *exit_status, const char *const *argv,
                       const char *out, const char *log, struct err *err)
{
    *exit_status = -1;
    double start = now();
    pid_t pid = fork();
    if (pid < 0)
        return err_set_errno(err, "cannot start %s", argv[0]);
    if (pid == 0) {
        redirect(STDOUT_FILENO, out);
        redirect(STDERR_FILENO, log);
        execvp(argv[0], (char *const *)argv);
        perror(argv[0]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    while (wait4(pid, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return err_set_errno(err, "cannot wait for %s", argv[0]);
    if (cost) {
        cost->seconds = now() - start;
        cost->cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
        cost->memory = (double)usage.ru_maxrss / 1024;
    }
    if (WIFEXITED(status))
        *exit_status = WEXITSTATUS(status);
    return *exit_status == 0 ? 0 : err_set(err, "%s failed: see '%s'", argv[0], log);
}

int measure_run(struct cost *cost, const char *const *argv, const char *out, const char *log,
                struct err *err)
{
    int exit_status;
    return measure_run_status(cost, &exit_status, argv, out, log, err);
}

void measure_answer(char *line, size_t size, const char *command)
{
    line[0] = '\0';
    FILE *pipe = popen(command, "r");
    if (!pipe)
        return;
    if (!fgets(line, (int)size, pipe))
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    while (fgetc(pipe) != EOF)
        ;
    if (pclose(pipe) != 0)
        line[0] = '\0';
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double measure_median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}
