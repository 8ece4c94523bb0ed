/* How far long work is: told by whoever does it, shown by whoever started it. */
#ifndef BASE_METER_H
#define BASE_METER_H

#include <stdint.h>

struct meter_step {
    const char *label;    /* what is done: "mining"; NULL: whoever shows it knows */
    const char *unit;     /* what is counted: "submissions"; NULL: the same */
    uint64_t done, total; /* work, in any measure of cost; total 0: not known */
    uint64_t count;       /* so many units */
};

/* Who is told of it; nobody where it is zero, or the pointer to it is NULL. */
struct meter {
    /* Called often, in the thread that started the work. */
    void (*show)(void *context, const struct meter_step *step);
    void *context;
};

static inline void meter_show(const struct meter *meter, struct meter_step step)
{
    if (meter && meter->show)
        meter->show(meter->context, &step);
}

/* So many of `total` (0: not known) are done, which is what is counted. */
static inline void meter_count(const struct meter *meter, uint64_t done, uint64_t total)
{
    meter_show(meter, (struct meter_step){.done = done, .total = total, .count = done});
}

#endif
