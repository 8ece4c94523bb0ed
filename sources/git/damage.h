/* What is damaged in a repository: counted, and the first of it named. */
#ifndef GIT_DAMAGE_H
#define GIT_DAMAGE_H

#include "base/str.h"

#include <stddef.h>

enum { DAMAGE_MAX_NAMED = 10 };

/* All zero before the first damage_add(). */
struct damage {
    size_t n;
    struct str text; /* the first DAMAGE_MAX_NAMED, with "; " between them; valid UTF-8 */
};

/* Notes something that is damaged: "commit ID is missing". The text may have any bytes. */
void damage_add(struct damage *damage, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void damage_release(struct damage *damage);

#endif
