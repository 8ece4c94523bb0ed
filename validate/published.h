/* What a folder holds besides rows, read but not yet believed. */
#ifndef VALIDATE_PUBLISHED_H
#define VALIDATE_PUBLISHED_H

#include "base/scoped.h"
#include "validate/document.h"

/* A file in data/ that is not as the manifest says: what other documents say of it is wrong, too.
 */
struct changed_file {
    const char *name;
    const struct json *entry; /* of the manifest; NULL: it has none */
    size_t cause;             /* number of the finding that the others follow from */
};

/* A file that a configuration of the card names as part of a split. */
struct card_use {
    size_t config; /* number */
    const char *split, *name;
    const struct json *place; /* in the card */
};

struct published {
    struct validation *validation; /* that takes what is found */
    const char *path;              /* of the folder, as the user named it */
    struct beneath_folder root;
    struct document manifest, card, croissant, citation;
    ARRAY(const char *) names; /* of all files, within the folder, in order; in the arena below */
    ARRAY(struct changed_file) changed;
    ARRAY(const char *) configs; /* of the card, their names */
    ARRAY(struct card_use) uses;
    struct arena arena;
};

/* Opens a folder and reads what is there; what cannot be read is found. Fails when there is no such
 * folder. Release with published_release(), also after a failure. */
int published_open(struct published *out, struct validation *validation, const char *path,
                   struct err *err);
void published_release(struct published *published);
SCOPED_VALUE(published, published_release)

/* The path of a file of the folder, for people and to open it; lives as long as `published`. */
const char *published_path(struct published *published, const char *name);

/* Whether a name from the input is that of a regular file below the folder: relative, without `..`,
 * and behind no link that leads out. Sets its size (may be NULL), or the reason in `err`. */
bool published_has(const struct published *published, const char *name, uint64_t *n_bytes,
                   struct err *err);

/* The file of that name among those that are not as the manifest says, or NULL. */
const struct changed_file *published_changed(const struct published *published, const char *name);

/* The file of rows of that name, or NULL. */
struct data_file *published_file(const struct published *published, const char *name);

/* The manifest of a folder that tokfix published: takes what must be known before rows are read:
 * format, files with their splits, and what may not stand in two of them. A file that is not there,
 * or outside the folder, is found. */
void manifest_begin(struct published *published);

/* Compares rows, bytes and digests of the files with what it says, and finds files in data/ that it
 * does not name. Both functions add the files that are not as it says to `changed`. */
void manifest_check(struct published *published);

/* The number of the finding that a wrong sum over files follows from: there is one when the sum was
 * right for the files of the split (NULL: of all) as they were published, and one of these was
 * changed. Else 0. `key` is what an entry of the manifest calls the number. */
size_t manifest_sum_cause(const struct published *published, const char *split, const char *key,
                          int64_t sum);

/* The card of a data set, as Hugging Face reads it, the front matter of README.md: takes which
 * files it names, and finds those that are not there. */
void card_begin(struct published *published);

/* Takes the files of the card as those that are validated, where no manifest names any. */
void card_add_files(struct published *published);

/* Compares what the card says with the files: that every file in data/ is part of one split, the
 * features, and the numbers of rows and bytes. */
void card_check(struct published *published);

/* The Croissant description of a folder (github.com/mlcommons/croissant, version 1.1): finds what
 * is missing or not so: required keys; files that are not in the folder, or of other size or
 * digest; fields that are not those of the rows; and that without which the reference
 * implementation reads no records. */
void croissant_check(struct published *published);

#endif
