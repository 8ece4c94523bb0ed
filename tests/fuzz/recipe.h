/* Archives described in a text: short enough for a fuzzer, and every header has its checksum.
 *
 * The first line is a letter, how the archive is compressed: `p` not at all, `g` gzip, `b` bzip2,
 * `x` xz, `z` zstd; a capital, and a `=` behind it, are marks beside. Each further line adds to the
 * archive; the first character says what:
 *
 *     0path       an entry of that type (0 a file, 5 a folder, ...; or any character not below)
 *      text       content of the entry: the text and a line end
 *     |text       the same without a line end
 *     *N          N letters of content (at most 5,000)
 *     %key=value  a pax record, with its length
 *     =N          the header says that the content has N bytes
 *     >path       where a link leads
 *     @N text     the header's bytes from N on (before its checksum is made)
 *     !           the header has a wrong checksum
 *     -           the archive has no end mark
 *     <N          the file ends behind byte N
 *     ^N          a bit of byte N of the file is flipped
 */
#ifndef TESTS_FUZZ_RECIPE_H
#define TESTS_FUZZ_RECIPE_H

#include "base/array.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct recipe_entry {
    char type;
    char path[101];
    size_t content_start, content_length; /* in `tar` */
};

struct recipe {
    struct str tar, file;        /* without and with compression */
    char compression;            /* the small letter */
    bool is_capital, is_equated; /* the marks */
    bool is_damaged;             /* the file is not what the compressor made: */
    bool is_cut;                 /* it ends too early, or */
    size_t n_flipped, flipped;   /* so many bits are flipped, one of them in this byte */
    bool is_plain;               /* the archive is what `entries` tells, and nothing else */
    ARRAY(struct recipe_entry) entries;
};

/* Whether a text is a recipe. */
bool recipe_is_one(const char *bytes, size_t length);

/* Makes the archive; zero `out` before the first use, its memory is reused. */
void recipe_cook(struct recipe *out, const char *bytes, size_t length);

#endif
