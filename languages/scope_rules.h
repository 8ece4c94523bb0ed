/* Which names of a program are bound where: what augment/scope.h needs to know about a language.
 *
 * Kinds and fields are those of the language's tree-sitter grammar; lists end with NULL, tables
 * with an entry whose first member is NULL. */
#ifndef LANGUAGES_SCOPE_RULES_H
#define LANGUAGES_SCOPE_RULES_H

#include <stdbool.h>

enum scope_kind {
    SCOPE_MODULE,
    SCOPE_FUNCTION,
    SCOPE_LAMBDA,
    SCOPE_CLASS,
    SCOPE_COMPREHENSION,
    SCOPE_LEAKING, /* a comprehension that in some dialects has no scope of its own */
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
    const char *inside[3]; /* the fields that stand in it; all children when the first is NULL */
    bool hides_names;      /* what it binds is not seen in the scopes inside it */
};

/* What a name does at its place. */
enum name_effect {
    NAME_READ,
    NAME_WRITTEN,
    NAME_READ_AND_WRITTEN,
    NAME_GLOBAL, /* declared to be the module's */
    NAME_OUTER,  /* declared to be that of a function around this one */
    NAME_NONE,   /* no variable: an attribute, the name of an argument */
};

/* Where a child stands that does not stand where its parent does. */
enum name_place {
    PLACE_HERE,
    PLACE_OUTSIDE,          /* in the scope around: the value of a parameter */
    PLACE_OUTSIDE_OF_FIRST, /* likewise, if the parent is the first of its kind in the scope */
    PLACE_ASSIGNMENT,       /* the name is bound in the nearest scope that is no comprehension */
};

/* What the names in a child do, by its parent, its field there, its grandparent, and the kind of
 * the sibling before it; NULL matches anything. The first rule that matches decides. All rules
 * of one parent stand together. */
struct name_rule {
    const char *parent, *field, *grandparent, *previous;
    bool is_alone; /* it has no sibling */
    enum name_effect effect;
    unsigned binding; /* enum variable_binding */
    enum name_place place;
};

struct scope_rules {
    const struct scope_rule *scopes; /* the first is that of the root */
    const struct name_rule *names;
    const char *const *patterns; /* kinds whose children do what they do: a tuple of targets. In all
                                    others names are read */
    const char *wildcard_import; /* binds names that the program does not tell */
};

#endif
