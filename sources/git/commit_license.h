/* The licences that the files of a repository's top folder state, at a commit. */
#ifndef GIT_COMMIT_LICENSE_H
#define GIT_COMMIT_LICENSE_H

#include "sources/git/commits.h"

struct commit_license {
    const char *expression; /* of SPDX; NULL: unknown */
    const char *evidence;   /* "file:NAME@ID" of each file, separated by spaces; NULL: unknown */
};

/* Finds the licences at those commits that `is_wanted` marks, by their index. The files are
 * LICENSE, LICENCE, COPYING or UNLICENSE, in any case; with -MIT or the like, and .txt, .md or
 * .rst. They are recognized by their texts (license_text_find()). Several licences are joined by
 * " AND ", but MIT and Apache-2.0, in files named after them, by " OR ". If one of the files is not
 * recognized, the licence is unknown.
 *
 * The texts are in the arena of the commits. Fails only if git cannot be run. */
int commit_licenses_find(struct commit_license *licenses, const bool *is_wanted,
                         struct commits *commits, struct repository *repository, struct err *err);

/* ---- Licences by their texts, those of the npm package spdx-license-list (base/licenses/) ---- */

/* Finds the licences in the text of a file like LICENSE, which may be any bytes, and appends their
 * identifiers, joined by " AND ". Nothing is appended, and false is returned, if the text does not
 * begin with a licence, apart from a title and a few words, or if the text after it seems to
 * restrict it. */
bool license_text_find(const char *text, size_t length, struct str *expression);

#endif
