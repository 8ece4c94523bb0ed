/* A patch: a unified diff, as git and diff write it (git-diff(1), "Generating patch text"). */
#ifndef BASE_PATCH_H
#define BASE_PATCH_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATCH_BEFORE, PATCH_AFTER, N_PATCH_SIDES };

enum {
    PATCH_MAX_LINES = 1 << 22, /* lines of all hunks */
    PATCH_MAX_PATH = 4096,     /* bytes */
};

struct patch_line {
    const char *text; /* without the kind and the line end; any bytes; may end with a CR */
    uint32_t length;
    char kind;       /* ' ', '-', '+' */
    bool has_no_end; /* "\ No newline at end of file" follows; the last line of its side */
};

struct patch_hunk {
    /* Its first line, from 1; of no lines: the line before it, or 0 */
    uint32_t line[N_PATCH_SIDES];
    uint32_t n[N_PATCH_SIDES];    /* number of lines */
    uint32_t first_line, n_lines; /* in `lines` of the patch; at least one of them is a change */
};

struct patch_file {
    /* From the root of the repository. NULL: there is no such file, because it is new or deleted.
     * They differ if the file is renamed or copied. Any bytes but control characters. */
    const char *path[N_PATCH_SIDES];
    bool is_binary;               /* what changes in it is not read: there are no hunks */
    uint32_t first_hunk, n_hunks; /* may be 0: only its name or mode changes, or it is empty */
};

struct patch {
    ARRAY(struct patch_line) lines;
    ARRAY(struct patch_hunk) hunks;
    ARRAY(struct patch_file) files;
    struct arena arena; /* owns all texts */
};

/* Reads a patch. Text before the first file and between files (as of git format-patch) is skipped.
 * These are accepted: an empty line in a hunk as an empty line of context, a last line without its
 * end, and up to three empty lines of context that are missing at the end of the text.
 *
 * Paths are those after the prefixes a/ and b/. If both names of a file are the same they have no
 * prefix (git diff --no-prefix).
 *
 * Fails, and names the line, if a hunk has not as many lines as its header says, if a header is
 * malformed, if a path is unsafe (absolute, with `..` or control characters), if a file is changed
 * twice, if there is no file, and for the combined diff of a merge. Release with patch_release(),
 * also after a failure. */
int patch_read(struct patch *patch, const char *text, size_t length, struct err *err);

/* Applies the hunks of a file to the text before, and appends the result to `out`. `is_reverse`: to
 * the text after, backwards. Returns false, and appends nothing, if a hunk has no place.
 *
 * As with git apply there is no fuzz. A hunk has its place at its line or, if it does not match
 * there, at the nearest line at which all its lines before match. A hunk that begins in line 1 only
 * matches at the start of the text, and one without context at its end only at the end of the text.
 * Unlike with git apply, hunks stay in their order, a file whose hunks have no context (diff -U0)
 * is only changed at the lines that the hunks name, and the search ends after 2^27 comparisons. */
bool patch_apply(struct str *out, const struct patch *patch, const struct patch_file *file,
                 const char *text, size_t length, bool is_reverse);

void patch_release(struct patch *patch);
SCOPED_VALUE(patch, patch_release)

#endif
