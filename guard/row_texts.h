/* The search in a row of training data.
 *
 * All texts are searched, at any depth, whatever their keys: as they are, cut at special tokens and
 * fences, filled in the middle, with their escapes read (a program as one line), as both sides of a
 * diff, and joined with the other texts of their list. */
#ifndef GUARD_ROW_TEXTS_H
#define GUARD_ROW_TEXTS_H

#include "base/json.h"
#include "guard/held_out.h"

/* What was found in a row. */
struct row_found {
    struct search_matches matches; /* all whole programs or, if there are none, the longest parts,
                                    * at most 32, none in another one */
    uint64_t n_texts;              /* without the readings that are made of them */
};

struct row_search; /* opaque; one per thread */
struct row_search *row_search_new(const struct held_out *held_out);
void row_search_free(struct row_search *row);

/* Searches a row: a value or, if that is NULL, a text, which a zero byte follows. The result is
 * valid until the next call. */
const struct row_found *row_search(struct row_search *row, const struct json *value,
                                   const char *text, size_t length);

#endif
