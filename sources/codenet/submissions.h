/* The submissions of one problem, from the metadata. */
#ifndef CODENET_SUBMISSIONS_H
#define CODENET_SUBMISSIONS_H

#include "sources/codenet/folder.h"
#include "languages/language.h"
#include "miner/pair_source.h"

/* Reads the problem's metadata file into an empty content: each submission in a language of the set
 * once, sorted by history. Of several rows with one id, the first in these languages counts. Adds
 * an error for each row that cannot be used, or for the file if it cannot be read. */
void submissions_read(struct unit_content *out, const struct folder *metadata,
                      const struct unit *problem, unsigned language_set);

#endif
