/* A program as it is compared with others: a number for each token.
 *
 * Two tokens are the same when their numbers are (64 bits of a hash of their class and text, CRLF
 * and CR in strings being line feeds). For comparison up to renaming (Type-2 clones) each name also
 * knows how far back it was used before: two sequences that agree in those distances agree after
 * their names are numbered by first use, and so do their parts if a distance that leads out of the
 * part counts as none (parameterized matching: Baker, JCSS 1996). */
#ifndef GUARD_SEQUENCE_H
#define GUARD_SEQUENCE_H

#include "base/hash.h"
#include "base/scoped.h"
#include "tokenize/program.h"

/* What a token is called has no meaning up to renaming if it is a name, or a literal. */
enum renaming { RENAMED_NOT, RENAMED_NAME, RENAMED_LITERAL };

struct sequence_token {
    uint64_t text;  /* hash of class and text */
    uint32_t back;  /* tokens back to where the same name stands last; 0: nowhere, or no name */
    uint32_t token; /* index in the program */
    enum renaming renaming;
};

struct sequence {
    ARRAY(struct sequence_token) tokens;
};

struct sequence_options {
    const struct language *language;
    bool has_layout;       /* line ends and blocks are tokens too */
    bool renames_literals; /* literals have no meaning either; else only names have none */
    bool skips_texts;      /* strings that are statements (docstrings) are comments */
};

struct sequence_reader; /* opaque; one per thread */
struct sequence_reader *sequence_reader_new(const struct sequence_options *options);
void sequence_reader_free(struct sequence_reader *reader);
SCOPED_POINTER(sequence_reader, sequence_reader_free)

/* Makes the sequence of a program; the memory of an earlier one is used again. */
void sequence_read(struct sequence *out, struct sequence_reader *reader,
                   const struct program *program);
void sequence_release(struct sequence *sequence);
SCOPED_VALUE(sequence, sequence_release)

/* The number of a token of code with that text. */
uint64_t sequence_text(const char *bytes, size_t length);

/* What the token is in a part that begins `before` tokens before it, up to renaming. */
uint64_t sequence_renamed(const struct sequence_token *token, size_t before);

/* All tokens as one value: equal texts, or equal up to renaming. */
struct digest sequence_digest(const struct sequence *sequence);
struct digest sequence_renamed_digest(const struct sequence *sequence);

#endif
