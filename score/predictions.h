/* A system's predictions for gold items: JSON lines {id, rank, line, column, repair}, or {id,
 * rank, answer}, or {id, rank, code}.
 *
 *     id            the id of the item; custom_id is before it, and commit_sha of nbf after it
 *     rank          1, 2, ... without a gap, best first; 1 if absent. Of samples it is ignored:
 *                   their ranks are 1, 2, ... in the order of the lines
 *     line, column  the place of the token, from 1 and from 0 in code points; line absent or null:
 *                   no bug
 *     repair        the token that should be there; "" deletes the token. Without a line, it
 *                   applies to the place of the bug, if the gold gives it
 *     answer        instead of line, column and repair: the answer in words to a question of
 *                   `tokfix export` (unwrap.h, answer.h): a text; messages that end with one
 *                   of the assistant; a server's response; or a list of these, whose ranks begin
 *                   with that of the line. The names prediction, response, completion,
 *                   generated_text and messages are the same. An unreadable answer counts as
 *                   wrong; it is not an error
 *     code          instead of these: the code of the row as the system returns it. Code that
 *                   cannot be tokenized counts as wrong; it is not an error
 *
 * Other keys are ignored, such as a probability, but a line that has only others is an error.
 * Predictions with an id that the gold lacks are counted and ignored. Everything else is an error
 * with its line. */
#ifndef SCORE_PREDICTIONS_H
#define SCORE_PREDICTIONS_H

#include "base/mem.h"
#include "base/meter.h"
#include "score/gold.h"

enum {
    MAX_RANK = 1000000,
    PREDICTION_AT_BUG = -1, /* a line: that of the bug */
};

struct prediction {
    uint64_t row;  /* line of the file, from 1 */
    uint32_t item; /* index of the item of the gold */
    int32_t rank;
    int64_t line, column; /* line 0: no bug; or PREDICTION_AT_BUG */
    const char *repair;
    const char *answer; /* in words; NULL: none */
    const char *code;   /* NULL: none; without answer and code, line, column and repair count */
};

/* All zero before predictions are pushed to `list`. */
struct predictions {
    ARRAY(struct prediction) list; /* by item and rank */
    size_t *first;                 /* index of each item's first prediction; one more at the end */
    struct arena arena;            /* owns the texts */
    int64_t n_answered;            /* items with a prediction */
    int64_t n_in_words;            /* predictions that are answers */
    int64_t n_unknown;             /* predictions with ids that the gold lacks */
    int64_t n_unknown_ids;         /* number of these ids */
    const char *first_unknown;     /* the first of these ids; NULL: none */
};

/* Reads a file, compressed or not; "-" is standard input. `are_samples`: the predictions of an item
 * have no order; they are independent samples. Fails at the first wrong line, and if no prediction
 * is of an item. Release `out` with predictions_release(), also after a failure. */
int predictions_read(struct predictions *out, const char *path, const struct gold *gold,
                     bool are_samples, struct err *err);

/* Sorts the predictions that were pushed, and finds those of each item. */
void predictions_index(struct predictions *predictions, const struct gold *gold);

/* Writes predictions of places as JSON lines. */
int predictions_write(const struct predictions *predictions, const struct gold *gold,
                      const char *path, bool is_replacing, struct err *err);

void predictions_release(struct predictions *predictions);
SCOPED_VALUE(predictions, predictions_release)

/* ---- The floor ---- */

struct floor_request {
    const struct gold *gold; /* after gold_find_fixes() */
    struct db *db;
    size_t k; /* the most predictions for a bug */
    const struct meter *meter;
};

/* Predicts for the bugs of the gold after learning from the fixes of the split train, or for an
 * item in a fold from those in all others; and sets `n_learned` to the number of fixes that were
 * learned from (of folds, the greatest). If that is not possible, `why_not` says why, and there are
 * no predictions. All three are empty before. */
int floor_predict(struct predictions *out, int64_t *n_learned, struct str *why_not,
                  const struct floor_request *request, struct err *err);

#endif
