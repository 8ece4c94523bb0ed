/* A fuzz target: a function that is given any bytes, and ends the program when what it tests does not
 * hold for them. fuzz_<target>.c defines it; libFuzzer calls it, and so does replay.c. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* Always 0. The bytes are valid during the call and have no zero behind them. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Ends the program with a message, made as printf would, unless the condition holds. */
#define REQUIRE(condition, ...)                           \
    do {                                                  \
        if (!(condition))                                 \
            target_fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/* Lets the program keep memory that was freed: what the system gives for each input anew costs more
 * than the rest. */
void target_keep_memory(void);

_Noreturn void target_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
