/* Git histories as a source of pairs. Its units are repositories. A pair is a file before and after
 * a commit with one parent that modifies it. */
#ifndef MINER_GIT_GIT_SOURCE_H
#define MINER_GIT_GIT_SOURCE_H

#include "miner/pair_source.h"
#include "miner/git/commits.h"

/* The path is that of a repository, a folder of repositories, or a list (repository_list.h). The
 * own options are struct git_options. The meter shows the list being read. Opening fails
 * if none of the repositories can be opened. The version of a pair after its commit is called
 * COMMIT-NUMBER, by struct commit.name and struct changed_file.number; that before it, the same
 * after FIX_BEFORE. */
extern const struct source_kind git_kind;

/* The options that only this source has. */
struct git_options {
    bool is_chosen;                /* no other option makes a dataset one of repositories */
    struct commit_options commits; /* except the languages */
};

#endif
