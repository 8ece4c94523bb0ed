/* A row of `tokfix tag`: correct code, and the same code with tags in place of some tokens. */
#ifndef EXPORT_TAGGED_H
#define EXPORT_TAGGED_H

#include "export/format.h"
#include "export/tags.h"

/* The content of a tagged row. */
struct tagged {
    const char *id, *problem_id, *submission_id;
    const char *split; /* "" for no split */
    const struct program *program;
    struct program_part part;
    struct tag_ground ground; /* of the part */
    const struct tag_set *set;
    struct str code, tagged_code; /* of the part */
};

/* Fills in `code` and `tagged_code` from the other members. */
void tagged_fill(struct tagged *tagged);

/* Releases the members that it owns: the ground and the two texts. */
void tagged_release(struct tagged *tagged);

/* The keys of a row, ended by a NULL name. */
extern const struct export_feature tagged_features[];

/* Appends the row as a line of JSON. */
void tagged_add_line(struct str *out, const struct tagged *tagged);

#endif
