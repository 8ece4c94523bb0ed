/* The pipeline in the thread that calls it, an item after the other: for a fuzzer. */
#include "base/mem.h"
#include "base/pipeline.h"

#include <stdlib.h>

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
