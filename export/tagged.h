/* A row of `tokfix tag`: correct code, and the same with tags in the place of some tokens. */
#ifndef EXPORT_TAGGED_H
#define EXPORT_TAGGED_H

#include "augment/tags.h"
#include "export/format.h"

/* What such a row is of. */
struct tagged {
    const char *submission_id;
    const char *split; /* "" for none */
    const struct program *program;
    struct program_part part;
    struct tag_ground ground; /* of the part */
    const struct tag_set *set;
    struct str code, tagged_code; /* of the part */
};

/* Fills in `code` and `tagged_code` from what else is there. */
void tagged_fill(struct tagged *tagged);

/* Releases what it owns: the ground and the two texts. */
void tagged_release(struct tagged *tagged);

/* The format `tags`, which says where the tags stand. It is not in export_formats: a fix cannot be
 * written so. */
extern const struct export_format export_format_tags;

#endif
