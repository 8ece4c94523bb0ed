/* What a published folder holds, by name: what else there is was not published. */
#ifndef PUBLISH_CONTENTS_H
#define PUBLISH_CONTENTS_H

#include "base/err.h"

#include <stddef.h>

/* The names of its files, and of the folder of its data. */
extern const char contents_card[], contents_citation[], contents_manifest[], contents_croissant[],
    contents_data[];

/* Looks through a folder. `n` is the number of names in it; `foreign` takes one that a published
 * folder does not have ("notes.txt", "data/notes.txt"), the first by name, to be released with
 * free(); NULL: there is none. A data file is any `SPLIT-NNNNN-of-NNNNN.jsonl.gz` or `.parquet`; a `.partial`
 * behind a name is what a killed run leaves. */
int contents_list(const char *path, char **foreign, size_t *n, struct err *err);

/* Removes all files that a published folder has, and its data/, but not the folder itself. */
int contents_remove(const char *path);

#endif
