/* The changed lines of a patch, for the tests of kinds of sweeps. */
#ifndef GIT_SWEEP_CHANGES_H
#define GIT_SWEEP_CHANGES_H

#include "sources/git/sweeps.h"

#include <ctype.h>

struct change {
    const struct patch_file *file;
    const struct patch_line *line[N_PATCH_SIDES]; /* NULL: only the other side has a line */
};

/* Takes each change. In a run of removed and added lines, the first removed line belongs to the
 * first added one, and so on. Lines without another one come with NULL. */
void sweep_visit_changes(const struct patch *patch, void *context,
                         void (*take)(void *context, const struct change *change));

static inline bool sweep_is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

/* Returns whether in most changed lines all that changes is replaced in many places. */
bool sweep_shows_rename(const struct patch *patch, unsigned signs);

#endif
