/* The steps take turns, round by round, so that a machine that grows slower or faster on the way
 * does so for all of them. */
#include "bench/rounds.h"

#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void bench_hush(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

void bench_say(const char *format, ...)
{
    va_list args;
    bench_hush();
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    if (!isatty(STDERR_FILENO))
        fputc('\n', stderr);
    fflush(stderr);
}

void bench_note(const char *format, ...)
{
    va_list args;
    bench_hush();
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

static bool has_output(const struct step *step)
{
    struct stat info;
    return stat(step->out, &info) == 0 && info.st_size > 0;
}

static int run(const struct step *step, struct cost *cost, struct err *err)
{
    int exit_status = 0;
    if (measure_run_status(cost, &exit_status, step->argv, step->out, step->log, err) == 0)
        return 0;
    return step->may_find && exit_status == 1 && has_output(step) ? 0 : ERR;
}

static void run_untimed(struct rounds *rounds)
{
    struct err reason;
    for (size_t i = 0; i < rounds->n_steps; i++) {
        struct step *step = &rounds->steps[i];
        if (!step->is_chosen)
            continue;
        bench_say("untimed: %s", step->name);
        step->is_usable = run(step, NULL, &reason) == 0;
        if (!step->is_usable)
            bench_note("left out: %s: %s", step->name, reason.message);
    }
}

/* Counts the instructions of a step in user mode. */
static void count_instructions(struct step *step)
{
    struct str counted = {0}, command = {0};
    struct err reason;
    str_print(&counted, "%s.perf", step->log);
    const char *argv[MAX_ARGUMENTS + 8] = {"perf", "stat",           "-x", ",",
                                           "-e",   "instructions:u", "-o", str_text(&counted)};
    for (size_t i = 0; step->argv[i]; i++)
        argv[8 + i] = step->argv[i];
    char line[256] = "";
    str_print(&command, "grep instructions '%s' | cut -d , -f 1", str_text(&counted));
    if (measure_run(NULL, argv, step->out, step->log, &reason) == 0)
        measure_answer(line, sizeof line, str_text(&command));
    step->instructions = strtod(line, NULL);
    str_release(&counted);
    str_release(&command);
}

int rounds_run(struct rounds *rounds, struct err *err)
{
    run_untimed(rounds);
    for (long round = 0; round < rounds->n_runs; round++) {
        for (size_t i = 0; i < rounds->n_steps; i++) {
            struct step *step = &rounds->steps[i];
            if (!step->is_usable)
                continue;
            bench_say("round %ld of %ld: %s", round + 1, rounds->n_runs, step->name);
            if (run(step, &step->costs[round], err) != 0)
                return ERR;
        }
    }
    char line[256];
    measure_answer(line, sizeof line,
                   "perf stat -x , -e instructions:u true 2>&1 | grep '^[1-9][0-9]*,'");
    rounds->has_perf = line[0] != '\0';
    for (size_t i = 0; i < rounds->n_steps && rounds->has_perf; i++) {
        if (!rounds->steps[i].is_usable)
            continue;
        bench_say("instructions: %s", rounds->steps[i].name);
        count_instructions(&rounds->steps[i]);
    }
    return 0;
}
