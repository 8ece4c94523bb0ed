/* The card of a data set, as Hugging Face reads it: the front matter of README.md. */
#ifndef VALIDATE_CARD_CHECK_H
#define VALIDATE_CARD_CHECK_H

#include "validate/published.h"

/* A file that a configuration names as part of a split. */
struct card_use {
    size_t config; /* number */
    const char *split, *name;
    const struct json *place; /* in the card */
};

struct card {
    ARRAY(const char *) configs; /* their names */
    ARRAY(struct card_use) uses;
};

/* Takes which files the card names, and finds those that are not there. Zero `card` before; release
 * with card_release(). */
void card_begin(struct card *card, struct published *published, struct validation *validation);
void card_release(struct card *card);

/* Takes the files of the card as those that are validated, where no manifest names any. */
void card_add_files(const struct card *card, struct published *published,
                    struct validation *validation);

/* Compares what the card says with the files: that every file in data/ is part of one split, the
 * features, and the numbers of rows and bytes. */
void card_check(const struct card *card, struct published *published,
                struct validation *validation);

#endif
