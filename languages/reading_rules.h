/* What a grammar reads otherwise than a compiler, because it does not know what a name means, or is
 * stricter. tokenize/readings.h uses these rules.
 *
 * Kinds are those of the language's tree-sitter grammar. Lists end with NULL, and may be NULL. A
 * table ends with an entry with NULL as its first member. */
#ifndef LANGUAGES_READING_RULES_H
#define LANGUAGES_READING_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* What a kind of node is, as a bit set. */
enum reading_flag {
    /* Names and their declarations */
    READING_NAME = 1 << 0,       /* a leaf that is a name */
    READING_TYPE = 1 << 1,       /* a type that needs no declaration */
    READING_DECLARATOR = 1 << 2, /* may be between a name and its declaration */
    READING_VALUES = 1 << 3,     /* declares variables, functions or constants */
    READING_TYPES = 1 << 4,      /* declares types */
    READING_MACRO = 1 << 5,      /* declares a name for a text, its field `value` */
    READING_TEMPLATE = 1 << 6,   /* what is declared in it is a template */
    READING_SCOPE = 1 << 7,      /* names that are declared in it are known only there */
    READING_CLASS = 1 << 8,      /* a scope; names are known before their declarations, too */
    READING_PROTOTYPE = 1 << 9,  /* a scope of parameters only */
    READING_PARAMETER = 1 << 10, /* declares parameters */
    /* Where names are misread */
    READING_ARGUMENTS = 1 << 11,   /* of a template: `<`, values and types, `>` */
    READING_DESCRIPTOR = 1 << 12,  /* a type in an expression */
    READING_CAST = 1 << 13,        /* a type in parentheses, and a value */
    READING_PARENTHESES = 1 << 14, /* an expression in parentheses */
    READING_CALL = 1 << 15,      /* its field `function` may name a type, whose constructor it is */
    READING_LONG_NAME = 1 << 16, /* its field `name` is the name */
    READING_CALL_ARGUMENTS = 1 << 17, /* values; of a macro, types, too */
    READING_EXPRESSION = 1 << 18,     /* declares, unless its field `type` is a variable */
    READING_TYPED = 1 << 19, /* without its field `type`, it declares nothing: a constructor */
};

struct reading_kind {
    const char *kind;
    uint32_t flags;
};

/* A token that the grammar does not accept there, and compilers do. */
struct lenient_rule {
    const char *token;
    const char *next;              /* the token after it; NULL: any */
    const char *const *never_next; /* none of these is after it */
    bool follows_value;            /* a name, a literal or a closing bracket is before it */
    const char *clause; /* the word before it, with neither a sign that ends a clause nor the end of
                           a directive between; NULL: any */
    const char *handed; /* in its place */
};

struct reading_rules {
    const struct reading_kind *kinds;
    const char *value_name, *type_name; /* the kinds of names in expressions, and of types */
    const char *operation;              /* the kind of `a * b` */
    const char *arguments;              /* the kind of the values of a call */
    const char *type_prefix;            /* text that may be before a type, and only before a type */
    const char *label_sign;             /* takes the address of a label, and is a binary operator */
    const char *const *loose;           /* operators that are hardly ever in template arguments */
    const char *const *type_words;      /* words that begin a type */
    const char *const *types;           /* of the standard library */
    const char *const *templates;       /* functions of the standard library that are templates */
    const char *const *header_tests;    /* words of directives, before a header in parentheses */
    const char *header_name;            /* the kind of such a header */
    const struct lenient_rule *lenient;

    /* Declarations without a type have this one; NULL: there are none. */
    const char *implicit_type;
    const char *const *storage_classes; /* words that may be before such a declaration */
};

#endif
