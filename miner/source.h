/* The text of a version: loaded when the first pair needs it, parsed when the first pair cannot be
 * settled without; and whether two of them make a single-token fix. */
#ifndef MINER_SOURCE_H
#define MINER_SOURCE_H

#include "base/scoped.h"
#include "tokenize/difference.h"
#include "tokenize/program.h"
#include "tokenize/sieve.h"

/* Why a pair is no fix. What costs little is looked at first, and a pair has the
 * first reason that is found: counting the pairs of the history, reading both sides, comparing
 * their texts (sieve.h), parsing both, comparing their tokens. */
enum reject_reason {
    REJECT_NONE,
    REJECT_TOO_MANY_PAIRS, /* --max-pairs; the sides are not looked at */
    REJECT_UNREADABLE,
    REJECT_TOO_LARGE,       /* --max-bytes */
    REJECT_ENCODING,        /* not UTF-8 */
    REJECT_IDENTICAL,       /* the texts show that nothing of meaning differs, or the tokens do */
    REJECT_MULTI_TOKEN,     /* the texts show more than a single edit, or the tokens do */
    REJECT_SYNTAX_ERROR,    /* the texts do not, and one side does not parse */
    REJECT_TOO_MANY_TOKENS, /* --max-tokens; the texts do not, either */
    N_REJECT_REASONS
};

/* The reason's name in the store. */
const char *reject_reason_name(enum reject_reason reason);

/* Zero before the first use; later uses take its memory again. */
struct source {
    struct str content;             /* the file's bytes */
    const char *code;               /* in `content`, behind a byte order mark */
    size_t n_bytes;                 /* of the code */
    enum reject_reason text_reason; /* why there is no text to compare, or REJECT_NONE */
    bool is_parsed;
    struct program program;              /* once parsed */
    enum tokenize_result program_result; /* once parsed */
};

/* Takes the bytes in `content` for the text, or sets the reason for which they are none: they are
 * not UTF-8. */
void source_take_text(struct source *source);

/* Reads a program that the user named; "-" is standard input. ERR if it cannot be read, or is a
 * folder, a database or an archive; the message then names the command for it. */
int source_read_file(struct source *source, const char *path, struct err *err);

/* Tokenizes a source that has a text; does nothing the second time. `similar` (may be NULL):
 * another source whose text may be mostly the same, which makes it faster if that one was
 * parsed. */
void source_parse(struct source *source, struct syntax_parser *parser,
                  const struct source *similar);

/* Appends in words why a source that was taken, and parsed if it has a text, has no tokens:
 * "a.py:3:5 does not parse", where `name` is what it is called. Lines are counted from 1, columns
 * from 0. False when it has. */
bool source_explain(struct str *out, const struct source *source, const char *name);
void source_release(struct source *source);
SCOPED_VALUE(source, source_release)

/* What comparing needs; of one thread. */
struct source_comparison {
    struct sieve *sieve;
    struct syntax_parser *parser;
    size_t max_tokens; /* of a program; 0: no limit */
    /* Parse also what the sieve settles, each source from its start, and believe the parser
     * where it finds the same tokens or a single edit: slower, and the result must be the same. */
    bool parses_all;
};

/* Compares two sources that were loaded, and parses them if it must. Returns REJECT_NONE for a fix,
 * for which it sets `edit`. */
enum reject_reason source_compare(struct source_comparison *comparison, struct source *buggy,
                                  struct source *fixed, struct token_edit *edit);

#endif
