/* run_all KIND N FILE INPUT: runs a program of Python N times on an input, and prints the seconds
 * that it took. KIND: warm (in the sandbox's zygote), fresh (in the sandbox), plain (python3
 * without a sandbox) or bwrap (python3 in bubblewrap). Two threads share the runs. */
#include "base/file.h"
#include "base/thread.h"
#include "tokenize/languages/runtime.h"
#include "verify/executor.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { N_THREADS = 2 };

struct half {
    const char *kind, *file, *input;
    struct str code;
    long n;
    struct err err;
    int status;
};

static void run_command(const struct half *half)
{
    const char *const plain[] = {"/usr/bin/python3", half->file, NULL};
    const char *const bwrap[] = {
        "bwrap",     "--ro-bind", "/usr",      "/usr",          "--symlink",        "usr/lib",
        "/lib",      "--symlink", "usr/lib64", "/lib64",        "--tmpfs",          "/tmp",
        "--ro-bind", half->file,  "/main.py",  "--unshare-all", "/usr/bin/python3", "/main.py",
        NULL};
    const char *const *words = strcmp(half->kind, "plain") == 0 ? plain : bwrap;
    for (long i = 0; i < half->n; i++) {
        posix_spawn_file_actions_t actions;
        pid_t pid;
        int status;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, half->input, O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        if (posix_spawnp(&pid, words[0], &actions, NULL, (char *const *)words, environ) != 0 ||
            waitpid(pid, &status, 0) < 0 || status != 0)
            exit(1);
        posix_spawn_file_actions_destroy(&actions);
    }
}

static int run_in_sandbox(struct half *half)
{
    scoped(executor) *executor = executor_new(false);
    const struct executable program = {
        .language = &language_python, .code = str_text(&half->code), .length = half->code.length};
    struct execution execution;
    scoped(str) input = {0};
    if (file_read(&input, half->input, &half->err) != 0)
        return ERR;
    if (executor_load(executor, 0, &program, &execution, &half->err) != 0)
        return ERR;
    const struct executor_request request = {
        .input = str_text(&input),
        .n_input = input.length,
        .limits = {10, (size_t)1 << 30, 1 << 20},
        .mode = {.is_warm = strcmp(half->kind, "warm") == 0},
    };
    for (long i = 0; i < half->n; i++)
        if (executor_run(executor, &request, &execution, &half->err) != 0)
            return ERR;
    return execution.outcome == OUTCOME_PASS ? 0 : err_set(&half->err, "%s", execution.detail);
}

static void *run(void *argument)
{
    struct half *half = argument;
    if (strcmp(half->kind, "warm") == 0 || strcmp(half->kind, "fresh") == 0)
        half->status = run_in_sandbox(half);
    else
        run_command(half);
    return NULL;
}

int main(int argc, char **argv)
{
    struct half halves[N_THREADS] = {0};
    struct thread threads[N_THREADS];
    struct timespec begin, end;
    struct err err;
    if (argc != 5) {
        fputs("usage: run_all warm|fresh|plain|bwrap N FILE INPUT\n", stderr);
        return 2;
    }
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < N_THREADS; i++) {
        halves[i] = (struct half){
            .kind = argv[1], .file = argv[3], .input = argv[4], .n = atol(argv[2]) / N_THREADS};
        if (file_read(&halves[i].code, argv[3], &err) != 0 ||
            thread_start(&threads[i], run, &halves[i], &err) != 0) {
            fprintf(stderr, "%s\n", err.message);
            return 1;
        }
    }
    for (int i = 0; i < N_THREADS; i++) {
        thread_join(&threads[i]);
        str_release(&halves[i].code);
        if (halves[i].status != 0) {
            fprintf(stderr, "%s\n", halves[i].err.message);
            return 1;
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f\n",
           (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    return 0;
}
