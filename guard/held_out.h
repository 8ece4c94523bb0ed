/* The programs of held-out fixes, and what counts as one of them in other code: a whole program, or
 * a part that has the edit of a fix or is all of the code. */
#ifndef GUARD_HELD_OUT_H
#define GUARD_HELD_OUT_H

#include "base/meter.h"
#include "db/db.h"
#include "db/fix_names.h"
#include "guard/loose_code.h"
#include "guard/search.h"

/* A program of a held-out fix. The same program may be in several fixes. */
struct held_out_use {
    const char *id, *split; /* of the fix */
    enum fix_origin origin;
    bool is_fixed; /* the program is the fixed one */
    uint32_t edit; /* the place of the edit, in the sequence of the program */
};

struct held_out_program {
    const struct language *language;
    uint32_t first_use, n_uses;
};

struct held_out {
    ARRAY(struct held_out_program) programs;
    ARRAY(struct sequence) sequences; /* by program: the needles of the index */
    ARRAY(struct held_out_use) uses;  /* by program */
    unsigned language_set;            /* of the programs */
    struct arena arena;
    struct search_index *index;
};

/* Databases, and splits of theirs: 1 << number. */
struct held_out_source {
    struct db *const *dbs;
    size_t n_dbs;
    unsigned splits;
};

/* Reads the programs of the fixes in the splits, without excluded fixes. With `is_renamed`, they
 * are found also after names are numbered. Release with held_out_release(), also after a failure.
 */
int held_out_read(struct held_out *out, const struct held_out_source *source, bool is_renamed,
                  struct err *err);
void held_out_release(struct held_out *held_out);
SCOPED_VALUE(held_out, held_out_release)

struct held_out_search; /* opaque; one per thread */
struct held_out_search *held_out_search_new(const struct held_out *held_out);
void held_out_search_free(struct held_out_search *search);
SCOPED_POINTER(held_out_search, held_out_search_free)

/* Searches a text, which a zero byte follows, as code of each language that programs are in. Adds
 * the matches that count:
 *   a whole program; a short one only as it is;
 *   a part that has the edit of a fix, as it is: short code often differs in its names only;
 *   a part that the code begins and ends with, or the program does. A token may be divided where
 *   the code was cut, so the code may begin or end two tokens away. */
void held_out_search_text(struct search_matches *out, struct held_out_search *search,
                          const char *text, size_t length);

/* Sets for each match whether it is a part, and not the whole, of its program, and a program of a
 * fix in another split has it, too: what such a fix may well have in common with a held-out one. */
int held_out_find_common(bool *is_common, const struct search_match *matches, size_t n,
                         const struct held_out *held_out, const struct held_out_source *source,
                         const struct meter *meter, struct err *err);

#endif
