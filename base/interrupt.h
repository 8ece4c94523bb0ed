/* Being asked to stop, or to say how far one is, by signals.
 *
 * SIGINT (Ctrl-C) and SIGTERM end a command that makes something at once: what it has written so
 * far is removed, a line says that nothing was made, and the process ends as these signals end it
 * (a shell gives 130 or 143 as its exit status).
 *
 * A long run that can be resumed listens instead: the signals ask it to stop, and it checks now and
 * then whether they did. A second signal ends the process at once, unless it is an echo of the
 * first: a second SIGTERM, because Slurm sends two when it preempts a job or its time is over (one
 * itself, one through srun); or a SIGINT within a fifth of a second of the first, because
 * timeout(1) signals both the process and its group. SIGUSR1 asks for a line of progress.
 *
 * All signals are dealt with in the main thread; threads (base/thread.h) do not get them. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include "base/scoped.h"

#include <signal.h>
#include <stdbool.h>

/* From now on the signals end the process so, with the line `tokfix COMMAND: stopped by SIGINT;
 * OUTCOME` on standard error. Both texts must live on. */
void interrupt_guard(const char *command, const char *outcome);

/* What the line says from now on; NULL: there is none, for something was made. */
void interrupt_outcome(const char *outcome);

/* A file or folder that is being written: it is removed, with all that is in it, when a signal ends
 * the process; a folder in which other partial files will be, only when it is empty. Called by
 * the main thread, which owns the result until it is dropped or placed. */
struct interrupt_partial; /* opaque */
struct interrupt_partial *interrupt_add_partial(const char *path, bool is_folder_of_others);

/* It is removed. May be NULL. */
void interrupt_drop_partial(struct interrupt_partial *partial);

/* It is in its place. With the last one of all, something was made (interrupt_outcome()). */
void interrupt_place_partial(struct interrupt_partial *partial);

/* The thread gets no signals until the end of the block, or interrupt_let(): what is made until
 * then is made as a whole. May be nested: scoped(interrupt_hold) hold = interrupt_hold(); */
struct __attribute__((unused)) interrupt_hold { /* a variable is only there to be released */
    sigset_t before;
};
struct interrupt_hold interrupt_hold(void);
void interrupt_let(const struct interrupt_hold *hold);
SCOPED_VALUE(interrupt_hold, interrupt_let)

/* From now on the signals ask to stop. */
void interrupt_listen(void);

/* From now on they end the process again. */
void interrupt_forget(void);

/* The signal that asked to stop; 0: none did. */
int interrupt_signal(void);

/* A descriptor to poll(): readable once a signal has asked to stop. -1 if nothing listens. */
int interrupt_descriptor(void);

/* Whether a line was asked for since this was called last. */
bool interrupt_wants_line(void);

#endif
