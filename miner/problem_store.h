/* A mined problem goes into the store. */
#ifndef MINER_PROBLEM_STORE_H
#define MINER_PROBLEM_STORE_H

#include "miner/problem_miner.h"

int problem_store(const struct problem_result *result, struct store *store, struct err *err);

/* Errors that were met while a problem was mined (NULL: none; they are of the dataset), in their order. */
int problem_store_errors(const struct input_errors *errors, const char *problem_id,
                         struct store *store, struct err *err);

#endif
