/* What is read of a repository, while its pairs are compared and its fixes stored. */
#ifndef MINER_GIT_GIT_READER_H
#define MINER_GIT_GIT_READER_H

#include "miner/pair_source.h"
#include "miner/git/blobs.h"
#include "miner/git/commits.h"
#include "miner/git/repository_list.h"

/* What is read of a repository. */
struct git_reader {
    const struct listed_repository *listed;
    struct repository repository;
    struct str url;         /* that of the list, or of the remote `origin` */
    struct commits commits; /* its files are sorted by language, path and commit */
    struct blobs blobs;
    const char **tags; /* licences that the files name after their commits, by file: NULL: none;
                          "": not understood */
    struct commit_license *licenses; /* by commit; of those with a fix */
    size_t n_known;                  /* pairs whose outcome is kept */
    size_t n_steps, n_done;          /* commits and pairs: an estimate of the time that they take */
    uint64_t done_bytes; /* the same as a part of the unit's n_bytes, as it is counted */
};

/* Returns the file of a version of the unit, whose `reader` this is. */
const struct changed_file *git_reader_file(const struct unit_content *content,
                                           const struct version *version, bool *is_after);

/* Finds the licences at the commits of these versions, but not of files that name their own. Fails
 * only if git cannot be run. */
int git_reader_find_licenses(struct unit_content *content, const struct used_version *used,
                             size_t n, struct err *err);

/* Store the repository with its counts of commits; and the commits of versions, with what belongs
 * to one version. They are functions of a struct pair_source. */
int git_reader_store(void *context, const struct unit *unit, const struct unit_content *content,
                     struct db *store, struct err *err);
int git_reader_store_versions(void *context, const struct unit *unit,
                              const struct unit_content *content, const struct used_version *list,
                              size_t n, struct db *store, struct err *err);

#endif
