/* Files that a commit renames and in which it changes one token. */
#ifndef GIT_RENAMES_H
#define GIT_RENAMES_H

#include "sources/git/commits.h"

/* A file that a commit adds or deletes. */
struct lone_file {
    uint32_t commit, number; /* as of struct changed_file */
    const struct language *language;
    const char *path, *blob;
    bool is_added;
};
struct lone_files {
    ARRAY(struct lone_file) list; /* those of a commit are adjacent */
};

/* Adds a changed file for each added file of a commit that differs from a deleted one, in the same
 * language, in one token. The two are then one file that the commit changes. Of several deleted
 * files, one with the same name is taken, or else the first; each is taken once. Not looked at are
 * files that the commit only moves, those of less than 64 bytes or more than 1 MiB, those whose
 * sizes differ much, and, in a commit with very many such files, the last of them. Fails only if
 * git cannot be run. */
int renames_find(struct commits *commits, const struct lone_files *files, size_t max_files,
                 struct repository *repository, struct err *err);

#endif
