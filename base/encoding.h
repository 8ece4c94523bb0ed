/* Encodings other than UTF-8, by the names that Python gives them (iconv). */
#ifndef BASE_ENCODING_H
#define BASE_ENCODING_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* The characters of ASCII that are not as usual. NULL: none. */
struct encoding_signs {
    const char *others; /* those whose bytes are other characters, or begin them */

    /* What iconv reads of the bytes 5C and 7E, which are a backslash and a tilde in Python. */
    const char *backslash, *tilde;
};

struct encoding {
    const char *name;    /* the one that is stored */
    const char *iconv;   /* name; NULL: UTF-8; "": only what is plain can be read */
    const char *aliases; /* other names, between blanks, as encoding_find() compares them */
    const struct encoding_signs *signs; /* NULL: ASCII is as usual */
};

/* Returns the encoding with this name: case, and which of `-`, `_` and `.` are between its parts,
 * do not matter. NULL if there is none. */
const struct encoding *encoding_find(const char *name, size_t length);

/* Returns encoding number `i`; NULL if there are not so many. */
const struct encoding *encoding_number(size_t i);

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

#endif
