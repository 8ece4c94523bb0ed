/* A programming language, as one table entry.
 *
 * What tokenizes, classifies, mutates and rewrites knows no language by name: everything that it
 * must know about one is in this room. Kinds and fields are those of the language's tree-sitter
 * grammar; lists end with NULL, tables with an entry whose first member is NULL. What a language
 * has none of may be left out, but for strings, compounds, operators, roles, literals and texts of
 * letters, which are then empty. A language is a file like python.c, a line in languages.c, and its
 * grammar in grammars/package.json; for mutants and rewrites also files like the others that begin
 * with its name. */
#ifndef LANGUAGES_LANGUAGE_H
#define LANGUAGES_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

struct TSLanguage;

/* The six categories of single-token bugs (Takada 2024), and everything else. */
enum bug_category {
    CATEGORY_OTHER,
    CATEGORY_VARIABLE_MISUSE,
    CATEGORY_BINARY_OPERATOR,
    CATEGORY_COMPARISON_OPERATOR,
    CATEGORY_LOGICAL_OPERATOR,
    CATEGORY_ASSIGNMENT_OPERATOR,
    CATEGORY_LITERAL,
    N_CATEGORIES
};

/* What an identifier stands for at its place in the program. */
enum identifier_role {
    ROLE_NONE,     /* not an identifier */
    ROLE_VARIABLE, /* a name that is read or written */
    ROLE_FUNCTION, /* a bare name that is called */
    ROLE_ATTRIBUTE,
    ROLE_KEYWORD_ARGUMENT,
    ROLE_PARAMETER,
    ROLE_IMPORT,
    ROLE_TYPE, /* inside a type annotation */
    ROLE_DEFINITION,
    N_ROLES
};

enum literal_kind {
    LITERAL_NONE, /* not a literal */
    LITERAL_INTEGER,
    LITERAL_FLOAT,
    LITERAL_BOOLEAN,
    LITERAL_NULL,
    LITERAL_STRING
};

/* A node kind whose bytes are text, except for the children of some kinds: an f-string is text
 * except for its quotes and interpolations. Each run of text is one token. */
struct text_container {
    const char *kind;
    const char *first_child_letters; /* it is a container only if its first child's text has one of
                                        these letters, else one whole token; NULL: always */
    const char *parts[4];            /* the child kinds that are no text */
};

/* A comment. */
struct comment_form {
    const char *open;
    const char *close; /* ends it; NULL: it ends with the line */
};

/* How a string is quoted. */
struct string_form {
    const char *quote; /* opens and closes it */
    bool has_lines;    /* may go over line ends */
};

/* How numbers are written, beyond what all languages share: digits, a dot, an exponent. */
struct number_form {
    const char *bases; /* letters that may stand behind a 0 at the start: hexadecimal and others */
    char separator;    /* may stand between digits; 0: none */
    const char *suffixes; /* letters, one of which may end a number */
};

/* A leaf that is an operator because of its parent: the `-` of a binary_operator is one, the `-`
 * of a unary_operator another. */
struct operator_rule {
    const char *parent;
    const char *kind; /* NULL: every child that is not a named node */
    enum bug_category category;
    bool has_operands; /* the parent's named children are operands (SStuB CHANGE_OPERAND) */
    bool is_unary;     /* SStuB CHANGE_UNARY_OPERATOR */
};

/* The role of an identifier by its parent, the field that it has there, its grandparent, and the
 * kind of the sibling before it. The first rule that matches decides. NULL matches anything. */
struct role_rule {
    const char *parent;
    const char *field;
    const char *grandparent;
    const char *previous;
    enum identifier_role role;
};

struct literal_rule {
    const char *kind;
    enum literal_kind literal;
};

/* A construct that only some dialects have. A node matches by kind, parent, grandparent and text;
 * NULL matches any. */
struct dialect_rule {
    const char *kind;
    const char *parent;
    const char *grandparent;
    bool (*text)(const char *bytes, size_t length); /* of the node */
    unsigned dialects;                              /* the dialects that have it, as a bit set */
    const char *called; /* the grandparent is a call, and the function's text is this */
    const char *unless; /* a program that holds this text somewhere shows nothing */
};

/* What the metadata's original_language tells about the dialect, by the start of its text. */
struct dialect_name_rule {
    const char *prefix;
    unsigned dialects;
};

/* What the tokens of a program are, in its tree (tokenize/program.h). */
struct token_rules {
    bool layout_has_meaning;                 /* line ends and indentation are tokens */
    const char *opening;                     /* brackets inside which line ends have no meaning */
    const char *closing;                     /* their closing ones */
    const char *const *form_kinds;           /* token kinds that only give form, beside brackets and
                                                layout: separators, quotes that are tokens */
    char continuation;                       /* before a line end: the line goes on; 0: none */
    const char *const *skipped_kinds;        /* comments, line continuations */
    const char *const *joined_kinds;         /* a node of several leaves that is one token, its text
                                                being the kind's name */
    const struct text_container *containers; /* nodes with text that no leaf covers */
    const char *const *insertable;           /* token kinds whose insertion is a single edit; each
                                                is a word, and the kind's name is its text */
};

/* The parts that programs have (tokenize/enclosing.h), and how a part is read for itself. */
struct part_rules {
    const char *const *function_kinds;   /* a function with its body */
    const char *const *wrapper_kinds;    /* what a function may stand in that belongs to it:
                                            decorators */
    const char *const *definition_kinds; /* statements that end a run of ordinary ones: all of
                                            these, and classes */
    const char *const *definition_words; /* keywords that only definitions have: every one has one
                                            of them; NULL: there are none such */
    const char *block_opener;            /* a line that indented code may stand behind; NULL:
                                            indentation has no meaning */
    const char *text_statement_kind;     /* a statement that may be a string alone, which then says
                                            as much as a comment; NULL: there is none */
};

/* What a light scan must know to cut a text into the same tokens without a parse
 * (tokenize/lexer.h); where it meets anything else, a parse decides. */
struct scan_rules {
    const struct comment_form *comments; /* those that begin alike: longest first */
    const struct string_form *strings;   /* longest quote first */
    char escape;                         /* in a string: the next character does not end it */
    const char *long_escapes;            /* letters behind it that may take more characters along,
                                            even a quote */
    const char *string_prefixes;         /* letters that may stand before a quote */
    const char *format_prefixes;         /* those that make text in braces code */
    struct number_form numbers;
    const char *signs;                 /* the characters of operators and punctuation */
    const char *const *compounds;      /* tokens of several signs, or of a word and signs, longest
                                          first; any other sign is a token by itself */
    const char *const *divisible;      /* those that the grammar sometimes takes apart */
    const char *const *blanks;         /* characters that are no ASCII, and that the grammar passes
                                          over */
    const char *const *constant_words; /* words that are literals (`None`) and no names */
};

/* What an identifier is at its place (classify/site.h). */
struct role_rules {
    const char *identifier_kind;
    const char *call_kind, *call_function_field;
    const char *attribute_kind, *attribute_object_field, *attribute_name_field;
    const char *type_kind; /* identifiers anywhere inside are types, and signs no operators */
    const struct role_rule *rules;
};

/* An operator by its text, for who has no tree, and for tables of them. */
struct operator_text {
    const char *text;
    enum bug_category category;
    bool is_rare; /* tables show it only where it occurs */
};

/* Which other tokens have a category (classify/classify.h). */
struct category_rules {
    const struct operator_rule *operators;
    const struct literal_rule *literals;
    const struct operator_text *texts; /* in the order of tables */

    /* The value of a text that is a number as a whole, as far as it can be told: 1 and 1.0 are one
     * value of two types. */
    bool (*number)(double *value, const char *text, size_t length);
};

/* What the format nbf (export/nbf.h), which has programs of one language, calls a `not`, and a
 * litbool. */
struct nbf_rules {
    const char *negation;
    const char *const *truths;
};

/* In which dialect a program is written (classify/dialect.h). */
struct dialect_rules {
    const char *const *names; /* [set - 1] names a set of dialects; NULL: there are none */
    unsigned all;             /* the set of all, a bit for each */
    const struct dialect_rule *rules;
    const struct dialect_name_rule *original_languages;
};

struct language {
    const char *name;            /* as on the command line: python */
    const char *codenet_name;    /* CodeNet's `language` column and folder: Python */
    const char *extension;       /* of source files, without the dot */
    const char *grammar_name;    /* npm package of the grammar */
    const char *grammar_version; /* version of that package */
    const struct TSLanguage *(*grammar)(void);

    struct token_rules tokens;
    struct part_rules parts;
    struct scan_rules scan;
    struct role_rules roles;
    struct category_rules categories;
    struct dialect_rules dialects;
    const struct nbf_rules *nbf; /* NULL: the format is not of this language */

    /* What changing programs needs; NULL: programs of this language are not changed */
    const struct scope_rules *scopes;       /* scope_rules.h */
    const struct mutation_rules *mutations; /* mutation_rules.h */
    const struct rewrite_rules *rewrites;   /* rewrite_rules.h */
};

/* The language of that name; NULL when there is none. */
const struct language *language_find(const char *name);

/* All languages, ended by NULL; the first is the default, whose name is also a constant. */
extern const struct language *const languages[];
#define LANGUAGE_DEFAULT "python"

/* The table entries. */
extern const struct language language_python;

/* Names as they stand in the store and in exports. A role's name is NULL for ROLE_NONE. */
const char *bug_category_name(enum bug_category category);
const char *identifier_role_name(enum identifier_role role);

/* The category of that name, or -1. */
int bug_category_find(const char *name);

/* The category of an operator of the language with this text; CATEGORY_OTHER for none. */
enum bug_category language_operator_category(const struct language *language, const char *text);

/* The language of the format nbf. */
const struct language *language_of_nbf(void);

#endif
