/* The branches of the preprocessor in a pass over braces. `#if`, `#else` and `#endif` make groups,
 * and one branch of a group is compiled. If each branch opens a brace, one brace closes them all.
 * So each branch begins where the group began, and what comes after the group continues the first
 * branch that has code besides directives. All branches are read. */
#ifndef TOKENIZE_BRANCHES_H
#define TOKENIZE_BRANCHES_H

#include "base/mem.h"
#include "tokenize/program.h"

/* Where a pass is. */
struct brace_place {
    size_t brace;         /* the innermost open one: its number in a list of all, from 1; 0: none */
    size_t head;          /* the first token of the current statement */
    size_t n_parentheses; /* open ones of this statement */
};

/* A group whose `#endif` has not come. */
struct branch_group {
    struct brace_place before, after; /* it, and its first branch with code */
    bool has_code, has_after;         /* the current branch; one that is over */
};

/* All zero before the pass. Release with array_release(&branches->open). */
struct branches {
    ARRAY(struct branch_group) open;
    size_t next; /* the token after the last directive */
};

/* Passes the directive that begins at a token. Sets `at` to where the pass goes on: its head is the
 * token if the directive is between two statements. Returns the token after the directive. */
size_t branches_pass(struct branches *branches, const struct program *program, size_t token,
                     struct brace_place *at);

#endif
