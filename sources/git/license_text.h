/* Recognizes licences by their texts: those of SPDX's list, which come from the npm package
 * spdx-license-list (base/licenses/). */
#ifndef GIT_LICENSE_TEXT_H
#define GIT_LICENSE_TEXT_H

#include "base/str.h"

#include <stdbool.h>

/* Finds the licences in the text of a file like LICENSE, which may be any bytes, and appends their
 * identifiers, joined by " AND ". Nothing is appended, and false is returned, if the text does not
 * begin with a licence, apart from a title and a few words, or if the text after it seems to
 * restrict it. */
bool license_text_find(const char *text, size_t length, struct str *expression);

#endif
