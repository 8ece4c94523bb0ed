/* A pager between the output and a reader at a terminal, as in git and man. */
#ifndef BASE_PAGER_H
#define BASE_PAGER_H

#include "base/scoped.h"

#include <stdio.h>

struct pager; /* opaque */

/* Returns the shell command that pages the output to `file`: TOKFIX_PAGER, else PAGER, else `less`.
 * Returns NULL when nothing is to be paged: the file is not a terminal, TERM is unset or "dumb", or
 * the command is empty or `cat`. The environment owns the text. */
const char *pager_command(FILE *file);

/* Starts a pager that writes to `terminal`. Write the text for it to pager_stream(). Returns NULL
 * when no process can be started; then write to the terminal itself.
 *
 * Sets LESS=FRX and LESSCHARSET=utf-8 for the pager unless the user has set these variables (or
 * LESSCHARDEF). `less` then passes on colours, exits when the text fits on one screen, and reads
 * UTF-8. If the shell cannot run the command, the text goes to the terminal, and none of it is
 * lost.
 *
 * Until pager_close() this process ignores SIGPIPE and interrupts from the keyboard, which are
 * meant for the pager. Only one pager can be open. */
struct pager *pager_open(const char *command, FILE *terminal);

/* Returns the stream that the pager reads. When the reader has left the pager, writing to it fails
 * (ferror()). That is not an error; there is just nothing more to write. */
FILE *pager_stream(const struct pager *pager);

/* Ends the text, waits until the reader is done, and releases the pager. `pager` may be NULL. */
void pager_close(struct pager *pager);
SCOPED_POINTER(pager, pager_close)

#endif
