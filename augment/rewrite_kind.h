/* The kinds of rewrites: the program that is changed, where each kind can change it, and how the
 * new program is put together.
 *
 * A kind describes its result twice: as text (bytes of the source, or new ones) and as tokens. Then
 * the text is tokenized, and must give exactly these tokens. */
#ifndef AUGMENT_REWRITE_KIND_H
#define AUGMENT_REWRITE_KIND_H

#include "base/table.h"
#include "tokenize/program.h"
#include "tokenize/scope.h"
#include "tokenize/languages/change_rules.h"

/* Where a node is, as a bit set. */
enum subject_place {
    PLACE_IN_TEXT = 1, /* in code inside a string */
    PLACE_IN_ECHO = 2, /* in code inside a string that is also printed as text: f"{a=}" */
};

/* A program with the facts that are needed before a change: its names, and where they occur. */
struct subject {
    const struct language *language;
    const struct program *program; /* borrowed */
    const char *dialect;           /* as in classify/dialect.h; may be NULL */
    struct scopes scopes;
    ARRAY(uint32_t) node_tokens; /* by node: its token, or SCOPES_NONE */
    ARRAY(unsigned char) places; /* by node: enum subject_place */
    struct table names;          /* all identifiers, including attributes */
    struct table text_words;     /* all words in strings */
    struct table attributes;     /* identifiers that are not variables */
    bool has_foreign_name;       /* a name contains a non-ASCII character: interpreters may treat
                                  * two spellings as one name */
};

/* Reads a tokenized program. Its language must have rules for rewrites, and it must outlive the
 * subject. `subject` must be zero before the first use; its memory is reused. */
void subject_read(struct subject *subject, const struct program *program, const char *dialect);
void subject_release(struct subject *subject);

/* Whether one of the names in a NULL-terminated list occurs in the program. */
bool subject_has_name(const struct subject *subject, const char *const *list);

/* Returns the number of a text in a table, or TABLE_NONE. */
int64_t subject_find(const struct table *table, struct token_text text);

/* Returns the node's text. */
struct token_text subject_text(const struct subject *subject, uint32_t node);

enum { REWRITING_NONE = UINT32_MAX };

/* A range of bytes in the source or in `texts`. */
struct rewritten_piece {
    bool is_source;
    uint32_t start, end;
};

/* A token of the new program. */
struct rewritten_token {
    uint32_t old;          /* index of the token in the old program; REWRITING_NONE for a new one */
    uint32_t text, length; /* its new text in `texts`; length 0: the old text */
};

/* A program that is put together from pieces of another one. */
struct rewriting {
    const struct program *program; /* the old one; borrowed */
    ARRAY(struct rewritten_piece) pieces;
    ARRAY(struct rewritten_token) tokens;
    struct str texts;
    char last; /* last byte written; 0: none */
};

/* Starts a new program and reuses the memory. `rewriting` must be zero before the first use. */
void rewriting_begin(struct rewriting *rewriting, const struct program *program);
void rewriting_release(struct rewriting *rewriting);

/* Append the next bytes: the source from `start` to `end`, or a text. If two tokens would become
 * one at the joint, a space is inserted. */
void rewriting_keep(struct rewriting *rewriting, uint32_t start, uint32_t end);
void rewriting_add(struct rewriting *rewriting, const char *text, size_t length);

/* Append the next tokens: the old tokens from `first` to before `end`; an old token with a new
 * text. */
void rewriting_keep_tokens(struct rewriting *rewriting, uint32_t first, uint32_t end);
void rewriting_change_token(struct rewriting *rewriting, uint32_t token, const char *text,
                            size_t length);

/* Appends the new program to `out`. */
void rewriting_write(const struct rewriting *rewriting, struct str *out);

/* Returns the index of an old token in the new program, or REWRITING_NONE if it was removed. */
uint32_t rewriting_token(const struct rewriting *rewriting, uint32_t token);

/* Whether the new program has exactly the described tokens. */
bool rewriting_holds(const struct rewriting *rewriting, const struct program *after);

/* The two kinds of Li and others (doi 10.13328/j.cnki.jos.007110). */
enum rewrite_kind {
    REWRITE_RENAME,    /* gives one variable another name */
    REWRITE_CONDITION, /* if a < b: c becomes if b > a: c */
    N_REWRITE_KINDS
};

/* Why a program has no rewrite of a kind: the first reason that holds. */
enum rewrite_reason {
    REWRITE_DONE,
    REWRITE_UNREADABLE, /* a file that cannot be read, is too large, or is not UTF-8 */
    REWRITE_UNPARSED,   /* it does not parse, or is too large */
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

extern const struct rewrite_kind_methods rename_methods, condition_methods;

#endif
