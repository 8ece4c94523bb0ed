/* The scopes of a language, and where names are bound. tokenize/scope.h uses these rules.
 *
 * Kinds and fields are those of the language's tree-sitter grammar. Lists end with NULL. Tables end
 * with an entry with NULL as its first member. */
#ifndef TOKENIZE_LANGUAGES_SCOPE_RULES_H
#define TOKENIZE_LANGUAGES_SCOPE_RULES_H

#include <stdbool.h>

enum scope_kind {
    SCOPE_MODULE,
    SCOPE_FUNCTION,
    SCOPE_LAMBDA,
    SCOPE_CLASS,
    SCOPE_COMPREHENSION,
    SCOPE_LEAKING, /* a comprehension that has no scope of its own in some dialects */
};

/* How a variable is bound, as a bit set. */
enum variable_binding {
    BINDING_ASSIGNED = 1 << 0, /* also `+=` and an annotation without a value */
    BINDING_PARAMETER = 1 << 1,
    BINDING_LOOP = 1 << 2,
    BINDING_COMPREHENSION = 1 << 3, /* target of a comprehension's `for` */
    BINDING_WITH = 1 << 4,
    BINDING_EXCEPTION = 1 << 5, /* except ... as */
    BINDING_IMPORT = 1 << 6,
    BINDING_FUNCTION = 1 << 7,
    BINDING_CLASS = 1 << 8,
    BINDING_MATCH = 1 << 9, /* captured by a pattern of `case` */
    BINDING_DELETED = 1 << 10,
};

/* A kind of node that opens a scope. */
struct scope_rule {
    const char *node;
    enum scope_kind kind;
    const char *inside[3]; /* the fields that are in the scope; first one NULL: all children */
    bool hides_names;      /* names that it binds are not visible in the scopes inside it */
};

/* The effect of a name at its place. */
enum name_effect {
    NAME_READ,
    NAME_WRITTEN,
    NAME_READ_AND_WRITTEN,
    NAME_GLOBAL, /* declared as the module's */
    NAME_OUTER,  /* declared as a variable of an enclosing function */
    NAME_NONE,   /* not a variable: an attribute, the name of an argument */
};

/* The scope of a child, relative to its parent's. */
enum name_place {
    PLACE_HERE,             /* the parent's scope */
    PLACE_OUTSIDE,          /* the enclosing scope: the value of a parameter */
    PLACE_OUTSIDE_OF_FIRST, /* the enclosing scope if the parent is the first of its kind in the
                             * scope */
    PLACE_ASSIGNMENT,       /* names are bound in the nearest scope that is not a comprehension */
};

/* The effect of the names in a child. It depends on the kind of its parent, its field in the
 * parent, the kind of its grandparent, and the kind of the sibling before it. NULL matches
 * anything. The first rule that matches decides. All rules of one parent are together. */
struct name_rule {
    const char *parent, *field, *grandparent, *previous;
    bool is_alone; /* the child has no sibling */
    enum name_effect effect;
    unsigned binding; /* enum variable_binding */
    enum name_place place;
};

struct scope_rules {
    const struct scope_rule *scopes; /* the first is that of the root */
    const struct name_rule *names;
    const char *const *patterns; /* kinds whose children have the same effect as the node: a tuple
                                    of targets. In all other kinds, names are read */
    const char *wildcard_import; /* binds names that the program does not list */
    const char *const *binders;  /* words and signs of lines that bind names */
};

#endif
