/* Makes folders of rewritten programs from a folder of programs. */
#ifndef AUGMENT_REWRITE_TREE_H
#define AUGMENT_REWRITE_TREE_H

#include "augment/rewrite_store.h"
#include "base/target.h"

/* Rewrites the programs of the language (files with its extension) in `tree` and below it. Writes a
 * folder for each kind (`rename`) to `out`. It contains the programs that have a rewrite, with
 * their paths in `tree`. If several rewrites of a program are wanted, there are also `rename2`,
 * `rename3` and so forth. Files outside `tree` are never read: symbolic links are skipped, and
 * files with unsafe names are counted as unreadable. */
int rewrite_tree(const struct target *out, const char *tree, const struct rewrite_run *run,
                 struct rewrite_counts *counts, struct err *err);

/* The rules for such a folder. It is never replaced. */
extern const struct folder_rules rewrite_tree_rules;

#endif
