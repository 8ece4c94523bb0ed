/* The whole numbers that a program names. Bugs are often where a value reaches one of them. */
#ifndef VERIFY_PROGRAM_NUMBERS_H
#define VERIFY_PROGRAM_NUMBERS_H

#include "base/array.h"
#include "tokenize/program.h"

struct number_list {
    int64_t *items;
    size_t n, capacity;
};

/* Adds the whole numbers of a program that is cut into tokens, and the values of powers such as
 * 2**31, 10**9 and 1<<30, in the order of the program. */
void program_add_numbers(struct number_list *out, const struct program *program);

#endif
