/* Compiles and runs programs of any language in sandboxes.
 *
 * An executor is used by one thread. It opens a sandbox for each runtime, and for each zygote of
 * one, when it first needs it. */
#ifndef VERIFY_EXECUTOR_H
#define VERIFY_EXECUTOR_H

#include "base/err.h"
#include "base/mem.h"
#include "tokenize/languages/language.h"
#include "tokenize/languages/runtime.h"
#include "verify/checker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A program that can be run. Borrowed texts. */
struct executable {
    const struct language *language;
    const char *dialect;    /* as in the database; "" or NULL: unknown */
    const char *judge_name; /* the judge's name for the language; NULL: unknown */
    const char *code;
    size_t length;
    bool was_late;        /* the judge ended it, too */
    const char *encoding; /* that it was submitted in (base/encoding.h); NULL: UTF-8 */
};

/* The outcome of a run, in the order of the names. */
enum execution_outcome {
    OUTCOME_PASS,       /* it ended well; its output is as expected, if anything is */
    OUTCOME_NEAR_LIMIT, /* it ended with the expected output in the band around its limit, in which
                           it may be too slow or not; or did not get the time that it may use */
    OUTCOME_WRONG,      /* its output is not as expected */
    OUTCOME_RUNTIME_ERROR,
    OUTCOME_COMPILE_ERROR, /* the program does not compile, so it did not run */
    OUTCOME_TIMEOUT,       /* it did not end in the band around its limit */
    OUTCOME_MEMORY,
    OUTCOME_OUTPUT_LIMIT,
    OUTCOME_UNSUPPORTED, /* this machine does not have its runtime */
    N_OUTCOMES
};
extern const char *const execution_outcome_names[N_OUTCOMES + 1]; /* then NULL */

/* The result of a run. Its texts are valid until the executor is used again. */
struct execution {
    enum execution_outcome outcome; /* PASS, if the program ended with status 0 */
    bool is_near;                   /* its time is in the band around its limit, or above */
    bool is_warm;                   /* it ran in a fork of the zygote, or in a server */
    double cpu_seconds;             /* its processor time */
    enum sameness sameness;         /* with a test's output; NOT_SAME if the program failed */
    char detail[200];               /* of an error: its last line; of UNSUPPORTED: the runtime */
    const char *output;
    size_t n_output;
};

/* Sets the detail to a piece of a program's text: made valid UTF-8 and one line without control
 * characters, and cut to the room there is. */
void execution_set_detail(struct execution *out, const char *text, size_t length);

/* Returns the outcome of a run that does not depend on its time: PASS, if it ended as expected near
 * its limit. */
enum execution_outcome execution_outcome(const struct execution *execution);

/* Whether a program or compiler did not end by itself. */
bool execution_is_endless(const struct execution *execution);

/* Replaces `out` with the output. */
void execution_copy_output(struct str *out, const struct execution *execution);

/* Returns a copy whose output, as much as is kept, is in the arena; NULL if the program passes. */
struct execution execution_keep(const struct execution *execution, struct arena *arena);

/* Returns how many bytes are kept of an output with this length. */
size_t output_kept_length(size_t length);

/* Says that a program that ended well has the expected output: PASS or NEAR_LIMIT. */
void execution_accept(struct execution *out);

/* The end of the band around a limit is this many times its start: from half of the limit to twice
 * as much. Other programs on the same caches make the processor time of a program up to 1.3 times
 * as long, and on the same core up to twice. */
enum { BAND_FACTOR = 4 };

struct executor; /* opaque */

/* `is_at_home`: ONLINE_JUDGE, which judges define, is not defined. The versions of runtimes then
 * end with EXECUTOR_AT_HOME. */
struct executor *executor_new(bool is_at_home);
#define EXECUTOR_AT_HOME " without ONLINE_JUDGE"
void executor_free(struct executor *executor); /* NULL is ignored */
SCOPED_POINTER(executor, executor_free)

struct execution_limits {
    uint32_t cpu_seconds; /* the end of the band around the limit */
    size_t memory_bytes;  /* without what the runtime itself needs */
    size_t output_bytes;
};

/* Sets the links that programs find in their folder from now on: each name is followed by the path
 * that it links to. They end with NULL, and are borrowed. */
void executor_set_links(struct executor *executor, const char *const *links);

/* Loads a program as the one with this number (0 to 55), instead of the one that was there: places
 * it into the sandbox, and compiles it. Its texts must live until another one takes its place. Sets
 * `out` as execution_of_compiler(). Returns ERR if the machine cannot run any program safely. */
int executor_load(struct executor *executor, unsigned number, const struct executable *program,
                  struct execution *out, struct err *err);

/* How a program runs. `is_warm`: in the zygote or in the program's server, if the runtime has one.
 * `has_other_seed`: what is random in a run is different (sandbox.h). */
struct execution_mode {
    bool is_warm, has_other_seed;
};

/* A run of the loaded program with a number. */
struct executor_request {
    unsigned number;
    const char *input;
    size_t n_input;
    struct execution_limits limits;
    struct execution_mode mode;
};
int executor_run(struct executor *executor, const struct executor_request *request,
                 struct execution *out, struct err *err);

/* Gets the first line that a runtime prints about its version; "" if it is not installed. */
int executor_version(struct executor *executor, const struct runtime *runtime, char version[200],
                     struct err *err);

struct sandbox_result; /* base/sandbox/sandbox.h */

/* Sets `out` from how a program ended that may use this processor time, the end of the band. The
 * detail does not depend on the time that was used. */
void execution_of_run(struct execution *out, const struct runtime *runtime,
                      const struct sandbox_result *result, uint32_t cpu_seconds);

/* Sets `out` from how a compiler ended: PASS, COMPILE_ERROR, or NEAR_LIMIT if it did not get the
 * processor time that it may use. */
void execution_of_compiler(struct execution *out, const struct sandbox_result *result,
                           uint32_t cpu_seconds);

#endif
