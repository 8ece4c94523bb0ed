/* Functions that must end the program for lack of memory. */
#ifndef TESTS_SUPPORT_EXHAUSTED_H
#define TESTS_SUPPORT_EXHAUSTED_H

/* Runs `act` in a child process; fails the test unless it ends there as base/mem.h promises: with
 * exit status 1 and a message. `name` is for the failure. */
void assert_exhausts_memory(void (*act)(void), const char *name);

#endif
