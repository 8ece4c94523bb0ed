/* Syntax trees as flat arrays.
 *
 * Only this file uses tree-sitter. It parses a program and copies the tree into an array in
 * pre-order. The rest of tokfix works on that array. A parser belongs to one thread. */
#ifndef TOKENIZE_TREE_H
#define TOKENIZE_TREE_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "tokenize/code_lines.h"
#include "tokenize/lexical.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a program that is parsed by itself. It starts with a token. */
struct lone_part {
    struct byte_range bytes;
    const char *before, *after; /* static: what the grammar reads in place of the program around it;
                                   NULL: nothing */
    const struct byte_range *left_out; /* borrowed: whole tokens in it that the grammar does not
                                          read, ascending */
    size_t n_left_out;
};

struct node {
    uint32_t start_byte;
    uint32_t end_byte; /* exclusive */
    uint32_t parent;   /* index; the root is its own parent */
    uint32_t next;     /* index after the node's last descendant */
    uint16_t kind;     /* symbol of the grammar */
    uint16_t field;    /* field in the parent, 0 for none */
};

/* Indices of nodes, ascending. */
struct node_list {
    uint32_t *items;
    size_t n, capacity;
};

struct syntax_tree {
    const struct language *language;
    ARRAY(struct node) nodes; /* pre-order: children follow their parent; [0] is the root */
    struct node_list errors; /* the innermost nodes with an error: something in them matches no rule
                              * of the grammar, or is missing */
    bool has_error;          /* the program does not parse cleanly */
    uint32_t error_byte;     /* place of the first error, if has_error */
    bool is_given_up;        /* has_error is set, because the parse would have taken minutes */
};

struct syntax_parser; /* opaque; one per thread */

/* Checks that the tree-sitter runtime accepts the grammars of all these languages. The list ends
 * with NULL. To be called once, when the program starts. Returns ERR if it refuses one; the message
 * names it. */
int syntax_check_grammars(const struct language *const *list, struct err *err);

/* Returns a new parser for a language with a checked grammar. The caller frees the parser. */
struct syntax_parser *syntax_parser_new(const struct language *language);
void syntax_parser_free(struct syntax_parser *parser);
SCOPED_POINTER(syntax_parser, syntax_parser_free)

/* Returns the lexer's table of the parser's language. The parser owns the table. */
const struct lexical *syntax_parser_lexical(const struct syntax_parser *parser);

/* The parsers of one thread, each made when it is first needed. */
struct syntax_parsers {
    struct syntax_parser *of[MAX_LANGUAGES];
};
struct syntax_parser *syntax_parsers_get(struct syntax_parsers *parsers,
                                         const struct language *language);
void syntax_parsers_release(struct syntax_parsers *parsers);
SCOPED_VALUE(syntax_parsers, syntax_parsers_release)

/* Returns whether a source has runs of comments or line continuations that are so long that parsing
 * takes minutes. After each comment of a run in a block, Python's scanner (tree-sitter-python
 * 0.23.6) searches the rest of the run again for the indentation of the next line: the time grows
 * with the square of the run. Two thousand lines of a usual length are not too many. */
bool syntax_is_too_slow(const struct syntax_parser *parser, const char *source, size_t length);

/* Processor time after which a parse is given up. The largest programs take half a second. */
enum { SYNTAX_MAX_SECONDS = 10 };

/* From now on all parses together have that time, or, if it is not shared, each of them has. */
void syntax_share_time(struct syntax_parser *parser, bool is_shared);

/* Parses a part of a UTF-8 source into `tree`, as if there were nothing around it. The nodes have
 * the places of the source. Zero `tree` before its first use; later uses reuse its memory. The tree
 * does not keep the source. If it does not parse, has_error is set; `nodes` is empty only if the
 * parse is given up.
 *
 * The part must not be too slow. The time of a parse can grow with the square of the length: to go
 * on after thousands of errors, or to compare the meanings of a long line (`a as b := a as b :=
 * ...`). A parse is given up when it asks for too much memory, or takes too much time of the
 * processor. */
void syntax_parse(struct syntax_parser *parser, struct syntax_tree *tree, const char *source,
                  const struct lone_part *part);

void syntax_tree_release(struct syntax_tree *tree);
SCOPED_VALUE(syntax_tree, syntax_tree_release)

/* Returns the number of kinds. Kinds are numbered from 0. */
uint16_t syntax_kind_count(const struct language *language);

/* Return static names from the grammar. The name of field 0 is NULL. */
const char *syntax_kind_name(const struct language *language, uint16_t kind);
const char *syntax_field_name(const struct language *language, uint16_t field);

/* Returns whether the word is the text of a symbol of the grammar. */
bool syntax_is_keyword(const struct language *language, const char *word, size_t length);

/* Returns whether the kind is a named one (`identifier`), not a literal text (`+`). */
bool syntax_kind_is_named(const struct language *language, uint16_t kind);

/* Returns the text of node `index` in the source of the tree. */
struct token_text syntax_node_text(const struct syntax_tree *tree, const char *source,
                                   uint32_t index);

/* Returns whether the kind of node `index` has this name, be it a named kind or a literal text. */
bool syntax_node_is(const struct syntax_tree *tree, uint32_t index, const char *kind_name);

/* Returns whether the kind of node `index` is in a list. The list may be NULL. */
bool syntax_node_is_one_of(const struct syntax_tree *tree, uint32_t index,
                           const char *const *kind_names);

/* Returns whether a leaf of that kind is directly before node `index`, in its parent. */
bool syntax_node_follows(const struct syntax_tree *tree, uint32_t index, const char *kind_name);

/* Returns the first child with this kind (NULL: any) and field (NULL: any); 0 if there is none. */
uint32_t syntax_child(const struct syntax_tree *tree, uint32_t index, const char *kind_name,
                      const char *field_name);

/* Returns which kind of literal a node kind is; LITERAL_NONE if it is not a literal. */
enum literal_kind syntax_literal(const struct language *language, uint16_t kind);

/* Returns whether node `index` is in this field of its parent. */
bool syntax_node_in_field(const struct syntax_tree *tree, uint32_t index, const char *field_name);

/* Returns the ABI version of the language's grammar. */
unsigned syntax_grammar_abi(const struct language *language);

/* Appends the name and version of the library. */
void syntax_add_library(struct str *out);

#endif
