/* Scopes: which variable each name of a program reads or writes.
 *
 * Scopes are found in the tree by the rules of the language (tokenize/languages/change_rules.h), as
 * its interpreters' compilers do (for Python: Language Reference, 4.2 "Naming and binding";
 * Python/symtable.c). A name that is bound anywhere in a scope belongs to that scope, in all of it.
 * Any other name belongs to the nearest enclosing scope that binds it and does not hide its names,
 * or else to the module. Names bound in a class of Python are visible only to the statements of the
 * class itself.
 *
 * Some facts cannot be found in the tree. Names that a wildcard import binds, names in code that
 * runs as text (exec, globals()) and names in strings are missing. If the body of a class reads a
 * name before it binds it, the name belongs to the module at run time, but here to the class. The
 * targets of a list comprehension are bound in the enclosing scope in Python 2, and in its own
 * scope in Python 3. Here they are in its own scope, with the kind SCOPE_LEAKING. Type parameters
 * (`def f[T](a: T)`) count as names of the module. Names inside backticks are text. */
#ifndef TOKENIZE_SCOPE_H
#define TOKENIZE_SCOPE_H

#include "base/mem.h"
#include "tokenize/program.h"
#include "tokenize/languages/change_rules.h"

enum use_kind {
    USE_READ,
    USE_WRITE,
    USE_BOTH,     /* x += 1 */
    USE_DECLARED, /* global x, nonlocal x */
};

enum { SCOPES_NONE = UINT32_MAX };

struct scope {
    enum scope_kind kind;
    bool hides_names; /* its names are hidden from the scopes inside it */
    uint32_t node;    /* index in the tree */
    uint32_t parent;  /* the enclosing scope; the module is its own parent */
};

/* A name in a scope. A name that is bound nowhere (a builtin, or a mistake) belongs to the module
 * and has no bindings. */
struct variable {
    uint32_t scope;
    struct token_text name; /* borrowed from the program's source */
    unsigned bindings;      /* enum variable_binding */
    uint32_t first_binding; /* the first use that writes it, or SCOPES_NONE */
};

struct name_use {
    uint32_t token;
    uint32_t variable;
    uint32_t scope; /* the scope that contains the use; may differ from the variable's */
    enum use_kind kind;
};

struct scopes {
    ARRAY(struct scope) scopes;       /* [0] is the module; a parent comes before its children */
    ARRAY(struct variable) variables; /* in the order of their first use */
    ARRAY(struct name_use) uses;      /* by token; without attributes and names of arguments */
    bool has_wildcard_import;
    struct scope_finder *finder; /* internal */
};

/* Finds the scopes of a tokenized program. Its language must have rules for them. `out` must be
 * zero before the first use; its memory is reused. It borrows the program's source. The time is
 * proportional to the size of the program; for names that are bound nowhere, also to the depth of
 * nested functions. */
void scopes_find(struct scopes *out, const struct program *program);
void scopes_release(struct scopes *scopes);
SCOPED_VALUE(scopes, scopes_release)

/* Returns the variable that a token uses, or SCOPES_NONE. Uses a binary search. */
uint32_t scopes_variable_at(const struct scopes *scopes, uint32_t token);

/* Whether a name, in the place of a token, would be a variable that the program binds. False if it
 * would be a builtin or a mistake, or if the token is not a use of a name. */
bool scopes_has_name(const struct scopes *scopes, uint32_t token, struct token_text name);

/* Whether the scope is that of a comprehension. */
bool scope_is_comprehension(const struct scope *scope);

#endif
