/* libFuzzer's programs are tokfix without its threads, and without some work of the system: what
 * most of the time of an input would go to. */
#include "base/mem.h"
#include "base/pipeline.h"
#include "base/thread.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- The system ---- */

/* Blocks of a megabyte and more are not cleared: there are buffers only of that size. */
void *__wrap_calloc(size_t n, size_t size);
void *__real_calloc(size_t n, size_t size);

void *__wrap_calloc(size_t n, size_t size)
{
    enum { LARGE = 1 << 20 };
    return size == 1 && n >= LARGE ? malloc(n) : __real_calloc(n, size);
}

/* Files without a name are one file in memory, which each who opens one writes anew: what was in it
 * stays, and is not read. */
int __wrap_open(const char *path, int flags, ...);
int __real_open(const char *path, int flags, ...);

int __wrap_open(const char *path, int flags, ...)
{
    static int temporary = -1;
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if ((flags & O_TMPFILE) != O_TMPFILE)
        return __real_open(path, flags, mode);
    if (temporary < 0)
        temporary = memfd_create("temporary", MFD_CLOEXEC);
    if (lseek(temporary, 0, SEEK_SET) != 0)
        return -1;
    return dup(temporary);
}

/* ---- base/pipeline.h: one item after the other, in the thread that calls ---- */

int pipeline_run(const struct pipeline *pipeline, struct err *err)
{
    void *worker = pipeline->worker_new(pipeline->context);
    int status = 1;
    while (status == 1) {
        void *item = mem_alloc(1, pipeline->item_size);
        status = pipeline->produce(pipeline->context, item, err);
        if (status == 1) {
            pipeline->work(pipeline->context, worker, item);
            if (pipeline->consume(pipeline->context, item, err) != 0)
                status = ERR;
        }
        if (pipeline->release)
            pipeline->release(item);
        free(item);
    }
    pipeline->worker_free(worker);
    return status;
}

int parallel_for(const struct parallel_loop *loop, size_t n, struct err *err)
{
    void *worker = loop->worker_new ? loop->worker_new(loop->context) : NULL;
    (void)err;
    for (size_t i = 0; i < n; i++)
        loop->work(loop->context, worker, i);
    if (loop->worker_free)
        loop->worker_free(worker);
    return 0;
}

int pipeline_cpu_count(void)
{
    return 1;
}

/* ---- base/thread.h: a thread runs when it is started, to its end ---- */

/* For code that waits for no other thread. Nothing is read ahead: the block is filled when it is
 * asked for. */
void monitor_init(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_release(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_enter(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_leave(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_wait(struct monitor *monitor)
{
    (void)monitor;
    abort(); /* no other thread can end the wait */
}

void monitor_wait_briefly(struct monitor *monitor)
{
    monitor_wait(monitor);
}

void monitor_call(struct monitor *monitor)
{
    (void)monitor;
}

int thread_start(struct thread *thread, void *(*run)(void *argument), void *argument,
                 struct err *err)
{
    (void)thread;
    (void)err;
    run(argument);
    return 0;
}

void thread_join(struct thread *thread)
{
    (void)thread;
}

static char block[1 << 18];

struct read_ahead {
    ptrdiff_t (*fill)(void *context, char *block, size_t capacity, struct err *err);
    void *context;
    ptrdiff_t length; /* of the last block */
    struct err err;   /* when that is an error */
};

int read_ahead_start(struct read_ahead **out,
                     ptrdiff_t (*fill)(void *context, char *block, size_t capacity,
                                       struct err *err),
                     void *context, struct err *err)
{
    (void)err;
    struct read_ahead *ahead = mem_alloc(1, sizeof *ahead);
    ahead->fill = fill;
    ahead->context = context;
    ahead->length = 1;
    *out = ahead;
    return 0;
}

ptrdiff_t read_ahead_next(struct read_ahead *ahead, const char **bytes, struct err *err)
{
    if (ahead->length > 0)
        ahead->length = ahead->fill(ahead->context, block, sizeof block, &ahead->err);
    if (ahead->length < 0)
        *err = ahead->err;
    *bytes = block;
    return ahead->length;
}

void read_ahead_stop(struct read_ahead *ahead)
{
    free(ahead);
}
