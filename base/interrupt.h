/* Signals that stop the process, or ask for its progress.
 *
 * By default SIGINT (Ctrl-C) and SIGTERM end a command at once. The partial output is removed, a
 * line says that nothing was made, and the process is ended by the signal (a shell reports exit
 * status 130 or 143).
 *
 * A long run that can be resumed listens instead. The signals then ask it to stop, and it checks
 * from time to time whether they did. A second signal ends the process at once, unless it is an
 * echo of the first. A second SIGTERM is an echo, because Slurm sends two when it preempts a job or
 * the job's time is over: one itself, one through srun. A SIGINT within a fifth of a second of the
 * first is an echo, because timeout(1) signals both the process and its group. SIGUSR1 asks for a
 * line of progress.
 *
 * The main thread handles all signals. Other threads (base/thread.h) do not get them. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include "base/mem.h"

#include <signal.h>
#include <stdbool.h>

/* From now on the signals end the process as described above, with the line `tokfix COMMAND:
 * stopped by SIGINT; OUTCOME` on standard error. The caller keeps both texts valid. */
void interrupt_guard(const char *command, const char *outcome);

/* Changes the outcome in that line. NULL: the line is not printed, because something was made. */
void interrupt_outcome(const char *outcome);

/* Registers a file or folder that is being written. When a signal ends the process, it is removed
 * with its content. A folder for other partial files is removed only if it is empty. Called by the
 * main thread, which owns the result until it is dropped or placed. */
struct interrupt_partial; /* opaque */
struct interrupt_partial *interrupt_add_partial(const char *path, bool is_folder_of_others);

/* Ends the registration: the file or folder is no longer removed on a signal. `partial` may be
 * NULL. */
void interrupt_drop_partial(struct interrupt_partial *partial);

/* The same, when the file is in its final place. When no other partial file is registered,
 * something was made (interrupt_outcome()). */
void interrupt_place_partial(struct interrupt_partial *partial);

/* The thread gets no signals until the end of the block, or interrupt_let(), so that the actions in
 * between happen together. May be nested: scoped(interrupt_hold) hold = interrupt_hold(); */
struct __attribute__((unused)) interrupt_hold { /* the variable exists only to be released */
    sigset_t before;
};
struct interrupt_hold interrupt_hold(void);
void interrupt_let(const struct interrupt_hold *hold);
SCOPED_VALUE(interrupt_hold, interrupt_let)

/* From now on the signals ask to stop. */
void interrupt_listen(void);

/* Returns the signal that asked to stop; 0 if none did. */
int interrupt_signal(void);

/* Whether a signal asked to stop two seconds ago. Until then, work that is soon done is finished;
 * from then on, work at hand is dropped, and its result must not be used. Stays true. */
bool interrupt_is_overdue(void);

/* Returns a descriptor for poll() that is readable once a signal has asked to stop; -1 if the
 * process does not listen. */
int interrupt_descriptor(void);

/* Whether a line of progress was requested since the last call. */
bool interrupt_wants_line(void);

/* ---- Removing ---- */

/* Removes a file, or a folder with everything in it. Removes a link itself, not the target of the
 * link. What cannot be removed stays. Returns 0, or ERR with errno when anything stays. Signal
 * handlers may call it. */
int remove_tree(const char *path);

/* The same, but the folder itself stays. */
int remove_content(const char *path);

#endif
