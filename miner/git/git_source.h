/* Git histories as a source of pairs. Its units are repositories. A pair is a file before and after
 * a commit with one parent that modifies it. */
#ifndef MINER_GIT_GIT_SOURCE_H
#define MINER_GIT_GIT_SOURCE_H

#include "base/hash.h"
#include "base/mem.h"
#include "miner/pair_source.h"
#include "miner/git/commits.h"
#include "miner/git/repository.h"

/* The path is that of a repository, a folder of repositories, or a list (repository_list_read()).
 * The own options are struct git_options. The meter shows the list being read. Opening fails if
 * none of the repositories can be opened. The version of a pair after its commit is called
 * COMMIT-NUMBER, by struct commit.name and struct changed_file.number; that before it, the same
 * after FIX_BEFORE. */
extern const struct source_kind git_kind;

/* The options that only this source has. */
struct git_options {
    bool is_chosen;                /* no other option makes a dataset one of repositories */
    struct commit_options commits; /* except the languages */
};

/* ---- The repositories to mine: those in a folder, or those of a list ---- */

/* A repository. Texts are in the arena of the list. */
struct listed_repository {
    struct unit unit;       /* its id is `NAME`, or the parts of its path below the folder joined by
                               `-`, without `.git` */
    const char *path;       /* for messages: below the folder, or as in the list */
    const char *git_folder; /* with the objects */
    const char *url;        /* as in the list; NULL: not given */
    const char *license;    /* the same; NULL also if SPDX does not have it */
};

struct repository_list {
    const char *name; /* of the folder or list: the last part of its path, which is made absolute if
                         that part is "." or ".." */
    const char *root; /* folder that the user named: alternates below it are used. For a list, NULL:
                         that of each repository */
    ARRAY(struct listed_repository) list; /* sorted by id */
    char sha256[SHA256_HEX_SIZE];         /* of the lines "ID\tURL\tLICENSE\n" */
    char file_sha256[SHA256_HEX_SIZE];    /* of the list; "" for a folder */
    struct arena arena;
};

/* Finds the repositories. `path` is a repository; a folder of repositories, at most four folders
 * deep, where links are not followed; or a list: CSV (RFC 4180) with the columns `path` (from the
 * folder of the list), `url` and `license`, of which the last two are optional. Adds an error for
 * each that cannot be used. Fails if there is none. Release with repository_list_release(), also
 * after a failure. */
int repository_list_read(struct repository_list *list, const char *path,
                         struct input_errors *errors, const struct meter *meter, struct err *err);

/* Opens a repository of the list (repository_open()). Alternates are used if they are below the
 * folder of the list. */
int listed_repository_open(struct repository *repository, const struct repository_list *list,
                           const struct listed_repository *it, struct err *err);
void repository_list_release(struct repository_list *list);
SCOPED_VALUE(repository_list, repository_list_release)

#endif
