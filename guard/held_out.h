/* The programs of held-out fixes, and the search for them in other code: for whole ones, and for
 * code that is a part of one.
 *
 * Tokens are compared as they are or, if it is asked for, after names are numbered by first use, as
 * for the needles of a benchmark (guard/needles.h). Other than there, what is searched may be
 * prose with code in it, may have holes, and may be only a part of the program. */
#ifndef GUARD_HELD_OUT_H
#define GUARD_HELD_OUT_H

#include "base/meter.h"
#include "db/db.h"
#include "db/fix_names.h"
#include "guard/loose_code.h"

/* A program of a held-out fix. The same program may be in several fixes. */
struct held_out_use {
    const char *id, *split; /* of the fix */
    enum fix_origin origin;
    bool is_fixed; /* the program is the fixed one */
    uint32_t edit; /* the place of the edit, in the sequence of the program */
};

struct held_out_program {
    const struct language *language;
    struct sequence sequence;
    uint32_t first_use, n_uses;
};

/* How code is compared. */
struct held_out_options {
    uint32_t min_tokens; /* of what is found; a shorter program is found only as it is, and if it is
                          * all of the code between two cuts */
    bool is_renamed;
};

struct held_out {
    struct held_out_options options;
    ARRAY(struct held_out_program) programs;
    ARRAY(struct held_out_use) uses; /* by program */
    unsigned language_set;           /* of the programs */
    struct arena arena;
    struct held_out_index *index; /* below */
};

/* Databases, and splits of theirs: 1 << number. */
struct held_out_source {
    struct db *const *dbs;
    size_t n_dbs;
    unsigned splits;
};

/* Reads the programs of the fixes in the splits, without excluded fixes. Release with
 * held_out_release(), also after a failure. */
int held_out_read(struct held_out *out, const struct held_out_source *source,
                  const struct held_out_options *options, struct err *err);
void held_out_release(struct held_out *held_out);
SCOPED_VALUE(held_out, held_out_release)

/* A part of a program that is in some code. Both begin and end there, or the program does. What
 * begins or ends only at a comment has the edit of a fix. */
struct held_out_match {
    uint32_t program;
    uint32_t start, n_tokens; /* of the program */
    bool is_whole;            /* they are all of them */
    bool is_exact;            /* as they are; else renamed */
};

struct held_out_matches {
    ARRAY(struct held_out_match) list;
};

/* Sets for each match whether it is a part, and not the whole, of its program, and a program of a
 * fix in another split has it, too: what such a fix may well have in common with a held-out one. */
int held_out_find_common(bool *is_common, const struct held_out_match *matches, size_t n,
                         const struct held_out *held_out, const struct held_out_source *source,
                         const struct meter *meter, struct err *err);

/* ---- The search (held_out_search.c) ---- */

/* Finds where programs may be. Made when all are there, and not changed after that. */
struct held_out_index; /* opaque */
struct held_out_index *held_out_index_new(const struct held_out *held_out);
void held_out_index_free(struct held_out_index *index);

struct held_out_search; /* opaque; one per thread */
struct held_out_search *held_out_search_new(const struct held_out *held_out);
void held_out_search_free(struct held_out_search *search);
SCOPED_POINTER(held_out_search, held_out_search_free)

/* Adds the matches in a text in one language. Sets the number of tokens in lines of code. Returns
 * false if the text was not searched to its end, because that would take too long. */
bool held_out_find(struct held_out_matches *out, size_t *n_code, struct held_out_search *search,
                   const struct language *language, const struct loose_text *text);

#endif
