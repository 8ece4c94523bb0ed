/* Rewrites that keep a program's meaning, for one program or for both programs of a fix.
 *
 * A rewritten program prints the same and ends in the same way, on every input, as far as Python's
 * semantics can be read off the program. If that is not certain, the rewrite is refused. Three
 * things may change: the texts of error messages, the line numbers in them, and, if both sides of a
 * comparison fail, which of them fails first. */
#ifndef AUGMENT_REWRITE_H
#define AUGMENT_REWRITE_H

#include "augment/rewrite_kind.h"
#include "classify/dialect.h"
#include "tokenize/difference.h"

/* Return static names: of a kind, such as "rename" (NULL after the last kind); of a reason, such as
 * "cannot be read as UTF-8". */
const char *rewrite_kind_name(int kind);
const char *rewrite_reason_name(enum rewrite_reason reason);

/* Returns ERR if this tokfix has no rules for rewriting programs of the language. */
int rewrite_check_language(const struct language *language, struct err *err);

/* The tools of one thread. The language must have rules for rewrites. */
struct rewrite_tools; /* opaque */
struct rewrite_tools *rewrite_tools_new(const struct language *language);
void rewrite_tools_free(struct rewrite_tools *tools);
SCOPED_POINTER(rewrite_tools, rewrite_tools_free)

/* A program, and one rewrite of it. */
struct rewrite_side {
    struct program program;     /* the original */
    const char *dialect;        /* of the original; may be NULL */
    struct subject subject;     /* of the original */
    struct rewriting rewriting; /* the pieces of `text` */
    struct str text;            /* the rewritten program */
    struct program after;       /* `text`, tokenized */
};

/* Reads a program. `code` must outlive the use of `side`, which must be zero before the first use;
 * its memory is reused. `original_language` may be NULL. Returns REWRITE_DONE or REWRITE_UNPARSED.
 */
enum rewrite_reason rewrite_side_read(struct rewrite_side *side, struct rewrite_tools *tools,
                                      const char *code, size_t length,
                                      const char *original_language);
void rewrite_side_release(struct rewrite_side *side);
SCOPED_VALUE(rewrite_side, rewrite_side_release)

/* Finds the sites of a kind, in the order of the tokens. Returns REWRITE_DONE if there is one,
 * otherwise the reason. */
enum rewrite_reason rewrite_side_find(struct rewrite_sites *out, const struct rewrite_side *side,
                                      enum rewrite_kind kind);

/* One rewrite of a program. */
struct rewrite_place {
    enum rewrite_kind kind;
    uint32_t site;
    uint64_t draw;   /* chooses a new name, if one is needed */
    uint32_t number; /* from 0; each number gives a different new name */
};

/* Makes the rewrite at a site that was found, in `text` and `after`. A new name does not occur in
 * `other` either (which may be NULL). Returns false if the result does not have the expected
 * tokens. */
bool rewrite_side_make(struct rewrite_side *side, struct rewrite_tools *tools,
                       const struct rewrite_place *place, const struct rewrite_side *other);

/* Returns the number that the seed draws for a program and a kind. It does not depend on other
 * rewrites. */
uint64_t rewrite_draw(const char *seed, const char *id, enum rewrite_kind kind);

/* Sorts sites in the order in which they are tried. */
void rewrite_sites_shuffle(struct rewrite_sites *sites, uint64_t draw);
void rewrite_sites_release(struct rewrite_sites *sites);
SCOPED_VALUE(rewrite_sites, rewrite_sites_release)

/* The rewrites of a program by one kind, one after another. Each site is tried once, in the order
 * given by the draw. If the kind chooses names, all sites are then tried again with other names. */
struct rewrite_tries {
    struct rewrite_place place; /* the next one to be made */
    struct rewrite_sites sites;
    uint64_t draw;
    size_t n_begun; /* sites tried with the current number */
    int n_refused;
};

/* Starts the tries. `tries` must be zero before the first use; its memory is reused. Returns
 * REWRITE_DONE if there is a site, otherwise the reason. */
enum rewrite_reason rewrite_tries_begin(struct rewrite_tries *tries,
                                        const struct rewrite_side *side, enum rewrite_kind kind,
                                        uint64_t draw);

/* Goes to the next place. Returns false if there is none, or if too many were refused. */
bool rewrite_tries_next(struct rewrite_tries *tries);

/* Notes that the site of the place was refused. It is not tried again. */
void rewrite_tries_refuse(struct rewrite_tries *tries);
void rewrite_tries_release(struct rewrite_tries *tries);

/* Makes the same rewrite in both programs of a fix. `edit` is the difference between the programs.
 * `place` is in the buggy one. On REWRITE_DONE, `buggy` and `fixed` contain the rewritten programs,
 * and `after` is their difference: an edit of the same kind, of the same token. Otherwise returns
 * the reason. */
enum rewrite_reason rewrite_pair(struct token_edit *after, struct rewrite_side *buggy,
                                 struct rewrite_side *fixed, struct rewrite_tools *tools,
                                 const struct rewrite_place *place, const struct token_edit *edit);

#endif
