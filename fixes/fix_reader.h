/* Fixes from the store, one at a time. */
#ifndef FIXES_FIX_READER_H
#define FIXES_FIX_READER_H

#include "base/arena.h"
#include "db/db.h"
#include "fixes/choice.h"
#include "languages/language.h"

#include <stdbool.h>

/* The language of a store's programs. */

/* Finds it. ERR where this tokfix has no such language. */
int store_language(const struct language **out, struct db *db, struct err *err);

/* A row of the store's view `fix_details`; or a correct program, the fixed side of a fix, that
 * stands in the place of a buggy one. */
struct fix {
    const char *id, *problem_id, *user_id, *language, *original_language;
    const char *buggy_submission, *fixed_submission, *buggy_status, *fixed_status;
    int64_t buggy_date, fixed_date;
    const char *origin;                                            /* real, mutant, rewrite */
    const char *edit, *category, *pattern, *role, *before, *after; /* role: "" for none */
    int64_t line, column, start_byte, end_byte, token_index, n_tokens;
    int64_t token_end_byte; /* of the token at token_index, also for an insertion */
    int64_t fixed_line, fixed_column, fixed_start_byte, fixed_end_byte, fixed_n_tokens;
    int64_t repair_in_program;
    const char *dialect; /* "" for none */
    const char *split;   /* of the fix; "" for none */
    const char
        *cluster; /* id of the fix that represents the near cluster of this one; "" for none */
    const char *buggy_code, *fixed_code;
    size_t buggy_length, fixed_length;

    /* The program is correct: both sides are the same, edit and category are "none", and what tells
     * of the edit is empty or 0; the place is where the fix was. */
    bool is_clean;
    int64_t place, place_end; /* bytes of the token, in buggy_code */
};

struct fix_reader; /* opaque */

/* Starts to read from a store that is open; it must outlive the reader. */
int fix_reader_open(struct fix_reader **out, struct db *db, struct err *err);
void fix_reader_close(struct fix_reader *rows); /* NULL is ignored */
SCOPED_POINTER(fix_reader, fix_reader_close)

/* The fix with that fix_key; its texts are in the arena. ERR also when it is not in the store, lies
 * outside its programs or cuts a character, or when a text is not UTF-8 or holds a zero byte. */
int fix_reader_get(struct fix_reader *rows, int64_t fix_key, struct fix *row, struct arena *arena,
                   struct err *err);

/* A store may come from anywhere: whether bytes that it gives lie inside a program of that length.
 */
bool fix_bytes_are_inside(int64_t start_byte, int64_t end_byte, size_t length);

/* Refuses a fix whose bytes do not: ERR. */
int fix_refuse_outside(const char *id, struct err *err);

/* Makes of a fix its fixed program as a correct one. */
void fix_make_clean(struct fix *row, struct arena *arena);

/* A visit of chosen fixes, one after the other (an item that is clean: the fixed program as a
 * correct one). What is taken does not depend on the number of threads. */
struct fix_visit {
    void *context; /* passed to every callback */

    /* Makes of a fix what is taken of it, in several threads at once: fills `made`, a zeroed
     * `made_size` bytes. NULL: fixes are only taken, each is read when its turn comes, and what
     * follows is of no use. */
    void (*work)(void *context, void *worker, const struct fix *fix, const struct fix_item *item,
                 void *made);
    size_t made_size;
    void (*made_release)(void *made); /* what it owns */
    int n_threads;
    void *(*worker_new)(void *context); /* a thread's own state */
    void (*worker_free)(void *worker);

    /* Takes the fix of that item, in order, in the calling thread. Anything but 0 ends the visit.
     */
    int (*take)(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err);
};

/* Returns 0, ERR, or what `take` returned. */
int fixes_visit(struct db *db, const struct fix_item *items, size_t n,
                const struct fix_visit *visit, struct err *err);

#endif
