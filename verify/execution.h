/* What a run of a program, or of its compiler, has shown. */
#ifndef VERIFY_EXECUTION_H
#define VERIFY_EXECUTION_H

#include "languages/language.h"
#include "languages/runtime.h"
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
    bool has_own_error;   /* it did not end well where nothing was missing, so names that it misses
                           here may be its own mistakes: they are not UNSUPPORTED */
};

/* The outcome of a run, in the order of the names. */
enum run_outcome {
    OUTCOME_PASS,       /* it ended well; its output is as expected, if anything is */
    OUTCOME_NEAR_LIMIT, /* it ended with the expected output in the band around its limit, in which
                           it may be too slow or not; or did not get the time that it may use */
    OUTCOME_WRONG,      /* its output is not as expected */
    OUTCOME_RUNTIME_ERROR,
    OUTCOME_COMPILE_ERROR, /* the program does not compile, so it did not run */
    OUTCOME_TIMEOUT,       /* it did not end in the band around its limit */
    OUTCOME_MEMORY,
    OUTCOME_OUTPUT_LIMIT,
    OUTCOME_UNSUPPORTED, /* it needs something that this machine does not have */
    N_OUTCOMES
};
extern const char *const run_outcome_names[N_OUTCOMES + 1]; /* then NULL */

/* The result of a run. Its texts are valid until the executor is used again. */
struct execution {
    enum run_outcome outcome; /* PASS, if the program ended with status 0 */
    bool is_near;             /* its processor time is in the band around its limit, or above */
    bool is_warm;             /* it ran in a fork of the zygote, or in a server */
    double cpu_seconds;       /* its processor time */
    enum sameness sameness;   /* with the output of a test; NOT_SAME if the program failed */
    char detail[200];         /* of an error: its last line; of UNSUPPORTED: what is missing */
    const char *output;
    size_t n_output;
};

/* Sets the detail to a piece of a program's text: made valid UTF-8 and one line without control
 * characters, and cut to the room there is. */
void execution_set_detail(struct execution *out, const char *text, size_t length);

struct sandbox_result; /* sandbox/sandbox.h */

/* Returns the outcome of a run that does not depend on its time: PASS, if it ended as expected near
 * its limit. */
enum run_outcome outcome_without_time(enum run_outcome outcome, enum sameness sameness);

/* Whether a program or compiler did not end by itself. */
bool execution_is_endless(const struct execution *execution);

/* Says that a program that ended well has the expected output: PASS or NEAR_LIMIT. */
void execution_accept(struct execution *out);

/* The end of the band around a limit is this many times its start: from half of the limit to twice
 * as much. Other programs on the same caches make the processor time of a program up to 1.3 times
 * as long, and on the same core up to twice. */
enum { BAND_FACTOR = 4 };

/* Sets `out` from how a program ended that may use this processor time, the end of the band, and
 * from what its runtime has written to standard error. The detail does not depend on the time that
 * was used. */
void execution_of_run(struct execution *out, const struct runtime *runtime,
                      const struct executable *program, const struct sandbox_result *result,
                      uint32_t cpu_seconds);

/* Sets `out` from how a compiler ended: PASS, COMPILE_ERROR, UNSUPPORTED, or NEAR_LIMIT if it did
 * not get the processor time that it may use. */
void execution_of_compiler(struct execution *out, const struct runtime *runtime,
                           const struct executable *program, const struct sandbox_result *result,
                           uint32_t cpu_seconds);

#endif
