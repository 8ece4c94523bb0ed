/* One kind of rewrite: where it can be done, and how. Internal to augment/. */
#ifndef AUGMENT_REWRITE_KIND_H
#define AUGMENT_REWRITE_KIND_H

#include "augment/rewrite.h"
#include "augment/rewriting.h"
#include "augment/subject.h"

struct rewrite_kind_methods {
    const char *name;
    bool is_whole; /* the program as a whole is the one site */
    bool is_named; /* a new name is wanted, and another name makes another rewrite */

    /* Appends the sites of a program, each told by a token, in the order of the tokens. When there
     * is none, the reason is returned. */
    enum rewrite_reason (*find)(struct rewrite_sites *out, const struct subject *subject);

    /* Makes the rewriting at a site that was found. `name` is a fresh one, for where one is
     * wanted. */
    void (*make)(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name);

    /* The site that a token belongs to, which need not be one that was found; SCOPES_NONE for none.
     * NULL: its own token tells a site. */
    uint32_t (*site_at)(const struct subject *subject, uint32_t token);
};

extern const struct rewrite_kind_methods rename_methods, condition_methods, reorder_methods,
    mirror_methods, comments_methods;

#endif
