/* Ten bins of equal width over the probabilities of the first predictions. */
#include "score/score.h"

#include <math.h>

enum { N_BINS = 10 };

struct bin {
    int64_t n, n_right;
    double sum; /* of the probabilities */
};

/* Bounds are the tenths as they are written: 0.3 is in the bin up to 0.3, though ten times it, or
 * three tenths of one, are rounded. */
static int bin_of(double probability)
{
    int bin = 0;
    while (bin + 1 < N_BINS && probability > (bin + 1) / (double)N_BINS)
        bin++;
    return bin;
}

static struct json *bin_row(const struct bin *bin, int number)
{
    struct json *row = json_object();
    json_set_double(row, "from", number / (double)N_BINS);
    json_set_double(row, "to", (number + 1) / (double)N_BINS);
    json_set_int(row, "n", bin->n);
    json_set(row, "accuracy", score_share(bin->n_right, bin->n));
    json_set_double(row, "probability", bin->n ? bin->sum / (double)bin->n : NAN);
    return row;
}

struct json *score_calibration(const struct gold *gold, const struct verdicts *verdicts)
{
    struct bin bins[N_BINS] = {{0}};
    struct json *object = json_object(), *rows = json_array();
    int64_t n = 0;
    double error = 0;
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict *verdict = &verdicts->items[i];
        if (isnan(verdict->probability))
            continue;
        struct bin *bin = &bins[bin_of(verdict->probability)];
        bin->n++;
        bin->n_right += verdict_is_right(&gold->items.items[i], verdict, 1);
        bin->sum += verdict->probability;
        n++;
    }
    for (int i = 0; i < N_BINS; i++) {
        error += fabs((double)bins[i].n_right - bins[i].sum);
        json_push(rows, bin_row(&bins[i], i));
    }
    json_set_int(object, "n", n);
    json_set_int(object, "without_probability", (int64_t)verdicts->n - n);
    json_set_double(object, "error", n ? error / (double)n : NAN);
    json_set(object, "bins", rows);
    return object;
}
