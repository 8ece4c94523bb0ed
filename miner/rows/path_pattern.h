/* Patterns of paths: what the parts of a path say about a program.
 *
 * In `{problem}/{user}/{date}_{status}.{language}` the names in braces are fields of rows. `{}` and
 * `{*}` match anything; `{{` and `}}` are a brace. All other text is literal. A placeholder matches
 * one byte or more, and no `/`. The placeholders of a component match as little as they can, the
 * first before the second, and so on, but
 * - a {date} begins with a digit;
 * - a {language} after a dot at the end of a component is an extension, and has no dot.
 * So `ann_b_12_WA.v2.py` matches `{user}_{date}_{status}.{language}` as ann_b, 12, WA.v2, py. */
#ifndef MINER_ROWS_PATH_PATTERN_H
#define MINER_ROWS_PATH_PATTERN_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "miner/rows/row_columns.h"

enum {
    PATTERN_MAX_COMPONENTS = 32,
    PATTERN_MAX_PIECES = 32, /* of a component */
    PATTERN_LITERAL = -1,
    PATTERN_ANY = N_ROW_FIELDS,
};

struct pattern_piece {
    int field; /* enum row_field, PATTERN_ANY or PATTERN_LITERAL */
    const char *text;
    size_t length;
    bool is_extension;
};

struct pattern_component {
    struct pattern_piece pieces[PATTERN_MAX_PIECES];
    size_t n_pieces;
    const char *text; /* as it was written */
};

struct path_pattern {
    ARRAY(struct pattern_component) components;
    bool has[N_ROW_FIELDS + 1]; /* the pattern has a placeholder of this field, or PATTERN_ANY */
    struct arena arena;
};

/* What a path says: offsets into it. */
struct path_values {
    struct path_value {
        size_t start, length; /* length 0: nothing */
    } of[N_ROW_FIELDS];
};

/* Reads a pattern. Fails, and says why, if it names no field that a path can have, names one twice,
 * has placeholders without text between them, is absolute, or has a component `.` or `..`. Release
 * with path_pattern_release(), also after a failure. */
int path_pattern_read(struct path_pattern *out, const char *text, struct err *err);
void path_pattern_release(struct path_pattern *pattern);
SCOPED_VALUE(path_pattern, path_pattern_release)

/* Whether the component of a path from `start` on matches this one. Sets the values of its
 * placeholders. A component has at most 128 bytes (base/beneath.h). */
bool path_pattern_match(const struct path_pattern *pattern, size_t component, const char *path,
                        size_t start, struct path_values *values);

/* Appends the path in which the placeholders have these values, which are in `path`. */
void path_pattern_fill(struct str *out, const struct path_pattern *pattern, const char *path,
                       const struct path_values *values);

#endif
