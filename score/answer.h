/* Reads a system's answer in words (unwrap.h) to a question of `tokfix export`
 * (export/question.h).
 *
 *     any question    "no bug" (or no_bug) at the start of an answer: there is none; but for
 *                     repairs also anywhere in an answer that has none of the forms below
 *     repair, repair-with-verdict
 *                     code: the judge chooses one of the answer's blocks
 *     locate          "line 8, column 4: `<`"; only the two numbers count
 *     locate-repair   a place as for locate, and "`<` should be `<=`", "`not` is missing before
 *                     `x`", or "`not` should not be there"
 *     explain         such a sentence with "line 8" alone
 *     classify        the only category that its line names, with blanks or underscores
 *
 * The last of several counts, and first those that begin a line, or have it to themselves. Case
 * does not matter. Text before the line and after the sentence is skipped. A token that
 * contains a backtick is quoted by two or more backticks, with a blank next to a backtick at its
 * ends. */
#ifndef SCORE_ANSWER_H
#define SCORE_ANSWER_H

#include "base/str.h"
#include "export/question.h"
#include "tokenize/token.h"

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
    int64_t line, column; /* within the shown code, from 1 and from 0; column -1: none */
    /* Before: empty if the token is missing; after: empty if it is deleted. */
    struct token_text before, after;
    int category; /* enum bug_category */
};

/* Reads an answer; its texts are parts of `text`. */
struct answer answer_read(const char *text, const struct question *question);

/* Appends code that replaces `part`, a part of a program. It gets the blanks and line ends around
 * the part, and the indentation of the part's first line. If that differs from the code's, the
 * following lines are moved by the same amount (`moves_all`), or stay unchanged. */
void answer_add_fitted(struct str *out, struct token_text code, struct token_text part,
                       bool moves_all);

#endif
