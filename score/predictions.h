/* What a system says of gold items: JSON lines {id, rank, line, column, repair, probability}, or
 * {id, rank, answer, probability}, or {id, rank, code, probability}.
 *
 *     id            of the item; a line without it may have nbf's commit_sha
 *     rank          1, 2, ... without a gap, best first; 1 if absent
 *     line, column  of the token, from 1 and from 0 in code points; line absent or null: no bug
 *     repair        the token that should be there; "" deletes the token. Without a line, where the
 *                   gold gives the place: the token at the place of the bug
 *     answer        instead of line, column and repair: the answer in words to a task of `tokfix
 *                   export` (answer.h). An answer that cannot be read is not an error: it is wrong
 *     code          instead: the code of what was shown (of pairs: the whole program), as the
 *                   system leaves it. What cannot be tokenized is not an error: it is wrong
 *     probability   that the prediction is right, 0 to 1; may be absent
 *
 * Other keys are ignored. Predictions with an id that the gold does not have are counted and
 * ignored. Everything else is an error with its line. */
#ifndef SCORE_PREDICTIONS_H
#define SCORE_PREDICTIONS_H

#include "base/scoped.h"
#include "score/gold.h"

enum {
    MAX_RANK = 1000000,
    MAX_SHOWN_ERRORS = 10,
    PREDICTION_AT_BUG = -1, /* a line: that of the bug */
};

struct prediction {
    uint64_t row;  /* line of the file, from 1 */
    uint32_t item; /* of the gold */
    int32_t rank;
    int64_t line, column; /* line 0: no bug; or PREDICTION_AT_BUG */
    const char *repair;
    const char *answer; /* in words; NULL: none */
    const char *code;   /* NULL: none; without both the three above count */
    double probability; /* NAN: none is given */
};

struct predictions {
    ARRAY(struct prediction) list; /* by item and rank */
    size_t *first;                 /* of each item; there is one behind the last */
    struct arena arena;            /* of the texts */
    int64_t n_answered;            /* items with a prediction */
    int64_t n_in_words;            /* predictions that are answers */
    int64_t n_unknown;             /* predictions of ids that the gold does not have */
    int64_t n_unknown_ids;         /* these ids */
    const char *first_unknown;     /* the first of them; NULL: none */
    uint64_t first_unknown_row;

    /* The first lines that are wrong, "FILE:LINE: what", and how many there are. */
    ARRAY(const char *) errors;
    int64_t n_errors;
};

/* Reads a file, packed or not; "-" is standard input. Fails when it cannot be read; lines that are
 * wrong only stand in `errors`, and then the list is not to be used. Release with
 * predictions_release(), also after a failure. */
int predictions_read(struct predictions *out, const char *path, const struct gold *gold,
                     struct err *err);
void predictions_release(struct predictions *predictions);
SCOPED_VALUE(predictions, predictions_release)

#endif
