/* A programming language, as one table entry.
 *
 * The code that tokenizes, classifies, mutates and rewrites does not know any language by name. All
 * knowledge about a language is in this folder.
 *
 * Kinds and fields are those of the language's tree-sitter grammar. Lists end with NULL. Tables end
 * with an entry with NULL as its first member. A member may be left out if the language does not
 * have the thing, except strings, prefixes, compounds, joined tokens, operators, roles, literals,
 * dialects and texts of letters: these must be given, and are then empty.
 *
 * A language is a file like python.c, its name in LANGUAGES, and its grammar in grammars/. */
#ifndef TOKENIZE_LANGUAGES_LANGUAGE_H
#define TOKENIZE_LANGUAGES_LANGUAGE_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

struct TSLanguage;

/* The six categories of single-token bugs (Takada 2024), types, and everything else. */
enum bug_category {
    CATEGORY_OTHER,
    CATEGORY_VARIABLE_MISUSE,
    CATEGORY_BINARY_OPERATOR,
    CATEGORY_COMPARISON_OPERATOR,
    CATEGORY_LOGICAL_OPERATOR,
    CATEGORY_ASSIGNMENT_OPERATOR,
    CATEGORY_LITERAL,
    CATEGORY_TYPE, /* the name of a type becomes another one */
    N_CATEGORIES
};

/* What an identifier names at its place in the program. */
enum identifier_role {
    ROLE_NONE,     /* not an identifier */
    ROLE_VARIABLE, /* a name that is read or written */
    ROLE_FUNCTION, /* a bare name that is called */
    ROLE_ATTRIBUTE,
    ROLE_KEYWORD_ARGUMENT,
    ROLE_PARAMETER,
    ROLE_IMPORT,
    ROLE_TYPE, /* the name of a type, or a name inside a type annotation */
    ROLE_DEFINITION,
    N_ROLES
};

enum literal_kind {
    LITERAL_NONE, /* not a literal */
    LITERAL_INTEGER,
    LITERAL_FLOAT,
    LITERAL_BOOLEAN,
    LITERAL_NULL,
    LITERAL_STRING,
    LITERAL_CHARACTER
};

/* A comment. */
struct comment_form {
    const char *open;
    const char *close; /* NULL: the comment ends with the line */
};

/* How a string is quoted. */
struct string_form {
    const char *quote; /* opens and closes the string */
    bool has_lines;    /* the string may contain line ends */
    bool is_raw;       /* the string has no escapes */
};

/* Letters directly before a string. */
struct string_prefix {
    const char *text;
    bool is_raw;         /* the escape character does not start a name such as \N{DASH} */
    bool has_fields;     /* text in braces is code: the string has interpolations */
    bool is_delimited;   /* the string has no escapes, and is in its own brackets: R"xy(...)xy" */
    char type;           /* strings of other types are other values; 0: that without a prefix */
    const char *dialect; /* the type differs only in this dialect; NULL: in all */
};

/* How numbers are written, in addition to the forms of all languages: digits, a dot, an exponent.
 */
struct number_form {
    const char *bases;    /* letters that may follow a 0 at the start, in any case: x, o, b */
    char separator;       /* may be between digits; 0: none */
    const char *suffixes; /* letters; a number may end with one of them */
    const char *integer_suffixes; /* so may a number without dot and exponent */
    const char *const *followers; /* words that may follow a number without a gap; NULL: any word,
                                     and digits after a 0 at the start need not be octal */
    bool is_preprocessing;        /* instead, a number is a preprocessing number of C: a digit, or
                                     a dot and a digit, and all letters, digits, dots, separators
                                     and signs of exponents after it */
};

/* A leaf that is an operator because of its parent. The `-` of a binary_operator and the `-` of a
 * unary_operator are different operators. */
struct operator_rule {
    const char *parent;
    const char *kind; /* NULL: every child that is not a named node */
    enum bug_category category;
    bool has_operands; /* the parent's named children are operands (SStuB CHANGE_OPERAND) */
    bool is_unary;     /* SStuB CHANGE_UNARY_OPERATOR */
};

/* The role of a token. It depends on the kind of its node, the kind of the parent, the field in
 * the parent, the kind of the grandparent, the kinds of siblings, and its text. NULL
 * matches anything, but a rule without a kind is for identifiers. The first rule that matches
 * decides. A table ends with a rule without a role. */
struct role_rule {
    const char *kind;
    const char *parent;
    const char *field;
    const char *grandparent;
    const char *previous;
    const char *ancestor;     /* the kind of any node around it */
    const char *const *words; /* its text is one of these */
    bool is_alone;            /* it is the only child of its parent */
    const char *after;        /* the kind of the sibling after its parent */
    enum identifier_role role;
};

struct literal_rule {
    const char *kind;
    enum literal_kind literal;
};

/* A construct that only one dialect has. A node matches by kind, parent, grandparent and text; NULL
 * matches any. */
struct dialect_rule {
    const char *kind;
    const char *parent;
    const char *grandparent;
    bool (*text)(const char *bytes, size_t length); /* of the node */
    const char *const *words;                       /* instead, its text is one of these */
    const char *called;   /* the grandparent is a call of a function with this text */
    const char *unless;   /* the rule does not apply to a program that contains this text */
    const char *previous; /* the kind of the leaf before it in the parent */
};

/* The dialects that the metadata's original_language may mean, by the start of its text. Case,
 * blanks, `_` and `-` do not count: "PyPy3" is also the start of "PYPY 3-64". After a `*`, the text
 * may be anywhere, unless a number at its end goes on: "*++20" finds "GNU C++20 (64)", but not "MS
 * C++ 2017". */
struct dialect_name_rule {
    const char *prefix;
    unsigned dialects;
};

/* What a line of the preprocessor means to the lexer. Branches are from DIRECTIVE_IF to
 * DIRECTIVE_ELSE. */
enum directive_kind {
    DIRECTIVE_OTHER,
    DIRECTIVE_INCLUDE, /* names a file, in angle brackets or quotes */
    DIRECTIVE_IF,      /* begins a group that may not be compiled */
    DIRECTIVE_ELIF,    /* begins another branch of it */
    DIRECTIVE_ELSE,
    DIRECTIVE_ENDIF,
};

struct directive_rule {
    const char *name;
    enum directive_kind kind;
    bool has_condition; /* of a branch: otherwise it depends on whether a macro is defined */
};

/* Another spelling of an operator: `and` of `&&`, `<:` of `[`. It is not shorter. */
struct spelling {
    const char *text, *means;
};

/* How a text is cut into tokens (tokenize/lexer.h). */
struct token_rules {
    const struct comment_form *comments; /* of those with the same start, the longest first */
    /* Returns whether a comment says how the file is run or read, and so is kept where the others
     * are left out. Lines count from 1. NULL: none does */
    bool (*keeps_comment)(const char *bytes, size_t length, size_t line);
    const struct string_form *strings;    /* longest quote first */
    const struct string_prefix *prefixes; /* of strings */
    bool prefixes_have_case;              /* otherwise, they may be in any case */
    const char *const *suffixes; /* words that belong to the string before them; so do words
                                    that begin with `_`. NULL: none */
    char escape;                 /* in a string: the next character does not end it */
    struct number_form numbers;
    const char *letters;          /* of words, in addition to `_`, ASCII letters and the letters of
                                     `names`; NULL: none */
    const char *later_letters;    /* the same, but not at the start of a word */
    enum utf8_names names;        /* which other characters of Unicode are letters */
    bool has_escaped_letters;     /* \u00e9 and \U000000e9 are letters in words */
    bool has_normal_names;        /* names with one normal form (NFKC) are one name */
    const char *signs;            /* the characters of operators and punctuation */
    const char *const *compounds; /* operators of several characters, longest first; any other sign
                                     is a token by itself */
    const char *split_compound;   /* if none of `split_unless` follows it, its first character is a
                                     token by itself; NULL: none */
    const char *split_unless;
    const struct spelling *spellings; /* the words among them, too, are operators */
    const char *spellings_header;     /* unless the program has included this file, such a word is a
                                         name; NULL: never */
    const char *const *joined; /* words that are one token, with single spaces between them */
    const char *opening;       /* brackets inside which line ends have no meaning */
    const char *closing;       /* the matching closing brackets, in the same order */
    const char *blanks;        /* in addition to spaces, tabs and form feeds; NULL: none */
    char continuation;         /* before a line end: continues the line; 0: none */
    bool has_splices;          /* a continuation is nothing in a token, too, and blanks may
                                  follow its character */
    char directive;            /* a sign; at the start of a line it begins a directive, which
                                  ends with the line; 0: none */
    const struct directive_rule *directives;
    const char *zero;               /* a word that is 0 in conditions of directives; NULL: none */
    bool layout_has_meaning;        /* line ends and indentation are tokens */
    const char *const *line_enders; /* a line end is a token, also in brackets, after a word that is
                                       not a keyword, a number, a string, and these keywords and
                                       signs. NULL: after none */
    const char *const *soft; /* keywords only before a word; otherwise names, though the grammar may
                                not think so. NULL: none */
    /* Forms that the grammar does not know: tokens, with blanks between them. `$` is any word, and
     * tokens after a `~` are not handed to the grammar. NULL: none */
    const char *const *unread;
    bool methods_are_apart; /* a variable and a method with one name are not the same thing */
    char conversion;        /* in an interpolation: a sign before a letter that is not a name;
                                0: none */

    const char *const *keywords;   /* words that are not names */
    const char *const *constants;  /* those that are literals (`None`) */
    const char *const *insertable; /* tokens that a single edit may insert or delete */
    const char *const *form;       /* tokens that only give form, in addition to brackets, layout
                                      and quotes: separators */
};

/* A line that a grammar does not accept by itself. It begins with this word or sign. */
struct line_rule {
    const char *head;
    const char *before, *after; /* what the grammar reads around the line; NULL: nothing */
    bool is_clause;             /* only if the line ends with a colon; otherwise the head is a name,
                                   and the line is like any other */
};

/* The parts of programs (tokenize/parts.h), and how a part is parsed by itself
 * (tokenize/lone_parts.h). */
struct part_rules {
    const char *const *classes;    /* keywords that begin a class */
    const char *const *imports;    /* words that begin an import, with the `#` of a directive */
    const char *const *import_all; /* words and signs of those that do not say what they name; NULL:
                                      none */

    const char *const *functions; /* keywords that begin a function. NULL, in a language with
                                     braces: a function is a name and parentheses */

    /* Of a language with blocks */
    const char *const *modifiers; /* keywords before these */
    const char *decorator;        /* a sign that begins a line that belongs to the function or class
                                     after it; NULL: none */
    const struct line_rule *lines; /* the grammar accepts a logical line, and a function, without
                                      what is around it; the lines for which it needs more. NULL: it
                                      does not */

    /* Of a language with braces: keywords */
    const char *const *classes_with_parameters; /* classes whose name parentheses may follow */
    const char *const *containers;              /* of functions and classes: `namespace` */
    const char *const *templates;               /* before a list in angle brackets */
    const char *const *operators;               /* before a sign that is the name of a function */
    const char *const *creators;                /* `new`, of unnamed classes */
    bool class_ends_later;                      /* with `;` */
    bool has_declarations;            /* a declaration encloses code that is in no function */
    const char *const *before_bodies; /* words before the brace of a body; NULL: all braces are
                                         those of bodies */
    const char *const *after_bodies;  /* with which a statement goes on: `else` */
    const char *const *labels;        /* `case` */
};

/* How to find the role of an identifier at its place (classify/classify.h). */
struct role_rules {
    const char *identifier_kind;
    const char *call_kind, *call_function_field;
    const char *call_object_field; /* of a call without an attribute; NULL: none */
    const char *attribute_kind, *attribute_object_field, *attribute_name_field;
    const char *type_kind;  /* inside, identifiers are types, and signs are not operators */
    const char *macro_kind; /* a leaf with several tokens: only their texts say what they are */
    const char *const *type_words; /* there, these are types, and joined tokens, too; NULL: none */
    const struct role_rule *rules;
};

/* The tokens other than identifiers that have a category (classify/classify.h). */
struct category_rules {
    const struct operator_rule *operators;
    const struct literal_rule *literals;
    const char *const *texts[N_CATEGORIES]; /* of the operators of a category; NULL: none */

    /* Returns whether a number of the kind integer is a float; NULL: none is. */
    bool (*is_float)(const char *text, size_t length);

    /* Sets `value` to the value of a text that is a number: 1 and 1.0 are one value in two types.
     * Returns false if the whole text is not a number, or if its value is not known. */
    bool (*number)(double *value, const char *text, size_t length);
};

/* What the patterns of ManySStuBs4J and our own need (classify/classify.h). */
struct pattern_rules {
    bool own_first;                      /* our own patterns come before those of ManySStuBs4J */
    const char *const *declarations;     /* a name directly in one is not a changed identifier */
    const char *modifiers;               /* the words in it are modifiers; NULL: none */
    const char *const *array_sizes;      /* the numbers and names directly in it are sizes */
    const char *array_field;             /* the field for them; NULL: any */
    const char *arguments;               /* of a call */
    const char *const *format_functions; /* their strings are formats */
};

enum number_kind {
    NUMBER_INTEGER,
    NUMBER_SINGLE,
    NUMBER_DOUBLE,
    NUMBER_EXTENDED,
    NUMBER_IMAGINARY
};

/* What a number with this suffix is. */
struct number_type {
    const char *suffix; /* in lower case; "": none */
    bool has_fraction;  /* of numbers with a dot or an exponent; otherwise of the others */
    enum number_kind kind;
    unsigned char width; /* of an integer type: int 0, long 1, long long 2 */
    bool is_unsigned;
};

/* What may be in braces in an escape: the name of a character, or a number of this base. */
enum braced_code { BRACED_NONE, BRACED_NAME, BRACED_OCTAL = 8, BRACED_HEXADECIMAL = 16 };

/* An escape with a number in hexadecimal digits, or with braces. */
struct escape_code {
    char letter;
    unsigned char least, most; /* digits without braces; both 0: none */
    bool is_character;         /* the number is a character of Unicode, and byte strings do not have
                                  the escape; otherwise it is a unit of the string */
    enum braced_code braced;
};

/* What the value and the type of a literal are (tokenize/same_value.h). */
struct value_rules {
    const struct number_type *numbers; /* up to one without suffix */
    bool has_octal;     /* an integer that begins with 0 is octal; otherwise it has no value */
    bool integers_grow; /* an integer that is too large for its type has the next larger one */
    char character;     /* the quote of a character; 0: that of a string */
    bool character_is_integer;       /* one without a prefix is a number */
    const char *escapes;             /* letters, each followed by what it means */
    const struct escape_code *codes; /* up to one without letter */
    unsigned max_octal;              /* of an escape with up to three octal digits */
    bool keeps_escapes; /* the escape character of any other escape is part of the string;
                           otherwise the string has no value */
    bool strips_blocks; /* the indentation of strings with three quotes is not part of them */
    enum { UNITS_CODES, UNITS_UTF8, UNITS_UTF16 } units; /* of strings without a prefix */
    char bytes;                                          /* type of byte strings; 0: none */
    const char *bytes_dialect; /* in which strings without a type are bytes, but of the type `wide`
                                  in a program that contains the text `wide_mark` */
    const char *wide_mark;     /* NULL: none */
    char wide;
};

/* What the words around a token say about it (classify/classify.h). The words of names are as those
 * of name_has_word() (file_path.h). */
struct region_rules {
    const char *const *statements; /* words of statements with operands: `raise` */
    const char *const *printers;   /* words in the names of what prints */
    const char *const *asserting;  /* words in the names of assertions */
    const char *const *checking;   /* the same, but x.check(1) is a method of what is tested */
    const char *key_sign;          /* in brackets, between a name and what it is for; NULL: none */
    bool has_docstrings;           /* a string that is a statement is documentation */
    bool expects_first;            /* the first argument of an assertion is the expected one */
};

/* Words for the format nbf (export/nbf.c), which has programs of one language. */
struct nbf_rules {
    const char *negation;      /* nbf's `not` */
    const char *const *truths; /* nbf's `litbool` */
};

/* How to find the dialect of a program (classify/dialect.h). */
struct dialect_rules {
    const char *const *names; /* [set - 1] names a set of dialects; NULL: no dialects */
    unsigned all;             /* the set of all dialects, one bit for each; without rules, the
                                 dialects are numbers from 1, and this one is unknown */
    /* [i] are of the dialect 1 << i, up to NULL; NULL: only the metadata says the dialect */
    const struct dialect_rule *const *rules;
    const char *const *signs; /* [i]: an extended regular expression that matches each line with a
                                 construct of rules[i] */
    /* The dialects that accept these in a program that is otherwise in all; 0: all do */
    unsigned with_builtins; /* calls of one of `builtins`, which the program does not define */
    unsigned unstated;      /* characters that are not ASCII, if the program states no encoding */
    const char *const *builtins; /* NULL: all dialects have the same */
    const struct dialect_name_rule *original_languages;
};

struct language {
    const char *name;               /* on the command line: python */
    const char *codenet_name;       /* in CodeNet's `language` column, and of its folder: Python */
    const char *const *judge_words; /* that mean the language in the names that judges give it, in
                                       lower case and without versions: cpp, g++ */
    const char *extension;          /* of source files, without the dot */
    const char *const *other_extensions;  /* of source files in git repositories; NULL: none */
    const char *const *shared_extensions; /* of files that may also be of other languages: "h";
                                             NULL: none */
    const char *grammar_name;             /* npm package of the grammar */
    const char *grammar_version;          /* version of that package */
    const struct TSLanguage *(*grammar)(void);

    const char *const *skipped_kinds; /* nodes without meaning: comments, line continuations */
    bool may_have_errors;  /* programs that compile often do not parse, because of macros: errors do
                              not reject them, wherever they are */
    char end_mark;         /* which may be the last byte of a program and is not read; zero: none */
    bool has_any_encoding; /* bytes in comments and strings need not be UTF-8; otherwise a program
                              that is not UTF-8 is not one */
    /* Finds the name of its encoding that a program states; returns its length, 0 without one.
     * NULL: programs of the language cannot state any */
    size_t (*find_encoding)(const char **name, const char *bytes, size_t length);
    struct token_rules tokens;
    struct part_rules parts;
    struct role_rules roles;
    struct category_rules categories;
    struct value_rules values;
    const struct dialect_rules *dialects;
    const struct pattern_rules *patterns; /* NULL: the patterns of TSSB-3M */
    const struct region_rules *regions;   /* NULL: all code is alike */
    const struct nbf_rules *nbf;          /* NULL: the format nbf does not have this language */

    /* How programs are run (runtime.h), up to one without a name. NULL: they are not run */
    const struct runtime *runtimes;

    /* Rules for changing programs; NULL: programs of this language are not changed */
    const struct scope_rules *scopes; /* change_rules.h, as the next */
    const struct mutation_rules *mutations;
    const struct rewrite_rules *rewrites;
};

/* Returns the language with that name; NULL if there is none. */
const struct language *language_find(const char *name);

/* The names of all languages: language_NAME, of the file NAME.c. The first is the default where one
 * is needed. */
#define LANGUAGES(L)         L(python), L(cpp), L(c), L(java), L(go)
#define LANGUAGE_DEFAULT     "python"
#define LANGUAGE_NAMED(name) language_##name
extern const struct language LANGUAGES(LANGUAGE_NAMED);

/* All of them, in this order, up to NULL. */
extern const struct language *const languages[];

/* A set of languages has the bit 1 << i for languages[i], so its order is always that of the list.
 */
enum { MAX_LANGUAGES = 16, LANGUAGE_SET_DEFAULT = 1 };

/* Returns the language's index in `languages`. */
int language_number(const struct language *language);
bool language_set_has(unsigned set, const struct language *language);

/* Returns the language of the set that CodeNet names so; NULL if there is none. */
const struct language *language_of_codenet(unsigned set, const char *codenet_name);

/* Returns the language of the set to which a file with this name belongs, by its extension; NULL if
 * there is none. It may be in any case where no other language has it so: .C is C++. A header of C
 * or C++ has no language, because its name does not say which. */
const struct language *language_of_extension(unsigned set, const char *name);

/* Returns the languages that share the extension of a file with this name; 0 if none do. */
unsigned languages_sharing_extension(const char *name);

/* Returns the language of the set that any judge names so: "GNU C++17 7.3.0", "PyPy 3-64", "JAVA8".
 * Words that name a compiler, its maker or a version mean nothing, and neither does what is in
 * parentheses. Returns NULL if another word remains ("C#", "JavaScript", "Objective-C"), or words
 * of two languages. */
const struct language *language_of_judge(unsigned set, const char *judge_name);

/* A list "71=python,6=cpp" says what language the values of a dataset mean. */

/* Checks a list: each part is VALUE=LANGUAGE, where LANGUAGE is any name of a language that tokfix
 * reads, and each value is named once. */
int language_map_check(const char *map, struct err *err);

/* Returns the language of a value in a list that was checked; NULL if it is not there. */
const struct language *language_of_map(const char *map, const char *value);

/* Returns the dialects of the language, which has some, that a judge's name for it may mean: all of
 * them if the name (may be NULL) says nothing. */
unsigned language_dialects_of_judge(const struct language *language, const char *judge_name);

/* Returns the dialects that have this name as a set (dialect_rules): all of them without a name. 1,
 * if constructs do not say the dialect. */
unsigned language_dialects_named(const struct language *language, const char *name);

/* Returns the dialect that a judge's name means, for a program that is not parsed. Returns NULL if
 * the name says nothing, or if the constructs of programs in this language decide first. */
const char *language_dialect_of_judge(const struct language *language, const char *judge_name);

/* Return the names in databases and exports. A role's name is NULL for ROLE_NONE. */
const char *bug_category_name(enum bug_category category);
const char *identifier_role_name(enum identifier_role role);

/* Returns the category with that name; -1 if there is none. */
int bug_category_find(const char *name);

/* Returns the category of the language's operator with this text; CATEGORY_OTHER if there is none.
 */
enum bug_category language_operator_category(const struct language *language, const char *text,
                                             size_t length);

/* What many languages have in their members `asserting` and `checking`. */
extern const char *const usual_asserting[], *const usual_checking[];

/* Returns the language of the format nbf. */
const struct language *language_of_nbf(void);

#endif
