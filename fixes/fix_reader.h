/* Fixes from the store, one at a time. */
#ifndef FIXES_FIX_READER_H
#define FIXES_FIX_READER_H

#include "base/arena.h"
#include "db/db.h"

#include <stdbool.h>

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

/* The fix with that fix_id; its texts are in the arena. ERR also when it is not in the store, lies
 * outside its programs or cuts a character, or when a text is not UTF-8 or holds a zero byte. */
int fix_reader_get(struct fix_reader *rows, int64_t fix_id, struct fix *row, struct arena *arena,
                   struct err *err);

/* Makes of a fix its fixed program as a correct one. */
void fix_make_clean(struct fix *row, struct arena *arena);

#endif
