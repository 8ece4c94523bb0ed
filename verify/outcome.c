/* The limits decide first, then how the program ended. */
#include "verify/executor.h"

#include "base/str.h"
#include "base/sandbox/sandbox.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const execution_outcome_names[N_OUTCOMES + 1] = {
    "pass",    "near_limit", "wrong",        "runtime_error", "compile_error",
    "timeout", "memory",     "output_limit", "unsupported",   NULL};

enum { MAX_KEPT = 64 << 10 }; /* bytes of an output that are stored */

static const char out_of_memory[] = "out of memory";

static void set_detail(struct execution *out, const char *text)
{
    execution_set_detail(out, text, strlen(text));
}

void execution_set_detail(struct execution *out, const char *text, size_t length)
{
    scoped(str) valid = {0};
    utf8_add_valid(&valid, text, length);
    for (size_t i = 0; i < valid.length; i++)
        if ((unsigned char)valid.text[i] < ' ' || valid.text[i] == 127)
            valid.text[i] = ' ';
    size_t most = sizeof out->detail - 1;
    size_t kept = valid.length > most ? utf8_valid_length(valid.text, most) : valid.length;
    memcpy(out->detail, str_text(&valid), kept);
    out->detail[kept] = 0;
}

/* The last line that is not indented says what went wrong, in Python and in Java. */
static void describe(struct execution *out, const struct sandbox_result *result)
{
    const char *best = NULL, *line = result->errors, *end = line + result->n_errors;
    size_t length = 0;
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((stop ? stop : end) - line);
        if (n && *line != ' ' && *line != '\t' && *line != '\r') {
            best = line;
            length = n;
        }
        line += n + 1;
    }
    if (best)
        execution_set_detail(out, best, length);
    else if (result->end == SANDBOX_MEMORY)
        set_detail(out, out_of_memory);
    else if (result->end == SANDBOX_SIGNALED)
        snprintf(out->detail, sizeof out->detail, "signal %d (SIG%s)", result->code,
                 sigabbrev_np(result->code) ? sigabbrev_np(result->code) : "?");
    else
        snprintf(out->detail, sizeof out->detail, "exit status %d", result->code);
}

static bool is_out_of_memory(const struct runtime *runtime, const struct sandbox_result *result)
{
    for (const char *const *text = runtime->memory_errors; *text; text++)
        if (memmem(result->errors, result->n_errors, *text, strlen(*text)))
            return true;
    return result->end == SANDBOX_MEMORY;
}

/* Sets the outcome of a run that was ended because a time is up. Returns whether it is one. A
 * program that was neither busy nor asleep did not get a processor. */
static bool is_out_of_time(struct execution *out, const struct sandbox_result *result,
                           uint32_t cpu_seconds)
{
    out->outcome = result->end == SANDBOX_LATE ? OUTCOME_NEAR_LIMIT : OUTCOME_TIMEOUT;
    if (result->end == SANDBOX_CPU_TIME)
        snprintf(out->detail, sizeof out->detail, "timeout: %" PRIu32 " s of processor time",
                 cpu_seconds);
    else if (result->end == SANDBOX_IDLE)
        set_detail(out, "timeout: asleep");
    else if (result->end == SANDBOX_LATE)
        set_detail(out, "the machine was too busy");
    else
        return false;
    return true;
}

enum execution_outcome execution_outcome(const struct execution *execution)
{
    return execution->outcome == OUTCOME_NEAR_LIMIT && execution->sameness != NOT_SAME
               ? OUTCOME_PASS
               : execution->outcome;
}

bool execution_is_endless(const struct execution *execution)
{
    enum execution_outcome outcome = execution_outcome(execution);
    return outcome == OUTCOME_TIMEOUT || outcome == OUTCOME_NEAR_LIMIT;
}

void execution_copy_output(struct str *out, const struct execution *execution)
{
    str_clear(out);
    str_add(out, execution->output, execution->n_output);
}

struct execution execution_keep(const struct execution *execution, struct arena *arena)
{
    struct execution kept = *execution;
    kept.output = NULL;
    kept.n_output = 0;
    if (kept.sameness == NOT_SAME || kept.outcome == OUTCOME_WRONG) {
        kept.n_output = output_kept_length(execution->n_output);
        kept.output = arena_copy_text(arena, execution->output, kept.n_output);
    }
    return kept;
}

size_t output_kept_length(size_t length)
{
    return smaller(length, MAX_KEPT);
}

void execution_accept(struct execution *out)
{
    out->outcome = out->is_near ? OUTCOME_NEAR_LIMIT : OUTCOME_PASS;
    set_detail(out, out->is_near ? "its processor time is near the limit" : "");
}

void execution_of_run(struct execution *out, const struct runtime *runtime,
                      const struct sandbox_result *result, uint32_t cpu_seconds)
{
    *out = (struct execution){.is_near = result->cpu_seconds * BAND_FACTOR >= cpu_seconds,
                              .cpu_seconds = result->cpu_seconds,
                              .output = result->output,
                              .n_output = result->n_output};
    if (is_out_of_time(out, result, cpu_seconds))
        return;
    out->outcome = OUTCOME_PASS;
    if (result->end == SANDBOX_FLOODING) {
        out->outcome = OUTCOME_OUTPUT_LIMIT;
        set_detail(out, "output limit");
    } else if (result->end == SANDBOX_SIGNALED || result->code != 0) {
        out->outcome = is_out_of_memory(runtime, result) ? OUTCOME_MEMORY : OUTCOME_RUNTIME_ERROR;
        describe(out, result);
    }
}

/* The compiler's names for its files are random: /tmp/cc and six characters. */
static void hide_random_names(char *detail)
{
    static const char start[] = "/tmp/cc";
    for (char *name = detail; (name = strstr(name, start));) {
        name += strlen(start);
        for (int i = 0; i < 6 && isalnum((unsigned char)name[i]); i++)
            name[i] = 'X';
    }
}

/* The first line with an error, of a compiler; else the last line. */
static void describe_compiler(struct execution *out, const struct sandbox_result *result)
{
    const char *start = memmem(result->errors, result->n_errors, "error: ", strlen("error: "));
    if (start) {
        size_t rest = result->n_errors - (size_t)(start - result->errors);
        const char *end = memchr(start, '\n', rest);
        execution_set_detail(out, start, end ? (size_t)(end - start) : rest);
    } else {
        describe(out, result);
    }
    hide_random_names(out->detail);
}

void execution_of_compiler(struct execution *out, const struct sandbox_result *result,
                           uint32_t cpu_seconds)
{
    *out = (struct execution){.outcome = OUTCOME_PASS};
    if (result->end == SANDBOX_EXITED && result->code == 0)
        return;
    bool is_late = is_out_of_time(out, result, cpu_seconds);
    if (!is_late || out->outcome != OUTCOME_NEAR_LIMIT)
        out->outcome = OUTCOME_COMPILE_ERROR;
    if (is_late)
        return;
    if (result->end == SANDBOX_MEMORY)
        set_detail(out, out_of_memory);
    else
        describe_compiler(out, result);
}
