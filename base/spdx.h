/* SPDX licence expressions (SPDX 2.3, annex D): `MIT`, `GPL-2.0-only WITH Classpath-exception-2.0`,
 * `(MIT OR Apache-2.0) AND BSD-3-Clause`. */
#ifndef BASE_SPDX_H
#define BASE_SPDX_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SPDX_MAX_BYTES = 200,    /* of an expression */
    SPDX_TAG_BYTES = 8 << 10 /* of a file, in which a tag is looked for */
};

/* Appends an expression in its usual form: one space between words, operators in capitals. The text
 * may be any bytes. Appends nothing, and returns false, if it is not an expression of at most
 * SPDX_MAX_BYTES, with identifiers of letters, digits, `.`, `+` and `-`. The identifiers can be
 * those of no licence (spdx_is_known()). */
bool spdx_add_expression(struct str *out, const char *text, size_t length);

/* Returns the identifiers of SPDX's list of licences by number, the latest versions first; NULL
 * after the last. */
const char *spdx_license_at(int number);

/* Finds the first licence of an expression from spdx_add_expression() that is not in SPDX's list,
 * without case and a final `+`, and does not begin with `LicenseRef-`. Exceptions are not checked.
 * Returns its length; 0: there is none. */
size_t spdx_find_unknown(const char **license, const char *expression);

static inline bool spdx_is_known(const char *expression)
{
    const char *unknown;
    return spdx_find_unknown(&unknown, expression) == 0;
}

/* Finds the lines `SPDX-License-Identifier: EXPRESSION` among the first SPDX_TAG_BYTES of a file.
 * Before the tag, a line contains only signs, such as those of a comment. Two different
 * identifiers are joined by " AND ". Returns whether there is a tag. `out` gets nothing if a tag
 * is not an expression, or there are several that cannot be joined so. */
bool spdx_find_tag(struct str *out, const char *text, size_t length);

/* In a list of licences, stands for all permissive ones: those that Blue Oak Council rates bronze
 * or better (npm package @blueoak/list), HPND, and Python-2.0.1. */
#define SPDX_PERMISSIVE "permissive"

/* Whether the programs under a licence may be used under one of these: of the sides of OR one must
 * be allowed, of AND all; exceptions only give more rights. A `+` (or a later version) does not
 * count. Identifiers are compared without case. The expression must be from spdx_add_expression().
 */
bool spdx_is_one_of(const char *expression, const struct text_list *licenses);

/* Whether they may be used under permissive licences. */
bool spdx_is_permissive(const char *expression);

#endif
