/* Archives described by a text: short enough for a fuzzer, with a correct checksum in every header.
 *
 * The first line is a letter for the compression: `p` none, `g` gzip, `b` bzip2, `x` xz, `z` zstd.
 * A capital letter, and a `=` after it, are two marks. Each further line adds to the archive, as
 * its first character says:
 *
 *     0path       an entry of this type (0 a file, 5 a folder, ...; or any character not below)
 *      text       content of the entry: the text and a line end
 *     |text       the same without a line end
 *     *N          N letters of content (at most 5,000)
 *     %key=value  a pax record, with its length
 *     =N          the header says that the content has N bytes
 *     >path       the target of a link
 *     @N text     the header's bytes from N on (before its checksum is made)
 *     !           the header has a wrong checksum
 *     -           the archive has no end mark
 *     <N          the file ends after byte N
 *     ^N          a bit of byte N of the file is flipped
 */
#ifndef TESTS_FUZZ_RECIPE_H
#define TESTS_FUZZ_RECIPE_H

#include "base/mem.h"
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
    char compression;            /* the lowercase letter */
    bool is_capital, is_equated; /* the marks */
    bool is_damaged;             /* the file differs from the compressed one: */
    bool is_cut;                 /* it ends early, or */
    size_t n_flipped, flipped;   /* number of flipped bits; a byte with one */
    bool is_plain;               /* the archive contains exactly `entries` */
    ARRAY(struct recipe_entry) entries;
};

/* Returns whether a text is a recipe. */
bool recipe_is_one(const char *bytes, size_t length);

/* Creates the archive. Zero `out` before the first use; its memory is reused. */
void recipe_cook(struct recipe *out, const char *bytes, size_t length);

#endif
