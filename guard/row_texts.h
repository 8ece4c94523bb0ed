/* The texts of a row of training data, in all their readings.
 *
 * All texts are searched, at any depth, whatever their keys: as they are, cut at special tokens and
 * fences, filled in the middle, with their escapes read (a program as one line), as both sides of a
 * diff, without <BUG> alone on a line, and joined with the other texts of their list. */
#ifndef GUARD_ROW_TEXTS_H
#define GUARD_ROW_TEXTS_H

#include "base/json.h"
#include "guard/held_out.h"

/* The search in one row after another; one per thread. */
struct row_search {
    const struct held_out *held_out; /* borrowed */
    struct held_out_search *search;
    struct loose_text text;
    struct held_out_matches matches; /* in the row; the caller clears them */
    uint64_t n_texts, n_code_texts;  /* so far: without the readings that are made of them */
    bool is_cut_short;               /* a text took too long; the caller resets it */
};

void row_search_init(struct row_search *row, const struct held_out *held_out);
void row_search_release(struct row_search *row);

/* Adds the matches in all texts of a value. */
void row_search_value(struct row_search *row, const struct json *value);

/* Adds the matches in one text, which a zero byte follows. */
void row_search_text(struct row_search *row, const char *text, size_t length);

#endif
