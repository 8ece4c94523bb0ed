/* A pager between the output and a reader at a terminal, as git and man have it. */
#ifndef BASE_PAGER_H
#define BASE_PAGER_H

#include "base/scoped.h"

#include <stdio.h>

struct pager; /* opaque */

/* The command line of a shell that pages what is written to `file`: TOKFIX_PAGER, or else PAGER, or
 * else `less`. NULL where nothing is to be paged: the file is no terminal, TERM is unset or "dumb",
 * or the command is empty or `cat`. The text belongs to the environment. */
const char *pager_command(FILE *file);

/* Starts a pager that writes to `terminal`, and returns it; what it is to show is written to
 * pager_stream(). NULL when no process can be started: write to the terminal itself then.
 *
 * The environment tells `less`, unless it has words of its own, to pass colours on, to leave when
 * all fits on one screen, and that the text is UTF-8 (LESS=FRX, LESSCHARSET=utf-8). A command that
 * the shell cannot run is replaced by the terminal: nothing of the text is lost.
 *
 * Until pager_close() this process ignores interrupts from the keyboard, which are for the pager,
 * and SIGPIPE. One pager at a time. */
struct pager *pager_open(const char *command, FILE *terminal);

/* The stream that the pager reads. When the reader has left the pager it fails, as ferror() tells:
 * then there is nothing more to write, and nothing is wrong. */
FILE *pager_stream(const struct pager *pager);

/* Ends the text, waits until the reader is done, and releases the pager. NULL is ignored. */
void pager_close(struct pager *pager);
SCOPED_POINTER(pager, pager_close)

#endif
