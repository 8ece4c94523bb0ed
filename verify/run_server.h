/* A started program that makes many runs, one after the other, because a start takes longer than a
 * run: a virtual machine (languages/runs/). The program is in the same process as the server, so a
 * hostile one can answer for it; what it answers counts no more than its output. */
#ifndef VERIFY_RUN_SERVER_H
#define VERIFY_RUN_SERVER_H

#include "sandbox/sandbox.h"

struct run_server; /* opaque */

/* Starts a server: `start` is its command. Returns ERR if the sandbox has failed. */
int run_server_open(struct run_server **out, struct sandbox *sandbox,
                    const struct sandbox_run *start, struct err *err);

/* Ends it. The sandbox must still be open, or `is_lost`. NULL is ignored. */
void run_server_close(struct run_server *server, bool is_lost);

/* Makes a run. Of `run`, the input, the processor time, the wall clock time and the most output are
 * used. The result is valid until the next run or the end of the server. Its processor time is that
 * of the clock on the wall, which is more, if that is below 30 milliseconds. Returns false if the
 * server does not answer as it should, or if a signal asks to stop. */
bool run_server_run(struct run_server *server, const struct sandbox_run *run,
                    struct sandbox_result *result);

/* Whether it can make no more runs: one has failed, did not end, or printed too much. */
bool run_server_is_over(const struct run_server *server);

#endif
