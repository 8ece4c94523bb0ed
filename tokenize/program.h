/* A program as a sequence of tokens (lexer.h) and, when it is asked for, as a syntax tree. */
#ifndef TOKENIZE_PROGRAM_H
#define TOKENIZE_PROGRAM_H

#include "base/hash.h"
#include "base/mem.h"
#include "tokenize/lexer.h"
#include "tokenize/tree.h"

struct program {
    const struct language *language;
    const char *source; /* borrowed: must outlive the program */
    uint32_t length;    /* bytes */
    ARRAY(struct token) tokens;
    ARRAY(struct byte_range) hidden; /* what means nothing to the grammar (lexer.h), ascending */
    struct str grammatical;   /* the source, as the grammar reads it, if that is not the same */
    struct syntax_tree tree;  /* once parsed, with nodes for errors, too; without nodes before that,
                               * and if it is too large */
    enum lexical_error error; /* why the program could not be tokenized; LEXICAL_OK if it was */
    uint32_t error_byte;      /* place of that error, or of the first syntax error */
    bool has_mark;            /* before it is a byte order mark; its owner sets this after
                               * program_tokenize(), which clears it */
    bool is_too_large;        /* it is not parsed, because of its size (PROGRAM_MAX_TOKENS) or
                               * because parsing takes too long (tree.h) */
};

/* Cuts `length` bytes of UTF-8 into the tokens of `program`. Zero `program` before its first use;
 * later uses reuse its memory. If this is not possible, returns false, sets `error`, and leaves
 * `tokens` empty. */
bool program_tokenize(struct program *program, const struct lexical *lexical, const char *source,
                      size_t length);

/* A program with more tokens is not parsed. The trees of this many take up to 200 MB. */
enum { PROGRAM_MAX_TOKENS = 500000 };

/* Parses a program that has been tokenized, and sets the node of each token: the smallest node that
 * contains it; if the token is another spelling of an operator (`and`), the node of that operator.
 * Returns false and sets `error_byte` if the tree has an error, or sets `is_too_large`, and then
 * there is no tree. */
bool program_parse(struct program *program, struct syntax_parser *parser);

/* The same for a part of the program, as if there were nothing else around it. Tokens that are not
 * read have the root as their node. What a part leaves out is read in languages whose programs may
 * not have errors, if there is an error without it. */
bool program_parse_part(struct program *program, struct syntax_parser *parser,
                        const struct lone_part *part);

/* Tokenizes and parses. */
bool program_read(struct program *program, struct syntax_parser *parser, const char *source,
                  size_t length);

void program_release(struct program *program);
SCOPED_VALUE(program, program_release)

/* Returns the text of a token (token_text_of). */
struct token_text program_token_text(const struct program *program, size_t index);

/* Returns the operator or bracket at `index` if it is one character, however it is spelled; else 0.
 */
char program_sign_at(const struct program *program, size_t index);

/* Returns whether there is a word at `index`, and it is one of `words`, a list that NULL ends. */
bool program_has_word(const struct program *program, size_t index, const char *const *words);

/* Returns whether two tokens have the same kind and the same text (tokens_equal). */
bool program_tokens_equal(const struct program *a, size_t index_a, const struct program *b,
                          size_t index_b);

/* Returns the index of the first token that starts at a byte or after it; tokens.n if there is
 * none. */
size_t program_token_from(const struct program *program, size_t byte);

/* Returns the index after the line end of the directive that begins at a token; if none does, that
 * of the token. */
size_t program_after_directive(const struct program *program, size_t token);

/* Returns a digest of 128 bits of all tokens, including layout. Two programs have the same digest
 * exactly if their tokens are equal (program_tokens_equal). `scratch` is overwritten; its memory is
 * reused. */
struct digest program_digest(const struct program *program, struct str *scratch);

/* Returns the digest of a piece of a program: of the tokens between two bytes, without the layout
 * before the first token and after the last one. Pieces have the same digest if they differ only in
 * comments, blanks, blank lines and the indentation of the whole piece. */
struct digest program_piece_digest(const struct program *program, size_t start_byte,
                                   size_t end_byte, struct str *scratch);

#endif
