/* Syntax trees as flat arrays.
 *
 * The one door to tree-sitter: a program is parsed, its tree copied into an array in pre-order,
 * and the rest of tokfix works on that array. A parser belongs to one thread. */
#ifndef TOKENIZE_TREE_H
#define TOKENIZE_TREE_H

#include "base/str.h"
#include "base/array.h"
#include "base/err.h"
#include "tokenize/lexer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the tokenizer treats a node kind. */
enum node_class {
    NODE_ORDINARY,
    NODE_SKIPPED,   /* comment, line continuation */
    NODE_JOINED,    /* one token, its text being the kind's name */
    NODE_CONTAINER, /* text with parts in it, see struct text_container; or one whole token */
};

struct node {
    uint32_t start_byte;
    uint32_t end_byte; /* exclusive */
    uint32_t parent;   /* index; the root is its own parent */
    uint32_t next;     /* index behind the node's last descendant */
    uint16_t kind;     /* symbol of the grammar */
    uint16_t field;    /* field in the parent, 0 for none */
};

struct syntax_tree {
    const struct language *language;
    ARRAY(struct node) nodes; /* pre-order: children follow their parent; [0] is the root */
    bool has_error;           /* the program does not parse cleanly */
    uint32_t error_byte;      /* where the first error is, when there is one */
};

struct syntax_parser; /* opaque; one per thread */

/* Whether the tree-sitter runtime reads the grammars of all these languages (up to NULL): to be
 * asked once, when the program starts. ERR, and which one it refuses. */
int syntax_check_grammars(const struct language *const *list, struct err *err);

/* A parser for the language, whose grammar was checked. */
struct syntax_parser *syntax_parser_new(const struct language *language);
void syntax_parser_free(struct syntax_parser *parser);
SCOPED_POINTER(syntax_parser, syntax_parser_free)

/* The table of the light scan for its language. */
const struct lexical *syntax_parser_lexical(const struct syntax_parser *parser);

/* Whether a source may hold more symbols than the tree-sitter library copes with: on a syntax error
 * behind 65,535 symbols or more it frees memory that is not its own (0.20.7). An upper bound of the
 * symbols is estimated from the text alone, strings and comments included, with a wide margin; so
 * a program of some tens of kilobytes of numbers and signs is too large, whatever it means. */
bool syntax_has_too_many_symbols(const char *source, size_t length);

/* Whether that is so, or a source has such long runs of comments or line continuations that parsing
 * takes minutes: behind each of them Python's scanner looks through the rest of the run once more,
 * for the next line's indentation. Two thousand lines of a usual length are not too many. */
bool syntax_is_too_large(const struct syntax_parser *parser, const char *source, size_t length);

/* Parses `length` bytes of UTF-8 that are not too large into `tree` (zero it before the first use;
 * its memory is reused). The tree does not keep the source. A program that does not parse gives
 * has_error, and no nodes. */
void syntax_parse(struct syntax_parser *parser, struct syntax_tree *tree, const char *source,
                  uint32_t length);

void syntax_tree_release(struct syntax_tree *tree);
SCOPED_VALUE(syntax_tree, syntax_tree_release)

/* The class of a kind, as the language's table says. */
enum node_class syntax_kind_class(const struct syntax_parser *parser, uint16_t kind);

/* The number of kinds; they are counted from 0. */
uint16_t syntax_kind_count(const struct language *language);

/* Names from the grammar, static. A field's name is NULL for field 0. */
const char *syntax_kind_name(const struct language *language, uint16_t kind);
const char *syntax_field_name(const struct language *language, uint16_t field);

/* Whether the grammar has a symbol whose text is this word. */
bool syntax_is_keyword(const struct language *language, const char *word, size_t length);

/* Whether the kind is a named one (`identifier`), not a literal text (`+`). */
bool syntax_kind_is_named(const struct language *language, uint16_t kind);

/* Whether node `index` is of a kind of that name, named or not. */
bool syntax_node_is(const struct syntax_tree *tree, uint32_t index, const char *kind_name);

/* Whether it is of one of the kinds in a list, which may be NULL. */
bool syntax_node_is_one_of(const struct syntax_tree *tree, uint32_t index,
                           const char *const *kind_names);

/* The first child with that kind (NULL: any) and field (NULL: any); 0: there is none. */
uint32_t syntax_child(const struct syntax_tree *tree, uint32_t index, const char *kind_name,
                      const char *field_name);

/* The kind of literal that nodes of a kind are; LITERAL_NONE for others. */
enum literal_kind syntax_literal(const struct language *language, uint16_t kind);

/* Whether it stands in that field of its parent. */
bool syntax_node_in_field(const struct syntax_tree *tree, uint32_t index, const char *field_name);

/* ABI version of the language's grammar. */
unsigned syntax_grammar_abi(const struct language *language);

/* Appends name and version of the library. */
void syntax_add_library(struct str *out);

#endif
