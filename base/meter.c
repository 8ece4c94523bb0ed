/* See meter.h. */
#include "base/meter.h"

void meter_show(const struct meter *meter, struct meter_step step)
{
    if (meter && meter->show)
        meter->show(meter->context, &step);
}

void meter_count(const struct meter *meter, uint64_t done, uint64_t total)
{
    meter_show(meter, (struct meter_step){.done = done, .total = total, .count = done});
}
