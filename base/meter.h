/* The progress of long work. The function that does the work reports it; the caller shows it. */
#ifndef BASE_METER_H
#define BASE_METER_H

#include <stdint.h>

struct meter_step {
    const char *label;    /* the current work: "mining"; NULL: the caller of the work knows */
    const char *unit;     /* the unit of `count`: "submissions"; NULL: the same */
    uint64_t done, total; /* work, in any measure of cost; total 0: unknown */
    uint64_t count;       /* number of units done */
};

/* Receives the progress. If it is zero, or the pointer to it is NULL, nothing is reported. */
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

/* Reports that `done` of `total` units are done (`total` 0: unknown), with `done` as the count. */
static inline void meter_count(const struct meter *meter, uint64_t done, uint64_t total)
{
    meter_show(meter, (struct meter_step){.done = done, .total = total, .count = done});
}

#endif
