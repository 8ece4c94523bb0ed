/* What git sees of a repository: the parts that hold its history, in their places in the sandbox. A
 * symbolic link in them is followed if it stays in the repository. */
#ifndef MINER_GIT_GIT_MOUNTS_H
#define MINER_GIT_GIT_MOUNTS_H

#include "base/beneath.h"
#include "miner/git/repository.h"

#define GIT_REPOSITORY     "/repository"
#define GIT_FOREIGN_CONFIG "/foreign/config" /* the settings of the repository */

/* As in struct sandbox_setup. `files` may get more. Their texts are in the repository's arena. */
struct git_mounts {
    ARRAY(struct mounted_path) paths; /* ends with one without `from` */
    ARRAY(struct mounted_file) files;
};

/* Finds them, and sets what the repository says of its alternates: those below `root` are used.
 * Fails, and names the file, if a link leads out of the repository or nowhere, and if one of the
 * parts is a pipe or the like. Release with git_mounts_release(), also after a failure. */
int git_mounts_find(struct git_mounts *out, struct repository *repository, const char *root,
                    struct err *err);
void git_mounts_release(struct git_mounts *mounts);
SCOPED_VALUE(git_mounts, git_mounts_release)

/* Reads a small file in a folder, or in the folder `below` it; `below` may be NULL. Links are
 * followed if they stay in the folder. The content is empty if the file cannot be read. */
enum beneath_result git_small_file_read(struct str *content, const char *folder, const char *below,
                                        const char *name);

#endif
