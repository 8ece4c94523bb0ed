/* Folders of rewritten programs, made of a folder of programs. */
#ifndef AUGMENT_REWRITE_TREE_H
#define AUGMENT_REWRITE_TREE_H

#include "augment/rewrite_store.h"
#include "base/target.h"

/* Rewrites the programs of the language (files with its extension) at and below `tree`. What is
 * written to `out` is a folder for each kind (`rename`), with the paths as in `tree`, for the
 * programs that have a rewrite; where more than one is wanted of a program, also `rename2`, and so
 * on. Nothing outside of `tree` is read: symbolic links are passed over, and files whose names are
 * no safe ones counted as unreadable. */
int rewrite_tree(const struct target *out, const char *tree, const struct rewrite_run *run,
                 struct rewrite_counts *counts, struct err *err);

/* Of such a folder, which is never replaced. */
extern const struct folder_rules rewrite_tree_rules;

#endif
