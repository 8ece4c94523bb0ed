/* The kinds of rewrites: where each can be made, and how. */
#ifndef AUGMENT_REWRITE_KIND_H
#define AUGMENT_REWRITE_KIND_H

#include "augment/rewriting.h"
#include "augment/subject.h"

enum rewrite_kind {
    REWRITE_RENAME,    /* gives one variable another name */
    REWRITE_CONDITION, /* if a < b: c becomes if b > a: c */
    REWRITE_REORDER,   /* a < b becomes b > a, anywhere */
    REWRITE_MIRROR,    /* if a: b else: c becomes if not (a): c else: b */
    REWRITE_COMMENTS,  /* deletes all comments */
    N_REWRITE_KINDS
};

/* The default set of kinds (bits 1 << kind). It does not include REWRITE_CONDITION, which is a part
 * of REWRITE_REORDER. The two kinds of Li and others (doi 10.13328/j.cnki.jos.007110) are
 * REWRITE_RENAME and REWRITE_CONDITION. */
enum { REWRITE_DEFAULT_KINDS = (1 << N_REWRITE_KINDS) - 1 - (1 << REWRITE_CONDITION) };

/* Why a program has no rewrite of a kind: the first reason that holds. */
enum rewrite_reason {
    REWRITE_DONE,
    REWRITE_UNREADABLE, /* a file that cannot be read, is too large, or is not UTF-8 */
    REWRITE_UNPARSED,   /* it does not parse, or is too large */
    REWRITE_LONG,       /* it has more tokens than the limit */
    REWRITE_ITSELF,     /* it may read its own text, or its line numbers */
    REWRITE_NOTHING,    /* it has nothing that this kind changes */
    REWRITE_BY_TEXT,    /* it may look up names as text */
    REWRITE_METHODS,    /* it defines what operators mean */
    REWRITE_UNSAFE,     /* there is no place where the result certainly means the same */
    REWRITE_TOKENS,     /* the result does not have the expected tokens */
    REWRITE_EDIT,       /* the bug would not remain one token at its place */
    N_REWRITE_REASONS
};

/* Places where a rewrite can be made. A token identifies a place. */
struct rewrite_sites {
    ARRAY(uint32_t) tokens;
};

struct rewrite_kind_methods {
    const char *name;
    bool is_whole; /* the whole program is the only site */
    bool is_named; /* needs a new name; each name gives another rewrite */

    /* Appends the sites of a program, in the order of the tokens. If there are none, returns the
     * reason. */
    enum rewrite_reason (*find)(struct rewrite_sites *out, const struct subject *subject);

    /* Makes the rewrite at a site that was found. `name` is a new name, for kinds that need one. */
    void (*make)(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name);

    /* Returns the site to which a token belongs, or SCOPES_NONE. The site may be one that find()
     * did not return. NULL: each token is its own site. */
    uint32_t (*site_at)(const struct subject *subject, uint32_t token);
};

extern const struct rewrite_kind_methods rename_methods, condition_methods, reorder_methods,
    mirror_methods, comments_methods;

#endif
