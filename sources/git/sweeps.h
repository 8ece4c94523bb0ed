/* Commits that as a whole are not fixes, although one token of a file changes in them. The message
 * suggests what a commit is, and what it changes must show it. doc/mining.md has the rules. */
#ifndef GIT_SWEEPS_H
#define GIT_SWEEPS_H

#include "base/patch.h"
#include "db/fix_names.h"
#include "sources/git/commits.h"

/* What the first line of a message says. SIGN_FILES: it has no keyword of a fix, and the commit
 * changes many files. */
enum sweep_sign {
    SIGN_FORMAT,
    SIGN_RENAME,
    SIGN_FILES,
    SIGN_VERSION,
    SIGN_LICENSE,
    SIGN_YEAR,
    SIGN_MERGE,  /* it begins with a word of merging, not of a pull request */
    SIGN_UPDATE, /* something is updated or imported */
    SIGN_REVERT,
};
#define SIGN(sign) (1u << SIGN_##sign)

/* Returns the signs of a commit: a set of them. */
unsigned sweep_signs(const char *subject, size_t n_files);

/* Returns what the patch of a commit shows among what its signs suggest. */
enum sweep_kind sweep_of_patch(const struct patch *patch, unsigned signs);

/* Sets the kinds of the commits that are wanted (enum sweep_kind), by number. It reads the patches
 * of those with a sign. Of patches of more than 16 MiB, it believes the sign. The files must be
 * sorted by language, path and commit: if a wanted commit changes one file, and that back to what
 * it was before an earlier commit, it is a revert. The kind does not depend on the languages that
 * are mined. Fails only if git cannot be run. */
int sweeps_find(uint8_t *kinds, const bool *is_wanted, const struct commits *commits,
                struct repository *repository, struct err *err);

#endif
