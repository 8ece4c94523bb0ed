/* The documents of a folder: what they say, and whether it agrees with the files. */
#ifndef VALIDATE_PUBLISHED_H
#define VALIDATE_PUBLISHED_H

#include "base/scoped.h"
#include "export/validate/document.h"

/* A file in data/ that differs from the manifest. Other documents are then wrong about it, too. */
struct changed_file {
    const struct json *entry; /* in the manifest; NULL: none */
    size_t cause;             /* number of the finding from which the others follow */
};

/* A configuration of the card. */
struct card_config {
    const char *name;
    size_t first_use; /* of its uses, which are adjacent */
};

/* A file that a configuration of the card puts into a split. */
struct card_use {
    size_t config; /* number */
    const char *split, *name;
    const struct json *place; /* in the card */
};

struct published {
    struct validation *validation; /* gets the findings */
    const char *path;              /* of the folder, as the user named it */
    struct beneath_folder root;
    struct document manifest, card, croissant, citation;
    ARRAY(const char *) names; /* of all files, within the folder, in order; in the arena below */
    ARRAY(struct changed_file) changed;
    struct table changed_names; /* by their numbers in `changed` */
    ARRAY(struct card_config) configs;
    ARRAY(struct card_use) uses;
    struct arena arena;
};

/* Opens a folder and reads its documents. An unreadable document is a finding. Fails if the folder
 * does not exist. Release `out` with published_release(), also after a failure. */
int published_open(struct published *out, struct validation *validation, const char *path,
                   struct err *err);
void published_release(struct published *published);
SCOPED_VALUE(published, published_release)

/* Returns the path of a file in the folder, for messages and for opening it. It lives as long as
 * `published`. */
const char *published_path(struct published *published, const char *name);

/* Whether a name from the input is a regular file in the folder: a relative path without `..`, and
 * without a link that leads out of the folder. Sets its size (may be NULL), or the reason in `err`.
 */
bool published_has(const struct published *published, const char *name, uint64_t *n_bytes,
                   struct err *err);

/* Returns the file of this name among those that differ from the manifest, or NULL. */
const struct changed_file *published_changed(const struct published *published, const char *name);

/* Returns the file of rows of this name, or NULL. */
struct data_file *published_file(const struct published *published, const char *name);

/* Takes from the manifest what must be known before rows are read: the format, the files with their
 * splits, and what may not be in two splits. A file that is missing or outside the folder is a
 * finding. */
void manifest_begin(struct published *published);

/* Compares rows, bytes and digests of the files with the manifest. A file in data/ that the
 * manifest does not name is a finding. manifest_begin() and manifest_check() add the files that
 * differ to `changed`. */
void manifest_check(struct published *published);

/* Returns the number of the finding from which a wrong sum over files follows; 0 if none. There is
 * one if the sum is right for the published files of the split (NULL: of all splits), and one of
 * these files was changed. `key` is the number's key in an entry of the manifest. */
size_t manifest_sum_cause(const struct published *published, const char *split, const char *key,
                          int64_t sum);

/* Takes the files that the card names. The card is the front matter of README.md, as Hugging Face
 * reads it. A missing file is a finding. */
void card_begin(struct published *published);

/* Takes the files of the card as the files to validate. For folders whose manifest names none. */
void card_add_files(struct published *published);

/* Compares the card with the files: each file in data/ must be in one split, and the features and
 * the numbers of rows and bytes must agree. */
void card_check(struct published *published);

/* Checks the Croissant description of a folder (github.com/mlcommons/croissant, version 1.1).
 * Findings are missing keys; files that are missing or have another size or digest; fields that
 * differ from those of the rows; and errors that stop the reference implementation from reading
 * records. */
void croissant_check(struct published *published);

#endif
