/* The names of the files in a published folder. A folder with other files was not published. */
#ifndef EXPORT_PUBLISH_CONTENTS_H
#define EXPORT_PUBLISH_CONTENTS_H

#include "base/target.h"

/* README.md, CITATION.cff, croissant.json and SHA256SUMS, which are written in this order; then
 * NULL. */
extern const char *const contents_documents[];

/* The rules for overwriting a folder. A folder with other names ("notes.txt", "data/notes.txt") or
 * without SHA256SUMS was not published. A data file is any `SPLIT-NNNNN-of-NNNNN.jsonl.gz` or
 * `.parquet` in data/, or in the folder of a language, of a split set, or of a language in that. A
 * killed run leaves names that end in `.partial`. */
extern const struct folder_rules contents_rules;

#endif
