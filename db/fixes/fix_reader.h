/* Reads fixes from the database, one at a time. */
#ifndef DB_FIXES_FIX_READER_H
#define DB_FIXES_FIX_READER_H

#include "base/mem.h"
#include "db/db.h"
#include "db/fixes/choice.h"
#include "tokenize/languages/language.h"

#include <stdbool.h>

/* Finds the language of the database's programs. Returns ERR if this tokfix does not support it. */
int store_language(const struct language **out, struct db *db, struct err *err);

/* Gets the set of the languages of a database. Fails if this tokfix does not read one of them. */
int store_languages(unsigned *language_set, struct db *db, struct err *err);

/* Where a fix of a git repository comes from: a row of the view `fix_provenance`. If the fix is
 * from elsewhere, all texts are "" and all numbers 0. */
struct fix_provenance {
    const char *repository;           /* its id, which is also the problem's id */
    const char *url;                  /* "": unknown */
    const char *commit, *parent;      /* hexadecimal */
    const char *path;                 /* of the file, in the repository */
    const char *buggy_blob;           /* "": the buggy program is made */
    const char *fixed_blob, *author;  /* author: a salted hash */
    int64_t author_date, commit_date; /* Unix seconds */
    const char *subject;              /* first line of the commit's message */
    const char *keyword;              /* "": none */
    int64_t sweep_size, commit_pairs; /* files that the commit changes; that are pairs */
    int64_t is_test;
    const char *function;                     /* "": none, or without a name */
    int64_t function_line, function_end_line; /* in the buggy program, from 1; 0: in no function */
    const char *license;                      /* of the file, an SPDX expression; "": unknown */
    const char *license_evidence;             /* as in schema.sql */
};

/* Whether the database has git repositories, and problems of contests. Rows have the keys of a
 * provenance only if it has repositories. */
struct store_kinds {
    bool has_repositories, has_contests;
};
int store_find_kinds(struct store_kinds *kinds, struct db *db, struct err *err);

#define FIX_TEXT(name)         const char *name;
#define FIX_NUMBER(name)       int64_t name;
#define FIX_FIXED_NUMBER(name) int64_t fixed_##name;

/* A row of `fixes`, and what the view `fix_details` adds to it. Texts that are NULL in the database
 * are "", numbers 0. Or a correct program: the fixed side of a fix in place of its buggy one. */
struct fix {
    const char *id, *problem_id, *user_id, *language, *original_language;
    const char *buggy_submission, *fixed_submission, *buggy_status, *fixed_status;
    int64_t buggy_date, fixed_date;
    FIX_COLUMNS(FIX_TEXT, FIX_TEXT, FIX_NUMBER, FIX_NUMBER, FIX_NUMBER, FIX_FIXED_NUMBER)
    const char *verdict; /* of tokfix verify; "" for none */
    const char *evidence_input, *evidence_expected, *evidence_actual; /* of the test that shows the
                                                                         bug; "" for none */
    const char *split;                                                /* "" for none */
    enum fix_origin origin_number;                                    /* the same as numbers */
    enum fix_outcome outcome;
    int split_number;    /* its stratum */
    const char *cluster; /* id of the fix that represents its near cluster; "" for none */
    const char *buggy_encoding, *fixed_encoding; /* that the programs were submitted in */
    const char *buggy_code, *fixed_code;
    size_t buggy_length, fixed_length;
    struct fix_provenance provenance;

    /* The program is correct. Both sides are the same, edit and category are "none", and the fields
     * that describe the edit are empty or 0. The place is where the fix was. */
    bool is_clean;
    int64_t place, place_end; /* the token's bytes in buggy_code */
};

struct fix_reader; /* opaque */

/* Opens a reader. The database must outlive it. */
int fix_reader_open(struct fix_reader **out, struct db *db, struct err *err);
void fix_reader_close(struct fix_reader *rows); /* NULL is ignored */
SCOPED_POINTER(fix_reader, fix_reader_close)

/* Reads the fix with this key. Its texts are in the arena. Returns ERR if the fix is missing, if it
 * is not inside its programs or divides a character, or if a text is not UTF-8 or contains a zero
 * byte. */
int fix_reader_get(struct fix_reader *rows, int64_t fix_key, struct fix *row, struct arena *arena,
                   struct err *err);

/* Whether these bytes are inside a program of this length. Databases may come from anywhere, so
 * their numbers are checked. */
bool fix_bytes_are_inside(int64_t start_byte, int64_t end_byte, size_t length);

/* Sets the error for a fix that is not inside its program. Returns ERR. */
int fix_refuse_outside(const char *id, struct err *err);

/* Whether the fix comes from a git repository. */
bool fix_is_of_git(const struct fix *row);

/* Turns a fix into its fixed program as a correct program. */
void fix_make_clean(struct fix *row, struct arena *arena);

/* Computes something from a fix. */
typedef void fix_visit_work(void *context, void *worker, const struct fix *fix,
                            const struct fix_item *item, void *made);

/* A visit of chosen fixes, one after another. A clean item gives the fixed program as a correct
 * program. The result does not depend on the number of threads. */
struct fix_visit {
    void *context; /* passed to every callback */

    /* Computes something from a fix, in several threads at once. `made` points to `made_size`
     * zeroed bytes for the result. NULL: there is nothing to compute, each fix is read just before
     * it is taken, and the members up to worker_free are not used. */
    fix_visit_work *work;
    size_t made_size;
    void (*made_release)(void *made); /* releases what the result owns */
    int n_threads;
    void *(*worker_new)(void *context); /* the state of one thread */
    void (*worker_free)(void *worker);

    /* Takes the fix of an item, in order, in the calling thread. Any value except 0 ends the visit.
     */
    int (*take)(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err);
};

/* Visits the items. Returns 0, ERR, or the value that `take` returned. */
int fixes_visit(struct db *db, const struct fix_item *items, size_t n,
                const struct fix_visit *visit, struct err *err);

#endif
