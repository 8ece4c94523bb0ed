/* The names of the files in a published folder. A folder with other files was not published. */
#ifndef PUBLISH_CONTENTS_H
#define PUBLISH_CONTENTS_H

#include "base/target.h"

/* The names of its files, and of the folder of its data. */
extern const char contents_card[], contents_citation[], contents_manifest[], contents_croissant[],
    contents_sums[], contents_data[];

/* The rules for overwriting a folder. A folder with other names ("notes.txt", "data/notes.txt") or
 * without a manifest of tokfix was not published. A data file is any
 * `SPLIT-NNNNN-of-NNNNN.jsonl.gz` or `.parquet` in data/, or in the folder of a language, of a
 * split set, or of a language in that. A killed run leaves names that end in `.partial`. */
extern const struct folder_rules contents_rules;

#endif
