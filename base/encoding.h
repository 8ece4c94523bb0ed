/* Encodings other than UTF-8, by the names that Python gives them, or that iconv does. */
#ifndef BASE_ENCODING_H
#define BASE_ENCODING_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

struct encoding {
    const char *name;    /* the one that is stored */
    const char *iconv;   /* name; NULL: UTF-8; "": only what is plain can be read */
    const char *aliases; /* other names, between blanks, as encoding_find() compares them */
    const struct encoding_signs *signs; /* NULL: ASCII is as usual */
};

/* Returns the encoding with this name: case, and which of `-`, `_` and `.` are between its parts,
 * do not matter. NULL if there is none. */
const struct encoding *encoding_find(const char *name, size_t length);

/* Returns the number of bytes before the first that may be, or begin, another character than in
 * ASCII: escape and shift lead to others in some encodings. */
size_t encoding_plain_length(const struct encoding *encoding, const char *bytes, size_t length);

/* Appends a text in an encoding that iconv has, other than UTF-8, as UTF-8. Returns the number of
 * bytes before the first that cannot be decoded: `length` if all can. If iconv does not know the
 * encoding on this machine, the program ends with a message and exit status 1: what a program means
 * must not depend on the machine. */
size_t encoding_decode(struct str *out, const struct encoding *encoding, const char *bytes,
                       size_t length);

/* The reverse. Returns false if a character cannot be encoded. */
bool encoding_encode(struct str *out, const struct encoding *encoding, const char *text,
                     size_t length);

/* Appends the bytes of a text that was decoded from the encoding with this name; NULL means UTF-8.
 * A text that cannot be written in that encoding, because it was changed, remains in UTF-8. */
void encoding_restore(struct str *out, const char *name, const char *text, size_t length);

/* Decodes a text that comes in pieces. */
struct decoder; /* opaque */

/* Finds the encoding: one of those above, or any that iconv knows by this name. Sets `out` to NULL
 * if it is UTF-8, which needs no decoder. Fails if this machine does not know it. */
int decoder_open(struct decoder **out, const char *name, struct err *err);

/* Appends the text of the next bytes as UTF-8. What cannot be decoded becomes the byte FF, which is
 * never UTF-8: a byte of it, or two or four if all characters have as many (UTF-16). Returns the
 * number of bytes that were used; the others begin a character, and are to come again, before those
 * that follow. None is left at the end of the text. */
size_t decoder_add(struct decoder *decoder, struct str *out, const char *bytes, size_t length,
                   bool is_end);

/* `decoder` may be NULL. */
void decoder_close(struct decoder *decoder);
SCOPED_POINTER(decoder, decoder_close)

#endif
