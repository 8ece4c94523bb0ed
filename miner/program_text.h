/* The text of a version, and the comparison of two texts: do they make a single-token fix? A text
 * is loaded when a pair first needs it, and parsed when it first differs from another one in a
 * single token. */
#ifndef MINER_PROGRAM_TEXT_H
#define MINER_PROGRAM_TEXT_H

#include "base/mem.h"
#include "classify/dialect.h"
#include "tokenize/difference.h"
#include "tokenize/lone_parts.h"
#include "tokenize/program.h"

/* Why a pair is not a fix: the rows of the table reject_reasons (db/schema.sql), which says what
 * each means. Cheap checks come first, and a pair gets the first reason found. */
enum reject_reason {
    REJECT_NONE,
#define REJECT_REASON(name, text, number) REJECT_##name = number,
#include "db/reject_reasons.inc"
#undef REJECT_REASON
    N_REJECT_REASONS
};

/* Returns the reason's name in the database. */
const char *reject_reason_name(enum reject_reason reason);

/* All zero before the first use. Later uses reuse its memory. */
struct program_text {
    struct str content;            /* the file's bytes */
    const char *code;              /* in `content`, after a byte order mark */
    size_t n_bytes;                /* of the code, without zero bytes at its end */
    const char *encoding;          /* its name, if the text was decoded from one (base/encoding.h);
                                      NULL: UTF-8 */
    struct token_text stated;      /* the name that the program states; empty: none. Its bytes are
                                      valid while the reason is REJECT_ENCODING */
    size_t undecoded_byte;         /* if the text is not in its encoding: the first in `content` */
    const char *original_language; /* as in the metadata; NULL: unknown */
    enum reject_reason reason;     /* for which the text cannot be compared; REJECT_NONE */
    bool is_tokenized, has_tokens; /* the second is valid if the first is set */
    bool is_parsed, parses;        /* the same, of the part that was parsed last */
    struct lone_part parsed;       /* that part */
    struct program program;        /* once tokenized; its tree once parsed */
};

/* Returns the length of a program without the zero bytes at its end, which some programs write into
 * a file, and without blanks and line ends after the first of them. */
size_t program_text_length(const char *bytes, size_t length);

/* Takes the bytes in `content` as the text, without a byte order mark, zero bytes at its end, and
 * the end mark of the language. They are in the encoding that the program states, else in UTF-8. If
 * they are not, sets the reason, also where the text would not give the same bytes again. But in a
 * language with any encoding reads them as ISO 8859-1, so that the bytes can be had back. This is
 * what a compiler makes of a program in Shift_JIS: a character whose second byte is a backslash
 * does continue a comment. `has_characters`: the text was stored as characters, so that if it is
 * UTF-8, what it states does not matter. */
void program_text_take(struct program_text *text, const struct language *language,
                       bool has_characters);

/* Reads a program that the user named; "-" is standard input. Returns ERR if it cannot be read, or
 * is a folder, a database or an archive. For these the message names the command to use. */
int program_text_read_file(struct program_text *text, const struct language *language,
                           const char *path, struct err *err);

/* Tokenizes a text that was taken without a reason, and parses it. Does nothing the second time.
 * Returns whether it parses. */
bool program_text_parse(struct program_text *text, struct syntax_parser *parser);

/* The same for a part of a text that has tokens. */
bool program_text_parse_part(struct program_text *text, struct syntax_parser *parser,
                             const struct lone_part *part);

/* If a text that has bytes could not be decoded, tokenized or parsed, as far as that was tried,
 * appends the reason in words, such as "a.py:3:5 does not parse as Python", and returns true. The
 * words call the text `name`. Lines are counted from 1, columns from 0. */
bool program_text_explain(struct str *out, const struct program_text *text, const char *name);

/* Appends why a text with the reason REJECT_ENCODING was not decoded: "not UTF-8". */
void program_text_explain_encoding(struct str *out, const struct program_text *text);

void program_text_release(struct program_text *text);
SCOPED_VALUE(program_text, program_text_release)

/* The tools of a comparison; used by one thread. */
struct text_comparison {
    struct syntax_parser *parser;
    struct dialect_finder *dialects; /* NULL: no dialect is known */
    size_t max_tokens;               /* of a program; 0: no limit */
    struct program_parts parts;      /* memory for the parts that are parsed */
};

/* Compares two loaded texts, and parses them if necessary. For a fix returns REJECT_NONE and sets
 * `edit`. Then both have tokens, and `buggy` has a tree of the part around the edit that decides
 * (tokenize/lone_parts.h). `fixed` has one, too, unless edit_keeps_tree(). */
enum reject_reason program_text_compare(struct text_comparison *comparison,
                                        struct program_text *buggy, struct program_text *fixed,
                                        struct token_edit *edit);

#endif
