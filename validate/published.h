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

struct published {
    const char *path; /* of the folder, as the user named it */
    struct beneath_folder root;
    struct document manifest, card, croissant, citation;
    ARRAY(const char *) names; /* of all files, within the folder, in order; in the arena below */
    ARRAY(struct changed_file) changed;
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
struct data_file *published_file(const struct validation *validation, const char *name);

#endif
