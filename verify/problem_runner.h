/* The tests of a problem, as the program that is tested and the checker want them; and what runs
 * programs on these tests, or on any other input, and compares their outputs as the tests say. */
#ifndef VERIFY_PROBLEM_RUNNER_H
#define VERIFY_PROBLEM_RUNNER_H

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"
#include "db/db.h"
#include "tokenize/program.h"
#include "verify/checker.h"
#include "verify/executor.h"

#include <stdbool.h>

/* ---- Tests ---- */

struct input_errors; /* miner/pair_source.h */

/* Notes what is wrong with the tests of problems: a file or row that cannot be used, or not in full
 * (with a line, 0 for a file as a whole, and a printf-style reason). */
#define NOTE(notes, file, line, ...) \
    input_errors_add(notes, INPUT_FILE_LEFT_OUT, file, line, __VA_ARGS__)

/* A test. The texts are those of the files, byte for byte: with their line ends, zero bytes, and
 * without a final line end that is not there. Each is followed by a zero that is not part of it. */
struct test_case {
    const char *name; /* 1 to 128 bytes of UTF-8, as beneath_is_safe_name() wants */
    const char *input;
    size_t input_length;
    const char *expected; /* the output */
    size_t expected_length;
    uint64_t line; /* of the row that it was read from; 0: it was read from files */
};

struct problem_tests {
    struct arena arena;            /* owns the texts */
    ARRAY(struct test_case) cases; /* sorted by name (strcmp), which differ */
    struct table names;            /* of those that were added */
    struct text_list links;        /* as executor_set_links() wants them; empty: none */
    double seconds;                /* the time limit; 0: unknown */
    struct tolerance tolerance;    /* for the checker */
    size_t n_bytes;                /* of all inputs and outputs */
};

/* Tests that a search has found are called this and the id of their fix; no given test may be. */
#define FOUND_TEST_PREFIX "found-"

/* Larger files, and tests beyond these limits, are left out with a note. */
enum {
    MAX_TEST_FILE_BYTES = 16 << 20,     /* of an input, or of an output */
    MAX_PROBLEM_TEST_BYTES = 256 << 20, /* of all tests of a problem */
    MAX_PROBLEM_TESTS = 10000,          /* of a problem */
    MAX_LIMIT_SECONDS = 3600,           /* a time limit above is taken for an error, */
};
#define MIN_LIMIT_SECONDS 0.001 /* and one below, too: limits are stored in milliseconds */

/* Empties a set of tests, or initializes a new one that is zeroed. */
void problem_tests_clear(struct problem_tests *tests);

/* Adds a copy of a test, with its texts. Of tests with the same name, only the first is added,
 * with a note on `file` and the line of the other one. Returns false with such a note, and adds
 * nothing, if the tests would exceed a limit; the rest of the problem's tests is then to be left
 * out. */
bool problem_tests_add(struct problem_tests *tests, const struct test_case *test,
                       struct input_errors *notes, const char *file);

/* Sorts the tests, and sets that all numbers have the tolerance if an expected output has a decimal
 * point. */
void problem_tests_finish(struct problem_tests *tests);

/* Computes the SHA-256 of the names, inputs and outputs, each followed by a zero byte. */
void problem_tests_hash(const struct problem_tests *tests, char hex[SHA256_HEX_SIZE]);

void problem_tests_release(struct problem_tests *tests);
SCOPED_VALUE(problem_tests, problem_tests_release)

/* Adds links from names of files to standard input and output, for a problem whose judge gives the
 * input in a file NAME.in and takes the output from NAME.out: the names in quotes that all fixed
 * programs of the problem in this language have. Only names of letters, digits, `-` and `_`, with
 * such an ending, count, and `input.txt` and `output.txt`. */
int problem_tests_link(struct problem_tests *tests, struct db *db, const char *problem_id,
                       const char *language, struct err *err);

/* Whether a number is a time limit: from MIN_LIMIT_SECONDS to MAX_LIMIT_SECONDS. */
bool is_time_limit(double seconds);

/* Reads the given tests and those that were found, with the time limit and the tolerance that
 * `verify` used, into `out`, which is zeroed. Tests are left out if their input or output was not
 * stored (schema.sql: tests). Fails if no fix of the problem in this language was executed. Release
 * `out` with problem_tests_release(), also after a failure. */
int stored_tests_read(struct problem_tests *out, struct db *db, const char *problem_id,
                      const char *language, struct err *err);

/* ---- Runs ---- */

/* The state of one thread. */
struct problem_runner {
    struct executor *executor;
    const struct problem_tests *tests;
    const struct language *language;
    int64_t n_units;         /* that the runs on other inputs have cost, so far */
    uint64_t loaded;         /* jurors: a bit for each number of a program */
    struct lexical *lexical; /* of the language */
    struct program tokens;   /* of the program that was read last */
    struct str scratch;
};

/* All arguments are borrowed. The tests have a time limit. */
void problem_runner_init(struct problem_runner *out, struct executor *executor,
                         const struct problem_tests *tests, const struct language *language);
void problem_runner_release(struct problem_runner *runner);
SCOPED_VALUE(problem_runner, problem_runner_release)

/* Runs a loaded program on a test. The outcome is WRONG if it ends well with another output, and
 * NEAR_LIMIT if it ends with this output in the band around the problem's time limit: between half
 * of it and twice as much. */
int problem_runner_test(struct problem_runner *runner, unsigned number,
                        const struct test_case *test, struct execution_mode mode,
                        struct execution *out, struct err *err);

/* Does the same in a warm process, if the runtime has one, because that is faster. What fails
 * there, other than by not ending, runs again in a fresh process, and only that counts. */
int problem_runner_test_fast(struct problem_runner *runner, unsigned number,
                             const struct test_case *test, struct execution *out, struct err *err);

/* Runs a loaded program on any input, with limits that are the same on all machines; PASS says
 * only that it ended well. A run in a fresh process may take twice as long. A run costs a unit, or
 * 2 if it takes more than 0.04 seconds of processor time, or 16 if it is slow. */
int problem_runner_input(struct problem_runner *runner, unsigned number, const struct str *input,
                         struct execution_mode mode, struct execution *out, struct err *err);

/* Whether a run is slow: it took more than 0.35 seconds, so that on another input the program may
 * not end in time. */
bool problem_runner_is_slow(const struct execution *execution);

/* Whether a program ended well, with an output that is at least as much the same as this. */
bool problem_runner_agrees(const struct problem_runner *runner, const struct str *expected,
                           enum sameness least, const struct execution *execution);

/* Cuts a program into tokens, and returns the digest of all of them: that of two programs is the
 * same if they differ only in layout without meaning. Programs without tokens have one digest. */
struct digest problem_runner_read(struct problem_runner *runner, const struct executable *program);

#endif
