/* Being asked to stop, or to say how far one is, by signals.
 *
 * SIGINT (Ctrl-C) and SIGTERM ask a long run to stop where it can go on later; it looks now and
 * then whether it was asked. Who does not want to wait asks again: the second of the two signals
 * ends the process at once, with the exit status that a shell gives for it (130, 143). Only
 * SIGTERM after SIGTERM changes nothing: Slurm sends two when it preempts a job or its time is
 * over, one itself and one through srun. SIGUSR1 asks for a line on how far the run is. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

/* From now on these signals are heard. */
void interrupt_listen(void);

/* From now on they end the process at once, as they did before. */
void interrupt_forget(void);

/* The signal that asked to stop; 0: none did. */
int interrupt_signal(void);

/* A descriptor to poll(): readable from the moment on when a signal asked to stop. -1: there is none,
 * for nobody listens. */
int interrupt_descriptor(void);

/* Whether a line was asked for since this was called last. */
bool interrupt_wants_line(void);

#endif
