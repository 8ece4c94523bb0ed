/* Compiles and runs programs of any language in sandboxes.
 *
 * An executor is used by one thread. It opens a sandbox for each runtime, and for each zygote of
 * one, when it first needs it. */
#ifndef VERIFY_EXECUTOR_H
#define VERIFY_EXECUTOR_H

#include "base/err.h"
#include "base/scoped.h"
#include "languages/language.h"
#include "languages/runtime.h"
#include "verify/execution.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct executor; /* opaque */

struct executor *executor_new(void);
void executor_free(struct executor *executor); /* NULL is ignored */
SCOPED_POINTER(executor, executor_free)

struct execution_limits {
    uint32_t cpu_seconds; /* the end of the band around the limit (execution.h) */
    size_t memory_bytes;  /* without what the runtime itself needs */
    size_t output_bytes;
};

/* Loads a program as number `number` of its language (0 to 55), instead of the one that was there:
 * places it into the sandbox, and compiles it. Sets `out` as execution_of_compiler().
 * Returns ERR if the machine cannot run any program safely. */
int executor_load(struct executor *executor, unsigned number, const struct executable *program,
                  struct execution *out, struct err *err);

/* Runs the loaded program of a language with this input. `is_warm`: in the zygote or in the
 * program's server, if the runtime has one. `has_other_seed`: what is random in a run is different
 * (sandbox.h). */
struct execution_mode {
    bool is_warm, has_other_seed;
};
int executor_run(struct executor *executor, unsigned number, const struct executable *program,
                 const char *input, size_t n_input, const struct execution_limits *limits,
                 struct execution_mode mode, struct execution *out, struct err *err);

/* Gets the first line that a runtime prints about its version; "" if it is not installed. */
int executor_version(struct executor *executor, const struct runtime *runtime, char version[200],
                     struct err *err);

#endif
