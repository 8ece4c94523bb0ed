/* See place.h. */
#include "score/place.h"

#include "base/utf8.h"

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

bool place_find(size_t *byte, struct token_text program, int64_t line, int64_t column)
{
    size_t at = 0;
    if (line < 1 || column < 0)
        return false;
    for (; line > 1; line--) {
        while (at < program.length && !is_line_end(program.bytes[at]))
            at++;
        if (at == program.length)
            return false;
        bool is_crlf =
            program.bytes[at] == '\r' && at + 1 < program.length && program.bytes[at + 1] == '\n';
        at += is_crlf ? 2 : 1;
    }
    for (; column > 0; column--) {
        uint32_t ignored;
        size_t n = at < program.length && !is_line_end(program.bytes[at])
                       ? utf8_decode(program.bytes + at, program.length - at, &ignored)
                       : 0;
        if (!n)
            return false;
        at += n;
    }
    *byte = at;
    return true;
}
