/* What changing programs of a language needs to know about it beyond tokenize/language.h, as one
 * table.
 *
 * The engines of this room know no language by name. Kinds and fields are those of the
 * language's tree-sitter grammar; lists end with NULL, tables with an entry whose first member
 * is NULL. */
#ifndef AUGMENT_RULES_H
#define AUGMENT_RULES_H

#include "augment/mutation_rules.h"
#include "augment/rewrite_rules.h"
#include "augment/scope.h"
#include "tokenize/language.h"

/* A kind of node that opens a scope. */
struct scope_rule {
    const char *node;
    enum scope_kind kind;
    const char *inside[3]; /* the fields that stand in it; all children when the first is NULL */
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

struct augment_rules {
    const struct language *language;

    /* Scopes */
    const struct scope_rule *scopes; /* the first is that of the root */
    const struct name_rule *names;
    const char *const
        *name_patterns;          /* kinds whose children do what they do: a tuple of targets. In
                                         all others names are read */
    const char *wildcard_import; /* binds names that the program does not tell */

    const struct mutation_rules *mutations; /* mutation_rules.h */
    const struct rewrite_rules *rewrites;   /* rewrite_rules.h */
};

/* The table of a language; NULL when there is none. */
const struct augment_rules *augment_rules_find(const struct language *language);

/* The table entries. */
extern const struct augment_rules augment_rules_python;

#endif
