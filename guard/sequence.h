/* A program in the form in which it is compared with others: a number for each token.
 *
 * Two tokens are the same if their numbers are equal. The number is 64 bits of a hash of the
 * token's text and of the language, where CRLF and CR in strings count as line feeds, and Unicode
 * escapes as their characters: programs in two languages have nothing in common. For comparison up
 * to renaming (Type-2 clones), each name also has the distance back to its previous use. A name
 * that is a member by the tokens beside it, or in Java a method, is another one than a variable
 * with the same text, because each may be renamed without the other. If two sequences have the same
 * distances, they are equal after their names are numbered by first use. The same is true of parts,
 * if a distance that leads out of the part counts as none (parameterized matching: Baker, JCSS
 * 1996). */
#ifndef GUARD_SEQUENCE_H
#define GUARD_SEQUENCE_H

#include "base/hash.h"
#include "base/mem.h"
#include "tokenize/program.h"

/* The text of a token that stands for any. No program has one. */
enum { SEQUENCE_ANY = 0 };

struct sequence_token {
    uint64_t text;  /* hash of the text */
    uint32_t back;  /* tokens back to the previous use of the name, as a member or as a variable; 0:
                     * none, or not a name */
    uint32_t token; /* index in the program */
    bool is_name;   /* comparison up to renaming ignores its text */
    bool is_member; /* a name that is a member */
};

struct sequence {
    ARRAY(struct sequence_token) tokens;
};

struct sequence_options {
    bool has_layout;  /* line ends and blocks are tokens too */
    bool skips_texts; /* strings alone on their lines (docstrings) are skipped like comments */
};

struct sequence_reader; /* opaque; one per thread */
struct sequence_reader *sequence_reader_new(const struct sequence_options *options);
void sequence_reader_free(struct sequence_reader *reader);
SCOPED_POINTER(sequence_reader, sequence_reader_free)

/* Makes the sequence of a program. If `out` already contains a sequence, its memory is reused. */
void sequence_read(struct sequence *out, struct sequence_reader *reader,
                   const struct program *program);

void sequence_release(struct sequence *sequence);
SCOPED_VALUE(sequence, sequence_release)

/* Returns the number that such a token has in Python, if it is not a run of text in a string. */
uint64_t sequence_text(const char *bytes, size_t length);

/* Returns the token's number up to renaming, in a part that begins `before` tokens before it. */
uint64_t sequence_renamed(const struct sequence_token *token, size_t before);

/* Returns the digest of all tokens, as they are or up to renaming. Equal digests mean equal
 * sequences. */
struct digest sequence_digest(const struct sequence *sequence, bool is_renamed);

#endif
