/* The limits decide first, then what the runtime's table finds in standard error. */
#include "verify/execution.h"

#include "base/str.h"
#include "base/utf8.h"
#include "sandbox/sandbox.h"

#include <stdio.h>
#include <string.h>

const char *const run_outcome_names[N_OUTCOMES + 1] = {
    "pass",        "wrong", "runtime_error", "compile_error", "timeout", "memory", "output_limit",
    "unsupported", NULL};

static const char out_of_memory[] = "out of memory";

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

static const char *find_in(const char *text, size_t length, const char *part)
{
    return memmem(text, length, part, strlen(part));
}

/* What the dynamic loader says, in programs of any runtime. */
static const struct name_place loader_missing[] = {
    {.before = "error while loading shared libraries: ", .after = ": "},
    {.before = "Error: ", .after = ": cannot open shared object file"}, /* ImportError, OSError */
    {.before = ": ", .after = ": cannot open shared object file"},
    {.before = ": version `", .after = "' not found"},
    {0},
};

/* Looks for a name in the first line that has both texts. */
static bool find_name(struct execution *out, const struct name_place *place, const char *errors,
                      size_t length)
{
    const char *limit = errors + length, *name = errors;
    while ((name = find_in(name, (size_t)(limit - name), place->before))) {
        const char *start = name;
        name += strlen(place->before);
        size_t rest = (size_t)(limit - name);
        const char *stop = memchr(name, '\n', rest);
        const char *end = place->after
                              ? find_in(name, stop ? (size_t)(stop - name) + 1 : rest, place->after)
                              : name;
        if (!end)
            continue;
        start = place->after ? name : start;
        execution_set_detail(out, start, (size_t)(end - start));
        return true;
    }
    return false;
}

static bool find_in_table(struct execution *out, const struct name_place *place,
                          const struct executable *program, const struct sandbox_result *result)
{
    for (; place && place->before; place++)
        if ((!place->beside || find_in(result->errors, result->n_errors, place->beside)) &&
            (!place->program || find_in(program->code, program->length, place->program)) &&
            find_name(out, place, result->errors, result->n_errors))
            return true;
    return false;
}

/* Looks for the name of what this machine lacks. */
static bool find_missing(struct execution *out, const struct runtime *runtime,
                         const struct executable *program, const struct sandbox_result *result)
{
    return !program->has_own_error && (find_in_table(out, runtime->missing, program, result) ||
                                       find_in_table(out, loader_missing, program, result));
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
        execution_set_detail(out, out_of_memory, strlen(out_of_memory));
    else
        snprintf(out->detail, sizeof out->detail, "%s %d",
                 result->end == SANDBOX_SIGNALED ? "signal" : "exit status", result->code);
}

static bool is_out_of_memory(const struct runtime *runtime, const struct sandbox_result *result)
{
    for (const char *const *text = runtime->memory_errors; *text; text++)
        if (find_in(result->errors, result->n_errors, *text))
            return true;
    return result->end == SANDBOX_MEMORY;
}

void execution_of_run(struct execution *out, const struct runtime *runtime,
                      const struct executable *program, const struct sandbox_result *result)
{
    *out = (struct execution){
        .outcome = OUTCOME_PASS, .output = result->output, .n_output = result->n_output};
    if (result->end == SANDBOX_CPU_TIME || result->end == SANDBOX_LATE)
        out->outcome = OUTCOME_TIMEOUT;
    else if (result->end == SANDBOX_FLOODING)
        out->outcome = OUTCOME_OUTPUT_LIMIT;
    else if (result->end == SANDBOX_SIGNALED || result->code != 0) {
        out->outcome = find_missing(out, runtime, program, result) ? OUTCOME_UNSUPPORTED
                       : is_out_of_memory(runtime, result)         ? OUTCOME_MEMORY
                                                                   : OUTCOME_RUNTIME_ERROR;
        if (out->outcome != OUTCOME_UNSUPPORTED)
            describe(out, result);
    }
}

/* The first line with an error, of a compiler; else the last line. */
static void describe_compiler(struct execution *out, const struct sandbox_result *result)
{
    const char *start = find_in(result->errors, result->n_errors, "error: ");
    if (!start) {
        describe(out, result);
        return;
    }
    size_t rest = result->n_errors - (size_t)(start - result->errors);
    const char *end = memchr(start, '\n', rest);
    execution_set_detail(out, start, end ? (size_t)(end - start) : rest);
}

void execution_of_compiler(struct execution *out, const struct runtime *runtime,
                           const struct executable *program, const struct sandbox_result *result)
{
    const struct runtime_standard *standard = runtime_standard(runtime, program->dialect);
    *out = (struct execution){.outcome = OUTCOME_PASS};
    if (result->end == SANDBOX_EXITED && result->code == 0)
        return;
    out->outcome = OUTCOME_COMPILE_ERROR;
    if (result->end == SANDBOX_MEMORY)
        execution_set_detail(out, out_of_memory, strlen(out_of_memory));
    else if (find_missing(out, runtime, program, result) ||
             (!program->has_own_error && find_in_table(out, standard->missing, program, result)))
        out->outcome = OUTCOME_UNSUPPORTED;
    else
        describe_compiler(out, result);
}
