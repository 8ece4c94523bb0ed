/* A fuzz target is a function that gets any bytes, and ends the program if a property of the tested
 * code does not hold for them. libFuzzer calls it, and a suite of the tests replays its corpus. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include "tests/support/test.h"

/* fuzz_NAME.c contains FUZZ_TARGET(NAME) { ... }, a function of `const uint8_t *bytes, size_t
 * length`. The bytes are valid during the call and are not zero-terminated. It returns 0. */
#ifdef FUZZING
#define FUZZ_TARGET(name)                                            \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length); \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
#else
#define FUZZ_TARGET(name)                                                           \
    static int fuzz_##name(const uint8_t *bytes, size_t length);                    \
    static void replay(__attribute__((unused)) void **unused)                       \
    {                                                                               \
        target_replay(#name, fuzz_##name);                                          \
    }                                                                               \
    SUITE_ENTRY(replayed, #name "__corpus_breaks_no_property", replay, NULL, NULL); \
    static int fuzz_##name(const uint8_t *bytes, size_t length)
#endif

/* Calls the function with each input of tests/fuzz/corpus/NAME.txt. */
void target_replay(const char *name, int (*target)(const uint8_t *bytes, size_t length));

/* Ends the program with a message, formatted as by printf, unless the condition holds. */
#define REQUIRE(condition, ...)                           \
    do {                                                  \
        if (!(condition))                                 \
            target_fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/* Writes a file in memory, 0 or 1, and returns its path. What was in it is lost. */
const char *target_file(int number, const char *bytes, size_t length);

/* Cuts an input into two texts. `$a$b$` in it marks a difference: the first text has `a` there, the
 * second has `b`. Both have everything outside the marks. The end of the input closes a mark. */
void target_pair(struct str *first, struct str *second, const char *bytes, size_t length);

bool is_same_text(const struct str *a, const struct str *b);

/* Keeps freed memory in the program. Getting it from the system for each input costs more than
 * everything else. */
void target_keep_memory(void);

_Noreturn void target_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
