/* A part of the problems, to be mined by itself.
 *
 * Of N shards, the one numbered I (from 1) has the problems for which the first eight hexadecimal digits
 * of SHA-256(problem_id), as a number, are I - 1 modulo N: that depends on nothing but the id. */
#ifndef MINER_SHARD_H
#define MINER_SHARD_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_SHARDS = 4096 }; /* more than CodeNet has problems */

struct shard {
    int64_t number, n_shards; /* 1 of 1: everything */
};

/* Reads "I/N"; or "N", whose I is in the environment, where Slurm puts the number of a task of a job
 * array (SLURM_ARRAY_TASK_ID). */
int shard_read(struct shard *shard, const char *text, struct err *err);

/* The number of the shard of a problem, of `n_shards`. */
int64_t shard_number_of(const char *problem_id, int64_t n_shards);

/* Whether the shard has the problem. */
bool shard_has(const struct shard *shard, const char *problem_id);

#endif
