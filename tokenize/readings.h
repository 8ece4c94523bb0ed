/* What program_parse.c hands to a grammar, so that it reads a program as a compiler does.
 *
 * leniency.c finds what compilers accept and the grammar does not; meanings.c and misreadings.c,
 * what names mean and where the grammar guesses otherwise; newer.c, constructs that are newer than
 * it (struct newer_rule). Nothing else includes this. */
#ifndef TOKENIZE_READINGS_H
#define TOKENIZE_READINGS_H

#include "tokenize/handed.h"
#include "tokenize/program.h"

/* ---- What compilers accept ---- */

/* Adds edits of round 0 for a program in a language that has rules for readings, whose text is
 * `source` to the grammar: for blanks and signs after a directive, headers in conditions,
 * declarations without a type, functions whose parameters are only names, and the rules of the
 * language. */
void leniency_find(struct handed *handed, const struct program *program, const char *source);

/* ---- What names mean: values or types ---- */

/* Only declarations in the program count, and lists of the standard library. */

/* A tree with its text, of a language that has rules for readings. Borrowed. */
struct named_tree {
    struct syntax_tree *tree;
    const struct program *program;
    struct token_text source;
    const uint32_t *flags; /* of the kinds (syntax_parser_flags) */
};

enum meaning {
    MEANING_UNKNOWN,
    MEANING_VALUE,    /* a variable, a constant, a function */
    MEANING_TEMPLATE, /* a function with template parameters */
    MEANING_TYPE,     /* or a class with template parameters */
};

struct declared_name {
    struct token_text name;
    uint32_t from, to; /* bytes where it is known */
    enum meaning meaning;
    struct token_text alias; /* of a macro: means the same as this name; without text: none */
};

/* All zero before the first use. Later uses reuse its memory. */
struct meanings {
    const struct named_tree *named; /* borrowed */
    ARRAY(struct declared_name) names;
};

/* Finds the declarations in a tree. */
void meanings_find(struct meanings *meanings, const struct named_tree *named);

/* Returns the meaning of a name at a byte: that of the innermost declaration that is known there.
 * If there is none (a macro declares it, or a class whose member is used elsewhere), that of all
 * declarations of the name. Those that are left out are of variables. */
enum meaning meanings_of(const struct meanings *meanings, struct token_text name, uint32_t byte);

void meanings_release(struct meanings *meanings);
SCOPED_VALUE(meanings, meanings_release)

/* ---- Where the grammar reads a program otherwise than a compiler ---- */

/* Adds edits of a round for names that mean something else than the grammar assumes. `meanings` are
 * those of the tree. Returns how many. */
size_t misreadings_find(struct handed *handed, const struct meanings *meanings, uint32_t round);

/* Gives names that are called or are arguments, but mean types, the kind of a type in the tree; and
 * names in the places of types that mean values, that of a value. What is left of declarations with
 * such a name becomes an operation, or arguments. */
void misreadings_mark_types(const struct meanings *meanings);

/* ---- Newer constructs ---- */

struct newer_place {
    const struct newer_rule *rule;
    size_t token;
};

/* All zero before its use. Release with array_release(). */
struct newer {
    struct newer_place *items;
    size_t n, capacity;
};

/* Finds the tokens of newer constructs among the tokens from `first` to before `end` of a program.
 * Returns false if there are none. */
bool newer_find(struct newer *newer, const struct program *program, size_t first, size_t end);

/* Puts what the grammar knows in these places of a text that has the program's places. */
void newer_write(const struct newer *newer, const struct program *program, char *text);

/* Once the text has been parsed without an error, sets the kinds that stand for nothing in the
 * source, and `newer_dialects`. Returns false, and sets `error_byte`, if a construct is at a place
 * where it cannot be. */
bool newer_settle(const struct newer *newer, struct program *program);

#endif
