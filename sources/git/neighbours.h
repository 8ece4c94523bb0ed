/* The language of files whose extension says only that it is one of several, as `.h` does. */
#ifndef GIT_NEIGHBOURS_H
#define GIT_NEIGHBOURS_H

#include "languages/language.h"
#include "sources/git/repository.h"

/* The files of the commit HEAD, counted by folder and language. Opaque. */
struct neighbours;

/* Counts the first 2^20 files of HEAD; none if HEAD names no commit, or one that git cannot read.
 * Returns NULL if git cannot be run. */
struct neighbours *neighbours_read(struct repository *repository, struct err *err);
void neighbours_free(struct neighbours *neighbours);
SCOPED_POINTER(neighbours, neighbours_free)

/* Returns the one of these languages, a set, that most of the other files have: those in the folder
 * of the path, or else those below it, or else those below the folder around it, and so on to the
 * whole repository. Of two with equally many, the first in the list of languages; without any such
 * file, the last one. */
const struct language *neighbours_language(const struct neighbours *neighbours, unsigned set,
                                           const char *path);

#endif
