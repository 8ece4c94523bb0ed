/* The handlers only take a note, or leave. */
#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Read by all threads. Where they are free of locks, as on every machine that this runs on,
 * handlers may write them. */
static atomic_int stop_signal, wants_line;
static atomic_int descriptor = -1;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a handler writes them");

/* Ends the waiting of all who poll the descriptor, and of who will. */
static void wake(void)
{
    uint64_t one = 1;
    int code = errno;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR)
        ;
    errno = code;
}

/* Programs may well send SIGTERM twice without being in more of a hurry. */
static void ask_to_stop(int number)
{
    if (stop_signal && (number != SIGTERM || stop_signal != SIGTERM))
        _exit(128 + number);
    stop_signal = number;
    wake();
}

static void ask_for_line(int number)
{
    (void)number;
    wants_line = 1;
}

/* What a signal interrupts is begun again: nobody who reads or writes has to know of it. A
 * signal that whoever started the program had ignored (nohup) stays so. */
static void hear(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void interrupt_listen(void)
{
    if (descriptor < 0)
        descriptor = eventfd(0, EFD_CLOEXEC);
    hear(SIGINT, ask_to_stop);
    hear(SIGTERM, ask_to_stop);
    hear(SIGUSR1, ask_for_line);
}

static void let_go(int number, void (*handler)(int))
{
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == handler)
        signal(number, SIG_DFL);
}

void interrupt_forget(void)
{
    let_go(SIGINT, ask_to_stop);
    let_go(SIGTERM, ask_to_stop);
    let_go(SIGUSR1, ask_for_line);
}

int interrupt_signal(void)
{
    return stop_signal;
}

int interrupt_descriptor(void)
{
    return descriptor;
}

bool interrupt_wants_line(void)
{
    return atomic_exchange(&wants_line, 0) != 0;
}
