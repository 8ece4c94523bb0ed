/* What the names of a program mean: which variable each of them reads or writes.
 *
 * Found from the tree by the rules of the language (languages/scope_rules.h), as its interpreters'
 * compilers do (for Python: Language Reference, 4.2 "Naming and binding"; Python/symtable.c). A
 * name that is bound in a scope anywhere is that scope's in all of it; a name that is not is that
 * of the next scope around that binds it and does not hide its names, or of the module. What a
 * class of Python binds is seen by its own statements alone.
 *
 * What the tree cannot tell: names that a wildcard import binds, that run as text (exec,
 * globals()), or that stand in strings; a name in the body of a class that is read before the class
 * binds it is the module's when it runs, and the class's here. In Python 2 the targets of a list
 * comprehension are bound in the scope around it, in Python 3 in its own: here in its own, whose
 * kind is then SCOPE_LEAKING. Type parameters (`def f[T](a: T)`) are taken for names of the module.
 * Names inside backticks are text. */
#ifndef AUGMENT_SCOPE_H
#define AUGMENT_SCOPE_H

#include "base/scoped.h"
#include "languages/scope_rules.h"
#include "tokenize/program.h"

enum use_kind {
    USE_READ,
    USE_WRITE,
    USE_BOTH,     /* x += 1 */
    USE_DECLARED, /* global x, nonlocal x */
};

enum { SCOPES_NONE = UINT32_MAX };

struct scope {
    enum scope_kind kind;
    bool hides_names; /* from the scopes inside it */
    uint32_t node;    /* index into the tree */
    uint32_t parent;  /* the scope around it; the module is its own */
};

/* A name in a scope. One that is bound nowhere (a builtin, or a mistake) belongs to the module and
 * has no bindings. */
struct variable {
    uint32_t scope;
    struct token_text name; /* borrowed from the program's source */
    unsigned bindings;      /* enum variable_binding */
    uint32_t first_binding; /* the first use that writes it; SCOPES_NONE for none */
};

struct name_use {
    uint32_t token;
    uint32_t variable;
    uint32_t scope; /* where it stands: not always the variable's, or a function's below it */
    enum use_kind kind;
};

struct scopes {
    ARRAY(struct scope) scopes;       /* [0] is the module's; a parent comes before its children */
    ARRAY(struct variable) variables; /* in the order of their first use */
    ARRAY(struct name_use) uses;      /* by token; attributes and names of arguments are none */
    bool has_wildcard_import;
    struct scope_finder *finder; /* internal */
};

/* Finds the scopes of a tokenized program, whose language has rules for them. `out` is zeroed
 * before its first use, and its memory is reused; it borrows the program's source. Takes time in
 * proportion to the program, and for names that are bound nowhere also to the depth of nested
 * functions. */
void scopes_find(struct scopes *out, const struct program *program);
void scopes_release(struct scopes *scopes);
SCOPED_VALUE(scopes, scopes_release)

/* The variable that is used by a token, or SCOPES_NONE: a binary search. */
uint32_t scopes_variable_at(const struct scopes *scopes, uint32_t token);

/* Whether the program binds the variable that a name would be in the place of a token: false where
 * it would be a builtin or a mistake, and for a token that is not a use of a name. */
bool scopes_has_name(const struct scopes *scopes, uint32_t token, struct token_text name);

/* Whether a scope is a comprehension's. */
bool scope_is_comprehension(const struct scope *scope);

#endif
