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
            if (pipeline->consume && pipeline->consume(pipeline->context, item, err) != 0)
                status = ERR;
        }
        if (pipeline->release)
            pipeline->release(item);
        free(item);
    }
    pipeline->worker_free(worker);
    return status;
}

int pipeline_cpu_count(void)
{
    return 1;
}
