/* Git histories as a source of pairs. Its units are repositories. A pair is a file before and after
 * a commit with one parent that modifies it. */
#ifndef GIT_GIT_SOURCE_H
#define GIT_GIT_SOURCE_H

#include "base/meter.h"
#include "sources/git/commits.h"
#include "miner/pair_source.h"

extern const struct source_kind git_kind;

struct git_options {
    const char *path; /* of a repository, a folder of repositories, or a list (repository_list.h) */
    struct commit_options commits;
    size_t max_bytes; /* of a file */
    bool any_owner;
    struct meter meter; /* commits and pairs read so far */
};

/* Opens the repositories. Fails if none of them can be opened. Close with source_close(). The
 * versions of a pair are called COMMIT-NUMBER-before and COMMIT-NUMBER-after; NUMBER counts the
 * files of the commit from 1. */
int git_source_open(struct pair_source *out, const struct git_options *options, struct err *err);

#endif
