/* The text of a version, and the comparison of two texts: do they make a single-token fix? A text
 * is loaded when a pair first needs it, and parsed when a pair first cannot be decided from the
 * texts alone. */
#ifndef MINER_SOURCE_H
#define MINER_SOURCE_H

#include "base/scoped.h"
#include "tokenize/difference.h"
#include "tokenize/program.h"
#include "tokenize/sieve.h"

/* Why a pair is not a fix. Cheap checks come first, and a pair gets the first reason found. The
 * order of the checks: the number of pairs of the history, reading both sides, comparing their
 * texts (sieve.h), parsing both, comparing their tokens. */
enum reject_reason {
    REJECT_NONE,
    REJECT_TOO_MANY_PAIRS, /* --max-pairs; the sides are not read */
    REJECT_UNREADABLE,
    REJECT_TOO_LARGE,       /* --max-bytes */
    REJECT_ENCODING,        /* not UTF-8 */
    REJECT_IDENTICAL,       /* the texts or the tokens show no difference in meaning */
    REJECT_MULTI_TOKEN,     /* the texts or the tokens differ in more than a single edit */
    REJECT_SYNTAX_ERROR,    /* the texts do not decide, and one side does not parse */
    REJECT_TOO_MANY_TOKENS, /* --max-tokens; the texts do not decide */
    N_REJECT_REASONS
};

/* Returns the reason's name in the database. */
const char *reject_reason_name(enum reject_reason reason);

/* All zero before the first use. Later uses reuse its memory. */
struct source {
    struct str content;             /* the file's bytes */
    const char *code;               /* in `content`, after a byte order mark */
    size_t n_bytes;                 /* of the code */
    enum reject_reason text_reason; /* why there is no text to compare, or REJECT_NONE */
    bool is_parsed;
    struct program program;              /* once parsed */
    enum tokenize_result program_result; /* once parsed */
};

/* Takes the bytes in `content` as the text, or sets the reason if they are not UTF-8. */
void source_take_text(struct source *source);

/* Reads a program that the user named; "-" is standard input. Returns ERR if it cannot be read, or
 * is a folder, a database or an archive. For these the message names the command to use. */
int source_read_file(struct source *source, const char *path, struct err *err);

/* Tokenizes a source that has a text; does nothing the second time. `similar` may be NULL. If it is
 * a parsed source with mostly the same text, tokenizing is faster. */
void source_parse(struct source *source, struct syntax_parser *parser,
                  const struct source *similar);

/* Call this for a source with bytes, parsed if it has a text. If it has no tokens, appends the
 * reason in words, such as "a.py:3:5 does not parse", and returns true. `name` is the source's name
 * in the text. Lines are counted from 1, columns from 0. Returns false if the source has tokens. */
bool source_explain(struct str *out, const struct source *source, const char *name);
void source_release(struct source *source);
SCOPED_VALUE(source, source_release)

/* The tools of a comparison; used by one thread. */
struct source_comparison {
    struct sieve *sieve;
    struct syntax_parser *parser;
    size_t max_tokens; /* of a program; 0: no limit */
    /* Also parse what the sieve decides, each source from its start. Where the parser finds the
     * same tokens or a single edit, its result counts. Slower; the result must be the same. */
    bool parses_all;
};

/* Compares two loaded sources, and parses them if necessary. For a fix returns REJECT_NONE and sets
 * `edit`. */
enum reject_reason source_compare(struct source_comparison *comparison, struct source *buggy,
                                  struct source *fixed, struct token_edit *edit);

#endif
