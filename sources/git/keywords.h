/* Which commits say that they fix something. */
#ifndef GIT_KEYWORDS_H
#define GIT_KEYWORDS_H

#include "base/str.h"

#include <stdbool.h>

/* The words of ManySStuBs4J (Karampatsis and Sutton, MSR 2020): error, bug, fix, issue, mistake,
 * incorrect, fault, defect, flaw, type. */
enum keywords {
    KEYWORDS_WORDS,      /* these words and their forms, as whole words */
    KEYWORDS_TSSB,       /* anywhere in the message, also in other words, as TSSB-3M (Richter and
                            Wehrheim, MSR 2022) */
    KEYWORDS_MANYSSTUBS, /* words with the same stem (Porter 1980), as ManySStuBs4J */
    KEYWORDS_NONE,       /* any message, as BugLab (Allamanis et al., NeurIPS 2021) */
    N_KEYWORDS
};

/* Returns the name on the command line; NULL for a number that is none. */
const char *keywords_name(int keywords);

/* Finds the first keyword in a message, and sets `word` to it in lower case. Returns false if there
 * is none. With KEYWORDS_NONE, returns true, and `word` is that of KEYWORDS_WORDS or empty. */
bool keywords_find(enum keywords keywords, const char *message, struct str *word);

/* Whether a message says that its commit undoes another one: it begins with the word revert,
 * reverts, reverted or reverting, or with `Reapply "`, in any case, or one of its lines begins with
 * `This reverts commit `, as git writes it. Its keywords are those of the commit that it undoes. */
bool keywords_say_revert(const char *message);

#endif
