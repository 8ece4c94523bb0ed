/* Finds leaks by the definitions alone, slowly: without hashes, anchors and indices. */
#ifndef TESTS_SUPPORT_NAIVE_LEAKS_H
#define TESTS_SUPPORT_NAIVE_LEAKS_H

#include "guard/leak.h"

/* A program as numbers; equal texts have equal numbers. */
struct naive_program {
    ARRAY(uint32_t) tokens; /* without layout */
    ARRAY(bool) is_name;    /* by token */
    ARRAY(uint32_t) lines;  /* by token */
    ARRAY(uint32_t) sorted; /* the tokens, sorted */
};

/* Reads a program, which must parse. Release with naive_program_release(). */
void naive_program_read(struct naive_program *out, const char *code);
void naive_program_release(struct naive_program *program);

struct naive_hit {
    bool is_found;
    enum leak_match match;
    enum leak_relation relation;
    double similarity;
    uint32_t line;
};

/* Returns how strongly a program of a benchmark matches another program. */
struct naive_hit naive_find(const struct naive_program *needle, const struct naive_program *program,
                            const struct match_options *options);

struct naive_item {
    struct naive_program sides[2]; /* buggy, fixed */
};

/* Finds the leaks of an item in a pair of programs, in the order of their kinds. Returns their
 * number. `out` has room for all kinds. */
size_t naive_leaks(struct leak *out, const struct naive_item *item,
                   const struct naive_program *buggy, const struct naive_program *fixed,
                   const struct match_options *options);

#endif
