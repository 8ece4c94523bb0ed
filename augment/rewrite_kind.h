/* The kinds of rewrites: where each can be done, and how. */
#ifndef AUGMENT_REWRITE_KIND_H
#define AUGMENT_REWRITE_KIND_H

#include "augment/rewriting.h"
#include "augment/subject.h"

enum rewrite_kind {
    REWRITE_RENAME,    /* one variable has another name */
    REWRITE_CONDITION, /* if a < b: c becomes if b > a: c */
    REWRITE_REORDER,   /* a < b becomes b > a, anywhere */
    REWRITE_MIRROR,    /* if a: b else: c becomes if not (a): c else: b */
    REWRITE_COMMENTS,  /* there are none left */
    N_REWRITE_KINDS
};

/* As sets (1 << kind): what is done unless something else is asked for, which leaves out
 * REWRITE_CONDITION as a part of REWRITE_REORDER. The two kinds of Li and others (doi
 * 10.13328/j.cnki.jos.007110) are REWRITE_RENAME and REWRITE_CONDITION. */
enum { REWRITE_DEFAULT_KINDS = (1 << N_REWRITE_KINDS) - 1 - (1 << REWRITE_CONDITION) };

/* Why a program has no rewrite of a kind: the first that holds. */
enum rewrite_reason {
    REWRITE_DONE,
    REWRITE_UNREADABLE, /* of a folder: it cannot be read, is too large, or is no UTF-8 */
    REWRITE_UNPARSED,   /* it does not parse, or is too large */
    REWRITE_LONG,       /* it has more tokens than were asked for */
    REWRITE_ITSELF,     /* it may read its own text, or the numbers of its lines */
    REWRITE_NOTHING,    /* it has nothing of the kind */
    REWRITE_BY_TEXT,    /* it may look up names that are text */
    REWRITE_METHODS,    /* it defines what operators mean */
    REWRITE_UNSAFE,     /* no place where it would surely mean the same */
    REWRITE_TOKENS,     /* the tokens of the result were not those expected */
    REWRITE_EDIT,       /* the bug would not be one token at its place */
    N_REWRITE_REASONS
};

/* Places where a rewrite can be done, each told by a token. */
struct rewrite_sites {
    ARRAY(uint32_t) tokens;
};

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
