/* What an entry of an archive is to the miner, by its path alone. */
#ifndef CODENET_ENTRY_PATH_H
#define CODENET_ENTRY_PATH_H

#include "base/str.h"

#include <stdbool.h>

enum { MAX_PATH_PARTS = 6 };

/* A path cut at its slashes; parts that are empty or "." are left out. */
struct entry_path {
    struct str text;                   /* the parts, each zero-terminated */
    const char *parts[MAX_PATH_PARTS]; /* the first of them */
    size_t n_parts;                    /* may be more than MAX_PATH_PARTS */
};

/* Cuts a path; `path->text` is reused. Returns NULL, or why the path must not be followed. */
const char *entry_path_cut(struct entry_path *path, const char *text);

void entry_path_release(struct entry_path *path);

/* Whether a name ends with a dot and the extension, and has something before it. */
bool entry_name_has_extension(const char *name, const char *extension);

#endif
