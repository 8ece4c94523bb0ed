/* Rewrites that keep a program's meaning: for one program, or for the two of a fix.
 *
 * What is kept is what a program prints and how it ends, on every input, as far as Python's
 * semantics can be read off a program; what cannot is refused. Two things are not kept: the
 * texts of error messages, and, where both sides of a comparison would fail, which of them fails
 * first. */
#ifndef AUGMENT_REWRITE_H
#define AUGMENT_REWRITE_H

#include "augment/rewrite_kind.h"
#include "classify/dialect.h"
#include "tokenize/difference.h"

/* Static names, NULL after the last kind: "rename"; and of a reason: "cannot be read as UTF-8". */
const char *rewrite_kind_name(int kind);
const char *rewrite_reason_name(enum rewrite_reason reason);

/* Sees whether programs of the language can be rewritten; ERR when there are no rules for it. */
int rewrite_check_language(const struct language *language, struct err *err);

/* What a thread needs. There are rules for the language. */
struct rewrite_tools; /* opaque */
struct rewrite_tools *rewrite_tools_new(const struct language *language);
void rewrite_tools_free(struct rewrite_tools *tools);
SCOPED_POINTER(rewrite_tools, rewrite_tools_free)

/* A program, and one rewrite of it. */
struct rewrite_side {
    struct program program;     /* as it was */
    const char *dialect;        /* of it; may be NULL */
    struct subject subject;     /* of it */
    struct rewriting rewriting; /* the pieces of `text` */
    struct str text;            /* as it is written anew */
    struct program after;       /* of `text` */
};

/* Reads a program, which must outlive what is done with it. Zero `side` before the first use; its
 * memory is reused. `original_language` may be NULL. REWRITE_DONE, or REWRITE_UNPARSED. */
enum rewrite_reason rewrite_side_read(struct rewrite_side *side, struct rewrite_tools *tools,
                                      const char *code, size_t length,
                                      const char *original_language);
void rewrite_side_release(struct rewrite_side *side);
SCOPED_VALUE(rewrite_side, rewrite_side_release)

/* The sites of a kind in the order of the tokens: REWRITE_DONE when there is one. */
enum rewrite_reason rewrite_side_find(struct rewrite_sites *out, const struct rewrite_side *side,
                                      enum rewrite_kind kind);

/* One rewrite of a program. */
struct rewrite_place {
    enum rewrite_kind kind;
    uint32_t site;
    uint64_t draw;   /* chooses a new name, where one is wanted */
    uint32_t number; /* from 0: each gives another new name */
};

/* Makes the rewrite at a site that was found, into `text` and `after`. A new name is one that
 * `other` (may be NULL) does not know either. False when the tokens of the result are not those
 * expected. */
bool rewrite_side_make(struct rewrite_side *side, struct rewrite_tools *tools,
                       const struct rewrite_place *place, const struct rewrite_side *other);

/* A number for a program and a kind, drawn by the seed: the same whatever else is rewritten. */
uint64_t rewrite_draw(const char *seed, const char *id, enum rewrite_kind kind);

/* Puts sites into the order in which they are tried. */
void rewrite_sites_shuffle(struct rewrite_sites *sites, uint64_t draw);
void rewrite_sites_release(struct rewrite_sites *sites);
SCOPED_VALUE(rewrite_sites, rewrite_sites_release)

/* The rewrites of a program by one kind, one after another: at each site, in the order that the
 * draw gives; then, where another name makes another rewrite, at each again. */
struct rewrite_tries {
    struct rewrite_place place; /* the one that is next to be made */
    struct rewrite_sites sites;
    uint64_t draw;
    size_t n_begun; /* sites, with this number */
    int n_refused;
};

/* Zero `tries` before the first use; its memory is reused. REWRITE_DONE when there is a site. */
enum rewrite_reason rewrite_tries_begin(struct rewrite_tries *tries,
                                        const struct rewrite_side *side, enum rewrite_kind kind,
                                        uint64_t draw);

/* Goes to the next place: false when there is none, or too many were refused. */
bool rewrite_tries_next(struct rewrite_tries *tries);

/* The site of the place is not tried again. */
void rewrite_tries_refuse(struct rewrite_tries *tries);
void rewrite_tries_release(struct rewrite_tries *tries);

/* The same rewrite of both programs of a fix. `edit` is their difference; `place` is one of the
 * buggy program's. REWRITE_DONE: `buggy` and `fixed` hold the new ones, and `after` how they
 * differ: by an edit of the same kind, of the token that it was. */
enum rewrite_reason rewrite_pair(struct token_edit *after, struct rewrite_side *buggy,
                                 struct rewrite_side *fixed, struct rewrite_tools *tools,
                                 const struct rewrite_place *place, const struct token_edit *edit);

#endif
