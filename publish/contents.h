/* What a published folder holds, by name: what else there is was not published. */
#ifndef PUBLISH_CONTENTS_H
#define PUBLISH_CONTENTS_H

#include "base/target.h"

/* The names of its files, and of the folder of its data. */
extern const char contents_card[], contents_citation[], contents_manifest[], contents_croissant[],
    contents_data[];

/* A folder with other names was not published ("notes.txt", "data/notes.txt"), nor one without a
 * manifest of tokfix. A data file is any `SPLIT-NNNNN-of-NNNNN.jsonl.gz` or `.parquet`; a
 * killed run leaves names that end in `.partial`. */
extern const struct folder_rules contents_rules;

#endif
