/* Makes inputs for the programs of a problem from the problem's sample inputs.
 *
 * A model knows what all samples of a problem have in common: their shape, and what holds of their
 * numbers, lists, words, rows and edges in every sample (after Ernst et al., "Dynamically
 * discovering likely program invariants to support program evolution", 2001). An input is a sample
 * that was changed in a few places and in which all of this still holds. Nobody states the
 * constraints of a problem here, so an input may break one that no sample shows. */
#ifndef VERIFY_INPUTS_INPUT_MODEL_H
#define VERIFY_INPUTS_INPUT_MODEL_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far inputs may go beyond the samples. */
enum input_strictness {
    INPUTS_STRICT, /* numbers and sizes as in the samples; all that held in them */
    INPUTS_MEDIUM, /* smaller sizes; what held more than once */
    INPUTS_LOOSE   /* larger numbers and sizes, too; what held often */
};

/* Returns "strict", "medium" or "loose". */
const char *input_strictness_name(enum input_strictness strictness);

struct input_text {
    const char *text; /* any bytes */
    size_t length;
};

struct input_model; /* opaque */

/* Infers the model of a problem. Samples that are not text or are larger than 64 kB or 6000 fields
 * are left out, as are those after the eighth. The model keeps its own copy of the samples. */
struct input_model *input_model_new(const struct input_text *samples, size_t n,
                                    enum input_strictness strictness);
void input_model_free(struct input_model *model);
SCOPED_POINTER(input_model, input_model_free)

/* Adds numbers that the problem's programs name, such as 349 or 2**31: their comparisons change
 * there. Inputs will have some of these numbers, or one more or less, where the model allows them.
 * At most 64 are kept. */
void input_model_hint(struct input_model *model, const int64_t *numbers, size_t n);

/* Replaces `out` with input `number` of the seed. It depends only on the samples, the strictness,
 * the hints, the seed and the number. The first inputs differ little from a sample, later ones
 * more. It is never one of the samples, but two numbers may give the same input. Returns false, and
 * clears `out`, if none was found; then another number may still have one. */
bool input_model_make(const struct input_model *model, uint64_t seed, uint32_t number,
                      struct str *out);

#endif
