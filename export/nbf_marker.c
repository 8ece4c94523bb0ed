/* See nbf_marker.h. */
#include "export/nbf_marker.h"

#include "base/utf8.h"

#include <string.h>

bool nbf_marker_find(size_t *byte, struct token_text text, double line, double column)
{
    const char *at = text.bytes, *end = at + text.length;
    for (; line > 0; line--) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            return false;
        at++;
    }
    for (; column > 0; column--) {
        uint32_t ignored;
        size_t n = at < end && *at != '\n' ? utf8_decode(at, (size_t)(end - at), &ignored) : 0;
        if (!n)
            return false;
        at += n;
    }
    *byte = (size_t)(at - text.bytes);
    return true;
}
