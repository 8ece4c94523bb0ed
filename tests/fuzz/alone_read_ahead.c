/* A read_ahead that reads nothing ahead: the block is filled when it is asked for. */
#include "base/read_ahead.h"

#include "base/mem.h"

#include <stdlib.h>

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
