/* Licences that data sets are published under. */
#ifndef PUBLISH_LICENSE_H
#define PUBLISH_LICENSE_H

#include <stdbool.h>

struct license {
    const char *id;     /* as hubs spell it */
    const char *spdx;   /* NULL: none */
    const char *name;   /* for people */
    const char *url;    /* of its text; NULL: none */
    bool is_in_cff_1_2; /* the Citation File Format 1.2.0 knows the SPDX id */
};

/* Project CodeNet's, as IBM's data catalogue states it: CDLA Permissive 2.0. */
extern const struct license *const license_of_codenet;

/* All licences that are known, ended by NULL. */
extern const struct license *const licenses[];

/* The licence of that id, as hubs or SPDX spell it, in any case; NULL when it is not known. */
const struct license *license_find(const char *id);

#endif
