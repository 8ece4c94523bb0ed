/* What a system answers in words to a task of `tokfix export` (export/task.h).
 *
 *     any task        an answer that begins with "no bug" (or no_bug) says that there is no bug;
 *                     for repairs also one that contains it somewhere and nothing of the below
 *     repair, repair-with-verdict
 *                     code: of several blocks between ``` fences the longest, else the whole answer
 *     locate          "line 8, column 4: `<`": the two numbers count, what follows does not
 *     locate-repair   the same with "`<` should be `<=`", "`not` is missing before `x`", or
 *                     "`not` should not be there"
 *     explain         such a sentence with "line 8" alone
 *     classify        the one category that is named, with blanks or underscores
 *
 * Case does not matter; text before the line and after the sentence is skipped. A token that
 * contains a backtick is quoted by two or more of them, with a blank beside a backtick at its
 * ends. */
#ifndef SCORE_ANSWER_H
#define SCORE_ANSWER_H

#include "base/str.h"
#include "export/task.h"
#include "tokenize/token_text.h"

enum answer_kind {
    ANSWER_UNREADABLE,
    ANSWER_NO_BUG,
    ANSWER_CODE,
    ANSWER_PLACE,
    ANSWER_CHANGE, /* at a place; without a column in an explanation */
    ANSWER_CATEGORY,
};

struct answer {
    enum answer_kind kind;
    struct token_text code;
    int64_t line, column; /* as in what was shown, from 1 and from 0; column -1: none */
    struct token_text before,
        after;    /* before: empty for what is missing; after: for what is deleted */
    int category; /* enum bug_category */
};

/* Reads an answer; its texts are parts of `text`. */
struct answer answer_read(const char *text, const struct export_task *task);

/* Appends code in the place of `part`, a part of a program: the blanks and line ends around it are
 * those of the part, and so is the indentation of its first line. Where that is another one, the
 * lines after it are moved by as much (`moves_all`), or stay as they are. */
void answer_add_fitted(struct str *out, struct token_text code, struct token_text part,
                       bool moves_all);

#endif
