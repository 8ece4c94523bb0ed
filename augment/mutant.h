/* Mutants of one program: the bugs that can be inserted into a correct program, random draws of
 * them, and the fix that removes one.
 *
 * All mutations of a program are in groups for random draws.
 *
 * A draw chooses a rule, then one of its groups by weight, then a member of the group. In the
 * uniform distribution, a group is a token, its members are the texts that the token may become,
 * and all groups have the same weight. In the distribution of real fixes, a group is an edit that
 * occurs in the fixes, its members are the tokens where the edit can be made, and its weight is the
 * number of such fixes. Variables are drawn as in the uniform distribution, because their texts
 * belong to the program. */
#ifndef AUGMENT_MUTANT_H
#define AUGMENT_MUTANT_H

#include "base/chance.h"
#include "base/hash.h"
#include "base/mem.h"
#include "classify/dialect.h"
#include "db/store.h"
#include "tokenize/code_lines.h"
#include "tokenize/difference.h"
#include "tokenize/parts.h"
#include "tokenize/scope.h"
#include "tokenize/languages/change_rules.h"

#include <limits.h>

/* ---- Edits of real fixes: how often each token became each other token, reversed ---- */

/* An edit in the direction of a mutant: from the token of the fixed program to that of the buggy
 * one. */
struct real_edit {
    enum mutation_rule rule;
    enum edit_kind kind; /* EDIT_INSERT if the fix deleted the token */
    struct token_text from, to;
    int64_t n; /* number of fixes */
};

struct real_edits {
    /* Of every rule except variable_misuse; sorted by rule and `from`. */
    ARRAY(struct real_edit) list;
    int64_t n_fixes[N_MUTATION_RULES]; /* by rule: number of fixes in its category */
    struct arena arena;
};

/* Counts the edits of the real fixes in one language in the six categories. If the database has
 * splits, only fixes in train count, or in the folds in the list `splits` ("": in any); of those,
 * the ones that fix_select_keys() took. Fails if there are none. Release with real_edits_release(),
 * also after a failure. */
int real_edits_read(struct real_edits *out, struct db *db, const char *language, const char *splits,
                    struct err *err);
void real_edits_release(struct real_edits *edits);
SCOPED_VALUE(real_edits, real_edits_release)

/* ---- All mutations ---- */

/* What may change at the tokens of a program, by the rules of its language (change_rules.h). */
struct mutation_sites {
    const struct program *program;      /* borrowed */
    const struct mutation_rules *rules; /* borrowed */
    struct scopes scopes;
    ARRAY(uint32_t) lines; /* by token: the line on which it starts */
    /* By node: it is in the default value of a parameter or in a type, and stays as it is. */
    ARRAY(unsigned char) is_kept;
    /* By token: the rule by which it may be exchanged, or NULL; not set for real edits. */
    ARRAY(const struct exchange_rule *) exchanges;
    ARRAY(bool) is_around;                 /* internal; by scope */
    bool is_exchange_start[UCHAR_MAX + 1]; /* internal; by byte: the first of an exchanged token */
};

struct mutation {
    enum mutation_rule rule;
    enum edit_kind kind;     /* EDIT_INSERT for an inserted `not` */
    struct byte_range range; /* of the token; for an insertion empty, where the text goes */
    struct token_text text;  /* the new text */
};

/* The kind of a group's members. */
enum mutation_source {
    MUTATION_TEXTS,  /* texts that the token may become */
    MUTATION_NAMES,  /* variables that the token may become */
    MUTATION_PLACES, /* tokens that may become the text */
};

struct mutation_group {
    enum mutation_rule rule;
    enum mutation_source source;
    enum edit_kind kind;
    uint32_t place;           /* TEXTS: token. NAMES: use. PLACES: its first one in `places` */
    const char *const *texts; /* for TEXTS; the token's own text does not count as a member */
    struct token_text text;   /* for PLACES */
    uint64_t n_members;       /* 1 or more */
    double weight;
};

struct mutations {
    struct mutation_sites sites;
    ARRAY(struct mutation_group) groups; /* sorted by rule */
    size_t first_group[N_MUTATION_RULES + 1];
    uint64_t n_sites[N_MUTATION_RULES]; /* tokens that can be changed */
    double weights[N_MUTATION_RULES];   /* of the rules, even of those without a group */
    ARRAY(uint32_t) places;             /* tokens */
    ARRAY(struct edit_place) edits;     /* internal */
};

struct mutation_options {
    const struct real_edits *real;    /* the distribution of real fixes; NULL: uniform */
    bool is_wanted[N_MUTATION_RULES]; /* by rule */
};

/* Finds the mutations of a tokenized program. Its language must have rules for them. `out` must be
 * zero before the first use; its memory is reused. It borrows the program and everything that the
 * options point to. */
void mutations_find(struct mutations *out, const struct program *program,
                    const struct mutation_options *options);
void mutations_release(struct mutations *mutations);

/* Returns a member of a group, counted from 0. */
struct mutation mutations_member(struct mutations *mutations, const struct mutation_group *group,
                                 uint64_t member);

/* ---- Draws ---- */

/* Draws mutations of a program at random, each at most once.
 *
 * The draws depend only on the seed and the program, and are made one after another. So the first
 * five of a hundred are the same five as when only five are drawn. */
struct mutation_draws {
    struct mutations *mutations; /* borrowed */
    struct dice dice;
    ARRAY(uint64_t) n_left; /* by group: number of members that were not drawn */
    /* By group: number of its first member, among the members of all groups. */
    ARRAY(uint64_t) first_member;
    ARRAY(unsigned char) drawn; /* one bit for each member */
    uint64_t n_left_of[N_MUTATION_RULES];
};

/* Starts the draws. `draws` must be zero before the first use; its memory is reused. */
void mutation_draws_begin(struct mutation_draws *draws, struct mutations *mutations, uint64_t seed);
void mutation_draws_release(struct mutation_draws *draws);
SCOPED_VALUE(mutation_draws, mutation_draws_release)

/* Draws a mutation that was not drawn before. Returns false if there is none left. */
bool mutation_draws_next(struct mutation_draws *draws, struct mutation *mutation);

/* ---- One mutant ---- */

struct mutant {
    struct mutation mutation;     /* its text is in the arena */
    struct fix_row row;           /* without submissions; texts in the arena */
    struct digest digest;         /* of the mutant's tokens */
    char sha256[SHA256_HEX_SIZE]; /* of the mutant's source */
    size_t n_bytes;
};

/* Makes mutants in one thread. */
struct mutant_maker {
    struct syntax_parser *parser;
    const struct dialect_finder *dialects;
    struct program program; /* the current mutant */
    struct program_parts parts;
    struct str code, reversed, scratch;
};

/* Releases everything except `parser` and `dialects`, which are borrowed. */
void mutant_maker_release(struct mutant_maker *maker);

/* A tokenized correct program, and what is known about it. */
struct mutant_original {
    const struct program *program;
    struct digest digest;          /* of its tokens */
    const char *path;              /* as for fix_region_of() (classify/classify.h) */
    const char *original_language; /* as in the metadata */
    const char *dialect;           /* as from dialect_find() */
    bool names_verdict;            /* in a comment, which its mutants have, too; not of a file */
};

/* Makes a mutant of a parsed program. Returns false if the mutation does not give a valid mutant. A
 * valid mutant parses, is in the same dialect of the language, differs from the original in exactly
 * one token, and is in the category of the mutation's rule. Its fix, applied as the manual says,
 * must give the original's tokens. Texts in `out` are copied into the arena, or static. */
bool mutant_make(struct mutant *out, struct mutant_maker *maker,
                 const struct mutant_original *original, const struct mutation *mutation,
                 struct arena *arena);

/* Appends the source of a mutant, made from the original's source. */
void mutant_write(struct str *out, const char *source, size_t length,
                  const struct mutation *mutation);

#endif
