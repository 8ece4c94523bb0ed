/* The gold, with which a system's predictions are compared: programs that are known to be correct
 * or to have a bug at a known place.
 *
 * They come from a store, or from a file of JSON lines (compressed or not): rows of `pairs`, of
 * `nbf` (nbfbaselines, RealiT), or of a trainer's format with ids. The keys of a line show its
 * format. In rows with ids, the programs are the code to correct and the corrected code. */
#ifndef SCORE_GOLD_H
#define SCORE_GOLD_H

#include "base/json.h"
#include "base/table.h"
#include "export/example.h"
#include "fixes/choice.h"
#include "languages/language.h"
#include "tokenize/program.h"
#include "tokenize/token_text.h"

#include <stdbool.h>
#include <stdint.h>

/* The category of a correct program, beside those of enum bug_category. */
enum { GOLD_CORRECT = N_CATEGORIES };

/* The place of the token (for a missing `not`, of the token after it), and what is right there. All
 * zero for a correct program, with an empty text. */
struct gold_bug {
    int64_t line, column; /* from 1, and from 0 in code points */
    const char *after;    /* "": the token is superfluous */
    bool is_unplaced;     /* all three are unknown; the two programs determine them */
};

/* What was shown of the program. */
struct gold_shown {
    size_t part_start, part_end; /* what the answer to a repair replaces */
    size_t start_byte;           /* of the first shown line */
    struct position start;       /* the same, from 1 and from 0 */
    const char *right;           /* the exported answer, if it is not code; else "" */
};

/* A program that is correct or has a bug at a known place. */
struct gold_item {
    const char *id;        /* unique */
    const char *problem;   /* its id, or that of its cluster if the store has clusters of identical
                            problems; of a git repository its id. NULL: unknown */
    size_t problem_number; /* from 0, the same for items of the same problem; an item whose problem
                              is unknown has one of its own */
    int64_t fix_key;       /* of a store; 0: the item is from a file */
    const struct language *language;
    const char *dialect; /* a name of the language's; NULL: unknown */
    int category;        /* enum bug_category, or GOLD_CORRECT */
    bool is_row_shown;   /* of a store: its row is the shown code, in which predicted places count.
                            Else they count in `program` */
    bool is_leaked;      /* the store marks it as excluded */
    struct gold_bug bug;
    struct token_text program, fixed; /* the same for a correct program, and if a row with another
                                         task than a repair does not have the fixed one */
    struct gold_shown shown;

    /* If the whole program is known: as much as gold_item_show() needs, to show it again by another
     * view. Else NULL. */
    const struct fix *fix;
};

enum { GOLD_MAX_BYTES = 1 << 20 }; /* of a program */

/* What is needed to make items. Zero all members except the first two before the first use. */
struct gold_viewer {
    const struct export_view *view;
    struct arena *arena; /* of the texts of the items */
    struct excerpt excerpt;
    struct lexical *lexical; /* for functions: of the language of the latest item */
    struct str answer;
};
void gold_viewer_release(struct gold_viewer *viewer);
SCOPED_VALUE(gold_viewer, gold_viewer_release)

/* Sets an item's shown part and right answer from its row and the view. Returns NULL, or a static
 * text with the reason why nothing can be shown. */
const char *gold_item_show(struct gold_item *item, const struct fix *row,
                           struct gold_viewer *viewer);

/* Makes an item from a row of `pairs`; of a trainer's format with ids, which sets `task` (else it
 * is NULL); or of nbf, the test format of nbfbaselines and RealiT. In nbf the place is that of the
 * marker, the repair makes the fixed program, and the category is that of nbfbaselines' scorer,
 * which depends on the type and, for operators, on the repair. Returns NULL, or a static text with
 * what is wrong with the row. */
const char *gold_item_read(struct gold_item *item, const struct export_task **task,
                           const struct json *row, struct gold_viewer *viewer);

struct gold {
    ARRAY(struct gold_item) items;
    struct table ids;               /* by the items' numbers */
    struct arena arena;             /* of all texts */
    int64_t n_correct;              /* items that are correct programs */
    size_t n_problems;              /* numbers of problems (gold_item) */
    size_t n_without_problem;       /* items whose problem is unknown */
    struct fix_account account;     /* of a store: which fixes were omitted */
    const struct export_task *task; /* the task of rows with ids; NULL: unknown */
    const char *dataset;            /* from which the store was mined; NULL: unknown */
    bool is_store;
    bool is_place_given; /* the place of the bug was shown to the system, which only repairs it. The
                            gold then has no correct programs */
    bool has_exclusions; /* `tokfix check --mark` has marked fixes of the store */
};

/* Sets whether `path` is a database. A path that is not a regular file is not a database. Fails if
 * the path does not exist, is a folder, or is a text that does not begin with a JSON object. */
int gold_find_kind(bool *is_store, const char *path, struct err *err);

/* Which fixes of a store are scored; and, for systems that answer in words, the task and what was
 * shown: task, granularity, context and marks of `view`. Its task is never NULL. */
struct gold_options {
    const struct fix_choice *choice;
    struct export_view view;
};

/* Reads the gold: the selected fixes of a store, or every row of a file. A row that cannot be used
 * and a duplicate id are errors with the line. Release `out` with gold_release(), also after a
 * failure. */
int gold_read(struct gold *out, const char *path, const struct gold_options *options,
              struct err *err);
void gold_release(struct gold *gold);
SCOPED_VALUE(gold, gold_release)

#endif
