/* The tests of a problem, as the program that is tested and the checker want them. */
#ifndef VERIFY_PROBLEM_TESTS_H
#define VERIFY_PROBLEM_TESTS_H

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"
#include "db/db.h"
#include "verify/checker.h"

#include <stdbool.h>

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

/* Whether a number is a time limit: from MIN_LIMIT_SECONDS to MAX_LIMIT_SECONDS. */
bool is_time_limit(double seconds);

/* Reads the given tests and those that were found, with the time limit and the tolerance that
 * `verify` used, into `out`, which is zeroed. Tests are left out if their input or output was not
 * stored (schema.sql: tests). Fails if no fix of the problem in this language was executed. Release
 * `out` with problem_tests_release(), also after a failure. */
int stored_tests_read(struct problem_tests *out, struct db *db, const char *problem_id,
                      const char *language, struct err *err);

#endif
